"""Refuse data that are faulty or turn a verdict that somebody has accepted."""

from pathlib import Path

from smallbert.book import marks
from smallbert.book.cache import PACKAGE
from smallbert.data import paths
from smallbert.data.faults import DataError


def require_sound(*wanted: str) -> None:
    """Raise one error with all faults of the sources `wanted` (all, if none is named).

    Claims may rest on any source, so all of them are tested, once the data can be read.

    Raises
    ------
    DataError
        The data are not sound, or turn a verdict that was accepted.
    """
    from smallbert.data import check  # half a second that unchanged data do not need

    if found := check.faults(*wanted) or _turned():
        raise DataError(found)


def _turned() -> list:
    from smallbert import claims  # half a second of scipy that faulty data do not need
    from smallbert.claims import errata

    return [*claims.faults(), *errata.faults()]


def unchecked() -> dict[str, dict[str, str]]:
    """Return the sources not yet found sound as they are now, and what each is judged by.

    That is its folder, the tables of words and the package, which decide what is sound.
    """
    words = marks.tree(paths.data() / "vocabulary", only=lambda path: path.suffix == ".csv")
    common = {"the words": words, "the package": marks.tree(PACKAGE)}
    folders = [path for path in sorted((paths.data() / "sources").iterdir()) if path.is_dir()]
    inputs = {each.name: {"its folder": marks.tree(each), **common} for each in folders}
    return {name: now for name, now in inputs.items() if marks.reason(_mark(name), now)}


def remember(checked: dict[str, dict[str, str]]) -> None:
    """Remember that sources were found sound, as `unchecked` returned them."""
    for name, inputs in checked.items():
        marks.leave(_mark(name), inputs)


def _mark(name: str) -> Path:
    return paths.build() / "sound" / f"{name}.json"
