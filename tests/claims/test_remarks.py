"""Remarks on slides, worked by hand."""

import pandas as pd
import pytest

from smallbert.claims import remarks


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
def test_a_remark_holds_if_all_its_numbers_do(factor, baseline, score, verdict):
    """A slide says that a model of half the size has 80 where the full one has 90."""
    said = {"written": ["2"], "before": [90.0], "after": [80.0]}
    said = pd.DataFrame(said | {"before_half_width": [0.5], "after_half_width": [0.5]})
    row = said.assign(factor=factor, baseline_score=baseline, score=score)
    assert remarks.agreement(row)["verdict"].item() == verdict


def test_a_slides_numbers_stand_before_those_of_the_table():
    # document 004, lines 67 to 73 and 150
    beside = {
        ("Factor [x]", "of all weights"): {"one-half": "1.98"},
        ("MNLI before [%]", "implied"): {"one-tenth": "86.1"},
    }
    table = remarks.remark_table("guo2019rpp", beside, {"winner": "of four works"})
    assert list(table.columns)[1:3] == [("Factor [x]", "talk"), ("Factor [x]", "of all weights")]
    assert list(table["Factor [x]", "talk"]) == ["2", "10", "", ""]
    assert list(table["MNLI before [%]", "talk"]) == ["86 (?)", "86 (?)", "", ""]
    assert list(table.iloc[3]) == ["Winner:", *[""] * 4, "of four works"]
