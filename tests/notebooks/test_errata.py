"""Expected sentences are worked by hand from the documents; the comments name the lines."""

import io

import pandas as pd
import pytest

from smallbert import audit, claims
from smallbert.claims import errata
from smallbert.data import sources
from smallbert.errors import UserError

NAME = "errata"
LINES = {"000": 52, "001": 39, "002": 54, "003": 94, "004": 167}  # of the five documents
TABLES = ["size", "compute", "scale", "poster", "deck", "published", "repositories"]


def told(page) -> pd.DataFrame:
    """Return what all tables of the page tell, from the CSVs that it offers."""
    parts = [page.artifacts[f"errata-{each}"]["csv"] for each in TABLES]
    frames = [pd.read_csv(io.StringIO(part), dtype=str, keep_default_na=False) for part in parts]
    return pd.concat(frames, ignore_index=True)


def evidence(frame) -> set[str]:
    return set(" ".join(frame["evidence"]).split())


def test_every_disagreement_of_the_audit_is_on_the_page(published):
    lines = audit.table()
    off = set(lines.loc[lines["verdict"] == "disagrees", "id"])
    assert "ganesh2021case/effectiveness/adabert/poster-4-average-drop/average-drop" in off
    assert off <= evidence(told(published(NAME)))


def test_every_corrected_cell_is_on_the_page(published):
    mends = {
        f"{key}/{mend.table}/{mend.row}/{mend.column}"
        for key in sources.keys()
        for mend in sources.corrections(key).itertuples()
    }
    assert "zhao2019extreme/table3/pkd-3/vocab" in mends
    assert mends <= evidence(told(published(NAME)))


def test_every_statement_that_fails_is_on_the_page(published):
    rows = claims.stated()
    failing = set(rows.index[(rows["verdict"] == "fails") & (rows["document"] != "")])
    assert "electra-tiny" in failing
    assert failing <= evidence(told(published(NAME)))


def test_a_finding_stands_once(published):
    found = told(published(NAME))
    assert found["id"].is_unique
    lines = [each for each in " ".join(found["evidence"]).split() if each.count("/") == 4]
    assert len(lines) == len(set(lines)), "a line of the audit is told twice"
    assert found["statement"].is_unique
    told_by_hand = evidence(found[found["found_by"] == "reader"])
    derived = found[found["found_by"] != "reader"]["evidence"].str.split()
    assert not any(set(ids) <= told_by_hand for ids in derived), "a finding is told twice"


def test_each_finding_has_a_place_in_its_document(published):
    found = told(published(NAME))
    placed = found[found["document"].str.partition("_")[0].isin(LINES)]
    for row in placed.itertuples():
        last = LINES[row.document.partition("_")[0]]
        assert all(1 <= int(line) <= last for line in row.line.split("+")), row.id


def test_the_lines_by_hand_are_not_blank(documents):
    found = errata.stated()
    for id, row in found[found["document"].str.partition("_")[0].isin(LINES)].iterrows():
        with open(f"{documents}/{row['document']}", encoding="utf-8") as stream:
            lines = stream.read().split("\n")
        assert all(lines[int(line) - 1].strip() for line in row["line"].split("+")), id


def test_numbers_in_sentences_are_the_documents(published):
    found = told(published(NAME)).set_index("id")["statement"]
    # document 001, lines 26 and 29: both at 82
    assert found["bert-does-not-rise"].endswith("at one score, 82 % and 82 %.")
    # document 003, line 66, and document 004, lines 26 and 27
    assert "71.3 % on MNLI belongs to DualTrain + SharedProjDown" in found["extreme-two-students"]
    assert "which has 80 % on SST-2" in found["extreme-two-students"]
    # document 004, line 89
    assert "81.4 % on MNLI and 81.8 % on mismatched MNLI" in found["rpp-one-tenth"]


def test_the_three_headings_of_the_poster_are_told(published):
    found = told(published(NAME))
    moved = found[found["found_by"] == "heading"]
    assert list(moved["line"]) == ["59", "63", "68"]  # LightPAFF, DistilBERT, DeFormer


def test_cells_that_span_four_rows_are_one_finding(published):
    found = told(published(NAME))
    spans = found[found["statement"].str.contains("spans four rows")]
    assert len(spans) == 1
    # 12 rows with 3 cells each; lines 17, 18, 20 to 22, 25, 26 hold 14 of the 36
    assert spans["statement"].iloc[0].startswith("In table3 22 cells are empty")


def test_as_printed_the_misread_sizes_disagree_once_more(published):
    # line 15: 708 and 30322 do not give 2.40x
    line = "zhao2019extreme/table3/pkd-3/compression-factor/compression-factor"
    assert line not in evidence(told(published(NAME)))
    assert line in evidence(told(published(NAME, corrected=False)))


@pytest.mark.parametrize("kind", errata.KINDS)
def test_one_kind_can_be_looked_at_alone(published, kind):
    page = published(NAME, kind=kind)
    assert set(told(page)["kind"]) == {kind}
    frame, _ = page.tables["errata-counts"]
    assert frame["findings"].iloc[-1] == len(told(page)) < len(told(published(NAME)))


def test_bars_are_as_long_as_their_tables(published):
    page = published(NAME)
    ax = page.figures["errata-chart"].axes[0]
    total = sum(bar.get_width() for bar in ax.patches)
    assert total == len(told(page)) == sum(len(page.tables[f"errata-{x}"][0]) for x in TABLES)


def test_what_is_grave_is_shown_at_once_and_the_rest_folded(published):
    found = told(published(NAME)).set_index("id")["severity"]
    folded = {row for x in TABLES for row in _folded(*published(NAME).tables[f"errata-{x}"])}
    grave = found.eq("conclusion")
    assert found["memory3-rank"] == "conclusion"
    assert folded == set(found.index[~grave])
    assert 0 < grave.sum() < len(found)


def _folded(frame, layout) -> list[str]:
    """Return the ids of the folded rows of a table."""
    found = errata.findings()["id"]
    return [found[row] for row in frame.index if row in layout["folded"]]


def test_findings_are_counted_by_severity(published):
    page = published(NAME)
    counted = told(page)["severity"].value_counts()
    for severity in ("conclusion", "number", "label", "cosmetic"):
        assert page.said[severity] == str(counted[severity])


def test_an_unknown_kind_is_refused(published):
    with pytest.raises(UserError, match="kind"):
        published(NAME, kind="typo")
