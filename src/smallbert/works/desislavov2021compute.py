"""The figure of Desislavov et al., as read by eye: GLUE score against operations."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish, readings
from smallbert.charts.headline import headline
from smallbert.charts.legends import gather
from smallbert.data import addresses, sources

KEY = "desislavov2021compute"
X, Y = "operations", "glue_score"
LIMITS = {X: (2.85, 95), Y: (71, 87.2)}
"""How far the axes reach at least."""

TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 5, 10, 20, 30, 50, 70, 150, 300)


def show_figure(
    read: pd.DataFrame, counted: pd.Series, *, rule: str, finding: str, published: bool
) -> None:
    """Show the figure with what is counted from shapes and what the paper prints.

    Parameters
    ----------
    read : pandas.DataFrame
        The table ``points``.
    counted : pandas.Series
        Operations [G] counted from the shape, by row of the points.
    rule, finding : str
        How they are counted, and the title.
    published : bool
        Whether the paper's own numbers are drawn.
    """
    squares = read.loc[counted.index].assign(**{X: counted})
    rings = readings.published(KEY, "published_models", Y, read.index)
    lowest, highest = (read.loc[read[Y] == end, "model"] for end in (read[Y].min(), read[Y].max()))
    data = read.drop(columns="line").assign(
        hex=_looks()["colour"].loc[read["released"]].to_numpy(),
        computed=counted,
        published_operations=rings[X],
        published_score=rings[Y],
    )
    paper = " Rings are the paper's own numbers." * published
    publish.figure(
        f"{KEY}-figure",
        lambda: _draw(read, squares, rings if published else rings.iloc[:0], rule, finding),
        data=data,
        alt=f"{finding}. Scatter chart of {len(read)} models: GLUE score from {read[Y].min():.0f} "
        f"({' and '.join(lowest)}) to {read[Y].max():.0f} ({' and '.join(highest)}) against "
        f"{read[X].min():.0f} to {read[X].max():.0f} GFLOPs on a logarithmic axis, coloured by "
        f"release date. {len(counted)} models are also drawn at the operations counted from their "
        f"shape, from {counted.min():.2g} to {counted.max():.3g} G.",
        caption="Filled points are the reading, with bars for its margin. Squares are counted from "
        f"the shape ({rule}) at the score as read; a dotted line leads there.{paper}",
    )


def _draw(
    read: pd.DataFrame, squares: pd.DataFrame, rings: pd.DataFrame, rule: str, finding: str
) -> Figure:
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 7))
    heights = [*LIMITS[Y], *(rings[Y] - 2.2), *(rings[Y] + 2.2)]
    widths = [*LIMITS[X], *(0.76 * squares[X]), *(1.25 * squares[X])]
    _set_axes(ax, widths, heights)
    ink = {"colour": plt.rcParams["text.color"]}
    ids = addresses.ids(KEY, "points", squares.index, Y)
    readings.lead(ax, read, squares, x=X, y=Y)
    charts.points(ax, squares[X], squares[Y], ids=ids, marker="s", origin="derived", size=6, **ink)
    marks = {readings.READ: ("digitised", "o"), f"counted: {rule}": ("derived", "s")}
    if len(rings):
        readings.lead(ax, read, rings, x=X, y=Y)
        charts.points(ax, rings[X], rings[Y], ids=rings["id"], origin="published", size=13, **ink)
        marks["the paper's own numbers"] = ("published", "o")
    _draw_points(ax, read)
    readings.explain_marks(fig, marks, leads=True)
    headline(fig, finding, "GLUE score against operations of language models")
    named = pd.concat([read, rings])
    printed = [f"{model}, published" for model in read.loc[rings.index, "model"]]
    charts.place_labels(ax, named[X], named[Y], [*read["model"], *printed])
    return fig


def _set_axes(ax: Axes, widths: Sequence[float], heights: Sequence[float]) -> None:
    """Let the axes reach as far as these, and leave room for the legend right of 40 G."""
    left, right = min(widths), max(widths)
    right = max(right, left * (40 / left) ** (1 / 0.74))
    charts.log_axis(ax, "x", TICKS)
    ax.set(xlim=(left, right), ylim=(min(heights), max(heights)), yticks=range(74, 87, 2))
    ax.set(xlabel="Operations per forward pass of 128 tokens [GFLOPs]", ylabel="GLUE score [%]")


def _draw_points(ax: Axes, read: pd.DataFrame) -> None:
    """Draw the reading, coloured by release date, with a legend of the dates."""
    looks = _looks()
    readings.read_points(ax, read, read["released"], looks, key=KEY, x=X, y=Y)
    dates = charts.legends.series(looks)
    place = {"loc": "lower right", "borderaxespad": 0.1}
    ax.legend([*dates.values()], [*dates], title="Release date", **place)


def _looks() -> pd.DataFrame:
    """Return label, colour and marker of each release date."""
    looks = sources.table(KEY, "colours")[["released", "hex", "marker"]]
    return looks.set_axis(["label", "colour", "marker"], axis=1)


def show_trend(read: pd.DataFrame) -> None:
    """Show the points with a straight line through them."""

    def draw(ax: Axes) -> None:
        _set_axes(ax, LIMITS[X], LIMITS[Y])
        _draw_points(ax, read)

    readings.show_trend(KEY, read, draw, x=X, y=Y)


def show_readings(pair: pd.DataFrame, **told: str) -> None:
    """Show the reading against the paper's numbers.

    Parameters
    ----------
    pair : pandas.DataFrame
        The points that are in the paper's table, with ``published_operations`` and
        ``published_score``.
    **told
        Errors: ``mean_x``, ``largest_x``, ``worst_x``, the same of y.
    """
    rows = pair.sort_values("published_operations", ignore_index=True)
    rows["name"] = rows["model"]
    told = {name: publish.in_prose(text) for name, text in told.items()}

    def draw() -> Figure:
        fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 5.2))
        for ax, published, column in (
            (above, "published_operations", X),
            (below, "published_score", Y),
        ):
            readings.numbers(ax, rows, published, "published", "published")
            readings.numbers(ax, rows, column, "digitised", "read by eye", f"{column}_half_width")
        ticks = (20, 30, 40, 60, 100)
        xlabel = "One forward pass [GFLOPs]"
        readings.name_rows(
            above, rows, title="Operations", xlabel=xlabel, xlim=(20, 100), ticks=ticks
        )
        readings.name_rows(below, rows, title="GLUE score", xlabel="GLUE score [%]")
        gather(fig)
        return fig

    publish.figure(
        f"{KEY}-published",
        draw,
        data=pair.drop(columns=["line", "note"]),
        finding="Scores are read up to {largest_y} points off, operations {mean_x} on "
        "average".format(**told),
        alt=f"Two panels, read against published, for {len(pair)} models. "
        "Operations: mean error {mean_x}, largest {largest_x} ({worst_x}). GLUE score: mean error "
        "{mean_y} points, largest {largest_y} ({worst_y}).".format(**told),
        caption="Rings are the paper's numbers, filled points the reading, with bars for its "
        "margin. Operations agree within it; most scores as read are too high.",
    )
