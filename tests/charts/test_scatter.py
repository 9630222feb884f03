"""Points and legends have the book's looks; expectations are read from what is drawn."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import same_color

from smallbert import charts
from smallbert.charts import style
from smallbert.charts.labels import lay_out
from smallbert.data import vocabulary
from smallbert.errors import UserError

ROWS = pd.DataFrame(
    {
        "model": ["one", "two", "three", "four"],
        "technique": ["pruning", "quantization", "quantization+distillation", "telepathy"],
        "origin": ["printed", "published", "digitised", "derived"],
        "size": [1.0, 2, 3, 4],
        "score": [80.0, 81, 82, np.nan],
        "margin": [np.nan, np.nan, 0.5, np.nan],
    }
)


@pytest.fixture
def ax():
    return plt.subplots()[1]


def test_every_origin_of_the_vocabulary_has_a_look_and_another_is_named_in_one_line(ax):
    assert all(isinstance(style.look(origin), dict) for origin in vocabulary.words("origins"))
    with pytest.raises(UserError, match=r"^origin 'red' has no look; use one of printed, digit"):
        charts.points(ax, [1], [1], color="red", origin="red")


def marks(ax):
    """Return the markers drawn, in the order of `ROWS`."""
    return sorted(
        (line for line in ax.lines if len(line.get_xdata())), key=lambda own: own.get_xdata()[0]
    )


def test_a_technique_has_its_color_and_an_unknown_one_that_of_none(ax):
    charts.scatter(ax, ROWS.fillna({"score": 83}), x="size", y="score")
    first, second, third, fourth = marks(ax)
    assert same_color(first.get_markerfacecolor(), charts.COLORS["pruning"])
    assert same_color(third.get_markerfacecolor(), charts.COLORS["compound"])
    assert same_color(fourth.get_markeredgecolor(), charts.COLORS["none"])
    assert second.get_markerfacecolor() == "none", "published"


def test_a_legend_shows_the_mark_of_each_technique(ax):
    charts.scatter(ax, ROWS, x="size", y="score")
    charts.gather_legends(ax.figure)
    (legend,) = ax.figure.legends
    markers = {line.get_marker() for line in legend.findobj(plt.Line2D)}
    assert markers >= {
        charts.style.MARKERS[each] for each in ("pruning", "quantization", "compound")
    }


def test_a_row_without_a_place_is_left_out_and_its_label_with_it(ax):
    charts.scatter(ax, ROWS, x="size", y="score", labels="model")
    assert len(marks(ax)) == 3
    assert [text.get_text() for text in ax.texts] == ["one", "two", "three"]


def test_an_error_bar_is_as_long_as_twice_its_half_and_a_missing_one_is_not_drawn(ax):
    bars = charts.points(ax, [1, 2], [80, 81], color="#d55e00", y_error=[0.5, np.nan])
    first, second = bars[2][0].get_segments()
    assert first.tolist() == [[1, 79.5], [1, 80.5]]
    assert not second.size


def test_a_line_joins_points_in_the_order_given_behind_them(ax):
    marks = charts.points(ax, [3, 1, 2], [1, 2, 3], color="#d55e00")
    line = charts.connect_points(ax, [3, 1, 2], [1, 2, 3], color="#d55e00")
    assert line.get_xydata().tolist() == [[3, 1], [1, 2], [2, 3]]
    assert line.get_zorder() < marks[0].get_zorder()


def test_a_mark_shifted_aside_has_its_link_where_it_is_seen_and_one_of_two_numbers_has_none(ax):
    ids = ["k/t/a/size", "k/t/a/x + k/t/b/x", ""]
    bars = charts.points(ax, [1, 2, 3], [1, 2, 3], color="#d55e00", ids=ids, shift=7)
    (over,) = ax.collections
    assert over.get_urls() == ["number:k/t/a/size", None, None]
    seen = bars[0].get_transform().transform((1, 1))
    assert over.get_offset_transform().transform((1, 1)) == pytest.approx(seen)


LONG = [f"a very long name of a series in a chart, number {number}" for number in range(4)]


@pytest.mark.parametrize(("words", "columns"), [(LONG, 1), (["a", "b", "c"], 3)])
def test_a_legend_has_as_many_columns_as_fit_and_takes_no_room_from_the_axes(words, columns):
    heights = []
    for shown in ([], words):
        fig, ax = plt.subplots()
        if shown:
            charts.legend_below(fig, [ax.plot([1, 2])[0] for _ in shown], shown)
        lay_out(fig)
        heights.append(ax.get_window_extent().height)
    (made,) = fig.legends
    assert made._ncols == columns
    assert made.get_window_extent().width <= fig.bbox.width
    assert made.get_window_extent().y1 <= ax.get_window_extent().y0
    assert heights[1] == pytest.approx(heights[0], rel=0.03)
