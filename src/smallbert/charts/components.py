"""What a model costs, component by component: bars, shares against length, figures built up."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from smallbert.charts import publish
from smallbert.charts.headline import fitted, headline
from smallbert.charts.legends import below, gather
from smallbert.charts.lines import lines
from smallbert.charts.points import log_axis
from smallbert.charts.style import COLOURS, WIDTH
from smallbert.data import vocabulary

COSTS = {
    "parameters": ("Parameters", "M"),
    "operations": ("Operations", "G"),
    "activations": ("Activations", "MiB"),
    "time": ("Least time", "ms"),
}
"""Title and unit of the costs of a component."""

AXES = {name: f"{title} [{unit}]" for name, (title, unit) in COSTS.items()}
AXES |= {
    "operations": "Operations [G],\n{} a multiply-add",
    "activations": "Results in memory [MiB]",
}
"""What the axes call them; the slot is for how many operations a multiply-add counts."""

PANELS = {"operations": "operations", "activations": "results in memory", "time": "least time"}
"""The costs whose shares move with the length of the input, as titles."""

SHORT = {"position and type embeddings": "positions, types"}
"""What a chart calls a component whose name is too long."""

LINES = {
    "word embeddings": "embeddings",
    "position and type embeddings": "embeddings",
    "query, key, value": "query, key, value",
    "attention itself": "attention itself",
    "attention output": "attention output",
    "feed-forward": "feed-forward",
    "layer norms": "norms, pooler",
    "pooler": "norms, pooler",
}
"""BERT's components, and the line of the chart of shares that each belongs to."""

DASHES = ((6, 2, 1, 2), "", "", (5, 2), "", (1, 2))
TINTS = ("#d55e00", "#0f7fc4", "#d6456b", "#1f9bb5", "#009e73", "#c08300")
"""Of those lines, from the first; dashes tell them apart, too."""

PARTS = (
    ("#0f7fc4", ""),
    ("#1f9bb5", "//"),
    ("#d55e00", "xx"),
    ("#c08300", ""),
    ("#d6456b", "||"),
)
"""Colour and hatch of the parts of a figure, in the order in which they are stacked."""


def show(
    exhibit: str,
    parts: dict[str, pd.DataFrame],
    *,
    heading: str,
    multiply_add: int,
    title: str = "BERT by component",
    bandwidth: float,
    peak: float,
) -> None:
    """Publish `breakdown`, of which the device's `bandwidth` and `peak` go into the caption."""
    publish.figure(
        exhibit,
        lambda: breakdown(parts, heading=heading, multiply_add=multiply_add, title=title),
        data=pd.concat(parts, names=["architecture", "component"]).reset_index(),
        alt=in_words(parts, heading=heading),
        caption={"bandwidth": f"{bandwidth:g}", "peak": f"{peak:g}"},
    )


def breakdown(
    parts: dict[str, pd.DataFrame], *, heading: str, multiply_add: int, title: str
) -> Figure:
    """Draw a panel a quantity, with a solid and a hatched bar for each component of two shapes.

    Parameters
    ----------
    parts : dict of pandas.DataFrame
        From two keys of the vocabulary of architectures, a component a row; columns as in
        `COSTS`, and ``bound`` (compute or memory).
    heading : str
        What was fed.
    multiply_add : int
        As how many operations a multiply-add counts.
    title : str
        The document's.
    """
    grey, edge = COLOURS["none"], plt.rcParams["axes.edgecolor"]
    looks = {"color": grey}, {"facecolor": "none", "edgecolor": grey, "hatch": "////"}
    fig, axes = plt.subplots(2, 2, figsize=(WIDTH, 6.4), sharey=True)
    names = _names(parts)
    places = np.arange(len(names))
    for ax, (column, axis) in zip(axes.flat, AXES.items(), strict=True):
        for shift, frame, look in zip((-0.2, 0.2), parts.values(), looks, strict=True):
            bars = ax.barh(places + shift, frame.loc[[*names], column], height=0.36, **look)
            texts = frame.loc[[*names], column].map(_short)
            if column == "time":
                texts += frame.loc[[*names], "bound"].map({"memory": " memory"}).fillna("")
            ax.bar_label(bars, texts, padding=3)
        ax.set(xlabel=axis.format(multiply_add), yticks=places)
        ax.set_yticklabels(names.values())
        ax.margins(x=0.3)
        ax.locator_params(axis="x", nbins=3)
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.8g}")
        ax.grid(axis="y", visible=False)
        ax.axvline(0, color=edge, lw=0.8)
    axes[0, 0].invert_yaxis()
    keys = [plt.Rectangle((0, 0), 1, 1, **look) for look in looks]
    waits = Line2D([], [], linestyle="none", label="")
    words = [*_shapes(parts), "memory: waits for memory, not for computing"]
    below(fig, [*keys, waits], words)
    headline(fig, leading(parts), f"{title}: {heading}, counted from the shapes")
    return fig


def leading(parts: dict[str, pd.DataFrame]) -> str:
    """Return which component of the first shape has most weights and which takes most time."""
    part, shape = next(iter(parts.values())), _shapes(parts)[0]
    share = 100 * part[["parameters", "time"]] / part[["parameters", "time"]].sum()
    (heavy, most), (slow, longest) = ((share[each].idxmax(), share[each].max()) for each in share)
    first = f"{heavy.capitalize()}: {most:.0f} % of {shape}'s weights"
    return f"{first}, {'' if slow == heavy else slow + ': '}{longest:.0f} % of its time"


def in_words(parts: dict[str, pd.DataFrame], *, heading: str) -> str:
    """Return what `breakdown` shows of the first shape, for who cannot see it."""
    (_, part), names, shapes = next(iter(parts.items())), _names(parts), _shapes(parts)
    listed = "; ".join(
        f"{names[row.Index]} {row.parameters:.2f} M, {row.operations:.2f} G, "
        f"{row.activations:.2f} MiB, {row.time:.2g} ms"
        for row in part.loc[[*names]].itertuples()
    )
    both = " and ".join(shapes)
    return f"{leading(parts)}. Bars by component for {both}, {heading}. {shapes[0]}: {listed}."


def listed(parts: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the components of shapes with their costs and sums, as a page shows them."""
    names = _names(parts)
    shown = {("", "Component"): [*names.values(), "sum"]}
    for shape, part in zip(_shapes(parts), parts.values(), strict=True):
        frame = part.loc[[*names]]
        for column, (title, unit) in COSTS.items():
            values = [*frame[column], frame[column].sum()]
            shown[shape, f"{title} [{unit}]"] = [f"{value:.2f}" for value in values]
    return pd.DataFrame(shown)


def bound_by_memory(part: pd.DataFrame) -> str:
    """Return which components of a shape wait for its bytes, in words."""
    waiting = part.index[part["bound"] == "memory"]
    return ", ".join(SHORT.get(name, name) for name in waiting) or "none"


def _names(parts: dict[str, pd.DataFrame]) -> dict[str, str]:
    """Return the components that the first shape has, and what a chart calls them."""
    costs = next(iter(parts.values()))[["parameters", "operations"]].any(axis=1)
    return {name: SHORT.get(name, name) for name in costs.index[costs]}


def _shapes(parts: dict[str, pd.DataFrame]) -> list[str]:
    return [vocabulary.table("architectures").at[key, "name"] for key in parts]


def show_shares(
    exhibit: str, moving: dict[str, pd.DataFrame], *, marked: int, thick: str = "attention itself"
) -> None:
    """Publish `shares_by_length`."""
    publish.figure(
        exhibit,
        lambda: shares_by_length(moving, thick=thick, marked=marked),
        data=pd.concat(moving, names=["quantity"]).reset_index(),
        alt=moved(moving, thick=thick),
        finding=f"Only {thick} gains share as the input gets longer",
    )


def shares_by_length(moving: dict[str, pd.DataFrame], *, thick: str, marked: int) -> Figure:
    """Draw a panel a quantity, with a line for its share against the length of the input.

    Parameters
    ----------
    moving : dict of pandas.DataFrame
        From keys of `PANELS` to shares [%]: a length [tokens] a row, a column for each of `LINES`.
    thick : str
        The column whose line is thick.
    marked : int
        Length at which a dotted line stands [tokens].
    """
    fig, axes = plt.subplots(len(moving), figsize=(WIDTH, 2.1 * len(moving)), sharex=True)
    for ax, (quantity, frame) in zip(axes, moving.items(), strict=True):
        log_axis(ax, "x", [8, 32, 128, 512])
        wide = {name: 2.4 if name == thick else 1.4 for name in frame}
        long = frame.reset_index().melt("tokens", var_name="line", value_name="share")
        look = {"palette": dict(zip(frame, TINTS, strict=True)), "size": "line", "sizes": wide}
        look |= {"style": "line", "dashes": dict(zip(frame, DASHES, strict=True))}
        lines(ax, long, x="tokens", y="share", colour="line", **look)
        ax.axvline(marked, color=plt.rcParams["axes.edgecolor"], lw=0.9, ls=":")
        ax.set(title=PANELS[quantity], ylabel="share of the component [%]")
        ax.set(xlim=(8, 512), ylim=(0, None))
    axes[-1].set_xlabel("tokens of one input")
    gather(fig, title=None)
    return fig


def moved(moving: dict[str, pd.DataFrame], *, thick: str) -> str:
    """Return between which shares one line of `shares_by_length` runs, for who cannot see it."""
    name = thick[0].upper() + thick[1:]
    ends = "; ".join(
        f"in {PANELS[quantity]} from {frame[thick].iloc[0]:.1f} to {frame[thick].iloc[-1]:.0f} %"
        for quantity, frame in moving.items()
    )
    return f"Three panels of shares against 8 to 512 tokens. {name} rises {ends}."


def show_built(
    exhibit: str, steps: dict[str, pd.Series], printed: pd.DataFrame, *, order: Sequence[str]
) -> None:
    """Publish `built_up`; `printed` has columns operations and operations_half_width [G]."""
    built = pd.concat(steps, axis=1).T.fillna(0.0)
    publish.figure(
        exhibit,
        lambda: built_up(steps, printed["operations"], order=order),
        data=built.join(printed).rename_axis("source").reset_index(),
        alt=built_from(built, printed["operations"]),
        finding=f"One shape, {len(printed)} printed counts: the length and what counts differ",
    )


def built_up(steps: dict[str, pd.Series], printed: pd.Series, *, order: Sequence[str]) -> Figure:
    """Draw a bar for each printed figure, built up from parts, with the print as a stroke.

    Parameters
    ----------
    steps : dict of pandas.Series
        From figures to their parts [G] by name, in the order in which a text lists them.
    printed : pandas.Series
        What is printed, by figure; operations [G].
    order : sequence of str
        The parts, at most five, in the order in which they are stacked.
    """
    built = pd.DataFrame(steps).T.fillna(0.0)
    fig, ax = plt.subplots(figsize=(WIDTH, 4.2))
    left = pd.Series(0.0, index=built.index)
    for name, (colour, hatch) in zip(order, PARTS, strict=False):
        face = plt.rcParams["axes.facecolor"]
        look = {"color": colour, "hatch": hatch, "edgecolor": face, "linewidth": 0.4}
        ax.barh(built.index, built[name], left=left, height=0.5, label=name, **look)
        left += built[name]
    for y, (name, value) in enumerate(printed.items()):
        parts_of = " + ".join(f"{size:.2f}" for size in steps[name])
        words = f"printed {value:g},\nbuilt {built.loc[name].sum():.2f}\n"
        words += fitted(f"= {parts_of}", share=0.23)
        place = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
        ax.annotate(words, (left[name], y), **place)
        ax.plot([value] * 2, [y - 0.34, y + 0.34], color=plt.rcParams["text.color"], lw=1.6)
    ax.invert_yaxis()
    ax.set(xlabel="Operations of BERT_BASE for one input [G]", xlim=(0, 86))
    ax.grid(axis="y", visible=False)
    ax.legend()
    gather(fig)
    return fig


def built_from(built: pd.DataFrame, printed: pd.Series) -> str:
    """Return each printed figure with its parts, for who cannot see the chart."""
    return "Three bars of operations of BERT_BASE. " + " ".join(
        f"{name}: printed {printed[name]:g}, built from "
        + ", ".join(f"{part} {size:.2f}" for part, size in row.items() if size)
        + "."
        for name, row in built.iterrows()
    )


def _short(number: float) -> str:
    """Return one decimal, none of a number from 10 on, and a bound for a tiny one."""
    if number < 0.1:
        return "< 0.1" if number else "0"
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"
