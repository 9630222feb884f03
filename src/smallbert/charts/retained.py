"""The chart of the technique pages: score kept against compression, over all sources."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert.charts.labels import label_points
from smallbert.charts.points import log_axis, points

GROUPS = {
    "ganesh2021case": ("poster", "#0f7fc4", "o"),
    "zhao2019extreme": ("Zhao et al.", "#009e73", "s"),
    "sun2020mobilebert": ("MobileBERT", "#d55e00", "^"),
    "turc2019wellread": ("Well-Read Students", "#b565c9", "D"),
    "guo2019rpp": ("RPP, BERT_LARGE", "#c98a00", "v"),
    "cao2020deformer": ("DeFormer", "#d6456b", "P"),
    "wu2022xtc": ("XTC", "#6b7f00", "X"),
}
"""Label, colour and marker of each source, the same on every technique page."""

SPLITS = {
    "test": "GLUE test",
    "dev": "development set",
    "mixed": "test and dev mixed",
    "unstated": "split not stated",
}
TICKS = [0.5, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200]
FEW = [0.5, 1, 2, 5, 10, 20, 50, 100, 200]


def retained(rows: pd.DataFrame, *, xlabel: str, ylabel: str, splits: str = "apart") -> Figure:
    """Draw score kept against a cost axis, one panel a split.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.evidence`.
    xlabel, ylabel : str
        What the axes mean.
    splits : {"apart", "together"}
        One panel for each split, or one for all with a fainter face for other splits than test.

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = [name for name in SPLITS if name in set(rows["split"])]
    panels = [[name] for name in names] if splits == "apart" else [names]
    height = 1.2 + 3.1 * len(panels)
    fig, axes = plt.subplots(len(panels), figsize=(7, height), sharex=True, squeeze=False)
    for ax, shown in zip(axes[:, 0], panels, strict=True):
        part = rows[rows["split"].isin(shown)]
        _panel(ax, part)
        ax.set_title(", ".join(SPLITS[name] for name in shown))
        ax.set_ylabel(ylabel)
    _limit(axes[:, 0], rows)
    for ax, shown in zip(axes[:, 0], panels, strict=True):
        part = rows[rows["split"].isin(shown)]
        label_points(ax, part["factor"], part["retained"], list(part["model"]), size=7.5)
    axes[-1, 0].set_xlabel(xlabel)
    return fig


def _panel(ax: Axes, part: pd.DataFrame) -> None:
    for (source, origin), group in part.groupby(["source", "origin"], sort=False):
        name, colour, marker = GROUPS[source]
        label = name if origin == "printed" else f"{name} ({origin})"
        look = {"colour": colour, "marker": marker, "origin": origin, "label": label}
        points(ax, group["factor"], group["retained"], **look)
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    ax.legend(loc="lower left")


def _limit(axes, rows: pd.DataFrame) -> None:
    low, high = rows["factor"].min() / 1.15, rows["factor"].max() * 1.25
    few = FEW if high / low > 12 else TICKS
    for ax in axes:
        log_axis(ax, "x", [tick for tick in few if low <= tick <= high])
        ax.set_xlim(low, high)
        ax.margins(y=0.18)
