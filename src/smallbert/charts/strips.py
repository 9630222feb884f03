"""A row a group: each of its numbers, their median and the range of nine in ten."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes

from smallbert.charts.scatter import points
from smallbert.charts.style import log_axis, looks

RANGE = (0.05, 0.95)
"""The shares of a group's numbers below the ends of its bar."""

FEW = 3
"""Numbers below which a group has no bar."""

FAINT = 0.5
"""Opacity of a single number behind its group's bar."""


def strips(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    by: str,
    color: str = "",
    kinds: list[str] | None = None,
    error: str = "",
    at: float | None = None,
    least: float | None = None,
    ticks: Sequence[float] = (),
) -> None:
    """Draw the numbers `x` of each group `by` in a row: marks, a bar of `RANGE` and the median.

    Parameters
    ----------
    color : str
        The column that decides color and marker; techniques have their own.
    kinds : list of str, optional
        Its values over all panels of a chart; with them the axes get a legend.
    error : str
        The column of the marks' standard errors; a missing one draws no bar.
    at : float, optional
        Where nothing has changed: a dotted line.
    least : float, optional
        Where the axis begins; what is less counts in bar and median and has no mark.
    ticks : sequence of float
        Those of a logarithmic axis.
    """
    frame = frame.dropna(subset=x)
    rows = list(dict.fromkeys(frame[by]))
    palette, markers = looks(kinds or frame[color].astype(str), of=color) if color else ({}, {})
    ink = plt.rcParams["text.color"]
    if ticks:
        log_axis(ax, "x", ticks)
    if at is not None:
        ax.axvline(at, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    for y, name in enumerate(rows):
        own = frame[frame[by] == name]
        seen = own if least is None else own[own[x] >= least]
        for kind, part in seen.groupby(color, sort=False) if color else [("", seen)]:
            look = {"color": palette.get(str(kind), ink), "marker": markers.get(str(kind), "o")}
            look |= {"x_error": part[error] if error else None, "size": 5.5, "ids": part["id"]}
            drawn = points(ax, part[x], [y] * len(part), label=kind, **look)
            drawn[0].set_alpha(FAINT if len(own) >= FEW else 1)
        if len(own) >= FEW or (len(own) == 1 and not error):
            _summary(ax, own[x], y, ink)
    ax.set_yticks(range(len(rows)), rows)
    ax.set_ylim(len(rows) - 0.4, -0.7)
    ax.grid(axis="y", visible=False)
    if frame.groupby(by).size().ge(FEW).any():
        look = {"textcoords": "offset points", "xytext": (6, 2), "annotation_clip": False}
        ax.annotate("median", (1, 1), xycoords="axes fraction", fontstyle="italic", **look)
    if least is not None:
        ax.set_xlim(left=least)
    if kinds:
        ax.legend()


def _summary(ax: Axes, values: pd.Series, y: int, ink: str) -> None:
    """Draw the range and the median of a row; write that, or its only number, at its right."""
    middle, few = values.median(), len(values) < FEW
    if not few:
        ax.plot(values.quantile(list(RANGE)), [y, y], color=ink, linewidth=1.4, zorder=3.5)
        ax.plot([middle], [y], "|", color=ink, markersize=15, markeredgewidth=2, zorder=4)
    words = f"{middle:.1f}".replace("-", "−")
    look = {"textcoords": "offset points", "xytext": (6, 0), "annotation_clip": False}
    look |= {"va": "center", "fontweight": "normal" if few else "bold"}
    ax.annotate(words, (1, y), xycoords=("axes fraction", "data"), **look)
