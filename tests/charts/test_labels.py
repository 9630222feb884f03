"""Words of a chart: headlines above it, and labels that cover nothing."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

from smallbert import charts
from smallbert.charts import style
from smallbert.charts.labels import headline, headroom, lay_out, place_labels
from smallbert.charts.svg import to_svg


@pytest.fixture(autouse=True)
def look():
    with style.context():
        yield
    plt.close("all")


@pytest.fixture
def ax():
    _, ax = plt.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    return ax


def chart(*words):
    fig, ax = plt.subplots(figsize=(style.WIDTH, 3))
    ax.plot([1, 2], [3, 4])
    if words:
        headline(fig, *words)
    fig.canvas.draw()
    return fig


def boxes(texts):
    texts[0].figure.canvas.draw()
    return [plt.Text.get_window_extent(text) for text in texts]


def test_a_headline_leaves_the_axes_where_they_were():
    (plain,), (headed,) = (chart(*words).axes for words in ((), ("Found", "Drawn")))
    assert headed.get_position().bounds == pytest.approx(plain.get_position().bounds)
    assert headroom(plain.figure) == 0


def test_the_picture_is_higher_by_the_headline():
    heights = [
        float(re.search(r'height="([\d.]+)pt"', to_svg(chart(*words), name="a", alt="b"))[1])
        for words in ((), ("Found", "Drawn"), ("Found " * 30, "Drawn"))
    ]
    assert heights[0] == 216  # 3 inches
    assert heights[0] + 20 < heights[1] < heights[2] - 10


def test_a_title_of_wide_letters_fits_and_keeps_a_number_with_its_per_cent_sign():
    wide = chart("RRRRR " * 16 + "100 %", "Drawn")
    assert wide._suptitle.get_window_extent().x1 <= wide.bbox.x1
    assert "100\N{NO-BREAK SPACE}%" in wide.get_suptitle()


def test_long_names_of_rows_take_lines_where_rows_are_high_and_equations_stay_whole():
    fig, (high, low) = plt.subplots(2)
    high.barh(["Score with date, operations fixed (n = 11)", "short"], [1, 2])
    low.barh([f"a name of more than thirty letters, {at}" for at in range(12)], range(12))
    lay_out(fig)
    name = high.get_yticklabels()[0].get_text()
    assert name.splitlines() == ["Score with date,", "operations fixed", "(n\xa0=\xa011)"]
    assert not any("\n" in text.get_text() for text in low.get_yticklabels())


def test_a_title_that_is_wider_than_the_chart_is_broken():
    fig, ax = plt.subplots()
    ax.set_title("one title of a panel that is far wider than any chart of the book can be")
    lay_out(fig)
    assert ax._left_title.get_window_extent().x1 <= fig.bbox.x1


def test_a_change_has_its_sign_and_none_where_it_rounds_to_nothing():
    changes = [charts.signed(each) for each in (-1.26, 0.5, -0.04)]
    assert [*changes, charts.signed(2, 0)] == ["−1.3", "+0.5", "±0.0", "+2"]


def test_labels_of_one_point_do_not_cover_each_other(ax):
    charts.points(ax, [5, 5, 5], [5, 5, 5], color="C0")
    placed = boxes(place_labels(ax, [5, 5, 5], [5, 5, 5], ["one", "two", "three"]))
    assert not any(a.overlaps(b) for a in placed for b in placed if a is not b)


def test_a_label_leaves_its_marker_free_and_stays_inside(ax):
    charts.points(ax, [10], [10], color="C0")
    (label,) = boxes(place_labels(ax, [10], [10], ["a long name at the corner"]))
    corner = ax.transData.transform((10, 10))
    assert label.x1 <= corner[0]
    assert not label.contains(*corner)


@pytest.mark.parametrize("kind", ["scatter", "plot"])
def test_labels_keep_clear_of_all_marks(ax, kind):
    x, y = np.array([4.0, 4.6, 5.2]), np.array([5.0, 5.2, 5.0])
    getattr(ax, kind)(x, y, **({"marker": "o", "linestyle": ""} if kind == "plot" else {}))
    placed = boxes(place_labels(ax, x, y, ["first", "second", "third"]))
    marks = ax.transData.transform(np.column_stack([x, y]))
    assert not any(box.contains(*mark) for box in placed for mark in marks)


@pytest.mark.parametrize("apart", [0.3, 0.5, 0.8])
def test_a_label_without_a_leader_is_nearest_to_its_own_point(ax, apart):
    places = np.array([(5, 5), (5 + apart, 5), (5 - apart, 5), (5, 5 + apart), (5, 5 - apart)])
    charts.points(ax, *places.T, color="C0")
    (label,) = place_labels(ax, [5], [5], ["name"])
    (box,) = boxes([label])
    points = ax.transData.transform(places)
    low, high = np.array([box.x0, box.y0]) - points, points - np.array([box.x1, box.y1])
    away = np.hypot(*np.maximum(0, np.maximum(low, high)).T)
    assert label.arrow_patch is not None or away.argmin() == 0


def test_a_label_that_finds_no_place_can_be_spared_and_an_empty_one_is_left_out(ax):
    many = [5.0] * 60
    charts.points(ax, many, many, color="C0")
    texts = [f"a name of some length, {at}" for at in range(60)]
    assert len(place_labels(ax, many, many, texts, spare=True)) < 60
    assert place_labels(ax, [1, 2], [1, 2], ["", ""]) == []


def test_places_are_the_same_every_time():
    found = []
    for _ in range(2):
        _, ax = plt.subplots()
        charts.points(ax, [1, 1.1], [1, 1], color="C0")
        labels = place_labels(ax, [1, 1.1], [1, 1], ["a", "b"])
        found.append([label.get_position() for label in labels])
    assert found[0] == found[1]
