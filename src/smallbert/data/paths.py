"""Where the project's files lie."""

import os
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]


def root() -> Path:
    """Return the checkout: the folder that holds ``data`` and ``notebooks``.

    ``SMALLBERT_ROOT`` names another one; the tests use it to break a copy.
    """
    return _within(os.environ.get("SMALLBERT_ROOT"))


def data() -> Path:
    """Return the folder of vocabularies and sources."""
    return _within(os.environ.get("SMALLBERT_ROOT"), "data")


def site() -> Path:
    """Return where the built site lies."""
    return build() / "html"


def build() -> Path:
    """Return the only folder that is written to."""
    return root() / "_build"


@cache  # asked thousands of times
def _within(root: str | None, *parts: str) -> Path:
    return Path(root or CHECKOUT, *parts)
