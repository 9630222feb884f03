"""Charts with a row for each category: bars, tallies, costs by component."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from smallbert.charts import publish
from smallbert.charts.style import COLOURS, SERIES, WIDTH, legend_below, looks
from smallbert.data import vocabulary

VERDICTS = {
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

HATCHES = ("", "///", "xxx", "...")
"""Of the parts of a bar, in their order: colour is never the only sign."""


def bars(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    colour: str | None = None,
    written: str = "",
    **look,
) -> None:
    """Draw a bar for each row.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
    x, y : str
        Columns, one of numbers and one of categories.
    colour : str, optional
        The column that decides the colour; where it is not the category, bars stand side by side.
    written : str, optional
        Form of the number written at a bar's end, as ``"{:.0f}"``.
    **look
        Of `seaborn.barplot`, such as ``palette``, ``width`` and ``legend``.
    """
    shown = {"errorbar": None, "saturation": 1, "zorder": 2, "legend": False}
    shown |= {"hue": colour, "palette": looks(frame[colour])[0]} if colour else {"color": SERIES[0]}
    seaborn.barplot(frame, x=x, y=y, ax=ax, **(shown | look))
    for container in ax.containers if written else ():
        ax.bar_label(container, fmt=lambda x: written.format(x).replace("-", "−"), padding=2)


def tally(frame: pd.DataFrame, by, kind: str, *, kinds, total: str = "") -> pd.DataFrame:
    """Count the lines of a table by two of its columns.

    Parameters
    ----------
    frame : pandas.DataFrame
    by : str or list of str
        The columns whose values are the rows, in the order of the table.
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
    fig, ax = plt.subplots(figsize=(WIDTH, 0.9 + (0.5 if len(counts) < 12 else 0.3) * len(counts)))
    colours, left = looks(counts)[0] | VERDICTS, pd.Series(0, counts.index)
    for (kind, part), hatch in zip(counts.items(), HATCHES, strict=False):
        look = {"color": colours[kind], "hatch": hatch, "edgecolor": ax.get_facecolor()}
        drawn = ax.barh(counts.index.astype(str), part, 0.7, left, label=kind, zorder=2, **look)
        left += part
    texts = [" + ".join(str(part) for part in parts if part) for parts in counts.to_numpy()]
    ax.bar_label(drawn, texts, padding=4)
    ax.set(xlabel=xlabel, ylim=(len(counts) - 0.4, -0.6))
    ax.margins(x=0.3)
    ax.grid(axis="y", visible=False)
    legend_below(fig, ax.containers, list(counts))
    return fig


COSTS = {
    "parameters": "Parameters [M]",
    "operations": "Operations [G],\n{} a multiply-add",
    "activations": "Results in memory [MiB]",
    "time": "Least time [ms]",
}
"""What the axes of `breakdown` call the costs of a component; the slot is `multiply_add`."""


def breakdown(
    exhibit: str,
    parts: Mapping[str, pd.DataFrame],
    *,
    heading: str,
    multiply_add: int,
    device: Mapping[str, float],
) -> None:
    """Publish what each component of two models costs, a panel a cost.

    Parameters
    ----------
    exhibit : str
    parts : mapping of pandas.DataFrame
        From two keys of the architectures, a component a row; columns as in `COSTS`, and ``bound``
        (compute or memory).
    heading : str
        What was fed.
    multiply_add : int
        As how many operations a multiply-add counts.
    device : mapping
        Its ``bandwidth`` [GB/s] and ``peak`` [GFLOP/s], for the caption.
    """
    names = [vocabulary.names("architectures")[key] for key in parts]
    first = next(iter(parts.values()))
    kept = first.index[first[["parameters", "operations"]].any(axis=1)]
    tint, edge = COLOURS["none"], plt.rcParams["axes.edgecolor"]
    looks = {"color": tint}, {"facecolor": "none", "edgecolor": tint, "hatch": "////"}

    def draw() -> Figure:
        fig, axes = plt.subplots(2, 2, figsize=(WIDTH, 6.4), sharey=True)
        for ax, (column, axis) in zip(axes.flat, COSTS.items(), strict=True):
            for shift, part, look in zip((-0.2, 0.2), parts.values(), looks, strict=True):
                part = part.loc[kept]
                drawn = ax.barh(np.arange(len(kept)) + shift, part[column], height=0.36, **look)
                texts = [f"{each:,.0f}" if each >= 10 else f"{each:.2g}" for each in part[column]]
                if column == "time":
                    waits = part["bound"].map({"memory": " memory", "compute": ""})
                    texts = [text + wait for text, wait in zip(texts, waits, strict=True)]
                ax.bar_label(drawn, texts, padding=3)
            ax.set_yticks(range(len(kept)), kept)
            ax.set(xlabel=axis.format(multiply_add), ylim=(len(kept) - 0.4, -0.6))
            ax.margins(x=0.3)
            ax.locator_params(axis="x", nbins=3)
            ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.8g}")
            ax.grid(axis="y", visible=False)
            ax.axvline(0, color=edge, lw=0.8)
        keys = [*(Rectangle((0, 0), 1, 1, **look) for look in looks), Line2D([], [], ls="none")]
        legend_below(fig, keys, [*names, "memory: waits for memory, not for computing"])
        return fig

    share = 100 * first[["parameters", "time"]] / first[["parameters", "time"]].sum()
    heavy, slow = share.idxmax()
    told = "; ".join(
        f"{name} {row.parameters:.2f} M, {row.operations:.2f} G, {row.activations:.2f} MiB, "
        f"{row.time:.2g} ms"
        for name, row in first.loc[kept].iterrows()
    )
    publish.figure(
        exhibit,
        draw,
        data=pd.concat(parts, names=["architecture", "component"]).reset_index(),
        finding=f"{heavy.capitalize()}: {share.at[heavy, 'parameters']:.0f} % of {names[0]}'s "
        f"weights, {slow}: {share.at[slow, 'time']:.0f} % of its time",
        alt=f"Bars by component for {' and '.join(names)}, {heading}. {names[0]}: {told}.",
        caption={name: f"{value:g}" for name, value in device.items()},
    )
