"""Files: what is made of them is kept until one is written; a file is written whole or not."""

import os
import tempfile
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from pathlib import Path

KEPT = 512
"""Results kept of one function: a page asks for the same tables many times."""


def cached(of: Callable[..., Iterable[Path]]) -> Callable[[Callable], Callable]:
    """Let a function keep what it made, for as long as none of the files behind it is written.

    Parameters
    ----------
    of : callable
        Given the function's arguments, returns the files behind the result; one may be missing.

    Notes
    -----
    What is kept is shared by all callers, so none may change it.
    """

    def decorate(make: Callable) -> Callable:
        @lru_cache(maxsize=KEPT)
        def kept(written: tuple, *arguments, **named):
            return make(*arguments, **named)

        @wraps(make)
        def ask(*arguments, **named):
            return kept(tuple(map(_written, of(*arguments, **named))), *arguments, **named)

        return ask

    return decorate


def _written(path: Path) -> tuple[Path, int | None]:
    """Return a file with the moment it was written; None where there is none."""
    return path, path.stat().st_mtime_ns if path.exists() else None


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that no reader ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
