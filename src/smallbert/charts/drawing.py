"""Schematics: blocks, weight matrices and arrows, drawn to scale from real shapes.

The axes of a `canvas` begin in the lower left corner. Upward they count inches; across, as many
units as the caller says fill the width of a chart.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, Rectangle
from matplotlib.text import Text

from smallbert.charts.headline import fitted
from smallbert.charts.style import WIDTH

MIB = 2**20
SCALES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))


def canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure and empty axes that fill it.

    Parameters
    ----------
    width, height : float
        The limits of the axes; the height is that of the drawing in inches.
    """
    fig = plt.figure(figsize=(WIDTH, height), layout="none")
    ax = fig.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(0, height))
    ax.set_axis_off()
    return fig, ax


def block(
    ax: Axes,
    xy: tuple[float, float],
    size: tuple[float, float],
    text: str = "",
    *,
    colour: str | None = None,
    strength: float = 0.25,
    dashed: bool = False,
) -> Rectangle:
    """Draw a rectangle with a text in its middle.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    xy : tuple of float
        Its lower left corner.
    size : tuple of float
        Width and height.
    text : str
        May have several lines.
    colour : str, optional
        Of its face, thinned, and of its edge; without one only the edge is drawn, in the theme's.
    strength : float
        How much colour the face has, 0 (none) to 1.
    dashed : bool
        A dashed edge: what is removed, skipped or not stored.
    """
    edge = colour or plt.rcParams["axes.edgecolor"]
    face = to_rgba(colour, strength) if colour and not dashed else "none"
    shape = Rectangle(
        xy, *size, facecolor=face, edgecolor=edge, linewidth=1.1, linestyle="--" if dashed else "-"
    )
    ax.add_patch(shape)
    if text:
        middle = (xy[0] + size[0] / 2, xy[1] + size[1] / 2)
        ax.text(*middle, text, ha="center", va="center")
    return shape


def matrix(
    ax: Axes,
    values: np.ndarray,
    xy: tuple[float, float],
    *,
    cell: float | tuple[float, float] = 0.22,
    colour: str,
    texts: np.ndarray | None = None,
) -> list[Rectangle]:
    """Draw a weight matrix as cells, the shade of a cell by the size of its weight.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    values : numpy.ndarray
        Two dimensions, the first row on top; NaN is a weight that is not there (dashed).
    xy : tuple of float
        The lower left corner.
    cell : float or tuple of float
        A cell's side, or its width and height.
    colour : str
        Of the largest absolute value.
    texts : numpy.ndarray, optional
        Written into the cells.
    """
    values = np.asarray(values, dtype=float)
    wide, high = cell if isinstance(cell, tuple) else (cell, cell)
    largest = np.nanmax(np.abs(values), initial=0) or 1
    drawn = []
    for (row, column), value in np.ndenumerate(values):
        corner = (xy[0] + column * wide, xy[1] + (len(values) - 1 - row) * high)
        gone = np.isnan(value)
        shape = Rectangle(
            corner,
            wide,
            high,
            facecolor="none" if gone else to_rgba(colour, 0.08 + 0.77 * abs(value) / largest),
            edgecolor=plt.rcParams["axes.edgecolor"],
            linewidth=0.5,
            linestyle=":" if gone else "-",
        )
        ax.add_patch(shape)
        drawn.append(shape)
        if texts is not None:
            middle = (corner[0] + wide / 2, corner[1] + high / 2)
            ax.text(*middle, str(texts[row][column]), ha="center", va="center")
    return drawn


def arrow(
    ax: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    text: str = "",
    *,
    colour: str | None = None,
    dashed: bool = False,
    bend: float = 0,
    shift: tuple[float, float] = (0, 0.06),
) -> FancyArrowPatch:
    """Draw an arrow with a text at its middle.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    start, end : tuple of float
    text : str
        Written above the middle, moved by `shift`.
    colour : str, optional
        The theme's where there is none.
    dashed : bool
        A dashed line.
    bend : float
        Curvature: 0 is straight, positive bends to the right of the way.
    shift : tuple of float
        From the middle to the text's lower edge, in inches.
    """
    drawn = FancyArrowPatch(
        start,
        end,
        arrowstyle="-|>",
        mutation_scale=11,
        color=colour or plt.rcParams["text.color"],
        linewidth=1.2,
        linestyle="--" if dashed else "-",
        connectionstyle=f"arc3,rad={bend}",
        shrinkA=0,
        shrinkB=0,
    )
    ax.add_patch(drawn)
    if text:
        middle = ((start[0] + end[0]) / 2 + shift[0], (start[1] + end[1]) / 2 + shift[1])
        ax.text(*middle, text, ha="center", va="bottom")
    return drawn


def caption(
    ax: Axes,
    xy: tuple[float, float],
    text: str,
    *,
    bold: bool = False,
    **look,
) -> Text:
    """Write a text, centred below `xy`; `look` goes to `matplotlib.axes.Axes.text`.

    A long line becomes two.
    """
    weight = "bold" if bold else "normal"
    style = {"ha": "center", "va": "top", "fontweight": weight} | look
    wide = ax.get_xlim()[1]
    left, right = xy[0], wide - xy[0]
    room = {"left": right, "right": left, "center": 2 * min(left, right)}[style["ha"]]
    share = room / wide / (1.08 if bold else 1)
    text = "\n".join(fitted(line, share=share) for line in text.split("\n"))
    return ax.text(*xy, text, **style)


def count(parameters: float, size: float | None = None) -> str:
    """Return a number of parameters, and their bytes if given, in words.

    Parameters
    ----------
    parameters : float
    size : float, optional
        Bytes.

    Examples
    --------
    >>> count(85_054_464, 4 * 85_054_464)
    '85.1 M parameters, 324 MiB'
    >>> count(768 * 768)
    '590 k parameters'
    """
    unit, letter = next((each for each in SCALES if parameters >= each[0]), SCALES[-1])
    text = f"{_short(parameters / unit)} {letter}".strip() + " parameters"
    return text if size is None else f"{text}, {_short(size / MIB)} MiB"


def _short(number: float) -> str:
    """Three digits, or all before the point where these are more."""
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.3g}"
