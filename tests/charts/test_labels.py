"""Words of a chart: names of rows, and labels that cover nothing."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from smallbert import charts
from smallbert.charts.labels import lay_out, place_labels


@pytest.fixture
def ax():
    _, ax = plt.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    return ax


def boxes(texts):
    texts[0].figure.canvas.draw()
    return [plt.Text.get_window_extent(text) for text in texts]


def test_long_names_of_rows_take_lines_where_rows_are_high_and_equations_stay_whole():
    fig, (high, low) = plt.subplots(2)
    high.barh(["Score with date, operations fixed (n = 11)", "short"], [1, 2])
    low.barh([f"a name of more than thirty letters, {at}" for at in range(12)], range(12))
    lay_out(fig)
    name = high.get_yticklabels()[0].get_text()
    assert name.splitlines() == ["Score with date,", "operations fixed", "(n\xa0=\xa011)"]
    assert not any("\n" in text.get_text() for text in low.get_yticklabels())


@pytest.mark.parametrize("apart", [0.3, 0.5, 0.8])
def test_a_label_without_a_leader_is_nearest_to_its_own_point(ax, apart):
    places = np.array([(5, 5), (5 + apart, 5), (5 - apart, 5), (5, 5 + apart), (5, 5 - apart)])
    charts.points(ax, *places.T, color="C0")
    place_labels(ax, [5], [5], ["name"])
    (label,) = ax.texts
    (box,) = boxes([label])
    points = ax.transData.transform(places)
    low, high = np.array([box.x0, box.y0]) - points, points - np.array([box.x1, box.y1])
    away = np.hypot(*np.maximum(0, np.maximum(low, high)).T)
    assert label.arrow_patch is not None or away.argmin() == 0


def test_where_there_is_no_room_the_first_names_are_written_and_none_covers_another(ax):
    texts = [f"a name of more than thirty letters, {at}" for at in range(60)]
    charts.points(ax, [5] * 60, [5] * 60, color="C0")
    place_labels(ax, [5] * 60, [5] * 60, texts)
    written = boxes(ax.texts)
    assert 1 < len(written) < 60
    assert ax.texts[0].get_text() == texts[0]
    covered = [(a, b) for a in written for b in written if a is not b and a.overlaps(b)]
    assert not covered
