"""What the page of measured speed draws and computes of the committed measurement."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from smallbert import charts, cost
from smallbert.compare import timings


def draw_shapes(rows: pd.DataFrame) -> Figure:
    """Draw speedup against the fall of the operations, with the poster's numbers.

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
    ax.set(xlabel="Operations fall by [times]", ylabel="Speedup over BERT_BASE [times]")
    looks = {"measured": ("+", "measured"), "printed, GPU": ("<", "printed")}
    looks |= {"printed, CPU": ("o", "printed")}
    entries = [(label, plt.rcParams["text.color"], *look) for label, look in looks.items()]
    entries += [(name.replace("_", " "), tint, "+", "measured") for name, tint in colors.items()]
    _legend(fig, entries)
    charts.place_labels(ax, rows["fewer"], rows["speedup"], rows["short"])
    return fig


def _legend(fig: Figure, entries: list[tuple], **lines: Line2D) -> None:
    """Explain marks, by label, color, marker and origin, and lines below a figure."""
    frame = pd.DataFrame(entries, columns=["label", "color", "marker", "origin"])
    marks = charts.legend_series(frame) | lines
    charts.legend_below(fig, [*marks.values()], [*marks])


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

    `zeros` is of `series` at 128 tokens, `csr` and `ranks` are by length; the poster prints a
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
    above.set_ylabel("Speedup over BERT_BASE [times]")
    below.set(title="Factored", xlabel="Rank of the factors", xticks=ranks[128].index)
    entries = [("zeros left out (CSR)", pruned, "+", "measured")]
    entries += [("zeros stored, 128 tokens", none, "+", "measured")]
    entries += [("printed by the poster", pruned, "v", "printed")]
    ink = plt.rcParams["text.color"]
    lines = {f"{n} tokens": Line2D([], [], color=ink, ls=style) for n, style in styles.items()}
    _legend(fig, entries, **lines)
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

TONES = ["#8a8f98", "#0f7fc4", "#d55e00", "#1f9bb5", "#009e73", "#c08300", "#d6456b"]
HATCHES = ["", "", "///", "", "", "...", ""]


def component_shares(lengths: list[int]) -> pd.DataFrame:
    """Return the shares [%]: a row for model, length and kind, a column for each of `PARTS`."""
    timed, shares = timings.components().query("batch == 1"), {}
    for name, label in {"bert-base": "BERT_BASE", "bert-large": "BERT_LARGE"}.items():
        for tokens in lengths:
            counted = cost.operations(cost.architecture(name), tokens=tokens)
            here = timed[timed["arm"].eq(name) & timed["tokens"].eq(tokens)]
            kinds = {"operations": counted, "time": here.set_index("component")["milliseconds"]}
            for kind, each in kinds.items():
                sums = pd.Series({part: each[names].sum() for part, names in PARTS.items()})
                shares[label, tokens, kind] = 100 * sums / sums.sum()
    return pd.DataFrame(shares).T.rename_axis(["model", "tokens", "share of"])


def draw_components(bars: pd.DataFrame) -> Figure:
    """Draw `component_shares` as stacked bars, a panel a model."""
    models = bars.index.unique("model")
    fig, axes = plt.subplots(len(models), figsize=(charts.WIDTH, 5.8), sharex=True)
    for ax, model in zip(axes, models, strict=True):
        frame = bars.loc[model]
        heights = [-(at // 2) * 1.25 - (at % 2) * 0.5 for at in range(len(frame))]
        starts = frame.cumsum(axis=1) - frame
        for tone, hatch, part in zip(TONES, HATCHES, PARTS, strict=True):
            look = {"color": tone, "hatch": hatch, "edgecolor": ax.get_facecolor(), "lw": 0.4}
            drawn = ax.barh(heights, frame[part], 0.45, left=starts[part], label=part, **look)
            texts = [f"{share:.0f}" if share >= 9 else "" for share in frame[part]]
            ax.bar_label(drawn, texts, label_type="center", color="white", fontweight="bold")
        ax.set(title=model, xlim=(0, 100))
        ax.set_yticks(heights, [f"{tokens} tokens, {of}" for tokens, of in frame.index])
        ax.grid(visible=False)
    axes[-1].set_xlabel("Share [%]")
    charts.legend_below(fig, *axes[0].get_legend_handles_labels())
    return fig
