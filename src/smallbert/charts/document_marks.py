"""What a document's figure has inside its axes: points, what stands beside them, lines, legends.

Keys of the mapping ``figure`` (see `smallbert.charts.document_figures`) that are read here:

``height``, ``marker_size``, ``bars_alpha``
    Of the drawing in inches; of the markers; how opaque error bars are.
``published``, ``counted``
    With ``size`` and ``marker``; ``label``, their name in the legend below the axes; ``named``,
    what is written beside each (``{label}`` is its point's); ``as_series``, whether they look
    like their series; ``linked``, whether a line leads there
    from the reading; ``over``, whether they are drawn over the points.
``shift``
    By row, how far a mark is drawn to the right of its place, in points.
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
from smallbert.charts.headline import headline
from smallbert.charts.legends import explain, series
from smallbert.charts.lines import trend
from smallbert.charts.placing import place_labels
from smallbert.charts.points import connect, divide, look, points
from smallbert.charts.style import WIDTH

READ = "read by eye; bars: its margin"
TREND = "Line of least squares; the band has 95 % of the lines of a bootstrap"


def draw(plan: Plan, finding: str) -> Figure:
    """Draw a document's figure below what it finds."""
    fig, ax = plt.subplots(figsize=(WIDTH, plan.how.get("height", 6)))
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
    _key(fig, plan)
    headline(fig, finding, document_axes.labels(plan.key).get("title", plan.how["title"]))
    named = pd.concat([plan.places, *(_named(plan, *each) for each in beside.items())])
    place_labels(ax, named["x"], named["y"], named["label"])
    return fig


def _named(plan: Plan, part: str, places: pd.DataFrame) -> pd.DataFrame:
    """Return what stands beside the reading with the names written there, if any."""
    form = plan.look(part).get("named", "")
    return places.assign(
        label=[form.format(label=plan.places.at[row, "label"]) for row in places.index]
    )


def _key(fig: Figure, plan: Plan) -> None:
    """Explain below the axes every kind of mark, whatever its series."""
    ink, edge = plt.rcParams["text.color"], plt.rcParams["axes.edgecolor"]
    plain = {"color": ink, "marker": "o", "markersize": 7}
    read = "counted; bars: margin of the score" if plan.instead else READ
    looks = {read: look("derived") if plan.instead else {}}
    for part in plan.shown:
        own = plan.look(part)
        looks[worded(plan, own["label"])] = {"marker": own["marker"]} | look(own["origin"])
    if any(plan.look(part).get("linked") for part in plan.shown):
        looks["line to the same model"] = {"marker": "", "linestyle": ":", "color": edge}
    explain(fig, looks, plain)


def draw_trend(plan: Plan, finding: str) -> Figure:
    """Draw the points of a figure with the line of least squares and its band."""
    fig, ax = plt.subplots(figsize=(WIDTH, 4.8))
    document_axes.set_axes(ax, plan, {})
    _draw_points(ax, plan)
    trend(ax, plan.places["x"], plan.places["y"], log_x=document_axes.is_log(plan.key, "x"))
    _legends(ax, plan)
    headline(fig, finding, TREND)
    return fig


def _draw_points(ax: Axes, plan: Plan) -> None:
    """Draw the reading series by series, in the order of the points."""
    aside = plan.places.index.map(lambda row: plan.how.get("shift", {}).get(row, 0))
    for (_, shift), rows in plan.places.groupby(["series", aside], sort=False):
        known = {axis: rows[f"{axis}_error"].notna().any() for axis in "xy"}
        bars = points(
            ax,
            rows["x"],
            rows["y"],
            colour=rows["colour"].iloc[0],
            marker=rows["marker"].iloc[0],
            origin=plan.how.get("origin", "digitised"),
            size=plan.how.get("marker_size", 8),
            shift=shift,
            ids=rows["id"],
            **{f"{axis}_error": rows[f"{axis}_error"] for axis in "xy" if known[axis]},
        )
        for bar in (*bars[1], *bars[2]):
            bar.set_alpha(plan.how.get("bars_alpha"))


def _draw_beside(ax: Axes, plan: Plan, part: str, places: pd.DataFrame) -> None:
    """Draw what stands beside the reading, where asked for with lines that lead there."""
    own = plan.look(part)
    if own.get("linked"):
        for row, to in places[["x", "y"]].iterrows():
            x, y = ([plan.places.at[row, axis], to[axis]] for axis in "xy")
            connect(ax, x, y, colour=plt.rcParams["axes.edgecolor"], style=":")
    shown = {"origin": own["origin"], "size": own["size"]}
    if not own.get("as_series"):
        ink = {"colour": plt.rcParams["text.color"], "marker": own["marker"]}
        points(ax, places["x"], places["y"], ids=places["id"], **ink, **shown)
        return
    for _, rows in places.groupby("series", sort=False):
        look_of = rows[["colour", "marker"]].iloc[0].to_dict()
        points(ax, rows["x"], rows["y"], ids=rows["id"], **look_of, **shown)


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
            marks = series(entries)
            ax.legend([*marks.values()], [*marks], **place)
        return
    further = {key: value for key, value in place.items() if key not in ("by", "loc")}
    for loc, (_, rows) in zip(place["loc"], sides(plan), strict=True):
        if ax.get_legend():
            ax.add_artist(ax.get_legend())
        marks = series(entries.loc[plan.places.loc[rows.index, "series"].unique()])
        ax.legend([*marks.values()], [*marks], loc=loc, **further)
