"""Which models may be the best of a set, or below a size: beyond what chance explains."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pandas as pd
import scipy
from scipy import special

from smallbert import data
from smallbert.compare import uncertainty
from smallbert.compare.models import models_of_works
from smallbert.compare.uncertainty import half_widths

ERROR_PARTS = ("sampling", "laboratory", "rest", "measured_by_laboratory")
"""The columns of a score on which the error of its difference to another rests."""


def _variances_of_differences(score, fellow, rho: float | np.ndarray) -> np.ndarray:
    """Return the variances of differences between scores with `ERROR_PARTS`, element by element."""
    laboratory = ERROR_PARTS[3]
    shared = (score[laboratory] == fellow[laboratory]) & (score[laboratory] != "")
    squares = {name: score[name] ** 2 + fellow[name] ** 2 for name in ERROR_PARTS[:3]}
    examples = squares["sampling"] - 2 * rho * score["sampling"] * fellow["sampling"]
    return np.where(shared, 0.0, squares["laboratory"]) + squares["rest"] + examples


@cache
def many_to_one(count: int, df: float, level: float) -> float:
    """Return Dunnett's one-sided critical value for the best of so many models against all others.

    It is the c with ``P(max (Zⱼ − Z₀) ≤ c·√2·S) = level`` for independent normal Z and S²·df of χ².
    """
    # Both integrals are over the quantiles of Z₀ and S, so that they run from 0 to 1.
    nodes, weight = np.polynomial.legendre.leggauss(40)
    shares, weight = (nodes + 1) / 2, weight / 2
    scores, spread = special.ndtri(shares), np.sqrt(special.chdtri(df, 1 - shares) / df)

    def short(c: float) -> float:
        """Return how far the probability of c is from the level."""
        below = special.ndtr(scores[:, None] + c * np.sqrt(2) * spread[None, :]) ** (count - 1)
        return float(weight @ below @ weight) - level

    return float(scipy.optimize.brentq(short, 0, 50)) if count > 1 else 0.0


def margins(
    table: pd.DataFrame,
    highest: pd.Series,
    *,
    rho: float = uncertainty.RHO,
    level: float = uncertainty.LEVEL,
) -> pd.Series:
    """Return how far below the `highest` each model may be and still be the best [points].

    The `table` is of `model_scores`.

    Notes
    -----
    The critical value of `many_to_one` for the models of the table, times the standard error of the
    difference, to which a laboratory adds nothing where both scores are its own. NaN where the
    set's size is not known.
    """
    parts = {name: table[name].to_numpy() for name in ERROR_PARTS}
    critical = many_to_one(len(table), float(table["spread_df"].min()), level)
    error = np.sqrt(_variances_of_differences(parts, highest, rho))
    return pd.Series(critical * error, table.index, name="margin")


def beaten(
    table: pd.DataFrame, *, rho: float = uncertainty.RHO, level: float = uncertainty.LEVEL
) -> pd.DataFrame:
    """Tell of each model of `model_scores` (a row) which others (columns) surely score more.

    They may be of several sets: scores on other examples have no error in common.
    """
    score, split = table["score"].to_numpy(), table["split"].to_numpy(object)
    below, above = (
        {name: table[name].to_numpy().reshape(shape) for name in ERROR_PARTS}
        for shape in ((-1, 1), (1, -1))
    )
    same = rho * (split[:, None] == split)
    critical = many_to_one(len(table), float(table["spread_df"].min()), level)
    error = np.sqrt(_variances_of_differences(below, above, same))
    return pd.DataFrame(score - score[:, None] > critical * error, table.index, table.index)


def one_recipe_scores(benchmark: str) -> pd.DataFrame:
    """Return the encoders of every table that was scored by one recipe on a task, whoever made it.

    One row a model and table, the smallest first: id (of the score), source, table, model,
    technique, ``millions`` of weights, ``score`` [%], what `margins` needs and `half_widths`,
    ``half_width`` [points], missing where that is not known.
    """
    tidy = data.usable(data.results())
    rows = tidy[tidy["protocol"].eq("one-recipe") & tidy["task"].eq(benchmark)]
    rows = rows.assign(score=rows["value"])
    sizes = models_of_works().set_index(["source", "model"])["millions"]
    rows = rows.join(sizes, on=["source", "model"]).dropna(subset="millions")
    names = ["id", "source", "table", "model", "technique", "task", "millions", "score"]
    rows = uncertainty.add_errors(rows)
    parts = ["sampling", "laboratory", "rest", "spread_df", "measured_by_laboratory"]
    rows = rows[[*names, *parts]]
    rows = rows.assign(half_width=half_widths(rows))
    return rows.sort_values(["source", "table", "millions"], ignore_index=True)


def best_under(
    rows: pd.DataFrame,
    budgets: Sequence[float],
    *,
    by: Sequence[str] = ("source", "table"),
    rho: float = uncertainty.RHO,
    level: float = uncertainty.LEVEL,
) -> pd.DataFrame:
    """Return the best score below each size [millions], and who else may be best.

    `rows` are of `one_recipe_scores` or like them.

    One row a group `by` and budget that has a model: those columns, budget, id, model, technique,
    millions, score, half_width; ``others``, the names of those that may be the best as well: within
    the group's `margins`, or all where that is not known.
    """
    lines, names = [], ["id", "model", "technique", "millions", "score", "half_width"]
    for key, group in rows.groupby([*by], sort=False):
        for budget in budgets:
            small = group[group["millions"] <= budget].sort_values("score", ascending=False)
            if small.empty:
                continue
            highest, behind = small.iloc[0], small["score"].iloc[0] - small["score"].iloc[1:]
            apart = margins(group, highest, rho=rho, level=level)[behind.index]
            line = {**dict(zip(by, key, strict=True)), "budget": budget, **highest.reindex(names)}
            lines.append(line | {"others": list(small["model"].iloc[1:][~(behind > apart)])})
    return pd.DataFrame(lines, columns=[*by, "budget", *names, "others"])
