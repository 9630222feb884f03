"""Runs side by side, which Ctrl-C and its like stop at a place of our choice."""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager

LOOK = 0.1
"""Seconds after which a waiting run looks whether it was asked to stop."""


def pool() -> ThreadPoolExecutor:
    """Return an executor for runs on this machine's cores."""
    return ThreadPoolExecutor(os.cpu_count())


def finished(jobs: Iterable[Future]) -> Iterator[set[Future]]:
    """Yield the jobs that are done, as they are, at least every `LOOK` seconds.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C, SIGTERM or SIGHUP came. It is raised here and nowhere else: an exception out of
        a signal handler could hit a callback, which would swallow it.
    """
    pending = set(jobs)
    with _asked_to_stop() as asked:
        while pending:
            if asked.is_set():
                raise KeyboardInterrupt
            done, pending = wait(pending, timeout=LOOK, return_when=FIRST_COMPLETED)
            yield done


def stops() -> list[signal.Signals]:
    """Return the signals that stop a command: Ctrl-C, the wish to end, a terminal that went away.

    One that the caller had ignored, as nohup does, stays so.
    """
    known = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    return [each for each in known if each and signal.getsignal(each) != signal.SIG_IGN]


@contextmanager
def _asked_to_stop() -> Iterator[threading.Event]:
    """Note the signals instead of obeying them; only the main thread can say so."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return
    before = {each: signal.signal(each, lambda *_: asked.set()) for each in stops()}
    try:
        yield asked
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
