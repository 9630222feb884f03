"""The figure of Memory³, as read by eye, and kinds of claims on it."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator
from scipy import stats

from smallbert import charts
from smallbert.claims.finding import (
    Finding,
    LackingError,
    Material,
    above,
    all_above,
    choose,
    ids,
    number,
)
from smallbert.claims.statistics import rank_correlation
from smallbert.data import exhibits, sources

KEY = "yang2024memory3"
X, Y = "parameters_without_embeddings", "few_shot_7_average"
POINTS, SIZE, SCORE = f"{KEY}/points", X.replace("_", "-"), Y.replace("_", "-")
SIZES = (1, 2, 4, 8, 16, 32)
"""Ticks of the axis of sizes [billion]."""

LOOKS = {
    "Memory³": ("#d6456b", "s"),
    "instruction-tuned": ("#0f7fc4", "o"),
    "base": ("#c08300", "^"),
}
"""Color and marker of the work's own model, and of the others by their tuning."""


def draw_figure(read: pd.DataFrame, rings: pd.DataFrame) -> Figure:
    """Draw the reading by tuning, and the paper's own numbers of the same models.

    `read` is the table ``points`` with its margins. `rings`, indexed by its rows, has parameters
    [billion], ``mean`` [%] and id; a dotted line leads there.
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 8))
    charts.log_axis(ax, "x", SIZES)
    ax.yaxis.set_major_locator(MultipleLocator(5))
    labels = sources.table(KEY, "axes")["label"]
    ax.set(xlim=(0.95, 56), xlabel=labels["x-axis"], ylabel=labels["y-axis"])
    ax.set_ylim(min(37, rings["mean"].min() - 1), max(68, rings["mean"].max() + 1))
    for row, there in rings.iterrows():
        ends = (read.at[row, X], there[X]), (read.at[row, Y], there["mean"])
        charts.connect(ax, *ends, color=plt.rcParams["axes.edgecolor"], style=":")

    marks = {}
    for name, rows in read.groupby(read["tuning"].mask(read["family"] == "Memory³", "Memory³")):
        look = dict(zip(("color", "marker"), LOOKS[name], strict=True))
        own = rings.loc[rings.index.isin(rows.index)]
        if len(own):
            how = look | {"origin": "published", "size": 5, "ids": own["id"]}
            charts.points(ax, own[X], own["mean"], **how)
        how = look | {"x_error": rows[f"{X}_half_width"], "y_error": rows[f"{Y}_half_width"]}
        how |= {"ids": exhibits.ids(KEY, "points", rows.index, Y), "origin": "digitised"}
        marks[name], *bars = charts.points(ax, rows[X], rows[Y], size=7, **how)
        for bar in (*bars[0], *bars[1]):
            bar.set_alpha(0.3)
    ax.legend([*marks.values()], [*marks], loc="lower right")
    charts.place_labels(ax, read[X], read[Y], read["model"])
    return fig


def largest_not_highest(material: Material, *, margins: float = 1) -> Finding:
    """Tell whether the row with the largest size lacks the highest score."""
    sizes, scores = (material.column(POINTS, each) for each in (SIZE, SCORE))
    largest, best = sizes["value"].idxmax(), scores["value"].idxmax()
    behind = scores["value"][best] - scores["value"][largest]
    width = margins * scores.loc[[best, largest], "half_width"].sum()
    answer = above(behind, width)
    return Finding(
        verdict=choose(holds=answer == "yes", fails=largest == best),
        evidence=(sizes["id"][largest], scores["id"][largest], scores["id"][best]),
        value=behind,
        decided_by=f"{largest} is {behind:.2f} points behind {best}",
        comparisons=1,
    )


def scattered(material: Material, *, most: float = 0.9, level: float = 0.95) -> Finding:
    """Tell whether the size leaves the score open: the correlation's interval ends below `most`."""
    chart = material.points(POINTS, SIZE, SCORE)
    correlation = rank_correlation(chart["x"], chart["y"], level=level)
    return Finding(
        verdict=choose(holds=correlation.high < most, fails=correlation.low >= most),
        evidence=ids(chart),
        value=correlation.high,
        decided_by=f"rank correlation {correlation}",
        comparisons=correlation.points,
    )


def plateau(
    material: Material,
    *,
    beyond: float,
    gain: float = 1,
    level: float = 0.95,
) -> Finding:
    """Tell whether, beyond some size, doubling it no longer gains `gain` points.

    By Theil and Sen's slope over the logarithm: holds if its interval ends below the gain, fails
    if it begins above. Fewer than three points beyond decide nothing.
    """
    chart = material.points(POINTS, SIZE, SCORE)
    large = chart[chart["x"] > beyond]
    slope = _slope(large, f"models beyond {beyond:g}", level)
    return Finding(
        verdict=choose(holds=slope.high_slope < gain, fails=slope.low_slope > gain),
        evidence=ids(large),
        value=float(slope.slope),
        decided_by=f"{_doubling(slope)}, n = {len(large)}",
        comparisons=len(large),
    )


def sweet_spot(
    material: Material,
    *,
    at: float,
    within: float = 20,
    gain: float = 1,
    level: float = 0.95,
) -> Finding:
    """Tell whether doubling the size gains `gain` points up to some size and no longer beyond.

    So the bargain is best there: less costs score, and more buys little. The rows within so many
    per cent of the spot belong to both sides. Holds if Theil and Sen's slope is surely above the
    gain before the spot and surely below after it; fails if one of the two is surely not so.
    """
    chart = material.points(POINTS, SIZE, SCORE)
    before = chart[chart["x"] <= at * (1 + within / 100)]
    after = chart[chart["x"] >= at * (1 - within / 100)]
    rise = _slope(before, f"models up to {at:g}", level)
    rest = _slope(after, f"models from {at:g} on", level)
    return Finding(
        verdict=choose(
            holds=rise.low_slope > gain > rest.high_slope,
            fails=rise.high_slope < gain or rest.low_slope > gain,
        ),
        evidence=ids(chart),
        value=float(rise.slope - rest.slope),
        decided_by=f"{_doubling(rise)} up to {at:g}; {_doubling(rest)} from there on",
        comparisons=len(chart),
    )


def _slope(chart: pd.DataFrame, what: str, level: float):
    """Return Theil and Sen's slope over the logarithm, with its interval."""
    if len(chart) < 3:  # two always lie on a line
        raise LackingError(f"3 {what}; there are {len(chart)}")
    return stats.theilslopes(chart["y"], np.log2(chart["x"]), alpha=level)


def _doubling(slope) -> str:
    return (
        f"{number(slope.slope, '+.1f')} points per doubling "
        f"({number(slope.low_slope, '.1f')} to {number(slope.high_slope, '.1f')})"
    )


def larger_sibling_better(material: Material) -> Finding:
    """Tell whether each step to a larger model of one family and tuning raises the score.

    A row's family stands in the figure's table, under the row named by its column reads.
    """
    table = f"{KEY}/published_table16"
    chart = material.column(table, SIZE).join(material.column(table, SCORE).add_suffix("_score"))
    read = material.labels(POINTS)["family"]
    labels = material.labels(table).reindex(chart.index)
    chart = chart.assign(family=labels["reads"].map(read), tuning=labels["tuning"])
    chart = chart.dropna(subset="family").sort_values("value", kind="stable")
    grouped = chart.groupby(["family", "tuning"])
    steps = chart[["id", "id_score"]].assign(
        size=grouped["value"].diff(),
        score=grouped["value_score"].diff(),
        margin=chart["half_width_score"] + grouped["half_width_score"].shift(),
    )
    steps = steps[steps["size"] > 0]
    if steps.empty:
        raise LackingError("two sizes of one family")
    return Finding(
        verdict=all_above(steps["score"], steps["margin"]),
        evidence=(*steps["id"], *steps["id_score"]),
        value=steps["score"].min(),
        decided_by=f"{(steps['score'] > 0).sum()} of {len(steps)} steps rise",
        comparisons=len(steps),
    )
