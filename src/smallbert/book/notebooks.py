"""The book's notebooks: where they are, what of one is run, and how it is arranged on its page."""

import json
import re
from pathlib import Path

import nbformat
import pandas as pd

from smallbert import paths
from smallbert.book import markdown
from smallbert.data import parameters
from smallbert.errors import UserError

INJECTED = "injected-parameters"
"""Papermill's tag of the cell with the values that replace the defaults."""


def every() -> list[Path]:
    """Return the book's notebooks, in alphabetical order."""
    return sorted((paths.root() / "notebooks").glob("*.ipynb"))


def find(name: str) -> Path:
    """Return the notebook called `name`, with or without its ending.

    Raises
    ------
    UserError
        There is none; the message lists those that exist.
    """
    known = {path.stem: path for path in every()}
    stem = Path(name).stem if name.endswith(".ipynb") else name
    if stem not in known:
        raise UserError(f"notebook {name!r} is unknown; use one of {', '.join(known)}")
    return known[stem]


def shown(path: Path) -> str:
    """Return a notebook as a message names it: relative to the checkout, else by its name."""
    return str(path.relative_to(paths.root())) if path.is_relative_to(paths.root()) else path.name


def read(path: Path) -> nbformat.NotebookNode:
    """Return a notebook.

    Raises
    ------
    UserError
        The file is none, as when an editor has written half of it.
    """
    try:
        return nbformat.v4.reads(path.read_text(encoding="utf-8"))  # read would validate it, too
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        why = str(error).splitlines()[0][:80]
        raise UserError(f"{shown(path)}: no notebook can be read ({why}); save it again") from None


def write(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Write a notebook, if the file differs; many times as fast as nbformat, which validates."""
    text = json.dumps(notebook, ensure_ascii=False)
    if not (path.is_file() and path.read_text(encoding="utf-8") == text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def code(path: Path) -> list:
    """Return what of a notebook is run: its code cells with their tags, and no prose."""
    return [
        [cell.source, cell.metadata.get("tags", [])]
        for cell in read(path).cells
        if cell.cell_type == "code" and INJECTED not in cell.metadata.get("tags", [])
    ]


def page(results: nbformat.NotebookNode, path: Path) -> nbformat.NotebookNode:
    """Return the page of a notebook: as it reads now, with the outputs of its run, arranged.

    What the cell tagged ``lead`` shows comes right after the verdict, wherever it is computed; a
    section tagged ``fold`` is folded; the section of the parameters becomes a box at the end.

    Parameters
    ----------
    results : nbformat.NotebookNode
        The run; of other code than the notebook has now, it gives the prose, too.
    path : pathlib.Path
        The notebook in ``notebooks``.
    """
    whole = read(path)
    runs = [
        cell
        for cell in results.cells
        if cell.cell_type == "code" and INJECTED not in cell.metadata.get("tags", [])
    ]
    own = [cell for cell in whole.cells if cell.cell_type == "code"]
    if [cell.source for cell in own] == [run.source for run in runs]:
        for cell, run in zip(own, runs, strict=True):
            cell.outputs, cell.execution_count = run.outputs, run.execution_count
        whole.metadata = results.metadata
    else:
        whole = results
    _box(whole, path)
    _lead(whole.cells)
    for cell in whole.cells:
        if "fold" in cell.metadata.get("tags", []):
            cell.source = HEADING.sub(rf"\1\n\n{FOLDED}", cell.source, count=1)
    return whole


SECTION = re.compile(r"^## Parameters\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
"""The section of a notebook that says how to run it with other values."""

HEADING = re.compile(r"^(## .+)$", re.MULTILINE)
FOLDED = '<div class="sb-folded"></div>'
"""What tells the page's script to fold a section."""

BOX = """::::{{admonition}} Re-execute this page
:class: sb-rerun dropdown

{text}

{table}
::::"""


def _box(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Turn the section of the parameters into a box at the end."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (section := SECTION.search(cell.source)):
            cell.source = SECTION.sub("", cell.source).rstrip()
            box = BOX.format(text=section["text"].strip(), table=parameter_table(path))
            notebook.cells.append(nbformat.v4.new_markdown_cell(box, id="re-execute"))
            break
    notebook.cells = [cell for cell in notebook.cells if cell.source.strip()]


def _lead(cells: list) -> None:
    """Show what the cell tagged ``lead`` displays right after the verdict; its code stays."""
    for cell in cells:
        if "lead" in cell.metadata.get("tags", []):
            first = nbformat.v4.new_code_cell("...", outputs=cell.outputs, id="lead")
            first.metadata.tags, cell.outputs = ["remove-input"], []
            [verdict] = [at for at, each in enumerate(cells) if "## Verdict\n" in each.source]
            cells.insert(verdict + 1, first)
            return


def parameter_table(path: Path) -> str:
    """Return a notebook's parameters as a Markdown table: default, what is allowed, meaning."""
    rows = [
        {
            "Parameter": f"`{name}`",
            "Default": f"`{given['default']}`",
            "Allowed": allowed(parameters.entry(name)),
            "Meaning": given["help"],
        }
        for name, given in parameters.declared(path).items()
    ]
    return markdown.table(pd.DataFrame(rows), markup=["Parameter", "Default", "Allowed"])


def allowed(entry: dict) -> str:
    """Return the values that the dictionary of parameters allows, in words, as Markdown."""
    if entry["type"] == "bool":
        return "`True`, `False`"
    if ".." in entry["allowed"]:
        least, most = entry["allowed"].split("..")
        return f"{least} to {most} {entry['unit']}".strip()
    return ", ".join(f"`{word}`" for word in entry["allowed"].split("|") if word)
