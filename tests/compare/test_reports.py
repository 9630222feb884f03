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
    """Its repository 82.1, Ettin's image 82.7; what the poster and the slides print is borrowed."""
    rows = compare.reports(least=2).query("what == 'DistilBERT, development set'")
    found = rows.set_index("source")["score"].to_dict()
    assert found == {"sanh2019distilbert": 82.1, "weller2025ettin": 82.7}


def test_pkds_score_on_the_server_is_one_report_in_three_tables():
    """Three slides print 81.5 for PKD with 6 layers, from the paper of PKD."""
    assert not compare.reports(least=1)["what"].eq("PKD, 6 layers, test set").any()


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
