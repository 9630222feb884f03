"""Judgements that the book itself makes of its sources, beyond what the documents say."""

import numpy as np
import pandas as pd

from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose, number
from smallbert.claims.material import Material

TAUGHT = {
    "zhao2019extreme/table3": {
        f"{kind}-{width}": f"nokd-{width}"
        for width in (192, 96, 48)
        for kind in ("dualtrain", "dualtrain-down", "dualtrain-up")
    },
    "turc2019wellread/table3": {
        "test-pd": "test-pf",
        "dev-pd": "dev-pf",
        "test-sun": "test-tf",
    },
}
"""Students with a teacher, and the same shape without one."""


def teacher_adds_little(material: Material, *, points: float) -> Finding:
    """Tell whether no student gains so many points of MNLI from its teacher."""
    gains, evidence = {}, []
    for table, pairs in TAUGHT.items():
        score = material.column(table, "mnli-m-accuracy")
        for taught, alone in pairs.items():
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


def larger_sibling_better(material: Material, *, table: str, size: str, score: str) -> Finding:
    """Tell whether each step to a larger model of one family and tuning raises the score."""
    chart = material.column(table, size)
    chart = chart.join(material.column(table, score).add_suffix("_score"))
    read = material.labels("yang2024memory3/points")["family"]
    labels = material.labels(table).reindex(chart.index)
    chart = chart.assign(family=labels["reads"].map(read), tuning=labels["tuning"])
    chart = chart.dropna(subset="family").sort_values("value", kind="stable")
    grouped = chart.groupby(["family", "tuning"])
    steps = chart[["id", "id_score"]].assign(
        size=grouped["value"].diff(), score=grouped["value_score"].diff()
    )
    steps = steps[steps["size"] > 0]
    if steps.empty:
        raise LackingError("two sizes of one family")
    rising = (steps["score"] > 0).sum()
    return Finding(
        verdict=choose(holds=rising == len(steps), fails=rising < len(steps)),
        evidence=(*steps["id"], *steps["id_score"]),
        value=steps["score"].min(),
        decided_by=f"{rising} of {len(steps)} steps rise",
        comparisons=len(steps),
    )


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
