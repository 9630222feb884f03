"""The charts on seaborn have the book's looks; expectations are read from what is drawn."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import same_color

from smallbert import charts

ROWS = pd.DataFrame(
    {
        "model": ["one", "two", "three", "four"],
        "technique": ["pruning", "quantization", "quantization+distillation", "telepathy"],
        "origin": ["printed", "published", "digitised", "derived"],
        "size": [1.0, 2, 3, 4],
        "score": [80.0, 81, 82, np.nan],
        "margin": [np.nan, np.nan, 0.5, np.nan],
    }
)


@pytest.fixture
def ax():
    fig, ax = plt.subplots()
    yield ax
    plt.close(fig)


def test_a_technique_has_its_colour_and_an_unknown_one_that_of_none(ax):
    drawn = charts.scatter(ax, ROWS.fillna({"score": 83}), x="size", y="score")
    edges = [tuple(edge) for edge in drawn.get_edgecolor()]
    assert same_color(drawn.get_facecolor()[0], charts.COLOURS["pruning"])
    assert same_color(drawn.get_facecolor()[2], charts.COLOURS["compound"])
    assert same_color(edges[3], charts.COLOURS["none"])


def test_published_and_derived_points_have_no_face(ax):
    drawn = charts.scatter(ax, ROWS.fillna({"score": 83}), x="size", y="score")
    assert [face[3] for face in drawn.get_facecolor()] == [1, 0, 1, 0]


def test_a_row_without_a_place_is_left_out_and_its_label_with_it(ax):
    drawn = charts.scatter(ax, ROWS, x="size", y="score", labels="model")
    assert len(drawn.get_offsets()) == 3
    assert [text.get_text() for text in ax.texts] == ["one", "two", "three"]


def test_only_rows_with_a_margin_have_bars(ax):
    charts.scatter(ax, ROWS, x="size", y="score", y_error="margin")
    (bars,) = ax.containers
    (segment,) = bars[2][0].get_segments()
    assert segment[:, 1].tolist() == [81.5, 82.5]


def test_a_scatter_of_no_rows_is_empty(ax):
    assert len(charts.scatter(ax, ROWS.iloc[:0], x="size", y="score").get_offsets()) == 0


def test_labels_keep_clear_of_the_markers_of_a_scatter(ax):
    charts.scatter(ax, ROWS, x="size", y="score", labels="model", legend=False)
    ax.figure.canvas.draw()
    places = ax.transData.transform(ROWS[["size", "score"]].dropna().to_numpy())
    boxes = [plt.Text.get_window_extent(text) for text in ax.texts]
    assert not any(box.contains(*place) for box in boxes for place in places)


def test_a_strip_puts_points_of_one_category_on_one_line(ax):
    frame = pd.DataFrame({"error": [1.0, 2, 3], "rule": ["a", "b", "a"]})
    charts.strip(ax, frame, x="error", y="rule")
    assert [set(heap.get_offsets()[:, 1]) for heap in ax.collections] == [{0.0}, {1.0}]


def test_a_swarm_moves_points_apart_and_always_alike():
    frame = pd.DataFrame({"error": [1.0] * 3, "rule": ["a"] * 3})
    drawn = []
    for _ in range(2):
        fig, ax = plt.subplots()
        charts.strip(ax, frame, x="error", y="rule", apart=True)
        fig.canvas.draw()
        drawn.append(ax.collections[0].get_offsets()[:, 1].tolist())
        plt.close(fig)
    assert len(set(drawn[0])) == 3
    assert drawn[0] == drawn[1]


def test_bars_are_as_long_as_their_numbers_and_say_them(ax):
    frame = pd.DataFrame({"part": ["a", "b"], "share": [30.0, 70]})
    charts.bars(ax, frame, x="share", y="part", written="{:.0f} %")
    assert [bar.get_width() for bar in ax.patches] == [30, 70]
    assert [text.get_text() for text in ax.texts] == ["30 %", "70 %"]


def test_a_dumbbell_joins_the_ends_of_a_row_and_has_the_first_on_top(ax):
    frame = pd.DataFrame({"model": ["a", "b"], "said": [2.0, 5], "found": [3.0, 4]})
    charts.dumbbell(ax, frame, y="model", ends={"said": "announced", "found": "reached"})
    joined = [segment[:, 0].tolist() for segment in ax.collections[0].get_segments()]
    assert joined == [[2, 3], [4, 5]]
    assert ax.yaxis_inverted()
    words = [text.get_text() for text in ax.get_legend().get_texts()]
    assert words == ["announced", "reached"]


def test_a_missing_cell_is_masked_and_says_nothing(ax):
    frame = pd.DataFrame({"a": [1.0, np.nan], "b": [-2.0, 0.0]}, index=["x", "y"])
    charts.heatmap(ax, frame, centre=0, written="{:+.1f}")
    cells = ax.collections[0].get_array()
    assert np.ma.getmaskarray(cells).ravel().tolist() == [False, False, True, False]
    assert [text.get_text() for text in ax.texts] == ["+1.0", "−2.0", "+0.0"]
    assert ax.patch.get_hatch()


def test_a_band_that_is_given_is_drawn_as_given(ax):
    frame = pd.DataFrame({"x": [1.0, 2], "y": [5.0, 6], "low": [4.0, 5], "high": [7.0, 8]})
    charts.lines(ax, frame, x="x", y="y", band=("low", "high"))
    (band,) = ax.collections
    assert band.get_datalim(ax.transData).intervaly.tolist() == [4, 8]


def test_each_line_has_its_colour(ax):
    frame = pd.DataFrame(
        {"x": [1, 2, 1, 2], "y": [1, 2, 3, 4], "kind": ["pruning"] * 2 + ["b"] * 2}
    )
    charts.lines(ax, frame, x="x", y="y", colour="kind", markers=True)
    assert same_color(ax.lines[0].get_color(), charts.COLOURS["pruning"])


def test_a_trend_through_points_of_one_line_is_that_line_and_its_band_has_no_width(ax):
    x = pd.Series([1.0, 10, 100, 1000])
    line = charts.trend(ax, x, 3 * x**2, log_x=True, log_y=True)
    assert line.get_ydata() == pytest.approx(3 * line.get_xdata() ** 2)
    band = ax.collections[0].get_paths()[0].vertices
    assert band[:, 1] == pytest.approx(3 * band[:, 0] ** 2)


def test_trends_have_a_panel_each_with_points_and_a_line():
    frame = pd.DataFrame({"kind": list("aaabbb"), "x": [1.0, 2, 3] * 2, "y": [1.0, 2, 3, 6, 4, 2]})
    fig = charts.trends(frame, "kind", x="x", y="y")
    assert [len(ax.collections[0].get_offsets()) for ax in fig.axes] == [3, 3]
    assert [ax.lines[0].get_ydata()[[0, -1]].tolist() for ax in fig.axes] == [
        pytest.approx([1, 3]),
        pytest.approx([6, 2]),
    ]
    plt.close(fig)


def test_panels_split_a_frame_one_below_the_other():
    frame = pd.DataFrame({"kind": ["a", "b", "c"], "x": [1, 2, 3]})
    seen = []
    fig = charts.panels(frame, "kind", lambda ax, part: seen.append(list(part["x"])))
    assert seen == [[1], [2], [3]]
    assert [ax.get_title() for ax in fig.axes] == ["a", "b", "c"]
    assert len({ax.get_subplotspec().colspan.start for ax in fig.axes}) == 1
    plt.close(fig)


def test_the_lowest_panel_names_the_axis_that_all_share():
    frame = pd.DataFrame({"kind": ["a", "b", "c"], "x": [1, 2, 3]})
    fig = charts.panels(frame, "kind", lambda *_: None, xlabel="size", ylabel="score")
    assert [ax.get_xlabel() for ax in fig.axes] == ["", "", "size"]
    assert [ax.get_ylabel() for ax in fig.axes] == ["score"] * 3
    ticks = [ax.xaxis.get_tick_params()["labelbottom"] for ax in fig.axes]
    assert ticks == [False, False, True]
    plt.close(fig)


def test_the_legends_of_panels_are_one_below_them():
    frame = pd.DataFrame({"kind": ["a", "b"], "x": [1, 2]})

    def draw(ax, part):
        ax.plot(part["x"], part["x"], "o", label="mark")
        ax.legend()

    fig = charts.panels(frame, "kind", draw)
    assert [text.get_text() for text in fig.legends[0].get_texts()] == ["mark"]
    plt.close(fig)
