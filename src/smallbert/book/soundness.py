"""Refuse data that are faulty or turn an accepted verdict."""

from collections.abc import Callable
from pathlib import Path

from smallbert.book import marks
from smallbert.book.cache import KEPT, PACKAGE
from smallbert.data import paths
from smallbert.data.faults import DataError
from smallbert.data.files import steady


def require_sound(*wanted: str) -> None:
    """Raise one error with all faults of the sources `wanted` (all, if none is named).

    Claims may rest on any source, so all of them are tested, once the data can be read.

    Raises
    ------
    DataError
        The data are not sound, or turn a verdict that was accepted.
    """
    _require(*wanted)


def here(question: Callable[[], object]):
    """Return what a function returns."""
    return question()


@steady()
def _require(*wanted: str, ask: Callable = here) -> None:
    if found := _check().faults(*wanted) or ask(_turned):
        raise DataError(found)


def _check():
    from smallbert.data import check  # half a second that unchanged data do not need

    return check


@steady()
def _turned() -> list:
    from smallbert import claims  # half a second of scipy that faulty data do not need
    from smallbert.claims import errata
    from smallbert.guide import faults

    return [*faults.faults(), *claims.faults(), *errata.faults()]


def ensure(first: Callable[[], None], ask: Callable = here) -> None:
    """Check what was not yet found sound as it is now; data that were sound before cost nothing.

    A source is judged by its folder, the words and the package; the claims, by all the data.

    Parameters
    ----------
    first : callable
        Called if anything has to be checked, before it is.
    ask : callable
        Returns what a function of no arguments returns: where most is made of the data already,
        the verdicts are cheap.

    Raises
    ------
    DataError
        As `require_sound`.
    """
    whole = {"": {"the data": marks.tree(paths.data()), "the package": marks.tree(PACKAGE)}}
    if _known(whole):
        return
    first()
    changed = unchecked()
    if changed:
        _require(*changed, ask=ask)
    elif found := _check().of_common() or ask(_turned):
        raise DataError(found)
    remember(changed | whole)


def unchecked() -> dict[str, dict[str, str]]:
    """Return the sources not yet found sound as they are now, and what each is judged by."""
    words = marks.tree(paths.data() / "vocabulary", only=lambda path: path.suffix == ".csv")
    common = {"the words": words, "the package": marks.tree(PACKAGE)}
    folders = [path for path in sorted((paths.data() / "sources").iterdir()) if path.is_dir()]
    inputs = {each.name: {"its folder": marks.tree(each), **common} for each in folders}
    return {name: now for name, now in inputs.items() if not _known({name: now})}


def remember(checked: dict[str, dict[str, str]]) -> None:
    """Remember that sources were found sound, as `unchecked` returned them."""
    for name, inputs in checked.items():
        mark = _mark(name, inputs)
        marks.leave(mark, inputs)
        marks.spare(mark.parent, "*.json", KEPT)


def _known(state: dict[str, dict[str, str]]) -> bool:
    return all(_mark(name, inputs).is_file() for name, inputs in state.items())


def _mark(name: str, inputs: dict[str, str]) -> Path:
    return paths.build() / "sound" / name / f"{marks.of(inputs)}.json"
