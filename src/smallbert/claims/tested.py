"""All claims with their verdicts: what is stated, tested on the results."""

import json
from collections.abc import Mapping

import pandas as pd

from smallbert.claims import kinds
from smallbert.claims.finding import Finding, LackingError, lacking
from smallbert.claims.material import Material, of_sources, once
from smallbert.claims.stated import retired, stated
from smallbert.errors import UserError


def assess(
    claim: Mapping, material: Material, *, level: float | None = None, margins: float = 1
) -> Finding:
    """Return what a claim's kind finds.

    Parameters
    ----------
    claim : mapping
        A row of `stated`, or just its kind, source and thresholds.
    material : Material
    level : float, optional
        Instead of the claim's own, if it has one: how sure an interval must be.
    margins : float
        By how many times a claim's margin is widened, if it has one.
    """
    own = thresholds(claim)
    if level is not None and "level" in own:
        own["level"] = level
    if "margins" in own:
        own["margins"] *= margins
    return _judged(material, kind(claim), json.dumps(own))


@once
def _judged(material: Material, judge: kinds.Kind, own: str) -> Finding:
    try:
        return judge(material, **json.loads(own))
    except LackingError as error:
        return lacking(str(error))


def kind(claim: Mapping) -> kinds.Kind:
    """Return the function that judges a claim, a row of `stated`."""
    return kinds.named(claim["kind"], claim["source"])


def thresholds(claim: Mapping) -> dict:
    """Return all thresholds of a claim: those that it gives, and the defaults of its kind."""
    return kinds.thresholds(kind(claim), claim["thresholds"])


def prepare() -> None:
    """Judge all claims as they are stated, for who asks for some of them later."""
    material = of_sources()
    for _, claim in stated().iterrows():
        assess(claim, material)


def table(
    *, corrected: bool = True, level: float | None = None, margins: float = 1
) -> pd.DataFrame:
    """Return every claim with what was found.

    Parameters
    ----------
    corrected : bool
        Whether corrections apply.
    level, margins : float
        As for `assess`.

    Returns
    -------
    pandas.DataFrame
        As `stated`, with the accepted verdict as ``accepted`` and all thresholds as JSON; place;
        and verdict, value, decided_by, comparisons, evidence as found.
    """
    claims, material = stated(), of_sources(corrected=corrected)
    looser = {"level": level, "margins": margins}
    findings = {row: assess(claim, material, **looser) for row, claim in claims.iterrows()}
    frame = claims.rename(columns={"verdict": "accepted"})
    frame["thresholds"] = [json.dumps(thresholds(claim)) for _, claim in claims.iterrows()]
    frame["place"] = [_place(claim) for _, claim in claims.iterrows()]
    for name in ("verdict", "value", "decided_by", "comparisons", "evidence"):
        frame[name] = pd.Series({row: getattr(each, name) for row, each in findings.items()})
    return frame


def _place(claim: pd.Series) -> str:
    if not claim["document"]:
        return "this book"
    many = "lines" if "+" in claim["line"] else "line"
    return f"{claim['document']}, {many} {claim['line'].replace('+', ', ')}"


def verdict(claim: str, *, corrected: bool = True) -> str:
    """Return the word for one claim, for the prose of a page.

    Raises
    ------
    UserError
        There is no such claim.
    """
    return verdicts(claim, corrected=corrected)[0]


def verdicts(*wanted: str, corrected: bool = True) -> list[str]:
    """Return the words for several claims, so that what they share is read once.

    Raises
    ------
    UserError
        One of the claims does not exist.
    """
    material = of_sources(corrected=corrected)
    return [assess(claim, material).verdict for _, claim in _known(*wanted).iterrows()]


def _known(*wanted: str) -> pd.DataFrame:
    """Return the rows of `stated` with these ids."""
    claims = stated()
    for claim in wanted:
        if claim not in claims.index:
            raise UserError(
                f"claim {claim!r} is unknown; the claims.yaml below data have {len(claims)} others"
            )
    return claims.loc[list(wanted)]


def judged(statements: pd.DataFrame, *, corrected: bool = True) -> pd.DataFrame:
    """Return what the claims that test some statements of a document find.

    Parameters
    ----------
    statements : pandas.DataFrame
        A document's table with the columns statement and claims (ids joined by ``+``).
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a claim, indexed by its id: row and finding (of the statement), statement (of the
        claim), verdict, decided_by, comparisons.

    Raises
    ------
    UserError
        One of the claims does not exist.
    """
    ids = statements["claims"].str.split("+").explode()
    claims, material = _known(*ids), of_sources(corrected=corrected)
    findings = [assess(claim, material) for _, claim in claims.iterrows()]
    columns = {"row": ids.index, "finding": statements.loc[ids.index, "statement"].to_numpy()}
    columns |= {"statement": claims["statement"]}
    for name in ("verdict", "decided_by", "comparisons"):
        columns[name] = [getattr(each, name) for each in findings]
    return pd.DataFrame(columns, index=claims.index)


def say(*ids: str, corrected: bool = True) -> None:
    """Give the words for some claims to the prose of a page, which quotes each by its id.

    A page writes ``{glue:text}`severe-drop``` where the verdict is to stand.

    Parameters
    ----------
    *ids : str
        Of claims.
    corrected : bool
        Whether corrections apply.

    Raises
    ------
    UserError
        One of the claims does not exist.
    """
    from smallbert.charts import publish  # a second of matplotlib that checks do not need

    publish.say(**dict(zip(ids, verdicts(*ids, corrected=corrected), strict=True)))


def entries() -> list[dict]:
    """Return the claims as ``claims.json`` lists them, the retired last, numbers to six digits."""
    gone = retired().rename(columns={"retired": "decided_by"})
    empty = {"verdict": "retired", "kind": "", "thresholds": "{}", "note": "", "value": None}
    gone = gone.assign(**empty, evidence=[()] * len(gone), comparisons=0)
    gone["place"] = [_place(claim) for _, claim in gone.iterrows()]
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
        for row in [*table().itertuples(), *gone.itertuples()]
    ]
