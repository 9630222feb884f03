"""What of Well-Read Students is code: kinds of claims on what their GLUE scores are means of."""

import pandas as pd

from smallbert.audit import GLUE_TASKS, META_TASKS
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, Material

README = "turc2019wellread/published_readme"
EIGHT = {task: metrics for task, metrics in GLUE_TASKS.items() if task != "WNLI"}


def meta_is_mean(material: Material, *, within: float = 0.1) -> Finding:
    """Tell whether each meta score is the mean of six tasks, a task's metrics averaged first."""
    table = "turc2019wellread/table3"
    tidy, wide = material.tidy(table), material.wide(table)
    off = (over_tasks(wide, META_TASKS) - wide["glue-6-average"]).abs().round(6)
    return Finding(
        verdict=HOLDS if off.max() <= within else FAILS,
        evidence=tuple(tidy["id"]),
        value=off.max(),
        decided_by=f"{(off <= within).sum()} of {len(off)} agree, {off.max():.2f} off at most",
        comparisons=len(off),
    )


def over_tasks(wide: pd.DataFrame, tasks: dict[str, tuple[str, ...]]) -> pd.Series:
    """Return the mean over tasks, a task's metrics averaged first; missing if a part is."""
    if missing := [each for parts in tasks.values() for each in parts if each not in wide]:
        raise LackingError(" and ".join(missing))
    parts = {
        task: wide[list(metrics)].mean(axis=1, skipna=False) for task, metrics in tasks.items()
    }
    return pd.DataFrame(parts).mean(axis=1, skipna=False)
