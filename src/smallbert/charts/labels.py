"""Labels that stand at their points and apart from each other."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from adjustText import adjust_text
from matplotlib.axes import Axes
from matplotlib.text import Text


def label_points(
    ax: Axes, x: Sequence[float], y: Sequence[float], texts: Sequence[str], *, size: float = 8.5
) -> list[Text]:
    """Write a label at each point, moved until none covers a point or another label.

    Call it last, when the axes have their limits and scales.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : sequence of float
        The points.
    texts : sequence of str
        Their labels; an empty one is left out.
    size : float
        Of the letters, in points.
    """
    places = [(a, b, text) for a, b, text in zip(x, y, texts, strict=True) if text]
    written = [ax.text(a, b, text, fontsize=size, zorder=4) for a, b, text in places]
    state = np.random.get_state()  # adjustText draws from the global generator
    np.random.seed(0)
    ax.figure.canvas.draw()
    adjust_text(
        written,
        x=list(x),
        y=list(y),
        ax=ax,
        expand=(1.25, 1.5),
        force_text=(0.3, 0.5),
        force_static=(0.2, 0.3),
        iter_lim=500,
        arrowprops={"arrowstyle": "-", "color": plt.rcParams["axes.edgecolor"], "lw": 0.6},
    )
    np.random.set_state(state)
    return written


def note(ax: Axes, text: str, *, at: tuple[float, float] = (0.99, 0.02)) -> Text:
    """Write a remark inside the axes; `at` is in shares of its width and height."""
    return ax.text(
        *at,
        text,
        transform=ax.transAxes,
        ha="right" if at[0] > 0.5 else "left",
        va="bottom" if at[1] < 0.5 else "top",
        fontsize=8.5,
        fontstyle="italic",
    )
