"""Every table that a document prints, redrawn from its folder; works come from the folders."""

import pandas as pd
import pytest

from smallbert import audit, charts
from smallbert.charts import document_tables, publish
from smallbert.data import sources

PRINTED = [
    (key, name)
    for key in sources.keys()
    for name, resource in sources.tables(key).items()
    if any("header" in field for field in resource["schema"]["fields"])
]


@pytest.fixture
def redrawn(monkeypatch):
    """Return a function that redraws a table: frame, layout, and the columns' own names."""
    caught = []
    monkeypatch.setattr(publish, "table", lambda exhibit, frame, **kw: caught.append((frame, kw)))

    def redraw(key, name, corrected, **more):
        charts.document_table(key, name, corrected=corrected, **more)
        frame, layout = caught.pop()
        return frame, layout, list(charts.headings(key, name, corrected=corrected))

    return redraw


def test_every_work_of_the_deck_and_the_poster_prints_a_table():
    assert len({key for key, _ in PRINTED}) >= 6


@pytest.mark.parametrize(("key", "name"), PRINTED)
def test_uncorrected_cells_are_those_of_the_document(redrawn, key, name):
    frame, _, columns = redrawn(key, name, False)
    read = sources.read_csv(sources.folder(key) / sources.tables(key)[name]["path"]).set_index(
        "row"
    )
    how = sources.tables(key)[name].get("shown", {})
    assert list(frame.index) == list(read.index)
    parted = {part for parts in how.get("parts", {}).values() for part in parts}
    for at, column in enumerate(columns):
        if column not in {*parted, *how.get("joined", {}), *how.get("as_printed", {})}:
            assert list(frame.iloc[:, at]) == list(read[column]), column
    for column, parts in how.get("parts", {}).items():
        cells = frame.iloc[:, [columns.index(part) for part in parts]]
        assert list(cells.apply(" ".join, axis=1)) == list(read[column])
    for column in how.get("joined", {}):
        cells = zip(read[column], frame.iloc[:, columns.index(column)], strict=True)
        assert all(own in whole for own, whole in cells)


@pytest.mark.parametrize(("key", "name"), PRINTED)
def test_every_column_with_numbers_is_shown_under_its_printed_heading(redrawn, key, name):
    header = charts.headings(key, name, corrected=False)
    parts = sources.tables(key)[name].get("shown", {}).get("parts", {})
    for field in sources.tables(key)[name]["schema"]["fields"]:
        if field.get("quantities"):
            for column in parts.get(field["name"], [field["name"]]):
                shown = header[column]
                shown = [shown] if isinstance(shown, str) else shown
                assert all(any(row in own for own in shown) for row in field["header"] if row)


@pytest.mark.parametrize(("key", "name"), PRINTED)
def test_every_corrected_cell_is_noted_at_its_cell_or_at_the_span_that_it_is_part_of(
    redrawn, key, name
):
    frame, layout, columns = redrawn(key, name, True)
    own = dict(zip(columns, frame.columns, strict=True))
    for mend in sources.corrections(key).query("table == @name").itertuples():
        column = own[mend.column]
        at = frame.index.get_loc(mend.row)
        alike = [column, layout["groups"] or column]
        if column in layout["span"]:
            while at and list(frame[alike].iloc[at]) == list(frame[alike].iloc[at - 1]):
                at -= 1
        note = layout["notes"][frame.index[at], column]
        assert (repr(mend.printed) in note) or (not mend.printed and mend.evidence in note)


def test_a_cell_that_spans_four_rows_says_what_was_read_and_what_was_misread(redrawn):
    _, layout, _ = redrawn("zhao2019extreme", "table3", True)
    note = layout["notes"]["nokd-96", ("Hidden", "Dim")]  # slide 1, lines 20 to 23
    assert note.startswith("one cell over four rows, read as '96' and '90'; '90': misread sign")
    assert layout["notes"]["pkd-3", ("Hidden", "Dim")].startswith("printed '708': misread digit")


def test_as_read_no_cell_spans_rows_and_no_correction_is_noted(redrawn):
    _, layout, _ = redrawn("zhao2019extreme", "table3", False)
    assert layout["span"] == []
    assert layout["groups"] == ""
    assert layout["notes"] == {}


def test_rows_are_chosen_by_their_cells_and_columns_are_added(redrawn):
    frame, layout, _ = redrawn(
        "ganesh2021case",
        "effectiveness",
        True,
        shown="shown_of_a_technique",
        rows={"heading": ["Compound"]},
        columns={"technique": ["", "Techniques"]},
    )
    assert list(frame["", "Model"]) == ["EdgeBERT"]  # the poster's last row
    assert ", " in frame["", "Techniques"].iloc[0]
    assert layout["groups"] == ("", "Heading")


def test_notes_are_in_reading_order_and_several_on_a_cell_become_one(redrawn):
    marks = {("rpp", "average"): "checked", ("bert-base", "mnli"): "checked"}
    frame, layout, _ = redrawn("ganesh2021case", "effectiveness", True, marks=marks)
    rows = [frame.index.get_loc(row) for row, _ in layout["notes"]]
    assert rows == sorted(rows)
    note = layout["notes"]["bert-base", ("Accuracy/F1", "MNLI")]
    assert note.startswith("GLUE test server")
    assert note.endswith("; checked")


def test_the_audit_adds_its_marks(monkeypatch):
    seen = {}
    monkeypatch.setattr(document_tables, "document_table", lambda *a, **kw: seen.update(kw))
    audit.document_table("guo2019rpp", "table1a")
    assert set(seen["marks"]) == {("nip-80", "mrpc"), ("rpp-59.3", "mrpc")}


def test_a_cell_that_is_cut_has_each_number_in_its_part(redrawn):
    """The deck, line 99: SQuAD drops by 1.4 points, or 1.6 %, in one cell as read."""
    _, layout, _ = redrawn("cao2020deformer", "table1", True)
    own = [cell for (row, _), cell in layout["numbers"].items() if row == "squad"]
    assert [("1.4", "cao2020deformer/table1/squad/drop")] in own
    assert [("1.6", "cao2020deformer/table1/squad/relative-drop")] in own


def test_two_notes_of_the_descriptor_on_one_cell_are_both_shown():
    cells = pd.DataFrame({"model": ["Thin †[1]"]}, index=["thin"])
    told = ({"column": "model", "rows": ["thin"], "note": note} for note in ("rerun", "Roe (2020)"))
    notes = document_tables._own_notes(cells, {"notes": [*told]}, corrected=True)
    assert notes == {("thin", "model"): "rerun; Roe (2020)"}
