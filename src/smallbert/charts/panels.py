"""Small multiples: one panel for each part of a frame."""

from collections.abc import Callable, Mapping

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import portrait


def panels(
    frame: pd.DataFrame,
    by: str,
    draw: Callable[[Axes, pd.DataFrame], object],
    *,
    titles: Mapping[str, str] | None = None,
    columns: int = 2,
    size: tuple[float, float] = (3.6, 2.4),
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
        Draws a part of the frame into axes.
    titles : mapping, optional
        From values to titles, in the order drawn; every value under its own name, unless given.
    columns : int
        Panels in a line.
    size : tuple of float
        Of a panel, in inches.
    xlabel, ylabel : str
        What the axes mean, written once.
    **shared
        ``sharex`` and ``sharey`` of `matplotlib.pyplot.subplots`; both hold unless told.

    Returns
    -------
    matplotlib.figure.Figure
    """
    titles = {each: str(each) for each in frame[by].unique()} if titles is None else titles
    columns = max(1, min(columns, len(titles)))
    rows = max(1, -(-len(titles) // columns))
    shape = {"sharex": True, "sharey": True, "squeeze": False} | shared
    fig, axes = plt.subplots(rows, columns, figsize=(size[0] * columns, size[1] * rows), **shape)
    if len(titles) > 1:  # before labels are placed, which fixes the room beside the panels
        fig.supylabel(ylabel, fontsize=plt.rcParams["axes.labelsize"])
    for ax, (value, title) in zip(axes.flat, titles.items(), strict=False):
        draw(ax, frame[frame[by] == value])
        ax.set(title=title, xlabel="", ylabel="")
    for ax in axes.flat[len(titles) :]:
        ax.set_visible(False)
    side_by_side = columns if portrait.is_wide(fig) else 1
    for ax in axes.flat[: len(titles)][-side_by_side:]:  # the panel below it may be left over
        ax.tick_params(labelbottom=True)
        ax.xaxis.label.set_visible(True)
    if side_by_side > 1:
        fig.supxlabel(xlabel, fontsize=plt.rcParams["axes.labelsize"])
    else:
        axes.flat[len(titles) - 1].set_xlabel(xlabel)
    if len(titles) == 1:
        axes.flat[0].set_ylabel(ylabel)
    return fig
