"""Papermill's way to run the cells of a notebook inside this process, with the shell of IPython."""

import os
import random
import sys
import tempfile
import warnings

import matplotlib
import nbformat
import numpy as np
import pandas as pd
import papermill
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbformat.v4 import new_output
from papermill.engines import Engine, NotebookExecutionManager, papermill_engines
from traitlets.config import Config

from smallbert import paths
from smallbert.book import notebook_outputs, notebook_prose, run_as_one_file
from smallbert.book.execute import Job, leave_key
from smallbert.book.notebooks import INJECTED, read
from smallbert.charts import tables
from smallbert.errors import UserError
from smallbert.paths import write_atomically


def run(job: Job) -> None:
    """Run a notebook in this process, which is thrown away afterwards.

    A cell that fails or writes to stderr is an error. A run that is not published has its numbers
    in its prose, and next to it a page, which is called like it.
    """
    if not __debug__:  # what a page concludes is asserted
        raise UserError("Python runs without assertions; unset PYTHONOPTIMIZE, leave out -O")
    read(job.notebook)  # half of one is told in one line
    matplotlib.use("agg")  # wherever it was started, no window opens
    random.seed()
    np.random.seed()  # else all forks would draw the same numbers
    # It says how long the placing of a legend took, so it comes and goes with the machine's load.
    warnings.filterwarnings("ignore", 'Creating legend with loc="best" can be slow', UserWarning)
    leave_key(job.output, "")
    job.output.parent.mkdir(parents=True, exist_ok=True)
    staged = paths.staged(job.output, ".ipynb")
    try:
        run = papermill.execute_notebook(
            str(job.notebook),
            str(staged),
            parameters=job.parameters,
            engine_name="inside",
            kernel_name="python3",
            progress_bar=False,
            request_save_on_cell_execute=False,
            name=job.name,
        )
        run = _stripped(run)
        if not job.publish:
            notebook_prose.fill(run)
            page = run_as_one_file.page_of_run(run, job.notebook)
            write_atomically(job.output.with_suffix(".html"), page)
        nbformat.write(run, staged)
        os.replace(staged, job.output)
    finally:
        staged.unlink(missing_ok=True)
    if job.publish:
        notebook_outputs.publish(job.output)
    leave_key(job.output, job.key)


class Inside(Engine):
    """Runs all cells of a notebook until one fails."""

    @classmethod
    def execute_managed_notebook(cls, nb_man: NotebookExecutionManager, kernel_name, *, name, **_):
        """Run the cells; `name` is what a message calls the notebook."""
        with tempfile.TemporaryDirectory() as home:
            shell = _shell(home)
            number = 0
            for cell in nb_man.nb.cells:
                number += INJECTED not in cell.metadata.get("tags", [])
                is_code = cell.cell_type == "code" and cell.source.strip()
                if is_code and (fault := _run(shell, cell)):
                    raise UserError(f"{name}: cell {number}: {fault}")


papermill_engines.register("inside", Inside)


def _shell(home: str) -> InteractiveShell:
    """Return a shell without the user's history and start-up files; it shows frames as pages do."""
    settings = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell.instance(config=settings, ipython_dir=home)
    shell.display_formatter.formatters["text/html"].for_type(pd.DataFrame, tables.working)
    pd.set_option("display.max_columns", 20)  # else as wide as the terminal of the build
    return shell


def _run(shell: InteractiveShell, cell: nbformat.NotebookNode) -> str:
    """Run one cell and keep what it shows; return what is wrong with it."""
    with capture_output() as printed:
        shell.display_trap.hook = sys.displayhook
        done = shell.run_cell(cell.source, store_history=True)
    streams = (("stdout", printed.stdout), ("stderr", printed.stderr))
    cell.outputs = [new_output("stream", name=name, text=text) for name, text in streams if text]
    cell.outputs += [
        new_output("display_data", data=each.data, metadata=each.metadata or {})
        for each in printed.outputs
    ]
    cell.execution_count = done.execution_count
    if error := done.error_before_exec or done.error_in_exec:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return f"wrote to stderr: {printed.stderr.strip().splitlines()[0]}" if printed.stderr else ""


def _stripped(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Take papermill's times and paths out, not the parameters; hide the cell that it injected."""
    notebook.metadata.papermill = {"parameters": notebook.metadata.papermill.parameters}
    for cell in notebook.cells:
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if INJECTED in cell.metadata.get("tags", []):
            cell.metadata.tags.append("remove-input")
            cell["id"] = INJECTED
    return notebook
