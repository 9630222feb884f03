"""Boxes of what a figure shows, to see whether any text covers another text or a point."""

from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.container import ErrorbarContainer
from matplotlib.text import Text
from matplotlib.transforms import Bbox

SLACK = 1.0
"""Pixels by which two boxes may touch."""


@pytest.fixture
def overlaps():
    """Return a function that lists the overlaps in a figure."""
    return find_overlaps


def find_overlaps(figure) -> list[tuple[str, str]]:
    """Return the pairs that overlap: label on label, label on marker, legend on either.

    A legend below the axes must not meet anything of them.
    """
    canvas = FigureCanvasAgg(figure)  # its own may be gone with its window
    if figure.stale:
        figure.draw_without_rendering()
    draw = canvas.get_renderer()
    texts, others = [], []
    for ax in figure.axes:
        texts += [(text.get_text(), Text.get_window_extent(text, draw)) for text in _texts(ax)]
        others += [("a marker", box) for box in markers(ax)]
        legends = [each for each in (ax.get_legend(), *_legends(ax)) if each is not None]
        others += [("a legend", each.get_window_extent(draw)) for each in set(legends)]
    found = [(a, b) for (a, x), (b, y) in combinations(texts, 2) if _meet(x, y)]
    found += [(a, b) for a, x in texts for b, y in others if _meet(x, y)]
    boxes = [box for name, box in others if name == "a legend"]
    points = [box for name, box in others if name == "a marker"]
    below = [each.get_window_extent(draw) for each in figure.legends]
    panels = [ax.get_tightbbox(draw) for ax in figure.axes if below]
    found += [("a legend", "a panel") for x in below for y in panels if _meet(x, y)]
    return found + [("a legend", "a marker") for x in boxes for y in points if _meet(x, y)]


def markers(ax) -> list[Bbox]:
    """Return the boxes of the markers that stand for data, in pixels."""
    scale = ax.figure.dpi / 72 / 2
    boxes = []
    bars = [each for each in ax.containers if isinstance(each, ErrorbarContainer)]
    for line in (each[0] for each in bars if each[0] is not None):  # none of bars alone
        half = line.get_markersize() * scale
        places = ax.transData.transform(list(zip(*line.get_data(), strict=True)))
        boxes += [Bbox.from_extents(x - half, y - half, x + half, y + half) for x, y in places]
    return boxes


def _texts(ax) -> list:
    return [text for text in ax.texts if text.get_visible() and text.get_text()]


def _legends(ax) -> list:
    return [each for each in ax.artists if type(each).__name__ == "Legend"]


def _meet(a: Bbox, b: Bbox) -> bool:
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    upward = min(a.y1, b.y1) - max(a.y0, b.y0)
    return across > SLACK and upward > SLACK
