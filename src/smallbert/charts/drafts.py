"""Drawings on the way, which nobody sees: seaborn asks for them to learn where things are."""

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakSet

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

_laid_out: WeakSet[Figure] = WeakSet()
"""Figures whose panels have their last places."""


def lay_out(fig: Figure) -> None:
    """Give the panels of a figure the places that a drawing would give them, for good.

    What is written at points of a panel, such as labels, would not move with it.
    """
    if engine := fig.get_layout_engine():
        engine.execute(fig)
    for ax in fig.axes:
        ax.apply_aspect()
    _laid_out.add(fig)


def move_again(fig: Figure) -> None:
    """Let the panels of a figure that was changed have other places."""
    _laid_out.discard(fig)


def settle(fig: Figure) -> None:
    """Lay a figure out unless it is, and let no drawing do it again."""
    if engine := fig.get_layout_engine():  # else all is drawn twice, once for the layout
        if fig not in _laid_out:
            engine.execute(fig)
        with plt.rc_context({"figure.constrained_layout.use": False}):
            fig.set_layout_engine(None)  # a placeholder, as for "none", has it drawn twice, too


def unpainted(fig: Figure) -> None:
    """Let a new figure place all that it holds when its canvas is drawn, and paint nothing.

    Every figure of the style file is made so (``figure.hooks``); files are not drawn by a canvas.
    """
    fig.canvas.draw = fig.draw_without_rendering


@contextmanager
def in_place(fig: Figure) -> Iterator[None]:
    """Leave the panels where they are, however often the figure is drawn in the block.

    The layout has to be made again for the finished figure anyway.
    """
    engine = fig.get_layout_engine()
    if engine is None:
        yield
        return
    fig.set_layout_engine("none")
    try:
        yield
    finally:
        fig.set_layout_engine(engine)
