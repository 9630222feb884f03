"""What of extreme compression is code: a kind of claim, its chart and its remarks."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smallbert import charts, claims
from smallbert.claims import remarks as slides
from smallbert.claims.finding import Finding, choose
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.data import exhibits


@kind
def severe(material: Material, *, points: float = 5) -> Finding:
    """Tell whether even the best student of each width loses at least so many points of MNLI."""
    table = "zhao2019extreme/table3"
    scores = material.column(table, "mnli-m-accuracy")
    name = material.labels(table)["name"].reindex(scores.index)
    width = name.str.extract(r", (\d+)$")[0]
    students = scores[width.notna() & ~name.str.startswith("NoKD")]
    best = students.groupby(width.reindex(students.index))["value"].max()
    losses = scores["value"]["teacher"] - best
    least = losses.min()
    return Finding(
        verdict=choose(holds=least >= points, fails=least < points),
        evidence=(scores["id"]["teacher"], *students["id"]),
        value=least,
        decided_by=f"the best of each width loses {least:.1f} to {losses.max():.1f} points",
        comparisons=len(losses),
    )


MEASURES = {
    "mnli-m": ("mnli_m_accuracy", "MNLI-m accuracy"),
    "mnli-mm": ("mnli_mm_accuracy", "MNLI-mm accuracy"),
    "sst-2": ("sst_2_accuracy", "SST-2 accuracy"),
    "mrpc-f1": ("mrpc_f1", "MRPC F1"),
    "mrpc-accuracy": ("mrpc_accuracy", "MRPC accuracy"),
}
"""From values of the parameter ``measure`` to column and name."""

SCORES = dict(MEASURES.values())
LOOKS = {
    "Teacher BERT_BASE": ("none", "h"),
    "PKD": ("distillation", "p"),
    "NoKD Baseline": ("architecture", "X"),
    "DualTrain": ("distillation", "o"),
    "DualTrain + SharedProjDown": ("distillation", "v"),
    "DualTrain + SharedProjUp": ("distillation", "^"),
}
"""Technique and marker of each series; the marker tells those of one technique apart."""

COLOURS = ("#0f7fc4", "#1f9bb5", "#c08300", "#d6456b", "#b565c9")
SIGNS = ("o", "s", "D", "v", "^")
TICKS = [1, 2, 3, 5, 10, 20, 40, 80]


def draw_chart(
    models: pd.DataFrame,
    blocks: pd.DataFrame,
    losses: pd.DataFrame,
    remarks: pd.DataFrame,
    *,
    measure: str,
) -> Figure:
    """Draw score against factor with the slide's remarks; below, the losses.

    Parameters
    ----------
    models : pandas.DataFrame
        Columns series, block, compression_factor and those of `SCORES` [%]; its rows include
        ``teacher``, ``pkd-6`` and ``pkd-3``.
    blocks : pandas.DataFrame
        By block: compression_factor, mib.
    losses : pandas.DataFrame
        By block: compression_factor and, of the best student, `SCORES` less the teacher's.
    remarks : pandas.DataFrame
        The slide's remarks with numbers, drawn if the measure is MNLI.
    measure : str
        A key of `MEASURES`.
    """
    size = {"figsize": (charts.WIDTH, 7.6), "height_ratios": (3, 2)}
    fig, (above, below) = plt.subplots(2, sharex=True, **size)
    charts.log_axis(above, "x", TICKS)
    column, name = MEASURES[measure]
    ids = exhibits.ids("zhao2019extreme", "table3", models.index, column)
    _draw_scores(above, models.assign(score=models[column], id=ids), blocks)
    if measure.startswith("mnli"):
        _draw_remarks(above, remarks)
    above.set(ylabel=f"{name}, GLUE test [%]", xlim=(0.9, 95))
    above.margins(y=0.14)
    above.legend()
    _draw_losses(below, losses)
    charts.legends.gather(fig)
    fig.align_ylabels()
    return fig


def _draw_scores(ax: Axes, models: pd.DataFrame, blocks: pd.DataFrame) -> None:
    """Draw the rows, a line through the best of each block, and one through the PKD students."""
    for series, (technique, marker) in LOOKS.items():
        rows = models[models["series"] == series]
        look = {"colour": charts.COLOURS[technique], "marker": marker, "size": 7}
        look |= {"ids": rows["id"]}
        charts.points(ax, rows["compression_factor"], rows["score"], label=series, **look)
    best = models.groupby("block", sort=False)["score"].max()
    line = {"colour": charts.COLOURS["distillation"], "style": ":"}
    charts.connect(ax, blocks["compression_factor"], best[blocks.index], **line)
    few = models.loc[["teacher", "pkd-6", "pkd-3"], ["compression_factor", "score"]].astype(float)
    charts.connect(ax, few["compression_factor"], few["score"], **line)
    ink = plt.rcParams["text.color"]
    ax.axhline(few.at["teacher", "score"], color=ink, linewidth=0.9, linestyle=":")
    _write(ax, "6 layers", few.loc["pkd-6"], (7, 1), ha="left", va="bottom")
    _write(ax, "3 layers", few.loc["pkd-3"], (-7, -1), ha="right", va="top")
    lowest = models.groupby("block")["score"].min()
    for block, size in blocks.iterrows():
        text = f"hidden size {block}\n{size['mib']:.3g} MiB"
        at = (size["compression_factor"], lowest[block])
        _write(ax, text, at, (6 if block == "96" else 26, -17), ha="right", va="top")


def _draw_remarks(ax: Axes, remarks: pd.DataFrame) -> None:
    """Draw each remark as a bar of the half point of rounding."""
    x, y = 1 / remarks["size_fraction"], remarks["mnli_after"]
    look = {"marker": "_", "size": 15, "label": "the slide's remark"}
    look |= {"colour": plt.rcParams["text.color"], "y_error": remarks["mnli_after_half_width"]}
    charts.points(ax, x, y, **look)
    for at, high, text in zip(x, y, remarks["remark"], strict=True):
        left = at > 40
        place = {"ha": "right" if left else "left", "va": "top" if left else "bottom"}
        _write(ax, text, (at, high), (-12, 0) if left else (8, 10), fontweight="bold", **place)


def _draw_losses(ax: Axes, losses: pd.DataFrame) -> None:
    """Draw a line for each score."""
    long = losses.rename(columns=SCORES).melt("compression_factor", list(SCORES.values()))
    names = list(SCORES.values())
    look = {"palette": dict(zip(names, COLOURS, strict=True)), "linewidth": 1.2, "markersize": 8}
    look |= {"markers": dict(zip(names, SIGNS, strict=True))}
    charts.lines(ax, long, x="compression_factor", y="value", colour="variable", **look)
    ax.axhline(0, color=plt.rcParams["text.color"], linewidth=0.9, linestyle=":")
    ax.set_xlabel("Compression factor: weights of BERT_BASE / weights of the model [x]")
    ax.set_ylabel("Best of each block\nagainst the teacher [points]")
    ax.legend()


def _write(ax: Axes, text: str, at: tuple[float, float], shift: tuple[int, int], **style) -> None:
    style |= {"xytext": shift, "textcoords": "offset points"}
    ax.annotate(text, at, **style)


def chart_finding(losses: pd.DataFrame, *, measure: str) -> str:
    """Say what the best student of the largest and of the smallest block loses."""
    ends = losses.sort_values("compression_factor").iloc[[0, -1]]
    column, name = MEASURES[measure]
    (near, far), (few, many) = ends["compression_factor"], -ends[column]
    return (
        f"Students {near:.1f} times smaller lose {few:.1f} points of {name}, "
        f"those {far:.0f} times smaller {many:.1f}"
    )


def chart_alt(losses: pd.DataFrame, *, measure: str, models: int) -> str:
    """Return the chart in words: the losses of the chosen measure."""
    column, name = MEASURES[measure]
    steps = losses.set_index("compression_factor")[column]
    words = ", ".join(f"{change:+.1f} points at {at:.2f}x" for at, change in steps.items())
    axes = f"{name} against compression factor, logarithmic axis, {models} models"
    return f"{axes}; best student of each block against the teacher: {words}."


def shapes_table(sizes: pd.DataFrame) -> pd.DataFrame:
    """Return the layers and widths that a factor leaves room for, as shown.

    Parameters
    ----------
    sizes : pandas.DataFrame
        By hidden size: compression_factor [x], weights and embeddings, width and times (that
        width over the hidden size) of twelve layers, and layers of four times the hidden size.
    """
    million = (sizes[["weights", "embeddings"]] / 1e6).map("{:.2f}".format)
    shown = {
        ("", "Hidden size"): list(sizes.index),
        ("", "Factor [x]"): sizes["compression_factor"].map("{:.2f}".format),
        ("Weights [M]", "by the factor"): million["weights"],
        ("Weights [M]", "of embeddings"): million["embeddings"],
        ("Twelve layers", "feed-forward width"): sizes["width"].map("{:.0f}".format),
        ("Twelve layers", "times hidden size"): sizes["times"].map("{:.1f}".format),
        ("Width of 4 times", "layers"): sizes["layers"].map("{:.1f}".format),
    }
    return pd.DataFrame(shown)


def nearest_row(remark: pd.Series, table: pd.DataFrame, factors: pd.Series) -> pd.Series:
    """Return what Table 3 has for a remark.

    Parameters
    ----------
    remark : pandas.Series
        One of the slide's, as `smallbert.data.values` returns it.
    table : pandas.DataFrame
        Table 3, with the block of each row.
    factors : pandas.Series
        The compression factor of each block.

    Returns
    -------
    pandas.Series
        factor, before (the teacher's MNLI-m), after (of the row in the block of the nearest
        factor that is nearest in MNLI-m), name of that row, fits (rows of the block that round to
        the remark), rows, and whether both scores of the remark agree.
    """
    block = (factors * remark["size_fraction"] - 1).abs().idxmin()
    rows, before = table[table["block"] == block], table.at["teacher", "mnli_m_accuracy"]
    scores, claimed = rows["mnli_m_accuracy"], remark["mnli_after"]
    row = rows.loc[(scores - claimed).abs().idxmin()]
    half = remark["mnli_after_half_width"]
    fits = sum(slides.rounds_to(score, claimed, half) == "yes" for score in scores)
    start = slides.rounds_to(before, remark["mnli_before"], remark["mnli_before_half_width"])
    numbers = {"factor": factors[block], "before": before, "after": row["mnli_m_accuracy"]}
    numbers |= {"name": row["name"], "fits": fits, "rows": len(rows)}
    return pd.Series(numbers | {"agrees": start == "yes" and fits > 0})


def remarks_table(rows: pd.DataFrame, losses: str, *, corrected: bool) -> pd.DataFrame:
    """Return the slide's remarks next to the table.

    Parameters
    ----------
    rows : pandas.DataFrame
        A row of `nearest_row` for each remark with numbers.
    losses : str
        What the numbers say to the remark without numbers.
    corrected : bool
        Whether cells stand as corrected.
    """
    beside = {
        ("Factor [x]", "table"): rows["factor"].map("{:.2f}".format),
        ("MNLI-m before [%]", "table"): rows["before"].map("{:.1f}".format),
        ("MNLI-m after [%]", "table"): rows["after"].map("{:.1f}".format),
        ("Nearest row", ""): rows["name"],
    }
    words = {
        row.Index: f"{'agrees' if row.agrees else 'differs'}; {row.fits} of {row.rows} rows of "
        "the block round to it"
        for row in rows.itertuples()
    }
    words["verdict"] = losses.replace("-", "−")
    return claims.remark_table("zhao2019extreme", beside, words, corrected=corrected)
