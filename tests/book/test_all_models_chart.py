"""The chart that pages share, and the names that find room in it."""

import re
from itertools import combinations

import pytest

from smallbert.book import all_models_chart


@pytest.fixture(scope="module")
def drawing():
    [(place, text)] = all_models_chart.shared_files().items()
    assert place == "_static/model_scores.svg"
    return text


def marks(svg: str) -> list[tuple[float, float]]:
    """Return where a drawing has ticks, dots and rings."""
    found = re.findall(r'<use xlink:href="[^"]*" x="([\d.]+)" y="([\d.]+)"', svg)
    return [(float(x), float(y)) for x, y in found]


def circles(html: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', html)]


def test_the_shared_chart_is_the_same_each_time_and_has_no_color_of_one_theme(drawing):
    assert all_models_chart.chart_of_all_models.__wrapped__().drawing == drawing
    assert "var(" not in drawing
    colors = {*re.findall("#[0-9a-f]{6}(?=[;\"'])", drawing)}
    assert colors == {all_models_chart.GREY, "#8a8f98"}


def test_names_in_the_chart_do_not_cover_each_other_and_those_without_room_are_left_out():
    """Letters 8 points high are up to 4.9 points wide on the mean, so seven of them take 34."""
    crowd = {f"Model {at}": (150 + at, 60) for at in range(9)}
    names = all_models_chart.names_with_room(crowd)
    assert 0 < len(names) < 5
    for one, other in combinations(names, 2):
        apart = abs(one.middle - other.middle) >= 34 or abs(one.base - other.base) >= 8
        assert apart, (one, other)


def test_the_axis_of_scores_begins_at_a_tick_a_multiple_of_five(drawing):
    found = marks(drawing)
    assert (min(x for x, _ in found), max(y for _, y in found)) in found
