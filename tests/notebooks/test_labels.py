"""In no drawing does a text cover another text, or the mark of a number."""

import re
from functools import cache
from itertools import combinations, product
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from matplotlib import font_manager

from smallbert.book import notebooks

from ..built import SVG, centre, texts

NAMES = [path.stem for path in notebooks.every()]

SLACK = 1.5
"""Units of a drawing, of which its width has 360, by which two boxes may touch."""


@cache
def font(weight: str):
    """Return the font of the drawings, of one weight."""
    wanted = font_manager.FontProperties(family="DejaVu Sans", weight=int(weight))
    return font_manager.get_font(font_manager.findfont(wanted))


def box(text: Element) -> np.ndarray | None:
    """Return the corners of the box around a text, or none if it is turned by less than 90°."""
    style = dict(part.split(": ") for part in text.get("style").split("; "))
    drawn = font(style.get("font-weight", "400"))
    drawn.set_size(float(style["font-size"].removesuffix("px")), 72)
    drawn.set_text("".join(text.itertext()))
    (width, height), down = (np.array(drawn.get_width_height()) / 64, drawn.get_descent() / 64)
    left = -width * {"middle": 0.5, "end": 1}.get(style.get("text-anchor"), 0)
    corners = np.array([(left, down - height), (left + width, down)])
    transform = text.get("transform") or ""
    if turn := re.search(r"rotate\(([\d.-]+)", transform):
        if turn[1] != "-90":
            return None
        (x0, y0), (x1, y1) = corners
        corners = np.array([(y0, -x1), (y1, -x0)])
    moved = re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", transform)
    return corners + np.array(moved.groups() if moved else (text.get("x"), text.get("y")), float)


def covers(a: np.ndarray, b: np.ndarray) -> bool:
    """Tell whether two boxes have more in common than an edge."""
    return bool((np.minimum(a[1], b[1]) - np.maximum(a[0], b[0]) > SLACK).all())


def overlaps(drawing: Element) -> list[tuple[str, str]]:
    """Return the texts of a drawing that cover each other or a mark."""
    known = [(texts(each)[0], box(each)) for each in drawing.iter(f"{SVG}text")]
    boxes = [(words, corners) for words, corners in known if words and corners is not None]
    marks = [each for each in drawing.iter(f"{SVG}a") if each.get("class") == "sb-mark"]
    dots = [("a mark", np.add(centre(each), [[-2, -2], [2, 2]])) for each in marks]
    pairs = [*combinations(boxes, 2), *product(boxes, dots)]
    return [(one, other) for (one, a), (other, b) in pairs if covers(a, b)]


@pytest.mark.parametrize("name", NAMES)
def test_no_text_covers_a_text_or_a_mark(name, runs):
    drawings = runs[name].drawings()
    assert {chart: found for chart in drawings if (found := overlaps(drawings[chart]))} == {}


def test_a_text_over_another_or_over_a_mark_is_found(runs):
    drawing = runs["yang2024memory3"].drawing("yang2024memory3-figure")
    first, *_, last = [each for each in drawing.iter(f"{SVG}text") if each.get("x")]
    mark = next(each for each in drawing.iter(f"{SVG}a"))
    last.set("x", first.get("x"))
    last.set("y", first.get("y"))
    assert (texts(first)[0], texts(last)[0]) in overlaps(drawing)
    last.set("x", f"{centre(mark)[0]}")
    last.set("y", f"{centre(mark)[1]}")
    assert (texts(last)[0], "a mark") in overlaps(drawing)
