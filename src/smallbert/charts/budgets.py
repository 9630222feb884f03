"""Scores of models against their size, with the sizes that a reader may afford."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts.legends import below, series
from smallbert.charts.placing import place_labels
from smallbert.charts.points import log_axis, points
from smallbert.charts.style import WIDTH, colour, family, marker
from smallbert.charts.svg import with_halo
from smallbert.data import bibliography

TICKS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000]


def by_size(rows: pd.DataFrame, *, budgets: list[float], xlabel: str, ylabel: str) -> Figure:
    """Draw scores against millions of weights, a panel for each table, that with most rows first.

    A step leads along the best of each size; dotted lines are the budgets. Bars are one standard
    deviation of a score over other examples, where it is known.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.alike`.
    budgets : list of float
        Millions of weights.
    xlabel, ylabel : str
        What the axes mean.

    Returns
    -------
    matplotlib.figure.Figure
    """
    groups = rows.groupby(["source", "table"], sort=False)
    parts = dict(sorted(groups, key=lambda each: -len(each[1])))
    heights = [1.6 + 0.2 * len(part) for part in parts.values()]
    fig, axes = plt.subplots(
        len(parts),
        figsize=(WIDTH, sum(heights) + 0.5),
        sharex=True,
        squeeze=False,
        height_ratios=heights,
    )
    for ax, ((source, _), part) in zip(axes[:, 0], parts.items(), strict=True):
        _panel(ax, part, budgets)
        ax.set(title=bibliography.label(source), ylabel=ylabel)
        ax.margins(y=0.12)
    low, high = rows["millions"].min(), rows["millions"].max()
    log_axis(axes[0, 0], "x", [tick for tick in TICKS if low / 2 <= tick <= high * 2])
    axes[0, 0].set_xlim(low / 1.3, high * 2)
    axes[-1, 0].set_xlabel(xlabel)
    _explain(fig, rows)
    for ax, part in zip(axes[:, 0], parts.values(), strict=True):
        names = [bibliography.shorter(each.model, each.source) for each in part.itertuples()]
        places = part["millions"], part["score"], names
        with_halo(place_labels(ax, *places))  # they may cross the step
    return fig


def _panel(ax: Axes, part: pd.DataFrame, budgets: list[float]) -> None:
    for kind, group in part.groupby(part["technique"].map(family), sort=False):
        shown = {"colour": colour(kind), "marker": marker(kind), "ids": group["id"]}
        points(ax, group["millions"], group["score"], y_error=group["error"].fillna(0), **shown)
    ax.step(
        part["millions"],
        part["score"].cummax(),
        where="post",
        color=plt.rcParams["axes.edgecolor"],
        linewidth=0.9,
        zorder=1,
    )
    for budget in budgets:
        ax.axvline(budget, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")


WORDS = {
    "distillation": "student of a larger model",
    "architecture": "small, trained as such",
    "none": "BERT_BASE's size or larger",
}
"""What a mark means here; another technique has its own name."""


def _explain(fig: Figure, rows: pd.DataFrame) -> None:
    kinds = list(dict.fromkeys(rows["technique"].map(family)))
    looks = [(WORDS.get(kind, kind), colour(kind), marker(kind)) for kind in kinds]
    marks = series(pd.DataFrame(looks, columns=["label", "colour", "marker"]))
    below(fig, [*marks.values()], [*marks])
