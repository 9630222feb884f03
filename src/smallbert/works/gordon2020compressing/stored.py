"""What pruning leaves to store, drawn."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish

STORAGES = {"dense": "zeros stored", "csr": "index (CSR)", "bitmap": "bitmap"}
"""What the chart calls each storage of `smallbert.cost.sparse`."""

STYLES = {"dense": "-", "csr": "--", "bitmap": "-."}

PLACES = {"dense": (88, 8, "center"), "csr": (11, 8, "left"), "bitmap": (57, -10, "right")}
"""Where each line has its name: at which ratio, so many points above it, and on which side."""


def show(
    curves: pd.DataFrame,
    *,
    band: tuple[float, float],
    prunable: float,
    ratio: float,
    size: float,
    storage: str,
) -> None:
    """Publish the chart.

    Parameters
    ----------
    curves : pandas.DataFrame
        Sizes [MiB], a column for each of `STORAGES`, indexed by the share removed [%].
    band : tuple of float
        The share that can go at no cost, from and to [%].
    prunable : float
        Number of the prunable weights.
    ratio, size : float
        The point marked: share removed [%] and size [MiB].
    storage : str
        How it is stored.
    """
    ends = {how: " to ".join(f"{curves.at[end, how]:.0f}" for end in band) for how in STORAGES}
    publish.figure(
        "gordon2020compressing-size",
        lambda: draw(curves, band=band, prunable=prunable, ratio=ratio, size=size, storage=storage),
        data=curves,
        finding=f"Pruned by {band[0]:.0f} to {band[1]:.0f} %, BERT_BASE takes {ends['csr']} MiB by "
        f"index and {ends['bitmap']} with a bitmap",
        alt="Size of BERT_BASE against the share of weights removed. "
        f"At {band[0]:.0f} to {band[1]:.0f} % it is "
        f"{ends['dense']} MiB stored densely, {ends['csr']} by index, {ends['bitmap']} with "
        f"a bitmap. Marked: {size:.0f} MiB at {ratio:g} %, {STORAGES[storage]}.",
    )


def draw(
    curves: pd.DataFrame,
    *,
    band: tuple[float, float],
    prunable: float,
    ratio: float,
    size: float,
    storage: str,
) -> Figure:
    """Draw a line a storage, the band of the caption and the point chosen."""
    fig, ax = plt.subplots()
    colour = charts.COLOURS["pruning"]
    ax.axvspan(*band, color=colour, alpha=0.15, linewidth=0)
    ax.text(band[1] + 1, 12, "no cost in accuracy,\nsays the caption")
    near = {"textcoords": "offset points"}
    for how, style in STYLES.items():
        charts.connect(ax, curves.index, curves[how], colour=colour, style=style)
        at, above, side = PLACES[how]
        end = at, curves.loc[at, how]
        ax.annotate(STORAGES[how], end, (0, above), ha=side, va="center", **near)
    look = {"colour": colour, "marker": charts.MARKERS["pruning"], "origin": "derived"}
    charts.points(ax, [ratio], [size], size=10, **look)
    beside, side = ((0, 9), "center") if storage == "dense" else ((8, 4), "left")
    ax.annotate(f"{size:.0f} MiB", (ratio, size), beside, ha=side, **near)
    xlabel = f"Weights removed of {prunable / 1e6:.0f} M prunable ones [%]"
    ax.set(xlabel=xlabel, ylabel="BERT_BASE in float32 [MiB]")
    ax.set(xlim=(0, 106), ylim=(0, 1.12 * curves.max().max()), xticks=range(0, 101, 10))
    return fig
