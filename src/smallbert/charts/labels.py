"""Remarks inside a chart, and numbers as it writes them."""

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
        fontstyle="italic",
    )


def signed(value: float, digits: int = 1) -> str:
    """Return a change with its sign, a true minus; without one where it rounds to nothing.

    Examples
    --------
    >>> signed(-1.26), signed(0.5), signed(-0.04), signed(2, 0)
    ('−1.3', '+0.5', '±0.0', '+2')
    """
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text if text.strip("+−0.") else f"±{text[1:]}"
