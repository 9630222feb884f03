"""The figure of Desislavov et al., as read by eye, and a kind of claim on it."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.claims.correlation import rank_correlation
from smallbert.claims.finding import Finding
from smallbert.claims.material import Material, evidence_ids
from smallbert.claims.tests_by_kind import risen
from smallbert.data import anchors, sources

KEY, X, Y = "desislavov2021compute", "operations", "glue_score"
POINTS, SCORE = f"{KEY}/points", "glue-score"
OPERATION_TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 5, 10, 20, 30, 50, 70, 150, 300)
"""Of the axis of operations [G]; the document gives its ends alone."""


def draw_figure(read: pd.DataFrame, others: pd.DataFrame) -> Figure:
    """Draw the reading by release date, and where the same models are by other ways.

    `read` is the table ``points`` with its margins. `others`, indexed by its rows, has operations
    [G], GLUE score [%], kind (for the legend), origin, id and label; a dotted line leads there.
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 7))
    left, right = min(2.85, 0.76 * others[X].min()), max(95, 1.25 * others[X].max())
    right = max(right, left * (40 / left) ** (1 / 0.74))  # the legend lies right of 40 G
    charts.log_axis(ax, "x", OPERATION_TICKS)
    ax.set(xlim=(left, right), yticks=range(70, 89, 2))
    ax.set_ylim(min(71, others[Y].min() - 2.2), max(87.2, others[Y].max() + 2.2))
    ax.set(xlabel="Operations per forward pass of 128 tokens [GFLOPs]", ylabel="GLUE score [%]")

    ink, edge = plt.rcParams["text.color"], plt.rcParams["axes.edgecolor"]
    marks, looks = {}, {"derived": ("s", 6), "published": ("o", 13)}
    for (kind, origin), rows in others.groupby(["kind", "origin"], sort=False):
        for row, there in rows.iterrows():
            ends = (read.at[row, X], there[X]), (read.at[row, Y], there[Y])
            charts.connect_points(ax, *ends, color=edge, style=":")
        marker, size = looks[origin]
        how = {"color": ink, "origin": origin, "marker": marker, "size": size}
        marks[kind] = charts.points(ax, rows[X], rows[Y], ids=rows["id"], **how)[0]

    dates = {}
    for date, mark in sources.table_of(KEY, "colours").set_index("released").iterrows():
        rows = read[read["released"] == date]
        how = {"x_error": rows[f"{X}_half_width"], "y_error": rows[f"{Y}_half_width"]}
        how |= {"color": mark["hex"], "marker": mark["marker"], "origin": "digitised"}
        how["ids"] = anchors.number_ids(KEY, "points", rows.index, Y)
        dates[date] = charts.points(ax, rows[X], rows[Y], **how)[0]
    ax.legend([*dates.values()], [*dates], title="Release date", loc="lower right")
    charts.legend_below(fig, [*marks.values()], [*marks])
    named = pd.concat([read.assign(label=read["model"]), others])
    charts.place_labels(ax, named[X], named[Y], named["label"])
    return fig


def newer(material: Material, *, weak: float = 0.3, level: float = 0.95) -> Finding:
    """Tell whether later models, by their published dates, score more at a number of operations.

    The partial rank correlation of date and score with the operations held fixed, as later models
    may be smaller ones; the verdict is as for `smallbert.claims.tests_by_kind.trend`.
    """
    published = pd.to_datetime(material.labels(f"{KEY}/published_dates")["date"])
    days = published.map(pd.Timestamp.toordinal)
    chart = material.points(POINTS, X, SCORE).join(days, how="inner")
    found = rank_correlation(chart["date"], chart["y"], given=chart["x"], level=level)
    return risen(found, weak, evidence_ids(chart), f"partial rank correlation {found}")
