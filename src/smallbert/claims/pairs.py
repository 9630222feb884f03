"""Claims that set one model against another."""

import numpy as np
import pandas as pd
from scipy.stats import norm

from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    Finding,
    LackingError,
    above,
    all_above,
    choose,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.compare import standard_errors

SCORES = ("accuracy", "f1", "matthews", "pearson", "spearman", "score", "exact-match")
"""Metrics that tell how good a model is on one task."""

KIND = ["task", "metric", "split"]
"""What two scores must share to be set beside each other."""


@kind
def ahead(
    material: Material,
    *,
    tables: list[str],
    one: str,
    other: str,
    share: float = 1,
    most: float = 1,
) -> Finding:
    """Tell whether a row has more than another in a share of all scores, from `share` to `most`."""
    leads, evidence = _leads(material, tables, one, other)
    won = sum(lead > 0 for lead in leads)
    return Finding(
        verdict=HOLDS if share <= won / len(leads) <= most else FAILS,
        evidence=evidence,
        value=won / len(leads),
        decided_by=f"ahead in {won} of {len(leads)} scores",
        comparisons=1,
    )


@kind
def ahead_in_the_mean(material: Material, *, tables: list[str], one: str, other: str) -> Finding:
    """Tell whether one row is above another in the mean over all scores of both."""
    leads, evidence = _leads(material, tables, one, other)
    mean = float(np.mean(leads))
    return Finding(
        verdict=HOLDS if mean > 0 else FAILS,
        evidence=evidence,
        value=mean,
        decided_by=f"{number(mean, '+.2f')} points on average over {len(leads)} scores",
        comparisons=1,
    )


@kind
def both_higher(
    material: Material, *, table: str, one: str, other: str, first: str, second: str
) -> Finding:
    """Tell whether one row has more than another of both quantities, each by its rounding."""
    parts = [material.column(table, quantity, [one, other]) for quantity in (first, second)]
    gaps = [part["value"][one] - part["value"][other] for part in parts]
    return Finding(
        verdict=all_above(gaps, [part["half_width"].sum() for part in parts]),
        evidence=tuple(each for part in parts for each in part["id"]),
        value=gaps[0],
        decided_by=f"{number(gaps[0], '+.2f')} in {first}, {number(gaps[1], '+.2f')} in {second}",
        comparisons=1,
    )


@kind
def surely_higher(
    material: Material, *, table: str, quantity: str, pairs: dict[str, str], level: float = 0.95
) -> Finding:
    """Tell whether each row named has more than its partner, by more than chance explains.

    Chance is that of the examples of the test set, and of the runs where a source prints their
    spread, as if the errors of the two were independent.
    """
    sides = [material.column(table, quantity, list(side)) for side in (pairs, pairs.values())]
    tidy = material.tidy(table).set_index("id")
    errors = [standard_errors(tidy.loc[side["id"]]).to_numpy() for side in sides]
    gaps = sides[0]["value"] - sides[1]["value"].to_numpy()
    margins = norm.ppf(level) * np.hypot(*errors)
    words = f"smallest of {len(gaps)} gaps" if len(gaps) > 1 else "the gap is"
    return Finding(
        verdict=all_above(gaps, margins),
        evidence=tuple(dict.fromkeys(each for side in sides for each in side["id"])),
        value=gaps.min(),
        decided_by=f"{words} {number(gaps.min(), '+.2f')}; "
        f"chance may explain {margins[gaps.argmin()]:.2f}",
        comparisons=len(gaps),
    )


@kind
def leads(material: Material, *, higher: str, than: str, smaller: str, of: str) -> Finding:
    """Tell whether a result is above another and a size below another, each by its rounding.

    All four are ids of results; the two scores must be of one task, metric and split.
    """
    needed = [higher, than, smaller, of]
    score, rival, size, bound = map(material.result, needed)
    assert (score[KIND] == rival[KIND]).all(), f"{higher} and {than} are not scores of one kind"
    gap = score["value"] - rival["value"]
    answers = {
        above(gap, score["half_width"] + rival["half_width"]),
        above(bound["value"] - size["value"], size["half_width"] + bound["half_width"]),
    }
    return Finding(
        verdict=choose(holds=answers == {"yes"}, fails="no" in answers),
        evidence=tuple(needed),
        value=gap,
        decided_by=f"{number(gap, '+.1f')} points; {size['value']:g} against {bound['value']:g} "
        f"{size['unit']}",
        comparisons=1,
    )


@kind
def ratio(material: Material, *, one: str, other: str, least: float) -> Finding:
    """Tell whether a result is at least so many times another; both are ids."""
    times = material.result(one)["value"] / material.result(other)["value"]
    return Finding(
        verdict=HOLDS if times >= least else FAILS,
        evidence=(one, other),
        value=times,
        decided_by=f"{times:.{3 if times < 1 else 2}f} times",
        comparisons=1,
    )


@kind
def rests_on_task(material: Material, *, table: str, one: str, other: str, without: str) -> Finding:
    """Tell whether one row leads another in the mean over tasks, and no longer without a task."""
    tidy = material.tidy(table)
    tasks = tidy[tidy["task"].ne("") & tidy["metric"].ne("average")]
    tasks = tasks[tasks["row"].isin([one, other])].replace({"task": {"mnli-mm": "mnli-m"}})
    wide = tasks.pivot_table(index="row", columns="task", values="value")
    if missing := [row for row in (one, other) if row not in wide.index]:
        raise LackingError(f"{' and '.join(missing)} in {table}")
    lead: pd.Series = wide.loc[one] - wide.loc[other]
    whole, rest = lead.mean(), lead.drop(without).mean()
    return Finding(
        verdict=HOLDS if whole > 0 >= rest else FAILS,
        evidence=tuple(tasks["id"]),
        value=rest,
        decided_by=f"{number(whole, '+.2f')} points over {len(lead)} tasks, "
        f"{number(rest, '+.2f')} without {without}",
        comparisons=1,
    )


@kind
def teacher_adds_little(
    material: Material,
    *,
    pairs: dict[str, dict[str, str]],
    quantities: dict[str, str],
    points: float = 2,
) -> Finding:
    """Tell whether no student gains so many points from its teacher.

    `pairs` names by table the rows of students with a teacher, each with the row of the same
    shape without one; `quantities` names by table the score.
    """
    gains, evidence = {}, []
    for table, own in pairs.items():
        score = material.column(table, quantities[table])
        for taught, alone in own.items():
            if {taught, alone} <= set(score.index):
                gains[taught] = score["value"][taught] - score["value"][alone]
                evidence += [score["id"][taught], score["id"][alone]]
    if not gains:
        raise LackingError("a student with and without a teacher")
    most, mean = max(gains.values()), float(np.mean(list(gains.values())))
    return Finding(
        verdict=HOLDS if most < points else FAILS,
        evidence=tuple(dict.fromkeys(evidence)),
        value=most,
        decided_by=f"{number(min(gains.values()), '.1f')} to {most:.1f} points, mean {mean:.1f}",
        comparisons=len(gains),
    )


def _leads(material: Material, tables: list[str], one: str, other: str) -> tuple[list, tuple]:
    """Return one row's scores less the other's, and the ids of both."""
    leads, evidence = [], []
    for table in tables:
        tidy = material.tidy(table)
        scores = tidy[tidy["metric"].isin(SCORES)].set_index("quantity")
        own, their = (scores.loc[scores["row"] == row, ["value", "id"]] for row in (one, other))
        both = own.add_suffix("_one").join(their.add_suffix("_other"), how="inner")
        leads += list(both["value_one"] - both["value_other"])
        evidence += [*both["id_one"], *both["id_other"]]
    if not leads:
        raise LackingError(f"a score of both {one} and {other}")
    return leads, tuple(evidence)
