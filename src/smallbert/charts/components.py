"""What a model costs, component by component: bars, shares against length, figures built up."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts.points import log_axis
from smallbert.charts.style import COLOURS

COSTS = {
    "parameters": ("Parameters", "M"),
    "operations": ("Operations", "G"),
    "activations": ("Activations", "MiB"),
    "time": ("Least time", "ms"),
}
"""Title and unit of the costs of a component."""

TINTS = ("#d55e00", "#0f7fc4", "#d6456b", "#3aa6dd", "#009e73", "#c98a00")
"""Of the lines of components, from the first; dashes tell them apart, too."""

PARTS = (
    ("#0f7fc4", ""),
    ("#3aa6dd", "//"),
    ("#d55e00", "xx"),
    ("#c98a00", ""),
    ("#d6456b", "||"),
)
"""Colour and hatch of the parts of a figure, in the order in which they are stacked."""


def breakdown(
    parts: dict[str, pd.DataFrame], *, titles: dict[str, str], names: dict[str, str], heading: str
) -> Figure:
    """Draw a panel a quantity, with a solid and a hatched bar for each component of two shapes.

    Parameters
    ----------
    parts : dict of pandas.DataFrame
        Two shapes, a component a row; columns as in `titles`, and ``bound`` (compute or memory).
    titles : dict
        From columns, four, to quantity and unit.
    names : dict
        From components to what the axis calls them, in order from the top.
    heading : str
        What was fed.
    """
    grey, edge = COLOURS["none"], plt.rcParams["axes.edgecolor"]
    looks = {"color": grey}, {"facecolor": "none", "edgecolor": grey, "hatch": "////"}
    fig, axes = plt.subplots(2, 2, figsize=(8.2, 8.2), sharey=True)
    places = np.arange(len(names))
    for ax, (column, title) in zip(axes.flat, titles.items(), strict=True):
        for shift, frame, look in zip((-0.2, 0.2), parts.values(), looks, strict=True):
            bars = ax.barh(places + shift, frame.loc[[*names], column], height=0.36, **look)
            texts = frame.loc[[*names], column].map(_short)
            if column == "time":
                texts += " (" + frame.loc[[*names], "bound"].str[0] + ")"
            ax.bar_label(bars, texts, padding=3, fontsize=8)
        ax.set(xlabel=title, yticks=places)
        ax.set_yticklabels(names.values())
        ax.margins(x=0.3)
        ax.locator_params(axis="x", nbins=5)
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.8g}")
        ax.grid(axis="y", visible=False)
        ax.axvline(0, color=edge, lw=0.8)
    axes[0, 0].invert_yaxis()
    keys = [plt.Rectangle((0, 0), 1, 1, **look) for look in looks]
    fig.legend(keys, parts.keys(), loc="outside upper right", ncols=2)
    fig.suptitle(heading, x=0.01, ha="left", fontsize=11)
    return fig


def shares_by_length(
    moving: dict[str, pd.DataFrame], *, thick: str, marked: int, ticks: Sequence[int]
) -> Figure:
    """Draw a panel a quantity, with a line a component for its share against the length.

    Parameters
    ----------
    moving : dict of pandas.DataFrame
        From titles to shares [%]: a length [tokens] a row, a component a column, at most six.
    thick : str
        The component whose line is thick.
    marked : int
        Length at which a dotted line stands [tokens].
    ticks : sequence of int
        Lengths with a tick [tokens], the ends of the axis among them.
    """
    dashes = ("-.", "-", "-", "--", "-", ":")
    fig, axes = plt.subplots(1, 3, figsize=(9, 4), sharey=True)
    for ax, (title, frame) in zip(axes, moving.items(), strict=True):
        for at, (name, line) in enumerate(frame.items()):
            wide = 2.4 if name == thick else 1.4
            look = {"color": TINTS[at], "linestyle": dashes[at], "linewidth": wide}
            ax.plot(line.index, line, label=name, **look)
        log_axis(ax, "x", ticks)
        ax.set(
            title=title, xlabel="tokens of one input", xlim=(ticks[0], ticks[-1]), ylim=(0, None)
        )
        ax.axvline(marked, color=plt.rcParams["axes.edgecolor"], lw=0.9, ls=":")
    axes[0].set_ylabel("share of the component [%]")
    fig.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return fig


def built_up(
    steps: dict[str, dict[str, float]], printed: pd.Series, *, order: Sequence[str], xlabel: str
) -> Figure:
    """Draw a bar for each printed figure, built up from parts, with the print as a stroke.

    Parameters
    ----------
    steps : dict of dict
        From figures to their parts by name, in the order in which a text lists them.
    printed : pandas.Series
        What is printed, by figure, in the same unit.
    order : sequence of str
        The parts, at most five, in the order in which they are stacked.
    xlabel : str
        Quantity and unit.
    """
    built = pd.DataFrame(steps).T.fillna(0.0)
    fig, ax = plt.subplots(figsize=(8, 4))
    left = pd.Series(0.0, index=built.index)
    for name, (colour, hatch) in zip(order, PARTS, strict=False):
        face = plt.rcParams["axes.facecolor"]
        look = {"color": colour, "hatch": hatch, "edgecolor": face, "linewidth": 0.4}
        ax.barh(built.index, built[name], left=left, height=0.5, label=name, **look)
        left += built[name]
    for y, (name, value) in enumerate(printed.items()):
        parts_of = " + ".join(f"{size:.2f}" for size in built.loc[name, list(steps[name])])
        words = f"printed {value:g}, built {built.loc[name].sum():.2f}\n= {parts_of}"
        place = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
        ax.annotate(words, (left[name], y), fontsize=9, **place)
        ax.plot([value] * 2, [y - 0.34, y + 0.34], color=plt.rcParams["text.color"], lw=1.6)
    ax.invert_yaxis()
    ax.set(xlabel=xlabel, xlim=(0, 86))
    ax.grid(axis="y", visible=False)
    fig.legend(loc="outside lower center", ncols=3)
    return fig


def _short(number: float) -> str:
    """Return three digits that count, and all of a large number."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def listed(part: pd.DataFrame, names: dict[str, str]) -> str:
    """Return a shape's components with their four costs, for who cannot see the chart."""
    return "; ".join(
        f"{names[row.Index]} {row.parameters:.2f} M, {row.operations:.2f} G, "
        f"{row.activations:.2f} MiB, {row.time:.2g} ms"
        for row in part.itertuples()
    )


def built_from(built: pd.DataFrame, printed: pd.Series) -> str:
    """Return each printed figure with its parts, for who cannot see the chart."""
    return " ".join(
        f"{name}: printed {printed[name]:g}, built from "
        + ", ".join(f"{part} {size:.2f}" for part, size in row.items() if size)
        + "."
        for name, row in built.iterrows()
    )


def table(parts: dict[str, pd.DataFrame], names: dict[str, str]) -> pd.DataFrame:
    """Return the components of shapes with their costs and sums, as a page shows them."""
    shown = {("", "Component"): [*names.values(), "sum"]}
    for shape, frame in parts.items():
        for column, (title, unit) in COSTS.items():
            values = [*frame[column], frame[column].sum()]
            shown[shape, f"{title} [{unit}]"] = [f"{value:.2f}" for value in values]
    return pd.DataFrame(shown)
