"""Tallies: how many lines of a table are of each kind, counted, drawn and in words."""

import matplotlib.pyplot as plt
import pandas as pd
import seaborn
from matplotlib.figure import Figure

from smallbert.charts.heatmap import heatmap
from smallbert.charts.legends import below
from smallbert.charts.style import WIDTH, looks

HATCHES = ("", "///", "xxx", "...")
"""Of the parts of a bar, in their order: colour is never the only sign."""

PALETTE = {
    **dict.fromkeys(("agrees", "holds"), "#009e73"),
    **dict.fromkeys(("disagrees", "fails", "error"), "#d55e00"),
    **dict.fromkeys(("agrees if truncated", "ambiguity"), "#1f9bb5"),
    **dict.fromkeys(("cannot be recomputed", "undecidable"), "#8a8f98"),
    "contradiction": "#b565c9",
    "changes a conclusion": "#d55e00",
    "a number is wrong": "#b565c9",
    "a label is wrong": "#1f9bb5",
    "cosmetic": "#8a8f98",
    "not testable": "#686d76",
}
"""Colours of verdicts; another kind gets the next one of a series."""


def tally(frame: pd.DataFrame, by, kind: str, *, kinds, total: str = "") -> pd.DataFrame:
    """Count the lines of a table by two of its columns.

    Parameters
    ----------
    frame : pandas.DataFrame
    by : str or list of str
        The columns whose values are the rows: those of the first in the order in which the table
        has them, those of another in alphabetical order.
    kind : str
        The column whose values are the columns.
    kinds : sequence of str
        These values, in order; those that the table lacks count 0.
    total : str
        Heads a first column with the sums; then a last row, "All", has those of the columns.

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


def in_words(counts: pd.DataFrame) -> str:
    """Return a tally in words, for those who cannot see its picture.

    Examples
    --------
    >>> in_words(pd.DataFrame({"right": [2, 0], "wrong": [1, 1]}, index=["here", "there"]))
    'here: 2 right, 1 wrong; there: 0 right, 1 wrong'
    """
    return "; ".join(
        f"{row}: " + ", ".join(f"{number} {kind}" for kind, number in parts.items())
        for row, parts in counts.iterrows()
    )


def stacked(counts: pd.DataFrame, *, xlabel: str) -> Figure:
    """Draw a bar for each row of a tally, with a part for each kind; their numbers follow it."""
    kinds = list(counts.columns)
    fig, ax = plt.subplots(figsize=(WIDTH, 0.9 + 0.5 * len(counts)))
    long = counts.rename_axis(index="row", columns="kind").stack().rename("lines").reset_index()
    seaborn.histplot(
        long,
        y="row",
        hue="kind",
        hue_order=kinds[::-1],
        weights="lines",
        multiple="stack",
        shrink=0.7,
        alpha=1,
        palette=looks(kinds)[0] | PALETTE,
        edgecolor=ax.get_facecolor(),
        legend=False,
        ax=ax,
    )
    for bars, hatch in zip(ax.containers, HATCHES, strict=False):
        for bar in bars:
            bar.set_hatch(hatch)
    texts = [" + ".join(str(part) for part in parts if part) for parts in counts.to_numpy()]
    ax.bar_label(ax.containers[-1], texts, padding=4)
    ax.set(xlabel=xlabel, ylabel="", ylim=(len(counts) - 0.4, -0.6))
    ax.margins(x=0.3)
    ax.grid(axis="y", visible=False)
    below(fig, ax.containers, kinds)
    return fig


def matrices(counts: pd.DataFrame) -> Figure:
    """Draw a matrix for each kind of a tally by two columns: the second down, the first across.

    Where nothing is counted a cell stays empty, and a row or a kind without any is left out; the
    deeper a cell's colour, the more lines it has.
    """
    across, down = counts.index.names
    names, rows = (counts.index.unique(level) for level in (across, down))
    shown = {"index": sorted(rows), "columns": names}
    parts = {kind: counts[kind].unstack(across).reindex(**shown) for kind in counts}
    parts = {kind: part[part.gt(0).any(axis=1)] for kind, part in parts.items()}
    parts = {kind: part for kind, part in parts.items() if len(part)}
    heights = [2 + len(part) for part in parts.values()]
    shape = {"figsize": (WIDTH, 1.7 + 0.17 * sum(heights)), "height_ratios": heights}
    fig, axes = plt.subplots(len(parts), sharex=True, squeeze=False, **shape)
    most = counts.max(axis=None)
    look = {"limits": (-most / 5, most), "written": "{:.0f}"}
    for ax, (kind, part) in zip(axes.flat, parts.items(), strict=True):
        heatmap(ax, part.where(part > 0), **look)
        ax.patch.set(hatch="", alpha=0.35, facecolor=plt.rcParams["grid.color"])
        middles = [at + 0.5 for at in range(len(part))]
        ax.set_yticks(middles, part.index.str.replace("_", " "))
        ax.set_title(kind)
    return fig
