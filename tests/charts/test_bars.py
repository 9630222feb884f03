"""Bars, tallies and dots: expectations by hand, read from what is drawn."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import same_color

from smallbert import charts

COUNTS = pd.DataFrame({"holds": [92, 4], "fails": [5, 0], "undecidable": [1, 0]}, ["a", "b"])


@pytest.fixture
def ax():
    (ax,) = charts.stacked(COUNTS, xlabel="claims").axes
    return ax


def test_each_kind_s_bars_begin_where_those_of_the_kinds_before_it_end(ax):
    drawn = [[(bar.get_x(), bar.get_width()) for bar in kind] for kind in ax.containers]
    assert drawn == [[(0, 92), (0, 4)], [(92, 5), (4, 0)], [(97, 1), (4, 0)]]


def test_a_verdict_has_its_color_and_a_hatch_as_well(ax):
    looks = [(kind[0].get_facecolor(), kind[0].get_hatch()) for kind in ax.containers]
    grey, accent, pale = charts.GREYS[0], charts.ACCENT, charts.GREYS[1]
    for (color, hatch), wanted, mark in zip(
        looks, (grey, accent, pale), ("", "//", "xx"), strict=True
    ):
        assert same_color(color, wanted)
        assert (hatch or "") == mark


def test_rows_stand_from_the_top_in_the_table_s_order(ax):
    assert [text.get_text() for text in ax.get_yticklabels()] == ["a", "b"]
    assert ax.yaxis_inverted()
    assert ax.get_xlabel() == "claims"


def test_a_part_of_a_bar_has_its_number_where_it_has_room_and_the_total_follows(ax):
    ax.figure.draw_without_rendering()
    assert [text.get_text() for text in ax.texts] == ["92", "4", "5", "", "", "", "98", "4"]
    totals = ax.texts[-2:]
    ends = ax.transData.transform([(98, 0), (4, 1)])[:, 0]
    assert all(text.get_window_extent().x0 > end for text, end in zip(totals, ends, strict=True))
    assert all(text.get_window_extent().x1 < ax.bbox.x1 for text in totals)


def test_the_legend_names_the_kinds_in_their_order(ax):
    (legend,) = ax.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["holds", "fails", "undecidable"]


LINES = pd.DataFrame({"work": [*"bab"], "verdict": ["fails", "holds", "holds"]})


def test_a_tally_has_the_table_s_rows_all_kinds_that_were_asked_for_and_its_sums():
    counts = charts.tally(
        LINES, "work", "verdict", kinds=["holds", "fails", "undecidable"], total="claims"
    )
    assert list(counts.columns) == ["claims", "holds", "fails", "undecidable"]
    assert counts.to_dict("index") == {
        "b": {"claims": 2, "holds": 1, "fails": 1, "undecidable": 0},
        "a": {"claims": 1, "holds": 1, "fails": 0, "undecidable": 0},
        "All": {"claims": 3, "holds": 2, "fails": 1, "undecidable": 0},
    }


SHARES = pd.DataFrame({"3 layers": [80.0, 90], "6 layers": [95.0, 97], "all": [99.0, 104]}, [*"ab"])


def test_dots_stand_at_their_numbers_each_column_with_a_marker_and_a_color():
    (ax,) = charts.dots(SHARES, xlabel="share").axes
    marks = [line for line in ax.lines if line.get_linestyle() == "None" and line.get_marker()]
    marks = [line for line in marks if line.get_marker() in "soD"]
    assert [line.get_xydata().tolist() for line in marks] == [
        [[80, 0], [90, 1]],
        [[95, 0], [97, 1]],
        [[99, 0], [104, 1]],
    ]
    assert [line.get_marker() for line in marks] == ["s", "o", "D"]
    inks = (charts.GREYS[1], charts.ACCENT, plt.rcParams["text.color"])
    assert all(
        same_color(line.get_markerfacecolor(), ink) for line, ink in zip(marks, inks, strict=True)
    )


def test_dots_are_named_above_the_first_row_and_joined_from_the_least_to_the_most():
    (ax,) = charts.dots(SHARES, xlabel="share").axes
    assert {text.get_text(): text.xy for text in ax.texts} == {
        "3 layers": (80, 0),
        "6 layers": (95, 0),
        "all": (99, 0),
    }
    (joined,) = ax.collections
    assert np.array(joined.get_segments()).tolist() == [[[80, 0], [99, 0]], [[90, 1], [104, 1]]]


def test_where_nothing_differs_is_a_dotted_line():
    (ax,) = charts.dots(SHARES, xlabel="share", at=90).axes
    (line,) = [each for each in ax.lines if each.get_linestyle() == ":"]
    assert list(line.get_xdata()) == [90, 90]
