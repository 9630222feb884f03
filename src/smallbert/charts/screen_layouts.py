"""A chart for two screens, a phone and a desk: one figure, laid out anew for each.

What depends on the width, such as labels and legends, is done by `lasting`, which `fit` repeats.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH = 5.0
"""Of every chart as it is drawn, in inches: on a phone of 390 pixels letters are 8 or more."""

DESK = 8.2
"""Of the same chart at a desk: at 1.6 pixels for a point it fills the column of 944 pixels."""

HIGHEST, LOWEST = 5.2, 2.4
"""Height at a desk without the headline, in inches: no chart is higher than a screen of 800."""

STEPS = "smallbert_steps"
"""Name of a figure's attribute with its steps."""

NAME = re.compile("[A-Za-z]{2}")
"""What a name of a row or column has and a number has not."""


@dataclass
class Step:
    """What was made for a width, how it is made, and how it is taken away."""

    make: Callable[[], Any]
    undo: Callable[[Any], None]
    made: Any


def lasting(fig: Figure, make: Callable[[], Any], undo: Callable[[Any], None]) -> Any:
    """Make something that depends on a figure's width, now and whenever `fit` changes that."""
    step = Step(make, undo, None)
    vars(fig).setdefault(STEPS, []).append(step)
    step.made = make()
    return step.made


def fit(fig: Figure) -> None:
    """Lay a chart out for a desk: wider, panels side by side, no higher than a screen."""
    steps = vars(fig).get(STEPS, [])
    for step in reversed(steps):
        step.undo(step.made)
    height = fig.get_figheight() * _side_by_side(fig)
    fig.set_size_inches(DESK, min(max(height, LOWEST), HIGHEST))
    for step in steps:
        step.made = step.make()


def _side_by_side(fig: Figure) -> float:
    """Let panels that stand one below the other stand in rows; return the share of the height."""
    panels = [ax for ax in fig.axes if ax.get_subplotspec() is not None]
    grids = {ax.get_subplotspec().get_gridspec() for ax in panels}
    if len(grids) != 1 or (grid := grids.pop()).ncols != 1 or grid.nrows == 1:
        return 1
    if grid.nrows > 2 and not _narrow(panels):
        return 1
    columns = 2 if grid.nrows in (2, 4) else 3
    rows = -(-grid.nrows // columns)
    ratios = grid.get_height_ratios()
    new = fig.add_gridspec(rows, columns)
    last = panels[-1]
    for ax in panels:
        at = ax.get_subplotspec().num1
        ax.set_subplotspec(new[divmod(at, columns)])
        _own_labels(ax, last, first=at % columns == 0)
    return rows * max(ratios) / sum(ratios)


def _narrow(panels: list[Axes]) -> bool:
    """Tell whether panels can be a third of the width: their values are numbers, or share names."""
    first = panels[0]
    shared = all(ax.get_shared_y_axes().joined(ax, first) for ax in panels)
    rows = any(NAME.search(text.get_text()) for ax in panels for text in ax.get_yticklabels())
    columns = any(NAME.search(text.get_text()) for ax in panels for text in ax.get_xticklabels())
    return not columns and (shared or not rows)


def _own_labels(ax: Axes, last: Axes, *, first: bool) -> None:
    """Name the values below a panel; those at its left where it is the first of its row."""
    ax.xaxis.set_tick_params(labelbottom=True)
    if not ax.get_xlabel() and ax.get_shared_x_axes().joined(ax, last):
        ax.set_xlabel(last.get_xlabel())
    if not first and ax.get_shared_y_axes().joined(ax, ax.figure.axes[0]):
        ax.yaxis.set_tick_params(labelleft=False)
        ax.set_ylabel("")
