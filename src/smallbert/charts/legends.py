"""Legends, below the axes: there they cover no mark, and as many columns as fit are used."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from smallbert.charts.points import OUTLINED, look


def below(
    fig: Figure, handles: Sequence[Artist], labels: Sequence[str], *, columns: int = 4, **how
) -> None:
    """Draw a legend below the axes of a figure, which becomes as much higher.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    handles, labels : sequence
        What is explained, and the words for it.
    columns : int
        The most columns; there are as many as fit.
    **how
        Of `matplotlib.figure.Figure.legend`.
    """
    place = {"loc": "outside lower left", "alignment": "left", "columnspacing": 1.2} | how
    for ncols in range(min(columns, len(labels)), 0, -1):
        made = fig.legend(handles, labels, ncols=ncols, **place)
        box = made.get_window_extent()
        if ncols == 1 or box.width <= fig.bbox.width:
            fig.set_figheight(fig.get_figheight() + box.height / fig.dpi)
            break
        made.remove()


def gather(fig: Figure, **how) -> None:
    """Make the legends of a figure's axes one below them; `how` is as of `below`."""
    entries = {}
    for ax in fig.axes:
        if legend := ax.get_legend():
            drawn = dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True))
            words = [text.get_text() for text in legend.get_texts()]
            for word, handle in zip(words, legend.legend_handles, strict=True):
                entries[word] = drawn.get(word, handle)  # the legend's own lost its error bar
            how = {"title": legend.get_title().get_text() or None} | how
            legend.remove()
    if entries:
        below(fig, [*entries.values()], [*entries], **how)


def explain(fig: Figure, looks: Mapping[str, dict], plain: dict, **how) -> None:
    """Explain marks below a figure.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    looks : mapping
        From what a mark means to how it differs from a plain one, as keywords of a line.
    plain : dict
        How a plain mark looks, beside having no line.
    **how
        Of `below`.
    """
    plain = {"linestyle": "none"} | plain
    below(fig, [Line2D([], [], **(plain | own)) for own in looks.values()], [*looks], **how)


def series(entries: pd.DataFrame) -> dict[str, Line2D]:
    """Return the marks of series by their labels.

    Parameters
    ----------
    entries : pandas.DataFrame
        Columns ``label``, ``colour``, ``marker``; optional ``origin``.
    """
    handles = {}
    for entry in entries.itertuples():
        origin = getattr(entry, "origin", "printed")
        edge = entry.colour if origin in OUTLINED else plt.rcParams["text.color"]
        style = {"linestyle": "none", "color": entry.colour, "marker": entry.marker}
        style |= {"markersize": 7, "markeredgecolor": edge, "markeredgewidth": 0.6}
        handles[entry.label] = Line2D([], [], **(style | look(origin)))
    return handles
