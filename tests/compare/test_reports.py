import pandas as pd
import pytest

from smallbert import compare
from smallbert.compare.reports import expected_range


def test_the_range_of_draws_is_that_of_the_tables_of_quality_control():
    """d₂ of Tippett's table: 2, 5 and 10 draws."""
    assert [expected_range(count) for count in (2, 5, 10)] == [
        pytest.approx(1.128, abs=5e-4),
        pytest.approx(2.326, abs=5e-4),
        pytest.approx(3.078, abs=5e-4),
    ]


def test_distilbert_on_the_development_set_has_these_reports():
    """The poster 82.2, its repository 82.1, the slides 81.6, Ettin's image 82.7."""
    rows = compare.reports().query("what == 'DistilBERT, development set'").set_index("source")
    assert rows["score"][["ganesh2021case", "sanh2019distilbert", "turc2019wellread"]].tolist() == [
        82.2,
        82.1,
        81.6,
    ]
    assert rows.at["weller2025ettin", "score"] == 82.7


def test_a_work_counts_once_and_borrows_nothing(results):
    rows = compare.reports(least=2)
    assert not rows.duplicated(["what", "source"]).any()
    assert results.set_index("id")["original"][rows["id"]].eq("").all()
    assert rows.groupby("what")["source"].nunique().min() >= 2


def test_the_ranges_say_how_far_reports_differ_and_how_far_chance_spreads_them():
    rows = pd.DataFrame({"what": "a", "score": [80.0, 81.0], "sampling": 0.5})
    line = compare.report_ranges(rows).loc["a"]
    assert (line["works"], line["range"]) == (2, 1.0)
    assert line["expected"] == pytest.approx(0.5 * 1.128, abs=1e-3)
