"""Points with error bars, whose looks tell technique and origin, and lines between them."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.transforms import offset_copy

from smallbert.charts.labels import place_labels
from smallbert.charts.style import OUTLINED, gather_legends, look, looks
from smallbert.data import exhibits

UNSEEN = (0, 0, 0, 0)
"""The face of a mark that only leads somewhere, over one that is seen."""


def points(
    ax: Axes,
    x: Sequence[float],
    y: Sequence[float],
    *,
    color: str,
    marker: str = "o",
    origin: str = "printed",
    x_error: Sequence[float] | None = None,
    y_error: Sequence[float] | None = None,
    label: str | None = None,
    size: float = 8,
    shift: float = 0,
    ids: Sequence[str] = (),
) -> ErrorbarContainer:
    """Draw points of one look.

    `origin` decides the face (`smallbert.charts.style.LOOKS`); errors are half-widths; `shift` is
    how far to the right of their places they are drawn, and `size` the marker's, in points; `ids`
    are the numbers that the points stand for, see `link`.
    """
    edge = color if origin in OUTLINED else plt.rcParams["text.color"]
    style = {"marker": marker, "markersize": size, "markeredgecolor": edge, "markeredgewidth": 0.6}
    style |= {"linestyle": "none", "color": color, "elinewidth": 0.9, "zorder": 3}
    place = {}
    if shift:  # only then: the limits of the axes do not follow points that are drawn elsewhere
        place = {"transform": offset_copy(ax.transData, ax.figure, x=shift, units="points")}
    if len(ids):
        over = ax.scatter(x, y, s=size**2, facecolor=UNSEEN, linewidth=0, zorder=4, **place)
        link(over, ids)
    style |= place | look(origin)
    return ax.errorbar(x, y, xerr=x_error, yerr=y_error, label=label, **style)


def link(drawn: PathCollection, ids: Sequence[str]) -> None:
    """Make marks lead to the cards of their numbers; one of no or several numbers leads nowhere."""
    known = [isinstance(id, str) and id and " + " not in id for id in ids]
    drawn.set_urls(
        [f"{exhibits.LINK}{id}" if one else None for id, one in zip(ids, known, strict=True)]
    )


def connect(
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
    labels: str | Sequence[str] | None = None,
    x_error: str | None = None,
    y_error: str | None = None,
    palette: Mapping[str, str] | None = None,
    markers: Mapping[str, str] | None = None,
    size: float = 8,
    legend: bool = True,
) -> PathCollection:
    """Draw a row as a point; set limits and scales of the axes first, as labels are placed.

    Parameters
    ----------
    frame : pandas.DataFrame
        A row a point; rows without a place are left out. With a column ``id`` points lead to cards;
        by a column ``origin`` published, derived and measured numbers are outlines.
    x, y, x_error, y_error : str
        Columns of the places and of half-widths.
    color : str
        The column that decides color and marker; techniques have their own, `palette` and
        `markers` give others.
    labels : str or sequence of str, optional
        A column, or a text for each row; an empty one is left out.
    legend : bool
        Whether the axes get a legend of the values of `color`; with labels it is below them.
    """
    known = frame[[x, y]].notna().all(axis=1)
    texts = frame[labels] if isinstance(labels, str) else labels
    texts = [] if texts is None else pd.Series([*texts], frame.index, dtype=object)[known]
    frame = frame[known]
    if frame.empty:
        return ax.scatter([], [])
    legend = legend and color in frame
    kind = frame[color].astype(str) if color in frame else pd.Series("", index=frame.index)
    usual = looks(kind, of=color)
    palette, markers = usual[0] | dict(palette or {}), usual[1] | dict(markers or {})
    shown = {"hue": kind, "style": kind, "palette": palette, "markers": markers, "s": size**2}
    import seaborn  # half a second that only this needs

    seaborn.scatterplot(x=frame[x], y=frame[y], **shown, ax=ax, zorder=3, legend=legend)
    drawn = ax.collections[-1]
    if "id" in frame:
        link(drawn, frame["id"])
    colors, ink = [palette[each] for each in kind], plt.rcParams["text.color"]
    origins = frame["origin"] if "origin" in frame else ["printed"] * len(frame)
    pairs = [(each, o in OUTLINED) for each, o in zip(colors, origins, strict=True)]
    drawn.set_facecolor([to_rgba(each, 0 if outlined else 1) for each, outlined in pairs])
    drawn.set_edgecolor([to_rgba(each if outlined else ink) for each, outlined in pairs])
    drawn.set_linewidth([look(each).get("markeredgewidth", 0.6) for each in origins])
    for tint, part in frame.groupby(colors) if x_error or y_error else ():
        bars = {"xerr": part[x_error] if x_error else None, "ecolor": tint, "elinewidth": 0.9}
        bars |= {"yerr": part[y_error] if y_error else None, "fmt": "none", "zorder": 2.5}
        ax.errorbar(part[x], part[y], **bars)
    if legend:
        handles, words = ax.get_legend_handles_labels()
        filled = {each for each, (_, outlined) in zip(kind, pairs, strict=True) if not outlined}
        for handle, word in zip(handles, words, strict=True):
            if word in palette and word not in filled:
                handle.set(markerfacecolor="none", markeredgecolor=palette[word])
        ax.legend(handles, words)
    if len(texts):
        gather_legends(ax.figure)
        place_labels(ax, frame[x], frame[y], [str(text) for text in texts])
    return drawn
