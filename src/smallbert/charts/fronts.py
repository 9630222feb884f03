"""Fronts of score against cost: a panel for each key, or for each family of techniques."""

from collections.abc import Sequence
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts.headline import balanced, fitted, headline
from smallbert.charts.legends import explain
from smallbert.charts.placing import place_labels
from smallbert.charts.points import log_axis, points
from smallbert.charts.style import COLOURS, WIDTH, colour, family, marker
from smallbert.charts.svg import with_halo
from smallbert.data import bibliography

TICKS = [1, 1.5, 2, 3, 5, 10, 20, 30, 50, 70, 100]
FEW_TICKS = [1, 2, 5, 10, 20, 50, 100]
SIZES = {"certain": 9.5, "possible": 6.5, "no": 4}
"""Size of a marker by what is known of its place on the front."""

FAINT = 0.45
"""Opacity of what is not on the front."""


def by_key(
    rows: pd.DataFrame,
    *,
    xlabel: str,
    ylabel: str,
    titles: dict[str, str],
    finding: str = "",
    drawn: str = "",
) -> Figure:
    """Draw each key's rows in a panel of its own, with its front and labels along it.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.front`, with the columns factor, factor_error, value, value_error
        and share.
    xlabel, ylabel : str
        What the axes mean.
    titles : dict
        From the keys drawn to the titles of their panels, in order.
    finding, drawn : str
        Title and subtitle.

    Returns
    -------
    matplotlib.figure.Figure
    """
    if rows.empty:
        return _nothing(xlabel, ylabel)
    parts = {key: rows[rows["key"] == key] for key in titles}
    labels = {key: _labels(part) for key, part in parts.items()}
    heights = [1.05 + 0.2 * each.ne("").sum() for each in labels.values()]
    shape = {"figsize": (WIDTH, sum(heights) + 0.6), "height_ratios": heights}
    fig, axes = plt.subplots(len(parts), sharex=True, squeeze=False, **shape)
    for ax, (key, part) in zip(axes[:, 0], parts.items(), strict=True):
        _line(ax, part)
        _marks(ax, part)
        ax.set_title(balanced(fitted(titles[key], size=9, share=0.86)), fontsize=9)
        ax.set_ylabel(ylabel)
        ax.margins(y=0.16)
    _scale(axes[:, 0], rows, xlabel)
    _explain(fig, pd.concat(parts.values()), REMARKS)
    headline(fig, finding, drawn)
    for ax, (key, part) in zip(axes[:, 0], parts.items(), strict=True):
        names = [balanced(fitted(name, share=0.6)) for name in labels[key]]
        places = part["factor"], part["value"], names
        with_halo(place_labels(ax, *places))  # they may cross the front
    return fig


def _labels(part: pd.DataFrame) -> pd.Series:
    """Name the rows that may be on the front, of those at one cost the one that scores most."""
    on = part[part["verdict"] != "no"].sort_values("value", ascending=False, kind="stable")
    cost = on["factor"].map("{:.2g}".format)
    more = (cost.map(cost.value_counts()) - 1).map(" + {}".format).replace(" + 0", "")
    share = on["share"].map(" ({:.0%})".format).str.replace("%", " %")
    pairs = zip(on["model"], on["source"], strict=True)
    names = pd.Series([bibliography.shorter(*pair) for pair in pairs], index=on.index, dtype=object)
    names += share.mask(on["share"] > 0.995, "") + more
    return names[~cost.duplicated()].reindex(part.index, fill_value="")


def by_family(
    rows: pd.DataFrame,
    *,
    xlabel: str,
    ylabel: str,
    titles: dict[str, str],
    finding: str = "",
    drawn: str = "",
) -> Figure:
    """Draw small multiples: each family of techniques before all others, letters for the keys."""
    if rows.empty:
        return _nothing(xlabel, ylabel)
    there = dict.fromkeys(rows["technique"].map(family))
    known = [name for name in COLOURS if name in there and name != "none"]
    families = [*known, *(name for name in there if name not in COLOURS)]
    lines = -(-len(families) // 2)
    shape = {"sharex": True, "sharey": True, "squeeze": False}
    fig, axes = plt.subplots(lines, 2, figsize=(WIDTH, 1.8 * lines + 0.6), **shape)
    for ax, name in zip(axes.flat, families, strict=False):
        own = rows["technique"].map(family) == name
        rest = plt.rcParams["grid.color"]
        ax.plot(
            rows["factor"][~own], rows["value"][~own], "o", color=rest, markersize=2.5, zorder=1
        )
        _marks(ax, rows[own], bars=False)
        ax.set_title(name.replace("_", " "))
    for ax in axes.flat[len(families) :]:
        ax.set_visible(False)
    _scale(axes.flat, rows, "", ticks=FEW_TICKS)
    for ax in axes.flat[: len(families)][-2:]:
        ax.tick_params(labelbottom=True)
    for ax in axes[-1]:
        ax.set_xlabel(fill(xlabel, 30))
        ax.margins(y=0.1)
    for ax in axes[:, 0]:
        ax.set_ylabel(ylabel)
    _explain(
        fig, rows[rows["technique"] != "none"], [*REMARKS_BY_FAMILY, *titles.values()], line=False
    )
    headline(fig, finding, drawn)
    letters = {key: title.partition(":")[0] for key, title in titles.items()}
    for ax, name in zip(axes.flat, families, strict=False):
        own = rows[rows["technique"].map(family) == name]
        near = pd.DataFrame({"x": own["factor"].map("{:.1g}".format), "y": own["value"] // 1.5})
        once = ~near.assign(key=own["key"]).duplicated()
        texts = own["key"].map(letters).where(once, "").fillna("")
        place_labels(ax, own["factor"], own["value"], list(texts))
    return fig


REMARKS = [
    "(41 %): in this share of the draws of all errors the model is on its front.",
    "+ 2: two more models at this cost may be on the front.",
]
"""What the labels of `by_key` mean."""

REMARKS_BY_FAMILY = [
    "Letters name grounds; models of one ground that are close together share a letter.",
    "Without a letter: on a ground of few models.",
]
"""What the letters of `by_family` mean."""

WORDS = {
    "certain": "on its front for certain",
    "possible": "may be on its front",
    "no": "surely not on it",
}
"""What the sizes of `SIZES` mean."""

FAMILIES = {"none": "uncompressed baseline", "compound": "compound (several techniques)"}
"""Families whose names explain too little."""


def _explain(fig: Figure, rows: pd.DataFrame, remarks: list[str], *, line: bool = True) -> None:
    """Explain below the figure every mark in it."""
    ink = plt.rcParams["axes.edgecolor"]
    plain = {"color": ink, "marker": "o", "markersize": 6.5}
    entries = {}
    for name in dict.fromkeys(rows["technique"].map(family)):
        words = FAMILIES.get(name, name.replace("_", " "))
        entries[words] = {"color": colour(name), "marker": marker(name)}
    entries |= {WORDS[each]: {"markersize": SIZES[each]} for each in SIZES}
    entries[WORDS["no"]] |= {"alpha": FAINT}
    for origin, words in (("published", "hollow: published elsewhere"), ("derived", "derived")):
        if origin in set(rows["origin"]):
            entries[words] = {"markerfacecolor": "none", "markeredgewidth": 1.4}
    if line:
        entries["one standard deviation of the score"] = {"marker": "|", "markersize": 12}
        step = {"marker": "", "linestyle": "-", "linewidth": 0.8, "alpha": 0.6}
        entries["front by the numbers alone"] = step
    else:
        entries["models of the other families"] = {
            "color": plt.rcParams["grid.color"],
            "markersize": 2.5,
        }
    explain(fig, entries, plain, title="\n".join(map(fitted, remarks)))


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
            ids=part["id"],
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


def _scale(axes, rows: pd.DataFrame, xlabel: str, *, ticks: Sequence[float] = TICKS) -> None:
    reach = rows["factor_error"] * np.sqrt(3)  # half-widths of readings
    low = (rows["factor"] * (1 - reach)).min() / 1.25
    high = (rows["factor"] * (1 + reach)).max() * 1.4
    ticks = [tick for tick in ticks if low <= tick <= high]
    for ax in axes:
        log_axis(ax, "x", ticks)
        ax.set_xlim(low, high)
    ax.set_xlabel(xlabel)


def _nothing(xlabel: str, ylabel: str) -> Figure:
    fig, ax = plt.subplots(figsize=(WIDTH, 2.4))
    ax.set(xlabel=xlabel, ylabel=ylabel, xticks=[], yticks=[])
    text = fitted("no source has such a score for a compressed model and a value on this axis")
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", fontstyle="italic")
    return fig
