"""All claims, as ``claims.yaml`` of each work states them, and their verdicts.

A claim of a work's document has the line; one without is the book's own and begins with ``book-``.
What a claim says beyond `FIELDS` are the thresholds of its kind.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pandas as pd

from smallbert.claims import kinds
from smallbert.claims.finding import Finding, LackingError, Material, lacking, of_sources
from smallbert.data import bibliography, sources
from smallbert.errors import DataError, Fault, UserError
from smallbert.memo import cached

FIELDS = ("id", "line", "statement", "kind", "verdict", "note")
FOUND = ("verdict", "shows", "value", "chance", "decided_by", "comparisons", "evidence")
OWN = "book-"
"""Begins the id of what the book itself says."""
NOT_TESTED = "not tested"
"""What stands for the verdict on a statement that no claim tests; its row says why."""


def path(key: str) -> Path:
    """Return where the claims of a work are."""
    return sources.folder(key) / "claims.yaml"


def written() -> Iterator[tuple[str, int, dict]]:
    """Yield all claims as written, each with its work and how many stand before it there."""
    for key in sources.keys():
        for index, claim in enumerate(_read(path(key)) if path(key).is_file() else []):
            yield key, index, claim


@cached
def _read(path: Path) -> list[dict]:
    claims = sources.read_yaml(path) or []
    if not isinstance(claims, list) or not all(isinstance(each, dict) for each in claims):
        raise DataError([Fault(path, 1, "no list of claims; begin each with '- id:'")])
    return claims


def lines(claim: dict) -> list:
    """Return the lines of the document that a claim as written stands in."""
    line = claim.get("line", [])
    return line if isinstance(line, list) else [line]


def given(claim: dict) -> dict:
    """Return the thresholds that a claim as written gives."""
    return {name: value for name, value in claim.items() if name not in FIELDS}


@cached
def stated() -> pd.DataFrame:
    """Return all claims, by document and line, the book's own at the end.

    By id: source, document (empty for the book's own), line (several joined by ``+``), statement,
    kind, thresholds (a dict: those that the claim gives), verdict, note.
    """
    rows = [
        {"note": ""}
        | claim
        | {
            "source": key,
            "document": sources.document_name(key) if lines(claim) else "",
            "line": "+".join(map(str, lines(claim))),
            "thresholds": given(claim),
            "first": min([each for each in lines(claim) if isinstance(each, int)], default=0),
        }
        for key, _, claim in written()
    ]
    order = sorted(rows, key=lambda row: (row["document"] or f"~{row['source']}", row["first"]))
    columns = ["id", "source", "document", "line", "statement"]
    columns += ["kind", "thresholds", "verdict", "note"]
    return pd.DataFrame(order, columns=columns).set_index("id")


def kind(claim: Mapping) -> kinds.Kind:
    """Return the function that judges a claim, a row of `stated`."""
    return kinds.named(claim["kind"], claim["source"])


def thresholds(claim: Mapping) -> dict:
    """Return all thresholds of a claim: those that it gives, and the defaults of its kind."""
    return kinds.thresholds(kind(claim), claim["thresholds"])


def assess(claim: Mapping, material: Material, *, level: float | None = None) -> Finding:
    """Return what the kind of a claim, a row of `stated`, finds.

    A `level` is used instead of the claim's own, if it has one: how sure a difference or an
    interval must be.
    """
    own = thresholds(claim)
    if level is not None and "level" in own:
        own["level"] = level
    return _judged(material, kind(claim), json.dumps(own))


@cache  # several pages quote one claim
def _judged(material: Material, judge: kinds.Kind, own: str) -> Finding:
    try:
        return judge(material, **json.loads(own))
    except LackingError as error:
        return lacking(str(error))


def table(*, level: float | None = None) -> pd.DataFrame:
    """Return every claim with what was found; the arguments are as for `assess`.

    As `stated`, with the accepted verdict as ``accepted`` and all thresholds as JSON; place; and
    `FOUND`.
    """
    frame = stated().rename(columns={"verdict": "accepted"})
    claims, material = list(stated().iloc), of_sources()
    found = [assess(claim, material, level=level) for claim in claims]
    frame["thresholds"] = [json.dumps(thresholds(claim)) for claim in claims]
    frame["place"] = [_place(claim) for claim in claims]
    for name in FOUND:
        frame[name] = pd.Series([getattr(each, name) for each in found], frame.index)
    return frame


def _place(claim: pd.Series) -> str:
    if not claim["document"]:
        return "this book"
    many = "lines" if "+" in claim["line"] else "line"
    work = bibliography.short(sources.work(claim["source"]).cites)
    document = sources.work(claim["source"]).document.short or claim["document"]
    return f"{work}, {document}, {many} {claim['line'].replace('+', ', ')}"


def facts(key: str) -> Iterator[tuple[str, int, dict]]:
    """Yield the rows of a work's tables that state something in our words: table, number, cells.

    ``claims`` names what tests the statement, joined by ``+``; ``untested`` says why nothing does.
    """
    for name, table in sources.tables(key).items():
        if {"line", "statement"} <= {*table.column_names} and table.origin == "printed":
            for number, row in enumerate(sources.cells_of(key, name).values(), start=1):
                yield name, number, row


def statements(key: str) -> pd.DataFrame:
    """Return every statement of a work's document, in its order, with the verdict or why none.

    The columns are Statement, Place, Verdict and Why; a verdict leads to its claim where
    `smallbert.charts.table` shows the frame.
    """
    judged = table()
    judged = judged[judged["source"].eq(key) & judged["document"].ne("")]
    rows = [
        (claim["line"], claim["statement"], claim["verdict"], claim["decided_by"], id)
        for id, claim in judged.iterrows()
    ]
    rows += [
        (row["line"], row["statement"], NOT_TESTED, row.get("untested", ""), "")
        for _, _, row in facts(key)
        if not row.get("claims")
    ]
    rows.sort(key=lambda row: int(row[0].partition("+")[0]))
    links, cells = {}, []
    for at, (line, statement, verdict, why, id) in enumerate(rows):
        places = dict.fromkeys(sources.section(key, int(each)) for each in line.split("+"))
        cells.append((statement, "; ".join(places), verdict, why))
        links |= {(at, "Verdict"): f"claims.html#claim-{id}"} if id else {}
    frame = pd.DataFrame(cells, columns=["Statement", "Place", "Verdict", "Why"])
    frame.attrs["layout"] = {"links": links}
    return frame


def verdicts(*ids: str) -> dict[str, str]:
    """Return the words for some claims, by id; an open one says what the numbers show."""
    claims, material = stated(), of_sources()
    if unknown := [id for id in ids if id not in claims.index]:
        raise UserError(
            f"claim {unknown[0]!r} is unknown; the claims.yaml below data have {len(claims)} others"
        )
    return {id: assess(claims.loc[id], material).words for id in ids}


def say(*ids: str) -> None:
    """Give the words for some claims to the prose of a page, which quotes each by its id.

    A page writes ``{glue:text}`severe-drop``` where the verdict is to stand. Raises as `verdicts`.
    """
    from smallbert.charts import publish  # a second of matplotlib that checks do not need

    publish.say(**verdicts(*ids))


def entries() -> list[dict]:
    """Return the claims as ``claims.json`` lists them, numbers to six digits."""
    rows = table().rename(columns={"kind": "predicate"}).reset_index()
    names = [
        "id",
        "source",
        "statement",
        "verdict",
        "shows",
        "evidence",
        "value",
        "chance",
        "place",
    ]
    names += ["decided_by", "comparisons", "predicate", "thresholds", "note"]
    return [
        row
        | {
            "evidence": list(row["evidence"]),
            **{
                name: None if pd.isna(row[name]) else float(f"{row[name]:.6g}")
                for name in ("value", "chance")
            },
            "thresholds": json.loads(row["thresholds"]),
        }
        for row in rows[names].to_dict("records")
    ]
