"""Lines and trends with a band of uncertainty, on seaborn."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import seaborn
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from seaborn.algorithms import bootstrap

from smallbert.charts.panels import panels
from smallbert.charts.scatter import scatter
from smallbert.charts.style import SERIES, looks

DRAWS = 1000
"""How often a bootstrap draws; always from the same seed, so that pictures stay the same."""

SEED = 0


def lines(
    ax: Axes,
    frame: pd.DataFrame,
    *,
    x: str,
    y: str,
    colour: str | None = None,
    band: str | tuple[str, str] | None = None,
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
    band : str or tuple of str, optional
        ``"bootstrap"`` for the 95 % interval of the mean of rows with the same x; or the columns
        of a lower and an upper end that are known.
    palette : mapping, optional
        From values of `colour` to colours, instead of the usual ones.
    markers : bool or mapping
        Whether points are marked, or with what.
    legend : bool
        Whether a legend names the lines.
    **look
        Further keywords of `seaborn.lineplot`, such as ``linewidth``.
    """
    shown = {"ax": ax, "errorbar": ("ci", 95) if band == "bootstrap" else None} | look
    shown |= {"n_boot": DRAWS, "seed": SEED, "legend": legend and colour is not None}
    if colour is None:
        shown = {"color": SERIES[0], "marker": "o" if markers else None} | shown
        seaborn.lineplot(frame, x=x, y=y, **shown)
    else:
        usual = looks(frame[colour], of=colour)
        palette = usual[0] | dict(palette or {})
        signs = usual[1] | (dict(markers) if isinstance(markers, Mapping) else {})
        hues = {"hue": colour, "palette": palette}
        hues |= {"style": colour, "markers": signs, "dashes": False} if markers else {}
        seaborn.lineplot(frame, x=x, y=y, **hues, **shown)
    if isinstance(band, tuple):
        parts = (
            [(SERIES[0], frame)]
            if colour is None
            else [(palette[name], part) for name, part in frame.groupby(colour, sort=False)]
        )
        for tint, part in parts:
            part = part.sort_values(x)
            ax.fill_between(part[x], part[band[0]], part[band[1]], color=tint, alpha=0.2, lw=0)


def trend(
    ax: Axes,
    x: pd.Series,
    y: pd.Series,
    *,
    log_x: bool = False,
    log_y: bool = False,
    colour: str = SERIES[0],
    label: str | None = None,
) -> Line2D:
    """Draw the straight line of least squares with the 95 % band of a bootstrap of the points.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : pandas.Series
        Numbers of the same rows; a row that lacks one is left out.
    log_x, log_y : bool
        Whether the line is straight in the logarithm; set the axis logarithmic yourself.
    colour : str
    label : str, optional
        For the legend.

    See Also
    --------
    fitted : The numbers of line and band.
    """
    line = fitted(x, y, log_x=log_x, log_y=log_y)
    ax.fill_between(
        line["x"], line["low"], line["high"], color=colour, alpha=0.18, linewidth=0, zorder=1
    )
    seaborn.lineplot(line, x="x", y="y", color=colour, label=label, ax=ax, zorder=2, legend=False)
    return ax.lines[-1]


def trends(frame: pd.DataFrame, by: str, *, x: str, y: str, **look) -> Figure:
    """Draw the rows of each value of a column as points, with their `trend`, in a panel.

    Parameters
    ----------
    frame : pandas.DataFrame
    by : str
        The column whose values make the panels.
    x, y : str
        Columns of numbers.
    **look
        Further keywords of `smallbert.charts.panels`, such as ``titles``.
    """

    def draw(ax: Axes, part: pd.DataFrame) -> None:
        scatter(ax, part, x=x, y=y, size=6)
        trend(ax, part[x], part[y])

    return panels(frame, by, draw, **look)


def fitted(x: pd.Series, y: pd.Series, *, log_x: bool = False, log_y: bool = False) -> pd.DataFrame:
    """Return the straight line of least squares with the 95 % band of a bootstrap of the points.

    Parameters
    ----------
    x, y, log_x, log_y
        As for `trend`.

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
    ways = [np.log10 if log else np.asarray for log in (log_x, log_y)]
    across, up = (way(np.asarray(v, float)[known]) for way, v in zip(ways, (x, y), strict=True))
    places = np.linspace(across.min(), across.max(), 60)

    def heights(a, b):
        return _line(a, b, places)

    drawn = bootstrap(across, up, func=heights, n_boot=DRAWS, seed=SEED)
    low, high = np.nanpercentile(drawn, [2.5, 97.5], axis=0)
    ends = {"y": heights(across, up), "low": low, "high": high}
    ends = {name: 10**v if log_y else v for name, v in ends.items()}
    return pd.DataFrame({"x": 10**places if log_x else places} | ends)


def _line(x: np.ndarray, y: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the heights of the line of least squares; not numbers, where all x are one."""
    spread = ((x - x.mean()) ** 2).sum()
    if not spread:
        return np.full(len(places), np.nan)
    slope = ((x - x.mean()) * (y - y.mean())).sum() / spread
    return y.mean() + slope * (places - x.mean())
