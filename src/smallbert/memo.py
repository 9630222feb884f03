"""What functions have made of the data, kept as long as their process lives."""

import os
import sys
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from smallbert import paths

READ = ("open", "os.listdir", "os.scandir")
"""What Python calls the reading of a file or folder. Asking whether a file is there is not."""


class Made(NamedTuple):
    """What a function made, and of what: other entries of `kept` and, after `follow`, files."""

    value: object
    of: set[tuple | str]


kept: dict[tuple, Made] = {}
"""What functions made, by function, folder of the data and arguments. An entry comes after those
that it was made of: `forget` relies on this order."""

_being_made: list[set[tuple | str]] = []


def cached(make: Callable) -> Callable:
    """Let a function keep what it made of the data, until `forget` drops it.

    Without `follow` nothing can be dropped, and no process may outlive a change of the data. Each
    caller gets a frame of its own, which costs nothing: pandas copies once it is written to.
    Anything else is shared, so no caller changes it.
    """
    usual = make.__kwdefaults__ or {}  # said or left out, they ask the same
    all_usual = (*usual.items(),)

    @wraps(make)
    def ask(*arguments, **named):
        options = (*(usual | named).items(),) if named else all_usual
        asked = make, paths.data(), arguments, (options, paths.aside())
        entry = kept.get(asked)
        if entry is None:
            entry = kept[asked] = _made(partial(make, *arguments, **named))
        if _being_made:
            _being_made[-1].add(asked)
        value = entry.value
        return value.copy(deep=False) if isinstance(value, pd.DataFrame) else value

    return ask


def _made(make: Callable) -> Made:
    """Return what a call makes, with all that it asks while it does."""
    of = set()
    _being_made.append(of)
    try:
        return Made(make(), of)
    except BaseException:
        if len(_being_made) > 1:  # who catches the error makes something else of the same
            _being_made[-2].update(of)
        raise
    finally:
        _being_made.pop()


def follow() -> None:
    """Note from now on which files anything is made of, in a process that outlives a change."""

    def note(event: str, arguments: tuple) -> None:
        if event in READ and _being_made and isinstance(arguments[0], str | os.PathLike):
            _being_made[-1].add(os.path.normpath(arguments[0]))

    sys.addaudithook(note)


def forget(*files: Path) -> None:
    """Forget what was made of files that changed, and what was made of that.

    With a file that is new or gone, name its folder, too.
    """
    gone: set[tuple | str] = {os.path.normpath(path) for path in files}
    for asked, made in [*kept.items()]:
        if not gone.isdisjoint(made.of):
            gone.add(asked)
            del kept[asked]
