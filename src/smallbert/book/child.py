"""What runs in a forked process: a kernel that notes which data are read, or one answer."""

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

from smallbert.book import marks
from smallbert.data import files, reads

READS = "SMALLBERT_READS"
"""Environment variable: the file to which what is read of the data is appended."""

OPTIONS = ["--HistoryManager.enabled=False", "--IPKernelApp.log_level=CRITICAL"]
"""A kernel of the build remembers no history and says nothing when it is told to end."""


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


def forget_what_is_old() -> None:
    """Forget what was made before the fork, if a file of the data was written since."""
    if (ready := sys.modules.get("smallbert.book.ready")) and files.every() != ready.MOMENTS:
        files.forget()


def serve(builder: int, environment: dict[str, str], folder: str, connection_file: str) -> None:
    """Become a kernel in a forked process that has everything imported already.

    Parameters
    ----------
    builder : int
        The process for which the kernel works.
    environment : dict
        Replaces the one of the process that was forked.
    folder : str
        The working directory.
    connection_file : str
    """
    import numpy as np

    _begin(builder, environment, folder)
    random.seed()
    np.random.seed()  # else every fork would draw the same numbers
    start(["-f", connection_file, f"--IPKernelApp.parent_handle={os.getppid()}"])


def answer(
    builder: int,
    environment: dict[str, str],
    folder: str,
    question: Callable[[], object],
    reply: Connection,
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
    forget_what_is_old()
    end_with(builder)  # the parent of a fork is the server, which outlives a killed build


def start(arguments: list[str]) -> None:
    """Note reads where the environment asks for it, and run the kernel until it is shut down."""
    import pandas as pd

    from smallbert.data import paths

    pd.set_option("display.max_columns", 20)  # imported before its kernel, it expects a terminal
    if file := os.environ.get(READS):
        record_reads(str(paths.data()), file)
    sys.modules["debugpy"] = None  # nobody debugs a build; importing it takes a tenth of a second
    from ipykernel.kernelapp import IPKernelApp

    from smallbert.charts import publish

    app = IPKernelApp.instance()
    app.initialize([*arguments, *OPTIONS])
    page = app.shell.display_formatter.formatters["text/html"]
    page.for_type(pd.DataFrame, publish.working)
    app.start()


if __name__ == "__main__":
    start(sys.argv[1:])
