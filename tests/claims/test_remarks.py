"""Remarks on slides, worked by hand."""

import pandas as pd
import pytest

from smallbert.claims import remarks


@pytest.fixture
def said():
    """Return two works: one says 1/2 and 1/8, the other 1/4 and 1/16, all from a full model."""
    rows = [
        ("a", "2", 2.0, 80.0),
        ("a", "8", 8.0, 70.0),
        ("b", "4", 4.0, 76.0),
        ("b", "16", 16.0, 60.0),
    ]
    frame = pd.DataFrame(rows, columns=["source", "written", "k", "after"])
    return frame.assign(
        before=90.0, before_half_width=0.5, after_half_width=0.5, teacher="bert_base"
    )


def test_between_two_remarks_the_score_is_straight_over_the_logarithm(said):
    line = remarks.beside(said, "a", "b", teacher="bert_base")
    assert list(line["k"]) == [4.0]  # 16 lies beyond the smallest model of a
    assert line["upper_score"].iloc[0] == pytest.approx(75)  # half way from 2 to 8
    assert line["ahead"].iloc[0] == pytest.approx(-1)


def test_before_the_first_remark_the_line_starts_at_the_full_model(said):
    line = remarks.beside(said, "b", "a", teacher="bert_base").set_index("k")
    assert line.loc[2.0, "upper_score"] == pytest.approx(83)  # half way from 90 at 1 to 76 at 4


@pytest.mark.parametrize(
    ("factor", "baseline", "score", "verdict"),
    [
        (2.4, 90.4, 79.6, "holds"),
        (2.6, 90.4, 79.6, "fails"),
        (2.4, None, 79.6, "undecidable"),
        (2.4, None, 79.4, "fails"),
        (2.4, 90.6, 80.9, "holds"),  # cut off, as the slides do with 84.6
        (2.4, 91.0, 80.0, "fails"),
    ],
)
def test_a_remark_holds_if_all_its_numbers_do(said, factor, baseline, score, verdict):
    row = said.head(1).assign(factor=factor, baseline_score=baseline, score=score)
    assert remarks.agreement(row)["verdict"].item() == verdict


def test_a_slides_numbers_stand_before_those_of_the_table():
    # document 004, lines 67 to 73 and 150
    beside = {
        ("Factor [x]", "of all weights"): {"one-half": "1.98"},
        ("MNLI before [%]", "implied"): {"one-tenth": "86.1"},
    }
    table = remarks.remark_table("guo2019rpp", beside, {"winner": "of four works"})
    assert list(table.columns)[1:3] == [("Factor [x]", "slide"), ("Factor [x]", "of all weights")]
    assert list(table["Factor [x]", "slide"]) == ["2", "10", "", ""]
    assert list(table["MNLI before [%]", "slide"]) == ["86 (?)", "86 (?)", "", ""]
    assert list(table.iloc[3]) == ["Winner:", *[""] * 4, "of four works"]
