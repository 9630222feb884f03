"""Files: what is made of them is kept until one is written; a file is written whole or not."""

import os
import pickle
import secrets
import sysconfig
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property, wraps
from itertools import starmap, zip_longest
from operator import eq
from pathlib import Path

import pandas as pd

from smallbert.data import paths, reads

KEPT = 2048
"""Questions whose results one keeper has: a page asks for the same tables many times."""

VERSIONS = 3
"""Results kept of one question, each made of other versions of its files."""

reads.listen()


class _Look:
    """One look at the files: when each was written, as far as somebody asked."""

    def __init__(self) -> None:
        self._moments: dict[str, int | None] = {}

    def moment(self, path: str) -> int | None:
        """Return when a file, or the names in a folder, were written; None if there is none."""
        if path not in self._moments:
            try:
                self._moments[path] = os.stat(path).st_mtime_ns
            except (OSError, ValueError):  # missing, or no name of a file
                self._moments[path] = None
        return self._moments[path]

    def there(self, path: str) -> bool:
        """Tell whether there is a file."""
        return self.moment(path) is not None

    @cached_property
    def every(self) -> list[tuple[str, int]]:
        return below(paths.data())


_steady: ContextVar[_Look | None] = ContextVar("steady", default=None)


def every() -> list[tuple[str, int]]:
    """Return all files of the data, each with the moment it was written, in the order of paths."""
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


class _Made:
    """A result, and what it was made of: a trace, as `reads` has them.

    Parameters
    ----------
    again : callable
        Returns what the same question gives now.

    Attributes
    ----------
    read : dict
        Files and folders that were read, each with the moment it was written.
    looked_for : dict
        Files of which was asked whether they are there, each with the answer.
    parts : dict
        Other results that were used, as keys.
    """

    def __init__(self, again: "Callable[[], _Made]") -> None:
        self.result: object = _UNMADE
        self.again = again
        self.read: dict[str, int | None] = {}
        self.looked_for: dict[str, bool] = {}
        self.parts: dict[_Made, None] = {}
        self._seen: _Look | None = None
        self._holds = True
        self._asked: _Look | None = None
        self._remade: _Made | None = None

    def note(self, path: str) -> None:
        """Add a path that is being read, with the moment it was written at the latest."""
        if path not in self.read and not path.startswith(LIBRARIES):
            self.read[path] = _steady.get().moment(path)

    def look_for(self, path: str) -> None:
        """Add a file of which only is asked whether it is there."""
        self.looked_for[path] = _steady.get().there(path)

    def paths(self) -> set[str]:
        """Return what was read; for a file that was looked for, its folder."""
        return {*self.read, *map(os.path.dirname, self.looked_for)}

    def holds(self, look: _Look) -> bool:
        """Tell whether it would be made of the same now.

        A part that was made of what has been written since is made again: often it comes out
        alike, and then what was made of it holds. No part is made again for nothing, as whoever
        made this result anew would ask for the first part that differs.
        """
        if self._seen is not look:
            self._seen = look
            self._holds = (
                all(look.moment(path) == was for path, was in self.read.items())
                and all(look.there(path) == was for path, was in self.looked_for.items())
                and self._renew(look)
            )
        return self._holds

    def _renew(self, look: _Look) -> bool:
        """Take parts that had to be made again for the former ones, as long as they are alike."""
        renewed = {}
        for part in self.parts:
            now = part if part.holds(look) else part.remade(look)
            if now is None:
                return False
            renewed[now] = None
        self.parts = renewed
        return True

    def remade(self, look: _Look) -> "_Made | None":
        """Return what takes the place of this result; None if that is none, or another one."""
        if self._asked is not look:
            self._asked, self._remade = look, None
            with suppress(Exception), reads.aside():
                now = self.again()
                self._remade = now if _are_alike(self.result, now.result) else None
        return self._remade


_UNMADE = object()
"""The result of what failed."""


def _are_alike(former: object, now: object) -> bool:
    """Tell whether two results have the same types and values, down to what they hold.

    A yes is sure: to ``==``, 1 and 1.0 would be the same.
    """
    return former is not _UNMADE and all(starmap(eq, zip_longest(_bytes(former), _bytes(now))))


def _bytes(result: object) -> Iterator[bytes]:
    """Yield what a result holds as bytes, a frame's in parts, of which most tell at the first."""
    if not isinstance(result, pd.DataFrame):
        yield pickle.dumps(result)
        return
    yield pickle.dumps((type(result), result.shape, result.attrs))
    yield pickle.dumps((result.columns, result.index))
    for _, column in result.items():
        yield pickle.dumps(column.array)


LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
"""Where Python's modules lie, which a process loads once: no result is of another version."""


class Keeper:
    """Results by what was asked, each for as long as nothing that it was made of is written."""

    def __init__(self) -> None:
        self._made: dict[Hashable, list[_Made]] = {}

    def get(self, asked: Hashable, make: Callable[[], object]):
        """Return what was made for a question, or make it; it is shared, so do not change it."""
        return self._get(asked, make).result

    def _get(self, asked: Hashable, make: Callable[[], object]) -> _Made:
        with steady():
            look, versions = _steady.get(), self._made.get(asked, [])
            for made in versions:
                if made.holds(look):
                    reads.use(made)
                    return made
            made = _Made(lambda: self._get(asked, make))
            with reads.making(made):
                made.result = make()
            if asked not in self._made and len(self._made) >= KEPT:
                del self._made[next(iter(self._made))]
            self._made[asked] = [made, *versions[: VERSIONS - 1]]
            return made


def cached(make: Callable) -> Callable:
    """Let a function keep what it made, for as long as nothing that was read for it is written.

    What is opened and listed while it makes something is known by itself; whether a file is there,
    it asks `reads.is_file`. What it read counts as read by whoever is given the result.

    Files are looked at once for all that one call asks in turn, and once in a `steady` block: most
    of what is asked was just asked.

    Each caller gets a frame of its own, which costs nothing: pandas copies once it is written to.
    Anything else that is kept is shared by all callers, so none may change it.
    """
    usual = make.__kwdefaults__ or {}  # said or left out, they ask the same
    keeper = Keeper()

    @wraps(make)
    def ask(*arguments, **named):
        asked = paths.data(), arguments, tuple((usual | named).items())
        made = keeper.get(asked, lambda: make(*arguments, **named))
        return made.copy(deep=False) if isinstance(made, pd.DataFrame) else made

    return ask


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
