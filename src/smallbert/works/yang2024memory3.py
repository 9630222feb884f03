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
from smallbert.charts.legends import gather
from smallbert.data import sources

KEY = "yang2024memory3"
X, Y = "parameters_without_embeddings", "few_shot_7_average"
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
    """Show the figure with what the paper prints.

    Parameters
    ----------
    read : pandas.DataFrame
        The table ``points``.
    means : pandas.Series
        The published means that are drawn, by row of the points.
    tasks, finding : str
        Over what they are, and the title.
    published : bool
        Whether they are drawn.
    """
    rings = readings.published(KEY, "published_table16", Y, read.index)
    numbers = {"parameters": rings[X], "average": rings[Y], "mean": means}
    highest = " and ".join(read.loc[read[Y] == read[Y].max(), "model"])
    outlines = f" Outlines are the paper's own numbers, averaged over {tasks}." * published
    publish.figure(
        f"{KEY}-figure",
        lambda: _draw(read, rings.assign(**{Y: means})[: len(rings) * published], tasks, finding),
        data=read.drop(columns="line").assign(
            **{f"published_{name}": values for name, values in numbers.items()}
        ),
        alt=f"{finding}. Scatter chart of {len(read)} models: average score from "
        f"{read[Y].min():.0f} to {read[Y].max():.0f} % against {read[X].min():.0f} to "
        f"{read[X].max():.0f} billion parameters outside the embeddings, on a logarithmic axis. "
        f"Highest as read: {highest}.",
        caption=f"Filled points are the reading; pale bars show its margin.{outlines} Memory³ has "
        "a memory in addition to its parameters; the axis does not count it.",
    )


def _draw(read: pd.DataFrame, rings: pd.DataFrame, tasks: str, finding: str) -> Figure:
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 8))
    _set_axes(ax, [37, 68, *(rings[Y] - 1), *(rings[Y] + 1)])
    readings.lead(ax, read, rings, x=X, y=Y)
    for one, rows in rings.groupby(_series(read.loc[rings.index]), sort=False):
        how = {"origin": "published", "size": 5, **LOOKS.loc[one, ["colour", "marker"]]}
        charts.points(ax, rows[X], rows[Y], ids=rows["id"], **how)
    _draw_points(ax, read)
    marks = {readings.READ: ("digitised", "o")}
    if len(rings):
        marks[f"the paper's own numbers, mean of {tasks}"] = ("published", "o")
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
        _set_axes(ax, [37, 68])
        _draw_points(ax, read)

    readings.show_trend(KEY, read, draw, x=X, y=Y)


def show_readings(rows: pd.DataFrame, data: pd.DataFrame, which: str, **told: str) -> None:
    """Show the reading against the paper's numbers.

    Parameters
    ----------
    rows : pandas.DataFrame
        A row a model of the paper's table, from the lowest up, with ``name``, what was read
        (``_read``), and in ``mean_of_others`` the mean over other tasks, where it is drawn.
    data : pandas.DataFrame
        The CSV.
    which : str
        The other tasks.
    **told
        Errors of sizes and scores, and the models that have the largest.
    """
    told = {name: publish.in_prose(text) for name, text in told.items()}
    others = "mean_of_others" in rows

    def draw() -> Figure:
        fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 9.6))
        for ax, column in ((above, X), (below, Y)):
            margin = f"{column}_half_width_read"
            readings.numbers(ax, rows, column, "published", "published")
            readings.numbers(ax, rows, f"{column}_read", "digitised", "read by eye", margin)
        if others:
            readings.numbers(below, rows, "mean_of_others", "derived", f"mean of {which}")
        words = "Non-embedding parameters [billion]"
        readings.name_rows(above, rows, title="Size", xlabel=words, xlim=(0.75, 60), ticks=SIZES)
        readings.name_rows(below, rows, title="Score", xlabel="Average of 7 few-shot tasks [%]")
        gather(fig)
        return fig

    diamonds = f", and diamonds its mean over {which}" * others
    publish.figure(
        f"{KEY}-published",
        draw,
        data=data,
        finding="Sizes are read {mean_size} off on average, scores {mean_score} points".format(
            **told
        ),
        alt=f"Two panels with {len(rows)} rows of the paper's table, "
        f"{rows[f'{X}_read'].notna().sum()} of them read. "
        "Size: mean error {mean_size}, largest {largest_size} ({widest}). Score: mean error "
        "{mean_score} points, largest {largest_score} ({worst}, low confidence); without it "
        "{sure_largest}.".format(**told),
        caption=f"Bars show the margin of the reading; rings are the paper's Table 16{diamonds}. "
        "Memory³-SFT has the same size with and without its memory, because the memory is outside "
        "the parameters.",
    )
