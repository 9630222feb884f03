"""Claims on what the book measured itself: times of the documents' shapes on one machine.

A speedup is the ratio of two medians of one setting, so many inputs of so many tokens. A claim
speaks of every setting at which its arms were measured, unless it names a length.
"""

from fnmatch import fnmatch

import numpy as np
import pandas as pd
from scipy import stats

from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.compare import timings

LATENCY, COMPONENTS = "speed/latency", "speed/components"
QUANTITY = "latency-cpu"


@kind
def faster(
    material: Material,
    *,
    arms: list[str],
    least: float | None = None,
    most: float | None = None,
    against: str = "",
    tokens: int = 0,
) -> Finding:
    """Tell whether each run of the arms is between `least` and `most` times as fast as its base.

    That is the run's own baseline or, at the same setting, the arm named by `against`.
    """
    return _every(_runs(material, arms, against, tokens), "speedup", least, most, "times as fast")


@kind
def reaches(
    material: Material,
    *,
    arms: list[str],
    least: float | None = None,
    most: float | None = None,
    tokens: int = 0,
) -> Finding:
    """Tell whether each run's speedup is such a share of the factor by which operations fall."""
    runs = _runs(material, arms, "", tokens)
    runs = runs.assign(share=runs["speedup"] / _fewer(runs))
    return _every(runs, "share", least, most, "of what the operations promise")


@kind
def follows_operations(material: Material, *, arms: list[str], least: float = 0.8) -> Finding:
    """Tell whether, at each setting, the rank correlation of speedup and operations is so high."""
    runs = _runs(material, arms, "", 0)
    runs = runs.assign(fewer=_fewer(runs))
    found = {
        setting: stats.spearmanr(part["fewer"], part["speedup"]).statistic
        for setting, part in runs.groupby(["batch", "tokens"])
    }
    lowest = min(found.values())
    return Finding(
        verdict=HOLDS if lowest >= least else FAILS,
        evidence=_ids(runs),
        value=lowest,
        decided_by=f"lowest of {len(found)} rank correlations {number(lowest)}",
        comparisons=len(found),
    )


@kind
def printed_beyond(material: Material, *, pairs: dict[str, str]) -> Finding:
    """Tell whether each printed speedup, a result by the run's name, exceeds the measured one."""
    runs = _runs(material, ["*"], "", 0)
    if missing := [run for run in pairs if run not in runs.index]:
        raise LackingError(f"the run {missing[0]}")
    printed = pd.Series({run: material.result(each)["value"] for run, each in pairs.items()})
    gaps = printed - runs["speedup"][list(pairs)]
    return Finding(
        verdict=HOLDS if (gaps > 0).all() else FAILS,
        evidence=(*_ids(runs.loc[list(pairs)]), *pairs.values()),
        value=gaps.min(),
        decided_by=f"least gap {number(gaps.min(), '.2f')} times, for {gaps.idxmin()}",
        comparisons=len(gaps),
    )


@kind
def takes_time(material: Material, *, component: str, least: float = 50) -> Finding:
    """Tell whether a component takes so many per cent of the time, in every run that was timed."""
    labels = material.labels_of_results(COMPONENTS)
    times = material.column(COMPONENTS, QUANTITY).join(labels[["arm", "component", "tokens"]])
    run = [times["arm"], times["tokens"], labels["batch"]]
    times = times.assign(share=100 * times["value"] / times.groupby(run)["value"].transform("sum"))
    own = times[times["component"] == component]
    if own.empty:
        raise LackingError(f"times of {component}")
    lowest = own["share"].idxmin()
    return Finding(
        verdict=HOLDS if own["share"].min() >= least else FAILS,
        evidence=tuple(times["id"]),
        value=own["share"].min(),
        decided_by=f"least share {own['share'].min():.0f} %, in {lowest}",
        comparisons=len(own),
    )


@kind
def special_hardware_pays(material: Material, *, least: float = 1.5) -> Finding:
    """Tell whether fewer bits or zeros alone run so many times faster in what was measured.

    The poster prints no speedup for them; kernels made for few bits or zeros can show one.
    """
    measured = material.of_origin("measured")
    alone = measured[measured["technique"].isin(["quantization", "pruning"])]
    alone = alone[alone["baseline"].ne("")]
    if alone.empty:
        raise LackingError("a time of fewer bits or zeros on hardware or kernels made for them")
    base = alone["baseline"].map(measured.set_index("id")["value"])
    times = base / alone["value"]
    fastest = alone.loc[times.idxmax()]
    quick = (times >= least).sum()
    return Finding(
        verdict=HOLDS if quick else FAILS,
        evidence=(*alone["id"], *base.index.map(alone["baseline"]).unique()),
        value=times.max(),
        decided_by=f"{quick} of {len(alone)} measured rows; {fastest['model']} {times.max():.1f} "
        "times as fast",
        comparisons=len(alone),
    )


def _runs(material: Material, arms: list[str], against: str, tokens: int) -> pd.DataFrame:
    """Return the runs of the arms named, with base, speedup and the ids of both times."""
    labels = material.labels_of_results(LATENCY)
    times = material.column(LATENCY, QUANTITY).join(labels[["arm", "batch", "tokens", "baseline"]])
    hit = times["arm"].map(lambda arm: any(fnmatch(arm, each) for each in arms))
    runs = times[hit & (times["tokens"].astype(int).eq(tokens) | (tokens == 0))]
    setting = "-b" + runs["batch"] + "-n" + runs["tokens"]
    runs = runs.assign(base=against + setting if against else runs["baseline"])
    runs = runs[runs["base"].isin(times.index)]
    if runs.empty:
        raise LackingError(f"times of {' and '.join(arms)} and of what they are set against")
    base = times.loc[runs["base"]].set_axis(runs.index)
    return runs.assign(speedup=base["value"] / runs["value"], base_id=base["id"])


def _fewer(runs: pd.DataFrame) -> pd.Series:
    """Return by what factor the operations of each run are fewer than those of its base."""
    return timings.fewer(runs["base"])


def _ids(runs: pd.DataFrame) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*runs["id"], *runs["base_id"]]))


def _every(
    runs: pd.DataFrame, column: str, least: float | None, most: float | None, words: str
) -> Finding:
    """Tell whether a column of all runs lies within the bounds; the run nearest to one decides."""
    least, most = -np.inf if least is None else least, np.inf if most is None else most
    values = runs[column]
    inside = values.between(least, most)
    nearest = pd.concat([values - least, most - values], axis=1).min(axis=1).idxmin()
    told = f"true of {inside.sum()} of {len(runs)} runs"
    return Finding(
        verdict=HOLDS if inside.all() else FAILS,
        evidence=_ids(runs),
        value=values[nearest],
        decided_by=f"{told}; {nearest} is {values[nearest]:.2f} {words}",
        comparisons=len(runs),
    )
