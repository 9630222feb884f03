"""What of one work is code: ``<key>.py`` or, where it has several nouns, a package ``<key>``.

It is found by the work's key; most works have none.

The module may hold rules of the audit under the names that the descriptor gives them, and
``ways``, which says how the work's sizes follow from shapes; see `smallbert.audit.figures`.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


@cache
def find(key: str) -> ModuleType | None:
    """Return the module of a work; None where it has none."""
    name = f"{__name__}.{key}"
    return import_module(name) if find_spec(name) else None
