"""What runs in a process of its own: a notebook that notes which data it reads, or one answer."""

import gc
import os
import random
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from smallbert.book import marks, prepare_process
from smallbert.data import reads
from smallbert.data.faults import UserError

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

READS = "SMALLBERT_READS"
"""Environment variable: the file to which what is read of the data is appended."""

DONE, CELL, FAILED, REFUSED, BROKEN = "done", "cell", "failed", "refused", "broken"
"""What an execution tells: its end; that a cell begins (its index); that one failed, or that the
result must not be published (why); that the system refused, as when the disk is full (its error).
"""

OPTIONS = ["--HistoryManager.enabled=False", "--IPKernelApp.log_level=CRITICAL"]
"""A kernel of the build remembers no history and says nothing when it is told to end."""


class Job(NamedTuple):
    """A notebook to be executed.

    Attributes
    ----------
    notebook, staged, output : pathlib.Path
        What is executed, where the result is written, and where it is once it is whole.
    parameters : dict
        Values that replace the notebook's defaults.
    reads : pathlib.Path, optional
        Receives the paths of the data that are read.
    then : callable, optional
        Given `output` once it is there.
    """

    notebook: Path
    staged: Path
    output: Path
    parameters: dict
    reads: Path | None
    then: Callable[[Path], None] | None


def record_reads(folder: str, file: str) -> None:
    """Append to `file` what this process opens or lists below `folder` from now on.

    A line has the hash of a file, or of a folder's names, as it is just before it is read, and its
    path from `folder`; with a file comes its folder, whose names may grow.
    """
    inside = os.path.realpath(folder)
    target = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    named, seen = set(), set()

    def note(path: str) -> None:
        if path in named:
            return
        named.add(path)
        full = _resolved(path)
        if full not in seen and full.is_relative_to(inside):
            new = {each for each in (full, full.parent) if each.is_relative_to(inside)} - seen
            seen.update(new)
            for each in sorted(new):
                line = f"{_digest(each, _written(each))} {each.relative_to(inside)}\n"
                os.write(target, os.fsencode(line))

    reads.follow(note)


def remember(moments: Iterable[tuple[str, int]]) -> None:
    """Remember where paths lead and what files hold, each with the moment it was written.

    A server does so once, and its forks need not.
    """
    for path, written in moments:
        _digest(_resolved(path), written)


@cache
def _resolved(path: str) -> Path:
    """Return where a path leads."""
    return Path(os.path.realpath(path))


@cache
def _digest(path: Path, written: int | None) -> str:
    return marks.digest(path)


def _written(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def end_with(process: int) -> None:
    """End this process as soon as `process` ends, however that happens; not on Windows."""
    if sys.platform == "win32":
        return

    def wait() -> None:
        _wait_for(process)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _wait_for(process: int) -> None:
    try:
        watched = select.poll()
        watched.register(os.pidfd_open(process), select.POLLIN)
        watched.poll()
    except (AttributeError, OSError):  # a system that has no such thing, or forbids it
        with suppress(ProcessLookupError):
            while True:
                os.kill(process, 0)
                time.sleep(1)


def execute(
    builder: int,
    environment: dict[str, str],
    folder: str,
    reply: Connection,
    home: str,
    job: Job,
) -> None:
    """Execute a notebook in a forked process that has everything imported already.

    Parameters
    ----------
    builder : int
        The process for which this one works.
    environment : dict
        Replaces the one of the process that was forked.
    folder : str
        The working directory.
    reply : multiprocessing.connection.Connection
        Is sent what happens, as pairs; see `DONE`.
    home : str
        A folder for what a shell writes for itself.
    job : Job
        What is to be executed.
    """
    import numpy as np
    from papermill.exceptions import PapermillExecutionError

    from smallbert.book import clean, inside

    _begin(builder, environment, folder)
    random.seed()
    np.random.seed()  # else every fork would draw the same numbers
    if job.reads:
        _record_reads_of_data(job.reads)
    try:
        inside.execute(job, home=home, begins=lambda index: reply.send((CELL, index)))
        reads.leave()  # what is done with the result is not what the notebook reads
        clean.finish(job)
    except PapermillExecutionError as error:
        reply.send((FAILED, clean.line(error)))
    except UserError as error:
        reply.send((REFUSED, str(error)))
    except OSError as error:
        reply.send((BROKEN, error))
    else:
        reply.send((DONE, ""))


def answer(
    builder: int,
    environment: dict[str, str],
    folder: str,
    reply: Connection,
    question: Callable[[], object],
) -> None:
    """Send what a function returns, from a forked process; nothing if it fails."""
    _begin(builder, environment, folder)
    with suppress(Exception):
        reply.send(question())


def _begin(builder: int, environment: dict[str, str], folder: str) -> None:
    """Let a forked process be one of `builder`, which is not its parent."""
    gc.freeze()  # what the server imported is no garbage: a search through it takes 0.2 s
    if hasattr(os, "setsid"):
        os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    end_with(builder)  # the parent of a fork is the server, which outlives a killed build


def _record_reads_of_data(file: str | Path) -> None:
    from smallbert.data import paths

    record_reads(str(paths.data()), str(file))


def start(arguments: list[str]) -> None:
    """Note reads where the environment asks for it, and run a kernel until it is shut down."""
    prepare_process()
    if file := os.environ.get(READS):
        _record_reads_of_data(file)
    sys.modules["debugpy"] = None  # nobody debugs a build; importing it takes a tenth of a second
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize([*arguments, *OPTIONS])
    show_frames(app.shell)
    app.start()


def show_frames(shell: "InteractiveShell") -> None:
    """Let a shell show a frame as the book's pages do, and as text in the width of a page."""
    pd.set_option("display.max_columns", 20)  # imported before its shell, pandas expects a terminal
    shell.display_formatter.formatters["text/html"].for_type(pd.DataFrame, _shown)


def _shown(frame: pd.DataFrame) -> str:
    from smallbert.charts import publish  # three seconds, which a kernel's start need not take

    return publish.working(frame)


if __name__ == "__main__":
    start(sys.argv[1:])
