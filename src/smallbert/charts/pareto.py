"""Score against cost of all models, in 32 and in 8 bits, with the Pareto front."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts.labels import place_labels
from smallbert.charts.scatter import points
from smallbert.charts.screen_layouts import WIDTH
from smallbert.charts.style import ACCENT, GREYS, explain_marks, log_axis

TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]


def pareto_front(rows: pd.DataFrame, *, xlabel: str, ylabel: str, named: dict[str, str]) -> Figure:
    """Draw models in grey with their intervals, and in the accent those that are `named`.

    `rows` are of `smallbert.answers.scores_and_costs`, with ``cost`` and ``front``, which tells
    that none that costs as little scores more. A line joins a model to itself in 8 bits.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 4.6))
    grey, ink = GREYS[-1], plt.rcParams["axes.edgecolor"]
    for _, twins in rows.groupby("of"):
        ax.plot(twins["cost"], twins["score"], color=grey, linewidth=0.5, alpha=0.6, zorder=1)
    front = rows[rows["front"]]
    ax.step(front["cost"], front["score"], where="post", color=ink, linewidth=1.4, zorder=2)
    chosen, eight = rows["model"].isin(named), rows["bits"].eq(8)
    for part, look in (
        (rows[~chosen & ~eight], {"color": grey, "size": 3.5}),
        (rows[~chosen & eight], {"color": grey, "size": 3.5, "marker": "D"}),
        (rows[chosen & ~eight], {"color": ACCENT, "size": 6}),
        (rows[chosen & eight], {"color": ACCENT, "size": 6, "marker": "D"}),
    ):
        spread = {"y_error": part["half_width"], "ids": part["id"]}
        bars = points(ax, part["cost"], part["score"], **spread, **look)
        bars[2][0].set(alpha=0.25, linewidth=0.5)
        plt.setp(bars[1], visible=False)
    low, high = rows["cost"].min() / 1.3, rows["cost"].max() * 1.3
    log_axis(ax, "x", [tick for tick in TICKS if low <= tick <= high])
    ax.set(xlim=(low, high), ylim=(rows["score"].min() - 1, rows["score"].max() + 4))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    explain_marks(
        fig,
        {
            "a model in 32 bits, with its interval": {"color": grey, "markersize": 4},
            "in 8 bits": {"color": grey, "markersize": 4, "marker": "D"},
            "Pareto front": {"marker": "", "linestyle": "-", "linewidth": 1.4},
        },
        columns=3,
    )
    place_labels(ax, rows["cost"], rows["score"], rows["model"].map(named).fillna(""))
    return fig
