"""All claims with their verdicts: ``data/survey/claims.csv`` tested on the results."""

import inspect
from collections.abc import Callable

import pandas as pd

from smallbert.charts import publish
from smallbert.claims import (
    advice,
    audited,
    book,
    captions,
    clusters,
    counted,
    deck,
    fronts,
    growth,
    measured,
    order,
    pairs,
    poster,
    ranking,
    scores,
    sizes,
    trends,
)
from smallbert.claims.finding import VERDICTS, Finding, LackingError, lacking
from smallbert.claims.material import Material
from smallbert.data import paths, positions, sources
from smallbert.data.faults import Fault, UserError

MODULES = (
    *(advice, audited, book, captions, clusters, counted, deck, fronts, growth),
    *(measured, order, pairs, poster, ranking, scores, sizes, trends),
)
COLUMNS = (
    *("id", "source", "document", "line", "statement"),
    *("predicate", "thresholds", "verdict", "note"),
)
"""Of ``data/survey/claims.csv``; a claim of the book itself has neither document nor line."""


def stated() -> pd.DataFrame:
    """Return the claims of ``data/survey/claims.csv``, indexed by id, every cell a string."""
    return sources.read_csv(paths.data() / "survey" / "claims.csv").set_index("id")


def predicate(name: str) -> Callable[..., Finding]:
    """Return the predicate named ``module.function``.

    Raises
    ------
    UserError
        There is none.
    """
    module, _, function = name.partition(".")
    for each in MODULES:
        if each.__name__.endswith(f".{module}") and not function.startswith("_"):
            found = getattr(each, function, None)
            if inspect.isfunction(found) and found.__module__ == each.__name__:
                return found
    raise UserError(f"predicate {name!r} is unknown; name a function of smallbert.claims")


def thresholds(text: str) -> dict[str, float | str]:
    """Return the thresholds written as ``name=value name=value``; numbers as numbers.

    Examples
    --------
    >>> thresholds("rows=a+b margins=1")
    {'rows': 'a+b', 'margins': 1.0}
    """
    pairs = [part.partition("=")[::2] for part in text.split()]
    return {name: _typed(value) for name, value in pairs}


def _typed(value: str) -> float | str:
    try:
        return float(value)
    except ValueError:
        return value


def find(
    claim: pd.Series, material: Material, *, level: float | None = None, margins: float = 1
) -> Finding:
    """Return what a claim's predicate finds.

    Parameters
    ----------
    claim : pandas.Series
        A row of `stated`.
    material : Material
    level : float, optional
        Instead of the claim's own, if it has one: how sure an interval must be.
    margins : float
        By how many times a claim's margin is widened, if it has one.
    """
    own = thresholds(claim["thresholds"])
    if level is not None and "level" in own:
        own["level"] = level
    if "margins" in own:
        own["margins"] *= margins
    try:
        return predicate(claim["predicate"])(material, **own)
    except LackingError as error:
        return lacking(str(error))


def table(
    *, corrected: bool = True, level: float | None = None, margins: float = 1
) -> pd.DataFrame:
    """Return every claim with what was found.

    Parameters
    ----------
    corrected : bool
        Whether corrections apply.
    level, margins : float
        As for `find`.

    Returns
    -------
    pandas.DataFrame
        Indexed by id, in the order of the file: its columns, with the accepted verdict as
        ``accepted``; place; and verdict, value, decided_by, comparisons, evidence as found.
    """
    claims, material = stated(), everything(corrected=corrected)
    looser = {"level": level, "margins": margins}
    found = {row: find(claim, material, **looser) for row, claim in claims.iterrows()}
    frame = claims.rename(columns={"verdict": "accepted"})
    frame["place"] = [_place(claim) for _, claim in claims.iterrows()]
    for name in ("verdict", "value", "decided_by", "comparisons", "evidence"):
        frame[name] = pd.Series({row: getattr(each, name) for row, each in found.items()})
    return frame


def everything(*, corrected: bool = True) -> Material:
    """Return all results at once, to test many claims on."""
    return Material(corrected=corrected, instead=sources.results(corrected=corrected))


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
    (word,) = verdicts(claim, corrected=corrected)
    return word


def verdicts(*wanted: str, corrected: bool = True) -> list[str]:
    """Return the words for several claims, so that what they share is read once.

    Raises
    ------
    UserError
        One of the claims does not exist.
    """
    claims, material = stated(), Material(corrected=corrected)
    for claim in wanted:
        if claim not in claims.index:
            raise UserError(
                f"claim {claim!r} is unknown; data/survey/claims.csv has {len(claims)} others"
            )
    return [find(claims.loc[claim], material).verdict for claim in wanted]


def say(*ids: str, corrected: bool = True) -> None:
    """Give the words for some claims to the prose of a page, which quotes each by its id.

    A page writes ``{glue:text}`severe-drop``` where "holds", "fails" or "undecidable" is to stand.

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
    publish.say(**dict(zip(ids, verdicts(*ids, corrected=corrected), strict=True)))


def entries() -> list[dict]:
    """Return the claims as ``claims.json`` lists them, numbers to six digits."""
    frame = table()
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
            "predicate": row.predicate,
            "thresholds": thresholds(row.thresholds),
            "note": row.note,
        }
        for row in frame.itertuples()
    ]


def faults() -> list[Fault]:
    """Return what is wrong with the claims, first of all verdicts that the data turned."""
    path, claims = paths.data() / "survey" / "claims.csv", stated()
    text, material, found = path.read_text(encoding="utf-8"), everything(), []
    for number, (row, claim) in enumerate(claims.iterrows(), start=1):
        column, words = _fault(row, claim, material)
        if words:
            at = positions.of_cell(text, number, COLUMNS.index(column))
            found.append(Fault(path, *at, words))
    return found


def _fault(row: str, claim: pd.Series, material: Material) -> tuple[str, str]:
    """Return the column at fault and what is wrong, or two empty strings."""
    if claim["source"] not in sources.keys():
        return "source", f"{claim['source']!r} is no source; use a folder of data/sources"
    if bool(claim["document"]) != bool(claim["line"]):
        return "line", "a place needs a document and a line; give both or, for the book, neither"
    if claim["verdict"] not in VERDICTS:
        return "verdict", f"verdict is {claim['verdict']!r}; use one of {', '.join(VERDICTS)}"
    try:
        inspect.signature(predicate(claim["predicate"])).bind(
            material, **thresholds(claim["thresholds"])
        )
    except UserError as error:
        return "predicate", str(error)
    except TypeError as error:
        return "thresholds", f"{claim['predicate']}: {error}; name its thresholds"
    finding = find(claim, material)
    if finding.verdict == claim["verdict"]:
        return "", ""
    return "verdict", (
        f'{row}: "{claim["statement"]}" was accepted as {claim["verdict"]} and now is '
        f"{finding.verdict} ({finding.decided_by}); mend the data or accept the new verdict here"
    )
