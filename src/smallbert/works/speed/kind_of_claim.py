"""A kind of claim on measured speed: one arm is `faster` than another.

A speedup is that of `smallbert.compare.time_medians.paired_speedup` at one setting, so many inputs
of so many tokens: the median of the ratios of single rounds, with its interval. A bound is kept or
broken by all of the interval. A claim speaks of every setting at which its arms were measured,
unless it names a length.
"""

import math
from fnmatch import fnmatch

import numpy as np
import pandas as pd

from smallbert.claims.finding import Finding, verdict_of
from smallbert.claims.material import LackingError, Material
from smallbert.works.speed.runs import fewer_operations, latencies, paired_speedup


def faster(
    material: Material,
    *,
    arms: list,
    least: float = -math.inf,
    most: float = math.inf,
    promised: bool = False,
    against: str = "",
    tokens: int = 0,
) -> Finding:
    """Tell whether each run of the arms is between `least` and `most` times as fast as its base.

    That is the run's own baseline or, at the same setting, the arm named by `against`. With
    `promised` the bounds are shares of the factor by which the operations fall. The run nearest to
    a bound decides.
    """
    runs = _runs_of_arms(material, arms, against, tokens)
    values = runs["speedup"] / (fewer_operations(runs["base"]) if promised else 1)
    low, high = values * runs["low"], values * runs["high"]
    inside = (low >= least) & (high <= most)
    nearest = pd.concat([low - least, most - high], axis=1).min(axis=1).idxmin()
    interval = f"{values[nearest]:.2f} ({low[nearest]:.2f} to {high[nearest]:.2f})"
    measure = "of what the operations promise" if promised else "times as fast"
    return Finding(
        verdict=verdict_of(holds=inside.all(), fails=((high < least) | (low > most)).any()),
        evidence=tuple(dict.fromkeys([*runs["id"], *runs["base_id"]])),
        value=values[nearest],
        decided_by=f"certain for {inside.sum()} of {len(runs)} runs; nearest to the limit: "
        f"{_setting_in_words(runs.loc[nearest])}, {interval} {measure}",
        comparisons=runs["arm"].nunique(),
    )


def _setting_in_words(run: pd.Series) -> str:
    """Return a run as a reader calls it: the network, its batch and the length of its input."""
    batch = f" in batches of {run['batch']}" if run["batch"] != "1" else ""
    return f"{run['model']}{batch} at {run['tokens']} tokens"


def _runs_of_arms(material: Material, arms: list, against: str, tokens: int) -> pd.DataFrame:
    """Return the runs of the arms: base, speedup, its interval as shares of it, both times' ids."""
    table = "speed/latency"
    times = material.column(table, "latency-cpu")[["value", "half_width", "id", "model"]]
    times = times.join(material.labels(table)[["arm", "batch", "tokens", "baseline"]])
    hit = times["arm"].map(lambda arm: any(fnmatch(arm, each) for each in arms))
    runs = times[hit & (times["tokens"].astype(int).eq(tokens) | (tokens == 0))]
    setting = "-b" + runs["batch"] + "-n" + runs["tokens"]
    runs = runs.assign(base=against + setting if against else runs["baseline"])
    runs = runs[runs["base"].isin(times.index)]
    if runs.empty:
        raise LackingError(f"times of {' and '.join(arms)} and of their baselines")
    base_id = times["id"][runs["base"]].set_axis(runs.index)
    rounds = _rounds_of_medians(times["value"])
    ratios = [paired_speedup(rounds[base], rounds[run]) for run, base in runs["base"].items()]
    middle, low, high = pd.DataFrame(ratios, runs.index).to_numpy().T
    return runs.assign(speedup=middle, base_id=base_id, low=low / middle, high=high / middle)


def _rounds_of_medians(medians: pd.Series) -> pd.Series:
    """Return the times of each run's rounds, as many times longer as its median is in these."""
    committed = latencies().loc[medians.index]
    factors = medians / committed["milliseconds"]
    pairs = zip(committed["times"], factors, strict=True)
    return pd.Series([factor * np.array(times) for times, factor in pairs], medians.index)
