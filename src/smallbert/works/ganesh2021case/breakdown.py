"""Where BERT's parameters, weights and operations are, component by component."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.charts import publish

GROUPS = {
    "word embeddings": "embeddings",
    "position and type embeddings": "embeddings",
    "query, key, value": "query, key, value",
    "attention itself": "attention itself",
    "attention output": "output projection",
    "feed-forward": "feed-forward",
    "layer norms": "rest",
    "pooler": "rest",
}
"""The chart's components of those of `smallbert.cost.breakdown`."""

MODELS = {"bert-base": "BERT_BASE", "bert-large": "BERT_LARGE"}


def show(parts: Mapping[str, pd.DataFrame], *, tokens: int, multiply_add: int) -> None:
    """Publish the bars of both models.

    Parameters
    ----------
    parts : mapping of str to pandas.DataFrame
        By model, a row a component: ``parameters`` [M], ``weights`` [MiB], ``operations`` [G].
    tokens : int
        Of the input.
    multiply_add : int
        Operations that a multiply-add counts.
    """
    frame = pd.concat(parts, names=["model", "component"]).reset_index()
    in_base = "; ".join(
        f"{part} {count:.2f} M, {weights:.1f} MiB, {ops:.2f} G"
        for part, count, weights, ops in parts["bert-base"].itertuples()
    )
    publish.figure(
        "ganesh2021case-breakdown",
        lambda: draw(frame, tokens=tokens, multiply_add=multiply_add),
        data=frame,
        alt=f"Bars by component for BERT_BASE and BERT_LARGE at {tokens} tokens. "
        f"In BERT_BASE: {in_base}.",
    )


def draw(frame: pd.DataFrame, *, tokens: int, multiply_add: int) -> Figure:
    """Draw a panel a quantity with two bars a component: solid BERT_BASE, hatched BERT_LARGE."""
    labels = {
        "parameters": "Parameters [M]",
        "weights": "Weights at 32 bits [MiB]",
        "operations": f"Operations [G], {multiply_add} a multiply-add",
    }
    frame = frame.assign(model=frame["model"].map(MODELS))
    grey = charts.COLOURS["none"]
    look = {"palette": dict.fromkeys(MODELS.values(), grey), "width": 0.76, "gap": 0.06}
    fig, axes = plt.subplots(1, 3, figsize=(9, 4.4), sharey=True)
    for ax, (quantity, label) in zip(axes, labels.items(), strict=True):
        charts.bars(ax, frame, x=quantity, y="component", colour="model", **look)
        for bar in ax.containers[1]:
            bar.set(facecolor="none", edgecolor=grey, hatch="////")
        for bars in ax.containers:
            ax.bar_label(bars, fmt="{:.1f}", padding=3, fontsize=8)
        ax.set(xlabel=label, ylabel="")
        ax.margins(x=0.2)
        ax.grid(axis="y", visible=False)
    axes[-1].legend(axes[-1].containers, MODELS.values(), loc="upper right")
    fig.suptitle(f"One input of {tokens} tokens", x=0.01, ha="left", fontsize=11)
    return fig
