"""The rows behind a page's table: one score and one cost for each model."""

import pandas as pd

from smallbert import data
from smallbert.compare.comparability import task_words
from smallbert.compare.scored_rows import SCORES, by_metric, scored_rows_of
from smallbert.data import vocabulary
from smallbert.errors import UserError
from smallbert.memo import cached

TRADEOFF_AXES = {"with_embeddings": "bytes", "without_embeddings": "bytes_without_embeddings"}
TRADEOFF_AXES |= {"speedup": "speedup"}
"""The cost of each axis, which counts bits."""


@cached
def tradeoffs(*, score: str = "mnli", size_axis: str = "with_embeddings") -> pd.DataFrame:
    """Return every row of every source that has a score, a baseline and a place on the axis.

    `score` and `size_axis` are keys of `SCORES` and `TRADEOFF_AXES`.

    Returns
    -------
    pandas.DataFrame
        One row a model, as `smallbert.compare.scored_rows` with: ``baseline``, what it is compared
        with; ``retained`` [% of the baseline's score], ``change`` [points]; ``factor`` [times] on
        the axis, ``factor_origin`` (printed only where a document prints the factor itself),
        ``factor_from`` (the metric that it follows from, or ``shape``); ``borrowed``, whether the
        score is another work's.
    """
    for name, value, allowed in (("score", score, SCORES), ("size_axis", size_axis, TRADEOFF_AXES)):
        if value not in allowed:
            raise UserError(f"{name} is {value!r}; use one of {', '.join(allowed)}")
    return _placed_on_axis(_scored_models(score), size_axis)


@cached
def tradeoffs_by_task(work: str) -> pd.DataFrame:
    """Return `tradeoffs` of one work with a row for each score on single tasks, named by its task.

    Where the work has several models, the model's name follows.
    """
    rows = _with_known_split(scored_rows_of(data.results(work)))
    rows = rows[rows["technique"].ne("none") & rows["metric"].ne("average")]
    first = by_metric(rows).drop_duplicates(["table", "row", "model", "task"]).sort_index()
    rows = _placed_on_axis(first, "with_embeddings")
    names = rows["stated_task"].map(task_words)
    several = rows["model"].nunique() > 1
    return rows.assign(model=names + ", " + rows["model"] if several else names)


@cached
def _scored_models(score: str) -> pd.DataFrame:
    """Return each compressed model that has a score, by its first choice of task and metric."""
    tasks = SCORES[score]
    rows = _with_known_split(scored_rows_of(data.results(), tasks=tasks))
    rows = by_metric(rows[rows["technique"].ne("none")])
    rows = rows.sort_values("task", key=lambda own: own.map(tasks.index), kind="stable")
    return rows.drop_duplicates(["source", "table", "row"]).sort_index().reset_index(drop=True)


def _with_known_split(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the split that ``grounds.csv`` knows of where their table states none."""
    known = rows["set"].str.partition(" in ")[0]
    return rows.assign(split=rows["split"].mask(rows["split"].eq("unstated"), known))


def _placed_on_axis(rows: pd.DataFrame, size_axis: str) -> pd.DataFrame:
    """Return the columns of `tradeoffs` of rows that have a baseline and a place on the axis."""
    axis = TRADEOFF_AXES[size_axis]
    rows = rows.dropna(subset=["baseline_score", axis]).reset_index(drop=True)
    names = ["id", "source", "table", "row", "model", "technique"]
    names += ["task", "stated_task", "metric", "split", "origin", "locator", "score"]
    names += ["baseline_score"]
    return rows[names].assign(
        baseline=rows["baseline_words"],
        retained=rows["kept"],
        change=-rows["lost"],
        factor=rows[axis],
        factor_origin=rows[f"{axis}_origin"],
        factor_from=rows[f"{axis}_id"].str.replace(".*/", "", regex=True).replace("", "shape"),
        borrowed=data.borrowed(rows),
    )


def task_name(score: str) -> str:
    """Return what a page calls the task of a score, such as "SQuAD 1.1" for ``squad``."""
    return vocabulary.names("tasks")[SCORES[score][-1]]
