"""Which family of techniques keeps most of one baseline's score, at each factor of compression."""

import numpy as np
import pandas as pd

from smallbert.compare.best import many_to_one
from smallbert.compare.retained import evidence
from smallbert.compare.rows import rows
from smallbert.compare.uncertainty import LEVEL, differences
from smallbert.errors import UserError

FAMILIES = {
    "distillation": "distillation",
    "pruning": "pruning",
    "pruning+distillation": "pruning, with a teacher",
    "quantization": "quantization",
    "quantization+distillation": "quantization, with a teacher",
}
"""The families compared, by their techniques."""

FACTORS = {
    "2 to 5 times smaller": (2, 5),
    "5 to 10 times smaller": (5, 10),
    "10 times smaller or more": (10, np.inf),
}
"""What counts as how many times smaller: from the first factor to below the second."""


def families(
    score: str = "mnli", split: str = "dev", *, baseline: str = "BERT_BASE", **how
) -> pd.DataFrame:
    """Return the models of each family that one benchmark and baseline make comparable.

    Parameters
    ----------
    score : str
        A key of `smallbert.compare.SCORES`.
    split : str
        ``test`` or ``dev``.
    baseline : str
        The model that all are compared with, each with its own work's run of it.
    **how
        ``size_axis``, ``published`` and ``corrected`` of `smallbert.compare.evidence`.

    Returns
    -------
    pandas.DataFrame
        As `smallbert.compare.evidence`, a line a model and work, with ``family``, ``smaller``, a
        key of `FACTORS` (factors to their first decimal), and ``error`` of ``retained``, one
        standard deviation: other examples and other laboratories, for score and baseline. Copies of
        other works' scores are left out, and what is less than twice as small.
    """
    if split not in ("test", "dev"):
        raise UserError(f"split is {split!r}; use test or dev")
    found = evidence(score=score, splits=split, **how)
    against = found["baseline"].str.partition(" (")[0]
    found = found[against.eq(baseline) & ~found["borrowed"]]
    found = found[found["technique"].isin(FAMILIES)]
    factor = found["factor"].round(1)
    smaller = [factor.ge(low) & factor.lt(high) for low, high in FACTORS.values()]
    found = found.assign(
        family=found["technique"].map(FAMILIES), smaller=np.select(smaller, list(FACTORS), "")
    )
    found = found[found["smaller"].ne("")].reset_index(drop=True)
    own = _by_id(corrected=how.get("corrected", True))
    scored = own.loc[found["id"]]
    apart = differences(scored, own.loc[scored["baseline_id"]], measure="kept")
    return found.assign(error=apart["error"])


def leads(found: pd.DataFrame, *, corrected: bool = True, level: float = LEVEL) -> pd.DataFrame:
    """Return of `families` who leads at each factor, and whether that is sure.

    Returns
    -------
    pandas.DataFrame
        A line a factor and family that has a model there: works, models, ``median``; ``best`` with
        its id, model and ``error``; how far it is ``behind`` the best of all families, the
        ``margin`` that chance explains [% of the baseline]; whether it is ``sure`` to be behind.

    Notes
    -----
    The margin is the critical value of `smallbert.compare.best.many_to_one` for all models of the
    factor times the standard error of the difference; missing where that is not known.
    """
    own, lines = _by_id(corrected=corrected), []
    for smaller, part in found.groupby("smaller"):
        groups = part.groupby("family")
        best = part.loc[groups["retained"].idxmax()].set_index("family")
        table = best[["smaller", "id", "model", "error"]].assign(
            best=best["retained"],
            works=groups["source"].nunique(),
            models=groups.size(),
            median=groups["retained"].median(),
            behind=best["retained"].max() - best["retained"],
        )
        first = own.loc[[best["id"][best["retained"].idxmax()]] * len(table)]
        apart = differences(first, own.loc[table["id"]], measure="kept")
        df = apart["df"].min()
        several = len(part) > 1 and df > 0
        critical = many_to_one(len(part), float(df), level) if several else np.nan
        margin = critical * apart["error"].to_numpy()
        sure = table["behind"] > margin
        lines.append((smaller, table.assign(margin=margin, sure=sure).reset_index()))
    lines = [dict(lines)[smaller] for smaller in FACTORS if smaller in dict(lines)]
    if not lines:
        raise UserError("no family has a model of known size on this set; choose another score")
    table = pd.concat(lines, ignore_index=True)
    order = {"smaller": [*FACTORS], "family": [*FAMILIES.values()]}
    table = table[[*order, *table.columns.drop([*order])]]
    return table.sort_values([*order], key=lambda each: each.map(order[each.name].index))


def _by_id(*, corrected: bool) -> pd.DataFrame:
    """Return `smallbert.compare.rows` by the ids of their scores."""
    return rows(corrected=corrected).drop_duplicates("id").set_index("id", drop=False)
