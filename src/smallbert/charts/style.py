"""The look of every chart: style files, and a colour and a marker for each technique."""

from contextlib import AbstractContextManager
from pathlib import Path

import matplotlib.pyplot as plt

STYLES = Path(__file__).parent / "styles"
THEMES = ("light", "dark")

COLOURS = {
    "quantization": "#0f7fc4",
    "pruning": "#d55e00",
    "distillation": "#009e73",
    "matrix_decomposition": "#b565c9",
    "dynamic_inference": "#3aa6dd",
    "parameter_sharing": "#c98a00",
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


def theme(name: str = "light") -> AbstractContextManager:
    """Return a context in which charts have the look of the theme `name`."""
    return plt.style.context([STYLES / "base.mplstyle", STYLES / f"{name}.mplstyle"])


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
