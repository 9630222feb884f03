"""Differences in units of what they may be: a strip for each rule, its middle linear."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from smallbert.charts.categories import strip
from smallbert.charts.legends import gather
from smallbert.charts.style import WIDTH
from smallbert.charts.tally import PALETTE

SIGNS = {"agrees": ("o", 4), "agrees if truncated": ("D", 5.5), "disagrees": ("X", 8)}
"""Marker and size of a verdict: colour is never the only sign."""


def tolerances(frame: pd.DataFrame, *, x: str, y: str, kind: str, xlabel: str) -> Figure:
    """Draw differences, of which those from -1 to 1 are none, as points on a line per category.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row a difference.
    x : str
        The column of differences, each divided by its tolerance.
    y : str
        The column of categories; the one with the largest difference stands on top.
    kind : str
        The column of verdicts, keys of `SIGNS`.
    xlabel : str
        What the differences are; the unit is added.
    """
    rows = frame.groupby(y)[x].agg(lambda part: part.abs().max()).sort_values(ascending=False)
    fig, ax = plt.subplots(figsize=(WIDTH, 1.2 + 0.34 * len(rows)))
    _scale(ax, frame[x].abs().max())
    for verdict, (marker, size) in SIGNS.items():
        part = frame[frame[kind] == verdict]
        look = {"marker": marker, "color": PALETTE[verdict], "order": rows.index}
        look |= {"linewidth": 0 if marker == "o" else 0.5, "edgecolor": ax.get_facecolor()}
        strip(ax, part, x=x, y=y, apart=True, size=size, label=verdict, **look)
    for edge in (-1, 1):
        ax.axvline(edge, color=plt.rcParams["text.color"], linestyle=":", linewidth=0.9)
    ax.set(xlabel=f"{xlabel} [tolerances]; beyond ±1 logarithmic", ylabel="")
    ax.set_yticks(range(len(rows)), rows.index.str.replace("_", " "))
    ax.set_ylim(len(rows) - 0.3, -0.7)
    ax.legend()
    gather(fig)
    return fig


def _scale(ax, farthest: float) -> None:
    """Make the axis linear up to 1 on both sides and logarithmic beyond."""
    ends = [1, 10, 100, 1000]
    if farthest > ends[-1]:
        ends = [10**power for power in range(0, 9, 2)]
    ends = ends[: 1 + int(np.searchsorted(ends, 0.99 * farthest))]
    ticks = [-end for end in ends[::-1]] + [0, *ends]
    ax.set_xscale("symlog", linthresh=1)
    ax.set_xticks(ticks)
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    ax.minorticks_off()
    ax.set_xlim(-1.3 * ends[-1], 1.3 * ends[-1])
