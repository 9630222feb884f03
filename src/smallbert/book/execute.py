"""Run notebooks with papermill, several at once, each in a process that is forked warm."""

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from smallbert.book import keys, notebooks
from smallbert.errors import UserError

NOTEBOOK_TIMEOUT = 600
"""Seconds after which a notebook counts as hung, also where it hears no alarm."""


class Job(NamedTuple):
    """A notebook to be run, and where its result belongs.

    Attributes
    ----------
    notebook, output : pathlib.Path
        The result appears at `output` only if every cell succeeded.
    parameters : dict
        Values that replace the notebook's defaults; see `smallbert.data.parameters.convert`.
    key : str
        What the result is made from; see `key_of`.
    publish : bool
        Whether what it published is written next to it; see `smallbert.book.artifacts.publish`.
    """

    notebook: Path
    output: Path
    parameters: dict
    key: str
    publish: bool = False

    @property
    def name(self) -> str:
        """The notebook and its parameters as a message names them."""
        told = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        return notebooks.shown(self.notebook) + (f" with {told}" if told else "")


def key_of(notebook: Path, parameters: dict, common: str) -> str:
    """Return the key of a run: code cells, parameters, and what all runs are made from."""
    return keys.of(notebooks.code(notebook), parameters, common)


def preload(*modules: str) -> None:
    """Let a server import modules once, in the background, from which processes are then forked.

    Where processes cannot be forked safely, each imports for itself.
    """
    if _method() == "forkserver":
        multiprocessing.get_context("forkserver").set_forkserver_preload([*modules])
        threading.Thread(target=apart, args=(bool,), daemon=True).start()


def _method() -> str:
    return "forkserver" if sys.platform.startswith("linux") else "spawn"


def apart(function: Callable, *arguments, within: float | None = None, method: str = ""):
    """Call a function in a process of its own and return what it returns.

    Parameters
    ----------
    function : callable
        Of a module.
    within : float, optional
        Seconds after which the process is killed.
    method : str
        How the process starts; by default forked from the server, where that is possible.

    Raises
    ------
    UserError
        The function raised it.
    OSError
        Likewise, as for a full disk.
    RuntimeError
        The function raised anything else; its traceback.
    EOFError
        The process died.
    TimeoutError
        It took too long.
    """
    context = multiprocessing.get_context(method or _method())
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(theirs, dict(os.environ), function, arguments))
    with ours:
        try:
            with theirs:
                process.start()
            if not ours.poll(within):
                raise TimeoutError
            good, value = ours.recv()
        finally:
            if process.pid:
                _end(process)
                process.join()
    if not good:
        raise value
    return value


def _end(process) -> None:
    """Kill a process with all that it has started."""
    process.kill()  # it may not lead a group yet
    with suppress(ProcessLookupError, AttributeError):  # Windows has no groups
        os.killpg(process.pid, signal.SIGKILL)


def _answer(reply, environment: dict[str, str], function: Callable, arguments: tuple) -> None:
    """Send what a function returns, or why not, from a process that may be forked from a server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    if hasattr(os, "setsid"):
        os.setsid()
    os.environ.clear()
    os.environ.update(environment)  # the server's may be older
    try:
        reply.send((True, function(*arguments)))
    except (UserError, OSError) as error:
        reply.send((False, error))
    except BaseException:
        reply.send((False, RuntimeError(traceback.format_exc())))


def execute(job: Job, *, method: str = "") -> None:
    """Run one notebook in a process of its own.

    Raises
    ------
    UserError
        The notebook wants another kernel; or a cell failed, hung, wrote to stderr or killed its
        process.
    """
    try:
        apart(run, job, within=NOTEBOOK_TIMEOUT, method=method)
    except TimeoutError:
        raise UserError(f"{job.name}: took over {NOTEBOOK_TIMEOUT} s; make it shorter") from None
    except EOFError:
        raise UserError(f"{job.name}: its process was ended; run it alone to see more") from None


def execute_all(jobs: Iterable[Job]) -> list[str]:
    """Run notebooks on the cores at hand, in the order given; return a line for each that failed.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C or SIGTERM came: no process is left, and finished notebooks are kept.
    """
    with ThreadPoolExecutor(os.cpu_count()) as pool, stoppable(pool):
        return follow({pool.submit(execute, job): job.output.stem for job in jobs})


def follow(runs: dict[Future, str]) -> list[str]:
    """Show which runs are under way until all are done; return a line for each that failed."""
    failures, pending, seen = [], set(runs), sys.stderr.isatty()
    with tqdm(
        total=len(runs), unit="run", mininterval=0.1 if seen else 10, disable=len(runs) < 2
    ) as bar:
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            bar.update(len(done))
            under_way = (name for run, name in runs.items() if run.running())
            bar.set_description(" ".join(under_way), refresh=seen)
            failures += [_line(run.exception()) for run in done if run.exception()]
    return sorted(failures)


def _line(error: BaseException) -> str:
    """Return the line for a user's mistake; anything else is a fault of ours."""
    if not isinstance(error, UserError):
        raise error
    return str(error)


@contextmanager
def stoppable(pool: ThreadPoolExecutor):
    """Let Ctrl-C end, with the block, the processes for which a pool's threads wait."""
    try:
        yield
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        waiting = threading.Thread(target=pool.shutdown)
        waiting.start()
        while waiting.is_alive():  # one may just have been starting
            for process in multiprocessing.active_children():
                _end(process)
            waiting.join(0.05)
        raise


def run(job: Job) -> None:
    """Run one notebook in this process, which is thrown away afterwards."""
    from smallbert.book import engine  # seconds of imports that the parent does without

    engine.run(job)
