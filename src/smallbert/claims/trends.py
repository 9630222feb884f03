"""Claims on trends among the points of a chart, with what few points can carry."""

import numpy as np
import pandas as pd
from scipy import stats

from smallbert.claims.finding import Finding, LackingError, all_above, choose, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material, dates, ids, points
from smallbert.claims.statistics import Correlation, rank_correlation


@kind
def trend(
    material: Material, *, table: str, x: str, y: str, weak: float = 0.3, level: float = 0.95
) -> Finding:
    """Tell whether more of `x` goes with more of `y`.

    Holds if the whole interval of the rank correlation is above 0; fails if all of it is below
    `weak`, so that at best a weak trend is left; else the points are too few to tell.
    """
    chart = points(material, table, x, y)
    found = rank_correlation(chart["x"], chart["y"], level=level)
    return _finding(found, weak, ids(chart), f"rank correlation {found}; {_without_one(chart)}")


@kind
def newer(
    material: Material,
    *,
    table: str,
    x: str,
    y: str,
    dated: str,
    column: str,
    weak: float = 0.3,
    level: float = 0.95,
) -> Finding:
    """Tell whether later models have more of `y` at a given `x`.

    The partial rank correlation of date and `y` with `x` held fixed, as later models may be
    smaller ones; the verdict is as for `trend`.
    """
    chart = points(material, table, x, y).join(dates(material, dated, column), how="inner")
    found = rank_correlation(chart["date"], chart["y"], given=chart["x"], level=level)
    return _finding(found, weak, ids(chart), f"partial rank correlation {found}")


def _finding(correlation: Correlation, weak: float, evidence: tuple, words: str) -> Finding:
    return Finding(
        verdict=choose(holds=correlation.low > 0, fails=correlation.high < weak),
        evidence=evidence,
        value=correlation.value,
        decided_by=words,
        comparisons=correlation.points,
    )


def _without_one(chart: pd.DataFrame) -> str:
    """Say how far the correlation moves when a point is left out."""
    left = {
        row: stats.spearmanr(chart["x"].drop(row), chart["y"].drop(row)).statistic
        for row in chart.index
    }
    low, high = min(left.values()), max(left.values())
    most = max(left, key=left.get)
    return f"{number(low)} to {number(high)} without one point, most without {most}"


@kind
def scattered(
    material: Material, *, table: str, x: str, y: str, most: float = 0.9, level: float = 0.95
) -> Finding:
    """Tell whether `x` leaves `y` open: the correlation's interval ends below `most`."""
    chart = points(material, table, x, y)
    correlation = rank_correlation(chart["x"], chart["y"], level=level)
    return Finding(
        verdict=choose(holds=correlation.high < most, fails=correlation.low >= most),
        evidence=ids(chart),
        value=correlation.high,
        decided_by=f"rank correlation {correlation}",
        comparisons=correlation.points,
    )


@kind
def plateau(
    material: Material,
    *,
    table: str,
    x: str,
    y: str,
    beyond: float,
    gain: float = 1,
    level: float = 0.95,
) -> Finding:
    """Tell whether, beyond some `x`, doubling it no longer gains `gain` points of `y`.

    By Theil and Sen's slope over the logarithm: holds if its interval ends below the gain, fails
    if it begins above. Fewer than `LEAST_OF_A_SLOPE` points beyond decide nothing.
    """
    chart = points(material, table, x, y)
    large = chart[chart["x"] > beyond]
    slope = _slope(large, f"models beyond {beyond:g}", level)
    return Finding(
        verdict=choose(holds=slope.high_slope < gain, fails=slope.low_slope > gain),
        evidence=ids(large),
        value=float(slope.slope),
        decided_by=f"{_doubling(slope)}, n = {len(large)}",
        comparisons=len(large),
    )


@kind
def sweet_spot(
    material: Material,
    *,
    table: str,
    x: str,
    y: str,
    at: float,
    within: float = 20,
    gain: float = 1,
    level: float = 0.95,
) -> Finding:
    """Tell whether doubling `x` gains `gain` points of `y` up to some `x` and no longer beyond it.

    So the bargain is best there: less costs score, and more buys little. The rows within so many
    per cent of the spot belong to both sides. Holds if Theil and Sen's slope is surely above the
    gain before the spot and surely below after it; fails if one of the two is surely not so.
    """
    chart = points(material, table, x, y)
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


LEAST_OF_A_SLOPE = 3
"""Points below which no slope is taken: two always lie on a line."""


def _slope(chart: pd.DataFrame, what: str, level: float):
    """Return Theil and Sen's slope over the logarithm, with its interval."""
    if len(chart) < LEAST_OF_A_SLOPE:
        raise LackingError(f"{LEAST_OF_A_SLOPE} {what}; there are {len(chart)}")
    return stats.theilslopes(chart["y"], np.log2(chart["x"]), alpha=level)


def _doubling(slope) -> str:
    return (
        f"{number(slope.slope, '+.1f')} points per doubling "
        f"({number(slope.low_slope, '.1f')} to {number(slope.high_slope, '.1f')})"
    )


@kind
def larger_sibling_better(
    material: Material, *, table: str, size: str, score: str, families: str
) -> Finding:
    """Tell whether each step to a larger model of one family and tuning raises the score.

    A row's family stands in the table `families`, under the row named by its column reads.
    """
    chart = material.column(table, size)
    chart = chart.join(material.column(table, score).add_suffix("_score"))
    read = material.labels(families)["family"]
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
