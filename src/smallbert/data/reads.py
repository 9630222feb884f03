"""Which data a process reads, also through what it has kept of an earlier reading."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache

EVENTS = ("open", "os.scandir", "os.listdir")
"""Python's audit hook sees every way of opening a file or listing a folder, whoever does it."""

_told: list[Callable[[str], None]] = []


def follow(listener: Callable[[str], None]) -> None:
    """Call `listener` with each path that is opened or listed from now on, once or more."""
    listen()
    _told.append(listener)


def leave() -> None:
    """Call nobody any more."""
    _told.clear()


@contextmanager
def noted() -> Iterator[set[str]]:
    """Collect what is read in the block, if this process listens."""
    paths = set()
    _told.append(paths.add)
    try:
        yield paths
    finally:
        _told.remove(paths.add)


def again(paths: Iterable[str]) -> None:
    """Say that what was read earlier counts as read now: what was made of it is used."""
    for path in paths:
        _tell(path)


def _tell(path: str) -> None:
    for each in _told:
        each(path)


@cache
def listen() -> None:
    """Begin to hear of reads. A hook cannot be taken away, so a process has one, if it wants it."""

    def heard(event: str, arguments: tuple) -> None:
        if _told and event in EVENTS and arguments[0] and not isinstance(arguments[0], int):
            _tell(os.fsdecode(arguments[0]))

    sys.addaudithook(heard)
