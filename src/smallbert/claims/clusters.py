"""Claims on points that stand apart from others, or together with them."""

from itertools import combinations

import numpy as np
import pandas as pd
from scipy import stats

from smallbert.claims.finding import (
    HOLDS,
    UNDECIDABLE,
    Finding,
    LackingError,
    above,
    choose,
    each_above,
    independent,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material, dates, ids, points
from smallbert.claims.statistics import distances, quantiles


@kind
def outliers(
    material: Material, *, table: str, x: str, y: str, rows: list[str], level: float = 0.95
) -> Finding:
    """Tell whether each of the rows named lies apart from the line through the others.

    Over the logarithm of `x`. Holds if each is farther off than an outlier picked from all
    points must be; fails if one is nearer than a point chosen beforehand must be.
    """
    chart = points(material, table, x, y, rows)
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


@kind
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
    chart = points(material, table, x, y, [row])
    own, others = chart.loc[row], chart.drop(index=row)
    others = others[np.abs(np.log(others["x"] / own["x"])) <= np.log(factor) + 1e-9]
    if column:
        when = dates(material, table, column)
        others = others[when[others.index] > when[row]]
    if others.empty:
        raise LackingError(f"another row whose {x} is within {factor:g} times that of {row}")
    widths = margins * (others["y_half"] + own["y_half"])
    answers = each_above(others["y"] - own["y"], widths)
    higher, lower = answers.count("yes"), answers.count("no")
    wanted = share * len(others)
    return Finding(
        verdict=choose(holds=higher >= wanted, fails=len(others) - lower < wanted),
        evidence=(own["y_id"], *others["y_id"]),
        value=higher / len(others),
        decided_by=f"{higher} of {len(others)} such rows score higher",
        comparisons=len(others),
    )


@kind
def cheaper_and_better(
    material: Material,
    *,
    table: str,
    x: str,
    y: str,
    rows: list[str],
    than: str,
    margins: float = 1,
) -> Finding:
    """Tell whether some of the rows named has less `x` and more `y` than another row."""
    chart = points(material, table, x, y, [*rows, than])
    other, leads = chart.loc[than], {}
    for row, own in chart.loc[rows].iterrows():
        less = above(other["x"] - own["x"], margins * (other["x_half"] + own["x_half"]))
        more = above(own["y"] - other["y"], margins * (other["y_half"] + own["y_half"]))
        leads[row] = (less, more, own["y"] - other["y"])
    won = [row for row, (less, more, _) in leads.items() if less == more == "yes"]
    lost = all("no" in each[:2] for each in leads.values())
    best = max(leads, key=lambda row: (row in won, leads[row][2]))
    return Finding(
        verdict=choose(holds=bool(won), fails=lost),
        evidence=ids(chart.loc[[*rows, than]]),
        value=leads[best][2],
        decided_by=f"{best} {number(leads[best][2], '+.1f')} points; {len(won)} of {len(leads)}",
        comparisons=len(leads),
    )


@kind
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
    chart = points(material, table, x, y).sort_values("x")
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


@kind
def several_near(
    material: Material, *, table: str, x: str, at: float, within: float = 20, least: int = 3
) -> Finding:
    """Tell whether at least so many rows have an `x` within some per cent of a value."""
    rows = material.column(table, x)
    close = rows[(rows["value"] / at - 1).abs() <= within / 100]
    return Finding(
        verdict=choose(holds=len(close) >= least, fails=len(close) < least),
        evidence=tuple(close["id"]) or tuple(rows["id"]),
        value=float(len(close)),
        decided_by=f"{len(close)} of {len(rows)} rows within {within:g} % of {at:g}",
        comparisons=len(rows),
    )


@kind
def clustered(material: Material, *, table: str, x: str, level: float = 0.95) -> Finding:
    """Tell whether the logarithms of `x` lie less evenly between their ends than by chance.

    Holds if Kolmogorov and Smirnov's test refuses an even spread; it never shows one.
    """
    rows = material.column(table, x)
    logs = np.sort(np.log(rows["value"]))
    if len(logs) < 4 or np.ptp(logs) == 0:
        raise LackingError(f"four rows that differ in {x}")
    inner = (logs[1:-1] - logs[0]) / np.ptp(logs)  # the ends are fixed by being the ends
    chance = stats.kstest(inner, "uniform").pvalue
    return Finding(
        verdict=HOLDS if chance < 1 - level else UNDECIDABLE,
        evidence=tuple(rows["id"]),
        value=float(chance),
        decided_by=f"chance of such a spread without clusters {chance:.2f}, n = {len(rows)}",
        comparisons=len(rows),
    )
