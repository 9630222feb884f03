"""What the page of DeFormer draws, and the slide's remark next to its tables."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish
from smallbert.data import addresses


def show_remains(remains: pd.DataFrame, remark: pd.Series, mnli: pd.Series) -> None:
    """Show each thing of which a quarter might remain next to the remark and to Table 1.

    Parameters
    ----------
    remains : pandas.DataFrame
        Columns what, share, where, and whether it rounds to the remark's fraction.
    remark, mnli : pandas.Series
        Rows of the remarks and of Table 1.
    """
    columns = {
        "Remark": remark["remark"],
        "MNLI claimed": f"{remark['mnli_before']:.0f} to {remark['mnli_after']:.0f}",
        "MNLI in Table 1": f"{mnli['bert_base']:.1f} to {mnli['deformer']:.1f}",
    }
    spans = list(columns)
    columns |= {"What remains": remains["what"], "Share": remains["share"].map("{:.2f}".format)}
    columns |= {"Where": remains["where"], "Rounds to 1/4": remains["rounds"]}
    shown = pd.DataFrame(columns).replace({True: "yes", False: "no"})
    data = shown.assign(share=remains["share"])
    publish.table("cao2020deformer-claims", shown, data=data, span=spans)


PANELS = {
    "drop": ("Drop [points]", "{:.1f}", 0),
    "speedup": ("Speedup [times]", "{:.1f}x", 1),
    "memory_reduction": ("Inference memory saved [%]", "{:.1f} %", 0),
}
"""Columns of Table 1 with the axis' title, a number's form and BERT_BASE's own number."""

SIDES = {"printed": "printed_speedup", "derived": "computed_factor"}
"""Columns of the factors by the origin of their numbers."""

LEGEND = ["speedup, printed", "operations, computed"]
TECHNIQUE = "matrix_decomposition"
SMALL = {"textcoords": "offset points"}


def show_tasks(table: pd.DataFrame) -> None:
    """Show drop, speedup and memory saved of each task of Table 1, a panel each."""
    listed = ", ".join(
        f"{row.label} {row.drop:.1f} points, {row.speedup:.1f}x, {row.memory_reduction:.1f} %"
        for row in table.itertuples()
    )
    publish.figure(
        "cao2020deformer-chart",
        lambda: draw_tasks(table),
        data=table[["label", "input_length", "drop", "relative_drop", *list(PANELS)[1:]]],
        finding=f"{table['speedup'].min():.1f} to {table['speedup'].max():.1f} times as fast, "
        f"{table['drop'].min():.1f} to {table['drop'].max():.1f} points lost",
        alt=f"DeFormer against BERT_BASE by task, drop in points, speedup and memory saved: "
        f"{listed}.",
    )


def draw_tasks(table: pd.DataFrame) -> Figure:
    """Draw what `show_tasks` shows."""
    fig, axes = plt.subplots(len(PANELS), figsize=(charts.WIDTH, 2.4 * len(PANELS)))
    placed = table.assign(height=range(len(table)))
    names = [f"{row.label}\n{row.input_length:.0f} tokens" for row in table.itertuples()]
    for ax, column in zip(axes, PANELS, strict=True):
        _task_panel(ax, placed, column)
        ax.set_yticks(placed["height"], names)
        ax.set_ylim(len(table) - 0.5, -0.7)
    return fig


def _task_panel(ax: Axes, placed: pd.DataFrame, column: str) -> None:
    """Draw one column of Table 1, from BERT_BASE's number to DeFormer's."""
    title, form, base = PANELS[column]
    ends, heights = placed[column], placed["height"]
    ax.hlines(heights, base, ends, color=charts.COLOURS[TECHNIQUE], linewidth=1.2)
    ids = addresses.ids("cao2020deformer", "table1", placed.index, column)
    charts.scatter(ax, placed.assign(id=ids), x=column, y="height", legend=False)
    ax.axvline(base, color=plt.rcParams["axes.edgecolor"], linewidth=1.2)
    ax.text(base, -0.48, " BERT_BASE", fontstyle="italic")
    for end, height in zip(ends, heights, strict=True):
        ax.annotate(form.format(end), (end, height), xytext=(0, 7), ha="center", **SMALL)
    ax.set(xlabel=title, ylabel="", xlim=(base, base + 1.25 * (ends.max() - base)))


def show_saved(
    curve: pd.DataFrame, computed: pd.DataFrame, *, tokens: int, question: int, cached: int
) -> None:
    """Show by what factor operations fall, by layers cached, and next to Table 1's speedup.

    Parameters
    ----------
    curve : pandas.DataFrame
        Indexed by layers cached: factor, and the limit of an empty question.
    computed : pandas.DataFrame
        A row a task: label, printed_speedup, computed_factor.
    tokens, question, cached : int
        What is chosen: of an input, of its question, and layers.
    """
    pairs = ", ".join(
        f"{row.label} {row.printed_speedup:.1f}x printed, {row.computed_factor:.1f}x computed"
        for row in computed.itertuples()
    )
    title = f"{tokens} tokens, {question} of them question"
    last, chosen = curve["factor"].iloc[-1], curve["factor"][cached]
    publish.figure(
        "cao2020deformer-operations",
        lambda: draw_saved(curve, computed, cached=cached, title=title),
        data=computed,
        finding=f"With {cached} layers cached the operations fall {chosen:.1f} times; printed "
        f"speedups reach {computed['printed_speedup'].max():.1f}",
        alt=f"Above: operations fall by 1 with no layer cached, by {last:.1f} with eleven of "
        f"twelve, by {chosen:.2f} with {cached}. Below: {pairs}.",
    )


def draw_saved(curve: pd.DataFrame, computed: pd.DataFrame, *, cached: int, title: str) -> Figure:
    """Draw what `show_saved` shows."""
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 5.8))
    _curve(above, curve, cached)
    above.set_title(title)
    _beside_print(below, computed)
    return fig


def _curve(ax: Axes, curve: pd.DataFrame, cached: int) -> None:
    """Draw the factor by layers cached, below its limit."""
    grey, chosen = plt.rcParams["axes.edgecolor"], curve["factor"][cached]
    look = {"x": "cached", "linewidth": 1.2, "zorder": 2}
    curve = curve.reset_index().assign(technique=TECHNIQUE, origin="derived")
    charts.lines(ax, curve, y="limit", color=grey, linestyle=":", **look)
    charts.lines(ax, curve, y="factor", color=charts.COLOURS[TECHNIQUE], linestyle="--", **look)
    charts.scatter(ax, curve, x="cached", y="factor", legend=False)
    ax.axvline(cached, color=grey, linewidth=0.9)
    charts.log_axis(ax, "y", [1, 2, 3, 4, 6, 8, 12])
    ax.set(xlabel="Lower layers cached, of 12", ylabel="Operations fall by [times]")
    ax.set(xticks=range(0, 12, 3), ylim=(0.9, 14))
    ax.text(7.3, 3.1, "empty question", ha="right")
    ax.annotate(f"{chosen:.2f}x", (cached, chosen), xytext=(6, -13), **SMALL)


def _beside_print(ax: Axes, computed: pd.DataFrame) -> None:
    """Draw the printed speedup and the computed factor of each task, joined by a line."""
    grey, heights = plt.rcParams["axes.edgecolor"], range(len(computed))
    look = {"technique": TECHNIQUE, "height": heights}
    for origin, column in SIDES.items():
        rows = computed.assign(origin=origin, **look)
        charts.scatter(ax, rows, x=column, y="height", legend=False)
    ax.hlines(heights, *(computed[column] for column in SIDES.values()), color=grey, lw=0.8)
    ax.axvline(1, color=grey, linewidth=1.2)
    ax.set_yticks(heights, computed["label"])
    ax.set(xlim=(0.9, None), ylim=(len(computed) - 0.5, -0.5))
    ax.set(title="Printed and computed", xlabel="Factor [times]", ylabel="")
    sign = {"colour": charts.COLOURS[TECHNIQUE], "marker": charts.MARKERS[TECHNIQUE]}
    entries = pd.DataFrame({"label": LEGEND, "origin": list(SIDES), **sign})
    marks = charts.legends.series(entries)
    charts.legends.below(ax.figure, [*marks.values()], [*marks])
