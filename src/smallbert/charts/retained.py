"""The chart of the technique pages: score kept against compression, over all sources."""

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from smallbert.charts.placing import place_labels
from smallbert.charts.points import legend, log_axis, points
from smallbert.charts.style import colour, family, marker
from smallbert.data import credits, vocabulary

SPLITS = {
    "test": "GLUE test",
    "dev": "development set",
    "mixed": "test and dev mixed",
    "unstated": "split not stated",
}
TICKS = [1, 1.2, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200]
MOST_TICKS = 9
MARK = "†"
"""Behind the name of a model that uses another technique besides the page's own."""


def retained(
    rows: pd.DataFrame, *, xlabel: str, ylabel: str, splits: str = "apart", technique: str = ""
) -> Figure:
    """Draw score kept against a cost axis, so that what must not be compared stays apart.

    Colour and marker tell the technique, as everywhere in the book; a small letter behind a
    model's name tells its source, and the legend says that source's baseline, and its metric
    where the rows have several. A published score is a ring; a factor that is derived rather
    than printed makes an outline.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `smallbert.compare.evidence`; none are drawn as empty axes with a remark.
    xlabel, ylabel : str
        What the axes mean.
    splits : {"apart", "together", "test", "dev"}
        One panel for each split; one for all, with a fainter face for other splits than test; or
        the rows of one split alone.
    technique : str
        The page's own: names of models that use another besides get a `MARK`.

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows = _marked(rows, splits, technique)
    names = [name for name in SPLITS if name in set(rows["split"])]
    panels = [[name] for name in names] if splits == "apart" else [names]
    if rows.empty:
        return _nothing(xlabel, ylabel, SPLITS.get(splits, "any split"))
    parts = [rows[rows["split"].isin(shown)] for shown in panels]
    heights = [2.1 + 0.11 * len(part) for part in parts]
    size = (7, sum(heights) + 0.7 + 0.1 * rows.groupby(KEYS).ngroups)
    fig, axes = plt.subplots(
        len(panels), figsize=size, sharex=True, squeeze=False, height_ratios=heights
    )
    for ax, shown, part in zip(axes[:, 0], panels, parts, strict=True):
        _panel(ax, part, faint=splits == "together")
        ax.set_title(", ".join(SPLITS[name] for name in shown))
        ax.set_ylabel(ylabel)
    _limit(axes[:, 0], rows)
    axes[-1, 0].set_xlabel(xlabel)
    _explain(fig, rows, faint=splits == "together", marked=rows["label"].str.contains(MARK).any())
    for ax, part in zip(axes[:, 0], parts, strict=True):
        places = part["factor"], part["retained"], _once(part)
        written = place_labels(ax, *places, size=7.5, laid_out=ax is not axes[0, 0])
        for text in written:  # a halo, for labels that cross the grid or the baseline
            text.set_path_effects(
                [withStroke(linewidth=2, foreground=plt.rcParams["axes.facecolor"])]
            )
    return fig


KEYS = ["source", "family", "look", "split", "metric"]


def _marked(rows: pd.DataFrame, splits: str, technique: str) -> pd.DataFrame:
    """Return the rows of the splits wanted, with a label and with the look of their origin."""
    rows = rows[rows["split"].eq(splits)] if splits in SPLITS else rows
    rows = rows.sort_values("split", key=lambda split: split.map(list(SPLITS).index), kind="stable")
    derived = rows["origin"].eq("printed") & rows["factor_origin"].eq("derived")
    pairs = zip(rows["model"], rows["source"], strict=True)
    label = pd.Series([credits.shorter(*pair) for pair in pairs], index=rows.index, dtype=object)
    other = bool(technique) & rows["technique"].ne(technique)
    label += other.map({True: MARK, False: ""})
    letters = _letters(rows)
    if len(letters) > 1:
        label += rows["source"].map(letters)
    kind = rows["technique"].map(family)
    return rows.assign(look=rows["origin"].mask(derived, "derived"), label=label, family=kind)


def _letters(rows: pd.DataFrame) -> dict[str, str]:
    """Return a small letter for each source, in the order of the legend."""
    return {key: f"$^{{{chr(97 + at)}}}$" for at, key in enumerate(rows["source"].unique())}


def _once(part: pd.DataFrame) -> list[str]:
    """Return the labels, that of a model which several sources report at one place only once."""
    near = part.assign(x=np.log(part["factor"]).mul(20).round(), y=part["retained"].round())
    return list(part["label"].where(~near.duplicated(["label", "x", "y"]), ""))


def _panel(ax: Axes, part: pd.DataFrame, *, faint: bool) -> None:
    for (_, kind, look, split, _), group in part.groupby(KEYS, sort=False):
        tint = _tint(colour(kind), faint and split != "test")
        shown = {"colour": tint, "marker": marker(kind), "origin": look, "ids": group["id"]}
        points(ax, group["factor"], group["retained"], **shown)
    ax.axhline(100, color=plt.rcParams["axes.edgecolor"], linewidth=0.9, linestyle=":")
    ax.annotate(
        "baseline",
        (1, 100),
        xycoords=("axes fraction", "data"),
        xytext=(3, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
        fontstyle="italic",
    )


def _tint(colour: str, faint: bool) -> tuple:
    return to_rgba(colour, 0.5 if faint else 1)


def _explain(fig: Figure, rows: pd.DataFrame, *, faint: bool, marked: bool) -> None:
    """Write below the chart what each look means and which baseline it has."""
    several, names = rows["metric"].nunique() > 1, vocabulary.table("metrics")["name"]
    entries, letters = [], _letters(rows)
    for (source, kind, look, split, metric), group in rows.groupby(KEYS, sort=False):
        words = [SPLITS[split]] if faint else []
        words += [names[metric]] if several else []
        words += [LOOK_WORDS[look]] if look in LOOK_WORDS else []
        name = " ".join([*([letters[source]] if len(letters) > 1 else []), credits.label(source)])
        text = f"{name}: {', '.join([*words, _baseline(group['baseline_score'])])}"
        tint = _tint(colour(kind), faint and split != "test")
        entries.append({"label": text, "colour": tint, "marker": marker(kind), "origin": look})
    ax = fig.axes[0]
    legend(ax, pd.DataFrame(entries).drop_duplicates())
    drawn = ax.get_legend()
    handles, texts = drawn.legend_handles, [each.get_text() for each in drawn.get_texts()]
    drawn.remove()
    look = {"fontsize": 8, "title_fontsize": 8, "alignment": "left", "ncols": _columns(texts)}
    title = f"{MARK} with another technique as well" if marked else None
    fig.legend(handles, texts, loc="outside lower left", title=title, **look)


def _columns(texts: list[str]) -> int:
    """Return 2 where that saves lines and the texts fit beside each other."""
    return 2 if len(texts) > 2 and max(map(len, texts)) < 54 else 1


LOOK_WORDS = {"published": "published score", "derived": "factor derived"}


def _baseline(scores: pd.Series) -> str:
    low, high = scores.min(), scores.max()
    return f"baseline {low:.1f} %" if high - low < 0.05 else f"baselines {low:.1f} to {high:.1f} %"


def _limit(axes, rows: pd.DataFrame) -> None:
    low, high = rows["factor"].min(), rows["factor"].max()
    last = rows.loc[rows["factor"] > high * 0.9, "label"]
    letters = last.str.replace("$^{", "").str.replace("}$", "").str.len().max()
    wide = max(1.5, high / low)
    low, high = low / wide**0.07, high * wide ** (0.04 + 0.0125 * letters)  # room for labels
    ticks = [tick for tick in TICKS if low <= tick <= high]
    ticks = ticks if len(ticks) <= MOST_TICKS else _thin(ticks)
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
    fig, ax = plt.subplots(figsize=(7, 2.4))
    ax.set(xlabel=xlabel, ylabel=ylabel, xticks=[], yticks=[], title=split)
    text = "no source has a row with this score, a baseline and a value on this axis"
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", fontstyle="italic")
    return fig
