"""What of MobileBERT is code: how its sizes follow from shapes, its chart and its remarks."""

from collections.abc import Mapping
from dataclasses import replace

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts, claims
from smallbert.audit.figures import DEFAULT
from smallbert.cost.shapes import architecture
from smallbert.cost.weights import parameters
from smallbert.data import exhibits

KEY = "sun2020mobilebert"
TEACHER = {"bottleneck": 1024, "feed_forward": 4096, "stack": 1}
"""How the teacher trained for MobileBERT differs from it (Sun et al. 2020, Table 1; 293 M
parameters)."""


def ways(row, labels) -> list[tuple[str, float]] | None:
    """Return what is left of the weights, for the remarks on size."""
    if row.table != "claims":
        return None
    mobile = architecture("mobilebert")
    retrained = labels["base"] == "retrained teacher"
    base = replace(mobile, **TEACHER) if retrained else architecture("bert-base")
    share = {DEFAULT: base, "BERT_LARGE as the base": architecture("bert-large")}
    own = parameters(mobile).sum()
    return [(rule, own / parameters(whole).sum()) for rule, whole in share.items()]


TABLES = {"printed": "table3", "published": "published_glue"}
"""The table of each origin."""

TASKS = {
    "cola_matthews": "CoLA",
    "sst_2_accuracy": "SST-2",
    "mrpc_f1": "MRPC",
    "sts_b_spearman": "STS-B",
    "qqp_f1": "QQP",
    "mnli_m_accuracy": "MNLI-m",
    "mnli_mm_accuracy": "MNLI-mm",
    "qnli_accuracy": "QNLI",
    "rte_accuracy": "RTE",
    "glue_9_average": "GLUE",
}
AXES = {
    "parameters": ("Weights, embeddings included [M]", [15, 20, 30, 50, 80, 120, 200]),
    "operations": ("Operations for 128 tokens, FLOPs [G]", [3, 5, 7, 10, 20, 30, 50]),
    "latency": ("Latency on a Pixel 4 phone [ms]", [30, 40, 60, 80, 120, 200]),
}
GREEN, GREY = charts.COLOURS["distillation"], charts.COLOURS["none"]
LOOKS = {
    "gpt": ("OpenAI GPT on STILTs", GREY, "d"),
    "bert-base": ("BERT_BASE", GREY, "h"),
    "pkd-6": ("PKD, 6 layers", GREEN, "p"),
    "pkd-3": ("PKD, 3 layers", GREEN, "<"),
    "mobilebert": ("MobileBERT", GREEN, "o"),
    "mobilebert-without-opt": ("MobileBERT w/o OPT", GREEN, "D"),
    "mobilebert-tiny": ("MobileBERT_TINY", GREEN, "s"),
}
"""Name, colour and marker of each row; the marker tells models of one technique apart."""

BESIDE = {
    "gpt": (10, -4, "left"),
    "bert-base": (8, 4, "left"),
    "pkd-6": (-10, -4, "right"),
    "pkd-3": (10, -4, "left"),
    "mobilebert": (0, -20, "center"),
    "mobilebert-without-opt": (-20, 15, "center"),
    "mobilebert-tiny": (0, -18, "center"),
}
"""Where a row's name stands, in points from its mark."""

COMPARED = ["pkd-3", "pkd-6", "mobilebert", "mobilebert-without-opt"]
"""Rows whose change by task is shown; the published tiny model follows."""


def draw_chart(
    models: pd.DataFrame, change: pd.DataFrame, remarks: pd.DataFrame, *, cost_axis: str, bars: str
) -> Figure:
    """Draw score against cost with the slide's remarks; below, the change by task.

    Parameters
    ----------
    models : pandas.DataFrame
        A row a model, by origin and row of `LOOKS`; a column a cost of `AXES` or a score [%].
    change : pandas.DataFrame
        Scores less those of BERT_BASE [points], with the same rows and the columns of `TASKS`.
    remarks : pandas.DataFrame
        Columns remark, cost_before, cost, mnli_before and mnli_after; may be empty.
    cost_axis : str
        A key of `AXES`.
    bars : str
        The printed row whose changes are drawn as bars.
    """
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 8))
    _draw_changes(below, change, bars)
    label, ticks = AXES[cost_axis]
    charts.log_axis(above, "x", ticks)
    _draw_models(above, models[models[cost_axis].notna()], cost_axis)
    _draw_remarks(above, remarks)
    if remarks.empty:
        charts.note(above, "The slide gives no latency; its remarks have no place here.")
    above.set(xlabel=label, ylabel="MNLI-m accuracy, GLUE test [%]")
    above.margins(x=0.2, y=0.16)
    return fig


def _draw_models(ax: Axes, models: pd.DataFrame, cost_axis: str) -> None:
    """Draw the models; a published one around the printed one is larger and has no name."""
    for (origin, row), model in models.iterrows():
        if row not in LOOKS:
            continue
        name, colour, marker = LOOKS[row]
        twice = origin == "published" and ("printed", row) in models.index
        at = (model[cost_axis], model["mnli_m_accuracy"])
        look = {"colour": colour, "marker": marker, "origin": origin}
        look |= {"label": f"{name} ({origin})", "size": 13 if twice else 8}
        look["ids"] = exhibits.ids(KEY, TABLES[origin], [row], "mnli_m_accuracy")
        charts.points(ax, *([place] for place in at), **look)
        if not twice:
            *shift, side = BESIDE[row]
            _write(ax, name, at, shift, ha=side)


def _draw_remarks(ax: Axes, remarks: pd.DataFrame) -> None:
    """Draw each remark from its full model to its small one, with the half point of rounding."""
    ink = plt.rcParams["text.color"]
    for remark, up in zip(remarks.itertuples(), (-14, 14), strict=False):
        x = (remark.cost_before, remark.cost)
        y = (remark.mnli_before, remark.mnli_after)
        charts.connect(ax, x, y, colour=ink, style=":")
        look = {"colour": ink, "marker": "_", "size": 13, "label": remark.remark}
        charts.points(ax, x, y, y_error=[0.5, 0.5], **look)
        middle = ((x[0] * x[1]) ** 0.5, sum(y) / 2)
        _write(ax, remark.remark, middle, (0, up), ha="center", fontweight="bold")


def _write(ax: Axes, text: str, at: tuple[float, float], shift: tuple[int, int], **style) -> None:
    style |= {"xytext": shift, "textcoords": "offset points"}
    ax.annotate(text, at, **style)


def _draw_changes(ax: Axes, change: pd.DataFrame, bars: str) -> None:
    """Draw a line of marks for each task, and the bars of one model."""
    rows = [("printed", row) for row in COMPARED] + [("published", "mobilebert-tiny")]
    rows = [pair for pair in rows if pair in change.index]
    chosen = change.loc[("printed", bars), list(TASKS)].rename("change").to_frame()
    chosen = chosen.astype(float).assign(task=list(TASKS.values()), model=bars)
    look = {"colour": "model", "palette": {bars: GREEN}, "width": 0.55, "alpha": 0.25}
    charts.bars(ax, chosen, x="change", y="task", **look)
    entries = []
    for origin, row in rows:
        name, colour, marker = LOOKS[row]
        label = name if origin == "printed" else f"{name} ({origin})"
        entries.append({"label": label, "colour": colour, "marker": marker, "origin": origin})
        marks = chosen.assign(change=change.loc[(origin, row), list(TASKS)].astype(float))
        marks = marks.assign(height=range(len(TASKS)), origin=origin, model=label)
        look = {"palette": {label: colour}, "markers": {label: marker}, "legend": False}
        drawn = charts.scatter(ax, marks, x="change", y="height", colour="model", **look)
        drawn.set_label(label)
    ax.axvline(0, color=plt.rcParams["text.color"], linewidth=0.9, linestyle=":")
    ax.set(xlabel="Change against BERT_BASE, GLUE test [points]", ylabel="")
    marks = charts.legends.series(pd.DataFrame(entries))
    charts.legends.below(ax.figure, [*marks.values()], [*marks])


def chart_finding(models: pd.DataFrame, row: str) -> str:
    """Say what a printed row scores on MNLI-m and weighs, next to BERT_BASE."""
    told = models.loc["printed"].loc[[row, "bert-base"]]
    scores = zip(told.index, told["mnli_m_accuracy"], told["parameters"], strict=True)
    return "On MNLI-m " + ", ".join(
        f"{LOOKS[name][0]} scores {score:.1f} % with {size:.0f} M weights"
        for name, score, size in scores
    )


def mnli_scores(row: pd.Series) -> pd.Series:
    """Return MNLI-m, MNLI-mm and their mean [%] of a row."""
    m, mm = row["mnli_m_accuracy"], row["mnli_mm_accuracy"]
    return pd.Series({"MNLI-m": m, "MNLI-mm": mm, "the mean": (m + mm) / 2})


def met(scores: pd.Series, claimed: float) -> str:
    """Name the scores that round to what is claimed."""
    return claims.met_by(scores, claimed, otherwise="none of the three")


def remarks_table(
    slide: pd.DataFrame,
    base: pd.Series,
    student: pd.Series,
    large: Mapping[str, float],
    *,
    corrected: bool,
) -> pd.DataFrame:
    """Return the remarks beside BERT_BASE, the chosen MobileBERT and BERT_LARGE.

    Parameters
    ----------
    slide : pandas.DataFrame
        The work's remarks.
    base, student : pandas.Series
        Rows of Table 3.
    large : mapping
        Of BERT_LARGE: weights [M], ``mnli-m`` and ``mnli-mm`` [%] as published.
    corrected : bool
        Whether cells stand as corrected.
    """
    quarter, tenth = slide.loc["one-quarter"], slide.loc["one-tenth"]
    before, after = mnli_scores(base), mnli_scores(student)
    implied = student["parameters"] / tenth["size_fraction"]
    beside = {
        ("Factor [x]", head): {"one-quarter": f"{base[column] / student[column]:.1f}"}
        for head, column in (("weights", "parameters"), ("operations", "operations"))
    }
    beside["MNLI before [%]", "table: m / mm / mean"] = {"one-quarter": _joined(before)}
    beside["MNLI after [%]", "table: m / mm / mean"] = dict.fromkeys(
        ("one-quarter", "one-tenth"), _joined(after)
    )
    words = {
        "one-quarter": f"before: met by {met(before, quarter['mnli_before'])}; "
        f"after: met by {met(after, quarter['mnli_after'])}",
        "retrain": "the table has no row for another teacher",
        "one-tenth": f"no row has {tenth['mnli_before']:.0f}; a tenth implies a teacher of "
        f"{implied:.0f} M weights; BERT_LARGE: {large['weights']:.0f} M, published "
        f"{_joined([large['mnli-m'], large['mnli-mm']])}; "
        f"after: met by {met(after, tenth['mnli_after'])}",
    }
    return claims.remark_table(KEY, beside, words, corrected=corrected)


def _joined(scores) -> str:
    return " / ".join(f"{score:.2f}".removesuffix("0") for score in scores)
