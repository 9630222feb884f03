"""Charts with a row or a column for each category, on seaborn: strips, bars, dumbbells."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes

from smallbert.charts.points import link
from smallbert.charts.style import SERIES, looks


def strip(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    colour: str | None = None,
    palette: Mapping[str, str] | None = None,
    apart: bool = False,
    size: float = 6,
    legend: bool = False,
    **look,
) -> None:
    """Draw each row as a point on the line of its category.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
    x, y : str
        Columns, one of numbers and one of categories, which makes the lines.
    colour : str, optional
        The column that decides the colour; techniques have their own.
    palette : mapping, optional
        From its values to colours, instead of the usual ones.
    apart : bool
        Whether points that would cover each other move aside (a swarm); they never move by
        chance, so that every build draws the same picture.
    size : float
        Of the markers, in points.
    legend : bool
        Whether a legend explains the colours.
    **look
        Further keywords of `seaborn.stripplot`, such as ``order`` and ``marker``.
    """
    shown = {"x": x, "y": y, "size": size, "linewidth": 0.6, "ax": ax, "zorder": 3}
    shown |= {"edgecolor": plt.rcParams["text.color"], "legend": legend and colour is not None}
    shown |= _hues(frame, colour, palette) | look
    if apart:
        seaborn.swarmplot(frame, warn_thresh=1, **shown)
    else:
        seaborn.stripplot(frame, jitter=False, **shown)


def bars(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    colour: str | None = None,
    palette: Mapping[str, str] | None = None,
    written: str | None = None,
    legend: bool = False,
    **look,
) -> None:
    """Draw a bar for each row.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
        One row for each bar.
    x, y : str
        Columns, one of numbers and one of categories.
    colour : str, optional
        The column that decides the colour; where it is not the category, bars stand side by side.
    palette : mapping, optional
        From its values to colours, instead of the usual ones.
    written : str, optional
        Form of the number written at a bar's end, as ``"{:.0f}"``.
    legend : bool
        Whether a legend explains the colours.
    **look
        Further keywords of `seaborn.barplot`, such as ``width`` and ``order``.
    """
    shown = {"errorbar": None, "saturation": 1, "ax": ax, "zorder": 2} | look
    shown |= _hues(frame, colour, palette)
    seaborn.barplot(frame, x=x, y=y, legend=legend and colour is not None, **shown)
    for container in ax.containers if written else ():
        ax.bar_label(container, fmt=lambda x: written.format(x).replace("-", "−"), padding=2)


def dumbbell(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    y: str,
    ends: Mapping[str, str],
    palette: Mapping[str, str] | None = None,
    markers: Mapping[str, str] | None = None,
    size: float | Mapping[str, float] = 7,
    shift: float = 0,
    ids: Mapping[str, Sequence[str]] | None = None,
    legend: bool = True,
) -> None:
    """Draw each row as a line between its values, with a marker for each value.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
        One row for each line of the chart, the first on top.
    y : str
        The column of the rows' names.
    ends : mapping
        From columns of values, two or more, to their names in the legend.
    palette, markers : mapping, optional
        From those columns to colours and markers, instead of the usual ones.
    size : float or mapping
        Of the markers, in points; or from those columns to sizes, where markers may cover others.
    shift : float
        How far below its line a row is drawn, in rows, so that two drawings share the lines.
    ids : mapping, optional
        From those columns to the numbers of the rows, whose cards the markers lead to.
    legend : bool
        Whether a legend names the values.
    """
    usual, columns = looks(ends), list(ends)
    palette, markers = usual[0] | dict(palette or {}), usual[1] | dict(markers or {})
    line = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 1.2, "zorder": 2}
    heights, sizes = np.arange(len(frame)) + shift, size if isinstance(size, Mapping) else {}
    ax.hlines(heights, frame[columns].min(axis=1), frame[columns].max(axis=1), **line)
    for column, name in ends.items():
        shown = {"color": palette[column], "marker": markers[column], "label": name}
        shown["s"] = sizes.get(column, size) ** 2
        seaborn.scatterplot(x=frame[column], y=heights, ax=ax, zorder=3, **shown)
        if ids:
            link(ax.collections[-1], ids[column])
    ax.set_yticks(range(len(frame)), frame[y])
    ax.set(ylim=(len(frame) - 0.5, -0.5), xlabel="", ylabel="")
    if legend:
        ax.legend(frameon=True)  # its marks are in no row


def _hues(frame: pd.DataFrame, colour: str | None, palette: Mapping[str, str] | None) -> dict:
    """Return seaborn's words for the colours: one for all, or one for each value."""
    if colour is None:
        return {"color": SERIES[0]}
    return {"hue": colour, "palette": looks(frame[colour], of=colour)[0] | dict(palette or {})}
