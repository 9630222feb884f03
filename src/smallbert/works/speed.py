"""What the page of measured speed shows: tables and drawings of the committed measurement."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from smallbert import charts, cost
from smallbert.charts import publish
from smallbert.compare import timings
from smallbert.data import sources

LEFT_OUT = ("bert-base", "bert-large", "mobilebert-without-opt")
"""Arms that have no point: the baseline, and what has a section of its own."""

FACTORED = "bert-base-rank-249"
"""The arm of factors at the poster's size."""

DEVICES = {"gpu": ("<", "printed, GPU"), "cpu": ("o", "printed, CPU")}
"""Markers of the printed speedups."""


def _arms() -> pd.DataFrame:
    """Return the poster's row for an arm, the arm's short name in a chart, and a note on it."""
    return sources.table(timings.source(), "printed")


def beside_poster(chosen: pd.DataFrame, poster: pd.DataFrame) -> pd.DataFrame:
    """Return measured speedups with the poster's for the same model.

    Parameters
    ----------
    chosen : pandas.DataFrame
        Of `smallbert.compare.timings.at`.
    poster : pandas.DataFrame
        The poster's table of effectiveness.

    Returns
    -------
    pandas.DataFrame
        An arm a row, with gpu and cpu (printed speedups) and reached, the measured speedup over
        the factor by which the operations fall.
    """
    what = timings.arms()
    names = what.index[what["product"].eq("dense") & ~what.index.isin(LEFT_OUT)]
    rows = chosen.loc[[name for name in [*names, FACTORED] if name in chosen.index]]
    own = _arms()["poster"].reindex(rows.index)
    ratios = {device: own.map(poster[f"speedup_{device}"]) for device in DEVICES}
    return rows.assign(**ratios, reached=rows["speedup"] / rows["fewer"])


def _short_names(rows: pd.DataFrame) -> dict[str, str]:
    """Return what the chart calls each arm."""
    short = _arms()["short"]
    return {name: short.get(name) or words for name, words in rows["name"].items()}


def _three(value: float) -> str:
    """Return a number with three digits that count."""
    return f"{value:#.3g}".rstrip(".")


def show_shapes(rows: pd.DataFrame, *, batch: int, tokens: int) -> None:
    """Publish the chart of `beside_poster`."""
    names, least = _short_names(rows), (rows["speedup"] / rows["fewer"]).idxmin()
    listed = ", ".join(
        f"{names[row.Index]} {_three(row.fewer)} and {_three(row.speedup)}"
        for row in rows.itertuples()
    )
    publish.figure(
        "speed-shapes",
        lambda: draw_shapes(rows),
        data=rows.drop(columns="times"),
        finding=f"{names[least]} runs {_three(rows.at[least, 'speedup'])} times as fast; its "
        f"operations promise {_three(rows.at[least, 'fewer'])}",
        alt="Speedup against the factor by which the operations fall, both logarithmic, at "
        f"{batch} x {tokens} tokens: {listed}.",
    )


def draw_shapes(rows: pd.DataFrame) -> Figure:
    """Draw speedup against the fall of the operations, with the poster's numbers."""
    names = _short_names(rows)
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.6))
    ink = plt.rcParams["text.color"]
    charts.log_axis(ax, "x", [1, 2, 5, 10, 20, 50, 100, 200])
    charts.log_axis(ax, "y", [1, 2, 5, 10, 20, 50, 100, 200])
    top = max(250, 1.4 * rows["speedup_high"].max())
    ax.set(xlim=(0.8, 300), ylim=(0.7, top))
    charts.connect(ax, [1, 250], [1, 250], colour=plt.rcParams["axes.edgecolor"])
    colours, _ = charts.looks(rows["technique"], of="technique")
    tints, ends = rows["technique"].map(colours), rows[["gpu", "cpu", "speedup"]]
    ax.vlines(rows["fewer"], ends.min(axis=1), ends.max(axis=1), colors=tints, lw=0.8)
    ax.vlines(rows["fewer"], rows["speedup_low"], rows["speedup_high"], colors=tints, lw=0.9)
    for device, (marker, _) in DEVICES.items():
        look = {"markers": dict.fromkeys(colours, marker), "size": 6, "legend": False}
        charts.scatter(ax, rows, x="fewer", y=device, **look)
    look = {"markers": dict.fromkeys(colours, "+"), "legend": False}
    charts.scatter(ax, rows.assign(origin="measured"), x="fewer", y="speedup", **look)
    ax.set(xlabel="Operations fall by [times]", ylabel="Speedup over BERT_BASE [times]")
    looks = [("+", "measured", "measured")]
    looks += [(marker, label, "printed") for marker, label in DEVICES.values()]
    legend = pd.DataFrame(looks, columns=["marker", "label", "origin"]).assign(colour=ink)
    for technique in rows["technique"].unique():
        entry = {"marker": "+", "label": technique.replace("_", " "), "origin": "measured"}
        legend.loc[len(legend)] = entry | {"colour": colours[technique]}
    marks = charts.legends.series(legend)
    charts.legends.below(fig, [*marks.values()], [*marks])
    ax.text(17, 30, "as the operations promise", rotation=45, fontstyle="italic")
    charts.place_labels(ax, rows["fewer"], rows["speedup"], [names[n] for n in rows.index])
    return fig


def show_shapes_table(rows: pd.DataFrame, *, kept: float, batch: int, tokens: int) -> None:
    """Publish the numbers of `beside_poster`; `kept` is the poster's size of `FACTORED` [%]."""
    shown = pd.DataFrame(
        {
            "Model": rows["name"],
            "Operations fall by [x]": rows["fewer"].map(_three),
            "Measured [x]": rows["speedup"].map(_three),
            "95 % interval": [
                f"{_three(row.speedup_low)} to {_three(row.speedup_high)}"
                for row in rows.itertuples()
            ],
            "Printed, GPU [x]": rows["gpu"].map("{:g}".format, na_action="ignore"),
            "Printed, CPU [x]": rows["cpu"].map("{:g}".format, na_action="ignore"),
        }
    )
    publish.table(
        "speed-table",
        shown,
        data=rows.drop(columns="times"),
        caption={"batch": batch, "tokens": tokens},
        notes={
            (name, "Model"): words.format(kept=kept)
            for name, words in _arms()["note"].items()
            if words and name in rows.index
        },
        fold="Numbers",
    )


def with_interval(row) -> str:
    """Return a median with the ends of its interval, as ``2.02 (1.97 to 2.07)``."""
    return f"{row['speedup']:.2f} ({row['speedup_low']:.2f} to {row['speedup_high']:.2f})"


@dataclass(frozen=True)
class Runs:
    """Speedups at a batch of one, by share of zeros [%] or by rank.

    Attributes
    ----------
    zeros : pandas.DataFrame
        With zeros that are stored, at 128 tokens.
    csr, ranks : dict of pandas.DataFrame
        By length of the input: with zeros left out, and with factors.
    """

    zeros: pd.DataFrame
    csr: dict[int, pd.DataFrame]
    ranks: dict[int, pd.DataFrame]


def lengths() -> list[int]:
    """Return the lengths that were measured at a batch of one [tokens]."""
    return [tokens for batch, tokens in timings.settings() if batch == 1]


def zero_runs(every: pd.DataFrame) -> Runs:
    """Return the runs with zeros and with factors out of `timings.speedups`."""
    what = timings.arms()
    shares = what.loc[what["product"].eq("csr"), "share"].tolist()
    ranks = what.loc[what["product"].eq("factors"), "rank"].tolist()
    return Runs(
        zeros=_series(every, "zeros", shares, 128),
        csr={tokens: _series(every, "csr", shares, tokens) for tokens in lengths()},
        ranks={tokens: _series(every, "rank", ranks, tokens) for tokens in lengths()},
    )


def _series(every: pd.DataFrame, form: str, amounts: list[int], tokens: int) -> pd.DataFrame:
    """Return the runs of one form at one length, by share or rank."""
    alone = every[every["batch"].eq(1) & every["tokens"].eq(tokens)].set_index("arm")
    alone = alone.drop(columns=["baseline", "tokens"])
    alone = alone.loc[[f"bert-base-{form}-{amount}" for amount in amounts]]
    return alone.set_index(pd.Index(amounts, name=form))


def show_zeros(runs: Runs, printed_zeros: pd.Series, noach: pd.Series) -> None:
    """Publish the chart of the runs."""
    falls = "; ".join(
        f"{tokens} tokens: "
        + ", ".join(f"{row.speedup:.2f} at {row.Index} %" for row in frame.itertuples())
        for tokens, frame in runs.csr.items()
    )
    zeros, factors = runs.zeros["speedup"], runs.ranks[128]["speedup"]
    every = pd.concat([*runs.csr.values(), runs.zeros, *runs.ranks.values()])
    publish.figure(
        "speed-sparsity",
        lambda: draw_zeros(runs, printed_zeros, noach),
        data=every.drop(columns="times"),
        finding=f"Zeros that are stored gain at most {zeros.max():.2f}x, "
        f"left out up to {max(each['speedup'].max() for each in runs.csr.values()):.1f}x",
        alt=f"Speedup of BERT_BASE with zeros left out, at {falls}. With zeros stored it stays "
        f"between {zeros.min():.2f} and {zeros.max():.2f}. "
        f"Factors of rank {factors.index[0]} run {factors.iloc[0]:.1f} times as fast at "
        f"128 tokens, of rank {factors.index[-1]} {factors.iloc[-1]:.2f} times.",
    )


def draw_zeros(runs: Runs, printed_zeros: pd.Series, noach: pd.Series) -> Figure:
    """Draw speedup against zeros and, below, against the rank of factors."""
    lengths = list(runs.csr)
    styles = dict(zip(lengths, (":", "--", "-"), strict=True))
    ranks = runs.ranks[lengths[0]].index
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 6.4), sharey=True)
    charts.log_axis(above, "y", [0.5, 1, 2, 4, 8])
    edge = plt.rcParams["axes.edgecolor"]
    pruning, factors = charts.COLOURS["pruning"], charts.COLOURS["matrix_decomposition"]
    for tokens in lengths:
        _curve(above, runs.csr[tokens], pruning, styles[tokens])
        _curve(below, runs.ranks[tokens], factors, styles[tokens])
    _curve(above, runs.zeros, charts.COLOURS["none"], "-")
    look = {"marker": charts.MARKERS["pruning"], "colour": pruning}
    charts.points(above, printed_zeros, [1] * len(printed_zeros), **look)
    look = {"marker": charts.MARKERS["matrix_decomposition"], "colour": factors, "size": 6}
    charts.points(below, [249, 249], noach[["speedup_gpu", "speedup_cpu"]], **look)
    for ax, xlabel in ((above, "Zeros in the layers [%]"), (below, "Rank of the factors")):
        ax.axhline(1, color=edge, linewidth=1.2, zorder=1)
        ax.set(xlabel=xlabel)
    above.set(ylabel="Speedup over BERT_BASE [times]", ylim=(0.3, 14), xlim=(35, 102))
    above.set_title("Pruned")
    below.set_title("Factored")
    below.set_xticks(ranks, [str(rank) for rank in ranks])
    ink = plt.rcParams["text.color"]
    lines = {f"{t} tokens": Line2D([], [], color=ink, ls=styles[t]) for t in lengths}
    looks = [
        ("zeros left out (CSR)", pruning, "+", "measured"),
        ("zeros stored, 128 tokens", charts.COLOURS["none"], "+", "measured"),
        ("printed by the poster", pruning, charts.MARKERS["pruning"], "printed"),
    ]
    entries = pd.DataFrame(looks, columns=["label", "colour", "marker", "origin"])
    marks = charts.legends.series(entries) | lines
    charts.legends.below(fig, [*marks.values()], [*marks])
    return fig


def _curve(ax: Axes, frame: pd.DataFrame, colour: str, style: str) -> None:
    """Draw a line of measured speedups with their intervals."""
    error = [frame["speedup"] - frame["speedup_low"], frame["speedup_high"] - frame["speedup"]]
    charts.connect(ax, frame.index, frame["speedup"], colour=colour, style=style)
    look = {"colour": colour, "origin": "measured"}
    charts.points(ax, frame.index, frame["speedup"], y_error=error, **look)


EIGHT = {
    "bert-base-stored-int8": ("bert-base", ["q-bert", "gobo"]),
    "bert-base-int8": ("bert-base", ["q-bert", "gobo"]),
    "bert-base-6-int8": ("bert-base-6", ["gobo-distilbert"]),
    "mobilebert-int8": ("mobilebert", ["mobilebert-8-bit"]),
    "bert-mini-int8": ("bert-mini", []),
    "bert-tiny-int8": ("bert-tiny", []),
}
"""Each arm with the same network in floats, and the poster's rows for it."""

CPU = ("Printed", "CPU [x]")
CODES_NOTES = {
    ("bert-base-stored-int8", CPU): "Q-BERT and GOBO; the poster does not say how their codes are "
    "used",
    ("bert-base-int8", CPU): "Q-BERT and GOBO, as above",
}


def codes_gains(every: pd.DataFrame, settings: list[tuple[int, int]]) -> pd.DataFrame:
    """Return median and interval of each arm's speedup over floats.

    Returns
    -------
    pandas.DataFrame
        An arm a row, a setting (batch, tokens) a column; missing where it was not measured.
    """
    return pd.DataFrame(
        {
            (batch, tokens): {
                name: timings.pair(
                    timings.at(every, batch=batch, sequence_length=tokens), floats, name
                )
                for name, (floats, _) in EIGHT.items()
                if f"{name}-b{batch}-n{tokens}" in every.index
            }
            for batch, tokens in settings
        }
    )


def codes_table(bits: pd.DataFrame, every: pd.DataFrame, poster: pd.DataFrame) -> pd.DataFrame:
    """Return `codes_gains` as the page shows it, with what the poster's rows imply."""
    names = every.drop_duplicates("arm").set_index("arm")["name"]
    cells = bits.map("{0[0]:.2f} ({0[1]:.2f} to {0[2]:.2f})".format, na_action="ignore")
    stored = [name.endswith("stored-int8") for name in EIGHT]
    uses = ["turned into floats" if each else "multiplied" for each in stored]
    columns = {
        ("", "Network"): [names[floats] for floats, _ in EIGHT.values()],
        ("", "Codes are"): uses,
        **{("Speedup [x]", f"{b} x {n} tokens"): cells[b, n].reindex([*EIGHT]) for b, n in bits},
        CPU: [_poster_ratio(poster, rows, floats) for floats, rows in EIGHT.values()],
    }
    return pd.DataFrame(columns, index=[*EIGHT])


def _poster_ratio(poster: pd.DataFrame, rows: list[str], floats: str) -> str:
    """Return what the poster's rows print, over the print of the same network in floats."""
    if not rows:
        return ""
    base = {"bert-base": "bert-base", "bert-base-6": "distilbert"}.get(floats, floats)
    ratio = poster.loc[rows, "speedup_cpu"] / poster.loc[base, "speedup_cpu"]
    return f"{ratio.iloc[0]:.2f}"


CACHED = {
    "deformer-base-q20-b1-n320": ["squad", "boolq"],
    "deformer-base-q20-b1-n512": ["race"],
    "deformer-base-2048-q20-b1-n2048": ["race"],
    "deformer-base-q20-b1-n120": ["mnli"],
    "deformer-base-q60-b1-n120": ["mnli"],
    "deformer-base-q20-b1-n100": ["qqp"],
    "deformer-base-q50-b1-n100": ["qqp"],
    "deformer-large-q20-b1-n320": [],
}
"""The runs, and the rows of DeFormer's table of tasks beside which they are set."""


def cached_runs(every: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with cached layers, with the length of the question [tokens]."""
    found = every.loc[list(CACHED)]
    return found.assign(question=[int(arm.rpartition("-q")[2]) for arm in found["arm"]])


def cached_table(cached: pd.DataFrame, tasks: pd.DataFrame) -> pd.DataFrame:
    """Return `cached_runs` as the page shows them, beside the printed table of `tasks`."""
    rows = list(CACHED.values())
    return pd.DataFrame(
        {
            "Task": [", ".join(tasks.loc[each, "label"]) or "SQuAD, BERT_LARGE" for each in rows],
            "Tokens": cached["tokens"],
            "Not cached": cached["question"],
            "Operations fall by [x]": cached["fewer"].map("{:.2f}".format),
            "Measured [x]": cached["speedup"].map("{:.2f}".format),
            "95 % interval": [
                f"{run.speedup_low:.2f} to {run.speedup_high:.2f}" for run in cached.itertuples()
            ],
            "Printed [x]": [
                " and ".join(f"{v:g}" for v in tasks.loc[each, "speedup"]) for each in rows
            ],
        }
    )


def cached_notes(*, large: float) -> dict:
    """Return the notes; `large` is how many times the printed operations of BERT_LARGE fall."""
    return {
        ("deformer-large-q20-b1-n320", "Task"): "20 of 24 layers cached, which the slide does not "
        f"say; its operations fall {large:.2f} times, which takes at least 19 layers",
        ("deformer-base-2048-q20-b1-n2048", "Task"): "a network with 2048 positions",
    }


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

MODELS = {"bert-base": "BERT_BASE", "bert-large": "BERT_LARGE"}
TONES = ["#8a8f98", "#0f7fc4", "#d55e00", "#1f9bb5", "#009e73", "#c08300", "#d6456b"]
HATCHES = ["", "", "///", "", "", "...", ""]


def component_shares(lengths: list[int]) -> pd.DataFrame:
    """Return the shares [%]: a row for model, length and kind, a column for each part."""
    timed = timings.components()
    shares = {}
    for name, label in MODELS.items():
        for tokens in lengths:
            counts = cost.operations(cost.architecture(name), tokens=tokens)
            here = timed[timed["arm"].eq(name) & timed["tokens"].eq(tokens) & timed["batch"].eq(1)]
            shares[label, tokens, "operations"] = _shares(counts)
            shares[label, tokens, "time"] = _shares(here.set_index("component")["milliseconds"])
    return pd.DataFrame(shares).T.rename_axis(["model", "tokens", "share of"])


def _shares(counts: pd.Series) -> pd.Series:
    """Return the share of each part [%]."""
    sums = pd.Series({name: counts[names].sum() for name, names in PARTS.items()})
    return 100 * sums / sums.sum()


def show_components(bars: pd.DataFrame) -> None:
    """Publish the chart of the shares."""
    own = bars.xs("time", level="share of")["feed-forward"]
    listed = "; ".join(
        f"{model}, {tokens} tokens, {kind}: "
        + ", ".join(f"{part} {value:.0f} %" for part, value in row.nlargest(2).items())
        for (model, tokens, kind), row in bars.iterrows()
    )
    publish.figure(
        "speed-components",
        lambda: draw_components(bars),
        data=bars.reset_index(),
        finding=f"Feed-forward takes {own.min():.0f} to {own.max():.0f} % of the measured time",
        alt="Stacked bars: shares of operations and of measured time by component; the two largest "
        f"of each bar are {listed}.",
    )


def draw_components(bars: pd.DataFrame) -> Figure:
    """Draw the shares as stacked bars, a panel a model."""
    models = bars.index.get_level_values("model").nunique()
    fig, axes = plt.subplots(models, figsize=(charts.WIDTH, 2.9 * models), sharex=True)
    for ax, (model, frame) in zip(axes, bars.groupby(level="model", sort=False), strict=True):
        heights = [-(at // 2) * 1.25 - (at % 2) * 0.5 for at in range(len(frame))]
        start = np.zeros(len(frame))
        for tone, hatch, part in zip(TONES, HATCHES, PARTS, strict=True):
            look = {"color": tone, "hatch": hatch, "edgecolor": plt.rcParams["axes.facecolor"]}
            ax.barh(heights, frame[part], 0.45, left=start, label=part, linewidth=0.4, **look)
            for height, value, left in zip(heights, frame[part], start, strict=True):
                if value >= 9:
                    write = {"color": "white", "fontweight": "bold", "ha": "center", "va": "center"}
                    ax.text(left + value / 2, height, f"{value:.0f}", **write)
            start += frame[part].to_numpy()
        ax.set_xlim(0, 100)
        ax.set_title(model)
        ax.set_yticks(heights, [f"{n} tokens, {of}" for _, n, of in frame.index])
        ax.grid(visible=False)
    axes[-1].set_xlabel("Share [%]")
    charts.legends.below(fig, *axes[0].get_legend_handles_labels())
    return fig
