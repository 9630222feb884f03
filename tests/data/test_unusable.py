"""A row that must decide nothing decides nothing: planted, it leaves every result."""

import pytest

from smallbert import charts, compare, data
from smallbert.charts import printed_tables
from smallbert.compare import ranking_tests

POSTER = "ganesh2021case/effectiveness"
FILE = "data/sources/ganesh2021case/unusable.csv"
LAST = "effectiveness,albert,"


@pytest.fixture
def barred(edited):
    """Return a function that bars a row of the poster, or some of its columns, in a copy."""
    return lambda row, columns="": edited(FILE, LAST, f"effectiveness,{row},{columns},why\n{LAST}")


def test_a_barred_row_leaves_rows_and_ranking(barred):
    barred("gobo")
    barred("mobilebert", "mnli")
    rows = compare.scored_rows("ganesh2021case")
    assert "GOBO" not in set(rows["model"])
    assert set(rows[rows["model"] == "MobileBERT"]["task"]) == {"sst-2", "squad-1.1"}
    sent = ranking_tests.rows_of_ranked(rows, ranking_tests.ranked_rows())
    assert set(sent[sent["model"] == "MobileBERT"]["task"]) == {"sst-2", "squad-1.1"}


def test_the_committed_lines_are_obeyed():
    rows = compare.scored_rows("ganesh2021case")
    assert not {"ALBERT", "Extreme compression, 48"} & set(rows["model"])
    assert data.results("ganesh2021case")["model"].eq("ALBERT").any()  # printed all the same


def test_a_result_against_a_barred_baseline_has_none(results):
    base = f"{POSTER}/bert-base/mnli-accuracy"
    barred = results.assign(unusable=results["unusable"].mask(results["id"] == base, "why"))
    assert (results["baseline"] == base).any()
    assert not (data.usable(barred)["baseline"] == base).any()


def test_the_printed_table_strikes_the_cells_out_with_the_reason(monkeypatch):
    seen = {}
    monkeypatch.setattr(printed_tables, "table", lambda *_, **how: seen.update(how))
    charts.printed_table("ganesh2021case", "effectiveness")
    assert {row for row, _ in seen["struck"]} == {"albert", "extreme-48"}
    assert ("albert", ("Accuracy/F1", "MNLI")) in seen["struck"]
    assert any("two versions" in text for text in seen["notes"].values())


def test_a_table_that_is_unusable_as_a_whole_decides_nothing(edited):
    edited(
        "data/sources/xia2022cofi/datapackage.yaml",
        "    origin: printed\n",
        "    origin: printed\n    unusable: shown elsewhere\n",
    )
    own = data.results("xia2022cofi")
    assert set(own["unusable"]) == {"shown elsewhere"}
    assert not compare.scored_rows()["source"].eq("xia2022cofi").any()
    assert compare.models_of_works().query("source == 'xia2022cofi'").empty
