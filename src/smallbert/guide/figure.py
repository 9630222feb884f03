"""The chart of one answer, for who reads without a script: all models in one panel."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts import COLORS, MARKERS, WIDTH, family, log_axis, place_labels
from smallbert.charts import points as mark
from smallbert.charts.labels import headline, with_halo
from smallbert.charts.style import legend_below, legend_series
from smallbert.data import vocabulary

TICKS = [5, 10, 20, 50, 100, 200, 500, 1000]
DRAWN = "Share of the baseline's score kept against size; the number is the rank in the answer"


def points(data: dict, wishes: dict, answer: dict) -> pd.DataFrame:
    """Return a point for each model with a score on an answer's task whose size is known.

    Parameters
    ----------
    data, wishes, answer : dict
        Of `smallbert.guide.data`, `complete` and `answer`.

    Returns
    -------
    pandas.DataFrame
        Columns group (title), model, technique, size [MiB], kept and error [%], origin, met
        (bool), rank (0 where the answer lists no line of its own for the model), row (id).
    """
    ranks = {entry["row"]: rank for rank, entry in enumerate(answer["entries"], start=1)}
    met = {entry["row"] for group in answer["groups"] for entry in group["entries"]}
    rows = [
        {
            "group": data["groups"][row["group"]]["title"],
            "model": method["model"],
            "technique": method["technique"],
            "size": method["costs"]["size"],
            "kept": row["kept"],
            "error": row["error"],
            "origin": row["origin"],
            "met": row["id"] in met,
            "rank": ranks.get(row["id"], 0),
            "row": row["id"],
        }
        for method in data["methods"]
        for row in method["scores"].get(wishes["task"], [])
    ]
    frame = pd.DataFrame(rows).dropna(subset="size")
    best = frame.sort_values(["rank", "met"], ascending=False, kind="stable")
    return best.drop_duplicates("model").sort_index().reset_index(drop=True)


def finding(frame: pd.DataFrame) -> str:
    """Return what a chart of `points` shows, as its title."""
    for row in frame[frame["rank"] > 0].sort_values("rank").to_dict("records"):
        return "{model} keeps {kept:.1f} % of the score at {size:.3g} MB".format(**row)
    return "No model in the chart is known to meet the choice"


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
        Models that meet the wishes are large and colored, and have their rank and name where the
        answer has a line for them; others are small and grey.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 5.6))
    _limit(ax, [*frame["size"], *([max_mb] if max_mb else [])])
    _panel(ax, frame, max_mb, keep)
    ax.set(xlabel="size of the weights [MB], log scale", ylabel="share kept [%]")
    _explain(fig, frame)
    headline(fig, finding(frame), DRAWN)
    met = frame[frame["rank"] > 0]
    names = met["rank"].astype(str) + " " + met["model"]
    with_halo(place_labels(ax, met["size"], met["kept"], list(names)))
    return fig


def _panel(ax: Axes, part: pd.DataFrame, max_mb: float | None, keep: float | None) -> None:
    dashed = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 1, "linestyle": "--"}
    if max_mb:
        ax.axvline(max_mb, **dashed)
    if keep:
        ax.axhline(keep, **dashed)
    for row in part.itertuples():
        name = family(row.technique)
        mark(
            ax,
            [row.size],
            [row.kept],
            color=COLORS[name] if row.met else COLORS["none"],
            marker=MARKERS[name],
            origin=row.origin if row.met else "derived",
            y_error=[row.error] if row.met else None,
            size=8 if row.met else 4,
            ids=[row.row],
        )
    ax.margins(y=0.1)


def _limit(ax: Axes, sizes: list[float]) -> None:
    low, high = min(sizes) / 1.5, max(sizes) * 1.9
    log_axis(ax, "x", [tick for tick in TICKS if low <= tick <= high])
    ax.set_xlim(low, high)


def _explain(fig: Figure, frame: pd.DataFrame) -> None:
    """Write below the chart which marker is which family."""
    words = vocabulary.table("techniques")["name"]
    names = [name for name in COLORS if name in set(frame["technique"].map(family))]
    entries = [
        {"label": words[name], "color": COLORS[name], "marker": MARKERS[name]} for name in names
    ]
    marks = legend_series(pd.DataFrame(entries))
    legend_below(fig, [*marks.values()], [*marks])
