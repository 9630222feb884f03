"""What was read from a figure by eye: points with their margins, and other numbers beside them.

The figures themselves are functions of their works, in `smallbert.works`; here is what they share.
"""

from collections.abc import Callable, Mapping

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.headline import headline
from smallbert.charts.legends import explain
from smallbert.charts.lines import fitted, trend
from smallbert.charts.points import connect, log_axis, look, points
from smallbert.charts.style import WIDTH
from smallbert.data import addresses, sources

READ = "read by eye; bars: its margin"

RISING = {
    True: "The line rises from {start:.0f} to {y:.0f}",
    False: "No clear rise: the line ends at {y:.0f}, its band between {low:.0f} and {high:.0f}",
}
"""What a trend finds, by whether the band's right end lies above its left end."""

TREND = (
    "Scatter chart of {models} models with the straight line that fits them best and the band in "
    "which it lies in 95 % of a bootstrap's draws. The line goes from {start:.1f} to {y:.1f}; "
    "at its right end the band reaches from {low:.1f} to {high:.1f}."
)

LOOKS = {
    "published": {"colour": "#d55e00", "size": 10},
    "derived": {"colour": "#009e73", "marker": "D", "size": 6},
    "digitised": {"colour": "#0f7fc4", "size": 6},
}
"""Of the numbers of a row, by origin; colours that the colour-blind tell apart."""


def read_points(
    ax: Axes,
    read: pd.DataFrame,
    series: pd.Series,
    looks: pd.DataFrame,
    *,
    key: str,
    x: str,
    y: str,
    opaque: float | None = None,
    shifts: Mapping[str, float] | None = None,
    **how,
) -> None:
    """Draw what was read from a figure, series by series, each point leading to its card.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    read : pandas.DataFrame
        The table ``points`` of the source, with half-widths; a missing one draws no bar.
    series : pandas.Series
        To which series each point belongs.
    looks : pandas.DataFrame
        By series, ``colour`` and ``marker``.
    key : str
        The source.
    x, y : str
        Columns of `read`.
    opaque : float, optional
        How opaque the error bars are.
    shifts : mapping, optional
        By series, how far to the right of their places the points are drawn, in points.
    **how
        Of `smallbert.charts.points`.
    """
    for one, rows in read.groupby(series, sort=False):
        margins = {"x_error": rows[f"{x}_half_width"], "y_error": rows[f"{y}_half_width"]}
        bars = points(
            ax,
            rows[x],
            rows[y],
            ids=addresses.ids(key, "points", rows.index, y),
            shift=(shifts or {}).get(one, 0),
            **{name: margin for name, margin in margins.items() if margin.notna().any()},
            **looks.loc[one, ["colour", "marker"]],
            **how,
        )
        for bar in (*bars[1], *bars[2]):
            bar.set_alpha(opaque)


def published(key: str, name: str, quantity: str, rows: pd.Index) -> pd.DataFrame:
    """Return the published numbers of the models read, by the rows of the points, each with its id.

    Parameters
    ----------
    key, name : str
        The source and the table, whose column ``reads`` names a point.
    quantity : str
        Whose ids are meant.
    rows : pandas.Index
        Of the points; those that are not published are left out.
    """
    table = sources.values(key, name)
    table["id"] = addresses.ids(key, name, table.index, quantity)
    table = table[table["reads"] != ""].drop_duplicates("reads").set_index("reads")
    return table.loc[rows[rows.isin(table.index)]]


def lead(ax: Axes, read: pd.DataFrame, there: pd.DataFrame, *, x: str, y: str) -> None:
    """Draw a dotted line from each point to where the same model is in another frame."""
    for row in there.index:
        ends = ([frame.at[row, column] for frame in (read, there)] for column in (x, y))
        connect(ax, *ends, colour=plt.rcParams["axes.edgecolor"], style=":")


def explain_marks(fig: Figure, marks: Mapping[str, tuple[str, str]], *, leads: bool) -> None:
    """Explain below the axes what is drawn, whatever its series: by label, origin and marker."""
    ink, edge = plt.rcParams["text.color"], plt.rcParams["axes.edgecolor"]
    shown = {label: {"marker": sign} | look(origin) for label, (origin, sign) in marks.items()}
    if leads:
        shown["line to the same model"] = {"marker": "", "linestyle": ":", "color": edge}
    explain(fig, shown, {"color": ink, "markersize": 7})


def show_trend(
    key: str, read: pd.DataFrame, draw: Callable[[Axes], None], *, x: str, y: str
) -> None:
    """Show points with the line of least squares over the logarithm of x and its band.

    Parameters
    ----------
    key : str
        The source; the exhibit is ``<key>-trend``.
    read : pandas.DataFrame
        The points, with the printed name of each in ``model``.
    draw : callable
        Draws axes and points.
    x, y : str
        Columns of `read`.
    """
    line = fitted(read[x], read[y], log_x=True)
    ends = line.iloc[-1].to_dict() | {"start": line["y"].iloc[0]}
    finding = RISING[ends["low"] > line["high"].iloc[0]].format(**ends)

    def drawn() -> Figure:
        fig, ax = plt.subplots(figsize=(WIDTH, 4.8))
        draw(ax)
        trend(ax, read[x], read[y], log_x=True)
        headline(
            fig, finding, "Line of least squares; the band has 95 % of the lines of a bootstrap"
        )
        return fig

    publish.figure(
        f"{key}-trend",
        drawn,
        data=read[["model", x, y]].rename(columns={"model": "label"}),
        alt=f"{finding}. {TREND.format(models=len(read), **ends)}",
    )


def numbers(
    ax: Axes, rows: pd.DataFrame, column: str, origin: str, label: str, margin: str = "", **look
) -> None:
    """Draw a number of each row that has it, at the row's place and in its origin's look."""
    known = rows.dropna(subset=column)
    look = LOOKS[origin] | look
    points(
        ax,
        known[column],
        known.index,
        origin=origin,
        x_error=known.get(margin),
        label=label,
        **look,
    )


def name_rows(ax: Axes, rows: pd.DataFrame, *, ticks: tuple[float, ...] = (), **axes) -> None:
    """Name rows by their column ``name``, and the axis; `ticks` are those of a logarithmic one."""
    if ticks:
        log_axis(ax, "x", ticks)
    ax.set(**axes)
    ax.set_yticks(rows.index, rows["name"])
    ax.legend()
