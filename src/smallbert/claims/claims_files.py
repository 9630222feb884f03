"""All claims, as ``claims.yaml`` of each work states them.

A claim of a work's document has the line; one without is the book's own and begins with ``book-``.
What a claim says beyond `FIELDS` are the thresholds of its kind.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from smallbert.data import sources
from smallbert.errors import DataError, Fault
from smallbert.memo import cached

FIELDS = ("id", "line", "statement", "kind", "verdict", "note")
BOOKS_OWN = "book-"
"""Begins the id of what the book itself says."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement, the kind of test that judges it, and the verdict that somebody accepted.

    ``document`` is empty for the book's own; several lines are joined by ``+``; ``thresholds`` are
    those that the claim gives, the others are its kind's defaults.
    """

    id: str
    source: str
    document: str
    line: str
    statement: str
    kind: str
    thresholds: dict
    verdict: str
    note: str = ""


def path(key: str) -> Path:
    """Return where the claims of a work are."""
    return sources.folder(key) / "claims.yaml"


def raw_entries() -> Iterator[tuple[str, int, dict]]:
    """Yield all claims as written, each with its work and how many stand before it there."""
    for key in sources.keys():
        for index, entry in enumerate(_read(path(key)) if path(key).is_file() else []):
            yield key, index, entry


@cached
def _read(path: Path) -> list[dict]:
    entries = sources.read_yaml(path) or []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise DataError([Fault(path, 1, "no list of claims; begin each with '- id:'")])
    return entries


def document_lines(entry: Mapping) -> list:
    """Return the lines of the document that a claim as written stands in."""
    line = entry.get("line", [])
    return line if isinstance(line, list) else [line]


def given_thresholds(entry: Mapping) -> dict:
    """Return the thresholds that a claim as written gives."""
    return {name: value for name, value in entry.items() if name not in FIELDS}


def of_entry(key: str, entry: Mapping) -> Claim:
    """Return a claim of a work from its entry, which `smallbert.claims.check` has passed."""
    numbers = document_lines(entry)
    return Claim(
        id=entry["id"],
        source=key,
        document=sources.document_name(key) if numbers else "",
        line="+".join(map(str, numbers)),
        statement=entry["statement"],
        kind=entry["kind"],
        thresholds=given_thresholds(entry),
        verdict=entry["verdict"],
        note=entry.get("note", ""),
    )


@cached
def all_claims() -> dict[str, Claim]:
    """Return all claims by id, by document and line, the book's own at the end."""
    claims = [of_entry(key, entry) for key, _, entry in raw_entries()]
    return {claim.id: claim for claim in sorted(claims, key=_in_documents)}


def _in_documents(claim: Claim) -> tuple[str, int]:
    """Return document and first line of a claim; no document's name begins with a tilde."""
    first = min(map(int, claim.line.split("+"))) if claim.line else 0
    return claim.document or f"~{claim.source}", first
