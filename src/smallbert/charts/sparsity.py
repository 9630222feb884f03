"""Speedup of pruned networks against the weights left, and their score against the speedup."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts.legends import below
from smallbert.charts.points import log_axis
from smallbert.charts.scatter import scatter
from smallbert.charts.style import WIDTH

TICKS = [1, 1.5, 2, 3, 4, 6, 10]


def by_pattern(
    rows: pd.DataFrame, scored: pd.DataFrame, *, names: Mapping[str, str], ylabel: str
) -> Figure:
    """Draw what removing weights buys, and what it costs, by what is removed.

    Parameters
    ----------
    rows, scored : pandas.DataFrame
        Of `smallbert.compare.pruned`: the networks of the upper panel, and those of the lower.
    names : mapping
        From patterns to their words in the legend.
    ylabel : str
        The score.

    Returns
    -------
    matplotlib.figure.Figure
    """
    fig, (top, low) = plt.subplots(2, figsize=(WIDTH, 7.6))
    colour = {"colour": "pattern", "size": 6}
    log_axis(top, "y", TICKS)
    left = np.linspace(rows["left"].min(), 100, 200)
    top.plot(left, 100 / left, color=plt.rcParams["axes.edgecolor"], linestyle=":", zorder=1)
    top.annotate(
        "time in proportion\nto the weights left",
        (50, 2),
        xytext=(6, 4),
        textcoords="offset points",
    )
    top.set_ylim(0.85, 1.25 * rows["speedup"].max())
    top.set(xlabel="weights of the layers left [%]", ylabel="times as fast")
    scatter(top, rows, x="left", y="speedup", legend=True, **colour)
    scatter(low, scored, x="speedup", y="score", legend=False, **colour)
    low.set(xlabel="times as fast", ylabel=ylabel)
    handles, patterns = top.get_legend_handles_labels()
    top.get_legend().remove()
    below(fig, handles, [names[each] for each in patterns])
    return fig
