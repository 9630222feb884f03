"""Which data a process reads, also through what it has kept of an earlier reading."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Protocol

EVENTS = frozenset({"open", "os.scandir", "os.listdir"})
"""Python's audit hook sees every way of opening a file or listing a folder, whoever does it."""


class Trace(Protocol):
    """What a result was made of: what was read for it, and other results with their own."""

    parts: "dict[Trace, None]"

    def note(self, path: str) -> None:
        """Add a file or folder that is being read."""

    def look_for(self, path: str) -> None:
        """Add a file of which only is asked whether it is there."""

    def paths(self) -> Iterable[str]:
        """Return what was read; for a file that was looked for, its folder."""


_making: ContextVar[Trace | None] = ContextVar("making", default=None)
"""What is being made: of several within each other, the innermost."""

_told: list[Callable[[str], None]] = []
_known: set[Trace] = set()
"""Who listens, and what all of them have heard of already."""


def follow(listener: Callable[[str], None]) -> None:
    """Call `listener` with each path that is opened or listed from now on, once or more.

    A result that was made before is heard of when it is first used.
    """
    listen()
    _known.clear()
    _told.append(listener)


def leave() -> None:
    """Call nobody any more."""
    _told.clear()


@contextmanager
def making(trace: Trace) -> Iterator[None]:
    """Let a trace have what is read and used in the block; what is being made is made of it."""
    token = _making.set(trace)
    try:
        yield
    finally:
        _making.reset(token)
        if whole := _making.get():
            whole.parts[trace] = None


@contextmanager
def aside() -> Iterator[None]:
    """Let what is being made have nothing of what is read and used in the block."""
    token = _making.set(None)
    try:
        yield
    finally:
        _making.reset(token)


def use(trace: Trace) -> None:
    """Say that what was made earlier is used: what was read for it counts as read now."""
    if whole := _making.get():
        whole.parts[trace] = None
    if _told:
        _tell_of(trace)


def is_file(path: Path) -> bool:
    """Tell whether there is a file, which counts as listing its folder."""
    if trace := _making.get():
        trace.look_for(str(path))
    _tell(str(path.parent))
    return path.is_file()


def _tell_of(trace: Trace) -> None:
    if trace in _known:
        return
    _known.add(trace)
    for path in trace.paths():
        _tell(path)
    for part in trace.parts:
        _tell_of(part)


def _tell(path: str) -> None:
    for each in _told:
        each(path)


@cache
def listen() -> None:
    """Begin to hear of reads. A hook cannot be taken away, so a process has one."""

    def hook(event: str, arguments: tuple) -> None:
        if event in EVENTS and arguments[0] and not isinstance(arguments[0], int):
            path = os.fsdecode(arguments[0])
            if trace := _making.get():
                trace.note(path)
            _tell(path)

    sys.addaudithook(hook)
