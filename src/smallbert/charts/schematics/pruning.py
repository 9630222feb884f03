"""A weight matrix with holes, or with columns gone, and what that makes of the file."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.drawing import arrow, block, canvas, caption, matrix
from smallbert.charts.style import COLOURS

SHAPE = (8, 12)
"""Of the part of a matrix that is drawn."""


def show(
    exhibit: str, files: pd.Series, bars: pd.DataFrame, *, words: str, work: str, **drawn
) -> None:
    """Publish the drawing with the size of each file.

    Parameters
    ----------
    exhibit : str
    files : pandas.Series
        MiB by what is stored.
    bars : pandas.DataFrame
        See `draw`.
    words, work : str
        What is pruned, and the operations before and after.
    **drawn
        See `draw`.
    """
    notes = [f"{words}; bars to scale", f"operations for 128 tokens: {work} G"]
    after = ", ".join(f"{name}: {mib:.1f} MiB" for name, mib in bars["MiB"].iloc[1:].items())
    publish.figure(
        exhibit,
        lambda: draw(bars, notes=notes, **drawn),
        data=pd.DataFrame({"MiB": files}).rename_axis("file").reset_index(),
        finding=f"{bars['MiB'].iloc[0]:.0f} MiB become {bars['MiB'].min():.0f} at best",
        alt=f"Schematic. Part of a weight matrix before and after pruning: {words}. BERT_BASE has "
        f"{bars['weights'].iloc[0]} and {bars['MiB'].iloc[0]:.1f} MiB before; after it {after}; "
        f"operations go from {work.replace(' G →', ' to')} G.",
    )


def draw(
    bars: pd.DataFrame, *, ratio: float, structured: bool, matrices: tuple[str, str], notes: list
) -> Figure:
    """Draw part of a matrix before and after, and the files as bars.

    Parameters
    ----------
    bars : pandas.DataFrame
        Indexed by what each bar is, ``before`` first; columns MiB and weights (in words).
    ratio : float
        Share of the weights that is removed [%].
    structured : bool
        Whether whole columns go, the weakest first, or single weights, the smallest first.
    matrices : tuple of str
        What is said below the matrix before and after.
    notes : list of str
        Lines below the bars.
    """
    top = 0.73 + 0.62 * len(bars)
    fig, ax = canvas(7, top + 2.7)
    weights = np.random.default_rng(5).normal(scale=0.04, size=SHAPE)
    drawn = (weights, pruned(weights, ratio=ratio, structured=structured))
    for x, values in zip((0.35, 3.95), drawn, strict=True):
        matrix(ax, values, (x, top + 0.45), cell=(0.225, 0.2), colour=COLOURS["pruning"])
    arrow(ax, (3.17, top + 1.25), (3.82, top + 1.25))
    for x, name, text in zip((1.7, 5.3), ("before", "after"), matrices, strict=True):
        caption(ax, (x, top + 2.35), name, bold=True)
        caption(ax, (x, top + 0.37), text)
    unit = 6.3 / bars["MiB"].max()
    for number, (name, mib, words) in enumerate(bars[["MiB", "weights"]].itertuples()):
        y = top - 0.42 - 0.62 * number
        caption(ax, (0.35, y + 0.26), f"{name}: {words}, {mib:.1f} MiB", ha="left")
        block(ax, (0.35, y - 0.15), (unit * mib, 0.2), colour=COLOURS["pruning"])
    for y, text in zip((0.5, 0.32), notes, strict=True):
        caption(ax, (0.35, y), text, ha="left")
    return fig


def pruned(weights: np.ndarray, *, ratio: float, structured: bool) -> np.ndarray:
    """Return the weights with the smallest ones, or the weakest columns, as NaN.

    Parameters
    ----------
    weights : numpy.ndarray
        Two dimensions.
    ratio : float
        Share that goes [%]; of columns at least one stays.
    structured : bool
        Columns, by their norm, or single weights, by their absolute value.
    """
    left = weights.copy()
    if structured:
        columns = weights.shape[1]
        order = np.argsort(np.linalg.norm(weights, axis=0))
        left[:, order[: min(columns - 1, round(columns * ratio / 100))]] = np.nan
    else:
        order = np.argsort(np.abs(weights), axis=None)
        left.flat[order[: round(weights.size * ratio / 100)]] = np.nan
    return left
