"""All claims, as ``claims.yaml`` of each work and of the survey state them, and their verdicts.

A claim of a work's document has the line; one without is the book's own and begins with ``book-``.
What a claim says beyond `FIELDS` are the thresholds of its kind.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from smallbert import paths
from smallbert.claims import kinds
from smallbert.claims.finding import Finding, LackingError, Material, lacking, of_sources
from smallbert.data import sources
from smallbert.errors import DataError, Fault, UserError
from smallbert.paths import cached

FIELDS = ("id", "source", "line", "statement", "kind", "verdict", "note")
NEEDED = ("id", "statement", "kind", "verdict")
FOUND = ("verdict", "value", "decided_by", "comparisons", "evidence")
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
    """Return all claims, by document and line, the book's own at the end.

    Returns
    -------
    pandas.DataFrame
        Indexed by id: source, document (empty for the book's own), line (several joined by
        ``+``), statement, kind, thresholds (a dict: those that the claim gives), verdict, note.
    """
    rows = [
        {"note": ""}
        | claim.written
        | {
            "source": claim.source,
            "document": sources.document_name(claim.source) if claim.lines else "",
            "line": "+".join(map(str, claim.lines)),
            "thresholds": claim.thresholds,
        }
        for claim in sorted(written(), key=_order)
    ]
    columns = ["id", "source", "document", "line", "statement"]
    columns += ["kind", "thresholds", "verdict", "note"]
    return pd.DataFrame(rows, columns=columns).set_index("id")


def _order(claim: Claim) -> tuple[str, int]:
    """Return the document and the first line; what is in none comes last, by document."""
    document = sources.document_name(claim.source)
    lines = [each for each in claim.lines if isinstance(each, int)]  # the check names others
    return (document, min(lines)) if lines else ("~" + (document or "~"), 0)


def kind(claim: Mapping) -> kinds.Kind:
    """Return the function that judges a claim, a row of `stated`."""
    return kinds.named(claim["kind"], claim["source"])


def thresholds(claim: Mapping) -> dict:
    """Return all thresholds of a claim: those that it gives, and the defaults of its kind."""
    return kinds.thresholds(kind(claim), claim["thresholds"])


def assess(
    claim: Mapping, material: Material, *, level: float | None = None, margins: float = 1
) -> Finding:
    """Return what the kind of a claim, a row of `stated`, finds.

    A `level` is used instead of the claim's own, if it has one: how sure an interval must be;
    `margins` is by how many times its margin is widened.
    """
    own = thresholds(claim)
    if level is not None and "level" in own:
        own["level"] = level
    if "margins" in own:
        own["margins"] *= margins
    return _judged(material, kind(claim), json.dumps(own))


@cache  # several pages quote one claim
def _judged(material: Material, judge: kinds.Kind, own: str) -> Finding:
    try:
        return judge(material, **json.loads(own))
    except LackingError as error:
        return lacking(str(error))


def table(
    *, corrected: bool = True, level: float | None = None, margins: float = 1
) -> pd.DataFrame:
    """Return every claim with what was found; the arguments are as for `assess`.

    As `stated`, with the accepted verdict as ``accepted`` and all thresholds as JSON; place; and
    `FOUND`.
    """
    claims, material = stated(), of_sources(corrected=corrected)
    rows = [claim for _, claim in claims.iterrows()]
    found = [assess(claim, material, level=level, margins=margins) for claim in rows]
    frame = claims.rename(columns={"verdict": "accepted"})
    frame["thresholds"] = [json.dumps(thresholds(claim)) for claim in rows]
    frame["place"] = [_place(claim) for claim in rows]
    for name in FOUND:
        frame[name] = pd.Series([getattr(each, name) for each in found], frame.index)
    return frame


def _place(claim: pd.Series) -> str:
    if not claim["document"]:
        return "this book"
    many = "lines" if "+" in claim["line"] else "line"
    return f"{claim['document']}, {many} {claim['line'].replace('+', ', ')}"


def verdicts(*ids: str, corrected: bool = True) -> dict[str, str]:
    """Return the words for some claims, by id.

    Raises
    ------
    UserError
        One of the claims does not exist.
    """
    claims, material = _known(*ids), of_sources(corrected=corrected)
    return {id: assess(claim, material).verdict for id, claim in claims.iterrows()}


def _known(*ids: str) -> pd.DataFrame:
    """Return the rows of `stated` with these ids."""
    claims = stated()
    for id in ids:
        if id not in claims.index:
            raise UserError(
                f"claim {id!r} is unknown; the claims.yaml below data have {len(claims)} others"
            )
    return claims.loc[list(ids)]


def say(*ids: str, corrected: bool = True) -> None:
    """Give the words for some claims to the prose of a page, which quotes each by its id.

    A page writes ``{glue:text}`severe-drop``` where the verdict is to stand. Raises as `verdicts`.
    """
    from smallbert.charts import publish  # a second of matplotlib that checks do not need

    publish.say(**verdicts(*ids, corrected=corrected))


def judged(statements: pd.DataFrame, *, corrected: bool = True) -> pd.DataFrame:
    """Return what the claims that test some statements of a document find, a row a claim.

    `statements` is a document's table with the columns statement and claims (ids joined by ``+``);
    added to `table` are the row and, as finding, the statement that a claim is about.
    """
    ids = statements["claims"].str.split("+").explode()
    found = table(corrected=corrected).loc[
        ids, ["statement", "verdict", "decided_by", "comparisons"]
    ]
    said = statements.loc[ids.index, "statement"].to_numpy()
    found.insert(0, "finding", said)
    found.insert(0, "row", ids.index)
    return found


def entries() -> list[dict]:
    """Return the claims as ``claims.json`` lists them, numbers to six digits."""
    return [
        {
            "id": row.Index,
            "source": row.source,
            "statement": row.statement,
            "verdict": row.verdict,
            "evidence": list(row.evidence),
            "value": None if pd.isna(row.value) else float(f"{row.value:.6g}"),
            "place": row.place,
            "decided_by": row.decided_by,
            "comparisons": row.comparisons,
            "predicate": row.kind,
            "thresholds": json.loads(row.thresholds),
            "note": row.note,
        }
        for row in table().itertuples()
    ]
