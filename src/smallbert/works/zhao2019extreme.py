"""What of extreme compression is code: its chart."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts
from smallbert.data import anchors

MEASURES = {
    "mnli-m": ("mnli_m_accuracy", "MNLI-m accuracy", "o"),
    "mnli-mm": ("mnli_mm_accuracy", "MNLI-mm accuracy", "s"),
    "sst-2": ("sst_2_accuracy", "SST-2 accuracy", "D"),
    "mrpc-f1": ("mrpc_f1", "MRPC F1", "v"),
    "mrpc-accuracy": ("mrpc_accuracy", "MRPC accuracy", "^"),
}
"""From values of the parameter ``measure`` to column, name and marker."""

LOOK_OF_SERIES = {
    "Teacher BERT-base": ("none", "h"),
    "PKD": ("distillation", "p"),
    "NoKD Baseline": ("architecture", "X"),
    "DualTrain": ("distillation", "o"),
    "DualTrain + SharedProjDown": ("distillation", "v"),
    "DualTrain + SharedProjUp": ("distillation", "^"),
}
"""Technique and marker of each series; the marker tells those of one technique apart."""


def draw_chart(
    models: pd.DataFrame,
    blocks: pd.DataFrame,
    losses: pd.DataFrame,
    remarks: pd.DataFrame,
    *,
    measure: str,
) -> Figure:
    """Draw score against factor with the slide's remarks; below, the losses.

    `models` has series, block, compression_factor and scores [%] of each row; `blocks` has the
    factor and the MiB of each block; `losses` the factor and what its best student scores less
    than the teacher [points]. The `remarks` are drawn if the measure is MNLI.
    """
    size = {"figsize": (charts.WIDTH, 7.6), "height_ratios": (3, 2)}
    fig, (above, below) = plt.subplots(2, sharex=True, **size)
    (column, name, _), factor = MEASURES[measure], "compression_factor"
    ink = plt.rcParams["text.color"]
    charts.log_axis(above, "x", [1, 2, 3, 5, 10, 20, 40, 80])
    above.set(ylabel=f"{name}, GLUE test [%]", xlim=(0.9, 95))
    for series, (technique, marker) in LOOK_OF_SERIES.items():
        rows = models[models["series"] == series]
        mark = {"color": charts.COLORS[technique], "marker": marker, "size": 7, "label": series}
        mark["ids"] = anchors.number_ids("zhao2019extreme", "table3", rows.index, column)
        charts.points(above, rows[factor], rows[column], **mark)
    scores, by_depth = models.groupby("block")[column], models.loc[["teacher", "pkd-6", "pkd-3"]]
    dotted = {"color": charts.COLORS["distillation"], "style": ":"}
    charts.connect_points(above, blocks[factor], scores.max()[blocks.index], **dotted)
    charts.connect_points(above, by_depth[factor], by_depth[column], **dotted)
    above.axhline(models.at["teacher", column], color=ink, linewidth=0.9, linestyle=":")
    labels = [(*by_depth.loc[f"pkd-{n}", [factor, column]], f"{n} layers") for n in (6, 3)]
    for hidden, block in blocks.iterrows():
        text = f"hidden size {hidden}\n{block['mib']:.3g} MiB"
        labels += [(block[factor], scores.min()[hidden], text)]
    if measure.startswith("mnli"):
        x, y = 1 / remarks["size_fraction"], remarks["mnli_after"]
        dash = {"color": ink, "marker": "_", "size": 15, "label": "the slide's remark"}
        charts.points(above, x, y, y_error=remarks["mnli_after_half_width"], **dash)
        labels += zip(x, y, remarks["remark"], strict=True)
    for (lost, label, marker), color in zip(MEASURES.values(), charts.SERIES, strict=False):
        below.plot(
            losses[factor], losses[lost], marker=marker, color=color, label=label, linewidth=1.2
        )
    below.axhline(0, color=ink, linewidth=0.9, linestyle=":")
    below.set_xlabel("Compression factor against BERT-base, by weights [x]")
    below.set_ylabel("Best of each block\nagainst the teacher [points]")
    above.legend()
    below.legend()
    charts.gather_legends(fig)
    charts.place_labels(above, *zip(*labels, strict=True))
    return fig
