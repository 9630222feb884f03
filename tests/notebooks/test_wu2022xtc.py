"""The lines named here are those of document 000_5ff54e2a5be8b19e.txt."""

import numpy as np
import pytest
from matplotlib.container import ErrorbarContainer

from smallbert.data import parameters
from smallbert.errors import UserError

from .reading import in_a_line

NAME = "wu2022xtc"
OTHERS = [
    {"sizes": "computed"},
    {"sizes": "computed", "float32_parts": "rest_and_embeddings", "published": False},
    {"float32_parts": "nothing", "corrected": False},
]


def drawn(ax, size=None):
    """Return marker, colour, x and y of every point, in the order drawn."""
    lines = [each[0] for each in ax.containers if isinstance(each, ErrorbarContainer)]
    return [
        (line.get_marker(), line.get_color(), float(x), float(y))
        for line in lines
        if size is None or line.get_markersize() == size
        for x, y in zip(*line.get_data(), strict=True)
    ]


def test_the_axes_have_the_words_of_lines_5_to_7(published):
    (ax,) = published(NAME).figures["wu2022xtc-figure"].axes
    assert [each.get_text() for each in ax.figure.artists][:1] == [
        "Average over 8 GLUE tasks for BERT-type models"
    ]
    assert ax.get_xlabel().startswith("Size (MB)")
    assert ax.get_ylabel().startswith("Glue Score")


@pytest.mark.parametrize(("sizes", "bits", "layers"), [("read", 32, 200), ("computed", 30, 228)])
def test_the_title_is_what_the_sizes_drawn_find(published, sizes, bits, layers):
    title = published(NAME, sizes=sizes).figures["wu2022xtc-figure"].get_suptitle()
    words = f"Fewer bits leave at most {bits} MB, fewer layers at least {layers} MB"
    assert " ".join(title.split()) == words  # lines 37 and 41, and by hand 4 bytes a weight


def test_students_at_one_place_are_drawn_side_by_side(published):
    (ax,) = published(NAME).figures["wu2022xtc-figure"].axes
    lines = [each[0] for each in ax.containers if isinstance(each, ErrorbarContainer)]
    spots = [line.get_transform().transform((200, 83.3)).round() for line in lines]
    assert len({tuple(spot) for spot in spots}) == 3  # TinyBERT, MiniLMv2, and all others


def test_a_doubling_before_the_break_is_one_step_and_the_break_is_marked(published):
    (ax,) = published(NAME).figures["wu2022xtc-figure"].axes
    x = ax.transData.transform([(at, 83) for at in (8, 16, 32, 64, 128, 200)])[:, 0]
    assert x[1] - x[0] == pytest.approx(x[2] - x[1])
    assert x[5] - x[2] < np.log2(200 / 32) * (x[1] - x[0])
    strokes = [line for line in ax.lines if line.get_marker() == "$/$"]
    assert len(strokes) == 1
    assert (np.array(strokes[0].get_ydata()) == 0).all()


def test_legends_stand_in_both_bottom_corners_and_the_blue_bar_in_the_break(published):
    (ax,) = published(NAME).figures["wu2022xtc-figure"].axes
    left, right = next(each for each in ax.artists if hasattr(each, "get_texts")), ax.get_legend()
    assert [len(each.get_texts()) for each in (left, right)] == [5, 3]  # lines 9 to 13, 14 to 16
    assert left.get_window_extent().x1 < right.get_window_extent().x0
    (bar,) = [line for line in ax.lines if line.get_linewidth() == 5]  # line 23
    assert 32 < bar.get_xdata()[0] < 200
    assert bar.get_color() == "#0f7fc4"


def test_counted_students_of_six_and_five_layers_do_not_share_a_size(published):
    (ax,) = published(NAME, sizes="computed").figures["wu2022xtc-figure"].axes
    sizes = {(colour, y): x for _, colour, x, y in drawn(ax, size=8)}
    # BERT_BASE has 109,482,240 weights and each layer 7,087,872 of them, by hand; 4 bytes each
    six, five = (4 * (109_482_240 - gone * 7_087_872) / 2**20 for gone in (6, 7))
    assert sizes["#e03131", 83.5] == sizes["#008b8b", 83.3] == pytest.approx(six)
    assert sizes["#e03131", 83.3] == pytest.approx(five)
    assert (round(six), round(five)) == (255, 228)


def test_what_stays_in_float32_moves_the_counted_size(published):
    def size(**chosen):
        (ax,) = published(NAME, sizes="computed", **chosen).figures["wu2022xtc-figure"].axes
        return next(x for marker, _, x, y in drawn(ax, size=8) if (marker, y) == ("D", 82.5))

    assert size(float32_parts="nothing") == pytest.approx(109_482_240 / 8 / 2**20)
    assert size() == pytest.approx(16.83, abs=0.01)
    assert size(float32_parts="rest_and_embeddings") == pytest.approx(103.5, abs=0.1)


def test_the_second_chart_holds_published_sizes_and_scores(published):
    sizes, scores = published(NAME).figures["wu2022xtc-published"].axes
    rings = {x for marker, _, x, _ in drawn(sizes, size=11)}
    assert rings == {418, 28, 16.5, 13.4, 257, 6.8}
    names = [in_a_line(text.get_text()) for text in scores.get_yticklabels()]
    row = names.index("XTC-BERT, 6 layers, 1 bit")  # the paper's 82.9/83.6 and 88.2/91.2
    assert [x for *_, x, y in drawn(scores) if y == row] == [82.9, 83.6, 88.2, 91.2]


def test_the_errors_of_the_reading_are_said(published):
    said = published(NAME).said  # 32 for 28 and 16 for 16.5, by hand
    assert (said["largest_error"], said["worst"]) == ("+14.3 %", "TernaryBERT")
    assert said["mean_error"] == "8.7 %"


def test_the_factors_hold_only_with_nothing_in_float32(published):
    frame, _ = published(NAME).tables["wu2022xtc-compression"]
    rows = frame.set_index(("Kept in float32", "Layers, one bit"))
    factors = rows.xs("Factor", axis=1, level=1)
    assert list(factors["Nothing"]) == ["32.0x", "52.3x", "58.5x"]
    assert factors.loc["12"].iloc[1] == "24.8x"  # 417.64 / 16.83, by hand


@pytest.mark.parametrize("chosen", [{}, *OTHERS])
def test_no_label_covers_another_or_a_point(published, overlaps, chosen):
    for figure in published(NAME, **chosen).figures.values():
        assert overlaps(figure) == []


def test_unknown_values_are_refused():
    with pytest.raises(UserError, match="read, computed"):
        parameters.require(sizes="guessed")
    with pytest.raises(UserError, match="rest_and_embeddings"):
        parameters.require(float32_parts="all")


def test_sizes_as_read_leave_out_what_stays_in_float32(published):
    said = published(NAME).said
    # by hand, 66.96 M and 109.48 M weights at one bit and 109.48 M at two, in units of 2^20 bytes
    assert (said["six_bare"], said["twelve_bare"]) == ("8.0 MB", "13.1 MB")
    assert said["two_bare"] == "26.1 MB"  # lines 29 to 31 have 8, 12 and 28
    assert said["covers"] == "1 of 3"


def test_models_of_one_shape_stand_at_two_sizes(published):
    unlike = published(NAME).said["unlike"]
    assert "TernaryBERT at 32" in unlike
    assert "XTC-BERT, 12 layers, 2 bits at 28" in unlike
    assert "BinaryBERT (TWN) at 16" in unlike
    assert "12 layers, 1 bit at 12" in unlike
