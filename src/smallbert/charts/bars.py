"""Charts with a row for each category: bars, tallies, costs by component."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from smallbert.charts.labels import HALO
from smallbert.charts.scatter import points
from smallbert.charts.screen_layouts import WIDTH
from smallbert.charts.style import ACCENT, GREYS, SERIES, legend_below, looks

BAD, RIGHT, DOUBTFUL, OPEN = SERIES

VERDICTS = {
    **dict.fromkeys(("agrees", "holds", "a label is wrong"), RIGHT),
    **dict.fromkeys(("disagrees", "fails", "error", "changes a conclusion"), BAD),
    **dict.fromkeys(("agrees if truncated", "ambiguity", "contradiction"), DOUBTFUL),
    **dict.fromkeys(("another measurement", "a number is wrong"), DOUBTFUL),
    **dict.fromkeys(("cannot be recomputed", "undecidable", "not testable", "cosmetic"), OPEN),
}
"""Colors of verdicts, the worst in the accent; another kind gets the next one of a series."""

HATCHES = ("", "//", "xx", "..")
"""Of the parts of a bar, in their order: color is never the only sign."""

ROOM = 0.04
"""The share of the longest bar from which on a part has room for its number."""


def tally(frame: pd.DataFrame, by, kind: str, *, kinds, total: str = "") -> pd.DataFrame:
    """Count the lines of a table by columns, the rows in the table's order, and a kind.

    `kinds` are the columns, in order; those that the table lacks count 0. `total` heads a first
    column with the sums; then a last row, "All", has those of the columns.

    Examples
    --------
    >>> lines = pd.DataFrame({"place": ["b", "a", "b"], "is": ["right", "right", "wrong"]})
    >>> tally(lines, "place", "is", kinds=["right", "wrong"], total="lines").loc["b"].tolist()
    [2, 1, 1]
    """
    by = [by] if isinstance(by, str) else by
    counts = pd.crosstab([frame[name] for name in by], frame[kind]).loc[frame[by[0]].unique()]
    counts = counts.reindex(columns=list(kinds), fill_value=0)
    if total:
        counts.loc["All"] = counts.sum()
        counts.insert(0, total, counts.sum(axis=1))
    return counts


def tally_in_words(counts: pd.DataFrame) -> str:
    """Return a tally in words, for those who cannot see its picture.

    Examples
    --------
    >>> tally_in_words(pd.DataFrame({"right": [2, 0], "wrong": [1, 1]}, index=["here", "there"]))
    'here: 2 right, 1 wrong; there: 0 right, 1 wrong'
    """
    return "; ".join(
        f"{row}: " + ", ".join(f"{number} {kind}" for kind, number in parts.items())
        for row, parts in counts.iterrows()
    )


def stacked(counts: pd.DataFrame, *, xlabel: str) -> Figure:
    """Draw a bar for each row of a tally, with a part for each kind and its number; the total last.

    A part too short for its number has none: the data tell it.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 0.9 + (0.5 if len(counts) < 12 else 0.3) * len(counts)))
    most = counts.sum(axis=1).max()
    colors, left = looks(counts)[0] | VERDICTS, pd.Series(0, counts.index)
    for (kind, part), hatch in zip(counts.items(), HATCHES, strict=False):
        look = {"color": colors[kind], "hatch": hatch, "edgecolor": ax.get_facecolor()}
        drawn = ax.barh(counts.index.astype(str), part, 0.7, left, label=kind, zorder=2, **look)
        left += part
        texts = [str(each) if each > ROOM * most else "" for each in part]
        for text in ax.bar_label(drawn, texts, label_type="center"):
            text.set(gid=f"{HALO}2", zorder=4)
    ax.bar_label(drawn, counts.sum(axis=1).astype(str), padding=4, fontweight="bold")
    ax.set(xlabel=xlabel, ylim=(len(counts) - 0.4, -0.6))
    ax.margins(x=0.08)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y", visible=False)
    legend_below(fig, ax.containers, list(counts))
    return fig


DOTS = (("s", "grey"), ("o", "accent"), ("D", "ink"))
"""Markers and colors of the columns of `dots`, in their order."""


def dots(shares: pd.DataFrame, *, xlabel: str, at: float = 100) -> Figure:
    """Draw each row's numbers on one line, a mark for each column, named above the first row.

    `at` is where nothing differs: a dotted line.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 0.34 * len(shares) + 1))
    inks = {"grey": GREYS[1], "accent": ACCENT, "ink": plt.rcParams["text.color"]}
    ax.axvline(at, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    places = range(len(shares))
    ax.hlines(places, shares.min(axis=1), shares.max(axis=1), color=inks["grey"], linewidth=0.8)
    for (name, column), (marker, ink) in zip(shares.items(), DOTS, strict=True):
        points(ax, column, places, color=inks[ink], marker=marker, size=6.5)
        look = {"xytext": (0, 9), "textcoords": "offset points", "ha": "center", "color": inks[ink]}
        ax.annotate(name, (column.iloc[0], 0), **look)
    ax.set_yticks(places, shares.index)
    ax.set(xlabel=xlabel, xlim=(0, 1.08 * shares.to_numpy().max()), ylim=(len(shares) - 0.4, -1.1))
    ax.grid(axis="y", visible=False)
    return fig
