"""Kinds of claims on the points of a chart: trends, outliers, and rows of one size."""

from itertools import combinations

import numpy as np
import pandas as pd
from scipy import stats

from smallbert.claims.finding import (
    Finding,
    LackingError,
    Material,
    choose,
    each_above,
    ids,
    independent,
    number,
)
from smallbert.claims.statistics import Correlation, distances, quantiles, rank_correlation


def trend(
    material: Material, *, table: str, x: str, y: str, weak: float = 0.3, level: float = 0.95
) -> Finding:
    """Tell whether more of `x` goes with more of `y`.

    Holds if the whole interval of the rank correlation is above 0; fails if all of it is below
    `weak`, so that at best a weak trend is left; else the points are too few to tell.
    """
    chart = material.points(table, x, y)
    found = rank_correlation(chart["x"], chart["y"], level=level)
    without = {
        row: stats.spearmanr(chart["x"].drop(row), chart["y"].drop(row)).statistic
        for row in chart.index
    }
    low, high = min(without.values()), max(without.values())
    words = f"rank correlation {found}; {number(low)} to {number(high)} without one point, "
    return risen(found, weak, ids(chart), f"{words}most without {max(without, key=without.get)}")


def risen(correlation: Correlation, weak: float, evidence: tuple, words: str) -> Finding:
    """Find whether a correlation's whole interval is above 0, or all of it below `weak`."""
    return Finding(
        verdict=choose(holds=correlation.low > 0, fails=correlation.high < weak),
        evidence=evidence,
        value=correlation.value,
        decided_by=words,
        comparisons=correlation.points,
    )


def outliers(
    material: Material, *, table: str, x: str, y: str, rows: list, level: float = 0.95
) -> Finding:
    """Tell whether each of the rows named lies apart from the line through the others.

    Over the logarithm of `x`. Holds if each is farther off than an outlier picked from all
    points must be; fails if one is nearer than a point chosen beforehand must be.
    """
    chart = material.points(table, x, y, rows)
    far = pd.Series(distances(np.log2(chart["x"]), chart["y"]), index=chart.index)
    one, any_ = quantiles(len(chart), level=level)
    named = far[rows]
    return Finding(
        verdict=choose(holds=named.abs().min() > any_, fails=named.abs().min() <= one),
        evidence=ids(chart),
        value=named[named.abs().idxmin()],
        decided_by=(
            ", ".join(f"{row} {number(value, '+.2f')}" for row, value in named.items())
            + f" standard errors; needed {one:.2f}, or {any_:.2f} if picked from {len(chart)}"
        ),
        comparisons=len(named),
    )


def low(
    material: Material,
    *,
    table: str,
    x: str,
    y: str,
    row: str,
    factor: float = 1.4,
    share: float = 1,
    margins: float = 1,
    column: str = "",
) -> Finding:
    """Tell whether a row has less of `y` than most others of about its `x`.

    Others are those within the factor, and, if `column` names dates, those later than the row.
    Holds if at least the share of them lie above it by more than both may be off.
    """
    chart = material.points(table, x, y, [row])
    own, others = chart.loc[row], chart.drop(index=row)
    others = others[np.abs(np.log(others["x"] / own["x"])) <= np.log(factor) + 1e-9]
    if column:
        when = material.dates(table, column)
        others = others[when[others.index] > when[row]]
    if others.empty:
        raise LackingError(f"another row whose {x} is within {factor:g} times that of {row}")
    answers = each_above(others["y"] - own["y"], margins * (others["y_half"] + own["y_half"]))
    higher, lower = answers.count("yes"), answers.count("no")
    wanted = share * len(others)
    return Finding(
        verdict=choose(holds=higher >= wanted, fails=len(others) - lower < wanted),
        evidence=(own["y_id"], *others["y_id"]),
        value=higher / len(others),
        decided_by=f"{higher} of {len(others)} such rows score higher",
        comparisons=len(others),
    )


def similar_differ(
    material: Material,
    *,
    table: str,
    x: str,
    y: str,
    factor: float = 1.1,
    share: float = 0.5,
    margins: float = 1,
) -> Finding:
    """Tell whether rows of about the same `x` differ much in `y`.

    Much is a share of the whole range of `y`, by default half of it; two readings must differ by
    so much more than both may be off. Fails if no two rows can differ so much.
    """
    chart = material.points(table, x, y).sort_values("x")
    pairs = [
        (one, other)
        for one, other in combinations(chart.index, 2)
        if chart["x"][other] <= chart["x"][one] * factor + 1e-9
    ]
    if not pairs:
        raise LackingError(f"two rows that differ by less than {factor:g} times")
    much = share * np.ptp(chart["y"])
    first, second = (chart.loc[list(rows)].reset_index() for rows in zip(*pairs, strict=True))
    gaps = (first["y"] - second["y"]).abs()
    answers = each_above(gaps - much, margins * (first["y_half"] + second["y_half"]))
    one, other = pairs[gaps.argmax()]
    return Finding(
        verdict=choose(holds="yes" in answers, fails=set(answers) == {"no"}),
        evidence=ids(chart.loc[[one, other]]),
        value=gaps.max(),
        decided_by=f"{one} and {other} are {gaps.max():g} points apart; all rows span "
        f"{np.ptp(chart['y']):g}",
        comparisons=independent(pairs),
    )
