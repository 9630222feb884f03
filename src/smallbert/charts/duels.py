"""A matrix of who beats whom: rows against columns, the share written and shown by strength."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from smallbert.charts.heatmap import heatmap
from smallbert.charts.style import WIDTH


def duel_matrices(
    judged: pd.DataFrame, *, panels: dict[str, str], works: Sequence[str], names: dict[str, str]
) -> Figure:
    """Draw for each panel the share of choices under which the row's work beats the column's.

    If the order of the works held under every choice, all cells above the diagonal would read
    100 % and all cells below it 0 %.

    Parameters
    ----------
    judged : pandas.DataFrame
        Columns panel, upper, lower, choices and share; `smallbert.compare.ranking.outcomes`
        makes the last two.
    panels : dict
        From values of ``panel`` to titles, in the order drawn.
    works : sequence of str
        In the order tested, from the best down.
    names : dict
        From works to their labels.

    Returns
    -------
    matplotlib.figure.Figure
    """
    shape = {"figsize": (WIDTH, 0.6 + 1.9 * len(panels)), "sharex": True, "squeeze": False}
    fig, axes = plt.subplots(len(panels), **shape)
    labels = [names[work] for work in works]
    for ax, (panel, title) in zip(axes.flat, panels.items(), strict=True):
        part = judged[judged["panel"] == panel].set_index(["upper", "lower"])
        share, choices = (_square(part[name], works, labels) for name in ("share", "choices"))
        share = share.where(choices > 0)
        texts = share.map("{:.0%}".format).replace("%", " %", regex=True)
        texts += choices.map("\nof {:.0f}".format)
        heatmap(ax, share, limits=(0, 1.6), written=texts)
        _clear_diagonal(ax, len(works))
        ax.set(title=title, ylabel="this one beats …")
    axes.flat[-1].set_xlabel("… this one")
    return fig


def in_words(judged: pd.DataFrame, panel: str, names: dict[str, str]) -> str:
    """Return the shares of a panel as a sentence, for an alt text."""
    met = judged[judged["panel"].eq(panel) & judged["choices"].gt(0)]
    pairs = [
        f"{names[pair.upper]} beats {names[pair.lower]} in {pair.share:.0%} of {pair.choices:.0f}"
        for pair in met.itertuples()
    ]
    return f"on {panel}: {'; '.join(pairs)} choices".replace("%", " %")


def finding(judged: pd.DataFrame, panel: str, works: Sequence[str]) -> str:
    """Say how many pairs of works have no choice of rows in a panel, named by its ground."""
    met = judged[judged["panel"].eq(panel) & judged["choices"].gt(0)]
    pairs = len(works) * (len(works) - 1) // 2
    apart = pairs - len(set(map(frozenset, zip(met["upper"], met["lower"], strict=True))))
    return f"{apart} of {pairs} pairs of papers cannot be compared on the {panel.replace('_', ' ')}"


def _square(values: pd.Series, works: Sequence[str], labels: list[str]) -> pd.DataFrame:
    """Return values by pair as a square, the first of a pair down and the second across."""
    square = values.unstack().reindex(index=works, columns=works)
    return square.set_axis(labels).set_axis(labels, axis=1)


def _clear_diagonal(ax: Axes, size: int) -> None:
    """Take the hatching off the cells of a work with itself, which no one asks for."""
    for at in range(size):
        cell = Rectangle((at, at), 1, 1, facecolor=plt.rcParams["axes.facecolor"], linewidth=0)
        ax.add_patch(cell)
