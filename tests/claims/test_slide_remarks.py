"""Remarks on slides, worked by hand."""

import pandas as pd
import pytest

from smallbert.claims import slide_remarks


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
    assert slide_remarks.agreement(row)["verdict"].item() == verdict


def test_a_slides_numbers_stand_beside_those_of_the_row():
    """Document 004, lines 67 to 73 and 150; 88.4 % of the pruned weights are a fifth of all."""
    table = slide_remarks.remark_table("guo2019rpp")
    assert list(table["Factor [x]", "talk"]) == ["2", "10", "", ""]
    assert list(table["MNLI after [%]", "table"]) == ["86.1", "81.4", "", ""]
    assert list(table.iloc[1])[:4] == ["1/10: 86 (?) => 82", "RPP, 88.4 %", "10", "5.00"]
    assert list(table.iloc[3]) == ["Winner:", *[""] * 8]
