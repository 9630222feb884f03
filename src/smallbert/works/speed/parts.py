"""Where the time goes: shares of measured time beside shares of counted operations."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import cost
from smallbert.charts import publish
from smallbert.charts.legends import below
from smallbert.charts.style import WIDTH
from smallbert.compare import timings

PARTS = {
    "embeddings": ["word embeddings", "position and type embeddings"],
    "query, key, value": ["query, key, value"],
    "attention itself": ["attention itself"],
    "attention output": ["attention output"],
    "feed-forward": ["feed-forward"],
    "norms and sums": ["layer norms"],
    "pooler": ["pooler"],
}
"""The parts of the breakdown, and the components of `smallbert.cost` in each."""

MODELS = {"bert-base": "BERT_BASE", "bert-large": "BERT_LARGE"}
TONES = ["#8a8f98", "#0f7fc4", "#d55e00", "#1f9bb5", "#009e73", "#c08300", "#d6456b"]
HATCHES = ["", "", "///", "", "", "...", ""]


def bars(lengths: list[int]) -> pd.DataFrame:
    """Return the shares [%]: a row for model, length and kind, a column for each part."""
    timed = timings.components()
    shares = {}
    for name, label in MODELS.items():
        for tokens in lengths:
            counts = cost.operations(cost.architecture(name), tokens=tokens)
            here = timed[timed["arm"].eq(name) & timed["tokens"].eq(tokens) & timed["batch"].eq(1)]
            shares[label, tokens, "operations"] = _shares(counts)
            shares[label, tokens, "time"] = _shares(here.set_index("component")["milliseconds"])
    return pd.DataFrame(shares).T.rename_axis(["model", "tokens", "share of"])


def _shares(counts: pd.Series) -> pd.Series:
    """Return the share of each part [%]."""
    sums = pd.Series({name: counts[names].sum() for name, names in PARTS.items()})
    return 100 * sums / sums.sum()


def listed(bars: pd.DataFrame) -> str:
    """Return the largest shares for who cannot see the chart."""
    return "; ".join(
        f"{model}, {tokens} tokens, {kind}: "
        + ", ".join(f"{part} {value:.0f} %" for part, value in row.nlargest(2).items())
        for (model, tokens, kind), row in bars.iterrows()
    )


def show(exhibit: str, bars: pd.DataFrame) -> None:
    """Publish the chart of the shares."""
    own = bars.xs("time", level="share of")["feed-forward"]
    publish.figure(
        exhibit,
        lambda: draw(bars),
        data=bars.reset_index(),
        finding=f"Feed-forward takes {own.min():.0f} to {own.max():.0f} % of the measured time",
        alt="Stacked bars: shares of operations and of measured time by component; the two largest "
        f"of each bar are {listed(bars)}.",
    )


def draw(bars: pd.DataFrame) -> Figure:
    """Draw the shares as stacked bars, a panel a model."""
    models = bars.index.get_level_values("model").nunique()
    fig, axes = plt.subplots(models, figsize=(WIDTH, 2.9 * models), sharex=True)
    for ax, (model, frame) in zip(axes, bars.groupby(level="model", sort=False), strict=True):
        heights = [-(at // 2) * 1.25 - (at % 2) * 0.5 for at in range(len(frame))]
        start = np.zeros(len(frame))
        for tone, hatch, part in zip(TONES, HATCHES, PARTS, strict=True):
            look = {"color": tone, "hatch": hatch, "edgecolor": plt.rcParams["axes.facecolor"]}
            ax.barh(heights, frame[part], 0.45, left=start, label=part, linewidth=0.4, **look)
            for height, value, left in zip(heights, frame[part], start, strict=True):
                if value >= 9:
                    ax.text(
                        left + value / 2,
                        height,
                        f"{value:.0f}",
                        ha="center",
                        va="center",
                        color="white",
                        fontweight="bold",
                    )
            start += frame[part].to_numpy()
        ax.set_xlim(0, 100)
        ax.set_title(model)
        ax.set_yticks(heights, [f"{n} tokens, {of}" for _, n, of in frame.index])
        ax.grid(visible=False)
    axes[-1].set_xlabel("Share [%]")
    below(fig, *axes[0].get_legend_handles_labels())
    return fig
