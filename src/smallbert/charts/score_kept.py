"""Scores kept against compression or speedup: of a technique in all works, or of one work."""

from collections.abc import Collection

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from smallbert.charts import publish, tables
from smallbert.charts.labels import fitted, place_labels
from smallbert.charts.scatter import points
from smallbert.charts.style import WIDTH, color, explain, family, log_axis, marker
from smallbert.data import bibliography, exhibits, sources, vocabulary

SPLITS = {
    "test": "GLUE test",
    "dev": "development set",
    "mixed": "test and dev mixed",
    "unstated": "split not stated",
}
"""What a split is called where all tasks are GLUE's; `split_name` knows the others."""

TICKS = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
LITTLE = 99
"""Share of the baseline's score [%] from which on the headline counts a model."""

MOST_NAMES, MOST_ABSENT = 12, 4
"""Rows of a panel, and models left out for one reason, up to which each is named."""

MARK = "†"
"""Behind the name of a model that uses another technique as well as the page's own."""

RAISED = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
"""Behind the name of a model: its source."""


def score_kept(page: str, rows: pd.DataFrame, *, task: str, axis: str, caption: str = "") -> None:
    """Publish the chart ``<page>-evidence`` of a technique or a work.

    `rows` are of `smallbert.compare.evidence`, `task` what the score is of, `axis` what the factor
    means. The headline counts the scores on known sets, on the page of a work its own models', that
    reach `LITTLE` per cent of their baseline's. Models that could not be placed on the axis are
    named after the caption.
    """
    technique = page if page in vocabulary.choices("techniques") else ""
    ylabel = f"{task} [% of the baseline]"
    own = rows[rows["split"].isin(["test", "dev"]) & (rows["own"] | bool(technique))]
    kept = own[own["retained"].round(1) >= LITTLE]
    better = "faster" if "speedup" in axis else "smaller"
    reach = f", up to {kept['factor'].max():.1f} times {better}" if len(kept) else ""
    factors = f", factors {rows['factor'].min():.2f} to {rows['factor'].max():.2f}"
    if absent := _absent(rows, page):
        caption = caption or exhibits.line(f"{page}-evidence").get("caption", "")
        caption = f"{caption} {absent}".strip()
    publish.figure(
        f"{page}-evidence",
        lambda: retained(rows, axis=axis, ylabel=ylabel, technique=technique),
        data=rows,
        alt=f"Scatter chart: {ylabel} against {axis}, rows: {len(rows)}"
        f"{factors if len(rows) else ''}.",
        finding=f"{len(kept)} of {len(own)} scores reach {LITTLE} % of the baseline's{reach}",
        caption=caption,
    )


def score_kept_table(technique: str, rows: pd.DataFrame) -> None:
    """Publish the rows of the chart as the table ``<technique>-table``."""
    tasks, metrics = (vocabulary.names(name) for name in ("tasks", "metrics"))
    frame = pd.DataFrame(
        {
            "Model": rows["model"],
            "Source": rows["source"],
            "Task": rows["task"].map(tasks) + ", " + rows["metric"].map(metrics),
            "Split": rows["split"],
            "Baseline": rows["baseline"],
            "Score [%]": rows["score"].map("{:.1f}".format),
            "Baseline's [%]": rows["baseline_score"].map("{:.1f}".format),
            "Kept [%]": rows["retained"].map("{:.1f}".format),
            "Factor [x]": rows["factor"].map("{:.2f}".format),
            "Factor is": rows["factor_origin"],
            "Score is": rows["origin"],
        }
    )
    frame = frame.sort_values(["Split", "Source"], kind="stable").reset_index(drop=True)
    fold = f"{len(frame)} row{'' if len(frame) == 1 else 's'}, each with its baseline"
    tables.table(f"{technique}-table", frame, data=rows, groups="Split", fold=fold)


def _absent(rows: pd.DataFrame, page: str) -> str:
    """Return in words which of a page's models the chart leaves out, and why."""
    works = {page, *rows["source"]} if page in sources.keys() else sources.keys()
    absent, shown = rows.attrs.get("absent", {}), set(rows["model"])
    told = []
    for why, pairs in absent.items():
        own = dict.fromkeys(model for source, model in pairs if source in works)
        models = [model for model in own if model not in shown]
        named = "; ".join(models) if len(models) <= MOST_ABSENT else f"{len(models)} models"
        told += [f"Not shown, as {why}: {named}."] if models else []
    return " ".join(told)


def split_name(split: str, tasks: Collection[str]) -> str:
    """Return what a split of some tasks is called; only GLUE's test set bears GLUE's name."""
    suites = vocabulary.entries("tasks")["suite"]
    glue = len(tasks) > 0 and suites.reindex(list(tasks)).eq("GLUE").all()
    return SPLITS[split] if glue or split != "test" else "test set"


def retained(rows: pd.DataFrame, *, axis: str, ylabel: str, technique: str = "") -> Figure:
    """Draw score kept against a cost axis, a panel for each split.

    A small letter behind a model's name tells its source, and below the chart stands that source's
    baseline. A published score is a ring, a factor that is derived an outline. On the page of a
    `technique`, models that use another as well get a `MARK`; on a work's, scores that it borrows
    get `bibliography.LENT`.
    """
    if rows.empty:
        words = "no source has a row with this score, a baseline and a value on this axis"
        return nothing(words, f"{axis} [times]", ylabel)
    rows = _marked(rows, technique)
    parts = [part for _, part in rows.groupby("split", sort=False)]
    names = [_names(part) for part in parts]
    heights = [1.6 + 0.2 * sum(map(bool, each)) for each in names]
    shape = {"figsize": (WIDTH, sum(heights) + 0.5), "height_ratios": heights}
    fig, axes = plt.subplots(len(parts), sharex=True, squeeze=False, **shape)
    for ax, part in zip(axes[:, 0], parts, strict=True):
        _panel(ax, part)
        ax.set(title=split_name(part["split"].iloc[0], part["task"]))
        ax.set_ylabel(ylabel.replace(" [", "\n["))
    _limit(axes[:, 0], rows)
    axes[-1, 0].set_xlabel(f"{axis} [times]")
    _explain(fig, rows, some=max(map(len, parts)) > MOST_NAMES)
    for ax, part, texts in zip(axes[:, 0], parts, names, strict=True):
        place_labels(ax, part["factor"], part["retained"], texts, spare=True)
    return fig


def nothing(words: str, xlabel: str, ylabel: str) -> Figure:
    """Draw empty axes that say in words why they are."""
    fig, ax = plt.subplots(figsize=(WIDTH, 2.4))
    ax.set(xlabel=xlabel, ylabel=ylabel, xticks=[], yticks=[])
    look = {"ha": "center", "va": "center", "fontstyle": "italic"}
    ax.text(0.5, 0.5, fitted(words), transform=ax.transAxes, **look)
    return fig


def _marked(rows: pd.DataFrame, technique: str) -> pd.DataFrame:
    """Return the rows by split, each with its label, its family and the look of its origin."""
    rows = rows.sort_values("split", key=lambda split: split.map([*SPLITS].index), kind="stable")
    derived = rows["origin"].eq("printed") & rows["factor_origin"].eq("derived")
    pairs = zip(rows["model"], rows["source"], strict=True)
    label = pd.Series([bibliography.shorter(*pair) for pair in pairs], rows.index, dtype=object)
    other = bool(technique) & rows["technique"].ne(technique)
    label += other.map({True: MARK, False: ""})
    label += bibliography.lent(rows["borrowed"] & (not technique))
    letters = _letters(rows)
    label += rows["source"].map(letters) if len(letters) > 1 else ""
    kind = rows["technique"].map(family)
    return rows.assign(look=rows["origin"].mask(derived, "derived"), label=label, family=kind)


def _letters(rows: pd.DataFrame) -> dict[str, str]:
    """Return a small letter for each source, in the order in which they are explained."""
    keys = enumerate(rows["source"].unique())
    return {key: RAISED[at % len(RAISED)] * (1 + at // len(RAISED)) for at, key in keys}


def _names(part: pd.DataFrame) -> list[str]:
    """Return the labels of the rows that are named, that of one model at one place only once."""
    factor, kept = part["factor"].to_numpy(), part["retained"].to_numpy()
    no_less = (factor[:, None] <= factor) & (kept[:, None] <= kept)
    exceeded = (no_less & ~no_less.T).any(axis=1)
    best = part.index.isin(part.groupby("source")["retained"].idxmax())
    near = part.assign(x=np.log(part["factor"]).mul(20).round(), y=part["retained"].round())
    named = ~near.duplicated(["label", "x", "y"]) & (best | ~exceeded | (len(part) <= MOST_NAMES))
    return list(part["label"].where(named, ""))


def _panel(ax: Axes, part: pd.DataFrame) -> None:
    """Draw a panel's points, and the baseline."""
    for (kind, origin), group in part.groupby(["family", "look"], sort=False):
        shown = {"color": color(kind), "marker": marker(kind), "origin": origin}
        points(ax, group["factor"], group["retained"], ids=group["id"], **shown)
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    place = {"xycoords": ("axes fraction", "data"), "xytext": (3, 0), "va": "center"}
    place |= {"textcoords": "offset points", "fontstyle": "italic"}
    ax.annotate("baseline", (1, 100), **place)


def _explain(fig: Figure, rows: pd.DataFrame, *, some: bool) -> None:
    """Write below the chart which baseline each source has and what each look means."""
    several, metrics = rows["metric"].nunique() > 1, vocabulary.names("metrics")
    letters, remarks = _letters(rows), []
    for source, own in rows.groupby("source", sort=False):
        name = f"{letters[source]} " * (len(letters) > 1) + bibliography.label(source)
        words = [metrics[each] for each in own["metric"].unique()] if several else []
        remarks.append(f"{name}: {', '.join([*words, _baseline(own['baseline_score'])])}")
    signs = {MARK: "with another technique as well", bibliography.LENT: "score of another work"}
    remarks += [f"{m} {words}" for m, words in signs.items() if m in "".join(rows["label"])]
    if some:
        remarks.append(
            "In a panel of many models, those are named that no other exceeds in both score and "
            "factor, and the best of each source; point at a mark for its name."
        )
    called = vocabulary.names("techniques") | {vocabulary.COMPOUND: "several techniques"}
    entries = {
        called[kind][0].lower() + called[kind][1:]: {"color": color(kind), "marker": marker(kind)}
        for kind in rows["family"].unique()
    }
    for origin, words in (("published", "score from the paper"), ("derived", "computed factor")):
        if origin in set(rows["look"]):
            entries[words] = {"origin": origin}
    explain(fig, entries, columns=2, title="\n".join(map(fitted, remarks)))


def _baseline(scores: pd.Series) -> str:
    low, high = scores.min(), scores.max()
    return f"baseline {low:.1f} %" if high - low < 0.05 else f"baselines {low:.1f} to {high:.1f} %"


def _limit(axes, rows: pd.DataFrame) -> None:
    """Give the axes their ticks, and room for the labels at the right."""
    low, high = rows["factor"].min(), rows["factor"].max()
    letters = rows.loc[rows["factor"] > high * 0.9, "label"].str.len().max()
    wide = max(1.5, high / low)
    low, high = low / wide**0.07, high * wide ** (0.04 + 0.0125 * letters)
    alike = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(low, high)
    ticks = alike if high < 6 * low else TICKS
    for ax in axes:
        log_axis(ax, "x", [tick for tick in ticks if low <= tick <= high])
        ax.set_xlim(low, high)
        ax.margins(y=0.2)
