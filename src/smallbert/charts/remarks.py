"""The chart of remarks: what a slide says, and where the tables have it."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from smallbert.charts.labels import note
from smallbert.charts.legends import explain
from smallbert.charts.placing import place_labels
from smallbert.charts.points import LOOKS, log_axis, points
from smallbert.charts.retained import SPLITS
from smallbert.charts.style import WIDTH, looks
from smallbert.charts.svg import with_halo
from smallbert.data import bibliography

HOLLOW = {"linestyle": "none", "markerfacecolor": "none", "markersize": 13, "markeredgewidth": 1.4}
"""The look of a remark: large enough to hold the row that it speaks of."""

WIDTHS = {"published": {"markeredgewidth": 1.8}, "derived": {"markeredgewidth": 0.8}}
"""Outlines that can be told apart at a glance: thick rings are published, thin ones derived."""

FULL = ("BERT_BASE", "BERT_LARGE")
"""Models that a panel's title names already."""

TICKS = [1, 2, 4, 6, 10, 20, 40, 60, 100, 200]
LEAST = 10
HEIGHTS = {"bert_base": 4.8, "bert_large": 2.7}


def remark_chart(
    rows: pd.DataFrame,
    remarks: pd.DataFrame,
    *,
    panels: Sequence[tuple[str, Sequence[str]]],
    xlabel: str,
    works: Sequence[str],
) -> Figure:
    """Draw remarks as large hollow marks, and the tables' rows as in `charts.points`.

    Parameters
    ----------
    rows : pandas.DataFrame
        Columns id (empty for none), source, model, teacher, split, origin, factor, score.
    remarks : pandas.DataFrame
        Columns source, remark, written, teacher, split, base, k, before, after; factor and score
        of the row that each speaks of, missing where there is none.
    panels : sequence of (teacher, splits)
        What each panel shows, from top to bottom.
    xlabel : str
        What the horizontal axis means.
    works : sequence of str
        The sources in the order of the legend.

    Returns
    -------
    matplotlib.figure.Figure
    """
    heights = [HEIGHTS[teacher] for teacher, _ in panels] or [2.7]
    shape = {"figsize": (WIDTH, 0.6 + sum(heights)), "height_ratios": heights}
    fig, axes = plt.subplots(len(heights), sharex=True, squeeze=False, **shape)
    shown = pd.concat([rows.iloc[:0], *(within(rows, each) for each in panels)])
    spoken = pd.concat([remarks.iloc[:0], *(within(remarks, each) for each in panels)])
    look_of = looks([*works, *shown["source"], *spoken["source"]])
    ends = [1, 60, *shown["factor"]]
    for ax, panel in zip(axes[:, 0], panels, strict=False):
        _remarks(ax, within(remarks, panel), look_of)
        _rows(ax, within(rows, panel), look_of)
        ax.set_title(_title(*panel))
    for ax in axes[:, 0]:
        log_axis(ax, "x", [tick for tick in TICKS if tick <= max(ends)])
        ax.yaxis.set_major_locator(MultipleLocator(2))
        _stretch(ax)
        ax.set(xlim=(0.7 * min(ends), 1.35 * max(ends)), ylabel="MNLI accuracy [%]")
    axes[-1, 0].set_xlabel(xlabel)
    fig.align_ylabels()
    if not panels:
        note(axes[0, 0], "no row and no remark of this kind")
    there = {*shown["source"], *spoken["source"]}
    _key(fig, [each for each in works if each in there], set(shown["origin"]), look_of)
    for ax, panel in zip(axes[:, 0], panels, strict=False):
        _labels(ax, within(rows, panel), within(remarks, panel), look_of[0])
    return fig


def within(frame: pd.DataFrame, panel: tuple[str, Sequence[str]]) -> pd.DataFrame:
    """Return what a panel shows of `frame`, by its columns teacher and split."""
    return frame[frame["teacher"].eq(panel[0]) & frame["split"].isin(panel[1])]


def _stretch(ax: Axes) -> None:
    """Give the vertical axis room, and at least LEAST points, so that labels stay apart."""
    ax.margins(y=0.1)
    low, high = ax.get_ylim()
    if high - low < LEAST:
        ax.set_ylim((low + high - LEAST) / 2, (low + high + LEAST) / 2)


def _title(teacher: str, splits: Sequence[str]) -> str:
    made = f"Made from {teacher.upper()}"
    return f"{made}, {SPLITS[splits[0]]}" if len(splits) == 1 else made


def _face(split: str, colour: str) -> dict:
    """Return the marker's face for a split: full for test, half for dev, pale for unstated."""
    faces = {"test": {}, "dev": {"fillstyle": "bottom"}}
    return faces.get(split, {"markerfacecolor": to_rgba(colour, 0.3)})


def _rows(ax: Axes, rows: pd.DataFrame, look_of: tuple[dict, dict]) -> None:
    for (source, split, origin), group in rows.groupby(["source", "split", "origin"]):
        colour, marker = (look[source] for look in look_of)
        look = {"colour": colour, "marker": marker, "origin": origin, "size": 6.5}
        look |= {"ids": group["id"]}
        line = points(ax, group["factor"], group["score"], **look)[0]
        line.set(**(_face(split, colour) if origin == "printed" else WIDTHS[origin]))


def _remarks(ax: Axes, remarks: pd.DataFrame, look_of: tuple[dict, dict]) -> None:
    """Draw each remark with an arrow from its full model, and a dotted one to its row."""
    for remark in remarks.itertuples():
        colour, marker = (look[remark.source] for look in look_of)
        at = (remark.k, remark.after)
        ax.plot(*at, marker, markeredgecolor=colour, **HOLLOW)
        ax.plot(1, remark.before, ".", color=colour, markersize=4)
        ray = {"arrowstyle": "->", "color": colour, "alpha": 0.5, "shrinkA": 0, "shrinkB": 7}
        ax.annotate("", at, (1, remark.before), arrowprops=ray, zorder=1)
        if pd.notna(remark.factor):
            lead = {"arrowstyle": "->", "color": colour, "linestyle": ":", "linewidth": 1.3}
            lead |= {"shrinkA": 0, "shrinkB": 3}
            ax.annotate("", (remark.factor, remark.score), at, arrowprops=lead, zorder=2)


def _labels(ax: Axes, rows: pd.DataFrame, remarks: pd.DataFrame, colours: dict[str, str]) -> None:
    """Name the rows whose source has a short label for them, and each remark by its fraction."""
    texts = [bibliography.labels(one.source).get(one.model, "") for one in rows.itertuples()]
    named = rows.assign(text=texts).sort_values("score", ascending=False)
    named = named[named["text"] != ""].drop_duplicates("text")
    teachers = remarks["base"].map(lambda base: "" if base in FULL else f", {base}")
    fractions = ("1/" + remarks["written"].astype(str) + teachers).tolist()
    x, y = [*named["factor"], *remarks["k"]], [*named["score"], *remarks["after"]]
    written = place_labels(ax, x, y, [*named["text"], *fractions], around=ax.lines)
    with_halo(written, 2.5)
    for text, source in zip(written[len(named) :], remarks["source"], strict=True):
        text.set_color(colours[source])


def _key(fig: Figure, works: Sequence[str], origins: set[str], look_of: tuple) -> None:
    """Draw the legend below the figure: colour and marker of each source, then the looks."""
    ink = plt.rcParams["axes.edgecolor"]
    looks = {
        "table, GLUE test": {},
        "table, development set": _face("dev", ink),
        "table, split not stated": _face("unstated", ink),
    }
    outside = {"published": "published elsewhere", "derived": "derived from a shape or a change"}
    looks |= {outside[each]: LOOKS[each] | WIDTHS[each] for each in outside if each in origins}
    colours, markers = look_of
    marks = {
        bibliography.label(work): {"color": colours[work], "marker": markers[work]}
        for work in works
    }
    plain = {"color": ink, "marker": "o", "markersize": 6.5}
    remark = {"remark on a slide": HOLLOW | {"markersize": 11}}
    explain(fig, remark | marks | looks, plain)
