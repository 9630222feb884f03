"""Points with error bars, whose looks tell technique and origin, and lines between them."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.transforms import offset_copy

from smallbert.charts.labels import place_labels
from smallbert.charts.style import OUTLINED, gather_legends, look, looks
from smallbert.data import anchors

UNSEEN = (0, 0, 0, 0)
"""The face of a mark that only leads somewhere, over one that is seen."""


def points(
    ax: Axes,
    x: Sequence[float],
    y: Sequence[float],
    *,
    color: str,
    marker: str = "",
    origin: str = "printed",
    x_error: Sequence[float] | None = None,
    y_error: Sequence[float] | None = None,
    label: str | None = None,
    size: float = 8,
    shift: float = 0,
    ids: Sequence[str] = (),
) -> ErrorbarContainer:
    """Draw points of one look.

    `origin` decides the face (`smallbert.charts.style.LOOKS`) and, if none is given, the marker;
    errors are half-widths; `shift` is how far to the right of their places they are drawn, and
    `size` the marker's, in points; `ids` are the numbers that they stand for, to whose cards they
    lead.
    """
    edge = color if origin in OUTLINED else plt.rcParams["text.color"]
    style = {"marker": "o", "markersize": size, "markeredgecolor": edge, "markeredgewidth": 0.6}
    style |= {"linestyle": "none", "color": color, "elinewidth": 0.9, "zorder": 3}
    place = {}
    if shift:  # only then: the limits of the axes do not follow points that are drawn elsewhere
        place = {"transform": offset_copy(ax.transData, ax.figure, x=shift, units="points")}
    if len(ids):
        over = ax.scatter(x, y, s=size**2, facecolor=UNSEEN, linewidth=0, zorder=4, **place)
        over.set_urls([_card(id) for id in ids])
    style |= place | look(origin) | ({"marker": marker} if marker else {})
    return ax.errorbar(x, y, xerr=x_error, yerr=y_error, label=label, **style)


def _card(id: str) -> str | None:
    """Return the address of a number's card; what stands for none or for several leads nowhere."""
    return f"{anchors.NUMBER_LINK}{id}" if isinstance(id, str) and id and " + " not in id else None


def connect_points(
    ax: Axes, x: Sequence[float], y: Sequence[float], *, color: str, style: str = "--"
) -> Line2D:
    """Draw a line through points, in the order given, behind them."""
    return ax.plot(x, y, color=color, linestyle=style, linewidth=1.2, zorder=2)[0]


def scatter(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    color: str = "technique",
    labels: str = "",
    y_error: str = "",
    palette: Mapping[str, str] | None = None,
    markers: Mapping[str, str] | None = None,
    size: float = 8,
    legend: bool = True,
) -> None:
    """Draw a row as a point; set limits and scales of the axes first, as labels are placed.

    Parameters
    ----------
    frame : pandas.DataFrame
        A row a point; rows without a place are left out. With a column ``id`` points lead to cards;
        a column ``origin`` decides the face, as for `points`.
    x, y, y_error, labels : str
        Columns of the places, of half-widths, and of what is written at a point.
    color : str
        The column that decides color and marker; techniques have their own, `palette` and
        `markers` give others.
    legend : bool
        Whether the axes get a legend of the values of `color`; with labels it is below them.
    """
    frame = frame.dropna(subset=[x, y])
    usual = looks(frame[color], of=color)
    palette, markers = usual[0] | {**(palette or {})}, usual[1] | {**(markers or {})}
    origin = frame["origin"] if "origin" in frame else pd.Series("printed", frame.index)
    handles = {}
    for (kind, own), part in frame.groupby([frame[color], origin], sort=False):
        look = {"color": palette[kind], "marker": markers[kind], "origin": own, "size": size}
        look |= {"ids": part.get("id", ()), "y_error": part[y_error] if y_error else None}
        drawn = points(ax, part[x], part[y], **look)
        if kind not in handles or own not in OUTLINED:
            handles[kind] = drawn
    if legend:
        for kind, drawn in handles.items():
            drawn.set_label(kind)
        ax.legend()
    if labels:
        gather_legends(ax.figure)
        place_labels(ax, frame[x], frame[y], frame[labels].astype(str))
