"""In place of Figure 3: each score of the work next to that of concurrent work."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.data import addresses

METRICS = {
    "sst_2_accuracy": "SST-2",
    "mrpc_f1": "MRPC, F1",
    "mrpc_accuracy": "MRPC, accuracy",
    "qqp_f1": "QQP, F1",
    "qqp_accuracy": "QQP, accuracy",
    "mnli_m_accuracy": "MNLI-m",
    "mnli_mm_accuracy": "MNLI-mm",
    "qnli_accuracy": "QNLI",
    "rte_accuracy": "RTE",
    "glue_6_average": "Meta score",
}
"""Columns of Table 3 drawn, from top to bottom."""

PEERS = {"test": "PKD (Sun et al.)", "dev": "DistilBERT (Sanh)"}
PROTOCOL = {"test": "GLUE server", "dev": "PD: mean of 5 runs"}
PANELS = {"apart": [["test"], ["dev"]], "together": [["test", "dev"]]}
COLOURS = {"own": charts.COLOURS["distillation"], "peer": "#7a6fd0"}
MARKERS = {"test": {"own": "o", "peer": "D"}, "dev": {"own": "s", "peer": "^"}}
SIZES = {"own": 6, "peer": 8.5}
"""Of markers, in points: one that lies on the other leaves it in sight."""


def drawn(splits: str) -> list[str]:
    """Return the splits that are shown under a value of the parameter ``splits``."""
    return [split for panel in PANELS.get(splits, [[splits]]) for split in panel]


def scores(table3: pd.DataFrame, rows: Sequence[str]) -> pd.DataFrame:
    """Return the scores [%] drawn, a metric a row, of one row of Table 3 for each of `PEERS`."""
    return table3.loc[list(rows), list(METRICS)].astype(float).set_axis(list(PEERS)).T


def draw(
    own: pd.DataFrame, peers: pd.DataFrame, *, splits: str, rows: Mapping[str, Sequence[str]]
) -> Figure:
    """Draw a line between both scores of each metric, with the lead at its right end.

    Parameters
    ----------
    own, peers : pandas.DataFrame
        Scores [%] of the work and of its rival: a row a key of `METRICS`, a column a split.
    splits : str
        A split of its own, or a key of `PANELS`.
    rows : mapping
        From splits to the rows of Table 3, the work's and the rival's.
    """
    panels = PANELS.get(splits, [[splits]])
    size = (charts.WIDTH, 4 * len(panels))
    fig, axes = plt.subplots(len(panels), figsize=size, squeeze=False)
    for ax, names in zip(axes.flat, panels, strict=True):
        for split, shift in zip(names, (-0.17, 0.17) if len(names) > 1 else (0,), strict=True):
            pair = pd.DataFrame({"peer": peers[split], "own": own[split]}).loc[list(METRICS)]
            _pair(ax, pair, split, rows[split], shift=shift)
        line = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 0.8, "linestyle": ":"}
        ax.axhline(len(METRICS) - 1.5, **line)
        title = "; ".join(f"{split.capitalize()} ({PROTOCOL[split]})" for split in names)
        ax.set(title=title, xlabel="Score [%]", xlim=(58, 99))
        ax.legend(loc="upper left", frameon=True)
    return fig


def _pair(ax: Axes, pair: pd.DataFrame, split: str, rows: Sequence[str], *, shift: float) -> None:
    """Draw the lines of one split; a second one in the same panel has a shift and its own marks."""
    look = {"palette": COLOURS, "markers": MARKERS[split if shift else "test"], "size": SIZES}
    ends = {"peer": PEERS[split], "own": f"PD, {split}" if shift else "PD"}
    frame = pair.assign(name=pd.Series(METRICS))
    look["ids"] = {
        end: [addresses.ids("turc2019wellread", "table3", [row], each)[0] for each in METRICS]
        for end, row in zip(("own", "peer"), rows, strict=True)
    }
    charts.dumbbell(ax, frame, y="name", ends=ends, shift=shift, legend=False, **look)
    style = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
    for height, score in enumerate(pair.itertuples()):
        lead, end = score.own - score.peer, max(score.own, score.peer)
        ax.annotate(charts.signed(lead), (end, height + shift), **style)


def finding(leads: pd.DataFrame, *, splits: str) -> str:
    """Say in how many scores pre-trained distillation leads, by split."""
    ahead = leads.loc[list(METRICS)] > 0
    return "PD leads " + ", ".join(
        f"{PEERS[split]} in {ahead[split].sum()} of {len(METRICS)} scores"
        for split in drawn(splits)
    )


def alt(leads: pd.DataFrame, *, splits: str) -> str:
    """Return the chart in words: the lead in each metric, by split."""
    by_split = [
        f"on {split} PD leads {PEERS[split]} by "
        + ", ".join(f"{charts.signed(leads.at[m, split])} in {name}" for m, name in METRICS.items())
        for split in drawn(splits)
    ]
    beside = "Scores of pre-trained distillation and concurrent work by task"
    return f"{beside}: {'; '.join(by_split)}."
