"""Execute one notebook with papermill, and refuse what must not be published."""

import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import nbformat
import papermill
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from papermill.exceptions import PapermillExecutionError

from smallbert.book import cache, child, clean, forks, kernels, machine, marks
from smallbert.book.notebooks import shown
from smallbert.data import files
from smallbert.data.faults import UserError

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
    then: Callable[[Path], None] | None = None,
) -> None:
    """Execute one notebook; `output` appears only when every cell succeeded.

    Parameters
    ----------
    notebook, output : pathlib.Path
    parameters : dict, optional
        Values that replace the notebook's defaults; see `smallbert.data.parameters.convert`.
    cold : bool
        Start a kernel in a new Python instead of a fork.
    reads : pathlib.Path, optional
        Receives the paths of the data that the notebook read.
    then : callable, optional
        Given `output` once it is there; called in the fork, if there is one.

    Raises
    ------
    UserError
        The notebook wants another kernel, or there is none; or too few files may be open; or a
        cell failed, hung, killed its kernel, wrote to stderr, or did not run.
    """
    clean.require_python(notebook)
    machine.prepare()
    output.parent.mkdir(parents=True, exist_ok=True)
    staged, watch = files.staged(output, ".ipynb"), _Watch(notebook, bool(parameters))
    job = child.Job(notebook, staged, output, parameters or {}, reads, then)
    staged.touch()  # here, where the user's umask holds
    try:
        (_by_kernel if cold else _by_fork)(job, watch)
    except TimeoutError as error:
        raise watch.fault(f"took over {error} s; make it shorter") from None
    except EOFError:
        raise watch.fault("its kernel died; run it alone to see more") from None
    except RuntimeError as error:
        if watch.late:  # its time was over before it began
            raise watch.fault(f"took over {NOTEBOOK_TIMEOUT} s; make it shorter") from None
        raise watch.fault(f"no kernel: {error}; run it alone to see more") from None
    finally:
        staged.unlink(missing_ok=True)


def _by_fork(job: child.Job, watch: "_Watch") -> None:
    """Execute a notebook in a fork, which tells how far it is."""
    ends = time.monotonic() + NOTEBOOK_TIMEOUT
    with (
        tempfile.TemporaryDirectory(dir=machine.own_folder()) as home,
        forks.running(child.execute, home, job) as reply,
    ):
        happened = ""
        while happened != child.DONE:
            if not reply.poll(min(CELL_TIMEOUT, max(0, ends - time.monotonic()))):
                late = time.monotonic() >= ends
                raise TimeoutError(NOTEBOOK_TIMEOUT if late else CELL_TIMEOUT)
            happened, what = reply.recv()
            if happened == child.CELL:
                watch.note(what)
            if happened == child.FAILED:
                raise watch.fault(what)
            if happened == child.REFUSED:
                raise UserError(what)
            if happened == child.BROKEN:
                raise what


def _by_kernel(job: child.Job, watch: "_Watch") -> None:
    """Execute a notebook in a kernel of its own."""
    try:
        papermill.execute_notebook(
            str(job.notebook),
            str(job.staged),
            parameters=job.parameters,
            kernel_name=clean.KERNEL,
            progress_bar=False,
            request_save_on_cell_execute=False,
            execution_timeout=CELL_TIMEOUT,
            record_timing=False,
            shutdown_kernel="immediate",
            on_cell_start=watch.note,
            kernel_manager_class=kernels.manager(job.reads, started=watch.begin),
        )
        clean.finish(job)
    except PapermillExecutionError as error:
        raise watch.fault(clean.line(error)) from None
    except CellTimeoutError:
        raise TimeoutError(CELL_TIMEOUT) from None
    except DeadKernelError:
        raise (TimeoutError(NOTEBOOK_TIMEOUT) if watch.late else EOFError) from None
    except FileNotFoundError as error:
        raise watch.fault(f"no kernel: {error.filename} is missing; build again") from None
    finally:
        watch.end()


TRIES = 3
"""How often a notebook runs whose data are written meanwhile, before that is an error."""


def recorded(
    notebook: Path,
    output: Path,
    parameters: dict,
    *,
    cold: bool,
    then: Callable[[Path], None] | None = None,
) -> dict:
    """Execute one notebook and tell what it was made from; again if that changed meanwhile.

    See `execute` for the parameters.

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
            execute(notebook, output, parameters, cold=cold, reads=listed, then=then)
            reads = cache.hashes(listed)
        changed = marks.changed(inputs, cache.inputs(notebook, parameters), reads)
        if not changed:
            return {"inputs": inputs, "reads": reads, "seconds": time.perf_counter() - began}
    raise UserError(f"{shown(notebook)}: {changed} changes while it is read; build again later")


class _Watch:
    """Knows which cell is under way, and ends a kernel whose notebook takes too long."""

    def __init__(self, notebook: Path, parametrised: bool):
        self._notebook, self._parametrised = notebook, parametrised
        self._index, self.late, self._timer, self._ended = 0, False, None, threading.Event()

    def begin(self, manager) -> None:
        self._timer = threading.Timer(NOTEBOOK_TIMEOUT, self._expire, [manager])
        self._timer.daemon = True
        self._timer.start()

    def _expire(self, manager) -> None:
        self.late = True
        while not self._ended.wait(0.1):  # its kernel may just be starting
            kernels.kill(manager)

    def note(self, cell_index: int, **_) -> None:
        self._index = cell_index

    def end(self) -> None:
        self._ended.set()
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
