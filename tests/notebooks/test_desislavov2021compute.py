"""The lines named here are those of document 001_6a21988418a685b3.txt."""

import pytest

from smallbert.data import parameters
from smallbert.errors import UserError

NAME = "desislavov2021compute"
OTHERS = [
    {"sequence_length": 512, "embed": "product", "published": False},
    {"sequence_length": 1, "convention": "macs", "corrected": False},
]


def drawn(ax, size):
    """Return x, y and colour of the points whose marker has the size."""
    lines = [each[0] for each in ax.containers if each[0].get_markersize() == size]
    return {
        (float(x), float(y), line.get_color())
        for line in lines
        for x, y in zip(*line.get_data(), strict=True)
    }


def counted(found):
    """Return the counted operations by the score at which they are drawn."""
    (ax,) = found.figures["desislavov2021compute-figure"].axes
    return {(round(x, 2), y) for x, y, _ in drawn(ax, 6)}


def test_the_axes_say_what_they_are(published):
    (ax,) = published(NAME).figures["desislavov2021compute-figure"].axes
    assert ax.get_xscale() == "log"
    assert {"3", "70"} <= {text.get_text() for text in ax.get_xticklabels()}  # line 6
    assert [int(tick) for tick in ax.get_yticks()] == [74, 76, 78, 80, 82, 84, 86]  # line 7
    assert ax.get_xlabel() == "Operations per forward pass of 128 tokens [GFLOPs]"


def test_the_title_has_the_correlation_and_refuses_where_there_is_none(published, edited):
    title = published(NAME).figures["desislavov2021compute-figure"].get_suptitle()
    assert "rank correlation 0.52" in title  # scipy.stats.spearmanr of lines 20 to 30
    edited(f"data/sources/{NAME}/points.csv", "MobileBERT tiny,4,75", "MobileBERT tiny,4,99")
    edited(f"data/sources/{NAME}/points.csv", "MobileBERT,5,79", "MobileBERT,5,98")
    edited(f"data/sources/{NAME}/points.csv", "SqueezeBERT,7,80", "SqueezeBERT,7,97")
    with pytest.raises(AssertionError, match="trend would be absent"):
        published(NAME, corrected=True)


def test_the_legend_of_six_colours_stands_at_the_bottom_right(published):
    (ax,) = published(NAME).figures["desislavov2021compute-figure"].axes
    middle = ax.get_window_extent().get_points().mean(axis=0)
    box = ax.get_legend().get_window_extent()  # lines 10 to 15
    assert (box.x0 > middle[0], box.y1 < middle[1]) == (True, True)


def test_models_of_one_shape_share_their_counted_operations(published):
    # BERT_BASE: 12 (12 H^2 n + 2 n^2 H) + H^2 multiply-adds at n = 128, H = 768, by hand
    base = 2 * (12 * (12 * 768**2 * 128 + 2 * 128**2 * 768) + 768**2) / 1e9
    found = counted(published(NAME))
    assert {(round(base, 2), 82), (round(base, 2), 83)} <= found
    large = 2 * (24 * (12 * 1024**2 * 128 + 2 * 128**2 * 1024) + 1024**2) / 1e9
    assert {(round(large, 2), 82), (round(large, 2), 85)} <= found


def test_the_convention_halves_and_the_product_adds(published):
    half = counted(published(NAME, convention="macs"))
    assert (11.17, 82) in half
    more = counted(published(NAME, embed="product"))  # 2 x 128 x 30522 x 768 = 6.0 G more
    assert (28.35, 82) in more


def test_the_length_moves_only_the_counted_points(published):
    (ax,) = published(NAME, sequence_length=512).figures["desislavov2021compute-figure"].axes
    (usual,) = published(NAME).figures["desislavov2021compute-figure"].axes
    assert drawn(ax, 8) == drawn(usual, 8)
    assert max(x for x, *_ in drawn(ax, 6)) > 300


def test_the_reading_is_set_against_the_paper(published):
    found = published(NAME)
    left, right = found.figures["desislavov2021compute-published"].axes
    names = [text.get_text() for text in left.get_yticklabels()]
    assert names == ["ELMo", "BERT-Base", "GPT-1", "BERT Large"]  # from the fewest operations up
    assert {(x, y) for x, y, _ in drawn(left, 10)} == {(26, 0), (29, 1), (30, 2), (79, 3)}
    assert {(x, y) for x, y, _ in drawn(left, 6)} == {(30, 0), (30, 1), (30, 2), (70, 3)}
    assert {(x, y) for x, y, _ in drawn(right, 10)} == {(71.2, 0), (79.6, 1), (75.1, 2), (82.1, 3)}
    assert {(x, y) for x, y, _ in drawn(right, 6)} == {(75, 0), (82, 1), (78, 2), (82, 3)}
    assert found.said["largest_x"] == "+15.4 %"  # 30 / 26, by hand
    assert found.said["mean_x"] == "7.6 %"
    assert (found.said["mean_y"], found.said["largest_y"]) == ("2.3", "3.8")


def test_the_dates_by_colour_stand_beside_the_published_ones(published):
    frame, _ = published(NAME).tables["desislavov2021compute-dates"]
    rows = frame.set_index("Model")
    assert (len(rows), rows.index[0]) == (11, "MobileBERT tiny")  # lines 20 to 30
    assert rows.loc["ELECTRA-Base", "By the colour"] == "2019-07"  # line 25
    assert rows.loc["ELECTRA-Base", "Published"] == "2020-03-23"
    assert rows.loc["ELMo", ["By the colour", "Nearest step"]].tolist() == ["2018-07", "2018-01"]
    assert (rows["Published"] == "").sum() == 2
    assert published(NAME).said["right_dates"] == "2 of 9"


def test_the_paper_mixes_two_rules_of_counting(published):
    frame, _ = published(NAME).tables["desislavov2021compute-rules"]
    nearer = frame.set_index("Model")["Nearer"].to_dict()
    products = dict.fromkeys(["GPT-1", "BERT-Base", "BERT-Small"], "product")
    assert nearer == products | dict.fromkeys(["BERT Large", "ALBERT-xxl"], "lookup")


@pytest.mark.parametrize("chosen", [{}, *OTHERS])
def test_no_label_covers_another_or_a_point(published, overlaps, chosen):
    for figure in published(NAME, **chosen).figures.values():
        assert overlaps(figure) == []


def test_impossible_values_are_refused():
    with pytest.raises(UserError, match="from 1 to 512"):
        parameters.require(sequence_length=513)
    with pytest.raises(UserError, match="flops, macs"):
        parameters.require(convention="ops")
    with pytest.raises(UserError, match="lookup, product"):
        parameters.require(embed="none")


def test_two_points_are_impossible_by_every_rule(published):
    said = published(NAME).said
    # lines 22 and 30; by hand 24 * 128 * (24 * 1024^2 + 4 * 128 * 1024) + 2 * 1024^2 is 78.9 G
    assert said["impossible"] == "ELECTRA-Small at 6 and ELECTRA-Large at 50"
    assert said["large_counted"] == "78.9"
    assert published(NAME, embed="product").said["large_counted"] == "78.9"
