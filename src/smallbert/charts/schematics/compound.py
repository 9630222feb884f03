"""A chain of techniques: the bytes that are left after each."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from smallbert.charts import publish
from smallbert.charts.legends import gather
from smallbert.charts.style import COLOURS, WIDTH

SHADES = {"matrices": 0.75, "word vectors": 0.4, "rest": 0.12}


def show(
    exhibit: str, steps: pd.DataFrame, factors: pd.DataFrame, *, labels: list[str], storage: str
) -> None:
    """Publish the drawing; parameters as of `draw`, and how pruned weights are stored."""
    listed = ", ".join(f"{step} {size:.1f}" for step, size in steps.sum(axis=1).items())
    announced, reached = factors.prod()
    publish.figure(
        exhibit,
        lambda: draw(steps, factors, labels=labels),
        data=steps.rename_axis("step").reset_index(),
        caption={"storage": storage},
        finding=f"Announced {announced:.1f}x, reached {reached:.1f}x",
        alt=f"Bars of stored MiB: {listed}. The announced factors multiply to {announced:.1f}x, "
        f"the bytes fall by {reached:.1f}x.",
    )


BAR = 0.52
"""Height of a bar, in rows."""


def draw(steps: pd.DataFrame, factors: pd.DataFrame, *, labels: list[str]) -> Figure:
    """Draw a bar of parts for each step, with the factor announced and the one reached.

    Parameters
    ----------
    steps : pandas.DataFrame
        MiB: a row a step, the first is the start; a column for each part of `SHADES`.
    factors : pandas.DataFrame
        Indexed by step: announced, in bytes.
    labels : list of str
        Of the steps.
    """
    fig, ax = plt.subplots(figsize=(WIDTH, 4.4))
    colour, left = COLOURS["compound"], pd.Series(0.0, index=steps.index)
    for part, shade in SHADES.items():
        look = {"color": to_rgba(colour, shade), "edgecolor": colour, "linewidth": 0.8}
        ax.barh(steps.index, steps[part], left=left, height=BAR, label=part, **look)
        left += steps[part]
    for at, (name, size) in enumerate(steps.sum(axis=1).items()):
        text = f"{size:.1f} MiB"
        if name in factors.index:
            row = factors.loc[name]
            text += f"   announced {row['announced']:.2f}x, in bytes {row['in bytes']:.2f}x"
        place = {"xytext": (3, 3), "textcoords": "offset points", "va": "bottom"}
        ax.annotate(text, (0, at - BAR / 2), **place)
    ax.set_yticks(range(len(labels)), labels)
    ax.set(ylim=(3.5, -0.75), xlabel="stored weights [MiB]")
    ax.set_xlim(0, 1.03 * steps.sum(axis=1).max())
    ax.grid(visible=False, axis="y")
    ax.legend()
    gather(fig)
    return fig
