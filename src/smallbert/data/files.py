"""Files: what is made of them is kept until one is written; a file is written whole or not."""

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property, lru_cache, wraps
from pathlib import Path

import pandas as pd

from smallbert.data import paths, reads

KEPT = 512
"""Results kept of one function: a page asks for the same tables many times."""

_keepers: list[Callable] = []


class _Look:
    """One look at the files: what was asked since, and when all files were written."""

    def __init__(self) -> None:
        self.told: dict[tuple, tuple] = {}

    @cached_property
    def every(self) -> list[tuple[str, int]]:
        return below(paths.data())


_steady: ContextVar[_Look | None] = ContextVar("steady", default=None)


def every(*_arguments, **_named) -> list[tuple[str, int]]:
    """Return all files of the data, each with the moment it was written, in the order of paths.

    What rests on all data asks for them, whatever its arguments are, thousands of times.
    """
    look = _steady.get()
    return below(paths.data()) if look is None else look.every


@contextmanager
def steady() -> Iterator[None]:
    """Look for written files once for all of the block, which somebody else checks anyway."""
    if _steady.get() is not None:
        yield
        return
    token = _steady.set(_Look())
    try:
        yield
    finally:
        _steady.reset(token)


def below(*roots: Path) -> list[tuple[str, int]]:
    """Return all files below some folders, likewise."""
    moments, folders = [], [*map(str, roots)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    with suppress(OSError):  # an editor's, or a link to nothing or itself
                        moments.append((entry.path, entry.stat().st_mtime_ns))
    return sorted(moments)


def cached(of: Callable[..., Iterable[Path | tuple]] = every) -> Callable[[Callable], Callable]:
    """Let a function keep what it made, for as long as none of the files behind it is written.

    Parameters
    ----------
    of : callable
        Given the function's arguments, returns the files behind the result; one may be missing.
        In the place of a file may stand a pair of it and the moment it was written.

    Notes
    -----
    Files are looked at once for all that one call asks in turn, and once in a `steady` block: most
    of what is asked was just asked.

    What was read to make a result counts as read by whoever is given it; see `reads`.

    Each caller gets a frame of its own, which costs nothing: pandas copies once it is written to.
    Anything else that is kept is shared by all callers, so none may change it.
    """

    def decorate(make: Callable) -> Callable:
        usual = make.__kwdefaults__ or {}  # said or left out, they ask the same

        @lru_cache(maxsize=KEPT)
        def kept(written: tuple, *arguments, **named):
            with reads.noted() as read:
                made = make(*arguments, **named)
            return made, frozenset(read)

        _keepers.append(kept)

        @wraps(make)
        def ask(*arguments, **named):
            if (look := _steady.get()) is None:
                with steady():
                    return ask(*arguments, **named)
            named = usual | named
            asked = (make, arguments, tuple(named.items()))
            if asked not in look.told:
                written = tuple(map(_written, of(*arguments, **named)))
                look.told[asked] = kept(written, *arguments, **named)
            made, read = look.told[asked]
            reads.again(read)
            return made.copy(deep=False) if isinstance(made, pd.DataFrame) else made

        return ask

    return decorate


def forget() -> None:
    """Forget all that was kept."""
    for each in _keepers:
        each.cache_clear()


def _written(path: Path | tuple) -> tuple:
    """Return a file with the moment it was written; None where there is none."""
    if isinstance(path, tuple):
        return path
    try:
        return path, path.stat().st_mtime_ns
    except (FileNotFoundError, NotADirectoryError):
        return path, None


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that no reader ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = staged(path)
    try:
        begun.write_text(text, encoding="utf-8")
        os.replace(begun, path)
    except BaseException:
        begun.unlink(missing_ok=True)
        raise


def staged(path: Path, ending: str = "") -> Path:
    """Return a name next to `path` that nobody else has, for what becomes it once it is whole.

    Whoever writes there lets the user's umask say who may read it, which `tempfile` does not.
    """
    return path.with_name(f".{path.name}-{secrets.token_hex(8)}{ending}")
