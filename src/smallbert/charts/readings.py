"""What was read from a figure by eye: points with their margins, and other numbers beside them.

The figures themselves are functions of their works, in `smallbert.works`; here is what they share.
"""

from collections.abc import Callable, Mapping

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import data
from smallbert.charts import publish
from smallbert.charts.headline import headline
from smallbert.charts.legends import explain, gather
from smallbert.charts.lines import fitted, trend
from smallbert.charts.points import connect, look, points
from smallbert.charts.style import WIDTH
from smallbert.data import exhibits

READ = "read by eye; bars: its margin"
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
    """Draw the table ``points`` of a source with its margins, each point leading to its card.

    `series` has the row of `looks` (colour, marker) of each point; where a half-width is missing,
    there is no bar. `opaque` is that of the bars, and `shifts` says by series how far to the right
    of their places points are drawn.
    """
    for one, rows in read.groupby(series, sort=False):
        margins = {"x_error": rows[f"{x}_half_width"], "y_error": rows[f"{y}_half_width"]}
        known = {name: margin for name, margin in margins.items() if margin.notna().any()}
        ids = exhibits.ids(key, "points", rows.index, y)
        own = {"shift": (shifts or {}).get(one, 0), **looks.loc[one, ["colour", "marker"]]}
        _, *bars = points(ax, rows[x], rows[y], ids=ids, **known, **own, **how)
        for bar in (*bars[0], *bars[1]):
            bar.set_alpha(opaque)


def published(key: str, name: str, quantity: str, rows: pd.Index) -> pd.DataFrame:
    """Return the published numbers of the models read, by `rows` of the points.

    The column ``reads`` of the table `name` says which they are; ``id`` is that of a `quantity`.
    """
    table = data.values(key, name)
    table["id"] = exhibits.ids(key, name, table.index, quantity)
    table = table[table["reads"] != ""].drop_duplicates("reads").set_index("reads")
    return table.loc[rows[rows.isin(table.index)]]


def lead(ax: Axes, read: pd.DataFrame, there: pd.DataFrame, *, x: str, y: str) -> None:
    """Draw a dotted line from each point to where the same model is in another frame."""
    for row in there.index:
        ends = ([frame.at[row, column] for frame in (read, there)] for column in (x, y))
        connect(ax, *ends, colour=plt.rcParams["axes.edgecolor"], style=":")


def explain_marks(
    fig: Figure, marks: Mapping[str, tuple[str, str]], *, leads: bool, read: str = "digitised"
) -> None:
    """Explain below the axes what is drawn beside points: by label, origin and marker."""
    label = READ if read == "digitised" else "counted; bars: margin of the score"
    marks = {label: (read, "o"), **marks}
    shown = {label: {"marker": sign} | look(origin) for label, (origin, sign) in marks.items()}
    if leads:
        edge = plt.rcParams["axes.edgecolor"]
        shown["line to the same model"] = {"marker": "", "linestyle": ":", "color": edge}
    explain(fig, shown, {"color": plt.rcParams["text.color"], "markersize": 7})


def show_trend(key: str, read: pd.DataFrame, x: str, y: str, draw: Callable[[Axes], None]) -> None:
    """Show the line of least squares over the logarithm of x, with its band, as ``<key>-trend``.

    `draw` draws axes and points.
    """
    line = fitted(read[x], read[y], log_x=True)
    ends = line.iloc[-1].to_dict() | {"start": line["y"].iloc[0], "models": len(read)}
    finding = "No clear rise: the line ends at {y:.0f}, its band between {low:.0f} and {high:.0f}"
    if ends["low"] > line["high"].iloc[0]:
        finding = "The line rises from {start:.0f} to {y:.0f}"
    finding = finding.format(**ends)

    def drawn() -> Figure:
        fig, ax = plt.subplots(figsize=(WIDTH, 4.8))
        draw(ax)
        trend(ax, read[x], read[y], log_x=True)
        words = "Line of least squares; the band has 95 % of the lines of a bootstrap"
        headline(fig, finding, words)
        return fig

    data = read[["model", x, y]].rename(columns={"model": "label"})
    publish.figure(f"{key}-trend", drawn, data=data, alt=f"{finding}. {TREND.format(**ends)}")


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


def name_rows(fig: Figure, *names: pd.Series) -> None:
    """Name the rows of each panel, and explain the marks of all below them."""
    for ax, own in zip(fig.axes, names, strict=True):
        ax.set_yticks(own.index, own)
        ax.legend()
    gather(fig)
