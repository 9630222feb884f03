"""What of RPP is code: its page's tables of baselines and remarks, and its two drawings."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, data
from smallbert.charts import publish
from smallbert.claims.remarks import met_by, remark_table
from smallbert.data import vocabulary

KEY = "guo2019rpp"
WEIGHED = {"one-half": "rpp-59.3", "one-tenth": "rpp-88.4"}
"""Rows of Table 1 by the remark that gives their size."""

COLOURS = {"nip": charts.COLOURS["none"], "rpp": charts.COLOURS["pruning"]}
SHIFTS = {"nip": 0.17, "rpp": -0.17}
"""How far below and above its task's line a method is drawn."""

SIGNS = ("v", "s", "v", "s")
"""Markers of each method's lower and higher ratio."""

WAYS = {
    "dense": ("dense", charts.COLOURS["none"], "-"),
    "csr": ("CSR, 32-bit indices", charts.COLOURS["quantization"], "--"),
    "bitmap": ("bitmap", charts.COLOURS["pruning"], "-."),
}
"""Ways of storage with their names, colours and lines."""


def columns() -> dict[str, str]:
    """Return the slide's headings of the tasks by the columns of its two blocks."""
    header = charts.headings(KEY, "table1a") | charts.headings(KEY, "table1b")
    return {name: texts[0] for name, texts in header.items() if name not in ("method", "ratio")}


def show_baselines(implied: pd.DataFrame, same: pd.Series, known: pd.DataFrame | None) -> None:
    """Show the unpruned score that each row implies, and what is published of it.

    Parameters
    ----------
    implied : pandas.DataFrame
        A row a task, in the slide's order; a column a model [%].
    same : pandas.Series
        Whether a task's four may be one number.
    known : pandas.DataFrame, optional
        Published scores: score, metric, split and reads, the column that it is set next to.
    """
    shown = implied.map("{:.1f}".format)
    shown.columns = pd.MultiIndex.from_product([["Implied by the row [%]"], shown.columns])
    shown.insert(0, ("Task", ""), list(columns().values()))
    shown["One baseline?", ""] = same.map({True: "yes", False: "no"})
    if known is not None:
        known = known.set_index("reads").loc[list(columns())]
        kinds = known["metric"].map(vocabulary.table("metrics")["name"]) + ", " + known["split"]
        over = "BERT_LARGE as published"
        shown[over, "score [%]"] = known["score"].map("{:.1f}".format).values
        shown[over, "what it is"] = kinds.values
    publish.table("guo2019rpp-baselines", shown)


def show_change(change: pd.DataFrame, models: pd.Series, ids: pd.DataFrame) -> None:
    """Show the change of each task's score [points], a column a row of Table 1, with its id."""
    mean = change.mean()
    words = ", ".join(f"{models[row]}: {mean[row]:+.1f}" for row in change)
    publish.figure(
        "guo2019rpp-chart",
        lambda: draw_change(change, models, ids),
        data=change.rename(columns=models),
        finding=f"{models[mean.idxmax()]} loses {-mean.max():.1f} points on average; "
        f"{models[mean.idxmin()]} loses {-mean.min():.1f}",
        alt=f"Change of the score on {len(change)} tasks, two methods at two prune ratios "
        f"each; mean change in points: {words}.",
    )


def draw_change(change: pd.DataFrame, models: pd.Series, ids: pd.DataFrame) -> Figure:
    """Draw what `show_change` shows."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 5.6))
    names = [f"{models[row]} zero" for row in change]
    methods = [row.partition("-")[0] for row in change]
    for method, colour in COLOURS.items():
        pair = change.filter(like=method)
        at = np.arange(len(change)) + SHIFTS[method]
        ax.hlines(at, pair.min(axis=1), pair.max(axis=1), color=colour, linewidth=1.2)
    look = {"palette": {name: COLOURS[of] for name, of in zip(names, methods, strict=True)}}
    look |= {"markers": dict(zip(names, SIGNS, strict=True)), "colour": "model", "size": 7}
    placed = change.set_axis(names, axis=1).reset_index(drop=True)
    placed = placed.melt(var_name="model", value_name="change", ignore_index=False)
    placed["id"] = ids[change.columns].loc[change.index].melt()["value"].to_numpy()
    shifts = np.repeat([SHIFTS[of] for of in methods], len(change))
    charts.scatter(ax, placed.assign(height=placed.index + shifts), x="change", y="height", **look)
    ax.axvline(0, color=plt.rcParams["text.color"], linewidth=0.9, linestyle=":")
    ax.axhline(4.5, color=plt.rcParams["axes.edgecolor"], linewidth=0.6)
    ax.set_yticks(range(len(change)), list(columns().values()))
    ax.grid(axis="y", visible=False)
    ax.invert_yaxis()
    ax.set(xlabel="Change against unpruned BERT_LARGE [points]", ylabel="")
    charts.legends.gather(fig)
    return fig


def show_storage(lines: pd.DataFrame, rows: pd.DataFrame, *, bits: int, pruned: str) -> None:
    """Show a pruned BERT_LARGE's size by prune ratio and way of storage.

    Parameters
    ----------
    lines : pandas.DataFrame
        MiB, indexed by prune ratio [%]; a column for each of `WAYS`.
    rows : pandas.DataFrame
        Of Table 1: model, ratio [%], and the one way chosen [MiB].
    bits : int
        Of a weight.
    pruned : str
        The parameter that says what is pruned.
    """
    way = rows.columns[-1]
    words = ", ".join(f"{row.model}: {size:.0f}" for row, size in _sized(rows))
    least = min(_sized(rows), key=lambda pair: pair[1])
    publish.figure(
        "guo2019rpp-storage",
        lambda: draw_storage(lines, rows, bits=bits),
        data=lines.round(2).reset_index(),
        finding=f"{least[0].model} takes {least[1]:.0f} of {lines['dense'].iloc[0]:.0f} MiB",
        alt=f"Size in MiB against prune ratio for dense, CSR and bitmap storage; unpruned "
        f"{lines['dense'].iloc[0]:.0f} MiB; stored as {way}: {words}.",
        caption=f"Size of the stored weights against prune ratio; pruned: "
        f"{pruned.replace('_', ' ')}. Outlined marks: the table's four rows, derived.",
    )


def draw_storage(lines: pd.DataFrame, rows: pd.DataFrame, *, bits: int) -> Figure:
    """Draw what `show_storage` shows."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 4.8))
    across, chosen, ink = lines.index.name, rows.columns[-1], plt.rcParams["text.color"]
    for way, (label, colour, style) in WAYS.items():
        look = {"color": colour, "linestyle": style, "linewidth": 2.6 if way == chosen else 1.3}
        charts.lines(ax, lines.reset_index(), x=across, y=way, label=label, **look)
    ax.legend()
    charts.legends.gather(fig)
    methods = rows["model"].str.partition(",")[0]
    signs = {"palette": {"RPP": ink, "NIP": ink}, "markers": {"RPP": "v", "NIP": "s"}}
    placed = rows.assign(origin="derived", method=methods)
    charts.scatter(ax, placed, x="ratio", y=chosen, colour="method", legend=False, **signs)
    apart = {"xytext": (8, 8), "rotation": 0} if chosen == "csr" else {"xytext": (3, 5)}
    apart = {"rotation": 40, "textcoords": "offset points"} | apart
    back = {"facecolor": plt.rcParams["axes.facecolor"], "lw": 0, "pad": 0.5}
    for row, size in _sized(rows):
        text = f"{row.model}: {size:.0f} MiB"
        ax.annotate(text, (row.ratio, size), rotation_mode="anchor", bbox=back, **apart)
    ax.set(xlabel="Share of the prunable weights at zero [%]", xlim=(0, 138), ylim=(0, None))
    ax.set_xticks(range(0, 101, 20))
    ax.set_ylabel(f"Stored weights of BERT_LARGE at {bits} bits [MiB]")
    return fig


def _sized(rows: pd.DataFrame) -> zip:
    """Return the rows, each with its size in the last column."""
    return zip(rows.itertuples(), rows.iloc[:, -1], strict=True)


def show_remarks(
    factors: pd.DataFrame, scores: pd.DataFrame, mean: pd.Series, *, corrected: bool
) -> None:
    """Show the slides' remarks next to the factors and the scores of Table 1.

    Parameters
    ----------
    factors : pandas.DataFrame
        A row of Table 1 each: by what factor it is smaller, in several counts.
    scores : pandas.DataFrame
        Columns (before or after, row of Table 1); a row for each column of MNLI [%].
    mean : pandas.Series
        The mean change of each row [points], by its name in words.
    corrected : bool
        Whether corrections apply.
    """
    beside = {
        ("Factor [x]", name): {remark: f"{size[row]:.2f}" for remark, row in WEIGHED.items()}
        for name, size in factors.items()
    }
    pair, remarks = " / ".join(scores.index), data.values(KEY, "claims", corrected=corrected)
    heads = {"before": f"implied: {pair}", "after": pair}
    words = {remark: remarks.loc[remark, "name"] for remark in WEIGHED}
    for part, head in heads.items():
        own = {remark: scores[part, row] for remark, row in WEIGHED.items()}
        joined = {remark: " / ".join(map("{:.1f}".format, each)) for remark, each in own.items()}
        beside[f"MNLI {part} [%]", head] = joined
        for remark, each in own.items():
            met = met_by(each, remarks.loc[remark, f"mnli_{part}"], otherwise="neither column")
            words[remark] += f"; {part}: met by {met}"
    words["retrain"] = "every row is trained further, so what that adds is not shown"
    won = ", ".join(f"{change:+.1f} at {ratio}" for ratio, change in mean.items())
    words["winner"] = f"mean change over 10 tasks: {won}; from BERT_LARGE, not BERT_BASE"
    words["winner"] = words["winner"].replace("-", "−")
    shown = remark_table(KEY, beside, words, corrected=corrected)
    publish.table("guo2019rpp-claims", shown)
