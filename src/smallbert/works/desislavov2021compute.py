"""The figure of Desislavov et al., as read by eye: GLUE score against operations."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish, readings
from smallbert.charts.headline import headline
from smallbert.data import exhibits, sources

KEY = "desislavov2021compute"
X, Y = "operations", "glue_score"
LIMITS = {X: (2.85, 95), Y: (71, 87.2)}
"""How far the axes reach at least."""

TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 5, 10, 20, 30, 50, 70, 150, 300)


def show_figure(
    read: pd.DataFrame, counted: pd.Series, *, rule: str, finding: str, published: bool
) -> None:
    """Show the figure with the operations [G] `counted` from shapes and the `published` numbers."""
    squares = read.loc[counted.index].assign(operations=counted)
    rings = readings.published(KEY, "published_models", Y, read.index)
    hexes = _looks()["colour"].loc[read["released"]].to_numpy()
    printed = {"published_operations": rings[X], "published_score": rings[Y]}
    paper = " Rings are the paper's own numbers." * published
    low, high = (read.loc[read[Y] == end, "model"] for end in (read[Y].min(), read[Y].max()))
    publish.figure(
        f"{KEY}-figure",
        lambda: _draw(read, squares, rings if published else rings[:0], rule, finding),
        data=read.drop(columns="line").assign(hex=hexes, computed=counted, **printed),
        alt=f"{finding}. Scatter chart of {len(read)} models: GLUE score from {read[Y].min():.0f} "
        f"({' and '.join(low)}) to {read[Y].max():.0f} ({' and '.join(high)}) against "
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
    widths = [*LIMITS[X], *(0.76 * squares[X]), *(1.25 * squares[X])]
    _set_axes(ax, widths, [*LIMITS[Y], *(rings[Y] - 2.2), *(rings[Y] + 2.2)])
    squares = squares.assign(id=exhibits.ids(KEY, "points", squares.index, Y))
    marks = {f"counted: {rule}": (squares, "derived", "s", 6)}
    if len(rings):
        marks["the paper's own numbers"] = (rings, "published", "o", 13)
    for rows, origin, sign, size in marks.values():
        readings.lead(ax, read, rows, x=X, y=Y)
        how = {"colour": plt.rcParams["text.color"], "marker": sign, "origin": origin, "size": size}
        charts.points(ax, rows[X], rows[Y], ids=rows["id"], **how)
    _draw_points(ax, read)
    readings.explain_marks(fig, {label: how[1:3] for label, how in marks.items()}, leads=True)
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

    readings.show_trend(KEY, read, X, Y, draw)


def show_readings(pair: pd.DataFrame, **told: str) -> None:
    """Show the reading against the paper's numbers, with what is `told` of its errors."""
    told = {name: publish.in_prose(text) for name, text in told.items()}
    finding = "Scores are read up to {largest_y} points off, operations {mean_x} on average"
    alt = (
        "Two panels, read against published, for {models} models. Operations: mean error {mean_x}, "
        "largest {largest_x} ({worst_x}). GLUE score: mean error {mean_y} points, largest "
        "{largest_y} ({worst_y})."
    )
    publish.figure(
        f"{KEY}-published",
        lambda: _draw_readings(pair.sort_values("published_operations", ignore_index=True)),
        data=pair.drop(columns=["line", "note"]),
        finding=finding.format(**told),
        alt=alt.format(models=len(pair), **told),
        caption="Rings are the paper's numbers, filled points the reading, with bars for its "
        "margin. Operations agree within it; most scores as read are too high.",
    )


def _draw_readings(rows: pd.DataFrame) -> Figure:
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 5.2))
    for ax, column, own in ((above, "published_operations", X), (below, "published_score", Y)):
        readings.numbers(ax, rows, column, "published", "published")
        readings.numbers(ax, rows, own, "digitised", "read by eye", f"{own}_half_width")
    charts.log_axis(above, "x", (20, 30, 40, 60, 100))
    above.set(title="Operations", xlabel="One forward pass [GFLOPs]", xlim=(20, 100))
    below.set(title="GLUE score", xlabel="GLUE score [%]")
    readings.name_rows(fig, rows["model"], rows["model"])
    return fig
