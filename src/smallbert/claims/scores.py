"""Claims on what a GLUE score is a mean of."""

import pandas as pd

from smallbert.audit.scores import GLUE_TASKS
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, number
from smallbert.claims.material import Material, listed

PRINTED = "glue-9-average"
README = "turc2019wellread/published_readme"
STUDENTS = "turc2019wellread/table3"
EIGHT = {task: metrics for task, metrics in GLUE_TASKS.items() if task != "WNLI"}


def wnli_moves(material: Material, *, least: float) -> Finding:
    """Tell whether leaving out WNLI moves some published score by so many points."""
    wide = material.wide(README)
    move = over_tasks(wide, EIGHT) - wide[PRINTED]
    far = move.abs().idxmax()
    return Finding(
        verdict=HOLDS if move.abs().max() >= least else FAILS,
        evidence=tuple(material.tidy(README)["id"]),
        value=move.abs().max(),
        decided_by=f"largest move {number(move[far], '+.1f')} points, {far}",
        comparisons=len(move),
    )


def below_eight(material: Material, *, table: str, hidden: float) -> Finding:
    """Tell whether every printed score lies below all means over the eight tasks without WNLI.

    The table shows one metric a task. The other metric of MRPC and STS-B is taken to lie within
    `hidden` points of it, and QQP's accuracy as far above its F1 as in Turc et al.'s students.
    """
    wide = material.wide(table).dropna(subset=PRINTED)
    students = material.wide(STUDENTS).filter(like="test-", axis=0)
    gap = (students["qqp-accuracy"] - students["qqp-f1"]).dropna()
    if gap.empty:
        raise LackingError(f"both metrics of QQP in {STUDENTS}")
    full = wide.assign(
        **{"mrpc-accuracy": wide["mrpc-f1"], "sts-b-pearson": wide["sts-b-spearman"]},
        **{"qqp-accuracy": wide["qqp-f1"] + gap.mean()},
    )
    slack = (hidden + (gap.max() - gap.min()) / 4) / len(EIGHT)  # two metrics, each half a task
    below = over_tasks(full, EIGHT) - slack - wide[PRINTED]
    tidy = material.tidy(table)
    return Finding(
        verdict=HOLDS if (below > 0).all() else FAILS,
        evidence=tuple(tidy.loc[tidy["row"].isin(wide.index) & tidy["task"].ne(""), "id"]),
        value=below.min(),
        decided_by=f"{(below > 0).sum()} of {len(below)} lie below; {below.idxmin()} by "
        f"{number(below.min(), '.1f')} points",
        comparisons=len(below),
    )


def apart(material: Material, *, one: str, other: str, rows: str, least: float) -> Finding:
    """Tell whether two places give each model scores so many points apart.

    `one` and `other` name a table and a quantity, ``source/table:quantity``; `rows` the model's
    rows in both, ``row:row`` joined by +.
    """
    pairs = [each.split(":") for each in listed(rows)]
    sides = [
        material.column(*place.split(":"), [pair[at] for pair in pairs])
        for at, place in enumerate((one, other))
    ]
    values = [each["value"].to_numpy() for each in sides]
    gaps = pd.Series(abs(values[0] - values[1]), sides[0].index)
    return Finding(
        verdict=HOLDS if (gaps >= least).all() else FAILS,
        evidence=(*sides[0]["id"], *sides[1]["id"]),
        value=gaps.min(),
        decided_by=f"{gaps.min():.1f} points apart at least, {gaps.idxmin()}",
        comparisons=len(gaps),
    )


def over_tasks(wide: pd.DataFrame, tasks: dict[str, tuple[str, ...]]) -> pd.Series:
    """Return the mean over tasks, a task's metrics averaged first; missing if a part is."""
    if missing := [each for parts in tasks.values() for each in parts if each not in wide]:
        raise LackingError(" and ".join(missing))
    parts = {
        task: wide[list(metrics)].mean(axis=1, skipna=False) for task, metrics in tasks.items()
    }
    return pd.DataFrame(parts).mean(axis=1, skipna=False)
