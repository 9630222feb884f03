"""Numbers with their intervals, a line each, beside a place that decides."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts.style import SERIES


def intervals(frame: pd.DataFrame, *, xlabel: str, limits: tuple[float, float]) -> Figure:
    """Draw values with their intervals, the first on top, and a dotted line at 0.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns value, low, high and points (how many it rests on), indexed by name.
    xlabel : str
        Quantity and unit of the values.
    limits : tuple of float
        Of the axis.
    """
    fig, ax = plt.subplots(figsize=(7.6, 1 + 0.4 * len(frame)))
    away = [frame["value"] - frame["low"], frame["high"] - frame["value"]]
    look = {"color": SERIES[0], "capsize": 4, "markersize": 7, "markeredgewidth": 1.6}
    look["markerfacecolor"] = ax.get_facecolor()
    ax.errorbar(frame["value"], range(len(frame)), xerr=away, fmt="o", **look)
    ax.axvline(0, color=plt.rcParams["axes.edgecolor"], linestyle=":", linewidth=0.9)
    ax.set_yticks(range(len(frame)), frame.index + " (n = " + frame["points"].astype(str) + ")")
    ax.set(xlim=limits, ylim=(len(frame) - 0.4, -0.6), xlabel=xlabel)
    ax.grid(visible=False, axis="y")
    return fig
