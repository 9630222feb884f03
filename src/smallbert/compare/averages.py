"""Averages over GLUE's tasks, each only beside those of its own definition."""

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.compare.model_costs import model_costs
from smallbert.compare.scored_rows import scored_rows_of
from smallbert.compare.uncertainty import half_widths
from smallbert.memo import cached

COMMON_TASKS = {
    "cola": "matthews",
    "sst-2": "accuracy",
    "sts-b": "spearman",
    "mnli-m": "accuracy",
    "qnli": "accuracy",
    "rte": "accuracy",
}
"""The tasks of GLUE that works print by one metric each; MRPC and QQP have several."""

MEAN_OF_COMMON = "mean of six tasks, worked out by this book"
"""What `averages` calls the mean over `COMMON_TASKS`."""

GLUE_AVERAGES = ("glue", "glue-6", "glue-8", "glue-9")


@cached
def averages(split: str = "test") -> pd.DataFrame:
    """Return the averages over GLUE of every model whose size is known, by definition and score.

    Returns
    -------
    pandas.DataFrame
        A line a model and definition: ``definition`` in words, `MEAN_OF_COMMON` for the mean of the
        tasks `COMMON_TASKS`, which follows from scores of single tasks; id (empty there), source,
        model, technique, ``borrowed``, ``millions`` of parameters, score [%] and its
        ``half_width``, half of the 95 % interval over other examples and laboratories;
        ``sampling``, ``laboratory``, ``rest`` and ``spread_df``, its parts, and
        ``measured_by_laboratory``; ``scores``, ``ids`` and ``stated`` tasks of the single tasks, by
        task. Of several reports the first counts that is not borrowed.

    Notes
    -----
    The errors of a mean of k tasks are ``√(Σ sᵢ²)/k``, but for what is common to a laboratory,
    whose luck is that of all its tasks: ``Σ Lᵢ/k``.
    """
    tasks = (*GLUE_AVERAGES, *COMMON_TASKS)
    rows = scored_rows_of(data.results(), tasks=tasks, every=True)
    rows = rows[rows["set"].eq(split)].assign(borrowed=lambda own: data.borrowed(own))
    rows = rows.sort_values("borrowed", kind="stable")
    whole = rows[rows["task"].isin(GLUE_AVERAGES)]
    table = pd.concat([whole, _means_of_common(rows)]).drop_duplicates(["definition", "model"])
    millions = table["model"].map(model_costs()["parameters"] / 1e6)
    table = table.assign(millions=millions, half_width=half_widths(table))
    table = table.dropna(subset="millions")
    names = ["definition", "id", "source", "model", "technique", "borrowed", "millions", "score"]
    names += ["half_width", "sampling", "laboratory", "rest", "spread_df"]
    names += ["measured_by_laboratory", "scores", "ids", "stated"]
    order = table.sort_values(["definition", "score"], ascending=[True, False])
    return order[names].reset_index(drop=True)


def _means_of_common(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the mean over `COMMON_TASKS` of each model and work that has all of them."""
    rows = rows[rows["metric"].eq(rows["task"].map(COMMON_TASKS))]
    rows = rows.drop_duplicates(["source", "model", "task"])
    groups, tasks = rows.groupby(["source", "model"], sort=False), rows["task"]

    def error_of_mean(errors: pd.Series) -> float:
        return np.sqrt((errors**2).sum()) / len(errors)

    def by_task(values: pd.Series) -> dict:
        return dict(zip(tasks[values.index], values, strict=True))

    table = groups.agg(
        technique=("technique", "first"),
        borrowed=("borrowed", "max"),
        score=("score", "mean"),
        sampling=("sampling", error_of_mean),
        laboratory=("laboratory", "mean"),
        rest=("rest", error_of_mean),
        spread_df=("spread_df", "min"),
        measured_by_laboratory=("measured_by_laboratory", "first"),
        scores=("score", by_task),
        ids=("id", by_task),
        stated=("stated_task", by_task),
    )
    table = table[groups.size().eq(len(COMMON_TASKS))].reset_index()
    return table.sort_values("borrowed", kind="stable").assign(definition=MEAN_OF_COMMON, id="")
