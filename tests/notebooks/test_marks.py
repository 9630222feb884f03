"""In a drawing, each mark that leads to a number lies where its axis puts this number.

So are the digitised figures, and the charts that draw numbers as printed; what an axis says is read
from the ticks of the drawing.
"""

import re
from collections import defaultdict
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from ..built import HREF, SVG, above, centre, texts

FIGURES = {
    "wu2022xtc-figure": "size",
    "desislavov2021compute-figure": "operations",
    "yang2024memory3-figure": "parameters-without-embeddings",
}
"""The digitised figures, whose marks lead to scores, and what x is."""

CHARTS = ["cao2020deformer-chart", "guo2019rpp-chart"]
CHARTS += ["small_bert-chart", "sun2020mobilebert-chart"]
CHARTS += ["turc2019wellread-figure3", "zhao2019extreme-chart"]
"""Charts with each number on an axis as it is printed."""

ASIDE = {"wu2022xtc-figure": 33}
"""As far as one of four marks at one place is moved aside along x."""

SLACK = 0.7
"""Units of a drawing, of which its width has 360."""

MARK, TICK = re.compile(r"/([^/-]+)-([^/]+)\.html#(.+)"), re.compile(r"M 0 0 L (0|-3\.5) (0|3\.5)")


def axes(drawing: Element) -> dict[Element, dict[int, dict[float, float]]]:
    """Return for each part of a drawing the places of its ticks by value, along x (0) and y (1)."""
    places, found = above(drawing), defaultdict(lambda: defaultdict(dict))
    shapes = {f"#{each.get('id')}": each.get("d") for each in drawing.iter(f"{SVG}path")}
    for use in drawing.iter(f"{SVG}use"):
        tick = TICK.fullmatch(" ".join((shapes[use.get(HREF)] or "").split()))
        words = next(filter(None, map(texts, places[use])), []) if tick else []
        value = "".join(words).replace("−", "-").replace(",", "").rstrip("x%")
        if len(words) == 1 and re.fullmatch(r"-?[\d.]+", value):
            along = int(tick[1] != "0")
            for part in places[use]:
                found[part][along][float(value)] = centre(use)[along]
    return found


def put(ticks: dict[float, float], value: float) -> float:
    """Return where an axis puts a value: between its two nearest ticks, evenly or by ratios."""
    values, places = (np.array([*each]) for each in (ticks.keys(), ticks.values()))
    scales = [np.asarray] + [np.log10] * int(values.min() > 0)
    bent = [np.polyfit(scale(values), places, 1, full=True)[1].sum() for scale in scales]
    scale = scales[int(np.argmin(bent))]
    near = np.argsort(abs(scale(values) - scale(value)))[:2]
    return np.polyval(np.polyfit(scale(values)[near], places[near], 1), scale(value))


@pytest.fixture(scope="module")
def drawings(runs):
    return {
        name: run.drawing(name)
        for run in runs.values()
        for name in run.listing
        if name in [*FIGURES, *CHARTS]
    }


@pytest.mark.parametrize("name", [*FIGURES, *CHARTS])
def test_a_mark_lies_where_its_axis_puts_its_number(name, drawings, results):
    drawing, values = drawings[name], results.set_index("id")["value"]
    places, ticks = above(drawing), axes(drawing)
    off = defaultdict(list)
    for mark in drawing.iter(f"{SVG}a"):
        if mark.get("class") == "sb-mark":
            number = "/".join(MARK.search(mark.get("href")).groups())
            own, at = next(ticks[part] for part in places[mark] if part in ticks), centre(mark)
            off[number].append(
                min(abs(put(own[along], values[number]) - at[along]) for along in own)
            )
            cost = number.rpartition("/")[0] + f"/{FIGURES.get(name)}"
            if "/points/" in cost and cost in values:
                off[cost].append(abs(put(own[0], values[cost]) - at[0]))
    assert len(off) >= 9
    for number, distances in off.items():
        far = min(distances) if number.endswith(f"/{FIGURES.get(name)}") else max(distances)
        assert far < ASIDE.get(name, SLACK), f"{number} is {values[number]}, {far} off"
