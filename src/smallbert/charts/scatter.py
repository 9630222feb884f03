"""A scatter chart on seaborn: technique by colour and marker, origin by face, labels placed."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba

from smallbert.charts.legends import gather
from smallbert.charts.placing import place_labels
from smallbert.charts.points import OUTLINED, link
from smallbert.charts.style import looks

WIDTHS = {"published": 1.6, "derived": 1.2, "measured": 1.8}
"""Of an outline, in points, so that outlines differ; 0.6 around a face."""


def scatter(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    colour: str = "technique",
    labels: str | Sequence[str] | None = None,
    origin: str | None = "origin",
    x_error: str | None = None,
    y_error: str | None = None,
    palette: Mapping[str, str] | None = None,
    markers: Mapping[str, str] | None = None,
    size: float = 8,
    legend: bool = True,
) -> PathCollection:
    """Draw a row as a point whose colour and marker tell one thing, and whose face its origin.

    Set limits and scales of the axes first: labels are placed for them.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
        A row a point; rows without a place are left out. Where it has a column ``id``, a point
        leads to the card of that number.
    x, y : str
        Columns of the places.
    colour : str
        The column that decides colour and marker. Techniques have their own everywhere in the
        book; other values get the next of `smallbert.charts.style.SERIES`. A column that the
        frame lacks leaves all points alike.
    labels : str or sequence of str, optional
        A column, or a text for each row; an empty one is left out.
    origin : str, optional
        The column with a key of the vocabulary of origins; published, derived and measured
        numbers are outlines. A column that the frame lacks makes all filled.
    x_error, y_error : str, optional
        Columns of half-widths, drawn as bars where there is one.
    palette, markers : mapping, optional
        From values of `colour` to colours and markers, instead of the usual ones.
    size : float
        Of markers, in points.
    legend : bool
        Whether the axes get a legend of the values of `colour`; with labels it is below them.

    Returns
    -------
    matplotlib.collections.PathCollection
        The markers, in the order of the frame.
    """
    kept = frame[[x, y]].notna().all(axis=1)
    texts = frame[labels] if isinstance(labels, str) else labels
    texts = [] if texts is None else [t for t, known in zip(texts, kept, strict=True) if known]
    frame = frame[kept]
    if frame.empty:
        return ax.scatter([], [])
    kind = frame[colour].astype(str) if colour in frame else pd.Series("", index=frame.index)
    usual = looks(kind, of=colour)
    palette, markers = usual[0] | dict(palette or {}), usual[1] | dict(markers or {})
    shown = {"hue": kind, "style": kind, "palette": palette, "markers": markers, "s": size**2}
    seaborn.scatterplot(
        x=frame[x], y=frame[y], **shown, ax=ax, zorder=3, legend=legend and colour in frame
    )
    drawn = ax.collections[-1]
    if "id" in frame:
        link(drawn, frame["id"])
    colours = [palette[each] for each in kind]
    _face(drawn, colours, frame[origin] if origin in frame else ["printed"] * len(frame))
    _bars(ax, frame, (x, y), (x_error, y_error), colours)
    if legend and colour in frame:
        ax.legend(*ax.get_legend_handles_labels())
    if texts:
        gather(ax.figure)
        place_labels(ax, frame[x], frame[y], [str(text) for text in texts])
    return drawn


def _face(drawn: PathCollection, colours: Sequence[str], origins: Sequence[str]) -> None:
    """Leave the face of outlined origins empty and give it the colour as edge."""
    ink, pairs = plt.rcParams["text.color"], list(zip(colours, origins, strict=True))
    drawn.set_facecolor([to_rgba(c, 0 if o in OUTLINED else 1) for c, o in pairs])
    drawn.set_edgecolor([to_rgba(c if o in OUTLINED else ink) for c, o in pairs])
    drawn.set_linewidth([WIDTHS.get(o, 0.6) for _, o in pairs])


def _bars(ax: Axes, frame: pd.DataFrame, places, errors, colours: Sequence[str]) -> None:
    """Draw the half-widths as bars in their points' colours, behind the markers."""
    widths = [frame[error] if error else pd.Series(np.nan, index=frame.index) for error in errors]
    for at, one in enumerate(colours):
        reach = [width.iloc[at] for width in widths]
        if pd.notna(reach).any():
            x_width, y_width = (None if pd.isna(each) else [each] for each in reach)
            place = [[frame[column].iloc[at]] for column in places]
            look = {"fmt": "none", "ecolor": one, "elinewidth": 0.9, "zorder": 2.5}
            ax.errorbar(*place, xerr=x_width, yerr=y_width, **look)
