"""Small multiples: one panel for each part of a frame, one below the other."""

from collections.abc import Callable, Mapping

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts.legends import gather
from smallbert.charts.style import WIDTH


def panels(
    frame: pd.DataFrame,
    by: str,
    draw: Callable[[Axes, pd.DataFrame], object],
    *,
    titles: Mapping[str, str] | None = None,
    height: float = 1.9,
    xlabel: str = "",
    ylabel: str = "",
    **shared,
) -> Figure:
    """Draw the rows of each value of a column into a panel of its own.

    Parameters
    ----------
    frame : pandas.DataFrame
    by : str
        The column whose values make the panels.
    draw : callable
        Draws a part of the frame into axes; legends go below all panels.
    titles : mapping, optional
        From values to titles, in the order drawn; every value under its own name, unless given.
    height : float
        Of a panel, in inches.
    xlabel, ylabel : str
        What the axes mean.
    **shared
        ``sharex`` and ``sharey`` of `matplotlib.pyplot.subplots`; both hold unless told.

    Returns
    -------
    matplotlib.figure.Figure
    """
    titles = {each: str(each) for each in frame[by].unique()} if titles is None else titles
    count = max(1, len(titles))
    shape = {"sharex": True, "sharey": True, "squeeze": False} | shared
    fig, axes = plt.subplots(count, figsize=(WIDTH, height * count + 0.6), **shape)
    for ax, (value, title) in zip(axes.flat, titles.items(), strict=False):
        words = {"xlabel": xlabel if ax is axes.flat[-1] else "", "ylabel": ylabel}
        ax.set(title=title, **words)  # before labels are placed, which fixes the panels
        draw(ax, frame[frame[by] == value])
        ax.set(**words)
    gather(fig)
    return fig
