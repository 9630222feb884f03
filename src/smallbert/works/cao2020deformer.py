"""What of DeFormer is code: rules of its audit, questions that savings imply, its exhibits."""

from collections.abc import Callable

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts, cost, data
from smallbert.audit.figures import DEFAULT
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.charts import publish
from smallbert.data import exhibits


def drop(numbers: Numbers, own: Result) -> Interval:
    """Recompute the drop in points as BERT_BASE's score less DeFormer's."""
    return numbers.number(own.beside("bert-base")) - numbers.number(own.beside("deformer"))


def relative_drop(numbers: Numbers, own: Result) -> Interval:
    """Recompute the drop in per cent as 1 minus the ratio of DeFormer's score to BERT_BASE's."""
    kept = numbers.number(own.beside("deformer")) / numbers.number(own.beside("bert-base"))
    return (Interval.around(1) - kept) * 100


def memory_reduction(numbers: Numbers, own: Result) -> Interval:
    """Recompute the reduction as 1 minus the ratio of DeFormer's memory to BERT_BASE's."""
    raise MissingError("the memory of DeFormer made from BERT_BASE is not printed")


def ways(row, labels) -> list[tuple[str, float]] | None:
    """Return nothing for DeFormer, which computes and holds only a part of its model.

    Of its remark on size: what is left of the weights, all of them, and of what Table 2 prints.
    """
    if row.id.startswith("cao2020deformer/claims/one-quarter/"):
        printed = data.values("cao2020deformer", "table2")[["operations", "memory"]]
        left = printed.loc["deformer-large"] / printed.loc["bert-large"]
        return [(DEFAULT, 1.0), *((f"{each} in its Table 2", left[each]) for each in left.index)]
    return None if row.technique == "none" else []


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
    ids = exhibits.ids("cao2020deformer", "table1", placed.index, column)
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


IN_LAYERS = ["query, key, value", "attention itself", "attention output"]
IN_LAYERS += ["feed-forward", "layer norms"]


def _layer_results(shape: cost.Architecture, *, tokens: int) -> float:
    """Return the memory of the results of one layer on so many tokens [MiB]."""
    return cost.activations(shape, tokens=tokens, keep="all")[IN_LAYERS].sum() / shape.layers


PER_LAYER = {"time": cost.layer_operations, "memory": _layer_results}
"""What one layer costs, where time follows the operations and memory the results."""


def implied_questions(rows: pd.DataFrame, *, remains: str) -> list[float]:
    """Return the question length at which as much of the whole model's cost remains as printed.

    Parameters
    ----------
    rows : pandas.DataFrame
        Columns architecture, tokens (of an input), cached (layers), and `remains`.
    remains : {"time", "memory"}
        The column with the share that remains.

    Returns
    -------
    list of float
        In tokens; NaN where even a question of one token leaves more.

    Notes
    -----
    The q with ``k c(q) + (L - k) c(n)`` nearest to that share of ``L c(n)``, where c is the cost
    of one layer as in `PER_LAYER`.
    """
    return [
        _question(row.architecture, row.tokens, row.cached, share, PER_LAYER[remains])
        for row, share in zip(rows.itertuples(), rows[remains], strict=True)
    ]


def _question(name: str, tokens: int, cached: int, remains: float, per_layer: Callable) -> float:
    """Return the question length of one row, in tokens."""
    if not cached:
        return np.nan
    shape = cost.architecture(name)
    share = 1 - (1 - remains) * shape.layers / cached  # of a cached layer's cost
    known = np.array([1, tokens // 2, tokens])  # through which the cost, of degree two, is known
    through = np.polyfit(known, [per_layer(shape, tokens=int(q)) for q in known], deg=2)
    shares = np.polyval(through, np.arange(1, tokens)) / per_layer(shape, tokens=tokens)
    return 1 + np.abs(shares - share).argmin() if share >= shares[0] else np.nan


HEADS = ["Task", "Tokens", "Layers cached", "Time or operations left [%]", "Memory left [%]"]
HEADS += ["Question by time", "Question by memory"]


def show_questions(rows: pd.DataFrame) -> None:
    """Show what remains of time and memory, and the questions that this implies [tokens]."""
    shown = rows.set_axis(HEADS, axis=1)
    for name in HEADS[3:5]:
        shown[name] = (100 * shown[name]).map("{:.1f}".format)
    for name in HEADS[5:]:
        shown[name] = shown[name].map("{:.0f}".format).replace("nan", "none")
    publish.table("cao2020deformer-lengths", shown, data=rows)


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
