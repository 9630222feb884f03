"""Claims on the rows of all sources, each with its cost and its error."""

import pandas as pd

from smallbert import compare
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.compare.dominance import relation


@kind
def sampling_outweighs(material: Material, *, times: float = 3) -> Finding:
    """Tell whether the sampling error of printed scores is so many times half their last digit.

    In the median over the scores of compressed models and of their baselines.
    """
    rows = _rows(material, without_baseline=True)
    rows = rows[rows["origin"].eq("printed")].dropna(subset=["sampling", "digits"])
    if rows.empty:
        raise LackingError("printed scores on a set of known size")
    ratio = (rows["sampling"] / rows["digits"]).median()
    return Finding(
        verdict=HOLDS if ratio >= times else FAILS,
        evidence=tuple(rows["id"]),
        value=ratio,
        decided_by=f"{ratio:.0f} times in the median of {len(rows)} scores",
        comparisons=len(rows),
    )


@kind
def mostly_open(
    material: Material, *, task: str = "mnli", axis: str = "bytes", level: float = 0.95
) -> Finding:
    """Tell whether of most pairs of models on the same ground neither surely beats the other.

    The pairs are compressed models of one key; to beat is to cost no more and score no less, and
    to be better in one of the two.
    """
    rows = _rows(material, tasks=compare.SCORES[task])
    rows = rows[rows["technique"].ne("none")].dropna(subset=[axis])
    rows = rows.drop_duplicates(["key", "model", "score"])
    groups = [part for _, part in rows.groupby("key") if len(part) > 1]
    if not groups:
        raise LackingError("two comparable models")
    found = [relation(part, axis=axis, level=level, measure="score") for part in groups]
    decided = sum(int((each == 1).sum()) for each in found)
    pairs = sum(len(part) * (len(part) - 1) // 2 for part in groups)
    return Finding(
        verdict=HOLDS if decided < pairs / 2 else FAILS,
        evidence=tuple(pd.concat(groups)["id"]),
        value=decided / pairs,
        decided_by=f"{decided} of {pairs} pairs are decided, in {len(groups)} groups",
        comparisons=sum(len(part) - 1 for part in groups),
    )


def _rows(material: Material, **chosen) -> pd.DataFrame:
    """Return `compare.of_tidy` of the material; sources that compress nothing are not read."""
    return compare.of_tidy(material.source(*compare.compressing()), **chosen)
