"""What models cost and score, which may be the best, and who ranks where over many tasks."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pandas as pd
import scipy
from scipy import special

from smallbert import data
from smallbert.compare import clock, comparability, uncertainty
from smallbert.compare.costs import WHOLE
from smallbert.compare.models import compared, models
from smallbert.data import sources
from smallbert.data.results import SAME_TASKS
from smallbert.errors import UserError
from smallbert.memo import cached

PRINTED = {
    "parameters": ("millions", 1e6),
    "megabytes": ("megabytes", 1.0),
    "operations": ("gigaoperations", 1e9),
}
"""Costs that works print or imply: the column of `smallbert.compare.models`, its unit."""


@cached
def costs() -> pd.DataFrame:
    """Return parameters, megabytes, operations (at 128 tokens) and time of each model, by its name.

    Parameters and megabytes are counted from the shape where it is known and no weight is pruned or
    stored in fewer bits; else the median of what works print or imply counts. ``megabytes_32`` and
    ``megabytes_8`` are of its whole shape with as many bits for every weight. ``milliseconds``
    is the time that the model's shape takes in 32 bits, zeros included, for one text of 128 tokens
    on the processor of `smallbert.compare.clock`; missing for other shapes, and where the shape
    does not tell the operations either.
    """
    by_name = compared().groupby("model")
    table = {name: by_name[of].median() * unit for name, (of, unit) in PRINTED.items()}
    table |= {name: by_name[name].median() for name in WHOLE}
    counted = table["megabytes_32"]
    counted = counted[~by_name["technique"].first().str.contains("pruning|quantization")]
    table["megabytes"] = counted.combine_first(table["megabytes"])
    table["parameters"] = (counted * 2**18).combine_first(table["parameters"])
    times = {name: clock.of(name) for name in set(sources.shapes().values())}
    known = {name: time.ms for name, time in times.items() if time}
    table = pd.DataFrame(table).assign(milliseconds=pd.Series(sources.shapes()).map(known))
    return table.assign(milliseconds=table["milliseconds"].where(table["operations"].notna()))


@cached
def scored(task: str, split: str, *, metric: str = "") -> pd.DataFrame:
    """Return the mean report of each model on a set, by its name, and how far it may be off.

    ``score`` [%] is the mean over the laboratories that measured it themselves, one voice each, so
    nobody's favorable run decides alone; ``reports`` is how many works did, ``id`` and ``source``
    of the first; ``stated_task``, what they say the task is (see `comparability.task_words`);
    ``laboratory`` and ``rest``, the laboratories' and the runs' part of its error with
    ``spread_df``, and ``sampling`` [points]; ``measured_by_laboratory``, empty for several;
    ``half_width`` [points] of its 95 % interval by all three. A metric that its work does not name
    is the task's only one, where it has only one; of several that with most reports counts, unless
    one is named, and likewise of several definitions of an average.
    """
    task = SAME_TASKS.get(task, task)
    rows = uncertainty.reports()
    rows = rows[rows["task"].eq(task) & rows["split"].eq(split)]
    if rows.empty:
        known = ", ".join(sorted(set(uncertainty.reports()["task"])))
        raise UserError(f"nobody reports {task!r} on the {split} set; tasks are {known}")
    named = rows.loc[rows["metric"].ne("score"), "metric"]
    if named.nunique() == 1:
        rows = rows.assign(metric=named.iloc[0])
    rows = rows[rows["metric"].eq(metric or named.mode()[0])]
    rows = rows[rows["definition"].eq(rows["definition"].mode()[0])]
    groups = rows.groupby("model", sort=False)
    names = ["id", "source", "technique", "task", "metric", "split"]
    names += ["origin", "half_width", "sd", "n", "original", "measured_by"]
    table = groups[names].first().assign(reports=groups.size())
    voices = rows.groupby(["model", "measured_by_laboratory"])["score"].mean()
    table["score"] = voices.groupby("model").mean()
    known = uncertainty.add(table)
    count = voices.groupby("model").size().reindex(table.index)
    works = rows.groupby(["model", "measured_by_laboratory"]).size()
    runs = (1 / works).groupby("model").mean().reindex(table.index) / count  # of one voice each
    table = table[names[:6]].assign(
        stated_task=groups["stated_task"].agg(comparability.stated_tasks),
        score=table["score"],
        reports=table["reports"],
        sampling=known["sampling"],
        laboratory=known["laboratory"] / np.sqrt(count),
        rest=known["rest"] * np.sqrt(runs),
        spread_df=known["spread_df"],
        measured_by_laboratory=known["measured_by_laboratory"].where(count.eq(1), ""),
    )
    return table.assign(half_width=half_widths(table))


def half_widths(table: pd.DataFrame, *, level: float = uncertainty.LEVEL) -> pd.Series:
    """Return half of the interval of scores with what `margins` needs [points].

    It is Student's t, with the degrees of freedom of Welch and Satterthwaite in which the sampling
    error counts as known, times the root of all variances. Missing where the size of the set is not
    known.
    """
    spread = table["laboratory"] ** 2 + table["rest"] ** 2
    variance = spread + table["sampling"] ** 2
    freedom = table["spread_df"] * variance**2 / spread**2
    width = special.stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance)
    return pd.Series(width, table.index).mask(variance.eq(0), 0.0)


def intervals(scores: pd.DataFrame) -> pd.DataFrame:
    """Return half of the 95 % interval of each single score, and what other examples have of it.

    ``half`` [points] is of other examples of the set and other laboratories, as `half_widths` has
    it, ``examples`` of other examples and, if printed, other runs alone.
    """
    known = uncertainty.add(scores)
    variance = known["sampling"] ** 2 + known["runs"].fillna(0) ** 2
    examples = special.ndtri((1 + uncertainty.LEVEL) / 2) * np.sqrt(variance)
    return pd.DataFrame({"half": half_widths(known), "examples": examples})


def margins(
    table: pd.DataFrame,
    highest: pd.Series,
    *,
    rho: float = uncertainty.RHO,
    level: float = uncertainty.LEVEL,
) -> pd.Series:
    """Return how far below the `highest` each model of `scored` may be and still the best [points].

    Notes
    -----
    The critical value of `many_to_one` for the models of the table, times the standard error of the
    difference, to which a laboratory adds nothing where both scores are its own. NaN where the
    set's size is not known.
    """
    own = {name: table[name].to_numpy() for name in PARTS}
    critical = many_to_one(len(table), float(table["spread_df"].min()), level)
    error = np.sqrt(_variances(own, highest, rho))
    return pd.Series(critical * error, table.index, name="margin")


PARTS = ("sampling", "laboratory", "rest", "measured_by_laboratory")
"""The columns of a score on which the error of its difference to another rests."""


def _variances(first, second, rho: float | np.ndarray) -> np.ndarray:
    """Return the variances of differences between scores with `PARTS`, element by element."""
    shared = (first[PARTS[3]] == second[PARTS[3]]) & (first[PARTS[3]] != "")
    squares = {name: first[name] ** 2 + second[name] ** 2 for name in PARTS[:3]}
    examples = squares["sampling"] - 2 * rho * first["sampling"] * second["sampling"]
    return np.where(shared, 0.0, squares["laboratory"]) + squares["rest"] + examples


@cache
def many_to_one(count: int, df: float, level: float) -> float:
    """Return Dunnett's one-sided critical value for the best of so many models against all others.

    It is the c with ``P(max (Zⱼ − Z₀) ≤ c·√2·S) = level`` for independent normal Z and S²·df of χ².
    """
    at, weight = np.polynomial.legendre.leggauss(40)
    shares, weight = (at + 1) / 2, weight / 2
    own, spread = special.ndtri(shares), np.sqrt(special.chdtri(df, 1 - shares) / df)

    def short(c: float) -> float:
        """Return how far the probability of c is from the level."""
        below = special.ndtr(own[:, None] + c * np.sqrt(2) * spread[None, :]) ** (count - 1)
        return float(weight @ below @ weight) - level

    return float(scipy.optimize.brentq(short, 0, 50)) if count > 1 else 0.0


BOARDS = {
    "MNLI": (("mnli-m",), "accuracy"),
    "SST-2": (("sst-2",), "accuracy"),
    "GLUE": (("glue-9", "glue-8", "glue-6", "glue"), "average"),
    "SQuAD 1.1, F1": (("squad-1.1",), "f1"),
    "SQuAD 1.1, exact match": (("squad-1.1",), "exact-match"),
}
"""What models are ranked by: its task, or the definitions of an average, and metric."""

ON = {"MNLI": ("dev", "test"), "SST-2": ("dev", "test"), "GLUE": ("test",)}
"""The sets of a board, where it is not the development set alone."""


@cached
def leaderboard() -> pd.DataFrame:
    """Return the scores of all models that may be ranked, the best of each ranking first.

    Returns
    -------
    pandas.DataFrame
        One line a board, task, split and model: what `scored` has; ``place`` and ``ceiling`` as
        `places` has them. A model of which works only repeat another's score has that, the first
        of them, without half width, place and ceiling. Each ranking has one definition of an
        average.
    """
    parts = []
    for board, (tasks, metric) in BOARDS.items():
        for split in ON.get(board, ("dev",)):
            for task in tasks:
                own = scored(task, split, metric=metric)
                own = own.join(places(own))
                lent = uncertainty.lent(task, split, metric)
                lent = lent[~lent.index.isin(own.index)]
                ranking = pd.concat([own, lent]).sort_values("score", ascending=False)
                parts.append(ranking.assign(board=board).reset_index(names="model"))
    return pd.concat(parts, ignore_index=True)


def places(table: pd.DataFrame) -> pd.DataFrame:
    """Return in which place each model of `scored` is, whatever a reader filters.

    ``place`` 1 may be best; a model of a later one is surely behind the highest of every one
    before. ``ceiling`` is the highest score of a model that does not surely beat it, so of any
    models with no higher score it may be the best.
    """
    table = table.sort_values("score", ascending=False, kind="stable")
    better = beaten(table)
    found, left = pd.Series(0, table.index), table.index
    while len(left):
        behind = better.loc[left, left[0]]
        found[left[~behind]], left = found.max() + 1, left[behind]
    return pd.DataFrame(
        {"place": found, "ceiling": (~better).mul(table["score"], axis=1).max(axis=1)}
    )


def beaten(
    table: pd.DataFrame, *, rho: float = uncertainty.RHO, level: float = uncertainty.LEVEL
) -> pd.DataFrame:
    """Tell of each model of `scored` (a row) which others (columns) surely score more.

    They may be of several sets: scores on other examples have no error in common.
    """
    score, split = table["score"].to_numpy(), table["split"].to_numpy(object)
    below, above = (
        {name: table[name].to_numpy().reshape(shape) for name in PARTS}
        for shape in ((-1, 1), (1, -1))
    )
    same = rho * (split[:, None] == split)
    critical = many_to_one(len(table), float(table["spread_df"].min()), level)
    error = np.sqrt(_variances(below, above, same))
    return pd.DataFrame(score - score[:, None] > critical * error, table.index, table.index)


def alike(benchmark: str) -> pd.DataFrame:
    """Return the encoders of every table that was scored by one recipe on a task, whoever made it.

    One row a model and table, the smallest first: id (of the score), source, table, model,
    technique, ``millions`` of weights, ``score`` [%], what `margins` needs and `half_widths`,
    ``half_width`` [points], missing where that is not known.
    """
    tidy = data.usable(data.results())
    rows = tidy[tidy["protocol"].eq("one-recipe") & tidy["task"].eq(benchmark)]
    rows = rows.assign(score=rows["value"])
    sizes = models().set_index(["source", "model"])["millions"]
    rows = rows.join(sizes, on=["source", "model"]).dropna(subset="millions")
    names = ["id", "source", "table", "model", "technique", "task", "millions", "score"]
    rows = uncertainty.add(rows)
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
    """Return the highest score of `alike` below each size [millions], and who else may be best.

    One row a group `by` and budget that has a model: those columns, budget, id, model, technique,
    millions, score, half_width; ``others``, the names of those that may be the best as well: within
    the group's `margins`, or all where that is not known.
    """
    lines, names = [], ["id", "model", "technique", "millions", "score", "half_width"]
    for key, group in rows.groupby([*by], sort=False):
        for budget in budgets:
            own = group[group["millions"] <= budget].sort_values("score", ascending=False)
            if own.empty:
                continue
            first, behind = own.iloc[0], own["score"].iloc[0] - own["score"].iloc[1:]
            apart = margins(group, first, rho=rho, level=level)[behind.index]
            line = {**dict(zip(by, key, strict=True)), "budget": budget, **first.reindex(names)}
            lines.append(line | {"others": list(own["model"].iloc[1:][~(behind > apart)])})
    return pd.DataFrame(lines, columns=[*by, "budget", *names, "others"])


def ranks(scores: pd.DataFrame, *, draws: int = 10_000) -> pd.DataFrame:
    """Return in which order models stand over many tasks, as far as the tasks tell.

    `scores` [%] are of models (columns) on the same tasks (rows), none missing; `draws` of the
    tasks, with replacement, are the same for all models. By model, the highest mean first: mean,
    rank, ``first`` and ``last`` rank that it may have, and ``group``. Group 1 may be best: no model
    surely beats it. Group 2 would be if group 1 were not there, and so on. A group is fixed over
    all models, whatever a reader filters.

    Notes
    -----
    A model surely beats another if the mean difference over the tasks exceeds c standard errors,
    where c is the quantile of the largest of all pairs' studentized differences in a paired
    bootstrap: intervals of ranks that follow from pairs told apart at once hold at once (Mogstad,
    Romano, Shaikh and Wilhelm 2024). Tasks of a benchmark are no random sample of anything, so this
    says how far the order rests on the choice of tasks, and no more.
    """
    chance, values = np.random.default_rng(0), scores.to_numpy(float)
    count = len(values)
    weights = chance.multinomial(count, np.full(count, 1 / count), size=draws) / count
    gaps = values[:, :, None] - values[:, None, :]
    mean, error = gaps.mean(axis=0), gaps.std(axis=0, ddof=1) / np.sqrt(count)
    error[error == 0] = np.inf
    largest = np.zeros(draws)
    for a, b in zip(*np.triu_indices(scores.shape[1], 1), strict=True):
        drawn = weights @ gaps[:, a, b]
        again = weights @ gaps[:, a, b] ** 2 - drawn**2
        own = np.sqrt(np.maximum(again, 1e-12) / (count - 1))
        largest = np.maximum(largest, np.abs(drawn - mean[a, b]) / own)
    beats = mean > np.quantile(largest, uncertainty.LEVEL) * error
    table = pd.DataFrame({"mean": scores.mean()})
    table["rank"] = table["mean"].rank(ascending=False, method="min").astype(int)
    table["first"], table["last"] = 1 + beats.sum(axis=0), len(table) - beats.sum(axis=1)
    left, group = np.ones(len(table), dtype=bool), np.zeros(len(table), dtype=int)
    while left.any():
        unbeaten = left & ~beats[left].any(axis=0)
        group[unbeaten], left = group.max() + 1, left & ~unbeaten
    return table.assign(group=group).sort_values("mean", ascending=False, kind="stable")
