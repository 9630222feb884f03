"""A row a group: its marks, its range, and its median at the right."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from smallbert import charts
from smallbert.charts import style


@pytest.fixture
def ax():
    with style.context():
        yield plt.subplots(figsize=(charts.WIDTH, 2))[1]
        plt.close("all")


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
