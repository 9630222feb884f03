"""A matrix of numbers as colours, with the cells that no one reports hatched."""

import matplotlib.pyplot as plt
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap

LOW, HIGH = "#d55e00", "#0f7fc4"
MIDDLE = "#f6f6f6"
"""Colours of the ends, safe for colour-blind readers: below the centre, and above it."""


def heatmap(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    mask: pd.DataFrame | None = None,
    centre: float | None = None,
    limits: tuple[float | None, float | None] = (None, None),
    written: str | pd.DataFrame | None = "{:.1f}",
) -> None:
    """Draw a frame of numbers as coloured cells; a missing one is hatched, never coloured.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
        Floats; its index names the rows and its columns the columns, as shown.
    mask : pandas.DataFrame, optional
        True where a cell is left out; missing numbers, unless given.
    centre : float, optional
        The number that has the background's colour, with orange below and blue above it; without
        one, colours go from the background at the least number to blue at the largest.
    limits : tuple of float
        Numbers at the ends of the colours, where they are not the least and the largest.
    written : str or pandas.DataFrame, optional
        What stands in the cells: a form such as ``"{:+.1f}"``, or the texts.
    """
    mask = frame.isna() if mask is None else mask | frame.isna()
    texts = frame.map(written.format) if isinstance(written, str) else written
    if isinstance(written, str):
        texts = texts.replace("-", "−", regex=True)
    low, high = limits if centre is None else _around(centre, frame[~mask], limits)
    ax.set_facecolor(plt.rcParams["axes.facecolor"])
    ax.patch.set(hatch="////", edgecolor=plt.rcParams["grid.color"])
    seaborn.heatmap(
        frame.astype(float),
        mask=mask,
        cmap=_colours(centre is not None),
        vmin=low,
        vmax=high,
        annot=False if texts is None else texts.mask(mask, ""),
        fmt="",
        linewidths=0.8,
        linecolor=plt.rcParams["axes.facecolor"],
        cbar=False,
        ax=ax,
    )
    ax.tick_params(length=0)
    ax.tick_params(axis="y", rotation=0)
    ax.set(xlabel="", ylabel="")
    ax.grid(visible=False)


def _around(centre: float, shown: pd.DataFrame, limits: tuple) -> tuple[float, float]:
    """Return ends as far from the centre on both sides as the farthest number or limit is."""
    ends = [each for each in limits if each is not None] or list(shown.stack().dropna())
    reach = max((abs(each - centre) for each in ends), default=1) or 1
    return centre - reach, centre + reach


def _colours(both: bool) -> Colormap:
    """Return a scale from or through near white, in every theme: texts are dark on it."""
    ends = [LOW] if both else []
    return LinearSegmentedColormap.from_list("book", [*ends, MIDDLE, HIGH])
