"""XTC: its figure as read by eye."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.data import addresses, sources

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
        for one, rows in half.groupby("series", sort=False):
            look = {"color": looks.at[one, "mpl_colour"], "marker": looks.at[one, "mpl_marker"]}
            look |= {"y_error": rows[f"{score}_half_width"], "shift": shifts.get(one, 0)}
            if not counted and (rows["size_is"] == "read").all():
                look["x_error"] = rows["size_half_width"]
            look["ids"] = addresses.number_ids(KEY, "points", rows.index, score)
            origin = "derived" if counted else "digitised"
            drawn = charts.points(ax, rows[size], rows[score], origin=origin, **look)
            marks[looks.at[one, "series"]] = drawn[0]
            if one == "xtc-bert-star":
                line = rows.sort_values(size)
                charts.connect_points(ax, line[size], line[score], color=look["color"])
        if left := ax.get_legend():
            ax.add_artist(left)
        ax.legend([*marks.values()], [*marks], loc=f"lower {'right' if left else 'left'}")
    if len(rings):
        look = {"color": plt.rcParams["text.color"], "origin": "published", "size": 13}
        look |= {"ids": rings["id"]}
        ring, *_ = charts.points(ax, rings["size"], read.loc[rings.index, score], **look)
        charts.legend_below(fig, [ring], ["size from the literature"])
    charts.place_labels(ax, read[size], read[score], read["label"])
    return fig


def _set_axes(ax: Axes, sizes: pd.Series, way: str) -> None:
    """Make the axis of sizes logarithmic with a break, and draw the document's bar in it."""
    last, first, gap = np.log2(max(50, 1.3 * sizes[sizes < 165].max())), np.log2(165), 1.1
    doublings = [-10, last, first, 20]
    places = [-10, last, last + gap, last + gap + 2 * (20 - first)]

    def forward(size):
        return np.interp(np.log2(np.maximum(size, 2**-10)), doublings, places)

    def inverse(place):
        return 2 ** np.interp(place, places, doublings)

    ax.set_xscale("function", functions=(forward, inverse))
    shown = [tick for tick in (8, 16, 32, 64, 128) if tick < 2**last]
    shown += [200] if way == "read by eye" else [256]
    ax.set_xticks(shown, shown)
    words = sources.table_of(KEY, "labels")["text"]
    divider = sources.table_of(KEY, "lines").loc["divider"]
    ax.set(xlim=(5, 280), ylim=(79.75, 84.95), yticks=np.arange(82, 84.5, 0.5))
    ax.set_xlabel(f"{words['x-axis']}: stored weights, {way}; 1 MB is 2²⁰ bytes")
    ax.set_ylabel(f"{words['y-axis']} [%], average of 8 tasks")
    across, middle = ax.get_xaxis_transform(), inverse(last + gap / 2)
    strokes = {"marker": "$/$", "markersize": 9, "linestyle": "none", "clip_on": False, "zorder": 5}
    strokes |= {"transform": across, "color": plt.rcParams["axes.edgecolor"]}
    ax.plot(inverse(last + gap * np.array([0.4, 0.6])), [0, 0], **strokes)
    ax.axvline(middle, color=BLUE, linewidth=5, alpha=0.35, zorder=1)
    look = {"xycoords": across, "textcoords": "offset points", "va": "top", "color": BLUE}
    ax.annotate(divider["left"], (middle, 0.985), (-8, 0), ha="right", **look)
    ax.annotate(divider["right"], (middle, 0.985), (8, 0), ha="left", **look)
