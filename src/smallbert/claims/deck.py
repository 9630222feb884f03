"""The slide deck's remarks and captions, held against its tables."""

from functools import lru_cache

import numpy as np
import pandas as pd

from smallbert import compare, cost
from smallbert.audit.scores import GLUE_TASKS, META_TASKS
from smallbert.claims import remarks
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose
from smallbert.claims.material import Material, listed
from smallbert.claims.ranking import on_mnli
from smallbert.claims.scores import EIGHT, PRINTED, README, STUDENTS, over_tasks
from smallbert.data import sources

WORKS = (
    "guo2019rpp",
    "sun2020mobilebert",
    "cao2020deformer",
    "turc2019wellread",
    "zhao2019extreme",
)
RETRAINED = "retrained teacher"
"""A base of a remark that no table has a row for."""


def remark(material: Material, *, work: str, row: str) -> Finding:
    """Tell whether factor and both scores of a remark are those of the row that it speaks of.

    On MNLI and on stored weights with embeddings; `smallbert.claims.remarks` says when numbers
    agree.
    """
    judged = _judged(material)
    own = judged[(judged["source"] == work) & (judged["claim"] == row)].iloc[0]
    table = f"{work}/claims"
    tidy = material.tidy(table)
    evidence = tuple(tidy.loc[tidy["row"] == row, "id"])
    if pd.notna(own["table"]):
        there = material.tidy(f"{work}/{own['table']}")
        there = there[there["row"].eq(own["row"]) & there["task"].isin(compare.SCORES["mnli"])]
        evidence += tuple(there["id"])
    numbers = {
        "factor": (own["factor"], own["written"], ".2f"),
        "before": (own["baseline_score"], f"{own['before']:g}", ".1f"),
        "after": (own["score"], f"{own['after']:g}", ".1f"),
    }
    parts = [
        f"{part} {value:{form}} for {said} ({own[f'{part}_agrees']})"
        for part, (value, said, form) in numbers.items()
        if pd.notna(value)
    ]
    missing = [part for part, (value, *_) in numbers.items() if pd.isna(value)]
    words = [", ".join(parts)] if parts else []
    words += [f"missing: {' and '.join(missing)} of such a row"] if missing else []
    return Finding(
        verdict=own["verdict"],
        evidence=evidence,
        value=None if pd.isna(own["score"]) else float(own["score"]),
        decided_by="; ".join(words),
        comparisons=int(pd.notna(own["score"])),
    )


@lru_cache(maxsize=1)  # twelve claims ask for it, one after another, with the same material
def _judged(material: Material) -> pd.DataFrame:
    """Return the deck's remarks with the rows that they speak of and the verdict on each."""
    corrected = material.corrected
    rows = on_mnli(material).rename(columns={"with_embeddings": "factor"})
    rows = rows[rows["task"].isin(compare.SCORES["mnli"]) & rows["technique"].ne("none")]
    dev = sources.values("turc2019wellread", "table3", corrected=corrected).reset_index()
    dev = dev[dev["split"] == "dev"].assign(source="turc2019wellread", table="table3")
    dev = dev.assign(model=dev["name"], score=dev["mnli_m_accuracy"])
    dev["factor"] = [_factor(shape) for shape in dev["architecture"]]
    rows = pd.concat([rows[rows["source"].isin(WORKS)], dev], ignore_index=True)
    said = remarks.with_rows(remarks.read(WORKS, corrected=corrected), rows, rows)
    said.loc[said["base"] == RETRAINED, ["baseline_score", "factor"]] = np.nan
    answers = remarks.judge(said)
    agrees = answers.drop(columns="verdict").add_suffix("_agrees")
    return said.join(agrees).assign(verdict=answers["verdict"])


def _factor(shape: str) -> float:
    whole, part = (cost.parameters(cost.architecture(name)).sum() for name in ("bert-base", shape))
    return whole / part


def severe(material: Material, *, points: float) -> Finding:
    """Tell whether even the best student of each width loses at least so many points of MNLI."""
    table = "zhao2019extreme/table3"
    scores = material.column(table, "mnli-m-accuracy")
    name = material.labels(table)["name"].reindex(scores.index)
    width = name.str.extract(r", (\d+)$")[0]
    students = scores[width.notna() & ~name.str.startswith("NoKD")]
    best = students.groupby(width.reindex(students.index))["value"].max()
    losses = scores["value"]["teacher"] - best
    least = losses.min()
    return Finding(
        verdict=choose(holds=least >= points, fails=least < points),
        evidence=(scores["id"]["teacher"], *students["id"]),
        value=least,
        decided_by=f"the best of each width loses {least:.1f} to {losses.max():.1f} points",
        comparisons=len(losses),
    )


def one_baseline(material: Material, *, tables: str) -> Finding:
    """Tell whether score less change gives one baseline a task, but for rounding."""
    off, evidence = {}, []
    for table in listed(tables):
        tidy = material.tidy(table)
        change = tidy[tidy["metric"] == "change"].set_index(["row", "task"])
        score = tidy[tidy["task"].ne("") & tidy["metric"].ne("change")].set_index(["row", "task"])
        both = score.join(change.add_suffix("_change"), how="inner")
        implied = both["value"] - both["value_change"]
        slack = both["half_width"] + both["half_width_change"]
        spread = (implied - slack).groupby("task").max() - (implied + slack).groupby("task").min()
        off |= dict(spread.round(6))
        evidence += [*both["id"], *both["id_change"]]
    wide = [task for task, spread in off.items() if spread > 0]
    return Finding(
        verdict=FAILS if wide else HOLDS,
        evidence=tuple(evidence),
        value=max(off.values()),
        decided_by=f"{len(wide)} of {len(off)} tasks have several: {', '.join(wide) or 'none'}",
        comparisons=len(off),
    )


def meta_is_mean(material: Material, *, within: float) -> Finding:
    """Tell whether each meta score is the mean of six tasks, a task's metrics averaged first."""
    tidy, wide = material.tidy(STUDENTS), material.wide(STUDENTS)
    off = (over_tasks(wide, META_TASKS) - wide["glue-6-average"]).abs().round(6)
    return Finding(
        verdict=HOLDS if off.max() <= within else FAILS,
        evidence=tuple(tidy["id"]),
        value=off.max(),
        decided_by=f"{(off <= within).sum()} of {len(off)} agree, {off.max():.2f} off at most",
        comparisons=len(off),
    )


def glue_without_wnli(material: Material, *, within: float) -> Finding:
    """Tell whether the leaderboard's average is that of eight tasks, without WNLI.

    Shown on the rows that have every column. Each task's metrics are averaged first.
    """
    tidy, wide = material.tidy(README), material.wide(README)
    if "wnli-accuracy" not in wide:
        raise LackingError("scores on WNLI")
    printed = wide[PRINTED]
    nine, eight = (over_tasks(wide, tasks) - printed for tasks in (GLUE_TASKS, EIGHT))
    fits = [(each.abs() <= within).sum() for each in (eight, nine)]
    return Finding(
        verdict=choose(holds=fits[0] == len(printed), fails=fits[1] == len(printed)),
        evidence=tuple(tidy["id"]),
        value=eight.abs().min(),
        decided_by=f"{fits[1]} of {len(printed)} averages fit nine tasks and {fits[0]} eight",
        comparisons=len(printed),
    )


def memory_below_weights(material: Material, *, row: str) -> Finding:
    """Tell whether the inference memory printed for a model is less than its float32 weights."""
    table = "cao2020deformer/table2"
    memory = material.column(table, "memory", [row])
    weights = cost.megabytes(cost.architecture(material.labels(table)["architecture"][row]))
    share = memory["value"].iloc[0] / weights
    return Finding(
        verdict=HOLDS if share < 1 else FAILS,
        evidence=tuple(memory["id"]),
        value=share,
        decided_by=f"{memory['value'].iloc[0]:g} MB, while the weights take {weights:.0f} MiB",
        comparisons=1,
    )
