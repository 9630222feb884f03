"""Floats become codes of few bits, and the file gets smaller by what is stored in them."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.drawing import arrow, block, canvas, caption, matrix
from smallbert.charts.style import COLOURS

SIDE = 6
"""Rows and columns of the corner of a matrix that is drawn."""

WIDTH = 6.3
"""Of the bar of the whole model at 32 bits, in inches."""

LEGEND = "bars to scale; left to right: attention and feed-forward, word vectors, rest"


def show(exhibit: str, parts: pd.DataFrame, *, weights: str, bits: int, matrix_mib: float) -> None:
    """Publish the drawing; parameters as of `draw`."""
    before, after = parts.sum()
    publish.figure(
        exhibit,
        lambda: draw(parts, weights=weights, bits=bits, matrix_mib=matrix_mib),
        data=parts.reset_index(),
        finding=f"Codes of {bits} bits: {before:.0f} MiB become {after:.0f}, no weight is removed",
        alt=f"Schematic. A 6 by 6 corner of a weight matrix, as floats and as codes of {bits} "
        f"bits; below, two bars: BERT_BASE has {weights} before and after, and its size goes from "
        f"{before:.1f} to {after:.1f} MiB.",
    )


def draw(parts: pd.DataFrame, *, weights: str, bits: int, matrix_mib: float) -> Figure:
    """Draw a corner of a weight matrix as floats and as codes, and the model in both.

    Parameters
    ----------
    parts : pandas.DataFrame
        MiB of layers, word vectors and rest; columns before and after.
    weights : str
        How many the model has, in words.
    bits : int
        Of a code.
    matrix_mib : float
        MiB of the whole matrix at 32 bits.
    """
    fig, ax = canvas(7, 5.35)
    floats = np.random.default_rng(3).normal(scale=0.04, size=(SIDE, SIDE))
    codes, step = quantised(floats, bits)
    printed = [[f"{weight:.2f}".replace("0.", ".") for weight in line] for line in floats]
    short = [[f"{int(code)}" if bits <= 12 else "…" for code in line] for line in codes]
    look = {"cell": (0.38, 0.34), "colour": COLOURS["quantization"]}
    matrix(ax, floats, (0.35, 2.72), texts=printed, **look)
    matrix(ax, codes, (4.35, 2.72), texts=printed if bits == 32 else short, **look)
    for x, name, width in ((1.49, "floats", 32), (5.49, "codes", bits)):
        caption(ax, (x, 5.2), f"{SIDE} × {SIDE} of 768 × 768 {name}", bold=True)
        caption(ax, (x, 2.62), f"the whole matrix: {matrix_mib * width / 32:.3g} MiB")
    arrow(ax, (2.85, 3.75), (4.15, 3.75), f"32 → {bits} bit{'s' if bits > 1 else ''}")
    caption(ax, (3.5, 3.66), f"one step is {step:.2g}" if bits < 32 else "no change")
    for y, name in ((1.35, "before"), (0.45, "after")):
        size = parts[name]
        caption(
            ax, (0.35, y + 0.58), f"{name}: {weights}, {size.sum():.1f} MiB", ha="left", bold=True
        )
        _bar(ax, y, size, unit=WIDTH / parts["before"].sum())
    caption(ax, (0.35, 0.34), LEGEND, ha="left")
    return fig


def quantised(weights: np.ndarray, bits: int) -> tuple[np.ndarray, float]:
    """Return symmetric codes of the weights and the step between two of them.

    One bit keeps the signs, and the step is the mean of the absolute values.

    Examples
    --------
    >>> quantised(np.array([-1.0, 0.5]), 2)
    (array([-1.,  0.]), 1.0)
    """
    if bits == 1:
        return np.sign(weights), float(np.abs(weights).mean())
    step = np.abs(weights).max() / (2 ** (bits - 1) - 1)
    return np.round(weights / step), float(step)


def _bar(ax: Axes, y: float, size: pd.Series, *, unit: float) -> None:
    colours = (COLOURS["quantization"], COLOURS["parameter_sharing"], COLOURS["none"])
    x = 0.35
    for (name, mib), colour in zip(size.items(), colours, strict=True):
        wide = unit * mib
        text = f"{name}\n{mib:.0f} MiB" if wide > 0.8 else ""
        block(ax, (x, y), (wide, 0.36), text, colour=colour)
        x += wide
