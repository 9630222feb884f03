"""A chart for a phone: narrow, stacked, and with nothing that sticks out."""

import matplotlib.pyplot as plt
import pytest

from smallbert.charts import portrait, style
from smallbert.charts.drawing import canvas, caption

WORDS = [f"a long name of a series, number {number}" for number in range(4)]


@pytest.fixture(autouse=True)
def looks():
    with style.context(), portrait.narrow():
        yield
    plt.close("all")


def test_a_wide_figure_becomes_as_wide_as_a_phone_and_a_quarter_higher():
    fig, _ = plt.subplots(figsize=(7.4, 4))
    assert tuple(fig.get_size_inches()) == (portrait.WIDTH, 5)


def test_a_figure_that_fits_stays():
    fig, _ = plt.subplots(figsize=(4.5, 5))
    assert tuple(fig.get_size_inches()) == (4.5, 5)
    assert not portrait.is_wide(fig)


def test_panels_side_by_side_come_one_below_the_other():
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 4), gridspec_kw={"width_ratios": [2, 1]})
    fig.draw_without_rendering()
    assert left.get_position().y0 > right.get_position().y1
    assert left.get_position().width > 0.6
    assert fig.get_figheight() == 8


def test_a_grid_keeps_its_shape_for_who_draws_into_it():
    _, axes = plt.subplots(2, 3, figsize=(9, 4))
    assert axes.shape == (2, 3)
    assert axes[0, 2].get_position().y0 > axes[1, 0].get_position().y1


def test_a_legend_has_no_more_columns_than_fit():
    fig, ax = plt.subplots(figsize=(8, 4))
    for name in WORDS:
        ax.plot([1, 2], label=name)
    made = fig.legend(loc="outside lower left", ncols=4)
    assert made.get_window_extent().width <= fig.bbox.width


def test_a_legend_that_covers_a_mark_moves_below_the_axes():
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.plot([1, 2, 3], [1, 2, 3], "o", label="a")
    ax.legend(loc="center")
    portrait.finish(fig)
    assert ax.get_legend() is None
    assert [text.get_text() for text in fig.legends[0].get_texts()] == ["a"]


def test_a_legend_of_bars_moves_below_the_axes_with_its_title():
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.barh([1, 2], [3, 4], label="a")
    ax.legend(title="kind")
    portrait.finish(fig)
    assert ax.get_legend() is None
    assert fig.legends[0].get_title().get_text() == "kind"


def test_a_long_name_of_a_row_takes_lines_but_an_equation_stays_whole():
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.barh(["Score with date, operations fixed (n = 11)", "short"], [1, 2])
    portrait.finish(fig)
    name = ax.get_yticklabels()[0].get_text()
    assert name.splitlines() == ["Score with date,", "operations fixed", "(n\xa0=\xa011)"]


def test_a_panel_that_is_not_shown_leaves_no_hole():
    fig, axes = plt.subplots(2, 2, figsize=(8, 4))
    axes[1, 1].set_visible(False)
    portrait.finish(fig)
    fig.draw_without_rendering()
    heights = [ax.get_position().height * fig.get_figheight() for ax in fig.axes]
    assert len(heights) == 3
    assert min(heights) > 1.4  # of the eight inches each of four would have two, with its labels
    assert fig.get_figheight() < 6.7


def test_a_wide_legend_of_the_axes_moves_below_them_with_its_marks():
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.errorbar([1], [1], yerr=[1], marker="s", label=WORDS[0])
    ax.legend()
    portrait.finish(fig)
    (made,) = fig.legends
    assert ax.get_legend() is None
    assert [text.get_text() for text in made.get_texts()] == WORDS[:1]
    fig.draw_without_rendering()
    assert made.get_window_extent().y1 <= ax.get_window_extent().y0
    assert fig.get_figheight() > 4


def test_a_narrow_legend_stays_in_the_axes():
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.plot([1, 2], label="a")
    ax.legend()
    portrait.finish(fig)
    assert ax.get_legend()
    assert not fig.legends


def test_a_sketch_is_narrower_and_breaks_its_captions():
    fig, ax = canvas(7, 4)
    assert fig.get_figwidth() == portrait.SKETCH
    text = caption(ax, (6, 2), "a caption that is far too long for one inch on each side")
    assert "\n" in text.get_text()
    box = text.get_window_extent()
    assert box.x1 <= fig.bbox.x1
    assert box.x0 >= 0
