"""Lines and trends with a band of uncertainty, on seaborn."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from seaborn.algorithms import bootstrap

from smallbert.charts.style import SERIES, looks

DRAWS = 1000
"""How often a bootstrap draws; always from the same seed, so that pictures stay the same."""


def lines(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    colour: str | None = None,
    palette: Mapping[str, str] | None = None,
    markers: bool | Mapping[str, str] = False,
    legend: bool = True,
    **look,
) -> None:
    """Draw a line for each value of a column, in the order of x.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    frame : pandas.DataFrame
        One row for each point, or several of one x, whose mean is drawn.
    x, y : str
        Columns of numbers.
    colour : str, optional
        The column whose values are the lines; techniques have their own colours.
    palette : mapping, optional
        From values of `colour` to colours, instead of the usual ones.
    markers : bool or mapping
        Whether points are marked, or with what.
    legend : bool
        Whether a legend names the lines.
    **look
        Of `seaborn.lineplot`, such as ``linewidth``.
    """
    shown = {"ax": ax, "errorbar": None, "legend": legend and colour is not None} | look
    if colour is None:
        shown = {"color": SERIES[0], "marker": "o" if markers else None} | shown
    else:
        usual = looks(frame[colour], of=colour)
        shown |= {"hue": colour, "palette": usual[0] | dict(palette or {})}
        if markers:
            signs = usual[1] | (dict(markers) if isinstance(markers, Mapping) else {})
            shown |= {"style": colour, "markers": signs, "dashes": False}
    seaborn.lineplot(frame, x=x, y=y, **shown)


def trend(ax: Axes, x: pd.Series, y: pd.Series, *, colour: str = SERIES[0]) -> None:
    """Draw the straight line of least squares with its band, as `fitted` gives them."""
    line = fitted(x, y)
    band = {"color": colour, "alpha": 0.18, "linewidth": 0, "zorder": 1}
    ax.fill_between(line["x"], line["low"], line["high"], **band)
    ax.plot(line["x"], line["y"], color=colour, zorder=2)


def fitted(x: pd.Series, y: pd.Series) -> pd.DataFrame:
    """Return the straight line of least squares with the 95 % band of a bootstrap of the points.

    Parameters
    ----------
    x, y : pandas.Series
        Numbers of the same rows; a row that lacks one is left out.

    Returns
    -------
    pandas.DataFrame
        A row a place, from the least x to the largest: x, y, and the band's low and high.

    Notes
    -----
    Rows are drawn with replacement, `DRAWS` times from one seed; the band holds the middle 95 %
    of the lines at each place. It tells how far the line depends on single rows, and nothing of
    the error of a row.
    """
    known = x.notna().to_numpy() & y.notna().to_numpy()
    across, up = (np.asarray(each, float)[known] for each in (x, y))
    places = np.linspace(across.min(), across.max(), 60)

    def heights(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        spread = ((a - a.mean()) ** 2).sum()  # 0 where a draw has one place
        slope = ((a - a.mean()) * (b - b.mean())).sum() / spread if spread else np.nan
        return b.mean() + slope * (places - a.mean())

    drawn = bootstrap(across, up, func=heights, n_boot=DRAWS, seed=0)
    low, high = np.nanpercentile(drawn, [2.5, 97.5], axis=0)
    return pd.DataFrame({"x": places, "y": heights(across, up), "low": low, "high": high})
