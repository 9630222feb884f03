"""XTC: its figure as read by eye."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.data import anchors, sources

KEY = "wu2022xtc"
BLUE = "#3a78c2"  # of the figure's own bar


def draw_figure(read: pd.DataFrame, rings: pd.DataFrame, *, counted: bool) -> Figure:
    """Draw the average score against size, with the document's bar and dashed line.

    `read` is the table ``points`` with its margins and the sizes ``computed`` from shape and bits;
    `rings` has the sizes from the literature and their ids, by rows of `read` [MB]. Where sizes
    are not `counted`, some models are at 200, a tick without a scale, side by side.
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.6))
    score, size = "glue_8_average", "computed" if counted else "size"
    shifts = {} if counted else {"tinybert": -16, "minilmv2": -32}
    _set_axes(ax, read[size], "counted" if counted else "read by eye")
    looks = sources.table_of(KEY, "series")
    for _, half in read.groupby("side", sort=False):
        marks = {}
        for series, rows in half.groupby("series", sort=False):
            mark = {
                "color": looks.at[series, "mpl_colour"],
                "marker": looks.at[series, "mpl_marker"],
            }
            mark |= {"y_error": rows[f"{score}_half_width"], "shift": shifts.get(series, 0)}
            if not counted and (rows["size_is"] == "read").all():
                mark["x_error"] = rows["size_half_width"]
            mark["ids"] = anchors.number_ids(KEY, "points", rows.index, score)
            origin = "derived" if counted else "digitised"
            drawn = charts.points(ax, rows[size], rows[score], origin=origin, **mark)
            marks[looks.at[series, "series"]] = drawn[0]
            if series == "xtc-bert-star":
                by_size = rows.sort_values(size)
                charts.connect_points(ax, by_size[size], by_size[score], color=mark["color"])
        if left := ax.get_legend():
            ax.add_artist(left)
        ax.legend([*marks.values()], [*marks], loc=f"lower {'right' if left else 'left'}")
    if len(rings):
        mark = {"color": plt.rcParams["text.color"], "origin": "published", "size": 13}
        mark |= {"ids": rings["id"]}
        ring, *_ = charts.points(ax, rings["size"], read.loc[rings.index, score], **mark)
        charts.legend_below(fig, [ring], ["size from the literature"])
    charts.place_labels(ax, read[size], read[score], read["label"])
    return fig


def _set_axes(ax: Axes, sizes: pd.Series, way: str) -> None:
    """Make the axis of sizes logarithmic with a break, and draw the document's bar in it."""
    last, beyond, gap = np.log2(max(50, 1.3 * sizes[sizes < 165].max())), np.log2(165), 1.1
    doublings = [-10, last, beyond, 20]
    places = [-10, last, last + gap, last + gap + 2 * (20 - beyond)]

    def forward(size):
        return np.interp(np.log2(np.maximum(size, 2**-10)), doublings, places)

    def inverse(place):
        return 2 ** np.interp(place, places, doublings)

    ax.set_xscale("function", functions=(forward, inverse))
    shown = [tick for tick in (8, 16, 32, 64, 128) if tick < 2**last]
    shown += [200] if way == "read by eye" else [256]
    ax.set_xticks(shown, shown)
    labels = sources.table_of(KEY, "labels")["text"]
    divider = sources.table_of(KEY, "lines").loc["divider"]
    ax.set(xlim=(5, 280), ylim=(79.75, 84.95), yticks=np.arange(82, 84.5, 0.5))
    ax.set_xlabel(f"{labels['x-axis']}: stored weights, {way}; 1 MB is 2²⁰ bytes")
    ax.set_ylabel(f"{labels['y-axis']} [%], average of 8 tasks")
    across, middle = ax.get_xaxis_transform(), inverse(last + gap / 2)
    strokes = {"marker": "$/$", "markersize": 9, "linestyle": "none", "clip_on": False, "zorder": 5}
    strokes |= {"transform": across, "color": plt.rcParams["axes.edgecolor"]}
    ax.plot(inverse(last + gap * np.array([0.4, 0.6])), [0, 0], **strokes)
    ax.axvline(middle, color=BLUE, linewidth=5, alpha=0.35, zorder=1)
    text = {"xycoords": across, "textcoords": "offset points", "va": "top", "color": BLUE}
    ax.annotate(divider["left"], (middle, 0.985), (-8, 0), ha="right", **text)
    ax.annotate(divider["right"], (middle, 0.985), (8, 0), ha="left", **text)
