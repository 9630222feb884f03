"""The best value of a column is bold: the largest or, where less is better, the smallest."""

import pandas as pd

from smallbert.charts.tables import table_html

FRAME = pd.DataFrame({"Model": ["A", "B", "C"], "Size": ["9.5", "12.0", "110"]})


def test_the_lowest_is_the_smallest_number_and_the_highest_the_largest():
    for layout, bold in (({"lowest": ["Size"]}, "9.5"), ({"highest": ["Size"]}, "110")):
        page = table_html(FRAME, **layout)
        assert page.count("<strong>") == 1
        assert page.partition("<strong>")[2].startswith(bold)


def test_a_row_that_is_left_out_is_never_best():
    page = table_html(FRAME, lowest=["Size"], exclude=[0])
    assert page.partition("<strong>")[2].startswith("12.0")
