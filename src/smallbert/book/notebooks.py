"""The book's notebooks: by name, and what of one is run."""

import json
import re
from pathlib import Path

import nbformat

from smallbert import paths
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
    stem = Path(name).stem if name.endswith(".ipynb") else name
    for path in every():
        if path.stem == stem:
            return path
    names = ", ".join(path.stem for path in every())
    raise UserError(f"notebook {name!r} is unknown; use one of {names}")


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


def code(path: Path) -> str:
    """Return what of a notebook is run, as text: its code cells with their tags, and its kernel.

    Prose is left out, so that a changed sentence runs nothing.
    """
    notebook = read(path)
    cells = [
        [cell.source, cell.metadata.get("tags", [])]
        for cell in notebook.cells
        if cell.cell_type == "code" and INJECTED not in cell.metadata.get("tags", [])
    ]
    return json.dumps([notebook.metadata.get("kernelspec", {}), cells])


def joined(results: nbformat.NotebookNode, path: Path) -> nbformat.NotebookNode:
    """Return a notebook as it reads now, with the outputs of its run.

    Parameters
    ----------
    results : nbformat.NotebookNode
        Of running the same code.
    path : pathlib.Path
        The notebook in ``notebooks``.
    """
    whole = read(path)
    code = [cell for cell in results.cells if cell.cell_type == "code"]
    runs = [cell for cell in code if INJECTED not in cell.metadata.get("tags", [])]
    own = [cell for cell in whole.cells if cell.cell_type == "code"]
    if [cell.source for cell in own] != [run.source for run in runs]:
        return results  # it has to run again; until then its page stays as it was
    for cell, run in zip(own, runs, strict=True):
        cell.outputs, cell.execution_count = run.outputs, run.execution_count
    whole.metadata = results.metadata
    return whole


def run_name(values: dict) -> str:
    """Return the parameters of a run, in whatever order, as the name of its file or folder."""
    text = "-".join(f"{name}={value}" for name, value in sorted(values.items()))
    return re.sub(r"[^\w.,+=-]", "_", text) or "defaults"
