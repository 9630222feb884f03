"""Zeros and factors in one network at every measured length."""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from smallbert import charts
from smallbert.charts import publish
from smallbert.compare import timings


@dataclass(frozen=True)
class Runs:
    """Speedups at a batch of one, by share of zeros [%] or by rank.

    Attributes
    ----------
    zeros : pandas.DataFrame
        With zeros that are stored, at 128 tokens.
    csr, ranks : dict of pandas.DataFrame
        By length of the input: with zeros left out, and with factors.
    """

    zeros: pd.DataFrame
    csr: dict[int, pd.DataFrame]
    ranks: dict[int, pd.DataFrame]

    def table(self) -> pd.DataFrame:
        """Return all runs, one below the other."""
        return pd.concat([*self.csr.values(), self.zeros, *self.ranks.values()])


def lengths() -> list[int]:
    """Return the lengths that were measured at a batch of one [tokens]."""
    return [tokens for batch, tokens in timings.settings() if batch == 1]


def runs(every: pd.DataFrame) -> Runs:
    """Return the runs with zeros and with factors out of `timings.speedups`."""
    what = timings.arms()
    shares = what.loc[what["product"].eq("csr"), "share"].tolist()
    ranks = what.loc[what["product"].eq("factors"), "rank"].tolist()
    return Runs(
        zeros=_series(every, "zeros", shares, 128),
        csr={tokens: _series(every, "csr", shares, tokens) for tokens in lengths()},
        ranks={tokens: _series(every, "rank", ranks, tokens) for tokens in lengths()},
    )


def _series(every: pd.DataFrame, form: str, amounts: list[int], tokens: int) -> pd.DataFrame:
    """Return the runs of one form at one length, by share or rank."""
    alone = every[every["batch"].eq(1) & every["tokens"].eq(tokens)].set_index("arm")
    alone = alone.drop(columns=["baseline", "tokens"])
    alone = alone.loc[[f"bert-base-{form}-{amount}" for amount in amounts]]
    return alone.set_index(pd.Index(amounts, name=form))


def listed(runs: Runs) -> str:
    """Return the chart's numbers for who cannot see it."""
    falls = "; ".join(
        f"{tokens} tokens: "
        + ", ".join(f"{row.speedup:.2f} at {row.Index} %" for row in frame.itertuples())
        for tokens, frame in runs.csr.items()
    )
    zeros, factors = runs.zeros["speedup"], runs.ranks[128]["speedup"]
    return (
        f"Speedup of BERT_BASE with zeros left out, at {falls}. With zeros stored it stays "
        f"between {zeros.min():.2f} and {zeros.max():.2f}. "
        f"Factors of rank {factors.index[0]} run {factors.iloc[0]:.1f} times as fast at "
        f"128 tokens, of rank {factors.index[-1]} {factors.iloc[-1]:.2f} times."
    )


def show(exhibit: str, runs: Runs, printed_zeros: pd.Series, noach: pd.Series) -> None:
    """Publish the chart of the runs."""
    publish.figure(
        exhibit,
        lambda: draw(runs, printed_zeros, noach),
        data=runs.table().drop(columns="times"),
        finding=f"Zeros that are stored gain at most {runs.zeros['speedup'].max():.2f}x, "
        f"left out up to {max(each['speedup'].max() for each in runs.csr.values()):.1f}x",
        alt=listed(runs),
    )


def draw(runs: Runs, printed_zeros: pd.Series, noach: pd.Series) -> Figure:
    """Draw speedup against zeros and, below, against the rank of factors."""
    lengths = list(runs.csr)
    styles = dict(zip(lengths, (":", "--", "-"), strict=True))
    ranks = runs.ranks[lengths[0]].index
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 6.4), sharey=True)
    charts.log_axis(above, "y", [0.5, 1, 2, 4, 8])
    edge = plt.rcParams["axes.edgecolor"]
    pruning, factors = charts.COLOURS["pruning"], charts.COLOURS["matrix_decomposition"]
    for tokens in lengths:
        _curve(above, runs.csr[tokens], pruning, styles[tokens])
        _curve(below, runs.ranks[tokens], factors, styles[tokens])
    _curve(above, runs.zeros, charts.COLOURS["none"], "-")
    look = {"marker": charts.MARKERS["pruning"], "colour": pruning}
    charts.points(above, printed_zeros, [1] * len(printed_zeros), **look)
    look = {"marker": charts.MARKERS["matrix_decomposition"], "colour": factors, "size": 6}
    charts.points(below, [249, 249], noach[["speedup_gpu", "speedup_cpu"]], **look)
    for ax, xlabel in ((above, "Zeros in the layers [%]"), (below, "Rank of the factors")):
        ax.axhline(1, color=edge, linewidth=1.2, zorder=1)
        ax.set(xlabel=xlabel)
    above.set(ylabel="Speedup over BERT_BASE [times]", ylim=(0.3, 14), xlim=(35, 102))
    above.set_title("Pruned")
    below.set_title("Factored")
    below.set_xticks(ranks, [str(rank) for rank in ranks])
    ink = plt.rcParams["text.color"]
    lines = {f"{t} tokens": Line2D([], [], color=ink, ls=styles[t]) for t in lengths}
    looks = [
        ("zeros left out (CSR)", pruning, "+", "measured"),
        ("zeros stored, 128 tokens", charts.COLOURS["none"], "+", "measured"),
        ("printed by the poster", pruning, charts.MARKERS["pruning"], "printed"),
    ]
    entries = pd.DataFrame(looks, columns=["label", "colour", "marker", "origin"])
    marks = charts.legends.series(entries) | lines
    charts.legends.below(fig, [*marks.values()], [*marks])
    return fig


def _curve(ax: Axes, frame: pd.DataFrame, colour: str, style: str) -> None:
    """Draw a line of measured speedups with their intervals."""
    error = [frame["speedup"] - frame["speedup_low"], frame["speedup_high"] - frame["speedup"]]
    charts.connect(ax, frame.index, frame["speedup"], colour=colour, style=style)
    look = {"colour": colour, "origin": "measured"}
    charts.points(ax, frame.index, frame["speedup"], y_error=error, **look)
