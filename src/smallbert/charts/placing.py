"""Labels that are sure to cover neither a point nor a legend nor each other.

Each label tries places around its point, nearest first, and takes the cheapest. Nothing is
drawn by chance, so the same chart has the same labels on every machine.
"""

from collections.abc import Sequence
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.container import ErrorbarContainer
from matplotlib.text import Annotation, Text

ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
GAPS = (3, 5, 8, 12, 17, 23, 30, 38, 47, 57, 70, 85)
"""Distances between marker and label that are tried, in points."""

LEADER = 8
"""From this distance on a line leads from the label to its point."""

PADDING = 1.5
"""Free room around a label, in points."""

COVERED, CROSSED, OUTSIDE, CUT, STRAY = 500, 14, 2000, 200, 60
"""What it costs to cover a box, to lie on a line, to leave the axes; and for a leader, to cut a
label, to pass through a point that it does not name."""


def place_labels(
    ax: Axes, x: Sequence[float], y: Sequence[float], texts: Sequence[str], *, size: float = 8.5
) -> list[Annotation]:
    """Write a label near each point where it covers nothing.

    Call it last: markers drawn by `smallbert.charts.points`, lines, error bars, legends and
    other texts of the axes are then in place and are kept clear.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With its final limits.
    x, y : sequence of float
        The points.
    texts : sequence of str
        Their labels; an empty one is left out.
    size : float
        Of the letters, in points.
    """
    ax.figure.canvas.draw()
    draw, scale = ax.figure.canvas.get_renderer(), ax.figure.dpi / 72
    named = [(a, b, text) for a, b, text in zip(x, y, texts, strict=True) if text]
    places = ax.transData.transform([(a, b) for a, b, _ in named]) if named else np.empty((0, 2))
    sizes = [_measure(ax, text, size, draw) + 2 * PADDING * scale for _, _, text in named]
    boxes, lines = _boxes(ax, draw), _segments(ax)
    reach = _reach(ax) * scale / 2
    chosen = _choose(places, sizes, boxes, lines, ax.get_window_extent(draw).extents, reach, scale)
    return [
        _write(ax, each, (middle - place) / scale, gap, size)
        for each, place, (middle, gap) in zip(named, places, chosen, strict=True)
    ]


def _choose(places, sizes, boxes, lines, frame, reach, scale) -> list[tuple]:
    """Return centre and distance of each label; later passes mend what earlier ones blocked."""
    tries = [list(_candidates(*each, reach, scale)) for each in zip(places, sizes, strict=True)]
    costs = [
        [_fixed_cost(*each, box_size, place, boxes, lines, frame, scale) for each in options]
        for options, box_size, place in zip(tries, sizes, places, strict=True)
    ]
    chosen = [None] * len(places)
    for _ in range(4):
        for at in sorted(range(len(places)), key=lambda at: -_crowd(places, at, scale)):
            others = [
                (_box(chosen[k][0], sizes[k]), (chosen[k][0], places[k]))
                for k in range(len(places))
                if k != at and chosen[k] is not None
            ]
            chosen[at] = _cheapest(tries[at], costs[at], sizes[at], places[at], others)
    return chosen


def _cheapest(options, costs, box_size, place, others):
    """Return the option of least total cost; dearer ones by fixed cost alone are not tried."""
    best = (np.inf, 0)
    for at in np.argsort(costs, kind="stable"):
        if costs[at] > best[0]:
            break
        shared = _shared_cost(options[at][0], box_size, place, others)
        best = min(best, (costs[at] + shared, at))
    return options[best[1]]


def _candidates(place, box_size, reach, scale):
    for gap in GAPS:
        for angle in ANGLES:
            way = np.array([np.cos(angle), np.sin(angle)])
            yield place + way * (reach + gap * scale + box_size / 2), gap


def _fixed_cost(middle, gap, box_size, place, boxes, lines, frame, scale) -> float:
    box = _box(middle, box_size)
    cost = gap + OUTSIDE * (
        box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]
    )
    cost += COVERED * sum(_meet(box, other) for other in boxes)
    if gap >= LEADER:  # a leader through another point would name the wrong one
        cost += STRAY * sum(
            _touches((middle, place), other) for other in boxes if not _holds(other, place)
        )
    return cost + CROSSED * sum(_touches(line, box) for line in lines)


def _shared_cost(middle, box_size, place, others) -> float:
    box, leader = _box(middle, box_size), (middle, place)
    cost = 0
    for other, theirs in others:
        cost += COVERED * _meet(box, other)
        cost += CUT * (_touches(leader, other) + _touches(theirs, box))
    return cost


def _crowd(places, at, scale) -> int:
    return int((np.hypot(*(places - places[at]).T) < 60 * scale).sum())


def _measure(ax, text, size, draw) -> np.ndarray:
    written = ax.text(0, 0, text, fontsize=size)
    box = written.get_window_extent(draw)
    written.remove()
    return np.array([box.width, box.height])


def _reach(ax) -> float:
    return max((line.get_markersize() for line in _markers(ax)), default=0)


def _markers(ax) -> list:
    return [each[0] for each in ax.containers if isinstance(each, ErrorbarContainer)]


def _boxes(ax, draw) -> list:
    """Return the boxes of markers, texts and legends as (x0, y0, x1, y1) in pixels."""
    scale = ax.figure.dpi / 72 / 2
    texts = [text for text in ax.texts if text.get_text()]
    found = [Text.get_window_extent(text, draw).extents for text in texts]  # without leaders
    legends = [ax.get_legend(), *(each for each in ax.artists if hasattr(each, "get_texts"))]
    found += [each.get_window_extent(draw).extents for each in legends if each is not None]
    for line in _markers(ax):
        half = (line.get_markersize() + line.get_markeredgewidth()) * scale
        for place in ax.transData.transform(np.column_stack(line.get_data()).astype(float)):
            found.append(np.concatenate([place - half, place + half]))
    return found


def _segments(ax) -> list:
    """Return the drawn straight pieces of lines and error bars, in pixels."""
    found = []
    for line in ax.lines:
        if line.get_linestyle() not in ("None", "none", ""):
            path = line.get_transform().transform(np.column_stack(line.get_data()).astype(float))
            found += list(pairwise(path))
    for bars in ax.collections:
        if isinstance(bars, LineCollection):
            for path in bars.get_segments():
                ends = ax.transData.transform(path)
                found += list(pairwise(ends))
    return found


def _box(middle, box_size) -> np.ndarray:
    return np.concatenate([middle - box_size / 2, middle + box_size / 2])


def _meet(a, b) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _holds(box, place) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def _touches(segment, box) -> bool:
    """Return whether a segment enters a box (Liang and Barsky's clipping)."""
    start, end = segment
    enter, leave = 0.0, 1.0
    for low, high, at, step in zip(box[:2], box[2:], start, end - start, strict=True):
        if step == 0:
            if not low <= at <= high:
                return False
            continue
        near, far = sorted(((low - at) / step, (high - at) / step))
        enter, leave = max(enter, near), min(leave, far)
    return enter <= leave


def _write(ax, named, shift, gap, size) -> Annotation:
    x, y, text = named
    colour = plt.rcParams["axes.edgecolor"]
    leader = {"arrowstyle": "-", "color": colour, "lw": 0.6, "shrinkA": 0, "shrinkB": 3}
    return ax.annotate(
        text,
        (x, y),
        xytext=tuple(shift),
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=size,
        zorder=4,
        arrowprops=leader if gap >= LEADER else None,
    )
