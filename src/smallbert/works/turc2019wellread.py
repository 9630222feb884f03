"""What of Well-Read Students is code: its tables, what stands in for Figure 3, its mini models."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.cost.shapes import Architecture
from smallbert.data import exhibits


def meta_table(table3: pd.DataFrame, tasks: pd.DataFrame, recomputed: pd.Series, agrees: pd.Series):
    """Return each task's mean and the meta score next to the printed one.

    Parameters
    ----------
    table3 : pandas.DataFrame
        The table's values; the other arguments have its rows.
    tasks : pandas.DataFrame
        A task's mean score a column [%].
    recomputed : pandas.Series
        The meta score by the chosen rule [%].
    agrees : pandas.Series of bool
        Whether it is the printed one.
    """
    shown = tasks.map("{:.2f}".format)
    shown.insert(0, "Split", table3["split"])
    shown.insert(1, "Model", table3["name"])
    shown["Recomputed"] = recomputed.map("{:.2f}".format)
    shown["Printed"] = table3["glue_6_average"].map("{:.1f}".format)
    shown["Difference"] = _change(recomputed - table3["glue_6_average"], "{:+.2f}")
    return shown.assign(**{"Within half a unit": agrees.map({True: "yes", False: "no"})})


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


def drawn_splits(splits: str) -> list[str]:
    """Return the splits that are shown under a value of the parameter ``splits``."""
    return [split for panel in PANELS.get(splits, [[splits]]) for split in panel]


def figure3_scores(table3: pd.DataFrame, rows: Sequence[str]) -> pd.DataFrame:
    """Return the scores [%] drawn, a metric a row, of one row of Table 3 for each of `PEERS`."""
    return table3.loc[list(rows), list(METRICS)].astype(float).set_axis(list(PEERS)).T


def draw_figure3(
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
        end: [exhibits.ids("turc2019wellread", "table3", [row], each)[0] for each in METRICS]
        for end, row in zip(("own", "peer"), rows, strict=True)
    }
    charts.dumbbell(ax, frame, y="name", ends=ends, shift=shift, legend=False, **look)
    style = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
    for height, score in enumerate(pair.itertuples()):
        lead, end = score.own - score.peer, max(score.own, score.peer)
        ax.annotate(charts.signed(lead), (end, height + shift), **style)


def figure3_finding(leads: pd.DataFrame, *, splits: str) -> str:
    """Say in how many scores pre-trained distillation leads, by split."""
    ahead = leads.loc[list(METRICS)] > 0
    return "PD leads " + ", ".join(
        f"{PEERS[split]} in {ahead[split].sum()} of {len(METRICS)} scores"
        for split in drawn_splits(splits)
    )


def figure3_alt(leads: pd.DataFrame, *, splits: str) -> str:
    """Return the chart in words: the lead in each metric, by split."""
    by_split = [
        f"on {split} PD leads {PEERS[split]} by "
        + ", ".join(f"{charts.signed(leads.at[m, split])} in {name}" for m, name in METRICS.items())
        for split in drawn_splits(splits)
    ]
    beside = "Scores of pre-trained distillation and concurrent work by task"
    return f"{beside}: {'; '.join(by_split)}."


FIGURE5 = {
    "Group": "Group",
    "name": "Series",
    "colour": "Colour",
    "statement": "What is said",
    "check": "What Table 3 says",
}
"""From columns of what Figure 5's caption says to their heads."""


def figure5_table(
    series: pd.DataFrame, facts: pd.DataFrame, check: Mapping[str, str]
) -> pd.DataFrame:
    """Return the series that the caption of Figure 5 names, then what it states of them.

    Parameters
    ----------
    series, facts : pandas.DataFrame
        The work's tables of these names.
    check : mapping
        From rows of `facts` to what Table 3 says of them.
    """
    named = series.assign(Group="series in the caption")
    named["statement"] = named["meaning"].str.capitalize() + "."
    stated = facts[facts["figure"] == "Figure 5"].assign(Group="stated in the caption")
    stated = stated.join(series[["name", "colour"]], on="series")
    lines = pd.concat([named.rename("series-{}".format), stated]).assign(check=pd.Series(check))
    return lines[list(FIGURE5)].rename(columns=FIGURE5).fillna("")


MINIS_AXES = {
    "mnli_m_accuracy": "MNLI-m accuracy, test [%]",
    "glue_9_average": "GLUE over 9 tasks [%]",
}
MINIS_TICKS = {"far apart": [5, 10, 20, 50, 100], "close": [50, 70, 100, 150]}


def draw_minis(models: pd.DataFrame, *, baseline: str) -> Figure:
    """Draw a panel for each score that models other than the baseline have.

    Parameters
    ----------
    models : pandas.DataFrame
        Columns label, technique, origin, parameters_m [millions] and those of `MINIS_AXES` [%].
    baseline : str
        The label of the model at whose score a line is drawn.
    """
    shown = [score for score in MINIS_AXES if models[score].notna().sum() > 1]
    size = (charts.WIDTH, 3.8 * len(shown))
    fig, axes = plt.subplots(len(shown), figsize=size, squeeze=False)
    for ax, score in zip(axes.flat, shown, strict=True):
        known = models.dropna(subset=score)
        line = {"color": plt.rcParams["axes.edgecolor"], "linewidth": 0.9, "linestyle": ":"}
        ax.axhline(known.set_index("label").at[baseline, score], **line)
        _minis_panel(ax, known, score)
    for ax, score in zip(axes.flat, shown, strict=True):
        known = models.dropna(subset=score)
        charts.place_labels(ax, known["parameters_m"], known[score], known["label"])
    return fig


def _minis_panel(ax: Axes, models: pd.DataFrame, score: str) -> None:
    low = 0.75 * models["parameters_m"].min()
    ticks = MINIS_TICKS["far apart" if low < 20 else "close"]
    charts.log_axis(ax, "x", [tick for tick in ticks if tick > low])
    ax.set(xlabel="Parameters with embeddings [M]", ylabel=MINIS_AXES[score], xlim=(low, 190))
    ax.margins(y=0.13)
    charts.scatter(ax, models, x="parameters_m", y=score, size=7, legend=False)


def minis_finding(models: pd.DataFrame) -> str:
    """Say what the smallest and the largest model score on MNLI."""
    known = models.dropna(subset="mnli_m_accuracy").sort_values("parameters_m")
    return "On MNLI-m " + ", ".join(
        f"{row.label} scores {row.mnli_m_accuracy:.1f} % with {row.parameters_m:.0f} M weights"
        for row in known.iloc[[0, -1]].itertuples()
    )


def minis_alt(models: pd.DataFrame) -> str:
    """Return the chart in words: parameters and MNLI of each model."""
    listed = ", ".join(
        f"{row.label} {row.parameters_m:.1f} M and {row.mnli_m_accuracy:.1f} %"
        for row in models.itertuples()
    )
    return f"Score against parameters with embeddings; MNLI-m on test: {listed}."


def minis_caption(*, published: bool) -> str:
    """Return what to see in the chart, with and without the published scores."""
    hollow = "Hollow markers are published scores. " if published else ""
    return (
        f"{hollow}Filled markers are printed on the slides; circles had a teacher, crosses none. "
        "The dotted line is BERT_BASE as MobileBERT's table has it. All scores are of the GLUE "
        "server."
    )


def minis_in_words(readme: pd.DataFrame, *, published: bool) -> str:
    """Say how many released models are drawn."""
    if not published:
        return "Their published scores are not drawn with this choice of parameters."
    return f"{len(readme)} have published scores, pre-trained and fine-tuned like PF."


REMARKS_COLUMNS = ["claim", "way", "remark", "claimed", "after"]
REMARKS_COLUMNS += ["shape", "factor", "score", "where", "above"]
"""Columns of the remarks' table that its reader may download."""


def known_scores(published: pd.DataFrame, half: pd.Series) -> pd.DataFrame:
    """Return by shape its MNLI-m (score, in per cent), and where it stands.

    Parameters
    ----------
    published : pandas.DataFrame
        Models without a teacher, by any label: architecture, mnli_m_accuracy.
    half : pandas.Series
        The row of Table 3 that the remark on the half quotes.
    """
    there = published.set_index("architecture")["mnli_m_accuracy"].to_frame("score")
    there = there.assign(where="published, test, no teacher")
    there.loc["bert-base-6"] = [half["mnli_m_accuracy"], f"Table 3, {half['split']}, PD"]
    return there


def remarks_table(beside: pd.DataFrame, shapes: Mapping[str, Architecture]) -> pd.DataFrame:
    """Return the slide's remarks next to the shapes nearest to them.

    Parameters
    ----------
    beside : pandas.DataFrame
        Columns remark, way, claimed [x], after [%], shape, factor [x], score [%], above [points]
        and where.
    shapes : mapping
        From names of shapes to them.
    """
    size = {name: f"{shape.layers}/{shape.hidden}" for name, shape in shapes.items()}
    shown = pd.DataFrame({"Remark": beside["remark"]})
    shown["Claimed factor"] = beside["claimed"].map("{:g}x".format)
    shown["Embeddings"] = beside["way"]
    shown["Nearest shape"] = beside["shape"].map(size)
    shown["Its factor"] = beside["factor"].map("{:.2f}x".format)
    shown["MNLI claimed"] = beside["after"].map("{:g}".format)
    shown["Its MNLI-m"] = beside["score"].map("{:.1f}".format, na_action="ignore")
    shown["Claim minus score"] = _change(beside["above"], "{:+.1f}")
    return shown.assign(Where=beside["where"])


def remarks_reading(above: Mapping[str, pd.Series]) -> str:
    """Say what follows from how far claims lie above scores without a teacher [points].

    Parameters
    ----------
    above : mapping
        By whether embeddings are "counted" or "left out"; missing where no scores are known.
    """
    whole, inner = above["counted"], above["left out"]
    if whole.isna().all():
        return "but without the published scores the claimed ones cannot be checked."
    return (
        f"and their claimed scores then lie {whole.min():.1f} to {whole.max():.1f} points above "
        "the same shapes without a teacher, as distilled students should. Without embeddings one "
        f"claim would lie {-inner.min():.1f} points below."
    )


def _change(values: pd.Series, form: str) -> pd.Series:
    """Return changes as texts with their sign, a true minus."""
    return values.map(form.format, na_action="ignore").str.replace("-", "−")
