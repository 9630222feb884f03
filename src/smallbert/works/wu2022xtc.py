"""XTC: its figure as read by eye; what fewer bits and fewer layers do to its students."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from smallbert import charts
from smallbert.charts import publish, readings
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    Finding,
    LackingError,
    choose,
    each_above,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.data import sources

KEY = "wu2022xtc"
X, Y = "size", "glue_8_average"
BLUE = "#0f7fc4"

POINTS = "wu2022xtc/points"
SIZES = "wu2022xtc/published_sizes"
SCORES = "wu2022xtc/published_scores"
FULL = "12"
"""Layers of the model that all of them come from."""


@kind
def fewer_layers_larger(material: Material) -> Finding:
    """Tell whether a model with fewer layers is mostly larger than one of equal bits with all."""
    size = material.column(SIZES, "size").join(material.labels(SIZES)[["layers", "bits"]])
    few, whole = size[size["layers"] != FULL], size[size["layers"] == FULL]
    pairs = few.merge(whole, on="bits", suffixes=("_few", "_whole"))
    if pairs.empty:
        raise LackingError(f"two models of equal bits in {SIZES}")
    ratio = pairs["value_few"] / pairs["value_whole"]
    larger = (ratio > 1).sum()
    return Finding(
        verdict=choose(holds=larger > len(pairs) / 2, fails=larger <= len(pairs) / 2),
        evidence=tuple(dict.fromkeys([*pairs["id_few"], *pairs["id_whole"]])),
        value=ratio.max(),
        decided_by=f"{ratio.max():.2f} times the size at most; larger in {larger} of {len(pairs)}",
        comparisons=len(pairs),
    )


@kind
def bar_parts_techniques(material: Material) -> Finding:
    """Tell whether no model on the bar's side of quantization also has fewer layers."""
    labels = material.labels_of_results(POINTS)
    left = labels[labels["side"] == "quantization"]
    both = left[left["layers"] != FULL]
    size = material.column(POINTS, "size", list(left.index))
    return Finding(
        verdict=FAILS if len(both) else HOLDS,
        evidence=tuple(size["id"]),
        value=float(len(both)),
        decided_by=f"{len(both)} of {len(left)} models left of the bar have fewer layers too",
        comparisons=len(left),
    )


@kind
def series_on_both_sides(material: Material) -> Finding:
    """Tell whether some series of the legend has points on both sides of the bar."""
    labels = material.labels_of_results(POINTS)
    sides = labels.groupby("series")["side"].nunique()
    both = int((sides > 1).sum())
    return Finding(
        verdict=HOLDS if both else FAILS,
        evidence=tuple(material.column(POINTS, "size")["id"]),
        value=float(both),
        decided_by=f"{both} of {len(sides)} series are on both sides",
        comparisons=len(sides),
    )


@kind
def quantised_gain(material: Material, *, pairs: dict[str, str], points: float) -> Finding:
    """Tell whether some network gains more than so many points of the average by fewer bits.

    `pairs` names quantised rows of the figure, each with the row of its network before. A network
    that has no such row may have gained them, so without it nothing fails.
    """
    score = material.column(POINTS, "glue-8-average")
    known = [pair for pair in pairs.items() if {*pair} <= {*score.index}]
    missing = " and ".join(sorted({*pairs.values()} - {*score.index}))
    if not known:
        raise LackingError(f"the average of {missing}")
    few, full = (score.loc[list(rows)].reset_index() for rows in zip(*known, strict=True))
    gains = few["value"] - full["value"]
    answers = each_above(gains - points, few["half_width"] + full["half_width"])
    words = ", ".join(
        f"{row} {number(gain, '+.1f')}" for row, gain in zip(few["row"], gains, strict=True)
    )
    return Finding(
        verdict=choose(holds="yes" in answers, fails=not missing and set(answers) == {"no"}),
        evidence=(*few["id"], *full["id"]),
        value=gains.max(),
        decided_by=words + (f"; missing: the average of {missing}" if missing else ""),
        comparisons=len(known),
    )


@kind
def quantised_pairs_lose(
    material: Material, *, table: str, pairs: dict[str, str], most: float = 2
) -> Finding:
    """Tell whether each network loses at most so many points of MNLI when quantised.

    `pairs` names quantised rows of the table, each with the full one; the published rows are added.
    """
    mnli = material.column(table, "mnli-accuracy")
    xtc = material.column(SCORES, "mnli-m-accuracy")
    full = _full(material)
    couples = [(mnli.loc[a], mnli.loc[b]) for a, b in pairs.items()]
    couples += [(xtc.loc[a], xtc.loc[b]) for a, b in full.items()]
    losses = [before["value"] - after["value"] for after, before in couples]
    return Finding(
        verdict=HOLDS if max(losses) <= most else FAILS,
        evidence=tuple(dict.fromkeys(each["id"] for pair in couples for each in pair)),
        value=max(losses),
        decided_by=f"largest loss {max(losses):.1f} points of MNLI",
        comparisons=len(losses),
    )


def _full(material: Material) -> dict[str, str]:
    """Return for each quantised row of XTC's scores the row with as many layers at 32 bits."""
    labels = material.labels_of_results(SCORES)
    full = labels[labels["bits"] == "32"].reset_index().set_index("layers")["row"]
    few = labels.loc[labels["bits"] != "32", "layers"]
    return {row: full[layers] for row, layers in few.items() if layers in full}


def show_figure(read: pd.DataFrame, *, counted: bool, finding: str, published: bool) -> None:
    """Show the figure; if `counted`, with sizes ``computed`` from the shape instead of those read.

    If `published`, rings are sizes from the literature.
    """
    rings = readings.published(KEY, "published_sizes", X, read.index)
    drawn = read.assign(drawn=read["computed" if counted else X], published=rings[X])
    few, layers = (drawn.loc[drawn["side"] == side, "drawn"] for side in drawn["side"].unique())
    star = read.loc[read["series"] == "xtc-bert-star", Y]
    how = "counted from shape and bits" if counted else "as read by eye"
    known = " Rings are sizes from the literature at the score as read." * published
    behind = (
        ". 200 is a tick without a scale, around which marks of one place are drawn side by side"
    )
    behind = ", and its scale differs behind" if counted else behind
    columns = ["name", "series", "side", "drawn", X, f"{X}_half_width", "size_is"]
    publish.figure(
        f"{KEY}-figure",
        lambda: _draw(read, rings if published else rings[:0], counted=counted),
        data=drawn[[*columns, "computed", "published", Y, f"{Y}_half_width"]],
        finding=finding,
        alt=f"Scatter chart of {len(read)} models: average of 8 GLUE tasks against size {how}. "
        f"{len(few)} quantised models from {few.min():.0f} to {few.max():.0f} MB left of a blue "
        f"bar, {len(layers)} with fewer layers right of it. XTC-BERT* goes from {star.min()} to "
        f"{star.max()} %.",
        caption=f"Sizes {how}; bars show the margin of the reading.{known} The axis is broken "
        f"under the blue bar{behind}.",
    )


def _draw(read: pd.DataFrame, rings: pd.DataFrame, *, counted: bool) -> Figure:
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 6.6))
    drawn, origin = read.assign(size=read["computed" if counted else X]), "digitised"
    drawn["size_half_width"] = read["size_half_width"].mask(
        counted | (read["size_is"] == "nominal")
    )
    looks = sources.table(KEY, "series")[["series", "mpl_colour", "mpl_marker"]]
    looks = looks.set_axis(["label", "colour", "marker"], axis=1)
    shifts = {"tinybert": -16, "minilmv2": -32}
    if counted:
        origin, shifts, looks["origin"] = "derived", {}, "derived"
    _set_axes(ax, drawn[X], counted=counted)
    how = {"key": KEY, "x": X, "y": Y, "origin": origin, "shifts": shifts}
    readings.read_points(ax, drawn, read["series"], looks, **how)
    star = drawn[drawn["series"] == "xtc-bert-star"].sort_values(X)
    charts.connect(ax, star[X], star[Y], colour=looks.at["xtc-bert-star", "colour"])
    ink = {"colour": plt.rcParams["text.color"], "origin": "published", "size": 13}
    if len(rings):
        charts.points(ax, rings[X], read.loc[rings.index, Y], ids=rings["id"], **ink)
    for side, rows in read.groupby("side", sort=False):
        marks = charts.legends.series(looks.loc[rows["series"].unique()])
        corner = "lower left" if side == "quantization" else "lower right"
        if left := ax.get_legend():
            ax.add_artist(left)
        ax.legend([*marks.values()], [*marks], loc=corner, borderaxespad=0.2)
    marks = {"size from the literature": ("published", "o")} if len(rings) else {}
    readings.explain_marks(fig, marks, leads=False, read=origin)
    charts.place_labels(ax, drawn[X], drawn[Y], read["label"])
    return fig


def _set_axes(ax: Axes, sizes: pd.Series, *, counted: bool) -> None:
    """Break the axis of sizes, with the document's bar in the break."""
    ticks, words = sources.table(KEY, "ticks"), sources.table(KEY, "labels")["text"]
    printed = {axis: rows["tick"] for axis, rows in ticks.groupby("axis")}
    resumes, gap, stretch, right = (215, 0.9, 5, 280) if counted else (165, 1.1, 1, 255)
    ends = max(50, 1.3 * sizes[sizes < resumes].max())
    shown = [float(tick) for tick in printed["X-axis"]]
    if counted:  # behind the break, each size is a tick
        shown = [tick for tick in (8, 16, 32, 64, 128) if tick < ends]
        shown += sorted({round(size) for size in sizes[sizes >= resumes]})
    middle = _break(ax, shown, ends=ends, resumes=resumes, gap=gap, stretch=stretch)
    ax.set_yticks([float(tick) for tick in printed["Y-axis"]], printed["Y-axis"])
    ax.set(
        xlim=(5, right), ylim=(79.75, 84.95), ylabel=f"{words['y-axis']} [%], average of 8 tasks"
    )
    way = "counted" if counted else "read by eye"
    ax.set_xlabel(f"{words['x-axis']}: stored weights, {way}; 1 MB is 2²⁰ bytes")
    ax.axvline(middle, color=BLUE, linewidth=5, alpha=0.35, zorder=1)
    divider = sources.table(KEY, "lines").loc["divider"]
    place = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "va": "top"}
    for side, align, shift in (("left", "right", -8), ("right", "left", 8)):
        look = {"ha": align, "fontstyle": "italic", "color": BLUE}
        ax.annotate(divider[side], (middle, 0.985), xytext=(shift, 0), **place, **look)


def _break(
    ax: Axes, ticks: list[float], *, ends: float, resumes: float, gap: float, stretch: float
) -> float:
    """Make the x axis logarithmic with a break; return the value in its middle.

    The axis ends at `ends` and resumes at `resumes`, `gap` doublings further right; there a
    doubling is `stretch` times as wide as before.
    """
    last, first = np.log2(ends), np.log2(resumes)
    doublings = [-10, last, first, first + 10]
    places = [-10, last, last + gap, last + gap + 10 * stretch]

    def forward(size):
        return np.interp(np.log2(np.maximum(size, 2**-10)), doublings, places)

    def inverse(place):
        return 2 ** np.interp(place, places, doublings)

    ax.set_xscale("function", functions=(forward, inverse))
    ax.xaxis.set_major_locator(FixedLocator(ticks))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:g}"))
    strokes = {"marker": "$/$", "markersize": 9, "linestyle": "none", "clip_on": False, "zorder": 5}
    at, across = inverse(last + gap * np.array([0.4, 0.6])), ax.get_xaxis_transform()
    ax.plot(at, [0, 0], transform=across, color=plt.rcParams["axes.edgecolor"], **strokes)
    return float(inverse(last + gap / 2))


def show_readings(rows: pd.DataFrame, scores: pd.DataFrame, data: pd.DataFrame, **told) -> None:
    """Show sizes as read, published and counted, and published scores of two tasks.

    Of `told`, ``parts`` are what the counted sizes keep in float32.
    """
    told = {name: publish.in_prose(text) for name, text in told.items()}
    values = scores.select_dtypes("number").stack()
    ends = {"lowest": values.min(), "highest": values.max()}
    alt = (
        "Two panels. Sizes of {models} models as read, published and counted: over {pairs} pairs "
        "of read and published the mean error is {mean_error} and the largest {largest_error}. "
        "Published scores of {scored} models on MNLI and QQP, from {lowest} to {highest} %."
    )
    finding = "Sizes are read {mean_error} off on average, {largest_error} at worst"
    publish.figure(
        f"{KEY}-published",
        lambda: _draw_readings(rows, scores.iloc[::-1].reset_index(drop=True)),
        data=data,
        finding=finding.format(**told),
        alt=alt.format(models=len(rows), scored=len(scores), **ends, **told),
        caption="Above, sizes as read (bars: margin of the reading; the long strokes at 200 have "
        f"no scale), published, and counted with {told['parts']} in float32. Below, published "
        "scores of single tasks, which the figure's average contains but does not show.",
    )


def _draw_readings(rows: pd.DataFrame, scores: pd.DataFrame) -> Figure:
    size = (charts.WIDTH, 8.4)
    fig, (above, below) = plt.subplots(2, figsize=size, height_ratios=(5.2, 3.2))
    nominal = rows["size_is"] == "nominal"
    rows = rows.assign(size_half_width=rows["size_half_width"].mask(nominal, 0))
    readings.numbers(above, rows, "published", "published", "published", size=11)
    readings.numbers(above, rows, "computed", "derived", "counted", size=7)
    readings.numbers(above, rows, X, "digitised", "read by eye", "size_half_width")
    tick = {"color": readings.LOOKS["digitised"]["colour"], "markersize": 16}
    above.plot(rows.loc[nominal, X], rows.index[nominal], "|", **tick)
    for column, label, look in (
        ("mnli_m_accuracy", "MNLI-m", {"colour": BLUE}),
        ("mnli_mm_accuracy", "MNLI-mm", {"marker": "s"}),
        ("qqp_f1", "QQP F1", {"colour": "#009e73", "marker": "v"}),
        ("qqp_accuracy", "QQP accuracy", {"colour": "#b565c9", "marker": "^"}),
    ):
        readings.numbers(below, scores, column, "published", label, size=7, **look)
    charts.log_axis(above, "x", (4, 8, 16, 32, 64, 128, 256, 512))
    above.set(title="Size of the stored weights", xlabel="Size [MB]; 1 MB is 2²⁰ bytes")
    above.set_xlim(4, 620)
    words = "Score on the development set [%]"
    below.set(title="Published scores of two tasks", xlabel=words)
    readings.name_rows(fig, rows["name"], scores["name"])
    return fig
