"""Every table that a document prints, redrawn from its folder; works come from the folders."""

import pytest

from smallbert import charts
from smallbert.charts import printed_tables
from smallbert.data import sources

PRINTED = [
    (key, name)
    for key in sources.keys()
    for name, table in sources.tables(key).items()
    if any(column.header is not None for column in table.columns)
]


@pytest.fixture
def redrawn(monkeypatch):
    """Return a function that redraws a table: frame, layout, and the columns' own names."""
    caught = []
    monkeypatch.setattr(
        printed_tables, "table", lambda exhibit, frame, **kw: caught.append((frame, kw))
    )

    def redraw(key, name, **more):
        charts.printed_table(key, name, **more)
        return *caught.pop(), list(charts.headings(key, name))

    return redraw


@pytest.mark.parametrize(("key", "name"), PRINTED)
def test_printed_cells_are_those_of_the_document(redrawn, key, name):
    printed = sources.table_of(key, name, corrected=False)
    frame, layout, columns = redrawn(key, name, cells=printed)
    path = sources.folder(key) / sources.tables(key)[name].path
    read = sources.read_csv(path).set_index("row")
    assert list(frame.index) == list(read.index)
    for at, column in enumerate(columns):
        cells = map(sources.readable, read[column]) if column == "name" else read[column]
        assert list(frame.iloc[:, at]) == [*map(printed_tables._plain, cells)], (
            column
        )  # a name is ours
    mended = set(sources.corrections(key, name)["column"])
    assert not mended & {columns[list(frame.columns).index(each)] for each in layout["span"]}


@pytest.mark.parametrize(("key", "name"), PRINTED)
def test_every_column_with_numbers_is_shown(key, name):
    columns = sources.tables(key)[name].number_columns
    assert {column.name for column in columns} <= {*charts.headings(key, name)}


@pytest.mark.parametrize(("key", "name"), PRINTED)
def test_every_corrected_cell_is_noted(redrawn, key, name):
    frame, layout, columns = redrawn(key, name)
    own = dict(zip(columns, frame.columns, strict=True))
    for mend in sources.corrections(key).query("table == @name").itertuples():
        note = layout["notes"][mend.row, own[mend.column]]
        assert mend.evidence in note
        assert f"printed {mend.printed!r}" in note or not mend.printed


def test_rows_are_chosen_by_their_cells(redrawn):
    how = {"shown": "shown_of_a_technique", "rows": {"heading": ["Compound"]}}
    frame, layout, _ = redrawn("ganesh2021case", "effectiveness", **how)
    assert list(frame["", "Model"]) == ["EdgeBERT"]  # the poster's last row
    assert layout["groups"] == ("", "Heading")


def test_the_csv_of_a_table_has_all_columns_where_its_descriptor_says_so(redrawn):
    """The page leaves out the line of the poster that prints a row."""
    frame, layout, columns = redrawn("ganesh2021case", "effectiveness")
    assert "line" not in columns
    assert list(layout["data"].index) == list(frame.index)
    assert {"line", *columns} < {*layout["data"].columns}
    _, layout, _ = redrawn("cao2020deformer", "table1")
    assert layout["data"] is None


def test_a_cell_of_two_numbers_has_the_cards_of_both(redrawn):
    """The deck, line 99: SQuAD drops by 1.4 points, or 1.6 %, in one cell."""
    _, layout, _ = redrawn("cao2020deformer", "table1")
    assert layout["numbers"]["squad", "Performance Drop (absolute %age)"] == [
        ("1.4", "cao2020deformer/table1/squad/drop"),
        ("1.6", "cao2020deformer/table1/squad/relative-drop"),
    ]


def test_the_audit_adds_its_marks(redrawn):
    _, layout, _ = redrawn("guo2019rpp", "table1a")
    marked = [row for (row, _), note in layout["notes"].items() if "audit, " in note]
    assert marked == ["rpp-59.3"]
