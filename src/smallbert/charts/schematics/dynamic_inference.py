"""Inputs that leave early, and word vectors that are dropped on the way up."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.drawing import arrow, block, canvas, caption
from smallbert.charts.legends import gather
from smallbert.charts.points import connect, log_axis, points
from smallbert.charts.style import COLOURS, WIDTH

COLOUR = COLOURS["dynamic_inference"]
WIDE, HIGH, STEP = 1.75, 0.2, 0.25
"""Width and height of a layer and distance from one to the next, in inches."""

AT = {"before": 0.2, "leaving early": 2.45, "dropping vectors": 4.85}
"""Left edges of the three drawings."""

DOTTED = {"linewidth": 0.9, "linestyle": ":"}
DEVICES = {"GPU": "o", "CPU": "s"}


def show(exhibit: str, layers: pd.DataFrame, *, operations: Sequence[float], **drawn) -> None:
    """Publish the drawing; parameters as of `draw`."""
    before, early, dropped = (f"{total / 1e9:.3g} G" for total in operations)
    left, depth = layers["word_vectors"].iloc[-1], layers["share_of_inputs_exits"].sum()
    publish.figure(
        exhibit,
        lambda: draw(layers, operations=operations, **drawn),
        data=layers,
        finding=f"{before} operations become {early} by leaving early, {dropped} by dropping "
        "word vectors",
        alt=f"Schematic of {len(layers)} layers, three times, {drawn['weights']} each. Before: "
        f"{before} operations for {drawn['tokens']} word vectors. Leaving early after {depth:g} "
        f"layers on average: {early}. Dropping vectors down to {left}: {dropped}.",
    )


def draw(layers: pd.DataFrame, *, tokens: int, operations: Sequence[float], weights: str) -> Figure:
    """Draw the encoder before, leaving early and dropping word vectors.

    Parameters
    ----------
    layers : pandas.DataFrame
        A row a layer, from the first up: ``share_of_inputs_exits``, the share of the inputs that
        pass it, and ``word_vectors``, how many it reads.
    tokens : int
        Word vectors of the input.
    operations : sequence of float
        Of the three, in the order drawn.
    weights : str
        How many the model has, in words.
    """
    fig, ax = canvas(7, 4.6)
    for (name, x), total in zip(AT.items(), operations, strict=True):
        middle = x + WIDE / 2
        caption(ax, (middle, 4.5), name, bold=True)
        caption(ax, (middle, 0.85), f"{tokens} word vectors")
        caption(ax, (middle, 0.58), f"{total / 1e9:.3g} G operations", bold=True)
        caption(ax, (middle, 0.33), weights.replace(", ", ",\n"))
    for number, row in enumerate(layers.itertuples()):
        y = 0.95 + STEP * number
        _layer(ax, (AT["before"], y), 1)
        _layer(ax, (AT["leaving early"], y), row.share_of_inputs_exits)
        _layer(ax, (AT["dropping vectors"], y), row.word_vectors / tokens)
        x, middle = AT["leaving early"] + WIDE, y + HIGH / 2
        arrow(ax, (x, middle), (x + 0.22, middle))
        caption(ax, (6.95, middle), str(row.word_vectors), va="center", ha="right")
    top = 0.95 + STEP * len(layers) + 0.13
    caption(ax, (AT["leaving early"] + WIDE + 0.05, top), "exits")
    caption(ax, (6.95, top), "left", ha="right")
    return fig


def _layer(ax: Axes, corner: tuple[float, float], share: float) -> None:
    """Draw a layer of which `share` is used; the rest is dashed."""
    (x, y), used = corner, WIDE * share
    if used > 0:
        block(ax, (x, y), (used, HIGH), colour=COLOUR)
    if share < 0.999:
        block(ax, (x + used, y), (WIDE - used, HIGH), colour=COLOUR, dashed=True)


def show_operations(
    exhibit: str,
    exits: pd.Series,
    drops: pd.Series,
    *,
    met: dict,
    data: pd.DataFrame,
    tokens: int,
    **drawn,
) -> None:
    """Publish the drawing with its data; parameters as of `draw_operations`."""
    leaving, dropping = met
    depth, faster = met[leaving]["GPU"]
    shares = [f"at {at:.0f} % ({device})" for device, (at, _) in met[dropping].items()]
    publish.figure(
        exhibit,
        lambda: draw_operations(exits, drops, met=met, **drawn),
        data=data,
        caption={"tokens": tokens},
        finding=f"{leaving}'s printed {faster:g}x takes an exit after {depth:.1f} of "
        f"{exits.index.max():g} layers",
        alt="Two curves of operations saved. Against average depth, 1x at 12 layers to 12x at one; "
        f"{leaving}'s {faster:g}x on GPU is reached at {depth:.1f} layers. Against the share of "
        f"word vectors left, 1x at all of them to {drops.iloc[0]:.1f}x at 1 %; {dropping}'s "
        f"printed speedups are reached {', '.join(shares) or 'nowhere'}.",
    )


def draw_operations(
    exits: pd.Series,
    drops: pd.Series,
    *,
    met: dict[str, dict[str, tuple[float, float]]],
    chosen: dict[str, float],
) -> Figure:
    """Draw by what factor the operations fall, with the printed speedups where they meet it.

    Parameters
    ----------
    exits : pandas.Series
        Factor by the average depth in layers.
    drops : pandas.Series
        Factor by the share of the word vectors that the last layer reads [%].
    met : dict
        By model, the one that leaves early first: by device the place on the horizontal axis and
        the printed speedup.
    chosen : dict
        By the same models the place that is marked.
    """
    fig, (one, two) = plt.subplots(2, figsize=(WIDTH, 5.6))
    for ax, curve, name in zip((one, two), (exits, drops), met, strict=True):
        _curve(ax, curve, met[name], chosen[name], name)
    log_axis(one, "y", [1, 1.5, 2, 3, 4, 6, 12])
    one.set(xlim=(0.8, 12.2), xticks=range(2, 13, 2), xlabel="average depth [layers]")
    one.set(ylabel="operations saved [times]", title="leaving early")
    log_axis(two, "y", [1, 1.5, 2, 3, 4, 6])
    two.set(xlim=(0, 101), ylim=(0.93, 6.5), title="dropping word vectors")
    two.set(xlabel="vectors left in the last layer [%]", ylabel="operations saved [times]")
    gather(fig)
    return fig


def _curve(ax: Axes, curve: pd.Series, met: dict, chosen: float, name: str) -> None:
    connect(ax, curve.index, curve, colour=COLOUR, style="-")
    for device, (at, factor) in met.items():
        look = {"colour": COLOUR, "marker": DEVICES[device], "origin": "derived"}
        points(ax, [at], [factor], label=f"{name} on {device}: {factor:g}x", **look)
    ax.axvline(chosen, color=plt.rcParams["axes.edgecolor"], **DOTTED)
    ax.axhline(1, color=plt.rcParams["axes.edgecolor"], **DOTTED)
    if met:
        ax.legend()
