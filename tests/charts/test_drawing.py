import numpy as np
import pytest

from smallbert import charts
from smallbert.charts.points import look
from smallbert.data import vocabulary
from smallbert.errors import UserError


@pytest.fixture
def ax():
    with charts.style.context():
        yield charts.canvas(7, 3)[1]


def test_a_canvas_is_as_wide_as_a_chart_and_counts_as_it_is_told(ax):
    assert ax.get_xlim() == (0, 7)
    assert ax.get_ylim() == (0, 3)
    assert list(ax.figure.get_size_inches()) == [charts.WIDTH, 3]


def test_a_removed_block_has_a_dashed_edge_and_no_face(ax):
    shape = charts.block(ax, (1, 1), (2, 1), "gone", colour="#d55e00", dashed=True)
    assert shape.get_linestyle() == "--"
    assert shape.get_facecolor()[3] == 0


def test_first_row_of_a_matrix_is_on_top(ax):
    first, second = charts.matrix(ax, np.array([[1.0], [2.0]]), (0, 0), cell=1, colour="#0f7fc4")
    assert (first.get_y(), second.get_y()) == (1, 0)


def test_the_larger_weight_is_the_darker_and_a_missing_one_has_no_face(ax):
    values = np.array([[0.1, -0.4, np.nan]])
    faces = [each.get_facecolor()[3] for each in charts.matrix(ax, values, (0, 0), colour="b")]
    assert faces[1] > faces[0] > faces[2] == 0


def test_count_writes_three_digits():
    assert charts.count(109_482_240, 4 * 109_482_240) == "109 M parameters, 418 MiB"
    assert charts.count(4_385_920) == "4.39 M parameters"


def test_every_origin_of_the_vocabulary_has_a_look():
    assert all(isinstance(look(origin), dict) for origin in vocabulary.words("origins"))


def test_an_origin_without_a_look_is_named_in_one_line(ax):
    with pytest.raises(UserError, match=r"^origin 'red' has no look; use one of printed, digit"):
        charts.points(ax, [1], [1], colour="red", origin="red")
