"""Layers that share sets of weights, and word vectors stored in a narrow table."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.drawing import arrow, block, canvas, caption, count
from smallbert.charts.legends import gather
from smallbert.charts.points import connect, points
from smallbert.charts.style import COLOURS, WIDTH
from smallbert.cost import Architecture

COLOUR = COLOURS["parameter_sharing"]
HIGH, STEP = 0.19, 0.24
"""Height of a layer and distance from one to the next, in inches."""


def show(exhibit: str, stored: pd.DataFrame, *, operations: dict, tokens: int, **drawn) -> None:
    """Publish the drawing; parameters as of `draw`, and the length of the input."""
    sets, width, hidden = len(set(drawn["sets"])), drawn["width"], drawn["shape"].hidden
    size = {name: count(total, 4 * total) for name, total in stored.sum().items()}
    work = {name: f"{total / 1e9:.4g} G" for name, total in operations.items()}
    publish.figure(
        exhibit,
        lambda: draw(stored, operations=operations, **drawn),
        data=stored,
        finding=" become ".join(each.partition(", ")[2] for each in size.values())
        + "; the operations do not fall",
        alt=f"Schematic. Before: twelve layers with weights of their own and word vectors {hidden} "
        f"wide, {size['before']}. After: twelve layers with {sets} "
        f"{'sets' if sets > 1 else 'set'} of weights and word vectors {width} wide, "
        f"{size['after']}. Operations for {tokens} tokens: "
        f"{work['before']} before, {work['after']} after.",
    )


def draw(
    stored: pd.DataFrame,
    *,
    operations: dict[str, float],
    shape: Architecture,
    width: int,
    sets: list[int],
) -> Figure:
    """Draw the layers and the word vectors before and after sharing.

    Parameters
    ----------
    stored : pandas.DataFrame
        Stored weights by component; columns before and after.
    operations : dict
        Of a pass, before and after.
    shape : smallbert.cost.Architecture
        Before.
    width : int
        Of the stored word vectors after.
    sets : list of int
        For each layer after sharing, from the first up, the set of weights that it uses.
    """
    fig, ax = canvas(7, 5.2)
    for x, name in ((1.6, "before"), (5.2, "after")):
        caption(ax, (x, 5.1), name, bold=True)
        total = stored[name].sum()
        caption(ax, (x, 0.62), count(total, 4 * total), bold=True)
        caption(ax, (x, 0.36), f"{operations[name] / 1e9:.4g} G operations", bold=True)
    _encoder(ax, 0.65, list(range(len(sets))))
    _encoder(ax, 4.25, sets)
    arrow(ax, (2.95, 2.9), (3.75, 2.9))
    vocabulary, hidden = shape.vocabulary, shape.hidden
    inch = 1.6 / hidden
    for x, wide in ((1.6, hidden), (5.2, width)):
        block(ax, (x - wide * inch / 2, 1.2), (wide * inch, 0.4), colour=COLOUR)
    words = f"word vectors {vocabulary} × {hidden}:\n{count(vocabulary * hidden)}"
    caption(ax, (1.6, 1.13), words)
    words = f"word vectors {vocabulary} × {width}"
    words += f",\nmatrix {width} × {hidden}" if width != hidden else ""
    table = stored.loc[["word embeddings", "embedding projection"], "after"].sum()
    caption(ax, (5.2, 1.13), f"{words}:\n{count(table)}")
    return fig


def _encoder(ax: Axes, x: float, sets: list[int]) -> None:
    """Draw the layers; one that uses the set of the layer below it is dashed."""
    for layer, own in enumerate(sets):
        again = layer > 0 and own == sets[layer - 1]
        text = f"layer {layer + 1}: set {own + 1}"
        corner = (x, 1.75 + STEP * layer)
        block(ax, corner, (1.9, HIGH), text, colour=COLOUR, dashed=again)


def show_sizes(exhibit: str, sizes: pd.DataFrame, *, model: str, printed: float, **drawn) -> None:
    """Publish the drawing; parameters as of `draw_sizes`."""
    narrow, steady = sizes["mib_narrow"], sizes["operations"].iloc[0]
    publish.figure(
        exhibit,
        lambda: draw_sizes(sizes, model=model, printed=printed, **drawn),
        data=sizes.reset_index(),
        finding=f"One set of layer weights instead of twelve stores {narrow.iloc[0]:.0f} MiB "
        f"instead of {narrow.iloc[-1]:.0f} and computes as much",
        alt=f"Above: stored weights rise from {narrow.iloc[0]:.1f} MiB with one set to "
        f"{narrow.iloc[-1]:.1f} with twelve; {model}'s printed size is {printed:.1f} MiB. Below: "
        f"operations stay at {steady:.1f} G.",
    )


def draw_sizes(
    sizes: pd.DataFrame,
    *,
    chosen: int,
    model: str,
    printed: float,
    hidden: int,
    width: int,
    tokens: int,
) -> Figure:
    """Draw what is stored and what is computed against the sets of layer weights.

    Parameters
    ----------
    sizes : pandas.DataFrame
        Indexed by the number of sets: mib_full_width, mib_narrow [MiB] and operations [G].
    chosen : int
        The number of sets that is marked.
    model : str
        One whose layers share one set.
    printed : float
        Its printed size [MiB].
    hidden, width : int
        Width of the layers and of the stored word vectors.
    tokens : int
        Of the input.
    """
    fig, (one, two) = plt.subplots(2, figsize=(WIDTH, 5.4))
    faint = plt.rcParams["axes.edgecolor"]
    connect(one, sizes.index, sizes["mib_full_width"], colour=faint)
    connect(one, sizes.index, sizes["mib_narrow"], colour=COLOUR, style="-")
    look = {"textcoords": "offset points"}
    wide = (7, sizes.at[7, "mib_full_width"])
    one.annotate(f"word vectors\n{hidden} wide", wide, xytext=(-6, 4), ha="right", **look)
    if width != hidden:
        narrow = (7, sizes.at[7, "mib_narrow"])
        one.annotate(f"{width} wide", narrow, xytext=(6, -14), ha="left", **look)
    points(one, [1], [printed], colour=COLOUR, marker="P", label=f"{model}, printed")
    here = {"colour": COLOUR, "origin": "derived", "size": 13, "label": "as drawn above"}
    points(one, [chosen], [sizes.at[chosen, "mib_narrow"]], **here)
    one.legend()
    gather(fig)
    one.set(ylabel="stored weights [MiB]", ylim=(0, 560), title="what is stored")
    connect(two, sizes.index, sizes["operations"], colour=COLOUR, style="-")
    steady = sizes["operations"].iloc[0]
    text = f"{steady:.1f} G, however many are stored"
    two.annotate(text, (6.5, steady), xytext=(0, 5), ha="center", **look)
    full = (12, sizes["mib_full_width"].iloc[-1])
    one.annotate("BERT_BASE", full, xytext=(-18, 6), ha="center", **look)
    two.set(ylim=(0, 1.25 * sizes["operations"].max()), title="what is computed")
    two.set(ylabel=f"operations for {tokens} tokens [G]")
    for ax in (one, two):
        ax.set(xlabel="sets of layer weights", xticks=[1, 2, 4, 6, 8, 10, 12])
    return fig
