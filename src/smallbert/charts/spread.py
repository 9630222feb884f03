"""A row for each thing that has several values, and how far these lie apart."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts.legends import below
from smallbert.charts.points import OUTLINED
from smallbert.charts.scatter import scatter
from smallbert.charts.style import WIDTH, looks

SIGNS = {"printed": "o", "digitised": "D", "published": "o", "derived": "s", "measured": "X"}
"""Markers of the origins; those in `OUTLINED` have no face."""


def spread(
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    series: Mapping[str, str],
    xlabel: str,
    x_error: str | None = None,
) -> Figure:
    """Draw a row of points for each thing, joined by a line, with its width at the right.

    Parameters
    ----------
    frame : pandas.DataFrame
        A row a point, with a column ``origin``, which decides colour, marker and face.
    x, y : str
        Columns of the numbers and of the things, the first of which stands on top.
    series : mapping
        From origins to what the legend calls them.
    xlabel : str
        Quantity and unit of `x`.
    x_error : str, optional
        A column of half-widths.

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = list(dict.fromkeys(frame[y]))
    placed = frame.assign(height=frame[y].map(names.index).astype(float))
    ends = placed.groupby("height")[x].agg(["min", "max"])
    fig, ax = plt.subplots(figsize=(WIDTH, 0.8 + 0.42 * len(names)))
    ax.hlines(ends.index, ends["min"], ends["max"], color=plt.rcParams["axes.edgecolor"], lw=1)
    scatter(ax, placed, x=x, y="height", colour="origin", x_error=x_error, size=7, **_looks(series))
    ax.legend_.remove()
    ax.set(xlabel=xlabel, ylabel="", ylim=(len(names) - 0.5, -0.5))
    ax.set_yticks(range(len(names)), names)
    ax.margins(x=0.12)
    _widths(ax, placed, ends, x, x_error)
    _explain(fig, series)
    return fig


def _looks(series: Mapping[str, str]) -> dict:
    return {"palette": looks(series)[0], "markers": SIGNS}


def _explain(fig: Figure, series: Mapping[str, str]) -> None:
    """Draw the legend below the figure, in the order of `series`."""
    drawn = dict(zip(*fig.axes[0].get_legend_handles_labels()[::-1], strict=True))
    kinds = [kind for kind in series if kind in drawn]
    for kind in OUTLINED:
        if kind in drawn:
            edge = drawn[kind].get_markerfacecolor()
            drawn[kind].set(markerfacecolor="none", markeredgecolor=edge, markeredgewidth=1.4)
    handles, words = [drawn[kind] for kind in kinds], [series[kind] for kind in kinds]
    below(fig, handles, words)


def _widths(ax, placed: pd.DataFrame, ends: pd.DataFrame, x: str, x_error: str | None) -> None:
    """Write the width of each row behind its last point and that one's error bar."""
    error = placed[x_error].fillna(0) if x_error else 0
    reach = (placed[x] + error).groupby(placed["height"]).max()
    style = {"xytext": (14, 0), "textcoords": "offset points", "va": "center"}
    for height, width in np.subtract(ends["max"], ends["min"]).items():
        ax.annotate(f"{width:.1f}", (reach[height], height), **style)
