"""What of an executed notebook is kept, and what must not be published."""

import os
from pathlib import Path

import nbformat
from papermill.exceptions import PapermillExecutionError

from smallbert.book.child import Job
from smallbert.book.notebooks import shown
from smallbert.data.faults import UserError

KERNEL = "python3"
"""The only kernel that the book has: the one of its own environment."""


def require_python(notebook: Path) -> None:
    """Refuse a notebook that was written for a kernel of another language."""
    wanted = nbformat.read(notebook, as_version=4).metadata.get("kernelspec", {})
    if (name := wanted.get("name", KERNEL)) != KERNEL:
        raise UserError(f"{shown(notebook)}: its kernel is {name!r}; change it to {KERNEL!r}")


def finish(job: Job) -> None:
    """Take papermill's own out of an executed notebook and put it in its place.

    Raises
    ------
    UserError
        A cell failed, wrote to stderr or did not run.
    """
    result = _stripped(nbformat.read(job.staged, as_version=4))
    _require_clean(job.notebook, result)
    nbformat.write(result, job.staged)
    os.replace(job.staged, job.output)
    if job.then:
        job.then(job.output)


def line(error: PapermillExecutionError) -> str:
    """Return the first line of what a cell raised."""
    return f"{error.ename}: {error.evalue}".splitlines()[0]


def _stripped(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Take papermill's times and paths out, and hide the cell that it injected."""
    notebook.metadata.pop("papermill", None)
    for cell in notebook.cells:
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if "injected-parameters" in cell.metadata.get("tags", []):
            cell.metadata.tags.append("remove-input")
            cell["id"] = "injected-parameters"
    return notebook


def _require_clean(notebook: Path, executed: nbformat.NotebookNode) -> None:
    """Refuse what Jupyter Book would publish without a word: errors, warnings, gaps."""
    code = [cell for cell in executed.cells if cell.cell_type == "code" and cell.source.strip()]
    for number, cell in enumerate(code, start=1):
        where = f"{shown(notebook)}: code cell {number}"
        if cell.execution_count != number:
            raise UserError(f"{where} did not run in order; run the whole notebook")
        for output in cell.outputs:
            if output.output_type == "error":
                raise UserError(f"{where}: {output.ename}: {output.evalue}")
            if output.get("name") == "stderr":
                raise UserError(f"{where} wrote to stderr: {output.text.strip().splitlines()[0]}")
