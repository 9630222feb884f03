"""Claims on the rows of all sources, each with its cost and its error."""

import numpy as np
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
def no_winner(
    material: Material,
    *,
    task: str = "mnli",
    axis: str = "bytes",
    level: float = 0.95,
    least: int = 3,
) -> Finding:
    """Tell whether in no group of comparable models one surely beats all the others.

    A group is the compressed models of one key, `least` of them or more; to beat another is to
    cost no more and score no less, and to be better in one of the two.
    """
    rows = _rows(material, tasks=compare.SCORES[task])
    rows = rows[rows["technique"].ne("none")].dropna(subset=[axis])
    rows = rows.drop_duplicates(["key", "model", "score"])
    groups = {key: part for key, part in rows.groupby("key") if len(part) >= least}
    if not groups:
        raise LackingError(f"{least:g} comparable models")
    shares = pd.Series({key: _beaten(part, axis, level) for key, part in groups.items()})
    return Finding(
        verdict=HOLDS if (shares < 1).all() else FAILS,
        evidence=tuple(pd.concat(groups.values())["id"]),
        value=shares.max(),
        decided_by=f"at most {100 * shares.max():.0f} % of the others are surely beaten, "
        f"in {shares.idxmax()}",
        comparisons=len(shares),
    )


def _rows(material: Material, **chosen) -> pd.DataFrame:
    """Return `compare.of_tidy` of the material; sources that compress nothing are not read."""
    return compare.of_tidy(material.source(*compare.compressing()), **chosen)


def _beaten(part: pd.DataFrame, axis: str, level: float) -> float:
    """Return the largest share of the other rows that one row surely beats."""
    found = relation(part, axis=axis, level=level, measure="score")
    return float(np.max((found == 1).sum(axis=1)) / (len(part) - 1))
