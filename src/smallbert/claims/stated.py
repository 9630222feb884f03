"""The claims as they are stated: ``claims.yaml`` of each work and of the survey.

A claim of a work's document has the line; one without is the book's own and begins with ``book-``.
What a claim says beyond `FIELDS` are the thresholds of its kind. One that is ``retired`` has a
reason there and neither kind nor verdict; its id keeps its meaning and is not given again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from smallbert import paths
from smallbert.data import sources
from smallbert.errors import DataError, Fault
from smallbert.paths import cached

FIELDS = ("id", "source", "line", "statement", "kind", "verdict", "note", "retired")
NEEDED = ("id", "statement", "kind", "verdict")
NEEDED_RETIRED = ("id", "statement", "retired")
OWN = "book-"
"""Begins the id of what the book itself says."""


class Claim(NamedTuple):
    """A claim as written, with its place: the file and how many stand before it there."""

    path: Path
    index: int
    source: str
    written: dict

    @property
    def thresholds(self) -> dict:
        """What it says to its kind."""
        return {name: value for name, value in self.written.items() if name not in FIELDS}

    @property
    def lines(self) -> list[int]:
        """The lines of the document that it stands in."""
        line = self.written.get("line", [])
        return line if isinstance(line, list) else [line]


def written() -> Iterator[Claim]:
    """Yield all claims: the works' by key, then those across works.

    Raises
    ------
    DataError
        A file is no list of settings.
    """
    for key in sources.keys():
        for index, claim in enumerate(_read(sources.folder(key) / "claims.yaml")):
            yield Claim(sources.folder(key) / "claims.yaml", index, key, claim)
    path = paths.data() / "survey" / "claims.yaml"
    for index, claim in enumerate(_read(path)):
        yield Claim(path, index, str(claim.get("source", "")), claim)


def _read(path: Path) -> list[dict]:
    return _parsed(path) if path.is_file() else []


@cached
def _parsed(path: Path) -> list[dict]:
    """Return the claims of a file."""
    claims = sources.read_yaml(path) or []
    if not isinstance(claims, list) or not all(isinstance(each, dict) for each in claims):
        raise DataError([Fault(path, 1, "no list of claims; begin each with '- id:'")])
    return claims


@cached
def stated() -> pd.DataFrame:
    """Return all claims but the retired, by document and line, the book's own at the end.

    Returns
    -------
    pandas.DataFrame
        Indexed by id: source, document (empty for the book's own), line (several joined by
        ``+``), statement, kind, thresholds (a dict: those that the claim gives), verdict, note.
    """
    return _table(["kind", "thresholds", "verdict", "note"], retired=False)


def retired() -> pd.DataFrame:
    """Return the claims that are no longer tested, ordered as `stated`.

    Returns
    -------
    pandas.DataFrame
        Indexed by id: source, document, line, statement, retired (the reason).
    """
    return _table(["retired"], retired=True)


def _table(columns: list[str], *, retired: bool) -> pd.DataFrame:
    claims = [claim for claim in written() if ("retired" in claim.written) == retired]
    rows = [
        {"note": ""}
        | claim.written
        | {
            "source": claim.source,
            "document": document(claim.source) if claim.lines else "",
            "line": "+".join(map(str, claim.lines)),
            "thresholds": claim.thresholds,
        }
        for claim in sorted(claims, key=_order)
    ]
    frame = pd.DataFrame(rows, columns=["id", "source", "document", "line", "statement", *columns])
    return frame.set_index("id")


def _order(claim: Claim) -> tuple[str, int]:
    """Return the document and the first line; what is in none comes last, by document."""
    lines = [each for each in claim.lines if isinstance(each, int)]  # the check names others
    if lines:
        return document(claim.source), min(lines)
    return "~" + (document(claim.source) or "~"), 0


def document(key: str) -> str:
    """Return the file of the document that a source is read from, if there is one."""
    return sources.document_name(key)
