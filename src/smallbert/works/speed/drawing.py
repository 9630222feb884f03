"""What the page on speed draws: speedups against operations, zeros and ranks."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, cost
from smallbert.works.speed.runs import components


def draw_shapes(rows: pd.DataFrame) -> Figure:
    """Draw speedup against the fall of the operations, with the survey's numbers.

    Rows have short, technique, fewer, gpu, cpu and speedup with its ends, all [x].
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.6))
    for axis in ("x", "y"):
        charts.log_axis(ax, axis, [1, 2, 5, 10, 20, 50, 100, 200])
    ax.set(xlim=(0.8, 300), ylim=(0.7, max(250, 1.4 * rows["speedup_high"].max())))
    ax.plot([1, 250], [1, 250], color=plt.rcParams["axes.edgecolor"], linestyle="--", linewidth=1.2)
    along = {"rotation": 45, "transform_rotates_text": True, "rotation_mode": "anchor"}
    ax.text(14, 16, "as the operations promise", fontstyle="italic", va="bottom", **along)
    colors, _ = charts.looks(rows["technique"], of="technique")
    line_look = {"colors": rows["technique"].map(colors), "linewidth": 0.8}
    ends = rows[["gpu", "cpu", "speedup"]]
    ax.vlines(rows["fewer"], ends.min(axis=1), ends.max(axis=1), **line_look)
    ax.vlines(rows["fewer"], rows["speedup_low"], rows["speedup_high"], **line_look)
    measured = rows.assign(origin="measured")
    for column, marker, size in (("gpu", "<", 6), ("cpu", "o", 6), ("speedup", "+", 8)):
        mark_look = {"markers": dict.fromkeys(colors, marker), "size": size, "legend": False}
        frame = measured if column == "speedup" else rows
        charts.scatter(ax, frame, x="fewer", y=column, **mark_look)
    ax.set(xlabel="Times fewer operations", ylabel="Speedup over BERT-base [times]")
    marks = {
        "measured": {"marker": "+", "origin": "measured"},
        "printed, GPU": {"marker": "<"},
        "printed, CPU": {"marker": "o"},
    }
    for name, tint in colors.items():
        marks[name.replace("_", " ")] = {"color": tint, "origin": "measured"}
    charts.explain_marks(fig, marks)
    charts.place_labels(ax, rows["fewer"], rows["speedup"], rows["short"])
    return fig


def zeros_or_ranks(
    every: pd.DataFrame, form: str, amounts: list[int], *, tokens: int
) -> pd.DataFrame:
    """Return the runs of BERT-base in one form at a batch of one, by share of zeros [%] or rank.

    The form is zeros (stored), csr (left out) or rank (factors); `every` is of
    `smallbert.works.speed.measured_speedups`.
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

    `zeros` is of `zeros_or_ranks` at 128 tokens, `csr` and `ranks` are by length; the survey prints
    a speedup of 1 at `printed_zeros` [%], and `printed_rank` at rank 249.
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
    charts.points(below, [249, 249], printed_rank, color=factored, marker="v", size=6)
    for ax in (above, below):
        ax.axhline(1, color=plt.rcParams["axes.edgecolor"], linewidth=1.2, zorder=1)
    above.set(title="Pruned", xlabel="Zeros in the layers [%]", xlim=(35, 102), ylim=(0.3, 14))
    above.set_ylabel("Speedup over BERT-base [times]")
    below.set(title="Factored", xlabel="Rank of the factors", xticks=ranks[128].index)
    marks = {
        "zeros left out (CSR)": {"color": pruned, "origin": "measured"},
        "factors": {"color": factored, "origin": "measured"},
        "printed by the survey": {"marker": "v"},
    }
    charts.explain_marks(fig, marks)
    for ax, runs in ((above, csr), (below, ranks)):
        ends = [(each.index[0], each["speedup"].iloc[0], f"{n} tokens") for n, each in runs.items()]
        if ax is above:
            ends.append((zeros.index[2], zeros["speedup"].iloc[2], "zeros stored, 128 tokens"))
        charts.place_labels(ax, *zip(*ends, strict=True))
    return fig


def component_shares(lengths: list[int]) -> pd.DataFrame:
    """Return the shares [%]: a row for model, length and kind, a column for each component."""
    timed, shares = components().query("batch == 1"), {}
    for name, label in {"bert-base": "BERT-base", "bert-large": "BERT-large"}.items():
        for tokens in lengths:
            here = timed[timed["arm"].eq(name) & timed["tokens"].eq(tokens)]
            took = here.set_index("component")["milliseconds"]
            counted = cost.operations(cost.architecture(name), tokens=tokens)[took.index]
            for kind, each in {"operations": counted, "time": took}.items():
                shares[label, tokens, kind] = 100 * each / each.sum()
    return pd.DataFrame(shares).T.rename_axis(["model", "tokens", "share of"])
