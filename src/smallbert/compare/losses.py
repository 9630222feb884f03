"""What each model of a work scores on one task and what it loses, against whom the reader asks."""

import numpy as np
import pandas as pd

from smallbert import cost, data
from smallbert.compare import laboratory_spread, uncertainty
from smallbert.compare.scored_rows import by_metric, scored_rows_of
from smallbert.data import side_tables, vocabulary
from smallbert.data.results import exact_task
from smallbert.errors import UserError

BERT_BASE = "BERT-base"

LOSS_COLUMNS = ["id", "table", "row", "model", "technique", "task", "metric", "set", "score"]
LOSS_COLUMNS += ["baseline", "baseline_id", "baseline_score", "lost", "margin", "kept"]
LOSS_COLUMNS += ["bytes", "with_embeddings", "megabytes", "operations"]


def losses(work: str, task: str, *, relative_to: str = "own") -> pd.DataFrame:
    """Return what each model of a work scores on a task, and what it loses against a baseline.

    Parameters
    ----------
    work, task : str
        Keys of the work and of a task that it reports; of several metrics of a task the one that
        `smallbert.data.vocabulary.scores` has first counts.
    relative_to : str
        ``own``, the baseline that the work itself names, or ``bert-base``, the mean of what
        works report of BERT-base on that task, metric and set, where two or more do.

    Returns
    -------
    pandas.DataFrame
        A row a model and place in the work, as printed there: `LOSS_COLUMNS` with score [%],
        ``lost`` [points], ``margin``, what chance alone explains of it [points, 95 %], ``kept`` [%
        of the baseline's score] and the costs of `smallbert.compare.scored_rows`. What is not known
        is missing, and so is what a baseline loses against itself.

    Raises
    ------
    UserError
        If the work has no score on the task, or nobody reports BERT-base there.
    """
    borrowed = side_tables.gather("baselines").query("source == @work")["baseline"]
    other_works = sorted({each.partition("/")[0] for each in borrowed} - {work})
    tidy = data.results(work)
    rows = scored_rows_of(data.results(work, *other_works), tasks=(exact_task(task),), every=True)
    rows = by_metric(rows[rows["source"] == work])
    if rows.empty:
        known = scored_rows_of(tidy, every=True)["id"]
        words = ", ".join(dict.fromkeys(tidy.set_index("id").loc[known, "task"]))
        raise UserError(f"task is {task!r}; {work} reports {words}")
    rows = rows.drop_duplicates(["table", "row", "model"]).sort_index()
    if relative_to == "bert-base":
        rows = _against_bert_base(rows, task)
    every = data.results().set_index("id", drop=False)
    compared = rows["baseline_id"].isin(every.index) & rows["id"].ne(rows["baseline_id"])
    pairs = rows[compared]
    margins = uncertainty.differences(every.loc[pairs["id"]], every.loc[pairs["baseline_id"]])
    rows = rows.assign(task=task, margin=pd.Series(margins["margin"].to_numpy(), pairs.index))
    itself = rows["id"].eq(rows["baseline_id"])
    rows[["lost", "kept"]] = rows[["lost", "kept"]].mask(itself)
    return rows[LOSS_COLUMNS].reset_index(drop=True)


def _against_bert_base(rows: pd.DataFrame, task: str) -> pd.DataFrame:
    """Return rows whose baseline is BERT-base as papers report it, in the mean."""
    reported = laboratory_spread.reports().query(
        "model == @BERT_BASE and task == @exact_task(@task)"
    )
    reported = reported[reported["metric"] != "score"]  # each work's own, which it does not name
    keys = ["metric", "split"]
    means = reported.groupby(keys)["score"].mean().rename("baseline_score")
    firsts = reported.drop_duplicates(keys).set_index(keys)["id"].rename("baseline_id")
    counts = reported.groupby(keys).size().rename("works")
    several = pd.concat([means, firsts, counts], axis=1)[counts > 1]
    against = rows.drop(columns=["baseline_score", "baseline_id"])
    against = against.join(several, on=["metric", "set"])
    if against["baseline_score"].isna().all():
        raise UserError(f"relative_to is 'bert-base'; no two works report it on {task}, use own")
    megabytes = cost.parameters(cost.architecture("bert-base")).sum() * 4 / cost.MIB
    names = against["works"].map(f"{BERT_BASE}, mean of {{:.0f}} works".format, na_action="ignore")
    return against.assign(
        baseline=names.fillna(""),
        baseline_id=against["baseline_id"].fillna(""),
        lost=against["baseline_score"] - against["score"],
        kept=100 * against["score"] / against["baseline_score"],
        bytes=megabytes / against["megabytes"],
    )


def task_title(task: str) -> str:
    """Return what a page calls a task, such as "MNLI matched" for ``mnli-m``."""
    return vocabulary.names("tasks")[task]


def loss_in_words(lost: float, margin: float) -> str:
    """Return a loss as a sentence has it, which says "loses" or "gains" only beyond chance.

    Examples
    --------
    >>> loss_in_words(2.31, 1.1), loss_in_words(-2.0, 1.1)
    ('loses 2.3 points', 'gains 2.0 points')
    >>> loss_in_words(0.4, 1.1)
    'scores 0.4 points less, within chance'
    >>> loss_in_words(0.0, 1.1), loss_in_words(-0.4, float("nan"))
    ('scores the same', 'scores 0.4 points more (significance unknown)')
    """
    amount = f"{abs(lost):.1f} points"
    if np.isnan(lost):
        return "has no baseline"
    if abs(lost) > margin:
        return f"{'loses' if lost > 0 else 'gains'} {amount}"
    if f"{abs(lost):.1f}" == "0.0":
        return "scores the same"
    ends = ", within chance" if margin == margin else " (significance unknown)"
    return f"scores {amount} {'less' if lost > 0 else 'more'}{ends}"
