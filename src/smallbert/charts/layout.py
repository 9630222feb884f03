"""Where the panels of a chart are, and how its long words break into lines."""

from textwrap import fill

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

LONG, BROKEN = 26, 20
"""Letters of a row's name from which on it takes several lines, and most letters of these."""

KEPT = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
"""An equals sign at which no line ends."""


def lay_out(fig: Figure) -> None:
    """Break the long words of a figure and give its panels their places, for good.

    What is written at points of a panel, such as labels, would not move with it.
    """
    engine = fig.get_layout_engine()
    if engine is None:
        return
    for ax in fig.axes:
        for text in (ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label):
            text.set_wrap(True)
    engine.execute(fig)
    if any([_break_names(ax) for ax in fig.axes]):
        engine.execute(fig)
    for ax in fig.axes:
        ax.apply_aspect()
    with plt.rc_context({"figure.constrained_layout.use": False}):
        fig.set_layout_engine(None)


def _break_names(ax: Axes) -> bool:
    """Let long names of rows take several lines, as far as the rows are high enough."""
    texts = ax.get_yticklabels()
    names = [text.get_text().replace(" = ", KEPT) for text in texts]
    if max(map(len, names), default=0) <= LONG or not ax.yaxis.get_visible():
        return False
    row = ax.get_window_extent().height / ax.figure.dpi * 72 / len(names)
    most = int(row / (1.2 * texts[0].get_fontsize()))
    for width in range(BROKEN, max(map(len, names))):
        broken = [fill(name, width, break_on_hyphens=False) for name in names]
        if max(name.count("\n") for name in broken) < most:
            ax.set_yticks(ax.get_yticks(), broken)
            return True
    return False
