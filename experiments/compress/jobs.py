"""Jobs that need each other, on any executor: several at once, recorded as they end."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Job(NamedTuple):
    """A call with a name of its own; it waits for the jobs that it needs, where they are due."""

    key: str
    call: Callable
    arguments: tuple
    needs: frozenset[str] = frozenset()
    size: float = 1.0  # how long it takes, in whatever unit all jobs are told in


@dataclass
class Pace:
    """How long jobs have taken so far."""

    seconds: float = 0.0
    size: float = 0.0

    def of(self, size: float) -> float:
        """Return how many seconds a job would take; 0 as long as none has ended."""
        return self.seconds / self.size * size if self.size else 0.0


@dataclass
class Queue:
    """Jobs in their order, of which so many are done at once until the time is up."""

    waiting: dict[str, Job]
    executor: Executor
    at_once: int
    until: float  # seconds since 1970
    pace: Pace = field(default_factory=Pace)
    going: dict[Future, tuple[Job, float]] = field(default_factory=dict)

    def do(self, begun: Callable[[Job], None], ended: Callable[[Job, Any], None]) -> bool:
        """Do the jobs; return whether all are done, else no other would be by `until`.

        `begun` is told each job, and `ended` its result as well, both in this process.
        """
        while self.begin(begun) or self.going:
            for future in wait(self.going, return_when=FIRST_COMPLETED).done:
                job, since = self.going.pop(future)
                self.pace.seconds += time.time() - since
                self.pace.size += job.size
                ended(job, future.result())
        return not self.waiting

    def begin(self, begun: Callable[[Job], None]) -> bool:
        """Begin as many jobs as may be; return whether any was."""
        before = len(self.waiting)
        for job in [*self.waiting.values()]:
            if len(self.going) == self.at_once:
                break
            due = {*self.waiting, *(each.key for each, _ in self.going.values())}
            late = time.time() + self.pace.of(job.size) >= self.until
            if not late and job.needs.isdisjoint(due - {job.key}):
                begun(job)
                future = self.executor.submit(job.call, *job.arguments)
                self.going[future] = job, time.time()
                del self.waiting[job.key]
        return len(self.waiting) < before

    def left(self) -> float:
        """Return in how many seconds all would be done, as fast as those before."""
        going = [job for job, _ in self.going.values()]
        size = sum(job.size for job in (*self.waiting.values(), *going))
        return self.pace.of(size) / self.at_once


def queue(jobs: Sequence[Job], executor: Executor, *, at_once: int, until: float) -> Queue:
    """Return a queue of jobs."""
    return Queue({job.key: job for job in jobs}, executor, at_once, until)
