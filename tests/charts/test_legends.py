"""Legends below the axes."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from smallbert.charts import legends, style
from smallbert.charts.layout import lay_out

WORDS = [f"a very long name of a series in a chart, number {number}" for number in range(4)]


@pytest.fixture(autouse=True)
def looks():
    with style.context():
        yield
    plt.close("all")


def drawn(fig):
    """Return the legend of a figure that is laid out, and its words."""
    (made,) = fig.legends
    lay_out(fig)
    fig.draw_without_rendering()
    return made, [text.get_text() for text in made.get_texts()]


@pytest.mark.parametrize(("words", "columns"), [(WORDS, 1), (["a", "b", "c"], 3)])
def test_a_legend_has_as_many_columns_as_fit(words, columns):
    fig, ax = plt.subplots()
    legends.below(fig, [ax.plot([1, 2])[0] for _ in words], words)
    made, _ = drawn(fig)
    assert made.get_window_extent().width <= fig.bbox.width
    assert made._ncols == columns


def test_a_legend_takes_no_room_from_the_axes():
    heights = []
    for words in ([], WORDS):
        fig, ax = plt.subplots()
        lines = [ax.plot([1, 2])[0] for _ in words]
        if words:
            legends.below(fig, lines, words)
            assert drawn(fig)[0].get_window_extent().y1 <= ax.get_window_extent().y0
        lay_out(fig)
        heights.append(ax.get_window_extent().height)
    assert heights[1] == pytest.approx(heights[0], rel=0.03)


def test_legends_of_panels_become_one_with_the_marks_of_error_bars():
    fig, (above, below) = plt.subplots(2)
    above.errorbar([1], [1], yerr=[1], marker="s", label="measured")
    above.legend(title="kind")
    below.plot([1, 2], label="read")
    below.legend()
    legends.gather(fig, title="kind")
    made, words = drawn(fig)
    assert words == ["measured", "read"]
    assert made.get_title().get_text() == "kind"
    assert not any(ax.get_legend() for ax in fig.axes)
    assert "s" in [line.get_marker() for line in made.findobj(Line2D)]


def test_a_published_series_is_hollow():
    entries = pd.DataFrame(
        {
            "label": ["a", "b"],
            "colour": "#0f7fc4",
            "marker": "o",
            "origin": ["printed", "published"],
        }
    )
    filled, hollow = legends.series(entries).values()
    assert to_hex(filled.get_markerfacecolor()) == "#0f7fc4"
    assert hollow.get_markerfacecolor() == "none"
