"""Points that show where their number comes from, and lines between them."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from matplotlib.transforms import offset_copy

from smallbert.data import exhibits
from smallbert.errors import UserError

LOOKS = {
    "printed": {},
    "digitised": {},
    "published": {"markerfacecolor": "none", "markeredgewidth": 1.6},
    "derived": {"markerfacecolor": "none", "markeredgewidth": 1.2, "fillstyle": "none"},
    "measured": {"marker": "+", "markeredgewidth": 1.8},
}
"""How a marker shows its number's origin: filled, with error bars, ring, outline, cross."""

OUTLINED = ("published", "derived", "measured")
"""Origins whose markers have no face; those of other numbers are filled."""

UNSEEN = (0, 0, 0, 0)
"""The face of a mark that only leads somewhere, over one that is seen."""


def look(origin: str) -> dict:
    """Return how a marker shows an origin.

    Raises
    ------
    UserError
        The origin has no look.
    """
    if origin not in LOOKS:
        raise UserError(f"origin {origin!r} has no look; use one of {', '.join(LOOKS)}")
    return LOOKS[origin]


def points(
    ax: Axes,
    x: Sequence[float],
    y: Sequence[float],
    *,
    colour: str,
    marker: str = "o",
    origin: str = "printed",
    x_error: Sequence[float] | None = None,
    y_error: Sequence[float] | None = None,
    label: str | None = None,
    size: float = 8,
    shift: float = 0,
    ids: Sequence[str] = (),
) -> ErrorbarContainer:
    """Draw points whose look tells the origin of their numbers.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : sequence of float
        In the axes' units.
    colour, marker : str
        Of the series.
    origin : str
        A key of `LOOKS`; the look of the marker follows from it.
    x_error, y_error : sequence of float, optional
        Half-widths, drawn as error bars.
    label : str, optional
        For the legend.
    size : float
        The marker's, in points.
    shift : float
        How far to the right of their places they are drawn, in points.
    ids : sequence of str
        The numbers that the points stand for; see `link`.
    """
    edge = colour if origin in OUTLINED else plt.rcParams["text.color"]
    style = {"marker": marker, "markersize": size, "markeredgecolor": edge, "markeredgewidth": 0.6}
    if shift:  # only then: the limits of the axes do not follow points that are drawn elsewhere
        style["transform"] = offset_copy(ax.transData, ax.figure, x=shift, units="points")
    if len(ids):
        place = {"transform": style["transform"]} if shift else {}
        over = ax.scatter(x, y, s=size**2, facecolor=UNSEEN, linewidth=0, zorder=4, **place)
        link(over, ids)
    return ax.errorbar(
        x,
        y,
        xerr=x_error,
        yerr=y_error,
        linestyle="none",
        color=colour,
        elinewidth=0.9,
        zorder=3,
        label=label,
        **(style | look(origin)),
    )


def link(drawn: PathCollection, ids: Sequence[str]) -> None:
    """Make the marks of a collection lead to the cards of their numbers, where these have an id."""
    known = [isinstance(id, str) and id for id in ids]
    drawn.set_urls([f"{exhibits.LINK}{id}" if id else None for id in known])


def connect(
    ax: Axes, x: Sequence[float], y: Sequence[float], *, colour: str, style: str = "--"
) -> Line2D:
    """Draw a line through points, in the order given, behind them."""
    (line,) = ax.plot(x, y, color=colour, linestyle=style, linewidth=1.2, zorder=2)
    return line


def log_axis(ax: Axes, which: str, ticks: Sequence[float], *, base: float = 10) -> None:
    """Make an axis logarithmic with exactly the ticks given, written as plain numbers."""
    axis = {"x": ax.xaxis, "y": ax.yaxis}[which]
    {"x": ax.set_xscale, "y": ax.set_yscale}[which]("log", base=base)
    axis.set_major_locator(FixedLocator(list(ticks)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
