"""Processes forked from a server that has everything imported and the common tables made."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from smallbert.book import child, machine
from smallbert.data import files

START_WITHIN = 120
"""Seconds for the server to import everything, make the common tables and fork."""

PRELOADED = ["smallbert.book.warm"]
"""What the server imports before it forks."""

_starting = threading.Lock()
_made_of: list[tuple[str, int]] = []
"""The files of the data, and when each was written, as the server found them."""
_running: set[BaseProcess] = set()


def can_fork() -> bool:
    """Tell whether notebooks may run in forks: not on Windows, nor by default on macOS."""
    return sys.platform.startswith("linux")


def _server(*more: str):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*PRELOADED, *more])
    return context


def warm_up() -> None:
    """Start the server; it prepares while the caller goes on.

    One that made its tables of older data gives way: each of its forks would make them anew.
    """
    if can_fork():
        machine.prepare()
        if (now := files.every()) != _made_of:
            _made_of[:] = now
            _end_server(wait=True)
        _server("smallbert.book.ready")
        forkserver.ensure_running()


def _end_server(*, wait: bool = False) -> None:
    """Kill the server, which may be stopped: a start that waits for it then fails."""
    server = forkserver._forkserver._forkserver_pid
    with contextlib.suppress(ProcessLookupError, ChildProcessError, TypeError):  # gone, or none
        os.kill(server, signal.SIGKILL)
        if wait:
            os.waitid(os.P_PID, server, os.WEXITED | os.WNOWAIT)


def _fork(target: Callable, *more) -> BaseProcess:
    """Return a process that the server forks for this one."""
    with _starting:
        limit = threading.Timer(START_WITHIN, _end_server)
        limit.start()
        try:
            arguments = (os.getpid(), dict(os.environ), os.getcwd(), *more)
            process = _server().Process(target=target, args=arguments)
            process.start()
            return process
        except EOFError:
            raise RuntimeError("what forks kernels was ended; build again") from None
        finally:
            limit.cancel()


@contextlib.contextmanager
def running(target: Callable, *more) -> Iterator[Connection]:
    """Run a function of `child` in a fork, which ends with the block; yield what it sends.

    Raises
    ------
    RuntimeError
        The server does not fork.
    """
    ours, theirs = multiprocessing.Pipe(duplex=False)
    with ours:
        try:
            process = _fork(target, theirs, *more)
        finally:
            theirs.close()
        _running.add(process)
        try:
            yield ours
        finally:
            _kill(process)
            process.join()
            _running.discard(process)


def ask(question: Callable[[], object]):
    """Return what a function returns in a fork of the server, which has the common tables made.

    Where no fork gives an answer, it is called here, and says by itself what is wrong.
    """
    try:
        with running(child.answer, question) as answer:
            return answer.recv()
    except (RuntimeError, EOFError):
        return question()


def stop() -> None:
    """Kill the forks of this process, and the server if one is just starting."""
    if _starting.locked():
        _end_server()
    for process in list(_running):
        _kill(process)


def _kill(process: BaseProcess) -> None:
    """End a fork and its children at once."""
    process.kill()  # it may not lead a group yet
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
