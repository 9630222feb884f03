"""What a document's figure has inside its axes: points, what stands beside them, lines, legends.

Keys of the mapping ``figure`` (see `smallbert.charts.document_figures`) that are read here:

``size``, ``marker_size``, ``bars_alpha``, ``label_size``
    Of the drawing in inches; of the markers; how opaque error bars are; of the labels.
``published``, ``counted``
    With ``size`` and ``marker``; ``label``, which puts them into a legend below the axes;
    ``as_series``, whether they look like their series; ``linked``, whether a line leads there
    from the reading; ``over``, whether they are drawn over the points.
``legend``
    Keywords of the legend; with ``by``, a legend for each value of a column, ``loc`` a list.
``colours``
    What colours stand for the words of the table ``lines``; without, the words themselves.
"""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import document_axes
from smallbert.charts.document_plan import Plan, colour_of, connected, lines_of, sides, worded
from smallbert.charts.lines import trend
from smallbert.charts.placing import place_labels
from smallbert.charts.points import connect, divide, legend, points


def draw(plan: Plan) -> Figure:
    """Draw a document's figure."""
    fig, ax = plt.subplots(figsize=plan.how.get("size", (7.4, 5.4)))
    beside = {part: plan.beside(part) for part in plan.shown}
    middle = document_axes.set_axes(ax, plan, beside)
    over = [part for part in beside if plan.look(part).get("over")]
    for part in [each for each in beside if each not in over]:
        _draw_beside(ax, plan, part, beside[part])
    _draw_points(ax, plan)
    _draw_lines(ax, plan, middle)
    for part in over:
        _draw_beside(ax, plan, part, beside[part])
    _legends(ax, plan)
    handles, labels = ax.get_legend_handles_labels()
    if labels:
        fig.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    size = {"size": plan.how["label_size"]} if "label_size" in plan.how else {}
    place_labels(ax, plan.places["x"], plan.places["y"], plan.places["label"], **size)
    return fig


def draw_trend(plan: Plan) -> Figure:
    """Draw the points of a figure with the line of least squares and its band."""
    fig, ax = plt.subplots(figsize=(7.4, 3.8))
    document_axes.set_axes(ax, plan, {})
    _draw_points(ax, plan)
    trend(ax, plan.places["x"], plan.places["y"], log_x=document_axes.is_log(plan.key, "x"))
    _legends(ax, plan)
    return fig


def _draw_points(ax: Axes, plan: Plan) -> None:
    """Draw the reading series by series, in the order of the points."""
    for _, rows in plan.places.groupby("series", sort=False):
        known = {axis: rows[f"{axis}_error"].notna().any() for axis in "xy"}
        bars = points(
            ax,
            rows["x"],
            rows["y"],
            colour=rows["colour"].iloc[0],
            marker=rows["marker"].iloc[0],
            origin=plan.how.get("origin", "digitised"),
            size=plan.how.get("marker_size", 8),
            **{f"{axis}_error": rows[f"{axis}_error"] for axis in "xy" if known[axis]},
        )
        for bar in (*bars[1], *bars[2]):
            bar.set_alpha(plan.how.get("bars_alpha"))


def _draw_beside(ax: Axes, plan: Plan, part: str, places: pd.DataFrame) -> None:
    """Draw what stands beside the reading, where asked for with lines that lead there."""
    look = plan.look(part)
    if look.get("linked"):
        for row, to in places[["x", "y"]].iterrows():
            x, y = ([plan.places.at[row, axis], to[axis]] for axis in "xy")
            connect(ax, x, y, colour=plt.rcParams["axes.edgecolor"], style=":")
    label = worded(plan, look["label"]) if "label" in look else None
    shown = {"origin": look["origin"], "size": look["size"], "label": label}
    if not look.get("as_series"):
        ink = {"colour": plt.rcParams["text.color"], "marker": look["marker"]}
        points(ax, places["x"], places["y"], **ink, **shown)
        return
    for _, rows in places.groupby("series", sort=False):
        own = rows[["colour", "marker"]].iloc[0].to_dict()
        points(ax, rows["x"], rows["y"], **own, **shown)


def _draw_lines(ax: Axes, plan: Plan, middle: float | None) -> None:
    """Draw the lines that connect points, and the bar that parts sides where the axis breaks."""
    for line in lines_of(plan, "divider") if middle else ():
        divide(ax, middle, colour=colour_of(plan, line.colour), left=line.left, right=line.right)
    for rows, colour in connected(plan):
        connect(ax, rows["x"], rows["y"], colour=colour)


def _legends(ax: Axes, plan: Plan) -> None:
    """Draw the legend of the series, or one for each side."""
    place = plan.how.get("legend", {})
    outlined = plan.how.get("origin") == "derived"
    entries = plan.looks.assign(origin="derived" if outlined else "printed")
    if "by" not in place:
        if len(entries):
            legend(ax, entries, **place)
        return
    further = {key: value for key, value in place.items() if key not in ("by", "loc")}
    for loc, (_, rows) in zip(place["loc"], sides(plan), strict=True):
        if ax.get_legend():
            ax.add_artist(ax.get_legend())
        legend(ax, entries.loc[plan.places.loc[rows.index, "series"].unique()], loc=loc, **further)
