"""Claims on what a GLUE score is a mean of."""

import pandas as pd

from smallbert.audit import GLUE_TASKS, META_TASKS
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, all_above, choose, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material

PRINTED = "glue-9-average"
EIGHT = {task: metrics for task, metrics in GLUE_TASKS.items() if task != "WNLI"}


@kind
def wnli_moves(material: Material, *, table: str, least: float = 1) -> Finding:
    """Tell whether leaving out WNLI moves some published score by so many points."""
    wide = material.wide(table)
    move = over_tasks(wide, EIGHT) - wide[PRINTED]
    far = move.abs().idxmax()
    return Finding(
        verdict=HOLDS if move.abs().max() >= least else FAILS,
        evidence=tuple(material.tidy(table)["id"]),
        value=move.abs().max(),
        decided_by=f"largest move {number(move[far], '+.1f')} points, {far}",
        comparisons=len(move),
    )


@kind
def below_eight(
    material: Material, *, table: str, both_metrics: str, like: str, hidden: float = 5
) -> Finding:
    """Tell whether every printed score lies below all means over the eight tasks without WNLI.

    The table shows one metric per task. The other metric of MRPC and STS-B is taken to lie within
    `hidden` points of it, and QQP's accuracy as far above its F1 as in the rows of the table
    `both_metrics` that have `like` in their names.
    """
    wide = material.wide(table).dropna(subset=PRINTED)
    students = material.wide(both_metrics).filter(like=like, axis=0)
    gap = (students["qqp-accuracy"] - students["qqp-f1"]).dropna()
    if gap.empty:
        raise LackingError(f"both metrics of QQP in {both_metrics}")
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


@kind
def apart(material: Material, *, one: list[str], other: list[str], rows: dict[str, str]) -> Finding:
    """Tell whether two places give each model scores further apart than both may be off.

    `one` and `other` each name a table and a quantity, `rows` the models' rows in the first, each
    with the one in the other.
    """
    pairs = list(rows.items())
    sides = [
        material.column(*place, [pair[at] for pair in pairs])
        for at, place in enumerate((one, other))
    ]
    second = sides[1].set_axis(sides[0].index)
    gaps = (sides[0]["value"] - second["value"]).abs()
    return Finding(
        verdict=all_above(gaps, sides[0]["half_width"] + second["half_width"]),
        evidence=(*sides[0]["id"], *sides[1]["id"]),
        value=gaps.min(),
        decided_by=f"{gaps.min():.1f} points apart at least, {gaps.idxmin()}",
        comparisons=len(gaps),
    )


@kind
def one_baseline(material: Material, *, tables: list[str]) -> Finding:
    """Tell whether score less change gives one baseline a task, but for rounding."""
    off, evidence = {}, []
    for table in tables:
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


@kind
def meta_is_mean(material: Material, *, table: str, quantity: str, within: float = 0.1) -> Finding:
    """Tell whether each meta score is the mean of six tasks, a task's metrics averaged first."""
    tidy, wide = material.tidy(table), material.wide(table)
    off = (over_tasks(wide, META_TASKS) - wide[quantity]).abs().round(6)
    return Finding(
        verdict=HOLDS if off.max() <= within else FAILS,
        evidence=tuple(tidy["id"]),
        value=off.max(),
        decided_by=f"{(off <= within).sum()} of {len(off)} agree, {off.max():.2f} off at most",
        comparisons=len(off),
    )


@kind
def glue_without_wnli(material: Material, *, table: str, within: float = 0.1) -> Finding:
    """Tell whether the leaderboard's average is that of eight tasks, without WNLI.

    Shown on the rows that have every column. Each task's metrics are averaged first.
    """
    tidy, wide = material.tidy(table), material.wide(table)
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


def over_tasks(wide: pd.DataFrame, tasks: dict[str, tuple[str, ...]]) -> pd.Series:
    """Return the mean over tasks, a task's metrics averaged first; missing if a part is."""
    if missing := [each for parts in tasks.values() for each in parts if each not in wide]:
        raise LackingError(" and ".join(missing))
    parts = {
        task: wide[list(metrics)].mean(axis=1, skipna=False) for task, metrics in tasks.items()
    }
    return pd.DataFrame(parts).mean(axis=1, skipna=False)
