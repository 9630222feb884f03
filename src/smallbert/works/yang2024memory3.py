"""The figure of Memory³, as read by eye."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from smallbert import charts
from smallbert.data import anchors, sources

KEY = "yang2024memory3"
X, Y = "parameters_without_embeddings", "few_shot_7_average"
BILLIONS_TICKED = (1, 2, 4, 8, 16, 32)
"""Ticks of the axis of sizes [billion]."""

LOOK_OF_TUNING = {
    "Memory³": (charts.ACCENT, "s"),
    "instruction-tuned": (charts.GREYS[0], "o"),
    "base": (charts.GREYS[1], "^"),
}
"""Color and marker of the work's own model, and of the others by their tuning."""


def draw_figure(read: pd.DataFrame, rings: pd.DataFrame) -> Figure:
    """Draw the reading by tuning, and the paper's own numbers of the same models.

    `read` is the table ``points`` with its margins. `rings`, indexed by its rows, has parameters
    [billion], ``mean`` [%] and id; a dotted line leads there.
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 8))
    charts.log_axis(ax, "x", BILLIONS_TICKED)
    ax.yaxis.set_major_locator(MultipleLocator(5))
    labels = sources.table_of(KEY, "axes")["label"]
    ax.set(xlim=(0.95, 56), xlabel=labels["x-axis"], ylabel=labels["y-axis"])
    ax.set_ylim(min(37, rings["mean"].min() - 1), max(68, rings["mean"].max() + 1))
    for row, there in rings.iterrows():
        ends = (read.at[row, X], there[X]), (read.at[row, Y], there["mean"])
        charts.connect_points(ax, *ends, color=plt.rcParams["axes.edgecolor"], style=":")

    marks = {}
    for name, rows in read.groupby(read["tuning"].mask(read["family"] == "Memory³", "Memory³")):
        mark = dict(zip(("color", "marker"), LOOK_OF_TUNING[name], strict=True))
        published = rings.loc[rings.index.isin(rows.index)]
        if len(published):
            how = mark | {"origin": "published", "size": 5, "ids": published["id"]}
            charts.points(ax, published[X], published["mean"], **how)
        how = mark | {"x_error": rows[f"{X}_half_width"], "y_error": rows[f"{Y}_half_width"]}
        how |= {
            "ids": anchors.number_ids(KEY, "points", rows.index, Y),
            "origin": "digitised",
        }
        marks[name], *bars = charts.points(ax, rows[X], rows[Y], size=7, **how)
        for bar in (*bars[0], *bars[1]):
            bar.set_alpha(0.3)
    ax.legend([*marks.values()], [*marks], loc="lower right")
    charts.place_labels(ax, read[X], read[Y], read["model"])
    return fig
