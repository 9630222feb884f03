"""Refuse data that are faulty or turn a verdict that somebody has accepted."""

from smallbert.data import check
from smallbert.data.faults import DataError


def require_sound(*wanted: str) -> None:
    """Raise one error with all faults of the sources `wanted` (all, if none is named).

    Claims may rest on any source, so all of them are tested, once the data can be read.

    Raises
    ------
    DataError
        The data are not sound, or turn a verdict that was accepted.
    """
    if found := check.faults(*wanted) or _turned():
        raise DataError(found)


def _turned() -> list:
    from smallbert import claims  # half a second of scipy that faulty data do not need
    from smallbert.claims import errata

    return [*claims.faults(), *errata.faults()]
