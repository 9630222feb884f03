"""A logarithmic axis with a break in it."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

LEAST = 1e-3
"""Below this an axis asked for by nobody; it keeps the logarithm finite."""


def broken_log_axis(
    ax: Axes, ticks: Sequence[float], *, ends: float, resumes: float, gap: float, stretch: float = 1
) -> float:
    """Make the x axis logarithmic (base 2) with a break, which two strokes mark.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ticks : sequence of float
        The ticks, on both sides of the break.
    ends, resumes : float
        Where the axis ends before the break and goes on behind it.
    gap : float
        Width of the break, in doublings before it.
    stretch : float
        Width of a doubling behind the break, in doublings before it.

    Returns
    -------
    float
        The value in the middle of the break, for what is to stand there.
    """
    last, first = np.log2(ends), np.log2(resumes)
    doublings = [np.log2(LEAST), last, first, first + 10]
    places = [np.log2(LEAST), last, last + gap, last + gap + 10 * stretch]

    def forward(value):
        return np.interp(np.log2(np.maximum(value, LEAST)), doublings, places)

    def inverse(place):
        return 2 ** np.interp(place, places, doublings)

    ax.set_xscale("function", functions=(forward, inverse))
    ax.xaxis.set_major_locator(FixedLocator(list(ticks)))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    strokes = {"marker": "$/$", "markersize": 9, "linestyle": "none", "clip_on": False}
    across = ax.get_xaxis_transform()
    at = inverse(np.array([last + gap * 0.4, last + gap * 0.6]))
    ax.plot(at, [0, 0], transform=across, color=plt.rcParams["axes.edgecolor"], zorder=5, **strokes)
    return float(inverse(last + gap / 2))
