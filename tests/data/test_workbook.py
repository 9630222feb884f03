"""A workbook is read as its spreadsheet shows it."""

import datetime

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from smallbert.data import pasted
from smallbert.data.faults import UserError


def write(path, *rows, formats=None, merged=()):
    """Save a workbook whose first row is the second of its sheet."""
    book = openpyxl.Workbook()
    for at, row in enumerate(rows, start=2):
        for column, value in enumerate(row, start=1):
            book.active.cell(at, column, value)
    for cell, form in (formats or {}).items():
        book.active[cell].number_format = form
    for cells in merged:
        book.active.merge_cells(cells)
    book.save(path)
    return path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.xlsx"


def test_numbers_have_the_digits_that_are_shown(path):
    rows = [["Table 1"], ["Model", "MNLI", "QQP", "Size"], ["A", 84.5, 0.705, 1024], ["B", 80.25]]
    formats = {"B4": "0.00", "C4": "0.0%", "D4": "#,##0", "B5": "0.0"}
    found = pasted.read(write(path, *rows, formats=formats))
    assert found.faults == []
    assert found.tables[0].rows == [
        ("row 4", ["A", "84.50", "70.5%", "1024"]),
        ("row 5", ["B", "80.3", "", ""]),  # a half is rounded up, as spreadsheets do
    ]


def test_merged_cells_dates_and_formulas_are_one_list(path):
    head = [["Model", "GLUE", None, "Size"]]
    rows = [["A", datetime.date(2026, 6, 1), "=1+1", 66]]
    found = pasted.read(
        write(path, *head, *rows, formats={"D3": "0.0E+00"}, merged=["B2:C2"])
    ).faults
    assert [
        (each.line, each.column, each.message.partition("; ")[0]) for each in sorted(found)
    ] == [
        (2, 2, "B2:C2 is one merged cell"),
        (2, 3, "a heading is empty: a merged heading"),
        (3, 2, "B3: 2026-06-01 00:00:00 is a date"),
        (3, 3, "C3: a formula without its value"),
        (3, 4, "D3: 66 has the format 0.0E+00"),
    ]


def test_a_raised_digit_is_no_digit_of_the_number(path):
    cell = CellRichText("71.0", TextBlock(InlineFont(vertAlign="superscript"), "1"))
    found = pasted.read(write(path, ["Model", "MNLI"], ["A", cell]))
    assert found.tables[0].rows == [("row 3", ["A", "71.0^1"])]


def test_each_sheet_is_a_table_and_rows_name_theirs(path):
    write(path, ["Model", "MNLI"], ["A", 84.5])
    book = openpyxl.load_workbook(path)
    book.create_sheet("empty")
    book.copy_worksheet(book.active).title = "more"
    book.save(path)
    rows = [table.rows[0][0] for table in pasted.read(path).tables]
    assert rows == ["sheet Sheet, row 3", "sheet more, row 3"]


def test_a_workbook_without_a_table_is_one_line(path):
    with pytest.raises(UserError, match="no table; give Markdown"):
        pasted.read(write(path, ["words"], ["and words"]))


def test_a_number_of_many_digits_is_no_traceback(path):
    number = 1e300
    found = pasted.read(write(path, ["Model", "Mine"], ["A", number], formats={"B3": "0.00"}))
    assert found.tables[0].rows[0][1][1] == str(number)


def test_a_cell_far_away_is_one_line_at_once(path):
    book = openpyxl.Workbook()
    book.active["XFD1048576"] = 1
    book.save(path)
    with pytest.raises(UserError, match="sheet Sheet is too large; save the table by itself"):
        pasted.read(path)


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04 and no more", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]
)
def test_what_is_no_workbook_is_one_line(path, content):
    path.write_bytes(content)
    with pytest.raises(UserError, match="save it as .xlsx, or as CSV in UTF-8") as caught:
        pasted.read(path)
    assert len(str(caught.value).splitlines()) == 1
