"""A matrix of who beats whom: rows against columns, the share written and shown by strength."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

AHEAD = "#0f7fc4"


def duel_matrices(
    judged: pd.DataFrame, *, panels: dict[str, str], works: Sequence[str], names: dict[str, str]
) -> Figure:
    """Draw for each panel the share of choices under which the row's work beats the column's.

    If the order of the works held under every choice, all cells above the diagonal would read
    100 % and all cells below it 0 %.

    Parameters
    ----------
    judged : pandas.DataFrame
        Columns panel, upper, lower, choices and share; `smallbert.compare.judge` makes the last
        two.
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
    fig, axes = plt.subplots(1, len(panels), figsize=(7.4, 3.4), sharey=True, squeeze=False)
    for ax, (panel, title) in zip(axes[0], panels.items(), strict=True):
        found = judged[judged["panel"] == panel].set_index(["upper", "lower"])
        for at, upper in enumerate(works):
            for across, lower in enumerate(works):
                _cell(ax, across, at, found, (upper, lower))
        _frame(ax, [names[work] for work in works], title)
    axes[0, 0].set_ylabel("this one beats …")
    fig.supxlabel("… this one", fontsize=9)
    return fig


def _cell(ax: Axes, across: int, at: int, found: pd.DataFrame, pair: tuple[str, str]) -> None:
    edge = plt.rcParams["axes.edgecolor"]
    known = pair in found.index and found.at[pair, "choices"] > 0
    share = found.at[pair, "share"] if known else 0.0
    face = to_rgba(AHEAD, 0.75 * share) if known else "none"
    hatch = "" if known or pair[0] == pair[1] else "////"
    look = {"facecolor": face, "edgecolor": (*to_rgba(edge)[:3], 0.35), "linewidth": 0.6}
    ax.add_patch(Rectangle((across - 0.5, at - 0.5), 1, 1, hatch=hatch, **look))
    if known:
        ax.text(across, at - 0.12, f"{100 * share:.0f} %", ha="center", va="center", fontsize=7.5)
        count = f"of {found.at[pair, 'choices']:.0f}"
        ax.text(across, at + 0.24, count, ha="center", va="center", fontsize=6)


def _frame(ax: Axes, names: list[str], title: str) -> None:
    places = range(len(names))
    ax.set_xticks(places, names, rotation=55, ha="right", rotation_mode="anchor", fontsize=7.5)
    ax.set_yticks(places, names, fontsize=7.5)
    ax.set(xlim=(-0.5, len(names) - 0.5), ylim=(len(names) - 0.5, -0.5), aspect="equal")
    ax.set_title(title, fontsize=8.5)
    ax.grid(visible=False)
    ax.tick_params(length=0)
