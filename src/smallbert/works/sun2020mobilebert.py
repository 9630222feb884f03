"""What of MobileBERT is code: how its sizes follow from shapes, and its chart."""

from dataclasses import replace

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.audit import BOOK_RULE
from smallbert.cost import architecture, parameters
from smallbert.data import anchors
from smallbert.data.results import REMARKS

KEY = "sun2020mobilebert"
TEACHER = {"bottleneck": 1024, "feed_forward": 4096, "stack": 1}
"""How the teacher trained for MobileBERT differs from it (Sun et al. 2020, Table 1; 293 M
parameters)."""


def ways(row, labels) -> list[tuple[str, float]] | None:
    """Return what is left of the weights, for the remarks on size."""
    if row.table != REMARKS:
        return None
    mobile, large = architecture("mobilebert"), architecture("bert-large")
    retrained = labels["base"] == "retrained teacher"
    base = replace(mobile, **TEACHER) if retrained else architecture("bert-base")
    share = {BOOK_RULE: base, "BERT-large as the base": large}
    weights = parameters(mobile).sum()
    return [(rule, weights / parameters(whole).sum()) for rule, whole in share.items()]


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
TITLES_AND_TICKS = {
    "parameters": ("Weights, embeddings included [M]", [15, 20, 30, 50, 80, 120, 200]),
    "operations": ("Operations for 128 tokens, FLOPs [G]", [3, 5, 7, 10, 20, 30, 50]),
    "latency": ("Latency on a Pixel 4 phone [ms]", [30, 40, 60, 80, 120, 200]),
}
GREEN, GREY = charts.COLORS["distillation"], charts.COLORS["none"]
LOOKS = {
    "gpt": ("OpenAI GPT on STILTs", GREY, "d"),
    "bert-base": ("BERT-base", GREY, "h"),
    "pkd-6": ("PKD, 6 layers", GREEN, "p"),
    "pkd-3": ("PKD, 3 layers", GREEN, "<"),
    "mobilebert": ("MobileBERT", GREEN, "o"),
    "mobilebert-without-opt": ("MobileBERT w/o OPT", GREEN, "D"),
    "mobilebert-tiny": ("MobileBERT-tiny", GREEN, "s"),
}
"""Name, color and marker of each row; the marker tells models of one technique apart."""


def draw_chart(
    models: pd.DataFrame, change: pd.DataFrame, remarks: pd.DataFrame, *, cost_axis: str, bars: str
) -> Figure:
    """Draw score against cost with the slide's remarks; below, the change by task.

    `models` has a row for each origin and row, with its costs and scores [%], and `change` those
    scores less BERT-base's [points]; `remarks` has the places where each begins and ends. The
    changes of the printed row `bars` are drawn as bars.
    """
    fig, (above, below) = plt.subplots(2, figsize=(charts.WIDTH, 8))
    ink, labels, heights = plt.rcParams["text.color"], [], range(len(TASKS))
    drawn = models.index[models[cost_axis].notna()]
    title, ticks = TITLES_AND_TICKS[cost_axis]
    charts.log_axis(above, "x", ticks)
    above.set(xlabel=title, ylabel="MNLI-m accuracy, GLUE test [%]")
    above.margins(x=0.2, y=0.16)
    bar = {"color": GREEN, "alpha": 0.25, "height": 0.55}
    below.barh(heights, change.loc[("printed", bars), [*TASKS]], **bar)
    for (origin, row), model in models.loc[models.index.isin([*LOOKS], level=1)].iterrows():
        name, color, marker = LOOKS[row]
        printed = ("printed", row) if origin == "published" else None
        mark = {"color": color, "marker": marker, "origin": origin}
        if pd.notna(model[cost_axis]):
            point = model[cost_axis], model["mnli_m_accuracy"]
            table = {"printed": "table3", "published": "published_glue"}[origin]
            ids = anchors.number_ids(KEY, table, [row], "mnli_m_accuracy")
            again = printed in drawn  # a ring around the printed mark, which has the name already
            charts.points(above, *zip(point), ids=ids, size=13 if again else 8, **mark)
            labels += [(*point, "" if again else name)]
        if printed not in models.index and row not in ("gpt", "bert-base"):
            label = name if origin == "printed" else f"{name} ({origin})"
            charts.points(below, change.loc[(origin, row), [*TASKS]], heights, label=label, **mark)
    for remark in remarks.itertuples():
        x, y = (remark.cost_before, remark.cost), (remark.mnli_before, remark.mnli_after)
        charts.connect_points(above, x, y, color=ink, style=":")
        charts.points(above, x, y, color=ink, marker="_", size=13, y_error=[0.5, 0.5])
        labels += [((x[0] * x[1]) ** 0.5, sum(y) / 2, remark.remark)]
    if remarks.empty:
        above.set_title("The slide gives no latency for its remarks")
    below.axvline(0, color=ink, linewidth=0.9, linestyle=":")
    below.set(yticks=heights, yticklabels=TASKS.values(), ylim=(len(TASKS) - 0.5, -0.5))
    below.set_xlabel("Change against BERT-base, GLUE test [points]")
    below.legend()
    charts.gather_legends(fig)
    charts.place_labels(above, *zip(*labels, strict=True))
    return fig
