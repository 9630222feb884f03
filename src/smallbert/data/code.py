"""What of a work is code, found by the work's key: nothing in the library lists the works."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


@cache
def of_work(key: str) -> ModuleType | None:
    """Return the module ``smallbert.works.<key>``; None where the work has none."""
    name = f"smallbert.works.{key}"
    return import_module(name) if key.isidentifier() and find_spec(name) else None
