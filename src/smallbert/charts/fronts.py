"""Fronts of score against cost: a panel for each key, or for each family of techniques."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts.placing import place_labels
from smallbert.charts.points import log_axis, points
from smallbert.charts.style import COLOURS, colour, family, marker

TICKS = [1, 1.5, 2, 3, 5, 10, 20, 30, 50, 70, 100]
SIZES = {"certain": 9.5, "possible": 6.5, "no": 4}
"""Size of a marker by what is known of its place on the front."""

FAINT = 0.45
"""Opacity of what is not on the front."""


def by_key(rows: pd.DataFrame, *, xlabel: str, ylabel: str, letters: dict[str, str]) -> Figure:
    """Draw each key's rows in a panel of its own, with its front and labels along it.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.front`, with the columns factor, factor_error, value, value_error
        and share.
    xlabel, ylabel : str
        What the axes mean.
    letters : dict
        From the keys drawn to a letter, in order.

    Returns
    -------
    matplotlib.figure.Figure
    """
    if rows.empty:
        return _nothing(xlabel, ylabel)
    parts = {key: rows[rows["key"] == key] for key in letters}
    heights = [1.4 + 0.17 * part["verdict"].ne("no").sum() for part in parts.values()]
    shape = {"sharex": True, "squeeze": False, "height_ratios": heights}
    fig, axes = plt.subplots(len(parts), figsize=(7.2, sum(heights) + 0.8), **shape)
    for ax, (key, part) in zip(axes[:, 0], parts.items(), strict=True):
        _line(ax, part)
        _marks(ax, part)
        ax.set_title(f"{letters[key]}: {key}", fontsize=9)
        ax.set_ylabel(ylabel, fontsize=8.5)
        ax.margins(y=0.16)
    _scale(axes[:, 0], rows, xlabel)
    for ax, part in zip(axes[:, 0], parts.values(), strict=True):
        on = part[part["verdict"] != "no"]
        labels = on["model"] + on["share"].map(" ({:.0%})".format).mask(on["share"] > 0.995, "")
        place_labels(
            ax, on["factor"], on["value"], list(labels), size=7, laid_out=ax is not axes[0, 0]
        )
    return fig


def by_family(rows: pd.DataFrame, *, xlabel: str, ylabel: str, letters: dict[str, str]) -> Figure:
    """Draw small multiples: each family of techniques before all others, letters for the keys."""
    if rows.empty:
        return _nothing(xlabel, ylabel)
    there = dict.fromkeys(rows["technique"].map(family))
    known = [name for name in COLOURS if name in there and name != "none"]
    families = [*known, *(name for name in there if name not in COLOURS)]
    lines = -(-len(families) // 2)
    shape = {"sharex": True, "sharey": True, "squeeze": False}
    fig, axes = plt.subplots(lines, 2, figsize=(7.2, 2.3 * lines + 0.5), **shape)
    for ax, name in zip(axes.flat, families, strict=False):
        own = rows["technique"].map(family) == name
        rest = plt.rcParams["grid.color"]
        ax.plot(
            rows["factor"][~own], rows["value"][~own], "o", color=rest, markersize=2.5, zorder=1
        )
        for _, part in rows[rows["key"].isin(rows.loc[own, "key"])].groupby("key", sort=False):
            _line(ax, part.iloc[: len(part) if len(part) > 2 else 0])
        _marks(ax, rows[own], bars=False)
        ax.set_title(name.replace("_", " "), fontsize=9)
    for ax in axes.flat[len(families) :]:
        ax.set_visible(False)
    _scale(axes.flat, rows, "")
    fig.supxlabel(xlabel, fontsize=9)
    fig.supylabel(ylabel, fontsize=9)
    for at, (ax, name) in enumerate(zip(axes.flat, families, strict=False)):
        own = rows[rows["technique"].map(family) == name]
        place_labels(
            ax,
            own["factor"],
            own["value"],
            list(own["key"].map(letters)),
            size=6.5,
            laid_out=at > 0,
        )
    return fig


def _marks(ax: Axes, rows: pd.DataFrame, *, bars: bool = True) -> None:
    """Draw points by family and origin; size and opacity tell the verdict."""
    kinds = [rows["technique"].map(family), rows["origin"], rows["verdict"]]
    for (name, origin, verdict), part in rows.groupby(kinds, sort=False):
        x_error = part["factor"] * part["factor_error"] * np.sqrt(3)
        read = origin == "digitised"
        drawn = points(
            ax,
            part["factor"],
            part["value"],
            colour=colour(name),
            marker=marker(name),
            origin=origin,
            x_error=x_error if read and bars else None,
            y_error=part["value_error"] if bars else None,
            size=SIZES[verdict],
        )
        for artist in drawn.get_children() if verdict == "no" else ():
            artist.set_alpha(FAINT)


def _line(ax: Axes, part: pd.DataFrame) -> None:
    """Draw the front of a key as steps through the rows that nothing beats by their numbers."""
    line = part.sort_values(["factor", "value"], ascending=False)
    line = line[line["value"] >= line["value"].cummax()]
    grey = plt.rcParams["axes.edgecolor"]
    ax.step(
        line["factor"], line["value"], where="post", color=grey, linewidth=0.8, alpha=0.6, zorder=2
    )


def _scale(axes, rows: pd.DataFrame, xlabel: str) -> None:
    reach = rows["factor_error"] * np.sqrt(3)  # half-widths of readings
    low = (rows["factor"] * (1 - reach)).min() / 1.25
    high = (rows["factor"] * (1 + reach)).max() * 1.4
    ticks = [tick for tick in TICKS if low <= tick <= high]
    for ax in axes:
        log_axis(ax, "x", ticks)
        ax.set_xlim(low, high)
        ax.tick_params(labelsize=7.5)
    ax.set_xlabel(xlabel)


def _nothing(xlabel: str, ylabel: str) -> Figure:
    fig, ax = plt.subplots(figsize=(7.2, 2.4))
    ax.set(xlabel=xlabel, ylabel=ylabel, xticks=[], yticks=[])
    text = "no source has such a score of a compressed model with a place on this axis"
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", fontstyle="italic")
    return fig
