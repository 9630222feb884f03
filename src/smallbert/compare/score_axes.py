"""Score axes: the score itself, what is lost of the baseline's, and what is kept of it."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from smallbert.compare.cost_axes import COSTS
from smallbert.data import sources, vocabulary
from smallbert.errors import UserError

MEASURES = {
    "score": "score [%]",
    "lost": "change against the baseline [points]",
    "kept": "score kept [% of the baseline's]",
}
"""What each score axis means, drawn so that more is better."""


def measured(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return a score axis of rows: value, of which more is better, and its error.

    The error of the baseline's score is left out, for rows of one baseline share it.

    Raises
    ------
    UserError
        `measure` is not a key of `MEASURES`.
    """
    if measure not in MEASURES:
        raise UserError(f"measure is {measure!r}; use one of {', '.join(MEASURES)}")
    if measure == "lost":
        return pd.DataFrame({"value": -rows["lost"], "error": rows["error"]})
    scale = 100 / rows["baseline_score"] if measure == "kept" else 1.0
    return pd.DataFrame({"value": rows["score"] * scale, "error": rows["error"] * scale})


def with_own_baselines(rows: pd.DataFrame) -> pd.DataFrame:
    """Set rows that a survey reports against the baseline of their own work, where it is known.

    A quantity's ``own_baseline`` in the descriptor names the column with that baseline's score.
    """
    own = pd.Series(np.nan, rows.index)
    for (key, name), part in rows.groupby(["source", "table"], sort=False):
        columns = _own_baselines(sources.tables(key)[name])
        cells = sources.table(key, name) if columns else None
        for at, row in part[part["task"].isin(columns)].iterrows():
            own[at] = pd.to_numeric(cells.at[row["row"], columns[row["task"]]] or np.nan)
    base = own.fillna(rows["baseline_score"])
    known = {"lost": base - rows["score"], "kept": 100 * rows["score"] / base}
    return rows.assign(baseline_score=base, **known)


def _own_baselines(table: dict) -> dict[str, str]:
    """Return the columns with the scores of each row's own baseline, by task."""
    stated = sources.quantities(table)
    return {each["task"]: each["own_baseline"] for each in stated if "own_baseline" in each}


OF = ["source", "model", "set", "protocol", "baseline", "teacher"]
"""What the scores share that a mean is taken of."""


def over(rows: pd.DataFrame, tasks: Sequence[str]) -> pd.DataFrame:
    """Return the mean over a set of tasks, for each model that has all of them on one set.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.rows`.
    tasks : sequence of str
        Keys of ``data/vocabulary/tasks.csv``; of several metrics of a task the first of
        `vocabulary.scores` counts.

    Returns
    -------
    pandas.DataFrame
        As `rows`, one line a model: ``task`` names the tasks, ``id`` joins their ids, scores are
        means, ``error`` is ``√(Σ eᵢ²)/k``, and costs are those of the first task where all
        agree, else missing.
    """
    rows = rows[rows["task"].isin(tasks)]
    rows = rows.iloc[
        np.argsort([vocabulary.scores().index(each) for each in rows["metric"]], kind="stable")
    ]
    rows = rows.drop_duplicates([*OF, "task"])
    groups = rows.groupby(OF, sort=False)
    whole = [part for _, part in groups if len(part) == len(tasks)]
    return pd.DataFrame([_mean(part) for part in whole], columns=rows.columns)


def _mean(part: pd.DataFrame) -> dict:
    numbers = ["score", "baseline_score", "lost", "kept"]
    joined = {name: " + ".join(part[name]) for name in ("id", "task")}
    key = ", ".join(filter(None, [joined["task"], *part.iloc[0][OF[2:]]]))
    same = {axis: part[axis].iloc[0] if part[axis].nunique() == 1 else np.nan for axis in COSTS}
    error = np.sqrt((part["error"] ** 2).sum()) / len(part)
    mean = dict(part[numbers].mean()) | {"error": error, "metric": "mean", "key": key}
    return dict(part.iloc[0]) | joined | same | mean
