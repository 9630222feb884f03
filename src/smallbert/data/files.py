"""Files: what is made of them is kept by its process; a file is written whole or not at all."""

import os
import secrets
from collections.abc import Callable
from functools import wraps
from pathlib import Path

import pandas as pd

from smallbert.data import paths

made: dict[tuple, object] = {}
"""What functions made, by function, data and arguments; only tests forget it."""


def cached(make: Callable) -> Callable:
    """Let a function keep what it made, as long as its process lives.

    So no process may outlive a change of the data. Each caller gets a frame of its own, which costs
    nothing: pandas copies once it is written to. Anything else is shared by all callers, so none
    may change it.
    """
    usual = make.__kwdefaults__ or {}  # said or left out, they ask the same

    @wraps(make)
    def ask(*arguments, **named):
        asked = make, paths.data(), arguments, tuple((usual | named).items())
        if asked not in made:
            made[asked] = make(*arguments, **named)
        known = made[asked]
        return known.copy(deep=False) if isinstance(known, pd.DataFrame) else known

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
