"""The chart of one answer, for who reads without a script: all models in one panel."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts.labels import headline
from smallbert.data import vocabulary

TICKS = [5, 10, 20, 50, 100, 200, 500, 1000]
DRAWN = "Share of the baseline's score kept against size; the number is the rank in the answer"


def points(data: dict, wishes: dict, answer: dict) -> pd.DataFrame:
    """Return a point for each model with a score on an answer's task whose size is known [MiB].

    Its ``rank`` is 0 where the answer has no line of its own for the model; kept and error in %.
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
    """Draw points of `points`, with the limits of size [MiB] and share [%] as dashed lines.

    Models that meet the wishes are large and colored, with their rank and name where the answer
    has a line for them; others are small and grey.
    """
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 5.6))
    sizes = [*frame["size"], *([max_mb] if max_mb else [])]
    low, high = min(sizes) / 1.5, max(sizes) * 1.9
    charts.log_axis(ax, "x", [tick for tick in TICKS if low <= tick <= high])
    ax.set(xlabel="size of the weights [MB], log scale", ylabel="share kept [%]", xlim=(low, high))
    dashed = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 1, "linestyle": "--"}
    if max_mb:
        ax.axvline(max_mb, **dashed)
    if keep:
        ax.axhline(keep, **dashed)
    families = frame["technique"].map(charts.family)
    for name, row in zip(families, frame.itertuples(), strict=True):
        grey = {"color": charts.COLORS["none"], "origin": "derived", "size": 4}
        own = {"color": charts.COLORS[name], "origin": row.origin, "size": 8}
        look = own | {"y_error": [row.error]} if row.met else grey
        marker = charts.MARKERS[name]
        charts.points(ax, [row.size], [row.kept], ids=[row.row], marker=marker, **look)
    ax.margins(y=0.1)
    words, used = vocabulary.entries("techniques")["name"], set(families)
    names = [name for name in charts.COLORS if name in used]
    looks = {name: {"color": charts.COLORS[name], "marker": charts.MARKERS[name]} for name in names}
    charts.explain(fig, {words[name]: look for name, look in looks.items()})
    headline(fig, finding(frame), DRAWN)
    met = frame[frame["rank"] > 0]
    names = met["rank"].astype(str) + " " + met["model"]
    charts.place_labels(ax, met["size"], met["kept"], list(names))
    return fig
