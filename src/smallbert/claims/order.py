"""Claims that put rows in order, or hold a number against a bound."""

from itertools import combinations, pairwise

import numpy as np
import pandas as pd

from smallbert import cost
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    NOT_TESTABLE,
    Finding,
    above,
    all_above,
    choose,
    each_above,
    independent,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material


@kind
def rises(
    material: Material, *, table: str, quantity: str, rows: list[str], margins: float = 1
) -> Finding:
    """Tell whether each of the rows, in the order named, has more than the one before."""
    column = material.column(table, quantity, rows)
    steps = [b - a for a, b in pairwise(column["value"])]
    widths = [margins * (a + b) for a, b in pairwise(column["half_width"])]
    words = f"smallest of {len(steps)} steps" if len(steps) > 1 else "the step is"
    return Finding(
        verdict=all_above(steps, widths),
        evidence=tuple(column["id"]),
        value=min(steps),
        decided_by=f"{words} {number(min(steps), '+.2f')}",
        comparisons=len(steps),
    )


@kind
def highest(
    material: Material,
    *,
    table: str,
    quantity: str,
    rows: list[str],
    margins: float = 1,
    among: list[str] | None = None,
) -> Finding:
    """Tell whether each of the rows named has more than every other row, or each of `among`."""
    column = material.column(table, quantity)
    if among:
        column = column.loc[[row for row in column.index if row in [*among, *rows]]]
    named = material.column(table, quantity, rows)
    others = column.drop(index=named.index)
    least, rival = named["value"].min(), others["value"].idxmax()
    lead = least - others["value"]
    width = margins * (named.loc[named["value"].idxmin(), "half_width"] + others["half_width"])
    return Finding(
        verdict=all_above(lead, width),
        evidence=(*named["id"], *others["id"]),
        value=lead.min(),
        decided_by=f"lead over {rival} {number(lead.min(), '+.2f')}",
        comparisons=len(others),
    )


@kind
def largest_not_highest(
    material: Material, *, table: str, size: str, quantity: str, margins: float = 1
) -> Finding:
    """Tell whether the row with the largest size lacks the highest score."""
    sizes, scores = (material.column(table, each) for each in (size, quantity))
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


@kind
def larger_scores_less(
    material: Material, *, table: str, quantity: str, rows: list[str], margins: float = 1
) -> Finding:
    """Tell whether some of the rows named scores less than some smaller row of the table.

    Sizes are counted from the shape and the bits that a row names.
    """
    scores, named = material.column(table, quantity), material.column(table, quantity, rows).index
    labels = material.labels(table).loc[scores.index]
    bits = [{f"{part}_bits": float(b) for part in ("weight", "embedding")} for b in labels["bits"]]
    shapes = zip(labels["architecture"].map(cost.architecture), bits, strict=True)
    sizes = pd.Series([cost.megabytes(shape, **own) for shape, own in shapes], scores.index)
    pairs = {
        (big, small): scores["value"][small] - scores["value"][big]
        for big in named
        for small in sizes.index
        if sizes[big] > sizes[small]
    }
    big, small = max(pairs, key=pairs.get)
    gap, width = pairs[big, small], margins * scores.loc[[big, small], "half_width"].sum()
    answer = above(gap, width)
    return Finding(
        verdict=choose(holds=answer == "yes", fails=gap <= 0),
        evidence=tuple(scores["id"][[big, small]]),
        value=gap,
        decided_by=f"{big} is larger and {gap:.2f} points behind {small}",
        comparisons=independent(pairs),
    )


@kind
def differ(
    material: Material, *, table: str, quantity: str, rows: list[str], margins: float = 1
) -> Finding:
    """Tell whether some two of the rows named differ by more than they may be off."""
    column = material.column(table, quantity, rows)
    pairs = list(combinations(column.index, 2))
    gaps = [abs(column["value"][a] - column["value"][b]) for a, b in pairs]
    widths = [margins * column["half_width"][list(pair)].sum() for pair in pairs]
    answers = each_above(gaps, widths)
    return Finding(
        verdict=choose(holds="yes" in answers, fails=max(gaps) == 0),
        evidence=tuple(column["id"]),
        value=max(gaps),
        decided_by=f"largest difference {max(gaps):.2f}, margin {max(widths):.2f}",
        comparisons=independent(pairs),
    )


@kind
def every(
    material: Material,
    *,
    table: str,
    quantity: str,
    rows: list[str] | None = None,
    least: float | None = None,
    most: float | None = None,
    strict: bool = False,
    inside: str = HOLDS,
) -> Finding:
    """Tell whether each row has at least `least` and at most `most`; `strict`: is between.

    A row outside fails. `inside` is the verdict if there is none: a bound that other causes keep
    as well can refute and not confirm.
    """
    column = material.column(table, quantity, rows)
    value = column["value"]
    least, most = -np.inf if least is None else least, np.inf if most is None else most
    kept = (value > least) & (value < most) if strict else value.between(least, most)
    row = np.minimum(value - least, most - value).idxmin()
    return Finding(
        verdict=inside if kept.all() else FAILS,
        evidence=tuple(column["id"]),
        value=value[row],
        decided_by=f"true of {kept.sum()} of {len(column)} rows; {row} has {value[row]:g}",
        comparisons=len(column),
    )


@kind
def near(material: Material, *, result: str, value: float, within: float = 10) -> Finding:
    """Tell whether a result differs from a value by no more than so many per cent of the value."""
    table, row, quantity = result.rsplit("/", 2)
    cell = material.column(table, quantity, [row]).iloc[0]
    off = 100 * (cell["value"] / value - 1)
    return Finding(
        verdict=HOLDS if abs(off) <= within else FAILS,
        evidence=(cell["id"],),
        value=off,
        decided_by=f"{cell['value']:g} is {number(off, '+.0f')} % off",
        comparisons=1,
    )


@kind
def stands(material: Material, *, table: str, row: str) -> Finding:
    """Tell whether a table has results for a row."""
    tidy = material.tidy(table)
    ids = tidy.loc[tidy["row"] == row, "id"]
    return Finding(
        verdict=HOLDS if len(ids) else FAILS,
        evidence=tuple(ids) or tuple(tidy["id"]),
        value=float(len(ids)),
        decided_by=f"{len(ids)} results" if len(ids) else f"there is no row {row} in {table}",
        comparisons=min(len(ids), 1),
    )


@kind
def beyond_results(material: Material, *, why: str) -> Finding:
    """Say why no result can show it: advice, or how a model was made."""
    return Finding(verdict=NOT_TESTABLE, evidence=(), value=None, decided_by=why, comparisons=0)
