"""Scores against cost, with the models that nothing beats."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts.labels import balanced, fitted, headline, place_labels
from smallbert.charts.scatter import points
from smallbert.charts.style import (
    WIDTH,
    color,
    explain,
    family,
    log_axis,
    marker,
)
from smallbert.data import bibliography

TICKS = [1, 1.5, 2, 3, 5, 10, 20, 30, 50, 70, 100]
SIZES = {"certain": 9.5, "possible": 6.5, "no": 4}
"""Size of a marker by what is known of its place on the front."""

WORDS = {
    "certain": "on its front for certain",
    "possible": "may be on its front",
    "no": "surely not on it",
}
FAMILIES = {"none": "uncompressed baseline", "compound": "compound (several techniques)"}
"""Families whose names explain too little."""

FAINT = 0.45
"""Opacity of what is not on the front."""

NONE = "no source has such a score for a compressed model and a value on this axis"


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

    `rows` are of `smallbert.compare.front`, with the columns factor, factor_error, value and
    value_error; `titles` are those of the panels by the keys drawn, in order; `finding`
    and `drawn` are title and subtitle.
    """
    if rows.empty:
        return nothing(NONE, xlabel, ylabel)
    parts = {key: rows[rows["key"] == key] for key in titles}
    labels = {key: _labels(part) for key, part in parts.items()}
    heights = [1.05 + 0.2 * each.ne("").sum() for each in labels.values()]
    shape = {"figsize": (WIDTH, sum(heights) + 0.6), "height_ratios": heights}
    fig, axes = plt.subplots(len(parts), sharex=True, squeeze=False, **shape)
    for ax, (key, part) in zip(axes[:, 0], parts.items(), strict=True):
        line = part.sort_values(["factor", "value"], ascending=False)
        line = line[line["value"] >= line["value"].cummax()]
        grey = plt.rcParams["axes.edgecolor"]
        look = {"where": "post", "color": grey, "linewidth": 0.8, "alpha": 0.6, "zorder": 2}
        ax.step(line["factor"], line["value"], **look)
        _marks(ax, part)
        ax.set_title(balanced(fitted(titles[key], size=9, share=0.86)), fontsize=9)
        ax.set_ylabel(ylabel)
        ax.margins(y=0.16)
    _scale(axes[:, 0], rows)
    axes[-1, 0].set_xlabel(xlabel)
    _explain(fig, pd.concat(parts.values()))
    headline(fig, finding, drawn)
    for ax, (key, part) in zip(axes[:, 0], parts.items(), strict=True):
        names = [balanced(fitted(name, share=0.6)) for name in labels[key]]
        place_labels(ax, part["factor"], part["value"], names)
    return fig


def nothing(words: str, xlabel: str, ylabel: str, title: str = "") -> Figure:
    """Draw empty axes that say in words why they are."""
    fig, ax = plt.subplots(figsize=(WIDTH, 2.4))
    ax.set(xlabel=xlabel, ylabel=ylabel, xticks=[], yticks=[], title=title)
    look = {"ha": "center", "va": "center", "fontstyle": "italic"}
    ax.text(0.5, 0.5, fitted(words), transform=ax.transAxes, **look)
    return fig


def _labels(part: pd.DataFrame) -> pd.Series:
    """Name the rows that may be on the front, of those at one cost the one that scores most."""
    on = part[part["verdict"] != "no"].sort_values("value", ascending=False, kind="stable")
    cost = on["factor"].map("{:.2g}".format)
    more = (cost.map(cost.value_counts()) - 1).map(" + {}".format).replace(" + 0", "")
    pairs = zip(on["model"], on["source"], strict=True)
    names = pd.Series([bibliography.shorter(*pair) for pair in pairs], index=on.index, dtype=object)
    return (names + more)[~cost.duplicated()].reindex(part.index, fill_value="")


def _explain(fig: Figure, rows: pd.DataFrame) -> None:
    """Explain below the figure every mark in it."""
    kinds = dict.fromkeys(rows["technique"].map(family))
    marks = {
        FAMILIES.get(each, each.replace("_", " ")): {"color": color(each), "marker": marker(each)}
        for each in kinds
    }
    marks |= {WORDS[each]: {"markersize": SIZES[each]} for each in SIZES}
    marks[WORDS["no"]] |= {"alpha": FAINT}
    for origin, words in (("published", "hollow: published elsewhere"), ("derived", "derived")):
        if origin in set(rows["origin"]):
            marks[words] = {"origin": origin}
    line = {"marker": "", "linestyle": "-", "linewidth": 0.8, "alpha": 0.6}
    marks |= {"one standard deviation of the score": {"marker": "|", "markersize": 12}}
    marks |= {"front by the numbers alone": line}
    remark = fitted("+ 2: two more models at this cost may be on the front.")
    explain(fig, marks, {"markersize": 6.5}, title=remark)


def _marks(ax: Axes, rows: pd.DataFrame) -> None:
    """Draw points by family and origin; size and opacity tell the verdict."""
    kinds = [rows["technique"].map(family), rows["origin"], rows["verdict"]]
    for (name, origin, verdict), part in rows.groupby(kinds, sort=False):
        look = {"color": color(name), "marker": marker(name), "origin": origin}
        look |= {"size": SIZES[verdict], "ids": part["id"], "y_error": part["value_error"]}
        if origin == "digitised":
            look["x_error"] = part["factor"] * part["factor_error"] * np.sqrt(3)
        drawn = points(ax, part["factor"], part["value"], **look)
        for artist in drawn.get_children() if verdict == "no" else ():
            artist.set_alpha(FAINT)


def _scale(axes, rows: pd.DataFrame) -> None:
    """Give the axes one logarithmic scale that has room for errors and labels."""
    reach = rows["factor_error"] * np.sqrt(3)  # half-widths of readings
    low = (rows["factor"] * (1 - reach)).min() / 1.25
    high = (rows["factor"] * (1 + reach)).max() * 1.4
    for ax in axes:
        log_axis(ax, "x", [tick for tick in TICKS if low <= tick <= high])
        ax.set_xlim(low, high)
