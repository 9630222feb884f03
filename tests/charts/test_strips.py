"""A row a group: its marks, its range, and its median at the right."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.colors import same_color

from smallbert import charts


@pytest.fixture
def ax():
    return plt.subplots(figsize=(charts.WIDTH, 2))[1]


def test_the_median_of_a_row_stands_right_of_all_marks_at_its_height(ax):
    rows = pd.DataFrame({"x": [1.0, 2, -3, 5], "by": [*"aaab"], "id": [""] * 4})
    charts.strips(ax, rows, x="x", by="by", at=0)
    ax.figure.draw_without_rendering()
    first, second, head = ax.texts
    assert [each.get_text() for each in ax.texts] == ["1.0", "5.0", "median"]
    assert (first.get_fontweight(), second.get_fontweight()) == ("bold", "normal")
    heights = ax.transData.transform([(0, 0), (0, 1)])[:, 1]
    for text, height in zip((first, second), heights, strict=True):
        box = text.get_window_extent()
        assert ax.bbox.x1 < box.x0 < box.x1 < ax.figure.bbox.x1
        assert box.y0 < height < box.y1
    assert head.get_window_extent().y0 > first.get_window_extent().y1


def test_two_numbers_have_no_median(ax):
    rows = pd.DataFrame({"x": [1.0, 2], "by": [*"aa"], "id": [""] * 2})
    charts.strips(ax, rows, x="x", by="by")
    assert not ax.texts


ELEVEN = pd.DataFrame({"x": [float(each) for each in range(11)], "by": "a", "id": ""})
"""Of 0 to 10 the median is 5, and nine in ten are from 0.5 to 9.5."""


def lines(ax):
    """Return what is drawn with marks: the numbers, then the median."""
    return [line for line in ax.lines if line.get_marker() not in ("None", "", None)]


def test_a_row_has_a_mark_for_each_number_a_bar_of_nine_in_ten_and_its_median(ax):
    charts.strips(ax, ELEVEN, x="x", by="by")
    numbers, median = lines(ax)
    assert numbers.get_xydata().tolist() == [[each, 0] for each in range(11)]
    assert median.get_xydata().tolist() == [[5, 0]]
    (bar,) = [line for line in ax.lines if line.get_linestyle() == "-"]
    assert list(bar.get_xdata()) == pytest.approx([0.5, 9.5])


def test_a_number_left_of_the_axis_has_no_mark_and_counts_in_the_median(ax):
    charts.strips(ax, ELEVEN, x="x", by="by", least=8)
    numbers, median = lines(ax)
    assert list(numbers.get_xdata()) == [8, 9, 10]
    assert list(median.get_xdata()) == [5]
    assert ax.get_xlim()[0] == 8


def test_marks_are_faint_where_a_bar_sums_them_up(ax):
    rows = pd.concat([ELEVEN, pd.DataFrame({"x": [1.0], "by": "b", "id": ""})])
    charts.strips(ax, rows, x="x", by="by")
    assert [line.get_alpha() for line in lines(ax)] == [0.5, None, 1]


def test_a_row_s_groups_stand_from_the_top_in_the_frame_s_order(ax):
    rows = pd.DataFrame({"x": [1.0, 2, 3], "by": [*"bab"], "id": [""] * 3})
    charts.strips(ax, rows, x="x", by="by")
    assert [text.get_text() for text in ax.get_yticklabels()] == ["b", "a"]
    assert ax.yaxis_inverted()
    assert [line.get_xydata().tolist() for line in lines(ax)] == [[[1, 0], [3, 0]], [[2, 1]]]


def test_a_technique_has_its_color_and_marker_and_each_number_leads_to_its_card(ax):
    rows = pd.DataFrame({"x": [1.0, 2], "by": "a", "id": ["k/t/a/x", ""]})
    rows["technique"] = ["pruning", "quantization"]
    charts.strips(ax, rows, x="x", by="by", color="technique")
    drawn = dict(zip(rows["technique"], lines(ax), strict=True))
    assert all(
        same_color(line.get_markerfacecolor(), charts.COLORS[name]) for name, line in drawn.items()
    )
    assert [line.get_marker() for line in drawn.values()] == ["v", "s"]
    assert [url for each in ax.collections for url in each.get_urls()] == ["number:k/t/a/x", None]


def test_an_error_bar_reaches_as_far_as_the_standard_error(ax):
    rows = pd.DataFrame({"x": [1.0, 2], "by": "a", "id": "", "error": [0.25, 0.5]})
    charts.strips(ax, rows, x="x", by="by", error="error")
    _, bars = ax.collections  # the first is what leads to cards
    assert [each[:, 0].tolist() for each in bars.get_segments()] == [[0.75, 1.25], [1.5, 2.5]]


def test_where_nothing_has_changed_is_a_dotted_line(ax):
    charts.strips(ax, ELEVEN, x="x", by="by", at=4, ticks=[1, 2, 5, 10])
    (line,) = [each for each in ax.lines if each.get_linestyle() == ":"]
    assert list(line.get_xdata()) == [4, 4]
    assert list(ax.get_xticks()) == [1, 2, 5, 10]
