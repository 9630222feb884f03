"""Words of a chart: its headline, its lines, and labels that cover neither a point nor each other.

Each label tries places around its point, nearest first, and takes the cheapest. Nothing is
drawn by chance, so the same chart has the same labels on every machine.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from textwrap import fill, wrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

from smallbert.charts.style import WIDTH

LETTERS = 8.5
"""Size of the smallest letters of a chart, in points, as in the style file."""

LETTER = 0.0077
"""Inches that a letter of one point takes on average."""

GAP = 4
"""Points below each text of a headline."""

LONG, BROKEN = 26, 20
"""Letters of a row's name from which on it takes several lines, and most letters of these."""

KEPT = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
"""An equals sign at which no line ends."""

HALO = "halo"
"""Begins the id of a text with a seam of paper; its width in points follows."""


def signed(value: float, digits: int = 1) -> str:
    """Return a change with its sign, a true minus; without one where it rounds to nothing."""
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text if text.strip("+−0.") else f"±{text[1:]}"


def fitted(text: str, *, size: float = LETTERS, share: float = 0.96) -> str:
    """Return a text in lines that take at most a share of a chart's width."""
    text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    return fill(text, int(share * WIDTH / LETTER / size), break_on_hyphens=False)


def balanced(text: str) -> str:
    r"""Return a text in as many lines, of lengths as alike as they can be.

    Examples
    --------
    >>> print(balanced("With 9 layers the operations fall 3.4 times; speedups reach\n3.5"))
    With 9 layers the operations fall
    3.4 times; speedups reach 3.5
    """
    lines = text.splitlines()
    widths = range(max(map(len, lines), default=1), 0, -1)
    whole = " ".join(lines)
    shapes = (wrap(whole, each, break_long_words=False, break_on_hyphens=False) for each in widths)
    alike = list(takewhile(lambda each: len(each) <= len(lines), shapes))
    return "\n".join(alike[-1]) if whole else text


def headline(fig: Figure, finding: str, drawn: str) -> None:
    """Write above a figure's upper edge what it finds, bold, and below that what is drawn.

    Both are outside the figure, whose height has to be its last, so that nothing in it moves;
    `headroom` says how much of the picture they need. Without a finding, the title is what is
    drawn.
    """
    finding, drawn = (finding, drawn) if finding else (drawn, "")
    subtitle = fitted(drawn, size=9)
    look = {"ha": "left", "va": "bottom", "linespacing": 1.15, "in_layout": False}
    place = {"xycoords": "figure fraction", "textcoords": "offset points", "annotation_clip": False}
    fig.add_artist(Annotation(subtitle, (0.01, 1), (0, GAP), fontsize=9, **place, **look))
    above = (2 * GAP + 9 * 1.25 * len(subtitle.splitlines())) / 72 / fig.get_figheight()
    for wider in (1.08, 1.16, 1.24):  # bold letters, then ones with many capitals
        title = balanced(fitted(finding, size=11 * wider))
        written = fig.suptitle(title, x=0.01, y=1 + above, fontweight="bold", fontsize=11, **look)
        if written.get_window_extent().x1 <= fig.bbox.x1:
            break


def headroom(fig: Figure) -> float:
    """Return how far a figure's texts reach beyond its upper edge [inches]."""
    tops = [each.get_window_extent().y1 for each in (*fig.texts, *fig.artists)]
    return max(0.0, (max(tops, default=0.0) + GAP) / fig.dpi - fig.get_figheight())


def lay_out(fig: Figure) -> None:
    """Break the long words of a figure and give its panels their places, for good.

    What is written at points of a panel, such as labels, would not move with it.
    """
    engine = fig.get_layout_engine()
    if engine is None:
        return
    for ax in fig.axes:
        for text in (ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label):
            text.set_wrap(True)
    engine.execute(fig)
    if any([_break_names(ax) for ax in fig.axes]):
        engine.execute(fig)
    for ax in fig.axes:
        ax.apply_aspect()
    with plt.rc_context({"figure.constrained_layout.use": False}):
        fig.set_layout_engine(None)


def _break_names(ax: Axes) -> bool:
    """Let long names of rows take several lines, as far as the rows are high enough."""
    texts = ax.get_yticklabels()
    names = [text.get_text().replace(" = ", KEPT) for text in texts]
    if max(map(len, names), default=0) <= LONG or not ax.yaxis.get_visible():
        return False
    row = ax.get_window_extent().height / ax.figure.dpi * 72 / len(names)
    most = int(row / (1.2 * texts[0].get_fontsize()))
    for width in range(BROKEN, max(map(len, names))):
        broken = [fill(name, width, break_on_hyphens=False) for name in names]
        if max(name.count("\n") for name in broken) < most:
            ax.set_yticks(ax.get_yticks(), broken)
            return True
    return False


def with_halo(texts: Iterable[Text], width: float = 2) -> None:
    """Let texts that may cross a line have a seam of paper, `width` points for both sides."""
    for text in texts:
        text.set_gid(f"{HALO}{width:g}")


ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
GAPS = np.array([3, 5, 8, 12, 17, 23, 30, 38, 47, 57, 70, 85]).repeat(len(ANGLES))
"""Distances between marker and label that are tried, in points, each at every angle."""

WAYS = np.tile(np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]), (len(GAPS) // len(ANGLES), 1))
"""Directions from marker to label that are tried, one for each of `GAPS`."""

LEADER, PADDING = 8, 1.5
"""From this distance on a line leads from label to point; free room around a label, in points."""

COVERED, CROSSED, OUTSIDE, MISTAKEN = 500, 25, 2000, 20
"""What it costs to cover a box, to lie on a line, to leave the axes, to be nearer to another point
without a leader."""

CUT, STRAY = 200, 60
"""What it costs that a leader cuts a label, or passes through a point that it does not name."""


def place_labels(
    ax: Axes,
    x: Sequence[float],
    y: Sequence[float],
    texts: Sequence[str],
    *,
    spare: bool = False,
) -> list[Annotation]:
    """Write a label near each point where it covers no marker, line, legend, text or other label.

    Call it last: the axes have their final limits, and the panels stay where they are. An empty
    label is left out, and with `spare` one that finds no free place.
    """
    lay_out(ax.figure)
    draw, scale = ax.figure.canvas.get_renderer(), ax.figure.dpi / 72
    named = [(a, b, text) for a, b, text in zip(x, y, texts, strict=True) if text]
    if not named:
        return []
    places = ax.transData.transform([(a, b) for a, b, _ in named])
    sizes = [_measure(ax, text, draw) + 2 * PADDING * scale for _, _, text in named]
    marks = _markers(ax)
    spots = [np.hstack([at - size * scale / 2, at + size * scale / 2]) for at, size in marks]
    boxes = np.vstack([_texts(ax, draw), *spots])
    reach = max((size for _, size in marks), default=0) * scale / 2
    tries = [
        at + WAYS * (reach + GAPS[:, None] * scale + size / 2)
        for at, size in zip(places, sizes, strict=True)
    ]
    frame, lines = ax.get_window_extent(draw).extents, _segments(ax)
    fixed = [
        _fixed_costs(*each, boxes, lines, frame) for each in zip(tries, sizes, places, strict=True)
    ]
    chosen = _choose(tries, sizes, places, fixed, scale, spare=spare)
    return [
        _write(ax, named[at], (tries[at][one] - places[at]) / scale, GAPS[one])
        for at, one in sorted(chosen.items())
    ]


def _choose(tries, sizes, places, fixed, scale, *, spare) -> dict[int, int]:
    """Return which try each label takes; later passes mend what earlier ones blocked."""
    chosen = {}

    def costs(at):
        others = [k for k in chosen if k != at]
        theirs = np.array([tries[k][chosen[k]] for k in others]).reshape(-1, 2)
        own, leaders = _box(tries[at], sizes[at])[:, None], _leaders(tries[at], places[at])[:, None]
        boxes = _box(theirs, np.array([sizes[k] for k in others]).reshape(-1, 2))
        cuts = _touches(leaders, boxes).sum(axis=1)
        cuts += _touches(_leaders(theirs, places[others]), own).sum(axis=1)
        return fixed[at] + COVERED * _meet(own, boxes).sum(axis=1) + CUT * cuts

    crowds = [(np.hypot(*(places - place).T) < 60 * scale).sum() for place in places]
    for _ in range(4):
        before = chosen.copy()
        for at in sorted(range(len(places)), key=lambda at: -crowds[at]):
            chosen[at] = np.argmin(costs(at))
        if chosen == before:
            break
    for at in list(chosen) if spare else ():
        if costs(at)[chosen[at]] >= COVERED:
            del chosen[at]
    return chosen


def _fixed_costs(middles, size, place, boxes, lines, frame) -> np.ndarray:
    """Return what each place costs a label by itself."""
    own, leaders = _box(middles, size), _leaders(middles, place)
    outside = (own[:, :2] < frame[:2]).any(axis=1) | (own[:, 2:] > frame[2:]).any(axis=1)
    holds = ((boxes[:, :2] <= place) & (place <= boxes[:, 2:])).all(axis=1)
    strange = boxes[~holds]  # a leader through another point names the wrong one
    points = strange[np.ptp(strange[:, ::2], axis=1) <= 1.5 * size[1]]  # no texts, no legends
    others = _distances(own, (points[:, :2] + points[:, 2:]) / 2).min(axis=1, initial=np.inf)
    return (
        GAPS
        + OUTSIDE * outside
        + COVERED * _meet(own[:, None], boxes).sum(axis=1)
        + STRAY * _touches(leaders[:, None], strange).sum(axis=1) * (GAPS >= LEADER)
        + CROSSED * _touches(lines, own[:, None]).sum(axis=1)
        + MISTAKEN * (GAPS < LEADER) * (others < _distances(own, place[None])[:, 0])
    )


def _measure(ax, text, draw) -> np.ndarray:
    written = ax.text(0, 0, text)
    box = written.get_window_extent(draw)
    written.remove()
    return np.array([box.width, box.height])


def _markers(ax) -> list[tuple]:
    """Return the places of all markers in pixels, with their sizes in points; no caps of bars."""
    found = []
    for line in ax.lines:
        if line.get_marker() not in ("None", "none", "", None, "|", "_"):
            size = line.get_markersize() + line.get_markeredgewidth()
            found.append((line.get_transform().transform(line.get_xydata()), size))
    for heap in ax.collections:
        if isinstance(heap, PathCollection) and (
            heap.get_facecolor()[:, 3].any() or len(heap.get_edgecolor())
        ):
            offsets = np.ma.filled(heap.get_offsets(), np.nan).reshape(-1, 2)
            found.append(
                (ax.transData.transform(offsets), np.sqrt(max(heap.get_sizes(), default=0)))
            )
    return found


def _texts(ax, draw) -> np.ndarray:
    """Return the boxes of texts and legends."""
    boxes = [Text.get_window_extent(text, draw).extents for text in ax.texts if text.get_text()]
    legends = [ax.get_legend(), *(each for each in ax.artists if hasattr(each, "get_texts"))]
    boxes += [each.get_window_extent(draw).extents for each in legends if each is not None]
    return np.array(boxes).reshape(-1, 4)


def _segments(ax) -> np.ndarray:
    """Return the drawn straight pieces of lines and error bars as (start, end) in pixels."""
    drawn = [line for line in ax.lines if line.get_linestyle() not in ("None", "none", "")]
    paths = [line.get_transform().transform(line.get_xydata()) for line in drawn]
    for bars in ax.collections:
        if isinstance(bars, LineCollection):
            paths += [bars.get_transform().transform(path) for path in bars.get_segments()]
    return np.array([piece for path in paths for piece in pairwise(path)]).reshape(-1, 2, 2)


def _box(middles, sizes) -> np.ndarray:
    return np.hstack([middles - sizes / 2, middles + sizes / 2])


def _leaders(middles, places) -> np.ndarray:
    return np.stack([middles, np.broadcast_to(places, middles.shape)], axis=1)


def _parts(boxes) -> np.ndarray:
    """Return the coordinates of boxes apart: numpy is slow along an axis of two or four."""
    return np.moveaxis(boxes, -1, 0)


def _meet(a, b) -> np.ndarray:
    (left, low, right, high), (left_b, low_b, right_b, high_b) = _parts(a), _parts(b)
    return (left < right_b) & (left_b < right) & (low < high_b) & (low_b < high)


def _distances(boxes, places) -> np.ndarray:
    """Return how far each place is from each box, 0 inside it: one row a box."""
    low, high = boxes[:, None, :2] - places, places - boxes[:, None, 2:]
    return np.hypot(*np.maximum(0, np.maximum(low, high)).transpose(2, 0, 1))


def _touches(segments, boxes) -> np.ndarray:
    """Return whether a segment enters a box: neither an axis nor its normal parts them."""
    (x, y), (x_end, y_end) = (_parts(segments[..., end, :]) for end in (0, 1))
    left, low, right, high = _parts(boxes)
    across = (np.minimum(x, x_end) <= right) & (left <= np.maximum(x, x_end))
    upward = (np.minimum(y, y_end) <= high) & (low <= np.maximum(y, y_end))
    run, rise = x_end - x, y_end - y
    apart = np.abs(run * ((low + high) / 2 - y) - rise * ((left + right) / 2 - x))
    reach = np.abs(rise) * (right - left) + np.abs(run) * (high - low)
    return across & upward & (apart <= reach / 2)


def _write(ax, named, shift, gap) -> Annotation:
    x, y, text = named
    edge = plt.rcParams["axes.edgecolor"]
    leader = {"arrowstyle": "-", "color": edge, "lw": 0.6, "shrinkA": 0, "shrinkB": 3}
    look = {"ha": "center", "va": "center", "zorder": 4, "in_layout": False}
    look["arrowprops"] = leader if gap >= LEADER else None
    return ax.annotate(text, (x, y), xytext=tuple(shift), textcoords="offset points", **look)
