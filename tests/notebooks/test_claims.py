"""Expected counts and numbers are those of the documents, line by line."""

import numpy as np
import pytest

from smallbert import claims
from smallbert.errors import UserError

from .reading import texts

NAME = "claims"


def test_every_claim_stands_in_one_table_under_its_document(published):
    tables = published(NAME).tables
    rows = [
        row
        for name, (frame, _) in tables.items()
        if name not in ("claims-failing", "claims-retired")
        for row in frame.index
    ]
    assert sorted(rows) == sorted(claims.stated().index)
    deck, layout = tables["claims-deck"]
    assert deck.loc["remark-zhao-one-sixth", "Lines"] == "33"
    assert layout["anchors"] == "claim-"


def test_retired_claims_are_listed_with_their_reasons(published):
    frame, layout = published(NAME).tables["claims-retired"]
    assert list(frame.index) == list(claims.retired().index)
    assert frame["Why it is retired"].str.endswith(".").all()
    assert layout["anchors"] == "claim-"


def test_counts_drawn_are_those_of_the_file(published):
    accepted = claims.stated()
    poster = accepted[accepted["document"].str.startswith("003")]["verdict"]
    shown = [text for text in texts(published(NAME).figures["claims-counts"]) if text]
    kinds = ["holds", "fails", "undecidable", "not testable"]
    numbers = [(poster == kind).sum() for kind in kinds]
    assert " + ".join(str(number) for number in numbers if number) in shown
    assert sum(int(number) for text in shown for number in text.split(" + ")) == len(accepted)


def test_each_trend_has_its_points_and_a_band_that_a_level_line_fits_into(published):
    page = published(NAME)
    panels = [ax for ax in page.figures["claims-trends"].axes if ax.get_visible()]
    assert panels[0].get_title("left") == "Operations\n0.52 (−0.16 to 0.87)"
    marks = [ax.collections[0].get_offsets() for ax in panels]
    assert [len(each) for each in marks] == [11, 11, 9, 16, 16]  # documents 001 and 002
    rank = np.corrcoef(marks[0].T)[0, 1]
    assert rank == pytest.approx(0.5219, abs=5e-4)  # ranks of lines 20 to 30
    assert page.names["level_lines"] == 5
    title = page.figures["claims-trends"].get_suptitle()
    assert title.startswith("None of 5 trends is sure to rise")


def test_a_lower_level_bears_out_the_trend_of_operations(published):
    found = published(NAME, level=0.8).tables["claims-compute"][0]
    assert found.loc["compute-trend", "Verdict"] == "holds"
    usual = published(NAME).tables["claims-compute"][0]
    assert usual.loc["compute-trend", "Verdict"] == "undecidable"


def test_without_margins_both_steps_of_the_dashed_line_are_clear(published):
    found = published(NAME, margins=0.0).tables["claims-size"][0]
    assert found.loc["xtc-rises-clearly", "Verdict"] == "holds"  # 81.8, 83.5, 84.1: lines 29 to 31


def test_as_printed_remarks_without_a_factor_cannot_be_checked(published):
    found = published(NAME, corrected=False).tables["claims-deck"][0]
    assert found.loc["remark-zhao-one-sixth", "Verdict"] == "holds"  # line 17 prints its factor
    assert found.loc["remark-zhao-one-twentieth", "Verdict"] == "undecidable"  # line 21 does not


@pytest.mark.parametrize("wrong", [{"level": 1.0}, {"margins": -1.0}, {"corrected": "yes"}])
def test_wrong_parameters_are_refused(published, wrong):
    with pytest.raises(UserError):
        published(NAME, **wrong)
