"""Panels have their places, and long words their lines, before anything is written at points."""

import matplotlib.pyplot as plt
import pytest

from smallbert.charts import style
from smallbert.charts.drawing import canvas, caption
from smallbert.charts.layout import lay_out


@pytest.fixture(autouse=True)
def looks():
    with style.context():
        yield
    plt.close("all")


def test_a_panel_stays_where_it_was_laid_out():
    fig, ax = plt.subplots()
    lay_out(fig)
    before = ax.get_position().x0
    ax.set_ylabel("two\nlines")
    lay_out(fig)
    fig.draw_without_rendering()
    assert ax.get_position().x0 == before


def test_a_long_name_of_a_row_takes_lines_but_an_equation_stays_whole():
    fig, ax = plt.subplots()
    ax.barh(["Score with date, operations fixed (n = 11)", "short"], [1, 2])
    lay_out(fig)
    name = ax.get_yticklabels()[0].get_text()
    assert name.splitlines() == ["Score with date,", "operations fixed", "(n\xa0=\xa011)"]


def test_names_of_rows_that_are_low_stay_in_a_line():
    fig, ax = plt.subplots(figsize=(style.WIDTH, 2))
    ax.barh([f"a name of more than thirty letters, {at}" for at in range(12)], range(12))
    lay_out(fig)
    assert not any("\n" in text.get_text() for text in ax.get_yticklabels())


def test_a_title_that_is_wider_than_the_chart_is_broken():
    fig, ax = plt.subplots()
    ax.set_title("one title of a panel that is far wider than any chart of the book can be")
    lay_out(fig)
    assert ax._left_title.get_window_extent().x1 <= fig.bbox.x1


def test_a_caption_of_a_sketch_has_the_lines_that_it_has_room_for():
    fig, ax = canvas(7, 4)
    text = caption(ax, (6, 2), "a caption that is far too long for one inch on each side")
    assert "\n" in text.get_text()
    box = text.get_window_extent()
    assert box.x1 <= fig.bbox.x1
    assert box.x0 >= 0
