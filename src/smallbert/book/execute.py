"""Execute one notebook with papermill, and refuse what must not be published."""

import os
import tempfile
import threading
import time
from pathlib import Path

import nbformat
import papermill
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from papermill.exceptions import PapermillExecutionError

from smallbert.book import cache, kernels, machine, marks
from smallbert.book.notebooks import shown
from smallbert.data import files
from smallbert.data.faults import UserError

KERNEL = "python3"
"""The only kernel that the book has: the one of its own environment."""

CELL_TIMEOUT = 120
"""Seconds after which a cell counts as hung."""

NOTEBOOK_TIMEOUT = 600
"""Seconds after which a notebook counts as hung."""


def execute(
    notebook: Path,
    output: Path,
    parameters: dict | None = None,
    *,
    cold: bool = True,
    reads: Path | None = None,
) -> None:
    """Execute one notebook; `output` appears only when every cell succeeded.

    Parameters
    ----------
    notebook, output : pathlib.Path
    parameters : dict, optional
        Values that replace the notebook's defaults; see `smallbert.data.parameters.convert`.
    cold : bool
        Start a new Python for the kernel instead of a fork.
    reads : pathlib.Path, optional
        Receives the paths of the data that the notebook read.

    Raises
    ------
    UserError
        The notebook wants another kernel, or there is none; or too few files may be open; or a
        cell failed, hung, killed its
        kernel, wrote to stderr, or did not run.
    """
    _require_python(notebook)
    machine.prepare()
    output.parent.mkdir(parents=True, exist_ok=True)
    staged, watch = files.staged(output, ".ipynb"), _Watch(notebook, bool(parameters))
    try:
        papermill.execute_notebook(
            str(notebook),
            str(staged),
            parameters=parameters or {},
            kernel_name=KERNEL,
            progress_bar=False,
            request_save_on_cell_execute=False,
            execution_timeout=CELL_TIMEOUT,
            record_timing=False,
            shutdown_kernel="immediate",
            on_cell_start=watch.note,
            kernel_manager_class=kernels.manager(cold=cold, reads=reads, started=watch.begin),
        )
        executed = _stripped(nbformat.read(staged, as_version=4))
        _require_clean(notebook, executed)
        nbformat.write(executed, staged)
        os.replace(staged, output)
    except PapermillExecutionError as error:
        raise watch.fault(f"{error.ename}: {error.evalue}".splitlines()[0]) from None
    except CellTimeoutError:
        raise watch.fault(f"took over {CELL_TIMEOUT} s; make it shorter") from None
    except (DeadKernelError, RuntimeError) as error:
        why = f"took over {NOTEBOOK_TIMEOUT} s" if watch.late else "its kernel died"
        if isinstance(error, RuntimeError) and not isinstance(error, DeadKernelError):
            why = f"no kernel: {error}"
        raise watch.fault(f"{why}; run it alone to see more") from None
    except FileNotFoundError as error:
        raise watch.fault(f"no kernel: {error.filename} is missing; build again") from None
    finally:
        watch.end()
        staged.unlink(missing_ok=True)


TRIES = 3
"""How often a notebook runs whose data are written meanwhile, before that is an error."""


def recorded(notebook: Path, output: Path, parameters: dict, *, cold: bool) -> dict:
    """Execute one notebook and tell what it was made from; again if that changed meanwhile.

    Returns
    -------
    dict
        ``inputs`` and ``reads`` (hashes; see `smallbert.book.cache`), and ``seconds``.

    Raises
    ------
    UserError
        As `execute`; or something kept changing while it was read.
    """
    began, changed = time.perf_counter(), ""
    for _ in range(TRIES):
        inputs = cache.inputs(notebook, parameters)
        with tempfile.TemporaryDirectory(dir=machine.own_folder()) as folder:
            listed = Path(folder) / "reads"
            execute(notebook, output, parameters, cold=cold, reads=listed)
            reads = cache.hashes(listed)
        changed = marks.changed(inputs, cache.inputs(notebook, parameters), reads)
        if not changed:
            return {"inputs": inputs, "reads": reads, "seconds": time.perf_counter() - began}
    raise UserError(f"{shown(notebook)}: {changed} changes while it is read; build again later")


def _require_python(notebook: Path) -> None:
    """Refuse a notebook that was written for a kernel of another language."""
    wanted = nbformat.read(notebook, as_version=4).metadata.get("kernelspec", {})
    if (name := wanted.get("name", KERNEL)) != KERNEL:
        raise UserError(f"{shown(notebook)}: its kernel is {name!r}; change it to {KERNEL!r}")


class _Watch:
    """Knows which cell is under way, and ends a kernel whose notebook takes too long."""

    def __init__(self, notebook: Path, parametrised: bool):
        self._notebook, self._parametrised = notebook, parametrised
        self._index, self.late, self._timer = 0, False, None

    def begin(self, manager) -> None:
        self._timer = threading.Timer(NOTEBOOK_TIMEOUT, self._expire, [manager])
        self._timer.daemon = True
        self._timer.start()

    def _expire(self, manager) -> None:
        self.late = True
        kernels.kill(manager)

    def note(self, cell_index: int, **_) -> None:
        self._index = cell_index

    def end(self) -> None:
        if self._timer:
            self._timer.cancel()

    def fault(self, why: str) -> UserError:
        return UserError(f"{shown(self._notebook)}: cell {self._number()}: {why}")

    def _number(self) -> int:
        """Return the cell's number in the notebook itself, without the one that was injected."""
        cells = nbformat.read(self._notebook, as_version=4).cells
        tags = [cell.metadata.get("tags", []) for cell in cells]
        first = next((at for at, each in enumerate(tags) if "parameters" in each), len(cells))
        return self._index + 1 - (self._parametrised and self._index > first)


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
