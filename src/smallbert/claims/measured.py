"""Claims on what the book measured itself: times of the documents' shapes on one machine.

A speedup is that of `smallbert.compare.timings.speedup` at one setting, so many inputs of so many
tokens: the median of the ratios of single rounds, with its interval. A bound is kept or broken by
all of the interval. A claim speaks of every setting at which its arms were measured, unless it
names a length.
"""

from fnmatch import fnmatch

import numpy as np
import pandas as pd

from smallbert.claims.finding import Finding, LackingError, all_above, choose, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.claims.statistics import rank_correlation
from smallbert.compare import timings

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
    runs = runs.assign(share=runs["speedup"] / timings.fewer(runs["base"]))
    return _every(runs, "share", least, most, "of what the operations promise")


@kind
def follows_operations(
    material: Material, *, arms: list[str], least: float = 0.8, level: float = 0.95
) -> Finding:
    """Tell whether, at each setting, the rank correlation of speedup and operations is so high.

    By its whole interval at each of them.
    """
    runs = _runs(material, arms, "", 0)
    runs = runs.assign(fewer=timings.fewer(runs["base"]))
    correlations = [
        rank_correlation(part["fewer"], part["speedup"], level=level)
        for _, part in runs.groupby(["batch", "tokens"])
    ]
    lowest = min(correlations, key=lambda each: each.low)
    return Finding(
        verdict=choose(holds=lowest.low >= least, fails=lowest.high < least),
        evidence=_ids(runs),
        value=lowest.value,
        decided_by=f"least certain of {len(correlations)} rank correlations: {lowest}",
        comparisons=runs["arm"].nunique(),
    )


@kind
def printed_beyond(material: Material, *, pairs: dict[str, str]) -> Finding:
    """Tell whether each printed speedup, a result by the run's name, exceeds the measured one."""
    runs = _runs(material, ["*"], "", 0)
    if missing := [run for run in pairs if run not in runs.index]:
        raise LackingError(f"the run {missing[0]}")
    own = runs.loc[list(pairs)]
    printed = pd.DataFrame([material.result(each) for each in pairs.values()], own.index)
    gaps = printed["value"] - own["speedup"]
    margins = printed["half_width"] + own["speedup"] * (own["high"] - 1)
    return Finding(
        verdict=all_above(gaps, margins),
        evidence=(*_ids(own), *pairs.values()),
        value=gaps.min(),
        decided_by=f"smallest gap of speedups {number(gaps.min(), '.2f')}, for {gaps.idxmin()}",
        comparisons=len(gaps),
    )


@kind
def takes_time(material: Material, *, component: str, least: float = 50) -> Finding:
    """Tell whether a component takes more than such a share of the time [%] in every timed run."""
    table = f"{timings.source()}/components"
    labels = material.labels_of_results(table)
    times = material.column(table, QUANTITY).join(labels[["arm", "component", "tokens"]])
    run = [times["arm"], times["tokens"], labels["batch"]]
    times = times.assign(share=100 * times["value"] / times.groupby(run)["value"].transform("sum"))
    own = times[times["component"] == component]
    if own.empty:
        raise LackingError(f"times of {component}")
    lowest = own["share"].idxmin()
    above_it = own["share"] - least
    margins = own["share"] * own["half_width"] / own["value"]
    return Finding(
        verdict=all_above(above_it, margins),
        evidence=tuple(times["id"]),
        value=own["share"].min(),
        decided_by=f"smallest share {own['share'].min():.0f} %, in {lowest}",
        comparisons=own["arm"].nunique(),
    )


def _runs(material: Material, arms: list[str], against: str, tokens: int) -> pd.DataFrame:
    """Return the runs of the arms: base, speedup, its interval as shares of it, both times' ids."""
    table = f"{timings.source()}/latency"
    labels = material.labels_of_results(table)
    times = material.column(table, QUANTITY).join(labels[["arm", "batch", "tokens", "baseline"]])
    hit = times["arm"].map(lambda arm: any(fnmatch(arm, each) for each in arms))
    runs = times[hit & (times["tokens"].astype(int).eq(tokens) | (tokens == 0))]
    setting = "-b" + runs["batch"] + "-n" + runs["tokens"]
    runs = runs.assign(base=against + setting if against else runs["baseline"])
    runs = runs[runs["base"].isin(times.index)]
    if runs.empty:
        raise LackingError(f"times of {' and '.join(arms)} and of their baselines")
    base_id = times["id"][runs["base"]].set_axis(runs.index)
    rounds = _rounds(times["value"])
    ratios = [timings.speedup(rounds[base], rounds[run]) for run, base in runs["base"].items()]
    middle, low, high = pd.DataFrame(ratios, runs.index).to_numpy().T
    return runs.assign(speedup=middle, base_id=base_id, low=low / middle, high=high / middle)


def _rounds(medians: pd.Series) -> pd.Series:
    """Return the times of each run's rounds, as many times longer as its median is in these."""
    committed = timings.latencies().loc[medians.index]
    factors = medians / committed["milliseconds"]
    pairs = zip(committed["times"], factors, strict=True)
    return pd.Series([factor * np.array(times) for times, factor in pairs], medians.index)


def _ids(runs: pd.DataFrame) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*runs["id"], *runs["base_id"]]))


def _every(
    runs: pd.DataFrame, column: str, least: float | None, most: float | None, words: str
) -> Finding:
    """Tell whether a column of all runs lies within the bounds; the run nearest to one decides."""
    least, most = -np.inf if least is None else least, np.inf if most is None else most
    values = runs[column]
    low, high = values * runs["low"], values * runs["high"]
    inside = (low >= least) & (high <= most)
    nearest = pd.concat([low - least, most - high], axis=1).min(axis=1).idxmin()
    interval = f"{values[nearest]:.2f} ({low[nearest]:.2f} to {high[nearest]:.2f})"
    return Finding(
        verdict=choose(holds=inside.all(), fails=((high < least) | (low > most)).any()),
        evidence=_ids(runs),
        value=values[nearest],
        decided_by=f"certain for {inside.sum()} of {len(runs)} runs; "
        f"{nearest} is {interval} {words}",
        comparisons=runs["arm"].nunique(),
    )
