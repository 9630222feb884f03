"""Matrices that become products of two thinner ones; attention split between two texts."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.drawing import arrow, block, canvas, caption, count
from smallbert.charts.points import connect, points
from smallbert.charts.style import COLOURS, WIDTH

COLOUR = COLOURS["matrix_decomposition"]
LAYERS = 12
"""Of the encoder."""


def show(exhibit: str, products: pd.DataFrame, *, rank: int, split: str, apart: int, **weights):
    """Publish the drawing; parameters as of `draw`."""
    whole, left = weights["whole"], weights["left"]
    parts = products.rename_axis("product")
    parts["full"] = parts["m"] * parts["n"]
    parts["factored"] = rank * (parts["m"] + parts["n"])
    square, wide = parts.loc["attention"].astype(int), parts.loc["feed-forward"].astype(int)
    publish.figure(
        exhibit,
        lambda: draw(products, rank=rank, split=split, apart=apart, **weights),
        data=parts,
        finding=f"Factors of rank {rank} leave {100 * left / whole:.0f} % of the weights",
        alt=f"Schematic. A matrix of {wide.m} by {wide.n} with {wide.full:,} weights becomes two "
        f"factors of rank {rank} with {wide.factored:,}; one of {square.m} by {square.n} with "
        f"{square.full:,} becomes two with {square.factored:,}. The whole model goes from "
        f"{count(whole, 4 * whole)} to {count(left, 4 * left)}. {split} keeps all weights; "
        f"{apart} of its {LAYERS} layers read question and passage apart.",
    )


def draw(
    products: pd.DataFrame, *, rank: int, whole: float, left: float, split: str, apart: int
) -> Figure:
    """Draw the matrices of a layer and their factors to scale, and attention split in two below.

    Parameters
    ----------
    products : pandas.DataFrame
        Rows attention and feed-forward, columns m and n: rows and columns of the matrix.
    rank : int
        Of the two factors.
    whole, left : float
        Weights of the model before and after.
    split : str
        A model that reads question and passage apart in its lower layers.
    apart : int
        How many these are.
    """
    fig, ax = canvas(7, 5.7)
    for x, name in ((1.5, "before"), (4.8, "after")):
        caption(ax, (x, 5.62), name, bold=True)
    inch = 2.2 / products["n"].max()
    for y, name in ((5.3, "feed-forward"), (4.25, "attention")):
        _factors(ax, y, name, *products.loc[name, ["m", "n"]], rank=rank, inch=inch)
    for x, size in ((0.35, whole), (3.5, left)):
        caption(ax, (x, 3.22), f"whole model:\n{count(size, 4 * size)}", ha="left", bold=True)
    ax.axhline(2.85, 0.04, 0.96, color=plt.rcParams["axes.edgecolor"], lw=0.6)
    ax.text(0.35, 2.66, f"{split}: attention split, weights whole", va="center")
    for x, lower in ((0.35, 0), (3.5, apart)):
        _stack(ax, x, lower)
        caption(ax, (x, 0.3), f"whole model:\n{count(whole, 4 * whole)}", ha="left", bold=True)
    arrow(ax, (2.75, 1.4), (3.3, 1.4))
    caption(ax, (5.85, 2.15), f"{LAYERS - apart} layers together", ha="left")
    caption(ax, (5.85, 1.32), f"{apart} layers apart,\npassage kept", ha="left")
    return fig


def _factors(ax: Axes, y: float, name: str, m: int, n: int, *, rank: int, inch: float) -> None:
    """Draw a matrix and its two factors to scale, the upper edge at y."""
    thin, low = rank * inch, y - m * inch
    middle = low + m * inch / 2
    block(ax, (0.35, low), (n * inch, m * inch), f"{m}\n× {n}", colour=COLOUR)
    caption(ax, (0.35, low - 0.06), f"{name}: {count(m * n)}", ha="left")
    arrow(ax, (2.75, middle), (3.3, middle))
    block(ax, (3.5, low), (thin, m * inch), colour=COLOUR)
    ax.text(3.5 + thin + 0.12, middle, "×", ha="center", va="center")
    block(ax, (3.5 + thin + 0.24, y - thin), (n * inch, thin), colour=COLOUR)
    text = f"{m} × {rank} and {rank} × {n}:\n{count(rank * (m + n))}"
    caption(ax, (3.5, low - 0.06), text, ha="left")


def _stack(ax: Axes, x: float, apart: int) -> None:
    """Draw the layers; the lowest `apart` read question and passage apart."""
    for layer in range(LAYERS):
        y = 0.62 + 0.13 * layer
        if layer >= apart:
            block(ax, (x, y), (2.2, 0.11), colour=COLOUR)
        else:
            block(ax, (x, y), (0.6, 0.11), colour=COLOUR)
            block(ax, (x + 0.7, y), (1.5, 0.11), colour=COLOUR, dashed=True)
    caption(ax, (x + 0.3, 0.58), "question")
    caption(ax, (x + 1.45, 0.58), "passage")


def show_rank(exhibit: str, sizes: pd.DataFrame, fits: pd.DataFrame, *, rank: int) -> None:
    """Publish the drawing; parameters as of `draw_rank`."""
    whole, inside = fits.loc["with"], fits.loc["without"]
    publish.figure(
        exhibit,
        lambda: draw_rank(sizes, fits, rank=rank),
        data=sizes.reset_index(),
        finding=f"Factors save weights only up to rank {(sizes['with'] < 100).sum()}",
        alt="Weights left against rank, two straight lines. With embeddings "
        f"{whole.printed:g} % is reached at rank {whole['rank']:g}, without them "
        f"{inside.printed:g} % at rank {inside['rank']:g}; the lines pass 100 % at rank "
        f"{(sizes['with'] < 100).sum()}.",
    )


def draw_rank(sizes: pd.DataFrame, fits: pd.DataFrame, *, rank: int) -> Figure:
    """Draw the weights left against the rank, with printed sizes where they meet the lines.

    Parameters
    ----------
    sizes : pandas.DataFrame
        Indexed by rank: share of the weights left with and without embeddings [%].
    fits : pandas.DataFrame
        For ``with`` and ``without`` the printed size [%] and the rank that gives it.
    rank : int
        The one that is marked.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 4.6))
    edge, end = plt.rcParams["axes.edgecolor"], sizes.index[-1]
    looks = {
        "with": ("-", COLOUR, ("right", (-7, 5))),
        "without": ("--", COLOURS["quantization"], ("left", (7, -16))),
    }
    shared = {"textcoords": "offset points"}
    for name, (style, colour, (side, shift)) in looks.items():
        size, fit = fits.loc[name, "printed"], fits.loc[name, "rank"]
        line = connect(ax, sizes.index, sizes[name], colour=colour, style=style)
        line.set_label(f"{name} embeddings")
        points(ax, [fit], [size], colour=colour, marker="D", origin="derived")
        text = f"printed {size:g} %:\nrank {fit:g}"
        ax.annotate(text, (fit, size), xytext=shift, ha=side, **shared)
    ax.axhline(100, color=edge, lw=0.9, ls=":")
    ax.axvline(rank, color=edge, lw=0.9, ls=":")
    side, shift = ("left", 4) if rank < 640 else ("right", -4)
    ax.annotate(f"rank {rank}", (rank, 4), xytext=(shift, 0), ha=side, **shared)
    ax.annotate("BERT_BASE", (4, 102))
    ax.set(xlim=(0, end), ylim=(0, 165), xlabel="rank of the factors, in every matrix")
    ax.set(ylabel="weights left [% of BERT_BASE]", xticks=range(0, end + 1, 128))
    ax.legend(loc="upper left")
    return fig
