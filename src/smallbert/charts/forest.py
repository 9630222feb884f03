"""A row a group: each of its numbers, their median and the range of nine in ten."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes

from smallbert.charts.scatter import points
from smallbert.charts.style import looks

RANGE = (0.05, 0.95)
"""The shares of a group's numbers below the ends of its bar."""

FEW = 3
"""Numbers below which a group has no bar."""

FAINT = 0.5
"""Opacity of a single number behind its group's bar."""


def forest(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    by: str,
    color: str = "",
    kinds: list[str] | None = None,
    rows: list[str] | None = None,
    count: str = "",
    error: str = "",
    at: float | None = None,
    least: float | None = None,
) -> None:
    """Draw the numbers `x` of each group `by` in a row: marks, a bar of `RANGE` and the median.

    Parameters
    ----------
    color : str
        The column that decides color and marker; techniques have their own.
    kinds : list of str, optional
        Its values over all panels of a chart; with them the axes get a legend.
    rows : list of str, optional
        The groups, from the top; one without a number keeps its row and says so.
    count : str
        A column whose different values are counted behind a group's name, with its numbers.
    error : str
        The column of the marks' standard errors; a missing one draws no bar.
    at : float, optional
        Where nothing has changed: a dotted line.
    least : float, optional
        Where the axis begins; what is less counts in bar and median and has no mark.
    """
    rows = list(dict.fromkeys(frame[by])) if rows is None else rows
    palette, markers = looks(kinds or frame[color].astype(str), of=color) if color else ({}, {})
    ink = plt.rcParams["text.color"]
    if at is not None:
        ax.axvline(at, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    for y, name in enumerate(rows):
        own = frame[frame[by] == name].dropna(subset=x)
        seen = own if least is None else own[own[x] >= least]
        for kind, part in seen.groupby(color, sort=False) if color else [("", seen)]:
            look = {"color": palette.get(str(kind), ink), "marker": markers.get(str(kind), "o")}
            look |= {"x_error": part[error] if error else None, "size": 5.5, "ids": part["id"]}
            drawn = points(ax, part[x], [y] * len(part), label=kind, **look)
            drawn[0].set_alpha(FAINT if len(own) >= FEW else 1)
        if own.empty:
            look = {"transform": ax.get_yaxis_transform(), "va": "center", "fontstyle": "italic"}
            ax.text(0.02, y, "none measured", **look)
        if len(own) >= FEW:
            _summary(ax, own[x], y, ink)
    groups = frame.dropna(subset=x).groupby(by)
    known = groups[count].nunique() if count else {}
    ends = {
        name: f" ({known[name]} {count}{'s' if known[name] > 1 else ''}, {n})"
        for name, n in groups.size().items()
        if count
    }
    ax.set_yticks(range(len(rows)), [name + ends.get(name, "") for name in rows])
    ax.set_ylim(len(rows) - 0.4, -0.7)
    ax.grid(axis="y", visible=False)
    if least is not None:
        ax.set_xlim(left=least)
    if kinds:
        ax.legend()


def _summary(ax: Axes, values: pd.Series, y: int, ink: str) -> None:
    """Draw the range and the median of a row, and write the median above it."""
    middle = values.median()
    ax.plot(values.quantile(list(RANGE)), [y, y], color=ink, linewidth=1.4, zorder=3.5)
    ax.plot([middle], [y], "|", color=ink, markersize=15, markeredgewidth=2, zorder=4)
    words = f"{middle:.1f}".replace("-", "−")
    look = {"xytext": (0, 8), "textcoords": "offset points", "ha": "center", "va": "bottom"}
    ax.annotate(words, (middle, y), fontweight="bold", in_layout=False, **look)
