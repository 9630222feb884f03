"""A chart as a phone shows it: narrow, its panels one below the other, its letters as large.

What draws a chart need not know: in the context `narrow` each new figure is of a phone's width.
"""

from contextlib import AbstractContextManager
from functools import partial
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.legend import Legend

from smallbert.charts.drafts import move_again

WIDTH, SKETCH = 4.3, 5.2
"""Of a narrow figure and of a sketch without axes, in inches: on a phone of 390 pixels, letters of
7.5 and of 8.5 points are 9 pixels high."""

ROOM = 0.33
"""Share of a narrow figure's width that a legend inside axes may take."""

TALLER = 1.25
"""By how much one panel grows in height, so that labels find below what they lack beside."""

LONG, BROKEN = 26, 20
"""Letters of a row's name from which on it takes several lines, and most letters of these."""

KEPT = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
"""An equals sign at which no line ends."""


def narrow() -> AbstractContextManager:
    """Return a context in which new figures are narrow."""
    return plt.rc_context({"figure.hooks": [*plt.rcParams["figure.hooks"], f"{__name__}:shape"]})


def is_wide(fig: Figure) -> bool:
    """Return whether a phone would show the letters of a figure too small."""
    return fig.get_figwidth() > 1.1 * (WIDTH if fig.get_layout_engine() else SKETCH)


def shape(fig: Figure) -> None:
    """Make a new figure narrow, with its panels one below the other and legends that fit."""
    if not is_wide(fig):
        return
    fig.set_figwidth(WIDTH if fig.get_layout_engine() else SKETCH)
    fig.subplots = partial(_stacked, fig, fig.subplots)
    fig.legend = partial(_fitting, fig, fig.legend)


def _stacked(fig: Figure, subplots, nrows: int = 1, ncols: int = 1, **how):
    """Return axes as asked for, but with one below the other those that were side by side."""
    fig.set_figheight(fig.get_figheight() * (ncols if ncols > 1 else TALLER))
    for ratios in (how, how.get("gridspec_kw") or {}):
        ratios.pop("width_ratios", None)
    squeezed = how.pop("squeeze", True)
    axes = subplots(nrows * ncols, 1, squeeze=False, **how).reshape(nrows, ncols)
    if not squeezed:
        return axes
    return axes.item() if axes.size == 1 else axes.squeeze()


def _fitting(fig: Figure, legend, *entries, **how) -> Legend:
    """Return a legend with no more columns than a narrow figure has room for."""
    made = legend(*entries, **how)
    for columns in range(how.get("ncols", 1) - 1, 0, -1):
        if made.get_window_extent().width <= fig.bbox.width:
            break
        made.remove()
        made = legend(*entries, **how | {"ncols": columns})
    return made


def finish(fig: Figure) -> None:
    """Let long words of a drawn narrow figure take a second line, and mend what the width spoils.

    Legends that are wide or cover a mark go below the axes, and panels that are not shown leave
    no hole.
    """
    move_again(fig)
    _close_up(fig, [ax for ax in fig.axes if not ax.get_visible()])
    for ax in fig.axes:
        for text in (ax.title, ax._left_title, ax.xaxis.label):
            text.set_wrap(True)
        _break_names(ax)
    wide = [ax for ax in fig.axes if _is_in_the_way(ax.get_legend())]
    if not wide:
        return
    height, entries = fig.bbox.height, {}
    title = next((each.get_title().get_text() for each in map(Axes.get_legend, wide)), None)
    for legend in [*(ax.get_legend() for ax in wide), *fig.legends]:
        words = [text.get_text() for text in legend.get_texts()]
        entries |= dict(zip(words, legend.legend_handles, strict=True))
        legend.remove()
    for ax in wide:  # a legend's own handle of an error bar has lost its marker
        drawn = dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True))
        entries |= {word: handle for word, handle in drawn.items() if word in entries}
    made = fig.legend(
        entries.values(),
        entries,
        loc="outside lower left",
        ncols=2,
        fontsize=8,
        title=title or None,
        title_fontsize=8,
        alignment="left",
    )
    fig.set_figheight((height + made.get_window_extent().height) / fig.dpi)


def _close_up(fig: Figure, unseen: list) -> None:
    """Take out the last panels, which are not shown, with the room that they have."""
    if not unseen:
        return
    grid, height = unseen[0].get_gridspec(), fig.get_figheight()
    fig.draw_without_rendering()
    fig.set_figheight(height * (1 - sum(ax.get_position().height for ax in unseen)))
    grid.set_height_ratios([1] * (grid.nrows - len(unseen)) + [1e-6] * len(unseen))
    for ax in unseen:
        ax.remove()


def _break_names(ax: Axes) -> None:
    """Let long names of rows take several lines, as far as the rows are high enough."""
    texts = ax.get_yticklabels()
    names = [text.get_text().replace(" = ", KEPT) for text in texts]
    if max(map(len, names), default=0) <= LONG or not ax.yaxis.get_visible():
        return
    row = ax.get_window_extent().height / ax.figure.dpi * 72 / len(names)
    most = int(row / (1.2 * texts[0].get_fontsize()))
    for width in range(BROKEN, max(map(len, names))):
        broken = [fill(name, width) for name in names]
        if max(name.count("\n") for name in broken) < most:
            ax.set_yticks(ax.get_yticks(), broken)
            return


def _is_in_the_way(legend: Legend | None) -> bool:
    """Return whether a legend is wide or covers a mark."""
    if legend is None:
        return False
    box, ax = legend.get_window_extent(), legend.axes
    ax.get_xlim()  # only asked for are they those of the lines
    lines = [line for line in ax.lines if line.get_marker() not in ("None", "", None)]
    marks = [line.get_transform().transform(line.get_xydata()) for line in lines]
    heaps = [each for each in ax.collections if isinstance(each, PathCollection)]
    marks += [each.get_offset_transform().transform(each.get_offsets()) for each in heaps]
    covers = any(box.contains(*place) for place in np.vstack([np.empty((0, 2)), *marks]))
    covers |= any(isinstance(each, BarContainer) for each in ax.containers)
    return covers or box.width > ROOM * legend.figure.bbox.width
