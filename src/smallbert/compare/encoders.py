"""Encoders that one team trained and scored alike, and the best of each size among them."""

import math

import pandas as pd

from smallbert import data
from smallbert.compare.baselines import plain
from smallbert.compare.errors import sampling_error
from smallbert.compare.models import models
from smallbert.data import bibliography, vocabulary
from smallbert.errors import UserError

RECIPE = "one-recipe"
"""The protocol under which rows of one table may be ranked whoever made the models."""

WEIGHTS = {
    "with_embeddings": "millions",
    "without_embeddings": "millions_without_embeddings",
}
"""What counts as the size of an encoder, by the words of the parameter ``size_axis``."""

APART = 1.96
"""Standard deviations of a difference beyond which two scores are told apart."""


def alike(
    benchmark: str, *, size_axis: str = "with_embeddings", corrected: bool = True
) -> pd.DataFrame:
    """Return the encoders of every table that was scored by one recipe.

    Parameters
    ----------
    benchmark : str
        A task of the vocabulary.
    size_axis : str
        A key of `WEIGHTS`.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a model and table, the smallest first: id (of the score), source, table, model,
        technique (``none`` from the size of BERT_BASE up), ``millions`` of weights, ``score`` [%]
        and ``error``, its standard deviation over other examples of the task [points], missing
        where that is not known.

    Raises
    ------
    UserError
        `size_axis` is no count of weights.
    """
    if size_axis not in WEIGHTS:
        raise UserError(f"size_axis is {size_axis!r}; here use one of {', '.join(WEIGHTS)}")
    tidy = data.usable(data.results(corrected=corrected))
    rows = tidy[tidy["protocol"].eq(RECIPE) & tidy["task"].eq(benchmark)]
    rows = rows.assign(model=rows["model"].map(plain), score=rows["value"])
    sizes = models(corrected=corrected).set_index(["source", "model"])[WEIGHTS[size_axis]]
    rows = rows.join(sizes.rename("millions"), on=["source", "model"]).dropna(subset="millions")
    rows["error"] = [
        sampling_error(each.score, task=each.task, metric=each.metric, split=each.split)
        for each in rows.itertuples()
    ]
    names = ["id", "source", "table", "model", "technique", "millions", "score", "error"]
    return rows[names].sort_values(["source", "table", "millions"], ignore_index=True)


def best_under(rows: pd.DataFrame, budgets: list[float]) -> pd.DataFrame:
    """Return the best encoder below each size, and whether another one comes as near as chance.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `alike`.
    budgets : list of float
        Millions of weights.

    Returns
    -------
    pandas.DataFrame
        One row a table and budget that has a model: source, table, budget, id, model, technique,
        millions, score, ``lead`` over the next [points; missing where it is alone], and
        ``tied``, the names of those whose score is not told apart from the best at 95 %.
    """
    lines = []
    for (source, table), group in rows.groupby(["source", "table"], sort=False):
        for budget in budgets:
            own = group[group["millions"] <= budget].sort_values("score", ascending=False)
            if own.empty:
                continue
            best, others = own.iloc[0], own.iloc[1:]
            apart = APART * (others["error"] ** 2 + best["error"] ** 2).pow(0.5)
            behind = best["score"] - others["score"]
            lines.append(
                {"source": source, "table": table, "budget": budget}
                | best[["id", "model", "technique", "millions", "score"]].to_dict()
                | {"lead": behind.min() if len(others) else math.nan}
                | {"tied": list(others.loc[behind <= apart.fillna(0), "model"])}
            )
    return pd.DataFrame(lines)


def benchmark_name(benchmark: str) -> str:
    """Return what a page calls a task of the vocabulary."""
    return vocabulary.table("tasks").at[benchmark, "name"]


def budget_table(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the best of each size as one table: a line a source and size, a column a task.

    Parameters
    ----------
    tables : dict of pandas.DataFrame
        Of `best_under`, by task.

    Returns
    -------
    pandas.DataFrame
        Source (its short name), ``Millions at most``, and for each task the model with its score,
        its lead over the next in brackets, and ``≈`` those that are tied with it.
    """
    columns = {}
    for task, table in tables.items():
        lines = table.set_index(["source", "budget"])
        lead = lines["lead"].map(" (+{:.1f})".format).where(lines["lead"].notna(), "")
        tied = lines["tied"].map("; ".join).radd(" ≈ ").where(lines["tied"].map(bool), "")
        columns[benchmark_name(task)] = (
            lines["model"] + lines["score"].map(" {:.1f}".format) + lead + tied
        )
    found = pd.DataFrame(columns).fillna("–").rename_axis(["Source", "Millions at most"])
    return found.rename(index=bibliography.label, level="Source").reset_index()
