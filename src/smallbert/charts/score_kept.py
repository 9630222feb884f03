"""What all sources report of a technique, or a work of itself: score kept against compression."""

from collections.abc import Collection

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from smallbert import data
from smallbert.charts import publish, tables
from smallbert.charts.fronts import nothing
from smallbert.charts.labels import fitted, place_labels, with_halo
from smallbert.charts.scatter import points
from smallbert.charts.style import WIDTH, color, family, legend_below, log_axis, look, marker
from smallbert.data import bibliography, exhibits, sources, vocabulary

SPLITS = {
    "test": "GLUE test",
    "dev": "development set",
    "mixed": "test and dev mixed",
    "unstated": "split not stated",
}
"""What a split is called where all tasks are GLUE's; `split_name` knows the others."""

TICKS = [0.3, 0.5, 0.7, 1, 1.2, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500]
SMALL = 5.5
"""Size of a marker of another set than a test set, where both are in one panel, in points."""

MOST_NAMES, MOST_ABSENT = 12, 4
"""Rows of a panel, and models left out for one reason, up to which each is named."""

MARK = "†"
"""Behind the name of a model that uses another technique besides the page's own."""

RAISED = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
"""Behind the name of a model: its source."""


def score_kept(
    technique: str, rows: pd.DataFrame, *, task: str, axis: str, splits: str, caption: str = ""
) -> None:
    """Publish the chart ``<technique>-evidence`` of a technique or a work; say what it shows.

    `technique` is the page's, or a work's key; `rows` are of `smallbert.compare.evidence`, `task`
    what the score is of, `axis` what the factor means, `splits` as for `retained`. Models that
    `rows` could not place on the axis are named after the caption.

    The prose gets ``rows``, their number, and ``found``, the row of each split that keeps most. On
    the page of a work, ``found`` and the chart's headline are about the work's own models.
    """
    ylabel = f"{task} score kept [% of baseline]"
    own = technique if technique in vocabulary.choices("techniques") else ""
    ours = rows if own else rows[rows["own"]]
    others = "all models in the chart are other works'"
    why = others if len(rows) else "no row has this score on this axis and split"
    best = "; ".join(_best(ours)) or f"none; {why}"
    ranked = ours.sort_values("retained", ascending=False, kind="stable")
    ends = ranked.loc[[ranked.index[0], ranked["factor"].idxmax()] if len(ours) else []]
    keeps = []
    for row in ends.drop_duplicates().itertuples():
        parts = row.technique.split("+")
        others = f", by {len(parts)} techniques" if own and len(parts) > 1 else ""
        keeps.append(f"{_keeps(row)} at a factor of {row.factor:.1f}{others}")
    highest = "Highest" if len(ours) == len(rows) else "Highest of the work's own"
    if absent := _absent(rows, technique):
        caption = caption or exhibits.line(f"{technique}-evidence").get("caption", "")
        caption = f"{caption} {absent}".strip()
    publish.figure(
        f"{technique}-evidence",
        lambda: retained(rows, axis=axis, ylabel=ylabel, splits=splits, technique=own),
        data=rows,
        alt=f"Scatter chart: {ylabel} against {axis}, rows: {len(rows)}. {highest}: {best}.",
        finding="; ".join(keeps),
        caption=caption,
    )
    publish.say(rows=len(rows), found=best)


def score_kept_table(technique: str, rows: pd.DataFrame) -> None:
    """Publish the rows of the chart as the table ``<technique>-table``."""
    tasks, metrics = (vocabulary.entries(name)["name"] for name in ("tasks", "metrics"))
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
    exhibit = f"{technique}-table"
    tables.table(exhibit, frame, data=rows, groups="Split", fold=fold)


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


def _best(rows: pd.DataFrame) -> list[str]:
    """Return for each split its row that keeps most, in words."""
    best = rows.loc[rows.groupby("split", sort=False)["retained"].idxmax()]
    return [
        f"{_keeps(row)} at {row.factor:.2f}x ({split_name(row.split, [row.task])})"
        for row in best.itertuples()
    ]


def _keeps(row) -> str:
    """Return who keeps how much; `smallbert.compare.by_task` names a row by its task."""
    task = vocabulary.entries("tasks").at[row.task, "name"]
    if row.model == task:
        return f"{row.retained:.1f} % kept on {task}"
    model = row.model.removeprefix(f"{task}, ")
    return f"{model} keeps {row.retained:.1f} %" + f" on {task}" * (model != row.model)


def split_name(split: str, tasks: Collection[str]) -> str:
    """Return what a split of some tasks is called; only GLUE's test set bears GLUE's name."""
    suites = vocabulary.entries("tasks")["suite"]
    glue = len(tasks) > 0 and suites.reindex(list(tasks)).eq("GLUE").all()
    return SPLITS[split] if glue or split != "test" else "test set"


def retained(
    rows: pd.DataFrame, *, axis: str, ylabel: str, splits: str = "apart", technique: str = ""
) -> Figure:
    """Draw score kept against a cost axis, so that what must not be compared stays apart.

    `splits` is "apart", a panel for each; "together", all in one, other marks than a test set's
    small; or a split, alone. A small letter behind a model's name tells its source, and the legend
    that source's baseline. A published score is a ring, a factor that is derived an outline. On the
    page of a `technique`, models that use another besides get a `MARK`; on a work's, scores that it
    borrows get `bibliography.LENT`.
    """
    rows = _marked(rows, splits, technique)
    there = [name for name in SPLITS if name in set(rows["split"])]
    if rows.empty:
        words = "no source has a row with this score, a baseline and a value on this axis"
        title = split_name(splits, []) if splits in SPLITS else "any split"
        return nothing(words, f"{axis} [times]", ylabel, title)
    panels = [[name] for name in there] if splits == "apart" else [there]
    parts = [rows[rows["split"].isin(shown)] for shown in panels]
    texts = [_names(part) for part in parts]
    heights = [1.6 + 0.2 * sum(map(bool, each)) for each in texts]
    shape = {"figsize": (WIDTH, sum(heights) + 0.5), "height_ratios": heights}
    fig, axes = plt.subplots(len(panels), sharex=True, squeeze=False, **shape)
    apart = splits == "together" and len(there) > 1 and "test" in there
    for ax, shown, part in zip(axes[:, 0], panels, parts, strict=True):
        _panel(ax, part, apart=apart)
        ax.set(title=", ".join(_split_names(part, shown)), ylabel=ylabel.replace(" [", "\n["))
    _limit(axes[:, 0], rows)
    axes[-1, 0].set_xlabel(f"{axis} [times]")
    _explain(fig, rows, apart=apart, some=max(map(len, parts)) > MOST_NAMES)
    for ax, part, names in zip(axes[:, 0], parts, texts, strict=True):
        written = place_labels(ax, part["factor"], part["retained"], names, spare=True)
        with_halo(written)  # they may cross the grid or the baseline
    return fig


def _split_names(part: pd.DataFrame, splits: Collection[str]) -> list[str]:
    return [split_name(split, part.loc[part["split"].eq(split), "task"]) for split in splits]


def _marked(rows: pd.DataFrame, splits: str, technique: str) -> pd.DataFrame:
    """Return the rows of the splits wanted, with a label and with the look of their origin."""
    rows = rows[rows["split"].eq(splits)] if splits in SPLITS else rows
    rows = rows.sort_values("split", key=lambda split: split.map(list(SPLITS).index), kind="stable")
    derived = rows["origin"].eq("printed") & rows["factor_origin"].eq("derived")
    pairs = zip(rows["model"], rows["source"], strict=True)
    label = pd.Series(
        [bibliography.shorter(*pair) for pair in pairs], index=rows.index, dtype=object
    )
    other = bool(technique) & rows["technique"].ne(technique)
    label += other.map({True: MARK, False: ""})
    label += bibliography.lent(rows["borrowed"] & (not technique))
    letters = _letters(rows)
    if len(letters) > 1:
        label += rows["source"].map(letters)
    kind = rows["technique"].map(family)
    return rows.assign(look=rows["origin"].mask(derived, "derived"), label=label, family=kind)


def _letters(rows: pd.DataFrame) -> dict[str, str]:
    """Return a small letter for each source, in the order of the legend."""
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


def _panel(ax: Axes, part: pd.DataFrame, *, apart: bool) -> None:
    """Draw a panel's points, and the baseline."""
    keys = ["source", "family", "look", "split", "metric"]
    for (_, kind, origin, split, _), group in part.groupby(keys, sort=False):
        shown = {"color": color(kind), "marker": marker(kind), "origin": origin}
        shown |= {"ids": group["id"], "size": SMALL if apart and split != "test" else 8}
        points(ax, group["factor"], group["retained"], **shown)
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    place = {"xycoords": ("axes fraction", "data"), "xytext": (3, 0), "va": "center"}
    place |= {"textcoords": "offset points", "fontstyle": "italic"}
    ax.annotate("baseline", (1, 100), **place)


def _explain(fig: Figure, rows: pd.DataFrame, *, apart: bool, some: bool) -> None:
    """Write below the chart which baseline each source has and what each look means."""
    several, names = rows["metric"].nunique() > 1, vocabulary.entries("metrics")["name"]
    letters, ink = _letters(rows), plt.rcParams["axes.edgecolor"]
    entries, remarks = {}, []
    for source, own in rows.groupby("source", sort=False):
        words = _split_names(own, own["split"].unique()) if apart else []
        words += list(names[own["metric"].unique()]) if several else []
        name = f"{letters[source]} " * (len(letters) > 1) + bibliography.label(source)
        line = f"{name}: {', '.join([*words, _baseline(own['baseline_score'])])}"
        handles = {kind: _handle(color(kind), marker(kind)) for kind in own["family"].unique()}
        if len(letters) == 1 and len(handles) > 1:  # a work's: its marks tell techniques
            remarks += [fitted(line)]
            called = vocabulary.names("techniques") | {vocabulary.COMPOUND: "several techniques"}
            called = {kind: called[kind][0].lower() + called[kind][1:] for kind in handles}
            entries |= {called[kind]: [handle] for kind, handle in handles.items()}
        else:
            entries[line] = [*handles.values()]
    for origin, words in (("published", "published score"), ("derived", "factor derived")):
        if origin in set(rows["look"]):
            entries[words] = [_handle(ink, "o", **look(origin))]
    if apart:
        of_glue = _split_names(rows, ["test"]) == [SPLITS["test"]]
        words = "another set than GLUE's test set" if of_glue else "no test set"
        entries[f"smaller: {words}"] = [_handle(ink, "o", markersize=SMALL - 1)]
    signs = {MARK: "with another technique as well", bibliography.LENT: "score of another work"}
    remarks += [f"{m} {words}" for m, words in signs.items() if m in "".join(rows["label"])]
    if some:
        words = (
            "In a panel of many models, those are named that no other exceeds in both score and "
            "factor, and the best of each source; point at a mark for its name."
        )
        remarks.append(fitted(words))
    legend_below(
        fig,
        [tuple(each) for each in entries.values()],
        [fitted(words, share=0.88) for words in entries],
        columns=2 if len(entries) > 2 else 1,
        handler_map={tuple: HandlerTuple(ndivide=None)},
        title="\n".join(remarks) or None,
    )


def _handle(tint, shape: str, **how) -> Line2D:
    edge = {"markeredgecolor": tint if how else plt.rcParams["text.color"], "markeredgewidth": 0.6}
    style = {"color": tint, "marker": shape, "linestyle": "none", "markersize": 7} | edge | how
    return Line2D([], [], **style)


def _baseline(scores: pd.Series) -> str:
    low, high = scores.min(), scores.max()
    return f"baseline {low:.1f} %" if high - low < 0.05 else f"baselines {low:.1f} to {high:.1f} %"


def _limit(axes, rows: pd.DataFrame) -> None:
    """Give the axes four to eight ticks, and room for the labels at the right."""
    low, high = rows["factor"].min(), rows["factor"].max()
    letters = rows.loc[rows["factor"] > high * 0.9, "label"].str.len().max()
    wide = max(1.5, high / low)
    low, high = low / wide**0.07, high * wide ** (0.04 + 0.0125 * letters)
    ticks = [tick for tick in TICKS if low <= tick <= high]
    if len(ticks) > 8:
        every, ticks = ticks, ticks[:1]
        for tick in every:
            ticks += [tick] if tick / ticks[-1] >= 1.6 else []
    if len(ticks) < 4:  # the factors are much alike
        even = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(low, high)
        ticks = [tick for tick in even if low <= tick <= high]
    for ax in axes:
        log_axis(ax, "x", ticks)
        ax.set_xlim(low, high)
        ax.margins(y=0.2)


NUMBERS = {
    "megabytes": ("Size [MB]", 1),
    "millions": ("Weights [M]", 1),
    "millions_without_embeddings": ("Weights without embeddings [M]", 1),
    "compression": ("Compression [x]", 2),
    "gigaoperations": ("Operations [G]", 1),
    "mnli": ("MNLI [%]", 1),
    "glue": ("GLUE [%]", 1),
    "squad": ("SQuAD 1.1 [%]", 1),
    "speedup_gpu": ("Speedup, GPU [x]", 2),
    "speedup_cpu": ("Speedup, CPU [x]", 2),
    "speedup_phone": ("Speedup, phone [x]", 2),
    "speedup": ("Speedup, device not stated [x]", 2),
}
"""The columns of numbers of the table of models, with their decimals."""


def model_table(exhibit: str, models: pd.DataFrame) -> None:
    """Publish the models of `smallbert.compare.models` in a table that a reader can filter."""
    frame, tidy = models.set_index("id"), data.results()
    known = set(tidy.loc[data.borrowed(tidy), "id"])
    lent = frame[["mnli_id", "glue_id", "squad_id"]].isin(known).any(axis=1)
    names = vocabulary.names("techniques") | {"none": "Not compressed"}
    parts = frame["technique"].str.split("+")
    techniques = parts.map(lambda each: " + ".join(names[one] for one in each))
    shown = pd.DataFrame(
        {"Model": frame["model"] + bibliography.lent(lent), "Technique": techniques}
    )
    layout = {"derived": [], "numbers": {}, "notes": {}}
    for name, (title, digits) in NUMBERS.items():
        for at, row in frame[frame[name].notna()].iterrows():
            text = f"{row[name]:.{digits}f}" if row[name] >= 1 else f"{row[name]:.2g}"
            shown.loc[at, title] = text
            if isinstance(id := row[f"{name}_id"], str) and id:
                layout["numbers"][at, title] = [(text, id)]
            if row.get(f"{name}_origin") == "derived":
                layout["derived"].append((at, title))
            if isinstance(task := row.get(f"{name}_task"), str) and task:
                layout["notes"][at, title] = f"on {vocabulary.names('tasks')[task]}"
    shown["Work"] = frame["work"].str.replace(r" \(\d{4}\)$", "", regex=True)
    shown["Year"] = frame["year"]
    shown["Scored on; against"] = frame["ground"]
    layout["links"] = {(at, "Work"): f"{key}.html" for at, key in frame["source"].items()}
    layout |= {"sortable": "Technique", "anchors": "model-"}
    tables.table(exhibit, shown, data=models, **layout)
