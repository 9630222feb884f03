"""Labels that are sure to cover neither a point nor a legend nor each other.

Each label tries places around its point, nearest first, and takes the cheapest. Nothing is
drawn by chance, so the same chart has the same labels on every machine.
"""

from collections.abc import Sequence
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text

from smallbert.charts.layout import lay_out

ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
GAPS = np.array([3, 5, 8, 12, 17, 23, 30, 38, 47, 57, 70, 85]).repeat(len(ANGLES))
"""Distances between marker and label that are tried, in points, each at every angle."""

WAYS = np.tile(np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]), (len(GAPS) // len(ANGLES), 1))
"""Directions from marker to label that are tried, one for each of `GAPS`."""

LEADER = 8
"""From this distance on a line leads from the label to its point."""

PADDING = 1.5
"""Free room around a label, in points."""

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
    around: Sequence[Line2D] = (),
    spare: bool = False,
) -> list[Annotation]:
    """Write a label near each point where it covers nothing.

    Call it last: the panels of the figure stay where they are from then on, and markers drawn by
    `smallbert.charts.points` or `scatter`, lines, error bars, legends and other texts of the axes
    are in place and are kept clear.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With its final limits.
    x, y : sequence of float
        The points.
    texts : sequence of str
        Their labels; an empty one is left out.
    around : sequence of matplotlib.lines.Line2D
        Lines of markers drawn otherwise, whose points are to be kept clear, too.
    spare : bool
        Whether a label is left out that finds no free place.
    """
    lay_out(ax.figure)
    draw, scale = ax.figure.canvas.get_renderer(), ax.figure.dpi / 72
    named = [(a, b, text) for a, b, text in zip(x, y, texts, strict=True) if text]
    places = ax.transData.transform([(a, b) for a, b, _ in named]) if named else np.empty((0, 2))
    sizes = [_measure(ax, text, draw) + 2 * PADDING * scale for _, _, text in named]
    boxes = np.vstack([_boxes(ax, draw), *(_spots(ax, each) for each in around)])
    lines = _segments(ax)
    reach = _reach(ax) * scale / 2
    frame = ax.get_window_extent(draw).extents
    chosen = _choose(places, sizes, boxes, lines, frame, reach, scale, spare=spare)
    return [
        _write(ax, named[at], (middle - places[at]) / scale, gap)
        for at, (middle, gap) in chosen.items()
    ]


def _choose(places, sizes, boxes, lines, frame, reach, scale, *, spare) -> dict[int, tuple]:
    """Return centre and distance of each label; later passes mend what earlier ones blocked."""
    tries = [
        place + WAYS * (reach + GAPS[:, None] * scale + box_size / 2)
        for place, box_size in zip(places, sizes, strict=True)
    ]
    fixed = [
        _fixed_costs(*each, boxes, lines, frame) for each in zip(tries, sizes, places, strict=True)
    ]
    chosen = {}

    def costs(at):
        others = [k for k in chosen if k != at]
        theirs = np.array([tries[k][chosen[k]] for k in others]).reshape(-1, 2)
        return fixed[at] + _shared_costs(
            _box(tries[at], sizes[at]),
            _leaders(tries[at], places[at]),
            _box(theirs, np.array([sizes[k] for k in others]).reshape(-1, 2)),
            _leaders(theirs, places[others]),
        )

    for _ in range(4):
        before = chosen.copy()
        for at in sorted(range(len(places)), key=lambda at: -_crowd(places, at, scale)):
            chosen[at] = np.argmin(costs(at))
        if chosen == before:
            break
    for at in list(chosen) if spare else ():
        if costs(at)[chosen[at]] >= COVERED:
            del chosen[at]
    return {at: (tries[at][chosen[at]], GAPS[chosen[at]]) for at in sorted(chosen)}


def _fixed_costs(middles, box_size, place, boxes, lines, frame) -> np.ndarray:
    """Return what each place costs a label by itself."""
    own, leaders = _box(middles, box_size), _leaders(middles, place)
    outside = (own[:, :2] < frame[:2]).any(axis=1) | (own[:, 2:] > frame[2:]).any(axis=1)
    strange = boxes[~_holds(boxes, place)]  # a leader through another point names the wrong one
    points = strange[np.ptp(strange[:, ::2], axis=1) <= 1.5 * box_size[1]]  # no texts, no legends
    others = _distances(own, (points[:, :2] + points[:, 2:]) / 2).min(axis=1, initial=np.inf)
    return (
        GAPS
        + OUTSIDE * outside
        + COVERED * _meet(own[:, None], boxes).sum(axis=1)
        + STRAY * _touches(leaders[:, None], strange).sum(axis=1) * (GAPS >= LEADER)
        + CROSSED * _touches(lines, own[:, None]).sum(axis=1)
        + MISTAKEN * (GAPS < LEADER) * (others < _distances(own, place[None])[:, 0])
    )


def _shared_costs(own, leaders, others, theirs) -> np.ndarray:
    """Return what each place costs a label beside those that are placed already."""
    own, leaders = own[:, None], leaders[:, None]
    cuts = _touches(leaders, others).sum(axis=1) + _touches(theirs, own).sum(axis=1)
    return COVERED * _meet(own, others).sum(axis=1) + CUT * cuts


def _crowd(places, at, scale) -> int:
    return int((np.hypot(*(places - places[at]).T) < 60 * scale).sum())


def _measure(ax, text, draw) -> np.ndarray:
    written = ax.text(0, 0, text)
    box = written.get_window_extent(draw)
    written.remove()
    return np.array([box.width, box.height])


def _reach(ax) -> float:
    sizes = [line.get_markersize() for line in _markers(ax)]
    sizes += [np.sqrt(max(each.get_sizes(), default=0)) for each in _heaps(ax)]
    return max(sizes, default=0)


def _markers(ax) -> list:
    bars = [each for each in ax.containers if isinstance(each, ErrorbarContainer)]
    return [each[0] for each in bars if each[0] is not None]


def _heaps(ax) -> list:
    found = [each for each in ax.collections if isinstance(each, PathCollection)]
    return [each for each in found if each.get_facecolor()[:, 3].any() or len(each.get_edgecolor())]


def _boxes(ax, draw) -> np.ndarray:
    """Return the boxes of markers, texts and legends as (x0, y0, x1, y1) in pixels."""
    scale = ax.figure.dpi / 72 / 2
    texts = [text for text in ax.texts if text.get_text()]
    boxes = [Text.get_window_extent(text, draw).extents for text in texts]  # without leaders
    legends = [ax.get_legend(), *(each for each in ax.artists if hasattr(each, "get_texts"))]
    boxes += [each.get_window_extent(draw).extents for each in legends if each is not None]
    for line in _markers(ax):
        boxes += list(_spots(ax, line))
    for heap in _heaps(ax):
        half = (np.sqrt(heap.get_sizes()) * scale)[:, None]
        places = ax.transData.transform(np.ma.filled(heap.get_offsets(), np.nan).reshape(-1, 2))
        boxes += list(np.hstack([places - half, places + half]))
    return np.array(boxes).reshape(-1, 4)


def _spots(ax, line) -> np.ndarray:
    """Return the boxes of a line's markers."""
    half = (line.get_markersize() + line.get_markeredgewidth()) * ax.figure.dpi / 72 / 2
    places = line.get_transform().transform(np.column_stack(line.get_data()).astype(float))
    return np.hstack([places - half, places + half])


def _segments(ax) -> np.ndarray:
    """Return the drawn straight pieces of lines and error bars as (start, end) in pixels."""
    segments = []
    for line in ax.lines:
        if line.get_linestyle() not in ("None", "none", ""):
            path = line.get_transform().transform(np.column_stack(line.get_data()).astype(float))
            segments += list(pairwise(path))
    for bars in ax.collections:
        if isinstance(bars, LineCollection):
            for path in bars.get_segments():
                ends = bars.get_transform().transform(path)
                segments += list(pairwise(ends))
    return np.array(segments).reshape(-1, 2, 2)


def _box(middles, sizes) -> np.ndarray:
    return np.hstack([middles - sizes / 2, middles + sizes / 2])


def _leaders(middles, places) -> np.ndarray:
    return np.stack([middles, np.broadcast_to(places, middles.shape)], axis=1)


def _meet(a, b) -> np.ndarray:
    (left, low, right, high), (left_b, low_b, right_b, high_b) = _parts(a), _parts(b)
    return (left < right_b) & (left_b < right) & (low < high_b) & (low_b < high)


def _parts(boxes) -> np.ndarray:
    """Return the coordinates of boxes apart: numpy is slow along an axis of two or four."""
    return np.moveaxis(boxes, -1, 0)


def _distances(boxes, places) -> np.ndarray:
    """Return how far each place is from each box, 0 inside it: one row a box."""
    low, high = boxes[:, None, :2] - places, places - boxes[:, None, 2:]
    return np.hypot(*np.maximum(0, np.maximum(low, high)).transpose(2, 0, 1))


def _holds(boxes, place) -> np.ndarray:
    (left, low, right, high), (x, y) = _parts(boxes), place
    return (left <= x) & (x <= right) & (low <= y) & (y <= high)


def _touches(segments, boxes) -> np.ndarray:
    """Return whether a segment enters a box: neither an axis nor its normal parts them."""
    (x, y), (x_end, y_end) = (_parts(segments[..., end, :]) for end in (0, 1))
    left, low, right, high = _parts(boxes)
    across = (np.minimum(x, x_end) <= right) & (left <= np.maximum(x, x_end))
    upward = (np.minimum(y, y_end) <= high) & (low <= np.maximum(y, y_end))
    run, rise = x_end - x, y_end - y
    apart = np.abs(run * ((low + high) / 2 - y) - rise * ((left + right) / 2 - x))
    return (
        across
        & upward
        & (apart <= (np.abs(rise) * (right - left) + np.abs(run) * (high - low)) / 2)
    )


def _write(ax, named, shift, gap) -> Annotation:
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
        zorder=4,
        in_layout=False,
        arrowprops=leader if gap >= LEADER else None,
    )
