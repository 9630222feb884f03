import matplotlib.pyplot as plt
import numpy as np
import pytest

from smallbert import charts


@pytest.fixture
def ax():
    fig, ax = plt.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 10))
    yield ax
    plt.close(fig)


def boxes(texts):
    texts[0].figure.canvas.draw()
    return [plt.Text.get_window_extent(text) for text in texts]


def test_labels_of_one_point_do_not_cover_each_other(ax):
    charts.points(ax, [5, 5, 5], [5, 5, 5], colour="C0")
    placed = boxes(charts.place_labels(ax, [5, 5, 5], [5, 5, 5], ["one", "two", "three"]))
    assert not any(a.overlaps(b) for a in placed for b in placed if a is not b)


def test_a_label_leaves_its_marker_free_and_stays_inside(ax):
    charts.points(ax, [10], [10], colour="C0")
    (label,) = boxes(charts.place_labels(ax, [10], [10], ["a long name at the corner"]))
    corner = ax.transData.transform((10, 10))
    assert label.x1 <= corner[0]
    assert not label.contains(*corner)


@pytest.mark.parametrize("apart", [0.3, 0.5, 0.8])
def test_a_label_without_a_leader_is_nearest_to_its_own_point(ax, apart):
    places = np.array([(5, 5), (5 + apart, 5), (5 - apart, 5), (5, 5 + apart), (5, 5 - apart)])
    charts.points(ax, *places.T, colour="C0")
    (label,) = charts.place_labels(ax, [5], [5], ["name"])
    (box,) = boxes([label])
    points = ax.transData.transform(places)
    low, high = np.array([box.x0, box.y0]) - points, points - np.array([box.x1, box.y1])
    away = np.hypot(*np.maximum(0, np.maximum(low, high)).T)
    assert label.arrow_patch is not None or away.argmin() == 0


def test_an_empty_label_is_left_out(ax):
    assert charts.place_labels(ax, [1, 2], [1, 2], ["", ""]) == []


def test_places_are_the_same_every_time():
    found = []
    for _ in range(2):
        fig, ax = plt.subplots()
        charts.points(ax, [1, 1.1], [1, 1], colour="C0")
        labels = charts.place_labels(ax, [1, 1.1], [1, 1], ["a", "b"])
        found.append([label.get_position() for label in labels])
        plt.close(fig)
    assert found[0] == found[1]
