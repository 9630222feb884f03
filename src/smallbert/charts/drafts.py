"""Drawings on the way, which nobody sees: seaborn asks for them to learn where things are."""

from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure


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
