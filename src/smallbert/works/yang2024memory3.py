"""The figure of Memory³, as read by eye: average score against parameters."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from smallbert import charts
from smallbert.charts import publish, readings
from smallbert.charts.headline import headline
from smallbert.data import sources

KEY = "yang2024memory3"
X, Y = "parameters_without_embeddings", "few_shot_7_average"
HEIGHTS = (37, 68)
"""How far the axis of scores reaches at least [%]."""

SIZES = (1, 2, 4, 8, 16, 32)
"""Ticks of the axis of sizes [billion]."""

LOOKS = pd.DataFrame(
    {
        "own": ("Memory³", "#d6456b", "s"),
        "instruction-tuned": ("tuned to follow instructions", "#0f7fc4", "o"),
        "base": ("base model", "#c08300", "^"),
    },
    index=["label", "colour", "marker"],
).T
"""Of Memory³ and of the others by their tuning."""


def show_figure(
    read: pd.DataFrame, means: pd.Series, *, tasks: str, finding: str, published: bool
) -> None:
    """Show the figure, with the `means` over `tasks` that the paper's table has, if `published`."""
    rings = readings.published(KEY, "published_table16", Y, read.index)
    printed = {"published_parameters": rings[X], "published_average": rings[Y]}
    rings[Y] = means
    highest = " and ".join(read.loc[read[Y] == read[Y].max(), "model"])
    outlines = f" Outlines are the paper's own numbers, averaged over {tasks}." * published
    publish.figure(
        f"{KEY}-figure",
        lambda: _draw(read, rings if published else rings[:0], tasks, finding),
        data=read.drop(columns="line").assign(**printed, published_mean=means),
        alt=f"{finding}. Scatter chart of {len(read)} models: average score from "
        f"{read[Y].min():.0f} to {read[Y].max():.0f} % against {read[X].min():.0f} to "
        f"{read[X].max():.0f} billion parameters outside the embeddings, on a logarithmic axis. "
        f"Highest as read: {highest}.",
        caption=f"Filled points are the reading; pale bars show its margin.{outlines} Memory³ has "
        "a memory in addition to its parameters; the axis does not count it.",
    )


def _draw(read: pd.DataFrame, rings: pd.DataFrame, tasks: str, finding: str) -> Figure:
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 8))
    _set_axes(ax, [*HEIGHTS, *(rings[Y] - 1), *(rings[Y] + 1)])
    readings.lead(ax, read, rings, x=X, y=Y)
    for one, rows in rings.groupby(_series(read.loc[rings.index]), sort=False):
        look = LOOKS.loc[one, ["colour", "marker"]]
        charts.points(ax, rows[X], rows[Y], ids=rows["id"], origin="published", size=5, **look)
    _draw_points(ax, read)
    marks = {f"the paper's own numbers, mean of {tasks}": ("published", "o")} if len(rings) else {}
    readings.explain_marks(fig, marks, leads=len(rings) > 0)
    headline(fig, finding, "Benchmark performance against model size")
    charts.place_labels(ax, read[X], read[Y], read["model"])
    return fig


def _set_axes(ax: Axes, heights: Sequence[float]) -> None:
    """Let the axis of scores reach as far as these."""
    charts.log_axis(ax, "x", SIZES)
    ax.yaxis.set_major_locator(MultipleLocator(5))
    labels = sources.table(KEY, "axes")["label"]
    ax.set(xlim=(0.95, 56), ylim=(min(heights), max(heights)))
    ax.set(xlabel=labels["x-axis"], ylabel=labels["y-axis"])


def _draw_points(ax: Axes, read: pd.DataFrame) -> None:
    """Draw the reading by tuning, with a legend."""
    how = {"size": 7, "opaque": 0.3}
    readings.read_points(ax, read, _series(read), LOOKS, key=KEY, x=X, y=Y, **how)
    marks = charts.legends.series(LOOKS)
    ax.legend([*marks.values()], [*marks], loc="lower right")


def _series(read: pd.DataFrame) -> pd.Series:
    return read["tuning"].mask(read["family"] == "Memory³", "own")


def show_trend(read: pd.DataFrame) -> None:
    """Show the points with a straight line through them."""

    def draw(ax: Axes) -> None:
        _set_axes(ax, HEIGHTS)
        _draw_points(ax, read)

    readings.show_trend(KEY, read, X, Y, draw)


def show_readings(rows: pd.DataFrame, data: pd.DataFrame, which: str, **told: str) -> None:
    """Show the reading against the paper's numbers, with what is `told` of its errors.

    `rows` are those of the paper's table, from the lowest up, with their ``name`` and what was
    read (``_read``); a ``mean_of_others`` is that over the tasks named `which`.
    """
    told = {name: publish.in_prose(text) for name, text in told.items()}
    diamonds = f", and diamonds its mean over {which}" * ("mean_of_others" in rows)
    alt = (
        "Two panels with {rows} rows of the paper's table, {models} of them read. Size: mean error "
        "{mean_size}, largest {largest_size} ({widest}). Score: mean error {mean_score} points, "
        "largest {largest_score} ({worst}, low confidence); without it {sure_largest}."
    )
    publish.figure(
        f"{KEY}-published",
        lambda: _draw_readings(rows, which),
        data=data,
        finding="Sizes are read {mean_size} off on average, scores {mean_score} points".format(
            **told
        ),
        alt=alt.format(rows=len(rows), models=rows[f"{X}_read"].count(), **told),
        caption=f"Bars show the margin of the reading; rings are the paper's Table 16{diamonds}. "
        "Memory³-SFT has the same size with and without its memory, because the memory is outside "
        "the parameters.",
    )


def _draw_readings(rows: pd.DataFrame, which: str) -> Figure:
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 9.6))
    for ax, column in ((above, X), (below, Y)):
        margin = f"{column}_half_width_read"
        readings.numbers(ax, rows, column, "published", "published")
        readings.numbers(ax, rows, f"{column}_read", "digitised", "read by eye", margin)
    if "mean_of_others" in rows:
        readings.numbers(below, rows, "mean_of_others", "derived", f"mean of {which}")
    charts.log_axis(above, "x", SIZES)
    above.set(title="Size", xlabel="Non-embedding parameters [billion]", xlim=(0.75, 60))
    below.set(title="Score", xlabel="Average of 7 few-shot tasks [%]")
    readings.name_rows(fig, rows["name"], rows["name"])
    return fig
