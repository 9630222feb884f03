"""Jobs that need each other, on any executor: several at once, recorded as they end."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import NamedTuple


class Job(NamedTuple):
    """A call with a name of its own; it waits for the jobs that it needs, where they are due."""

    key: str
    call: Callable
    arguments: tuple
    needs: frozenset[str] = frozenset()


def do_all(
    jobs: Sequence[Job],
    executor: Executor,
    *,
    at_once: int,
    until: float,
    begun: Callable[[str], None],
    ended: Callable[[str, object], None],
) -> bool:
    """Do jobs in their order; return whether all are done, else the time was up at `until`.

    `begun` is told each key, and `ended` its result as well, both in this process: what was begun
    when the time is up is recorded, too.
    """
    waiting, going = {job.key: job for job in jobs}, {}
    while going or (waiting and time.time() < until):
        for job in [*waiting.values()]:
            if len(going) == at_once or time.time() >= until:
                break
            if job.needs.isdisjoint({*waiting, *going.values()}):
                begun(job.key)
                going[executor.submit(job.call, *job.arguments)] = job.key
                del waiting[job.key]
        for future in _finished(going):
            ended(going.pop(future), future.result())
    return not waiting


def _finished(going: dict[Future, str]) -> set[Future]:
    return wait(going, return_when=FIRST_COMPLETED).done
