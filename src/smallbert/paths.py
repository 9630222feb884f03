"""Where the project's files lie, and how one is written whole."""

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def root() -> Path:
    """Return the folder that holds ``data`` and ``notebooks``; ``SMALLBERT_ROOT`` may name it."""
    return _within(os.environ.get("SMALLBERT_ROOT"))


def data() -> Path:
    """Return the folder of vocabularies and sources."""
    return _within(os.environ.get("SMALLBERT_ROOT"), "data")


def build() -> Path:
    """Return the only folder that is written to."""
    return root() / "_build"


def site() -> Path:
    """Return where the built site lies."""
    return build() / "html"


def shown(path: Path) -> str:
    """Return a file as a message names it: relative to the checkout, if it lies there."""
    return str(path.relative_to(root()) if path.is_relative_to(root()) else path)


def aside() -> tuple[str, ...]:
    """Return the keys of works that are as if they were not there, named in ``SMALLBERT_ASIDE``.

    Where one work is asked about, others that somebody is still entering have no say.
    """
    return _split_keys(os.environ.get("SMALLBERT_ASIDE", ""))


@contextmanager
def without(works: Iterable[str]) -> Iterator[None]:
    """Leave works aside as long as the block lasts, in processes begun in it, too."""
    before = os.environ.get("SMALLBERT_ASIDE", "")
    os.environ["SMALLBERT_ASIDE"] = " ".join(works)
    try:
        yield
    finally:
        os.environ["SMALLBERT_ASIDE"] = before


@cache  # asked thousands of times, as is the next one
def _split_keys(text: str) -> tuple[str, ...]:
    return (*text.split(),)


@cache
def _within(root: str | None, *parts: str) -> Path:
    return Path(root or CHECKOUT, *parts)


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
