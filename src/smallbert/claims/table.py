"""All claims with the verdicts on them: as a table, as words for prose, and as JSON."""

import json
from dataclasses import asdict, fields

import pandas as pd

from smallbert.claims import tests_by_kind
from smallbert.claims.claims_files import Claim, all_claims
from smallbert.claims.finding import Finding, lacking
from smallbert.claims.material import LackingError, Material, of_sources
from smallbert.data import bibliography, sources
from smallbert.errors import UserError
from smallbert.memo import cached

FOUND = ("verdict", "shows", "value", "chance", "decided_by", "comparisons", "evidence")
"""What the table takes from each `Finding`."""


def kind_of(claim: Claim) -> tests_by_kind.Kind:
    """Return the function that judges a claim."""
    return tests_by_kind.named(claim.kind, claim.source)


def thresholds_of(claim: Claim) -> dict:
    """Return all thresholds of a claim: those that it gives, and the defaults of its kind."""
    return tests_by_kind.complete_thresholds(kind_of(claim), claim.thresholds)


def assess(claim: Claim, material: Material, *, level: float | None = None) -> Finding:
    """Return what the kind of a claim finds.

    A `level` is used instead of the claim's own, if it has one: how sure a difference or an
    interval must be.
    """
    thresholds = thresholds_of(claim)
    if level is not None and "level" in thresholds:
        thresholds["level"] = level
    return _assessed(material, kind_of(claim), json.dumps(thresholds))


@cached  # several pages quote one claim; JSON, because a dictionary is no key of a cache
def _assessed(material: Material, kind: tests_by_kind.Kind, thresholds: str) -> Finding:
    try:
        return kind(material, **json.loads(thresholds))
    except LackingError as error:
        return lacking(str(error))


def claim_table(*, source: str = "", level: float | None = None) -> pd.DataFrame:
    """Return every claim, or those of a `source`, with what was found; `level` as for `assess`.

    By id, the fields of a `Claim`, but the accepted verdict as ``accepted`` and all thresholds as
    JSON; place; and `FOUND`.
    """
    claims, material = list(all_claims().values()), of_sources()
    if source:  # a page tests what it shows
        claims = [claim for claim in claims if claim.source == source]
    findings = [assess(claim, material, level=level) for claim in claims]
    columns = [field.name for field in fields(Claim)]
    frame = pd.DataFrame(map(asdict, claims), columns=columns).set_index("id")
    frame = frame.rename(columns={"verdict": "accepted"})
    frame["thresholds"] = [json.dumps(thresholds_of(claim)) for claim in claims]
    frame["place"] = [_place_in_words(claim) for claim in claims]
    for name in FOUND:
        frame[name] = pd.Series([getattr(finding, name) for finding in findings], frame.index)
    return frame


def _place_in_words(claim: Claim) -> str:
    if not claim.document:
        return "this book"
    many = "lines" if "+" in claim.line else "line"
    work = bibliography.short(sources.work(claim.source).cites)
    document = sources.work(claim.source).document.short or claim.document
    return f"{work}, {document}, {many} {claim.line.replace('+', ', ')}"


def verdicts(*ids: str) -> dict[str, str]:
    """Return the words for some claims, by id; an open one says what the numbers show."""
    claims, material = all_claims(), of_sources()
    if unknown := [id for id in ids if id not in claims]:
        raise UserError(
            f"claim {unknown[0]!r} is unknown; the claims.yaml below data have {len(claims)} others"
        )
    return {id: assess(claims[id], material).words for id in ids}


def say(*ids: str) -> None:
    """Give the words for some claims to the prose of a page, which quotes each by its id.

    A page writes ``{glue:text}`severe-drop``` where the verdict is to stand. Raises as `verdicts`.
    """
    from smallbert.charts import publish  # a second of matplotlib that checks do not need

    publish.say(**verdicts(*ids))


def claims_as_json() -> list[dict]:
    """Return the claims as ``claims.json`` lists them, numbers to six digits."""
    rows = claim_table().rename(columns={"kind": "predicate"}).reset_index()
    names = [
        *("id", "source", "statement", "verdict", "shows", "evidence", "value", "chance"),
        *("place", "decided_by", "comparisons", "predicate", "thresholds", "note"),
    ]
    return [
        row
        | {
            "evidence": list(row["evidence"]),
            **{name: _six_digits(row[name]) for name in ("value", "chance")},
            "thresholds": json.loads(row["thresholds"]),
        }
        for row in rows[names].to_dict("records")
    ]


def _six_digits(value: float) -> float | None:
    return None if pd.isna(value) else float(f"{value:.6g}")
