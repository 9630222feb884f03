"""A headline is above the picture and moves nothing in it."""

import re

import matplotlib.pyplot as plt
import pytest

from smallbert.charts import style
from smallbert.charts.headline import headline, headroom
from smallbert.charts.svg import to_svg


def chart(*words):
    fig, ax = plt.subplots(figsize=(style.WIDTH, 3))
    ax.plot([1, 2], [3, 4])
    if words:
        headline(fig, *words)
    fig.canvas.draw()
    return fig


@pytest.fixture(autouse=True)
def look():
    with style.context():
        yield


def test_a_headline_leaves_the_axes_where_they_were():
    (plain,), (headed,) = (chart(*words).axes for words in ((), ("Found", "Drawn")))
    assert headed.get_position().bounds == pytest.approx(plain.get_position().bounds)


def test_the_picture_is_higher_by_the_headline():
    heights = [
        float(re.search(r'height="([\d.]+)pt"', to_svg(chart(*words), name="a", alt="b"))[1])
        for words in ((), ("Found", "Drawn"), ("Found " * 30, "Drawn"))
    ]
    assert heights[0] == 216  # 3 inches
    assert heights[0] + 20 < heights[1] < heights[2] - 10


def test_what_is_drawn_is_the_title_of_a_chart_without_a_finding():
    assert chart("", "Drawn").get_suptitle() == "Drawn"


def test_a_title_of_wide_letters_has_more_lines_than_one_of_narrow_letters():
    narrow, wide = (chart(f"{letter * 5} " * 16, "Drawn") for letter in "aR")
    assert wide.get_suptitle().count("\n") > narrow.get_suptitle().count("\n")
    assert wide._suptitle.get_window_extent().x1 <= wide.bbox.x1


def test_a_number_stays_with_its_per_cent_sign():
    title = chart("x" * 66 + " keeps 100 %", "Drawn").get_suptitle()
    assert "100\N{NO-BREAK SPACE}%" in title


def test_a_chart_without_a_headline_needs_no_room():
    assert headroom(chart()) == 0
