"""The book's notebooks: where they are, what of one is run, what its parameters may be."""

import json
import re
import shlex
from pathlib import Path

import nbformat

from smallbert import paths
from smallbert.errors import UserError, use

INJECTED = "injected-parameters"
"""Papermill's tag of the cell with the values that replace the defaults."""


def every() -> list[Path]:
    """Return the book's notebooks, in alphabetical order."""
    return sorted((paths.root() / "notebooks").glob("*.ipynb"))


def find(name: str) -> Path:
    """Return the notebook called `name`, with or without its ending."""
    names = {path.stem: path for path in every()}
    stem = Path(name).stem if name.endswith(".ipynb") else name
    if stem not in names:
        raise UserError(f"notebook {name!r} is unknown; {use(name, names)}")
    return names[stem]


def source_of_page(name: str) -> Path:
    """Return what a page by itself is made from: a notebook, or a file of ``book``."""
    text = paths.root() / "book" / f"{name}.md"
    return text if is_page(text) else find(name)


def is_page(path: Path) -> bool:
    """Return whether a file is a page of ``book`` that no other page has parts of."""
    own = path.parent == paths.root() / "book" and path.suffix == ".md" and path.is_file()
    return own and not path.name.startswith("_")


def run_name(values: dict) -> str:
    """Return the parameters of a run, in whatever order, as the name of its file or folder."""
    text = "-".join(f"{name}={value}" for name, value in sorted(values.items()))
    return re.sub(r"[^\w.,+=-]", "_", text) or "defaults"


def command(notebook: Path, values: dict) -> str:
    """Return the command that runs a notebook with some values."""
    given = [word for name, value in values.items() for word in ("-p", name, str(value))]
    return shlex.join(["smallbert", "run", notebook.stem, *given])


def read(path: Path) -> nbformat.NotebookNode:
    """Return a notebook; refuse half of one, as an editor may have written it."""
    try:
        return nbformat.v4.reads(path.read_text(encoding="utf-8"))  # read would validate it, too
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        why = str(error).splitlines()[0][:80]
        raise UserError(
            f"{paths.shown(path)}: no notebook can be read ({why}); save it again"
        ) from None


def write(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Write a notebook, if the file differs; many times as fast as nbformat, which validates."""
    text = json.dumps(notebook, ensure_ascii=False)
    if not (path.is_file() and path.read_text(encoding="utf-8") == text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def code(path: Path) -> list:
    """Return what of a notebook is run: its code cells with their tags, and no prose."""
    return [[cell.source, cell.metadata.get("tags", [])] for cell in code_cells(read(path))]


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Return the code cells, but for that of papermill's parameters."""
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and INJECTED not in cell.metadata.get("tags", [])
    ]


def allowed_values(entry: dict) -> str:
    """Return the values that the dictionary of parameters allows, in words, as Markdown."""
    if entry["type"] == "bool":
        return "`True`, `False`"
    if ".." in entry["allowed"]:
        least, most = entry["allowed"].split("..")
        return f"{least} to {most} {entry['unit']}".strip()
    return ", ".join(f"`{word}`" for word in entry["allowed"].split("|") if word)
