"""MTEB's results: the best embedding models up to a size, and what each needs."""

import json
import re
from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from smallbert import compare
from smallbert.compare import own_times
from smallbert.data.amounts_in_words import listed


def best_by_size(
    scores: pd.DataFrame, millions: pd.Series, limits: Sequence[float], old: str
) -> pd.DataFrame:
    """Return who is best up to each size, who may be as good, and how the model `old` does.

    `scores` are of models (columns) on tasks; those up to a size are ranked among themselves.
    """
    lines = []
    for limit in limits:
        order = compare.ranks(scores[millions.index[millions <= limit]])
        lines.append(
            {
                "Weights [M] ≤": limit,
                "Models": len(order),
                "Highest": order.index[0],
                "Average [%]": round(order["mean"].iloc[0], 1),
                "Tied with it": names_or_count(tied(order)),
                f"{old} is": "significantly worse" if order["group"][old] > 1 else "tied",
            }
        )
    return pd.DataFrame(lines)


def tied(order: pd.DataFrame) -> list[str]:
    """Return which models are tied with the first of `compare.ranks`."""
    return [*order.index[order["group"].eq(1)].drop(order.index[0])]


def names_or_count(names: Sequence[str]) -> str:
    """Return up to three names, or how many they are.

    Examples
    --------
    >>> names_or_count(["A", "B"]), names_or_count([]), names_or_count("ABCD")
    ('A and B', 'no others', '4 others')
    """
    return listed(names) if 0 < len(names) < 4 else f"{len(names) or 'no'} others"


def bootstrap_interval(gains: np.ndarray, *, draws: int = 10_000) -> tuple[float, float]:
    """Return the 95 % interval of a mean over tasks, by a bootstrap of the tasks.

    Examples
    --------
    >>> low, high = bootstrap_interval(np.array([1.0, 1.0, 1.0]))
    >>> float(low), float(high)
    (1.0, 1.0)
    """
    means = np.random.default_rng(0).choice(gains, (draws, len(gains))).mean(axis=1)
    return tuple(np.quantile(means, [0.025, 0.975]))


def model_needs(models: pd.DataFrame, tasks: Iterable[str]) -> pd.DataFrame:
    """Return what models weigh, take and allow, as a page shows it.

    `models`, indexed by name, have the labels of the tables of models, ``architecture``,
    ``tasks`` (the mean over `tasks` [%]) and ``millions`` of weights.
    """
    megabytes = models["millions"] * 1e6 / 2**20
    times = {key: own_times.shape_time(key) for key in models["architecture"].unique()}
    times = {key: round(time.ms, 1) for key, time in times.items() if time}
    trained = models["training_datasets"].map(lambda sets: trained_on(sets, tasks))
    return pd.DataFrame(
        {
            "Model": models.index,
            "41 tasks": models["tasks"].round(1),
            "Weights [M]": models["millions"].round(1),
            "MB, 32 bits": (4 * megabytes).round(1),
            "MB, 8 bits": megabytes.round(1),
            "Time [ms]": models["architecture"].map(times),
            "Longest input": models["max_tokens"].str.removesuffix(".0").replace("Infinity", "any"),
            "Dimension": models["dimension"],
            "License": models["license"].replace("not specified", ""),
            "Trained on": trained.astype("Int64"),
        }
    )


def trained_on(training_sets: str, tasks: Iterable[str]) -> int | None:
    """Return how many tasks a list of training sets in JSON names; nothing where there is no list.

    Examples
    --------
    >>> tasks = ["FEVERHardNegatives", "STS22.v2", "BIOSSES"]
    >>> trained_on('{"FEVER": ["train"], "STS22": []}', tasks), trained_on("[]", tasks)
    (2, 0)
    >>> trained_on("", tasks)
    """
    if not training_sets:
        return None
    named = {_without_version(each) for each in json.loads(training_sets)}
    return sum(_without_version(task) in named for task in tasks)


def _without_version(name: str) -> str:
    """Return the name of a task or set without its version and the cut of its documents."""
    return re.sub(r"hardnegatives$|\.v\d$", "", name.lower())
