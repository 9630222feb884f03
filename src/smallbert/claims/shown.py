"""Claims as tables of their page: one a document, and those that fail."""

import pandas as pd

from smallbert.charts import publish
from smallbert.charts.tables import cite
from smallbert.claims.finding import FAILS, VERDICTS
from smallbert.claims.statistics import distances, quantiles
from smallbert.data import sources

PLURAL = dict(zip(VERDICTS, ("hold", "fail", *VERDICTS[2:]), strict=True))
STATEMENT, LINES = "Claim, in our words", "Lines"


REPOSITORIES = "repositories"
"""All repositories together: few claims are about one."""


def kept_in(claims: pd.DataFrame) -> pd.Series:
    """Return how the name of each claim's file begins, as ``"003"``; `REPOSITORIES` of those."""
    begins = claims["document"].str.partition("_")[0]
    return begins.mask(claims["document"].map(sources.is_repository), REPOSITORIES)


def show(exhibit: str, claims: pd.DataFrame, document: str) -> None:
    """Publish the claims of one document, or with an empty name those of the book.

    Parameters
    ----------
    exhibit : str
        Its id; the caption is the exhibit's.
    claims : pandas.DataFrame
        Of `smallbert.claims.table`.
    document : str
        As `kept_in` has it.
    """
    part = claims[kept_in(claims) == document]
    rows = part["comparisons"].astype(str) + ", " + part["evidence"].map(len).astype(str)
    frame = pd.DataFrame(
        {
            STATEMENT: part["statement"],
            "Verdict": part["verdict"],
            "What decided": part["decided_by"],
            "Comparisons, rows": rows,
            LINES: part["line"].str.replace("+", ", "),
        }
    )
    frame = frame if document else frame.drop(columns=LINES)
    data = part.assign(evidence=part["evidence"].map(" ".join))
    after = {id: _address(id, claim) for id, claim in part.iterrows()}
    counts = part["verdict"].value_counts()
    told = [f"{counts[each]} {word}" for each, word in PLURAL.items() if each in counts]
    fold = f"{len(part)} claims: {', '.join(told)}"
    publish.table(exhibit, frame, data=data, anchors="claim-", after=after, fold=fold)


def _address(id: str, claim: pd.Series) -> str:
    """Return a claim's link to itself and the button that offers its entry, as HTML."""
    note = f"claim about {claim['place']}: {claim['verdict']}"
    link = f'<a class="sb-anchor" href="#claim-{id}" aria-label="Link to this claim">#</a>'
    return f" {link} {cite(id, claim['statement'], kind='entry', note=note)}"


def failing(claims: pd.DataFrame, places: pd.Series) -> pd.DataFrame:
    """Return the claims that fail as a table, with the number that decided and what to know.

    Parameters
    ----------
    claims : pandas.DataFrame
        Of `smallbert.claims.table`.
    places : pandas.Series
        What the page calls the document of each.
    """
    part = claims[claims["verdict"] == FAILS]
    note = ("; " + part["note"]).where(part["note"] != "", "")
    return pd.DataFrame(
        {
            STATEMENT: part["statement"],
            "What the rows say": part["decided_by"] + note,
            "Document": places[part.index],
            LINES: part["line"].str.replace("+", ", "),
        }
    )


def lowest(x: pd.Series, y: pd.Series, *, level: float) -> dict:
    """Return the point that lies farthest below the line through the others.

    Returns
    -------
    dict
        Its name, how far it lies below, and how far a point must for being an outlier, if it was
        chosen before and if it was picked; all in standard errors.
    """
    far = pd.Series(distances(x, y), x.index)
    chosen, picked = quantiles(len(far), level=level)
    return {
        "farthest below": far.idxmin(),
        "standard errors": far.min(),
        "needed, chosen before": chosen,
        "needed, picked": picked,
    }
