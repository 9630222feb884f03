"""Expected counts are worked by hand from the documents' tables, as the comments say."""

import pytest

from smallbert import audit, data
from smallbert.audit import coverage
from smallbert.errors import UserError

from .reading import texts

NAME = "audit"


def test_every_document_has_its_row_and_the_rows_add_up(published):
    frame, _ = published(NAME).tables["audit-counts"]
    where = ["Poster", "Slide deck", "Repositories", "Published tables", "All"]
    assert list(frame["Where"][3:]) == where
    parts = frame.drop(columns=["Where", "lines"])
    assert (parts.sum(axis=1) == frame["lines"]).all()
    assert (frame.iloc[:-1]["lines"].sum()) == frame.iloc[-1]["lines"]


def test_the_poster_has_26_averages_and_one_of_them_disagrees(published):
    # lines 51 to 76; line 61, AdaBERT: -5.2 / 3 is -1.73 and not -2.06
    frame, _ = published(NAME).tables["audit-disagreements"]
    own = published(NAME).names["off"]["source"].eq("ganesh2021case").to_numpy()
    rows = frame[own & frame["Rule"].eq("average drop")]
    assert list(rows["Model"]) == ["AdaBERT"]
    assert (
        rows["In words"]
        .iloc[0]
        .startswith("The source has −2.06; the rule gives −1.733, a difference of 0.3267")
    )
    assert published(NAME).said["poster_rows"] == "26"
    assert published(NAME).said["units"] == "26,432"  # 13,216 weights, half a weight each


def test_inputs_taken_as_exact_turn_what_needs_hidden_digits(published):
    # line 56, movement pruning: -14.1 / 3 is -4.70, printed -4.73; line 99: 0.22 / 0.07 is 3.14
    frame, _ = published(NAME, hidden_digits=False).tables["audit-disagreements"]
    assert {"Movement pruning", "AdaBERT"} <= set(frame["Model"])
    loose = frame[frame["Model"] == "Movement pruning"]["In words"].iloc[0]
    assert "a difference of 0.03, of which rounding explains 0.005" in loose
    assert "average drop" in set(frame["Rule"])
    assert "speedup" in set(frame["Rule"])


def test_one_document_can_be_looked_at_alone(published):
    found = published(NAME, audited="poster")
    assert set(found.tables["audit-lines"][0]["Where"]) == {"Poster"}
    assert list(found.tables["audit-counts"][0]["Where"]) == ["Poster", "All"]


def test_repositories_can_be_looked_at_alone(published):
    counts, _ = published(NAME, audited="repositories").tables["audit-counts"]
    assert list(counts["Where"]) == ["Repositories", "All"]
    read = audit.table()["document"].map(data.sources.is_repository).sum()
    assert counts["lines"].tolist() == [read, read]


def test_uncorrected_cells_add_their_own_disagreement(published):
    # line 15: hidden 708 for 768 and vocabulary 30322 for 30522
    frame, _ = published(NAME, corrected=False).tables["audit-disagreements"]
    rows = frame[frame["Rule"] == "compression factor"]
    assert list(rows["Model"]) == ["PKD, 3 layers"]
    corrected, _ = published(NAME).tables["audit-disagreements"]
    assert "compression factor" not in set(corrected["Rule"])


def test_what_is_missing_is_named(published):
    frame, _ = published(NAME).tables["audit-missing"]
    row = frame[frame["Rule"] == "memory reduction"].iloc[0]
    assert row["What is missing"] == "the memory of DeFormer made from BERT_BASE is not printed"
    assert row["Lines"] == 5  # lines 99 to 103 of the deck


def test_the_numbers_in_the_matrices_are_all_lines(published):
    found = published(NAME)
    shown = texts(found.figures["audit-chart"])
    assert sum(int(text) for text in shown) == int(found.said["lines"])


def test_points_beyond_the_dotted_lines_are_those_that_disagree_or_are_cut_off(published):
    (ax,) = published(NAME).figures["audit-differences"].axes
    drawn = {"agrees": [], "agrees if truncated": [], "disagrees": []}
    for heap in ax.collections:
        drawn[heap.get_label()] += list(heap.get_offsets()[:, 0])
    assert max(map(abs, drawn["agrees"])) <= 1 + 1e-6
    assert min(map(abs, drawn["disagrees"])) > 1
    # MiniLM: 22,700,000 weights printed, 22,713,216 counted, by 0.5; Gemma-2B-it: -1.00 by 0.01
    assert sorted(drawn["disagrees"])[:2] == pytest.approx([-26432, -100], abs=1)


def test_the_whole_audit_can_be_taken_away(published):
    text = published(NAME).artifacts["audit-lines"]["csv"]
    assert len(text.splitlines()) - 1 == int(published(NAME).said["lines"])
    assert text.startswith("id,source,table,row,quantity,printed,recomputed,difference,tolerance")


@pytest.mark.parametrize(("name", "value"), [("audited", "slides"), ("hidden_digits", 1)])
def test_another_value_is_refused(published, name, value):
    with pytest.raises(UserError, match=name):
        published(NAME, **{name: value})


@pytest.mark.parametrize("work", coverage.works_with_rules())
def test_each_work_s_page_shows_its_own_lines(published, work):
    frame, _ = published(work).tables[f"{work}-audit"]
    assert frame["Lines"].sum() == (audit.table()["source"] == work).sum()
