"""The book's notebooks, by name."""

from pathlib import Path

from smallbert.data import paths
from smallbert.data.faults import UserError


def every() -> list[Path]:
    """Return the book's notebooks, in alphabetical order."""
    return sorted((paths.root() / "notebooks").glob("*.ipynb"))


def find(name: str) -> Path:
    """Return the notebook called `name`, with or without its ending.

    Raises
    ------
    UserError
        There is none; the message lists those that exist.
    """
    stem = Path(name).stem if name.endswith(".ipynb") else name
    for path in every():
        if path.stem == stem:
            return path
    names = ", ".join(path.stem for path in every())
    raise UserError(f"notebook {name!r} is unknown; use one of {names}")


def shown(path: Path) -> str:
    """Return a notebook as a message names it: relative to the checkout, else by its name."""
    return str(path.relative_to(paths.root())) if path.is_relative_to(paths.root()) else path.name
