"""The encoder's arms, a panel a technique: score against how many times smaller the file is."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.data import vocabulary

ARM_GROUPS = {
    "fewer bits": ("quantization", "s"),
    "zeros": ("pruning", "v"),
    "narrower layers": ("pruning", "^"),
    "fewer layers": ("distillation", "o"),
    "small student": ("distillation", "X"),
    "low rank": ("matrix_decomposition", "D"),
    "shared layers": ("parameter_sharing", "P"),
    "combined": ("compound", "*"),
}
"""The technique in whose panel a group of arms is, and the group's marker."""


TECHNIQUE_OF_GROUP = {group: technique for group, (technique, _) in ARM_GROUPS.items()}


FILE_TICKS = (1, 1.5, 2, 3, 4, 6, 8, 12)
"""How many times smaller, on the axis."""


LABELS = {
    "post-both-8": "8 bits",
    "post-both-4": "4 bits",
    "aware-both-2-logits": "2 bits, trained",
    "cut-50-again": "half zeros, retrained",
    "cut-90-again": "90 % zeros, retrained",
    "heads-6-neurons-768": "half heads and neurons",
    "layers-5": "5 layers",
    "layers-3": "3 layers",
    "small-general-logits": "small student",
    "rank-192": "rank 192",
    "rank-128": "rank 128",
    "sets-3": "3 sets",
    "sets-1": "1 set",
    "layers-3-logits-post-both-4": "3 layers, 4 bits",
    "pieces-8000-post-both-4": "fewer pieces, 4 bits",
}
"""What the page's chart calls some arms."""


DEEPEST = 15
"""Points below the best score at which the panels end."""


def draw_techniques(rows: pd.DataFrame, *, named: dict[str, str]) -> Figure:
    """Draw score against how many times smaller the file is, a panel per technique.

    `rows` are of `measured_arms`, `named` the words at an arm in the panel of its technique;
    the arms of all others are gray, and those far below are left out.
    """
    techniques = [*dict.fromkeys(TECHNIQUE_OF_GROUP.values())]
    rows = rows.assign(times=1 / rows["file"], panel=rows["group"].map(TECHNIQUE_OF_GROUP))
    base, low = rows.at["baseline", "score"], rows["score"].max() - DEEPEST
    shown = rows[rows["score"] > low].drop(index="baseline")
    fig, panels = plt.subplots(
        len(techniques) // 2, 2, figsize=(charts.WIDTH, 5.2), sharex=True, sharey=True
    )
    panels = dict(zip(techniques, panels.flat, strict=True))
    for technique, ax in panels.items():
        charts.log_axis(ax, "x", FILE_TICKS)
        ax.set(xlim=(0.95, 1.15 * shown["times"].max()), ylim=(low, rows["score"].max() + 1))
        ax.set_title(vocabulary.names("techniques")[technique])
        ax.axhline(base, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
        of_technique = shown["panel"].eq(technique)
        gray = {"color": charts.COLORS["none"], "markersize": 2.5, "zorder": 1}
        ax.plot(shown["times"][~of_technique], shown["score"][~of_technique], "o", **gray)
        line, color = unbeaten(shown[of_technique], "file"), charts.COLORS[technique]
        charts.connect_points(ax, line["times"], line["score"], color=color, style="-")
        for group, of_group in shown[of_technique].groupby("group", sort=False):
            look = {"color": color, "marker": ARM_GROUPS[group][1], "origin": "measured"}
            charts.points(ax, of_group["times"], of_group["score"], size=5, **look)
    fig.supxlabel("File, times smaller")
    fig.supylabel("Mean score [%]")
    for technique, ax in panels.items():
        known = shown[shown["panel"].eq(technique) & shown.index.isin([*named])]
        charts.place_labels(ax, known["times"], known["score"], known.index.map(named))
    return fig


def unbeaten(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return the rows that beat all smaller ones, smallest first; of one size only the best."""
    ordered = rows.assign(size=rows[column].round(2)).sort_values(["size", "score"])
    ordered = ordered.drop_duplicates("size", keep="last")
    return ordered[ordered["score"].gt(ordered["score"].cummax().shift(fill_value=0))]


SMALLER = {
    "encoder": "Layers' bytes, times fewer",
    "operations": "Operations, times fewer",
    "milliseconds": "Time, times less",
}
"""What panels of equal budgets have on the axis: how many times less an arm takes."""

BUDGET_GROUPS = ARM_GROUPS | {"early exit": ("dynamic_inference", "H")}
"""Technique and marker of each group there."""

TIMES_LESS = (1, 2, 4, 8, 16, 32)
"""On that axis."""


def draw_budgets(rows: pd.DataFrame, *, deepest: float) -> Figure:
    """Draw points lost, with intervals, against how many times less an arm takes: three panels.

    `rows` are of `budget_results`. Those that no smaller one beats are named, if they save. Those
    that lose more than `deepest` points, or take more than the uncompressed encoder, are left out.
    """
    rows = rows[rows["lost"] < deepest].drop(index="baseline")
    fig, panels = plt.subplots(len(SMALLER), figsize=(charts.WIDTH, 7.2), sharex=True, sharey=True)
    panels = dict(zip(SMALLER, panels, strict=True))
    changes = rows.assign(change=-rows["lost"], score=deepest - rows["lost"])
    for column, ax in panels.items():
        shown = changes[changes[column] <= 1].assign(times=1 / changes[column])
        charts.log_axis(ax, "x", TIMES_LESS)
        ax.set(xlabel=SMALLER[column], xlim=(0.9, 1.4 / rows["encoder"].min()), ylim=(-deepest, 4))
        ax.axhline(0, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
        for group, part in shown.groupby("group", sort=False):
            technique, marker = BUDGET_GROUPS[group]
            color = charts.COLORS[technique]
            ax.vlines(part["times"], -part["high"], -part["low"], color=color, linewidth=0.8)
            look = {"color": color, "marker": marker, "origin": "measured", "label": group}
            charts.points(ax, part["times"], part["change"], size=5, **look)
        ax.legend()
    fig.supylabel("Change of the score [points]")
    charts.gather_legends(fig, title=None, columns=3)
    for column, ax in panels.items():
        named = unbeaten(changes[changes[column] < 0.95], column)  # who saves nothing has no name
        charts.place_labels(ax, 1 / named[column], named["change"], named["setting"])
    return fig
