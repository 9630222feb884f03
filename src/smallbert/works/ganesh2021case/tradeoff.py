"""The average change of the poster's rows against one cost."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish
from smallbert.data import vocabulary
from smallbert.works.ganesh2021case.averages import BASELINES

AXES = {
    "with_embeddings": "Compression factor of the weights, embeddings counted [x]",
    "without_embeddings": "Compression factor of the weights, embeddings left out [x]",
    "speedup": "Speedup on GPU, as the survey measures it [x]",
}

RULES = {
    "reported": "over the tasks that a row reports",
    "complete": "over rows with all four tasks only",
    "zero": "with a task not reported as no change",
    "relative": "as a relative change over the tasks reported",
}


def show(rows: pd.DataFrame, *, axis: str, averaging: str, baseline: str, corrected: bool) -> None:
    """Publish the chart.

    Parameters
    ----------
    rows : pandas.DataFrame
        Indexed by row: name, heading, technique, family, factor, change, tasks, and ``dev``,
        whether scores are known to be of development sets.
    axis, averaging, baseline : str
        Keys of `AXES`, `RULES` and `smallbert.works.ganesh2021case.averages.BASELINES`.
    corrected : bool
        Whether headings are the resolved ones.
    """
    placed = rows.dropna(subset=["factor", "change"])
    unit = "%" if averaging == "relative" else "points"
    chosen = f"against {BASELINES[baseline]}, {RULES[averaging]}"
    others = placed.drop("bert-base")
    top, bottom = (others.loc[others["change"].agg(end)] for end in ("idxmax", "idxmin"))
    small = others.loc[others["factor"].idxmax()]
    publish.figure(
        "ganesh2021case-scatter",
        lambda: draw(placed, xlabel=AXES[axis], title=chosen, unit=unit),
        data=placed.drop(columns="dev"),
        finding="; ".join(
            f"{end['name']} {charts.signed(end['change'])} {unit} at factor {end['factor']:.1f}"
            for end in (top, small)
        ),
        alt=f"Average change of {len(others)} compressed models. {AXES[axis]}: best "
        f"{top['name']}, {top['change']:.2f} {unit}; worst {bottom['name']}, "
        f"{bottom['change']:.2f}; furthest right {small['name']}, {small['factor']:.0f}x.",
        caption=f"Average change {chosen}; our arithmetic on "
        "printed cells, hence outlined. Colour and marker follow the "
        f"{'resolved' if corrected else 'printed'} headings. "
        "In brackets the number of tasks behind the average; dev marks scores of "
        "development sets, which do not compare with the others.",
    )


def draw(placed: pd.DataFrame, *, xlabel: str, title: str, unit: str) -> Figure:
    """Draw the change against the factor; below −1 the axis is logarithmic."""
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.4))
    ax.axhline(0, color=plt.rcParams["axes.edgecolor"], linestyle=":", linewidth=0.9)
    low, high = placed["change"].min(), placed["change"].max()
    charts.log_axis(ax, "x", [1, 2, 5, 10, 20, 50, 100])
    ax.set_yscale("symlog", linthresh=1)
    ax.set_yticks([1, 0, -0.5, -1, -2, -5, -10, -15])
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "−"))
    ax.minorticks_off()
    ax.set(xlim=(0.8, 130), ylim=(min(-3, 1.3 * low), max(0.2, 1.3 * high)))
    points = placed.assign(origin="derived")
    points.loc["bert-base", "origin"] = "printed"
    charts.scatter(ax, points, x="factor", y="change", colour="family")
    ylabel = f"Average change [{unit}]; below −1 logarithmic"
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.set_title(title[0].upper() + title[1:])
    names = vocabulary.table("techniques")["name"].to_dict() | {"none": "BERT_BASE, the baseline"}
    handles, families = ax.get_legend_handles_labels()
    ax.get_legend().remove()
    names = [names[each] for each in families]
    for handle, family in zip(handles, families, strict=True):
        face = handle.get_color() if family == "none" else "none"
        handle.set(markersize=8, markerfacecolor=face, markeredgecolor=handle.get_color())
    charts.legends.below(fig, handles, names)
    charts.place_labels(ax, points["factor"], points["change"], _labels(points))
    return fig


def _labels(placed: pd.DataFrame) -> pd.Series:
    """Name each row, with its number of tasks and a remark on development sets."""
    remarks = placed["dev"].map({True: ", dev)", False: ")"})
    labels = placed["name"].str.partition(" (")[0] + " (" + placed["tasks"].astype(str) + remarks
    return labels.where(placed.index != "bert-base", "BERT_BASE")
