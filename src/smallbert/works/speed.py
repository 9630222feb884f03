"""Measured speed: kinds of claims on it, and what its page draws and computes.

A speedup is that of `smallbert.compare.timings.speedup` at one setting, so many inputs of so many
tokens: the median of the ratios of single rounds, with its interval. A bound is kept or broken by
all of the interval. A claim speaks of every setting at which its arms were measured, unless it
names a length.
"""

from fnmatch import fnmatch

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, cost
from smallbert.claims.finding import Finding, LackingError, Material, all_above, choose, number
from smallbert.claims.statistics import rank_correlation
from smallbert.compare import timings


def draw_shapes(rows: pd.DataFrame) -> Figure:
    """Draw speedup against the fall of the operations, with the survey's numbers.

    Rows have short, technique, fewer, gpu, cpu and speedup with its ends, all [x].
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.6))
    for axis in ("x", "y"):
        charts.log_axis(ax, axis, [1, 2, 5, 10, 20, 50, 100, 200])
    ax.set(xlim=(0.8, 300), ylim=(0.7, max(250, 1.4 * rows["speedup_high"].max())))
    ax.plot([1, 250], [1, 250], color=plt.rcParams["axes.edgecolor"], linestyle="--", linewidth=1.2)
    ax.text(17, 30, "as the operations promise", rotation=45, fontstyle="italic")
    colors, _ = charts.looks(rows["technique"], of="technique")
    line = {"colors": rows["technique"].map(colors), "linewidth": 0.8}
    ends = rows[["gpu", "cpu", "speedup"]]
    ax.vlines(rows["fewer"], ends.min(axis=1), ends.max(axis=1), **line)
    ax.vlines(rows["fewer"], rows["speedup_low"], rows["speedup_high"], **line)
    measured = rows.assign(origin="measured")
    for column, marker, size in (("gpu", "<", 6), ("cpu", "o", 6), ("speedup", "+", 8)):
        look = {"markers": dict.fromkeys(colors, marker), "size": size, "legend": False}
        frame = measured if column == "speedup" else rows
        charts.scatter(ax, frame, x="fewer", y=column, **look)
    ax.set(xlabel="Operations fall by [times]", ylabel="Speedup over BERT-base [times]")
    marks = {
        "measured": {"marker": "+", "origin": "measured"},
        "printed, GPU": {"marker": "<"},
        "printed, CPU": {"marker": "o"},
    }
    for name, tint in colors.items():
        marks[name.replace("_", " ")] = {"color": tint, "origin": "measured"}
    charts.explain(fig, marks)
    charts.place_labels(ax, rows["fewer"], rows["speedup"], rows["short"])
    return fig


def series(every: pd.DataFrame, form: str, amounts: list[int], *, tokens: int) -> pd.DataFrame:
    """Return the runs of BERT_BASE in one form at a batch of one, by share of zeros [%] or rank.

    The form is zeros (stored), csr (left out) or rank (factors); `every` is of
    `smallbert.compare.timings.speedups`.
    """
    alone = every[every["batch"].eq(1) & every["tokens"].eq(tokens)].set_index("arm")
    alone = alone.loc[[f"bert-base-{form}-{amount}" for amount in amounts]]
    return alone.drop(columns=["baseline", "tokens"]).set_index(pd.Index(amounts, name=form))


def draw_zeros(
    zeros: pd.DataFrame,
    csr: dict[int, pd.DataFrame],
    ranks: dict[int, pd.DataFrame],
    *,
    printed_zeros: pd.Series,
    printed_rank: pd.Series,
) -> Figure:
    """Draw speedup against zeros and, below, against the rank of factors.

    `zeros` is of `series` at 128 tokens, `csr` and `ranks` are by length; the survey prints a
    speedup of 1 at `printed_zeros` [%], and `printed_rank` at rank 249.
    """
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 6.4), sharey=True)
    charts.log_axis(above, "y", [0.5, 1, 2, 4, 8])
    pruned, factored, none = (
        charts.COLORS[each] for each in ("pruning", "matrix_decomposition", "none")
    )
    styles = dict(zip(csr, (":", "--", "-"), strict=True))
    drawn = [(above, csr[n], pruned, style) for n, style in styles.items()]
    drawn += [(below, ranks[n], factored, style) for n, style in styles.items()]
    for ax, frame, color, style in [*drawn, (above, zeros, none, "-")]:
        y = frame["speedup"]
        error = [y - frame["speedup_low"], frame["speedup_high"] - y]
        ax.plot(frame.index, y, color=color, linestyle=style, linewidth=1.2, zorder=2)
        charts.points(ax, frame.index, y, y_error=error, color=color, origin="measured")
    charts.points(above, printed_zeros, [1] * len(printed_zeros), color=pruned, marker="v")
    charts.points(below, [249, 249], printed_rank, color=factored, marker="D", size=6)
    for ax in (above, below):
        ax.axhline(1, color=plt.rcParams["axes.edgecolor"], linewidth=1.2, zorder=1)
    above.set(title="Pruned", xlabel="Zeros in the layers [%]", xlim=(35, 102), ylim=(0.3, 14))
    above.set_ylabel("Speedup over BERT-base [times]")
    below.set(title="Factored", xlabel="Rank of the factors", xticks=ranks[128].index)
    marks = {
        "zeros left out (CSR)": {"color": pruned, "origin": "measured"},
        "zeros stored, 128 tokens": {"color": none, "origin": "measured"},
        "printed by the survey": {"color": pruned, "marker": "v"},
    }
    lines = {f"{n} tokens": {"marker": "", "linestyle": style} for n, style in styles.items()}
    charts.explain(fig, marks | lines)
    return fig


PARTS = {
    "embeddings": ["word embeddings", "position and type embeddings"],
    "query, key, value": ["query, key, value"],
    "attention itself": ["attention itself"],
    "attention output": ["attention output"],
    "feed-forward": ["feed-forward"],
    "norms and sums": ["layer norms"],
    "pooler": ["pooler"],
}
"""The parts of the breakdown, and the components of `smallbert.cost` in each."""


def component_shares(lengths: list[int]) -> pd.DataFrame:
    """Return the shares [%]: a row for model, length and kind, a column for each of `PARTS`."""
    timed, shares = timings.components().query("batch == 1"), {}
    for name, label in {"bert-base": "BERT-base", "bert-large": "BERT-large"}.items():
        for tokens in lengths:
            counted = cost.operations(cost.architecture(name), tokens=tokens)
            here = timed[timed["arm"].eq(name) & timed["tokens"].eq(tokens)]
            kinds = {"operations": counted, "time": here.set_index("component")["milliseconds"]}
            for kind, each in kinds.items():
                sums = pd.Series({part: each[names].sum() for part, names in PARTS.items()})
                shares[label, tokens, kind] = 100 * sums / sums.sum()
    return pd.DataFrame(shares).T.rename_axis(["model", "tokens", "share of"])


def faster(
    material: Material,
    *,
    arms: list,
    least: float | None = None,
    most: float | None = None,
    against: str = "",
    tokens: int = 0,
) -> Finding:
    """Tell whether each run of the arms is between `least` and `most` times as fast as its base.

    That is the run's own baseline or, at the same setting, the arm named by `against`.
    """
    return _every(_runs(material, arms, against, tokens), "speedup", least, most, "times as fast")


def reaches(
    material: Material,
    *,
    arms: list,
    least: float | None = None,
    most: float | None = None,
    tokens: int = 0,
) -> Finding:
    """Tell whether each run's speedup is such a share of the factor by which operations fall."""
    runs = _runs(material, arms, "", tokens)
    runs = runs.assign(share=runs["speedup"] / timings.fewer(runs["base"]))
    return _every(runs, "share", least, most, "of what the operations promise")


def follows_operations(
    material: Material, *, arms: list, least: float = 0.8, level: float = 0.95
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


def printed_beyond(material: Material, *, pairs: dict) -> Finding:
    """Tell whether each printed speedup, a result by the run's name, exceeds the measured one."""
    runs = _runs(material, ["*"], "", 0)
    if missing := [run for run in pairs if run not in runs.index]:
        raise LackingError(f"the run {missing[0]}")
    own = runs.loc[list(pairs)]
    printed = material.results(pairs.values()).set_index(own.index)
    gaps = printed["value"] - own["speedup"]
    margins = printed["half_width"] + own["speedup"] * (own["high"] - 1)
    return Finding(
        verdict=all_above(gaps, margins),
        evidence=(*_ids(own), *pairs.values()),
        value=gaps.min(),
        decided_by=f"smallest gap of speedups {number(gaps.min(), '.2f')}, for {gaps.idxmin()}",
        comparisons=len(gaps),
    )


def takes_time(material: Material, *, component: str, least: float = 50) -> Finding:
    """Tell whether a component takes more than such a share of the time [%] in every timed run."""
    table = "speed/components"
    times = material.column(table, "latency-cpu")[["value", "half_width", "id"]]
    times = times.join(material.labels(table)[["arm", "component", "tokens", "batch"]])
    run = times.groupby(["arm", "tokens", "batch"])["value"]
    times = times.assign(share=100 * times["value"] / run.transform("sum"))
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


def _runs(material: Material, arms: list, against: str, tokens: int) -> pd.DataFrame:
    """Return the runs of the arms: base, speedup, its interval as shares of it, both times' ids."""
    table = "speed/latency"
    times = material.column(table, "latency-cpu")[["value", "half_width", "id"]]
    times = times.join(material.labels(table)[["arm", "batch", "tokens", "baseline"]])
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
