"""In which order models stand over many tasks, as far as the choice of tasks tells."""

import numpy as np
import pandas as pd

from smallbert.compare.uncertainty import LEVEL


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
    error[error == 0] = np.inf  # a model and itself, or two that are equal on every task
    largest = np.zeros(draws)
    for a, b in zip(*np.triu_indices(scores.shape[1], 1), strict=True):
        drawn = weights @ gaps[:, a, b]
        variance = weights @ gaps[:, a, b] ** 2 - drawn**2
        drawn_error = np.sqrt(np.maximum(variance, 1e-12) / (count - 1))  # one task drawn: 0
        largest = np.maximum(largest, np.abs(drawn - mean[a, b]) / drawn_error)
    beats = mean > np.quantile(largest, LEVEL) * error
    table = pd.DataFrame({"mean": scores.mean()})
    table["rank"] = table["mean"].rank(ascending=False, method="min").astype(int)
    table["first"], table["last"] = 1 + beats.sum(axis=0), len(table) - beats.sum(axis=1)
    left, group = np.ones(len(table), dtype=bool), np.zeros(len(table), dtype=int)
    while left.any():
        unbeaten = left & ~beats[left].any(axis=0)
        group[unbeaten], left = group.max() + 1, left & ~unbeaten
    return table.assign(group=group).sort_values("mean", ascending=False, kind="stable")
