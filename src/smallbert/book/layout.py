"""A notebook's order on its page: the answer and what shows it come first, re-executing last."""

import re
from pathlib import Path

import nbformat
import pandas as pd

from smallbert.book import markdown
from smallbert.data import parameters

SECTION = re.compile(r"^## Parameters\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
"""The section of a notebook that says how to run it with other values."""

LEAD = "lead"
"""Tags the cell whose chart or table answers the page's question, wherever it is computed."""

FOLD = "fold"
"""Tags the cell that begins a section which the reader opens."""

HEADING = re.compile(r"^(## .+)$", re.MULTILINE)
FOLDED = '<div class="sb-folded"></div>'
"""What tells the page's script to fold a section."""

BOX = """::::{{admonition}} Re-execute this page
:class: sb-rerun dropdown

{text}

{table}
::::"""


def arrange(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Turn the section of the parameters into a box at the end of the page.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        As executed; it is changed.
    path : pathlib.Path
        Of the notebook in ``notebooks``, whose parameters the box lists.
    """
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (section := SECTION.search(cell.source)):
            cell.source = SECTION.sub("", cell.source).rstrip()
            box = BOX.format(text=section["text"].strip(), table=values(path))
            notebook.cells.append(nbformat.v4.new_markdown_cell(box, id="re-execute"))
            break
    notebook.cells = [cell for cell in notebook.cells if cell.source.strip()]
    _lead(notebook.cells)
    for cell in notebook.cells:
        if FOLD in cell.metadata.get("tags", []):
            cell.source = HEADING.sub(rf"\1\n\n{FOLDED}", cell.source, count=1)


def _lead(cells: list) -> None:
    """Show what the cell tagged `LEAD` displays right after the verdict; its code stays."""
    for cell in cells:
        if LEAD in cell.metadata.get("tags", []):
            first = nbformat.v4.new_code_cell("...", outputs=cell.outputs, id="lead")
            first.metadata.tags, cell.outputs = ["remove-input"], []
            [verdict] = [at for at, each in enumerate(cells) if "## Verdict\n" in each.source]
            cells.insert(verdict + 1, first)
            return


def values(path: Path) -> str:
    """Return a notebook's parameters as a table: name, default, what is allowed, meaning."""
    rows = {
        f"`{name}`": [f"`{given['default']}`", allowed(parameters.entry(name)), given["help"]]
        for name, given in parameters.declared(path).items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["Default", "Allowed", "Meaning"])
    frame = frame.reset_index(names="Parameter")
    return markdown.table(frame, markup=["Parameter", "Default", "Allowed"]) if rows else ""


def allowed(entry: dict) -> str:
    """Return the values that the dictionary of parameters allows, in words.

    Parameters
    ----------
    entry : dict
        Of `smallbert.data.parameters.entry`.
    """
    if entry["type"] == "bool":
        return "`True`, `False`"
    if ".." in entry["allowed"]:
        least, most = entry["allowed"].split("..")
        return f"{least} to {most} {entry['unit']}".strip()
    words = [word for word in entry["allowed"].split("|") if word]
    return ", ".join(f"`{word}`" for word in words)
