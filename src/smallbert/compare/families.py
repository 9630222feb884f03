"""Which family of techniques keeps most of one baseline's score, at each factor of compression."""

import numpy as np
import pandas as pd

from smallbert.compare.best import costs, many_to_one
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

BASELINE = "BERT_BASE"
"""The model that all are compared with, each with its own work's run of it."""

FACTORS = {
    "2 to 5 times smaller": (2, 5),
    "5 to 10 times smaller": (5, 10),
    "10 times smaller or more": (10, np.inf),
}
"""What counts as how many times smaller: from the first factor to below the second."""


def families(score: str = "mnli", split: str = "dev", *, corrected: bool = True) -> pd.DataFrame:
    """Return the models of each family that one benchmark and `BASELINE` make comparable.

    Parameters
    ----------
    score : str
        A key of `smallbert.compare.SCORES`.
    split : str
        ``test`` or ``dev``.

    Returns
    -------
    pandas.DataFrame
        As `smallbert.compare.evidence`, a line a model and work, with ``family``, ``smaller``, a
        key of `FACTORS`, and ``half_width`` of ``retained``, half
        of its 95 % interval: other examples and other laboratories, for score and baseline. Copies
        of other works' scores are left out, and what is less than twice as small.
    """
    if split not in ("test", "dev"):
        raise UserError(f"split is {split!r}; use test or dev")
    found = evidence(score=score, splits=split, corrected=corrected)
    against = found["baseline"].str.partition(" (")[0]
    found = found[against.eq(BASELINE) & ~found["borrowed"]]
    found = found[found["technique"].isin(FAMILIES)]
    sizes = costs()["parameters"]  # one factor for one shape, however works round its weights
    counted = sizes[BASELINE] / found["model"].map(sizes)
    factor = found["factor"].mask(found["technique"].eq("distillation"), counted)
    factor = factor.fillna(found["factor"])
    smaller = [factor.ge(low) & factor.lt(high) for low, high in FACTORS.values()]
    found = found.assign(
        factor=factor,
        family=found["technique"].map(FAMILIES),
        smaller=np.select(smaller, list(FACTORS), ""),
    )
    found = found[found["smaller"].ne("")].reset_index(drop=True)
    own = _by_id(corrected=corrected)
    scored = own.loc[found["id"]]
    apart = differences(scored, own.loc[scored["baseline_id"]], measure="kept")
    return found.assign(half_width=apart["margin"])


def leads(found: pd.DataFrame, *, corrected: bool = True, level: float = LEVEL) -> pd.DataFrame:
    """Return of `families` who leads at each factor, and whether that is sure.

    Returns
    -------
    pandas.DataFrame
        A line a factor and family that has a model there: works, models, ``median``; ``best`` with
        its id, model and ``half_width``; how far it is ``behind`` the best of all families, the
        ``margin`` that chance explains [% of the baseline]; whether it is ``sure`` to be behind.

    Notes
    -----
    The margin is the critical value of `smallbert.compare.best.many_to_one` for all models of the
    factor times the standard error of the difference; missing where that is not known.
    """
    own, lines = _by_id(corrected=corrected), []
    order = {"smaller": [*FACTORS], "family": [*FAMILIES.values()]}
    for _, part in found.groupby("smaller"):
        groups = part.groupby("family")
        best = part.loc[groups["retained"].idxmax()].set_index("family")
        first = best.loc[best["retained"].idxmax()]
        apart = differences(own.loc[[first["id"]] * len(best)], own.loc[best["id"]], measure="kept")
        df, several = float(apart["df"].min()), len(part) > 1
        critical = many_to_one(len(part), df, level) if several and df > 0 else np.nan
        table = best[["smaller", "id", "model", "half_width"]].assign(
            works=groups["source"].nunique(),
            models=groups.size(),
            median=groups["retained"].median(),
            best=best["retained"],
            behind=first["retained"] - best["retained"],
            margin=critical * apart["error"].to_numpy(),
        )
        lines.append(table.assign(sure=table["behind"] > table["margin"]).reset_index())
    if not lines:
        raise UserError("no family has a model of known size on this set; choose another score")
    table = pd.concat(lines)
    table = table.sort_values([*order], key=lambda each: each.map(order[each.name].index))
    return table[[*order, *table.columns.drop([*order])]].reset_index(drop=True)


def _by_id(*, corrected: bool) -> pd.DataFrame:
    """Return `smallbert.compare.rows` by the ids of their scores."""
    return rows(corrected=corrected).drop_duplicates("id").set_index("id", drop=False)
