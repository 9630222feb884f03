"""Remarks inside a chart."""

from matplotlib.axes import Axes
from matplotlib.text import Text


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
