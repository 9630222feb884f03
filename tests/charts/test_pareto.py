"""The Pareto chart: three models made up by hand, one of them in 8 bits as well."""

import pandas as pd
import pytest
from matplotlib.colors import same_color

from smallbert import charts
from smallbert.charts.pareto import pareto_front

ROWS = pd.DataFrame(
    [
        ("Small", "Small", 32, 10.0, 70.0, 1.0, True, "k/t/small/score"),
        ("Large in 8 bits", "Large", 8, 25.0, 79.0, 2.0, True, ""),
        ("Middle", "Middle", 32, 50.0, 75.0, 1.5, False, "k/t/middle/score"),
        ("Large", "Large", 32, 100.0, 80.0, 0.5, True, "k/t/large/score"),
    ],
    columns=["model", "of", "bits", "cost", "score", "half_width", "front", "id"],
)


@pytest.fixture
def ax():
    fig = pareto_front(
        ROWS, xlabel="Stored [MiB]", ylabel="MNLI [%]", named={"Large": "L", "Large in 8 bits": "8"}
    )
    (ax,) = fig.axes
    return ax


def marks(ax):
    """Return color and marker of each point that is drawn, by its place."""
    return {
        tuple(place): (line.get_markerfacecolor(), line.get_marker())
        for line in ax.lines
        if line.get_marker() in ("o", "D")
        for place in line.get_xydata()
    }


def test_a_model_is_grey_or_if_it_is_named_in_the_accent_and_a_diamond_in_8_bits(ax):
    grey, accent = charts.GREYS[-1], charts.ACCENT
    wanted = {
        (10, 70): (grey, "o"),
        (25, 79): (accent, "D"),
        (50, 75): (grey, "o"),
        (100, 80): (accent, "o"),
    }
    drawn = marks(ax)
    assert {*drawn} == {*wanted}
    for place, (color, marker) in wanted.items():
        assert same_color(drawn[place][0], color)
        assert drawn[place][1] == marker


def test_the_front_is_a_step_through_its_models_and_leaves_the_others_out(ax):
    (front,) = [line for line in ax.lines if line.get_drawstyle() == "steps-post"]
    assert front.get_xydata().tolist() == [[10, 70], [25, 79], [100, 80]]


def test_a_line_joins_a_model_to_itself_in_8_bits(ax):
    joined = [line.get_xydata().tolist() for line in ax.lines if line.get_alpha() == 0.6]
    assert [[25, 79], [100, 80]] in joined
    assert sorted(map(len, joined)) == [1, 1, 2]


def test_an_interval_is_as_long_as_twice_its_half(ax):
    bars = [collection for collection in ax.collections if collection.get_alpha() == 0.25]
    segments = [segment for bar in bars for segment in bar.get_segments()]
    spans = {segment[0][0]: segment[:, 1].tolist() for segment in segments}
    assert spans == {10: [69, 71], 25: [77, 81], 50: [73.5, 76.5], 100: [79.5, 80.5]}


def test_intervals_end_without_caps(ax):
    caps = [line.get_visible() for line in ax.lines if line.get_marker() == "_"]
    assert caps
    assert not any(caps)


def test_a_number_s_mark_leads_to_its_card_and_an_estimate_s_nowhere(ax):
    urls = [url for collection in ax.collections for url in collection.get_urls()]
    assert {*filter(None, urls)} == {
        "number:k/t/small/score",
        "number:k/t/middle/score",
        "number:k/t/large/score",
    }


def test_only_those_named_have_their_names_and_ticks_are_those_within(ax):
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["8", "L"]
    assert list(ax.get_xticks()) == [10, 20, 50, 100]  # from 10 / 1.3 to 100 · 1.3
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Stored [MiB]", "MNLI [%]")
    assert ax.get_ylim() == (69, 84)
