"""What nobody sees is placed and not painted."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from smallbert.charts import style
from smallbert.charts.drafts import in_place


@pytest.fixture
def fig():
    """Return a figure in the book's style, with a label that needs room."""
    with style.context():
        fig, ax = plt.subplots()
        ax.set_ylabel("two\nlines")
        yield fig
    plt.close(fig)


def test_a_drawn_canvas_places_everything_and_stays_empty(fig):
    before = fig.axes[0].get_position().x0
    fig.canvas.draw()
    assert not fig.stale  # seaborn would draw it once more
    assert fig.axes[0].get_position().x0 != before
    assert not np.asarray(fig.canvas.buffer_rgba())[..., 3].any()


def test_panels_stay_where_they_are_in_the_block_and_move_after_it(fig):
    before = fig.axes[0].get_position().x0
    with in_place(fig):
        fig.canvas.draw()
        assert fig.axes[0].get_position().x0 == before
    fig.canvas.draw()
    assert fig.axes[0].get_position().x0 != before


def test_a_figure_without_a_layout_has_none_afterwards():
    fig = plt.figure(layout="none")
    with in_place(fig):
        assert fig.get_layout_engine() is None
    assert fig.get_layout_engine() is None
    plt.close(fig)
