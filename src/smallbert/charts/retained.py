"""The chart of the technique pages: score kept against compression, over all sources."""

from collections.abc import Collection, Iterable
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from smallbert.charts.headline import fitted
from smallbert.charts.legends import below
from smallbert.charts.placing import place_labels
from smallbert.charts.points import log_axis, look, points
from smallbert.charts.style import WIDTH, colour, family, marker
from smallbert.charts.svg import with_halo
from smallbert.data import bibliography, vocabulary

SPLITS = {
    "test": "GLUE test",
    "dev": "development set",
    "mixed": "test and dev mixed",
    "unstated": "split not stated",
}
"""What a split is called where all tasks are GLUE's; `split_name` knows the others."""

TICKS = [0.3, 0.5, 0.7, 1, 1.2, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500]
FEWEST_TICKS, MOST_TICKS = 4, 8
SMALL = 5.5
"""Size of a marker of another set than a test set, where both are in one panel, in points."""

MOST_NAMES = 12
"""Rows of a panel up to which each is named."""

NAMED = (
    "In a panel of many models, those are named that no other exceeds in both score and factor, "
    "and the best of each source; point at a mark for its name."
)

MARK = "†"
"""Behind the name of a model that uses another technique besides the page's own."""

RAISED = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
"""Behind the name of a model: its source."""

LOOKS = {"published": "published score", "derived": "factor derived"}
"""The origins that the legend explains; a filled mark is printed."""


def split_name(split: str, tasks: Collection[str]) -> str:
    """Return what a split of the tasks is called; only GLUE's test set bears GLUE's name.

    Parameters
    ----------
    split : str
        A key of `SPLITS`.
    tasks : collection of str
        Keys of the vocabulary; all that are shown under the name.

    Examples
    --------
    >>> split_name("test", ["mnli-m", "rte"]), split_name("test", ["rte", "conll-2000"])
    ('GLUE test', 'test set')
    """
    suites = vocabulary.table("tasks")["suite"]
    glue = len(tasks) > 0 and suites.reindex(list(tasks)).eq("GLUE").all()
    return SPLITS[split] if glue or split != "test" else "test set"


def retained(
    rows: pd.DataFrame, *, xlabel: str, ylabel: str, splits: str = "apart", technique: str = ""
) -> Figure:
    """Draw score kept against a cost axis, so that what must not be compared stays apart.

    Colour and marker tell the technique, as everywhere in the book; a small letter behind a
    model's name tells its source, and the legend says that source's baseline, and its metric
    where the rows have several; of one source alone it says what the marks of several techniques
    are. A published score is a ring; a factor that is derived rather than printed makes an
    outline. In a panel of many rows those are named that none exceeds in score and factor, and
    the best of each source.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.evidence`; none are drawn as empty axes with a remark.
    xlabel, ylabel : str
        What the axes mean.
    splits : {"apart", "together", "test", "dev"}
        One panel for each split; one for all, in which marks of another split than test are small;
        or the rows of one split alone.
    technique : str
        The page's own: names of models that use another besides get a `MARK`. Without it the
        chart is a work's, and scores that it borrows get `bibliography.LENT`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows = _marked(rows, splits, technique)
    names = [name for name in SPLITS if name in set(rows["split"])]
    panels = [[name] for name in names] if splits == "apart" else [names]
    if rows.empty:
        split = split_name(splits, []) if splits in SPLITS else "any split"
        return _nothing(xlabel, ylabel, split)
    parts = [rows[rows["split"].isin(shown)] for shown in panels]
    texts = [_names(part) for part in parts]
    heights = [1.6 + 0.2 * sum(map(bool, each)) for each in texts]
    shape = {"figsize": (WIDTH, sum(heights) + 0.5), "height_ratios": heights}
    fig, axes = plt.subplots(len(panels), sharex=True, squeeze=False, **shape)
    apart = splits == "together" and rows["split"].nunique() > 1 and "test" in names
    for ax, shown, part in zip(axes[:, 0], panels, parts, strict=True):
        _panel(ax, part, apart=apart)
        ax.set_title(", ".join(_split_names(part, shown)))
        ax.set_ylabel(ylabel.replace(" [", "\n["))
    _limit(axes[:, 0], rows)
    axes[-1, 0].set_xlabel(xlabel)
    _explain(fig, rows, apart=apart, some=max(map(len, parts)) > MOST_NAMES)
    for ax, part, names in zip(axes[:, 0], parts, texts, strict=True):
        places = part["factor"], part["retained"], names
        written = place_labels(ax, *places, spare=True)
        with_halo(written)  # they may cross the grid or the baseline
    return fig


def _split_names(part: pd.DataFrame, splits: Iterable[str]) -> list[str]:
    return [split_name(split, part.loc[part["split"].eq(split), "task"]) for split in splits]


KEYS = ["source", "family", "look", "split", "metric"]


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
    again = near.duplicated(["label", "x", "y"])
    named = ~again & (best | ~exceeded | (len(part) <= MOST_NAMES))
    return list(part["label"].where(named, ""))


def _panel(ax: Axes, part: pd.DataFrame, *, apart: bool) -> None:
    for (_, kind, origin, split, _), group in part.groupby(KEYS, sort=False):
        shown = {"colour": colour(kind), "marker": marker(kind), "origin": origin}
        shown |= {"ids": group["id"], "size": SMALL if apart and split != "test" else 8}
        points(ax, group["factor"], group["retained"], **shown)
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    ax.annotate(
        "baseline",
        (1, 100),
        xycoords=("axes fraction", "data"),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        fontstyle="italic",
    )


def _explain(fig: Figure, rows: pd.DataFrame, *, apart: bool, some: bool) -> None:
    """Write below the chart which baseline each source has and what each look means."""
    several, names = rows["metric"].nunique() > 1, vocabulary.table("metrics")["name"]
    letters, ink = _letters(rows), plt.rcParams["axes.edgecolor"]
    entries, remarks = {}, []
    for source, own in rows.groupby("source", sort=False):
        words = _split_names(own, own["split"].unique()) if apart else []
        words += list(names[own["metric"].unique()]) if several else []
        name = " ".join(
            [*([letters[source]] if len(letters) > 1 else []), bibliography.label(source)]
        )
        line = f"{name}: {', '.join([*words, _baseline(own['baseline_score'])])}"
        handles = {kind: _handle(colour(kind), marker(kind)) for kind in own["family"].unique()}
        if len(letters) == 1 and len(handles) > 1:  # a work's: its marks tell techniques
            remarks += [fitted(line)]
            entries |= {_technique(kind): [handle] for kind, handle in handles.items()}
        else:
            entries[line] = [*handles.values()]
    for origin, words in LOOKS.items():
        if origin in set(rows["look"]):
            entries[words] = [_handle(ink, "o", **look(origin))]
    if apart:
        of_glue = _split_names(rows, ["test"]) == [SPLITS["test"]]
        words = "another set than GLUE's test set" if of_glue else "no test set"
        entries[f"smaller: {words}"] = [_handle(ink, "o", markersize=SMALL - 1)]
    signs = {MARK: "with another technique as well", bibliography.LENT: "score of another work"}
    remarks += [f"{m} {words}" for m, words in signs.items() if m in "".join(rows["label"])]
    remarks += [fitted(NAMED)] if some else []
    below(
        fig,
        [tuple(each) for each in entries.values()],
        [fitted(words, share=0.88) for words in entries],
        columns=2 if len(entries) > 2 else 1,
        handler_map={tuple: HandlerTuple(ndivide=None)},
        title="\n".join(remarks) or None,
    )


def _technique(kind: str) -> str:
    """Return what the legend calls the techniques of a mark."""
    names = vocabulary.names("techniques") | {vocabulary.COMPOUND: "several techniques"}
    return f"{names[kind][0].lower()}{names[kind][1:]}"


def _handle(tint, shape: str, **how) -> Line2D:
    edge = {"markeredgecolor": tint if how else plt.rcParams["text.color"], "markeredgewidth": 0.6}
    return Line2D(
        [], [], color=tint, marker=shape, linestyle="none", **{"markersize": 7} | edge | how
    )


def _baseline(scores: pd.Series) -> str:
    low, high = scores.min(), scores.max()
    return f"baseline {low:.1f} %" if high - low < 0.05 else f"baselines {low:.1f} to {high:.1f} %"


def _limit(axes, rows: pd.DataFrame) -> None:
    low, high = rows["factor"].min(), rows["factor"].max()
    last = rows.loc[rows["factor"] > high * 0.9, "label"]
    letters = last.str.len().max()
    wide = max(1.5, high / low)
    low, high = low / wide**0.07, high * wide ** (0.04 + 0.0125 * letters)  # room for labels
    ticks = [tick for tick in TICKS if low <= tick <= high]
    if len(ticks) < 2:  # rows at one place
        first = max(np.searchsorted(TICKS, low) - 1, 0)
        ticks = TICKS[first : max(np.searchsorted(TICKS, high) + 1, first + 2)]
        low, high = min(low, ticks[0]), max(high, ticks[-1])
    ticks = ticks if len(ticks) <= MOST_TICKS else _thin(ticks)
    if len(ticks) < FEWEST_TICKS:  # the factors are much alike
        even = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(low, high)
        ticks = [tick for tick in even if low <= tick <= high]
    for ax in axes:
        log_axis(ax, "x", ticks)
        ax.set_xlim(low, high)
        ax.margins(y=0.2)


def _thin(ticks: list[float]) -> list[float]:
    """Drop ticks that stand closer than a factor of 1.6 to the one kept before them."""
    kept = ticks[:1]
    for _, tick in pairwise(ticks):
        kept += [tick] if tick / kept[-1] >= 1.6 else []
    return kept


def _nothing(xlabel: str, ylabel: str, split: str) -> Figure:
    fig, ax = plt.subplots(figsize=(WIDTH, 2.4))
    ax.set(xlabel=xlabel, ylabel=ylabel, xticks=[], yticks=[], title=split)
    text = fitted("no source has a row with this score, a baseline and a value on this axis")
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", fontstyle="italic")
    return fig
