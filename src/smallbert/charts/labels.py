"""Words of a chart: its headline, its lines, and labels that cover neither a point nor each other.

Each label tries places around its point, nearest first, and takes the cheapest. Nothing is
drawn by chance, so the same chart has the same labels on every machine.
"""

from collections.abc import Sequence
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

from smallbert.charts.screen_layouts import WIDTH, lasting

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


def signed(value: float) -> str:
    """Return a change with its sign, a true minus; without one where it rounds to nothing."""
    text = f"{value:+.1f}".replace("-", "−")
    return text if text.strip("+−0.") else f"±{text[1:]}"


def fitted(text: str, *, size: float = LETTERS, share: float = 0.96, width: float = WIDTH) -> str:
    """Return a text in lines that take at most a share of a chart's width [inches]."""
    text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    return fill(text, int(share * width / LETTER / size), break_on_hyphens=False)


def balanced(text: str) -> str:
    r"""Return a text in as many lines, of lengths as alike as they can be.

    Examples
    --------
    >>> print(balanced("With 9 layers the operations fall 3.4 times; speedups reach\n3.5"))
    With 9 layers the operations fall
    3.4 times; speedups reach 3.5
    """
    lines, whole = text.splitlines(), " ".join(text.splitlines())
    shapes = (fill(whole, width, break_on_hyphens=False) for width in range(9, len(whole) + 1))
    return next((each for each in shapes if each.count("\n") < len(lines)), text)


def headline(fig: Figure, finding: str, drawn: str) -> None:
    """Write above a figure's upper edge what it finds, bold, and below that what is drawn.

    Both are outside the figure, whose height has to be its last, so that nothing in it moves;
    `headroom` says how much of the picture they need.
    """
    lasting(fig, lambda: _headline(fig, finding, drawn), Annotation.remove)


def _headline(fig: Figure, finding: str, drawn: str) -> Annotation:
    """Write both lines and return the lower one; the upper one takes the place of an earlier."""
    width = fig.get_figwidth()
    subtitle = fitted(drawn, size=9, width=width)
    look = {"ha": "left", "va": "bottom", "linespacing": 1.15, "in_layout": False}
    place = {"xycoords": "figure fraction", "textcoords": "offset points", "annotation_clip": False}
    below = Annotation(subtitle, (0.01, 1), (0, GAP), fontsize=9, **place, **look)
    fig.add_artist(below)
    above = (2 * GAP + 9 * 1.25 * len(subtitle.splitlines())) / 72 / fig.get_figheight()
    look |= {"x": 0.01, "y": 1 + above, "fontweight": "bold", "fontsize": 11}
    for wider in (1.08, 1.16, 1.24):  # bold letters, then ones with many capitals
        written = fig.suptitle(balanced(fitted(finding, size=11 * wider, width=width)), **look)
        if written.get_window_extent().x1 <= fig.bbox.x1:
            break
    return below


def headroom(fig: Figure) -> float:
    """Return how far a figure's texts reach beyond its upper edge [inches]."""
    tops = [each.get_window_extent().y1 for each in (*fig.texts, *fig.artists)]
    return max(0.0, (max(tops, default=0.0) + GAP) / fig.dpi - fig.get_figheight())


def lay_out(fig: Figure) -> None:
    """Break the long words of a figure and give its panels their places, until its width changes.

    What is written at points of a panel, such as labels, would not move with it.
    """
    if (engine := fig.get_layout_engine()) is None:
        return

    def undo(names: dict[Axes, list[str]]) -> None:
        for ax, own in names.items():
            ax.set_yticks(ax.get_yticks(), own)
        fig.set_layout_engine(engine)

    lasting(fig, lambda: _lay_out(fig), undo)


def _lay_out(fig: Figure) -> dict[Axes, list[str]]:
    """Lay a figure out and return the names of rows that were broken, as they were."""
    engine = fig.get_layout_engine()
    for ax in fig.axes:
        for text in (ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label):
            text.set_wrap(True)
    engine.execute(fig)
    whole = {ax: [text.get_text() for text in ax.get_yticklabels()] for ax in fig.axes}
    broken = [ax for ax in fig.axes if _break_names(ax)]
    if broken:
        engine.execute(fig)
    for ax in fig.axes:
        ax.apply_aspect()
    with plt.rc_context({"figure.constrained_layout.use": False}):
        fig.set_layout_engine(None)
    return {ax: whole[ax] for ax in broken}


def _break_names(ax: Axes) -> bool:
    """Let long names of rows take several lines, as far as the rows are high enough."""
    texts = ax.get_yticklabels()
    names = [text.get_text().replace(" = ", KEPT) for text in texts]
    lines = [line for name in names for line in name.splitlines()]
    if max(map(len, lines), default=0) <= LONG or not ax.yaxis.get_visible():
        return False
    row = ax.get_window_extent().height / ax.figure.dpi * 72 / len(names)
    most = int(row / (1.2 * texts[0].get_fontsize()))
    for width in range(BROKEN, max(map(len, lines))):
        broken = [
            "\n".join(fill(line, width, break_on_hyphens=False) for line in name.splitlines())
            for name in names
        ]
        if max(name.count("\n") for name in broken) < most:
            ax.set_yticks(ax.get_yticks(), broken)
            return True
    return False


ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
GAPS = np.array([3, 5, 8, 12, 17, 23, 30, 38, 47, 57, 70, 85, 105, 130]).repeat(len(ANGLES))
"""Distances between marker and label that are tried, in points, each at every angle."""

WAYS = np.tile(np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]), (len(GAPS) // len(ANGLES), 1))
"""Directions from marker to label that are tried, one for each of `GAPS`."""

LEADER, PADDING, SEAM = 8, 1.5, 2
"""From this distance on a line leads from label to point; free room around a label, and its seam of
paper, in points."""

COVERED, OUTSIDE, CROSSED, NEAR = 10_000, 40_000, 25, 20
"""What it costs to cover a box, to leave the axes, to lie on a line, to lie next to another point
without a leader."""

CUT, STRAY = 200, 60
"""What it costs that a leader cuts a label, or passes through a point that it does not name."""


def place_labels(
    ax: Axes,
    x: Sequence[float],
    y: Sequence[float],
    texts: Sequence[str],
    colors: Sequence[str] = (),
) -> None:
    """Write a label near each point where it covers no marker, legend, text or other label.

    From a line that it has to cross a seam of paper parts it. Call this last: the axes have their
    final limits. On another screen each label finds its place anew. An empty label is left out, and
    so is one that finds no room beside those before it. `colors` are those of their letters, where
    an empty one is that of all texts.
    """
    lay_out(ax.figure)
    inks = [color or plt.rcParams["text.color"] for color in colors or [""] * len(texts)]
    named = [each for each in zip(x, y, texts, inks, strict=True) if each[2]]

    def undo(written: list[Annotation]) -> None:
        for each in written:
            each.remove()

    lasting(ax.figure, lambda: _placed(ax, named), undo)


def _placed(ax: Axes, named: list[tuple[float, float, str, str]]) -> list[Annotation]:
    """Write labels, of which each has its point, text and color, where the axes now are."""
    draw, scale = ax.figure.canvas.get_renderer(), ax.figure.dpi / 72
    if not named:
        return []
    places = ax.transData.transform([each[:2] for each in named])
    sizes = np.array([_measure(ax, each[2], draw) + 2 * PADDING * scale for each in named])
    marks = _markers(ax, scale)
    reach = (marks[:, 2:] - marks[:, :2]).max(initial=0) / 2
    ways = [WAYS * (reach + GAPS[:, None] * scale + size / 2) for size in sizes]
    tries = [place + way for place, way in zip(places, ways, strict=True)]
    around = np.vstack([_texts(ax, draw), marks]), marks, _lines(ax)
    frame = ax.get_window_extent(draw).extents
    fixed = [
        _fixed_costs(*each, *around, frame, scale)
        for each in zip(tries, sizes, places, strict=True)
    ]
    chosen = _choose(tries, sizes, places, fixed, scale)
    return [
        _write(ax, named[at], (tries[at][one] - places[at]) / scale, GAPS[one])
        for at, one in _apart(chosen, tries, sizes - 2 * PADDING * scale).items()
    ]


def _choose(tries, sizes, places, fixed, scale) -> dict[int, int]:
    """Return which try each label takes; later passes mend what earlier ones blocked."""
    chosen = {}

    def costs(at):
        others = [k for k in chosen if k != at]
        theirs = np.array([tries[k][chosen[k]] for k in others]).reshape(-1, 2)
        own, boxes = _boxes(tries[at], sizes[at]), _boxes(theirs, sizes[others])
        cuts = _crossed(_between(tries[at], places[at]), boxes)
        cuts |= _crossed(_between(theirs, places[others]), own).T
        return fixed[at] + (COVERED * _meet(own, boxes) + CUT * cuts).sum(axis=1)

    crowds = [(np.hypot(*(places - place).T) < 60 * scale).sum() for place in places]
    for _ in range(4):
        before = chosen.copy()
        for at in sorted(range(len(places)), key=lambda at: -crowds[at]):
            chosen[at] = np.argmin(costs(at))
        if chosen == before:
            break
    return chosen


def _apart(chosen: dict[int, int], tries, sizes) -> dict[int, int]:
    """Leave out each label whose letters cover those of one before it: no room, no name."""
    kept, boxes = {}, np.empty((0, 4))
    for at, one in sorted(chosen.items()):
        own = _boxes(tries[at][[one]], sizes[at])
        if not _meet(own, boxes).any():
            kept[at], boxes = one, np.vstack([boxes, own])
    return kept


def _fixed_costs(middles, size, place, boxes, marks, lines, frame, scale) -> np.ndarray:
    """Return what each place costs a label by itself."""
    own = _boxes(middles, size)
    outside = (own[:, :2] < frame[:2]).any(axis=1) | (own[:, 2:] > frame[2:]).any(axis=1)
    strange, others = (
        each[~((each[:, :2] <= place) & (place <= each[:, 2:])).all(axis=1)]
        for each in (boxes, marks)
    )
    around = others + np.array([-1, -1, 1, 1]) * LEADER * scale / 2
    led = GAPS >= LEADER
    return (
        GAPS
        + OUTSIDE * outside
        + COVERED * _meet(own, boxes).sum(axis=1)
        + CROSSED * _meet(own, lines).any(axis=1)
        + STRAY * led * _crossed(_between(middles, place), strange).sum(axis=1)
        + NEAR * ~led * _meet(own, around).any(axis=1)
    )


def _measure(ax, text, draw) -> np.ndarray:
    written = ax.text(0, 0, text)
    box = written.get_window_extent(draw)
    written.remove()
    return np.array([box.width, box.height])


def _markers(ax, scale) -> np.ndarray:
    """Return the boxes of all markers in pixels; no caps of bars."""
    found = [np.empty((0, 4))]
    for line in ax.lines:
        if line.get_marker() not in ("None", "none", "", None, "|", "_"):
            size = line.get_markersize() + line.get_markeredgewidth()
            found.append(_boxes(line.get_transform().transform(line.get_xydata()), size * scale))
    for heap in ax.collections:
        if isinstance(heap, PathCollection) and (
            heap.get_facecolor()[:, 3].any() or len(heap.get_edgecolor())
        ):
            offsets = ax.transData.transform(np.ma.filled(heap.get_offsets(), np.nan))
            found.append(_boxes(offsets, np.sqrt(max(heap.get_sizes(), default=0)) * scale))
    boxes = np.vstack(found)
    return boxes[np.isfinite(boxes).all(axis=1)]


def _texts(ax, draw) -> np.ndarray:
    """Return the boxes of texts and legends."""
    boxes = [Text.get_window_extent(text, draw).extents for text in ax.texts if text.get_text()]
    legends = [ax.get_legend(), *(each for each in ax.artists if hasattr(each, "get_texts"))]
    boxes += [each.get_window_extent(draw).extents for each in legends if each is not None]
    return np.array(boxes).reshape(-1, 4)


def _lines(ax) -> np.ndarray:
    """Return points along the lines and error bars drawn, in pixels, as boxes without a size."""
    drawn = [line for line in ax.lines if line.get_linestyle() not in ("None", "none", "")]
    paths = [line.get_transform().transform(line.get_xydata()) for line in drawn]
    for bars in ax.collections:
        if isinstance(bars, LineCollection):
            paths += [bars.get_transform().transform(path) for path in bars.get_segments()]
    points = [_between(each[1:], each[:-1]).reshape(-1, 2) for each in paths if len(each) > 1]
    return _boxes(np.vstack([np.empty((0, 2)), *points]), 0)


def _boxes(middles, sizes) -> np.ndarray:
    return np.hstack([middles - sizes / 2, middles + sizes / 2]).reshape(-1, 4)


def _between(starts, ends) -> np.ndarray:
    """Return points along the way from each start to its end: one row a way."""
    steps = np.linspace(0, 1, 17)[:, None]
    return starts[:, None] + steps * (np.broadcast_to(ends, starts.shape) - starts)[:, None]


def _meet(a, b) -> np.ndarray:
    """Return which boxes meet: a row for each of the first, a column for each of the second."""
    (left, low, right, high), (left_b, low_b, right_b, high_b) = a.T[:, :, None], b.T[:, None]
    return (left < right_b) & (left_b < right) & (low < high_b) & (low_b < high)


def _crossed(leaders, boxes) -> np.ndarray:
    """Return which leaders pass through which boxes, in rows and columns as for `_meet`."""
    points = np.concatenate([leaders, leaders], axis=-1)
    hits = _meet(points.reshape(-1, 4), boxes)
    return hits.reshape(*leaders.shape[:2], len(boxes)).any(axis=1)


def _write(ax, named, shift, gap) -> Annotation:
    x, y, text, ink = named
    edge = plt.rcParams["axes.edgecolor"]
    leader = {"arrowstyle": "-", "color": edge, "lw": 0.6, "shrinkA": 0, "shrinkB": 3}
    look = {"ha": "center", "va": "center", "zorder": 4, "in_layout": False, "color": ink}
    look |= {"arrowprops": leader if gap >= LEADER else None, "gid": f"{HALO}{SEAM}"}
    return ax.annotate(text, (x, y), xytext=tuple(shift), textcoords="offset points", **look)
