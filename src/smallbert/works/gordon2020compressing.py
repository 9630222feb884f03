"""What of Gordon et al. is code: the caption's statements as claims, and what its page shows.

A statement is a row of ``facts``: a series has a measure equal, lower or highest against another.
It can be decided once a table of the source has both series; until then the finding says which is
missing.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from smallbert import charts, data
from smallbert.charts import publish
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.data import sources

KEY = "gordon2020compressing"
METRICS = {"training loss": "training-loss", "development accuracy": "average"}
UNPRUNED = "unpruned"


@kind
def as_stated(material: Material, *, fact: str) -> Finding:
    """Tell whether a series of the figure lies to another as the caption states."""
    stated = material.labels(f"{KEY}/facts").loc[fact]
    measured = _measured(material, stated["measure"])
    partner = stated["against"] or UNPRUNED
    lowest = stated["relation"] in ("lowest", "highest")
    others = measured.index.drop(stated["series"], errors="ignore") if lowest else [partner]
    needed = [stated["series"], *others]
    missing = [row for row in needed if row not in measured.index]
    if missing or len(needed) < 2:
        raise LackingError(f"{stated['measure']} of {' and '.join(missing) or 'any pruned model'}")
    gaps = measured["value"][stated["series"]] - measured.loc[others, "value"]
    widths = measured.loc[others, "half_width"] + measured["half_width"][stated["series"]]
    lower, higher = (gaps < -widths).all(), (gaps > widths).all()
    near = (gaps.abs() <= widths).all()
    agrees = {
        "equal": near,
        "lower": lower,
        "lowest": lower,
        "highest": higher,
        "equal or lower": lower or near,
    }
    return Finding(
        verdict=HOLDS if agrees[stated["relation"]] else FAILS,
        evidence=tuple(measured.loc[needed, "id"]),
        value=gaps.iloc[0],
        decided_by=f"{stated['series']} {number(gaps.iloc[0], '+.2f')} against {others[0]}",
        comparisons=len(gaps),
    )


@kind
def free_share(material: Material, *, points: float = 0.5) -> Finding:
    """Tell whether models pruned by the caption's shares lose at most so many points."""
    measured = _measured(material, "development accuracy")
    band = material.column(f"{KEY}/facts", "prune-ratio-low")["value"].iloc[0]
    ratios = _results(material)
    ratios = ratios[ratios["metric"].eq("prune-ratio") & ratios["table"].ne("facts")]
    pruned = measured[measured.index.isin(ratios.loc[ratios["value"] >= band, "row"])]
    if pruned.empty:
        raise LackingError(f"accuracy of a model with {band:g} % of its weights pruned")
    loss = measured["value"][UNPRUNED] - pruned["value"]
    return Finding(
        verdict=choose(holds=loss.max() <= points, fails=loss.max() > points),
        evidence=(measured["id"][UNPRUNED], *pruned["id"]),
        value=loss.max(),
        decided_by=f"loss of at most {loss.max():.2f} points",
        comparisons=len(pruned),
    )


@kind
def not_overfitting(material: Material) -> Finding:
    """Tell whether each pruned model has the higher training loss and the lower accuracy."""
    loss, accuracy = (_measured(material, measure)["value"] for measure in METRICS)
    pruned = loss.index.intersection(accuracy.index).drop(UNPRUNED)
    if pruned.empty:
        raise LackingError("training loss and accuracy of any pruned model")
    over = (loss[pruned] < loss[UNPRUNED]) & (accuracy[pruned] < accuracy[UNPRUNED])
    ids = [_measured(material, measure)["id"] for measure in METRICS]
    return Finding(
        verdict=FAILS if over.any() else HOLDS,
        evidence=tuple(each[row] for row in [UNPRUNED, *pruned] for each in ids),
        value=float(over.sum()),
        decided_by=f"{over.sum()} of {len(pruned)} fit better and score less",
        comparisons=len(pruned),
    )


@kind
def tasks_alike(material: Material, *, points: float = 1) -> Finding:
    """Tell whether each task's loss stays within so many points of the mean's."""
    tidy = _results(material)
    tasks = tidy[tidy["task"].ne("glue-5") & tidy["metric"].isin(["accuracy", "matthews", "f1"])]
    if tasks.empty:
        raise LackingError("accuracy of single tasks")
    wide = tasks.pivot_table(index="row", columns="task", values="value")
    loss = wide.loc[UNPRUNED] - wide.drop(index=UNPRUNED)
    apart = loss.sub(loss.mean(axis=1), axis=0).abs().max().max()
    return Finding(
        verdict=HOLDS if apart <= points else FAILS,
        evidence=tuple(tasks["id"]),
        value=apart,
        decided_by=f"a task is {apart:.2f} points off the mean",
        comparisons=loss.size,
    )


@kind
def clash_on_loss(material: Material) -> Finding:
    """Tell whether a series is said to be below one that is said to be lowest of all."""
    facts = material.labels(f"{KEY}/facts")
    loss = facts[facts["measure"] == "training loss"]
    lowest = set(loss.loc[loss["relation"] == "lowest", "series"])
    clash = loss[loss["relation"].eq("lower") & loss["against"].isin(lowest)]
    return Finding(
        verdict=HOLDS if len(clash) else FAILS,
        evidence=tuple(_measured(material, "training loss")["id"]),
        value=float(len(clash)),
        decided_by=f"{len(clash)} of {len(loss)} statements contradict each other: "
        + (" and ".join([*clash.index, *loss.index[loss["relation"] == "lowest"]]) or "none"),
        comparisons=len(loss) - 1,
    )


def _measured(material: Material, measure: str) -> pd.DataFrame:
    """Return what the source's tables have of a measure: value, half_width, id by row."""
    tidy = _results(material)
    tidy = tidy[tidy["metric"].eq(METRICS[measure]) & tidy["task"].eq("glue-5")]
    return tidy.set_index("row")[["value", "half_width", "id"]]


def _results(material: Material) -> pd.DataFrame:
    """Return the source's results of all tables."""
    names = [name for name in sources.tables(KEY) if name != "series"]
    found = [material.tidy(f"{KEY}/{name}") for name in names]
    return pd.concat(found)


def caption_statements(*, corrected: bool = True) -> pd.DataFrame:
    """Return the caption's statements, in our words.

    Returns
    -------
    pandas.DataFrame
        By row of ``facts``: Group, Series, Colour, Measure, What is said, Value (empty).
    """
    facts, series = (data.values(KEY, name, corrected=corrected) for name in ("facts", "series"))
    names = facts["series"].map(series["name"]).fillna("Unpruned models")
    return pd.DataFrame(
        {
            "Group": "stated in the caption",
            "Series": names.where(facts["series"] != "", "All models"),
            "Colour": facts["series"].map(series["colour"].str.lower()).fillna(""),
            "Measure": facts["measure"],
            "What is said": facts["statement"],
            "Value": "",
        }
    )


def caption_series(*, corrected: bool = True) -> pd.DataFrame:
    """Return the series that the caption names, in the columns of `caption_statements`."""
    series = data.values(KEY, "series", corrected=corrected)
    frame = pd.DataFrame(
        {
            "Group": "series in the caption",
            "Series": series["name"],
            "Colour": series["colour"].str.lower(),
            "Measure": "",
            "What is said": series["meaning"].str.capitalize() + ".",
            "Value": "",
        }
    )
    return frame.set_axis("series-" + frame.index)


def caption_numbers(*, corrected: bool = True) -> pd.DataFrame:
    """Return what the caption gives as numbers, in the columns of `caption_statements`."""
    facts = data.values(KEY, "facts", corrected=corrected)
    statements = caption_statements(corrected=corrected)
    tasks = facts["anchor"].str.extract(r"(\d+) tasks")[0].dropna()
    free = facts.loc["free-pruning"]
    band = f"{free['prune_ratio_low']:.0f} to {free['prune_ratio_high']:.0f} %"
    share = statements.loc[["free-pruning"]].assign(Measure="prune ratio at no cost", Value=band)
    mean = statements.loc[tasks.index].assign(Measure="tasks averaged", Value=tasks)
    frame = pd.concat([share, mean]).assign(**{"Group": "number in the caption"})
    return frame.assign(**{"What is said": ""}).set_axis("number-" + frame.index)


def published_figure() -> pd.DataFrame:
    """Return what the published figure adds, in the columns of `caption_statements`."""
    anchors = data.values(KEY, "published_anchors")
    ticks = anchors["sparsity_tick"].dropna()
    start = anchors["accuracy_tick"].dropna().iloc[0]
    accuracy, loss = anchors.loc["unpruned", ["glue_5_average", "glue_5_training_loss"]]
    span = f"{ticks.min():.0f} to {ticks.max():.0f} %"
    rows = {
        "published-axis": ("prune ratio", "Range of the axis", span),
        "published-start": (
            "development accuracy",
            "Lower end of the axis",
            f"{100 * start:.0f} %",
        ),
        "published-accuracy": ("development accuracy", "A line at", f"{accuracy:.1f} %"),
        "published-loss": ("training loss", "A line at", f"{loss:.2f}"),
    }
    frame = pd.DataFrame(rows, ["Measure", "What is said", "Value"]).T
    frame.insert(0, "Group", "published, not in the document")
    frame.insert(1, "Series", np.repeat(["All models", "Unpruned models"], 2))
    frame.insert(2, "Colour", "")
    return frame


def show_caption(table: pd.DataFrame, clashes: pd.Series) -> None:
    """Publish the table, with a note on each statement that another one excludes.

    Parameters
    ----------
    table : pandas.DataFrame
        In the columns of `caption_statements`.
    clashes : pandas.Series
        From rows to the rows that cannot be true with them.
    """
    column = "What is said"
    publish.table(
        f"{KEY}-figure1",
        table,
        span=["Group"],
        groups="Group",
        notes={
            (row, column): f"cannot be true with: {table.loc[other, column]}"
            for row, other in clashes.items()
        },
    )


STORAGES = {"dense": "zeros stored", "csr": "index (CSR)", "bitmap": "bitmap"}
"""What the chart calls each storage of `smallbert.cost.sparse`."""

STYLES = {"dense": "-", "csr": "--", "bitmap": "-."}

PLACES = {"dense": (88, 8, "center"), "csr": (11, 8, "left"), "bitmap": (57, -10, "right")}
"""Where each line has its name: at which ratio, so many points above it, and on which side."""


def show_storage(
    curves: pd.DataFrame, *, band: list, prunable: float, ratio: float, size: float, storage: str
) -> None:
    """Publish the chart.

    Parameters
    ----------
    curves : pandas.DataFrame
        Sizes [MiB], a column for each of `STORAGES`, indexed by the share removed [%].
    band : list of float
        The share that can go at no cost, from and to [%].
    prunable : float
        Number of the prunable weights.
    ratio, size : float
        The point marked: share removed [%] and size [MiB].
    storage : str
        How it is stored.
    """
    ends = {how: " to ".join(f"{curves.at[end, how]:.0f}" for end in band) for how in STORAGES}
    publish.figure(
        f"{KEY}-size",
        lambda: draw_storage(
            curves, band=band, prunable=prunable, ratio=ratio, size=size, storage=storage
        ),
        data=curves,
        finding=f"Pruned by {band[0]:.0f} to {band[1]:.0f} %, BERT_BASE takes {ends['csr']} MiB by "
        f"index and {ends['bitmap']} with a bitmap",
        alt="Size of BERT_BASE against the share of weights removed. "
        f"At {band[0]:.0f} to {band[1]:.0f} % it is "
        f"{ends['dense']} MiB stored densely, {ends['csr']} by index, {ends['bitmap']} with "
        f"a bitmap. Marked: {size:.0f} MiB at {ratio:g} %, {STORAGES[storage]}.",
    )


def draw_storage(
    curves: pd.DataFrame, *, band: list, prunable: float, ratio: float, size: float, storage: str
) -> Figure:
    """Draw a line a storage, the band of the caption and the point chosen."""
    fig, ax = plt.subplots()
    colour = charts.COLOURS["pruning"]
    ax.axvspan(*band, color=colour, alpha=0.15, linewidth=0)
    ax.text(band[1] + 1, 12, "no cost in accuracy,\nsays the caption")
    near = {"textcoords": "offset points"}
    for how, style in STYLES.items():
        charts.connect(ax, curves.index, curves[how], colour=colour, style=style)
        at, above, side = PLACES[how]
        end = at, curves.loc[at, how]
        ax.annotate(STORAGES[how], end, (0, above), ha=side, va="center", **near)
    look = {"colour": colour, "marker": charts.MARKERS["pruning"], "origin": "derived"}
    charts.points(ax, [ratio], [size], size=10, **look)
    beside, side = ((0, 9), "center") if storage == "dense" else ((8, 4), "left")
    ax.annotate(f"{size:.0f} MiB", (ratio, size), beside, ha=side, **near)
    xlabel = f"Weights removed of {prunable / 1e6:.0f} M prunable ones [%]"
    ax.set(xlabel=xlabel, ylabel="BERT_BASE in float32 [MiB]")
    ax.set(xlim=(0, 106), ylim=(0, 1.12 * curves.max().max()), xticks=range(0, 101, 10))
    return fig
