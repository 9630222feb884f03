"""How long each phase of a build takes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Collects the seconds of named phases.

    Examples
    --------
    >>> clock = Clock()
    >>> clock.seconds["check"] = 0.5
    >>> str(clock)
    'check 0.50 s'
    """

    def __init__(self):
        self.seconds: dict[str, float] = {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count the time of the block as phase `name`."""
        began = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - began

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:.2f} s" for name, value in self.seconds.items())
