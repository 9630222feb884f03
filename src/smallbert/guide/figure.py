"""The chart of one answer, for who reads without a script: a panel for each group."""

import textwrap

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from smallbert.charts import COLOURS, MARKERS, family, legend, log_axis, place_labels
from smallbert.charts import points as mark
from smallbert.data import vocabulary

TICKS = [5, 10, 20, 50, 100, 200, 500, 1000]


def points(data: dict, wishes: dict, answer: dict) -> pd.DataFrame:
    """Return a point for each method and group of an answer's task whose size is known.

    Parameters
    ----------
    data, wishes, answer : dict
        Of `smallbert.guide.data`, `complete` and `answer`.

    Returns
    -------
    pandas.DataFrame
        Columns group (title), model, technique, size [MiB], kept and error [%], origin, rank
        (0 where the method does not meet the wishes), row (id). Groups in which nothing meets
        the wishes are left out, unless nothing does in any.
    """
    ranks = {
        entry["row"]: rank
        for group in answer["groups"]
        for rank, entry in enumerate(group["entries"], start=1)
    }
    found = []
    for method in data["methods"]:
        for row in method["scores"].get(wishes["task"], []):
            found.append(
                {
                    "group": row["group"],
                    "model": method["model"],
                    "technique": method["technique"],
                    "size": method["costs"]["size"],
                    "kept": row["kept"],
                    "error": row["error"],
                    "origin": row["origin"],
                    "rank": ranks.get(row["id"], 0),
                    "row": row["id"],
                }
            )
    frame = pd.DataFrame(found).dropna(subset="size").drop_duplicates(["model", "group"])
    shown = [group["key"] for group in answer["groups"]] or list(data["groups"])
    order = [key for key in shown if key in set(frame["group"])]
    frame = frame[frame["group"].isin(order)]
    frame = frame.sort_values("group", key=lambda keys: keys.map(order.index), kind="stable")
    titles = {key: data["groups"][key]["title"] for key in order}
    return frame.assign(group=frame["group"].map(titles)).reset_index(drop=True)


def draw(frame: pd.DataFrame, *, max_mb: float | None, keep: float | None) -> Figure:
    """Draw points of `points`, with the limits of size and share as dashed lines.

    Parameters
    ----------
    frame : pandas.DataFrame
    max_mb : float or None
        MiB.
    keep : float or None
        Per cent.

    Returns
    -------
    matplotlib.figure.Figure
        Methods that meet the wishes are large, coloured and named; others are small and grey.
    """
    groups = list(dict.fromkeys(frame["group"]))
    parts = [frame[frame["group"] == group] for group in groups]
    heights = [1.5 + 0.14 * len(part) for part in parts]
    size = (7, sum(heights) + 0.75 * len(parts) + 0.6)
    fig, axes = plt.subplots(
        len(parts), figsize=size, sharex=True, squeeze=False, height_ratios=heights
    )
    _limit(axes[0, 0], [*frame["size"], *([max_mb] if max_mb else [])])
    for ax, group, part in zip(axes[:, 0], groups, parts, strict=True):
        _panel(ax, part, max_mb, keep)
        ax.set_title("\n".join(textwrap.wrap(group, 78)), fontsize=9)
        ax.set_ylabel("share kept [%]")
    axes[-1, 0].set_xlabel("size of the weights [MB], log scale")
    _explain(fig, frame)
    for ax, part in zip(axes[:, 0], parts, strict=True):
        met = part[part["rank"] > 0]
        names = met["rank"].astype(str) + " " + met["model"]
        written = place_labels(ax, met["size"], met["kept"], list(names), size=7.5)
        for text in written:
            halo = withStroke(linewidth=2, foreground=plt.rcParams["axes.facecolor"])
            text.set_path_effects([halo])
    return fig


def _panel(ax: Axes, part: pd.DataFrame, max_mb: float | None, keep: float | None) -> None:
    dashed = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 1, "linestyle": "--"}
    if max_mb:
        ax.axvline(max_mb, **dashed)
    if keep:
        ax.axhline(keep, **dashed)
    for row in part.itertuples():
        name, met = family(row.technique), row.rank > 0
        mark(
            ax,
            [row.size],
            [row.kept],
            colour=COLOURS[name] if met else COLOURS["none"],
            marker=MARKERS[name],
            origin=row.origin if met else "derived",
            y_error=[row.error] if met else None,
            size=8 if met else 4,
            ids=[row.row],
        )
    ax.margins(y=0.16)


def _limit(ax: Axes, sizes: list[float]) -> None:
    low, high = min(sizes) / 1.5, max(sizes) * 1.9
    log_axis(ax, "x", [tick for tick in TICKS if low <= tick <= high])
    ax.set_xlim(low, high)


def _explain(fig: Figure, frame: pd.DataFrame) -> None:
    """Write below the chart which marker is which family."""
    words = vocabulary.table("techniques")["name"]
    names = [name for name in COLOURS if name in set(frame["technique"].map(family))]
    entries = [
        {"label": words[name], "colour": COLOURS[name], "marker": MARKERS[name]} for name in names
    ]
    ax = fig.axes[0]
    legend(ax, pd.DataFrame(entries))
    drawn = ax.get_legend()
    handles, texts = drawn.legend_handles, [each.get_text() for each in drawn.get_texts()]
    drawn.remove()
    fig.legend(handles, texts, loc="outside lower left", ncols=4, fontsize=8)
