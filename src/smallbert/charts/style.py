"""The look of every chart: a style file, and a colour and a marker for each technique."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib.pyplot as plt

STYLE = Path(__file__).with_name("book.mplstyle")

WIDTH = 5.0
"""Of every chart, in inches."""

LETTERS = 8.5
"""Size of the smallest letters of a chart, in points, as in the style file: on a phone of 390
pixels, which shows a chart some 360 pixels wide, they are 8 pixels or more."""

COLOURS = {
    "quantization": "#0f7fc4",
    "pruning": "#d55e00",
    "distillation": "#009e73",
    "matrix_decomposition": "#b565c9",
    "dynamic_inference": "#1f9bb5",
    "parameter_sharing": "#c08300",
    "compound": "#d6456b",
    "architecture": "#8a8f98",
    "none": "#8a8f98",
}
"""A technique's colour, after Okabe and Ito, deepened to show on white and on black."""

MARKERS = {
    "quantization": "s",
    "pruning": "v",
    "distillation": "o",
    "matrix_decomposition": "D",
    "dynamic_inference": "^",
    "parameter_sharing": "P",
    "compound": "*",
    "architecture": "X",
    "none": "h",
}
"""A technique's marker: colour is never the only sign."""


SERIES = ("#0f7fc4", "#d55e00", "#009e73", "#b565c9", "#c08300", "#d6456b", "#1f9bb5", "#6b7f00")
"""Colours of series that are no techniques, in the order used."""

SHAPES = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Their markers."""


@contextmanager
def context() -> Iterator[None]:
    """Give charts the look of the book in the block, whatever a matplotlibrc says."""
    with plt.style.context(["default", STYLE]):
        yield


def family(technique: str) -> str:
    """Return the one family under which a chart shows `technique`.

    Examples
    --------
    >>> family("pruning")
    'pruning'
    >>> family("quantization+distillation")
    'compound'
    """
    return "compound" if "+" in technique else technique


def colour(technique: str) -> str:
    """Return the colour of a technique's family; one that is unknown has that of none.

    Examples
    --------
    >>> colour("quantization+distillation") == COLOURS["compound"]
    True
    >>> colour("telepathy") == COLOURS["none"]
    True
    """
    return COLOURS.get(family(technique), COLOURS["none"])


def marker(technique: str) -> str:
    """Return the marker of a technique's family; one that is unknown has that of none."""
    return MARKERS.get(family(technique), MARKERS["none"])


def looks(levels: Iterable[str], of: str = "") -> tuple[dict[str, str], dict[str, str]]:
    """Return a colour and a marker for each level: a technique's own, else the next free one.

    Where the levels are `of` a technique, one that is unknown has the look of none instead.

    Examples
    --------
    >>> colours, markers = looks(["pruning", "light", "dark"])
    >>> colours["pruning"] == COLOURS["pruning"], markers["light"], markers["dark"]
    (True, 'o', 's')
    """
    levels = list(dict.fromkeys(levels))
    others = [one for one in levels if of != "technique" and family(one) not in COLOURS]
    turn = {level: at % len(SERIES) for at, level in enumerate(others)}
    colours = {one: SERIES[turn[one]] if one in turn else colour(one) for one in levels}
    markers = {one: SHAPES[turn[one]] if one in turn else marker(one) for one in levels}
    return colours, markers
