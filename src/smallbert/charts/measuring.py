"""Texts of charts, each measured once.

matplotlib asks for the size of a text whenever it lays out panels, places a label, looks for room
for a legend or draws, a dozen times for a tick, and loads the font's letters each time that a
figure is new. What a text measures rests on its words and its look alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps

from matplotlib.text import Text

MOST = 20_000
"""Measures kept by a process, then thrown away together."""

LOOK = (
    "_text",
    "_rotation",
    "_rotation_mode",
    "_horizontalalignment",
    "_verticalalignment",
    "_multialignment",
    "_linespacing",
    "_usetex",
    "_parse_math",
)
FONT = (
    "_family",
    "_slant",
    "_variant",
    "_weight",
    "_stretch",
    "_size",
    "_file",
    "_math_fontfamily",
)
"""What of a text and of its font decides how large it is."""

_known: dict[tuple, tuple] = {}


@contextmanager
def once() -> Iterator[None]:
    """Let matplotlib, in the block, measure equal texts once."""
    measure = Text._get_layout

    @wraps(measure)
    def known(text: Text, renderer):
        if text.get_wrap() or text.get_transform_rotates_text():  # these rest on their place, too
            return measure(text, renderer)
        look = _look(text, renderer)
        if look not in _known:
            if len(_known) > MOST:
                _known.clear()
            _known[look] = measure(text, renderer)
        return _known[look]

    Text._get_layout = known
    try:
        yield
    finally:
        Text._get_layout = measure


def _look(text: Text, renderer) -> tuple:
    """Return what decides the size of a text in a drawing."""
    font, dpi = text.get_fontproperties(), text.get_figure(root=True).dpi
    return (
        type(renderer),
        getattr(renderer, "dpi", None),
        dpi,
        *map(text.__dict__.get, LOOK),
        *map(font.__dict__.get, FONT),
    )
