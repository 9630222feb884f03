"""Tables as people paste them: encodings, separators and the marks of Markdown."""

import csv

import pytest

from smallbert.data import grids, pasted
from smallbert.data.faults import UserError

TEXT = "Modèle,MNLI\r\nA,84.5\r\n"
READ = [("2", ["A", "84.5"])]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_encoding_that_is_certain_is_read(tmp_path, encoding):
    path = tmp_path / "table.csv"
    path.write_bytes(TEXT.encode(encoding))
    (table,) = pasted.read(path).tables
    assert (table.columns, table.rows) == (["Modèle", "MNLI"], READ)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16-le", "utf-16-be"])
def test_an_encoding_that_would_be_guessed_is_one_line(tmp_path, encoding):
    path = tmp_path / "table.csv"
    path.write_bytes(TEXT.encode(encoding))
    with pytest.raises(UserError) as caught:
        pasted.read(path)
    words = "not in UTF-8; save it in UTF-8, from a spreadsheet as CSV UTF-8"
    assert str(caught.value) == f"{path}:1: {words}"


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_cells_of_a_spreadsheet_are_parted_by_comma_semicolon_or_tab(tmp_path, sign):
    path = tmp_path / "table.txt"
    rows = [["Model", "MNLI"], ['"A\nB"', "84.5"], ["", ""], ["C", "80.0"]]
    path.write_text("\n".join(sign.join(row) for row in rows))
    (table,) = pasted.read(path).tables
    assert table.rows == [("2", ["A\nB", "84.5"]), ("5", ["C", "80.0"])]


BRACKETED = """# Small

## Speed

The number in brackets is that of threads.

| Model | Time |
|---|---|
| A | 12 (4) |

## Scores

{above}

| Model (4) | MNLI | QQP |
|---|---|---|
| A (2) | 84.9 (0.1) | 91.0%(.2%)* |
| B (3) | 83.1 | - |

{below}
"""


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("F1 for SQuAD 1.1; the number in\nparentheses is the standard deviation.", ""),
        ("", "Standard deviations over 3.5 seeds are in brackets."),
        ("We give the mean (std) of five runs.", ""),
    ],
)
def test_spreads_in_brackets_have_a_column_where_the_text_around_says_so(tmp_path, above, below):
    path = tmp_path / "README.md"
    path.write_text(BRACKETED.format(above=above, below=below))
    speed, scores = pasted.read(path).tables
    assert (speed.columns, scores.spread) == (
        ["Model", "Time"],
        {"MNLI": "MNLI sd", "QQP": "QQP sd"},
    )
    assert [cells for _, cells in scores.rows] == [
        ["A (2)", "84.9", "0.1", "91.0%*", ".2"],
        ["B (3)", "83.1", "", "-", ""],
    ]


@pytest.mark.parametrize("above", ["", "In parentheses: the loss. No deviation is given."])
def test_other_numbers_in_brackets_stay_in_their_cell(tmp_path, above):
    path = tmp_path / "README.md"
    path.write_text(BRACKETED.format(above=above, below=""))
    assert pasted.read(path).tables[1].rows[0][1] == ["A (2)", "84.9 (0.1)", "91.0%(.2%)*"]


def test_a_file_without_a_table_says_what_is_taken(tmp_path):
    path = tmp_path / "README.md"
    for text in ("", "words\n", ",,\n"):
        path.write_text(text)
        with pytest.raises(UserError, match=r"no table; give Markdown, LaTeX, a spreadsheet \(.xl"):
            pasted.read(path)


@pytest.mark.parametrize("limit", [131_072, 2**31 - 1])
@pytest.mark.parametrize("text", ['"' + "a,\n" * 50_000, "a" * 200_000])
def test_a_quotation_mark_that_nobody_closes_is_one_line(tmp_path, text, limit):
    path = tmp_path / "table.csv"
    path.write_text(text)
    usual = csv.field_size_limit(limit)  # other libraries raise it
    with pytest.raises(UserError, match="no table|close each quotation mark"):
        pasted.read(path)
    csv.field_size_limit(usual)


def test_a_row_of_values_that_lacks_a_cell_is_listed(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text(",".join(pasted.LONG) + "\na,b,c,3,One,MNLI,84.0\na,b,c,4,Two\n")
    found = pasted.read(path)
    assert [(each.line, each.message) for each in found.faults] == [
        (3, "a row needs 7 cells, as the header has; mend the row")
    ]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("**80.1**", "80.1"),
        ("*80.1*", "80.1"),
        ("***80.1***", "80.1"),
        (" 80.1* ", "80.1*"),
        ("**80.1***", "80.1*"),
        ("80.1*/90.2*", "80.1*/90.2*"),
        (r"80.1\*", "80.1*"),
        ("80.1<sup>2</sup>", "80.1^2"),
        ("80.1&dagger;", "80.1†"),
    ],
)
def test_emphasis_goes_and_a_footnote_stays(cell, text):
    assert grids.unmarked(cell) == text


def test_a_rule_of_single_dashes_begins_a_table_and_one_inside_begins_none(tmp_path):
    """GitHub draws both; a dash alone may be a cell that reports nothing."""
    given = tmp_path / "README.md"
    given.write_text("| Model | MNLI |\n|-|:-:|\n| A | 84.5 |\n|---|---|\n| B | - |\n|-|-|\n")
    (table,) = pasted.read(given).tables
    assert table.rows == [("3", ["A", "84.5"]), ("5", ["B", "-"]), ("6", ["-", "-"])]


def test_a_table_of_a_readme_in_html_is_listed_and_a_quoted_one_is_read(tmp_path):
    given = tmp_path / "README.md"
    given.write_text("> | Model | MNLI |\n> |---|---|\n> | A | 84.5 |\n\n<table>\n</table>\n")
    found = pasted.read(given)
    assert found.tables[0].rows == [("3", ["A", "84.5"])]
    assert [(each.line, each.message) for each in found.faults] == [
        (5, "a table in HTML is not read; write it in Markdown, or take it out")
    ]


def test_lines_of_one_cell_stay_apart(tmp_path):
    given = tmp_path / "README.md"
    given.write_text("| Model | MNLI |\n|---|---|\n| BERT<br>base | 84<br/>85 |\n")
    (table,) = pasted.read(given).tables
    assert table.rows == [("3", ["BERT base", "84 85"])]


def test_brackets_are_spreads_where_the_opening_of_the_file_says_so(tmp_path):
    path = tmp_path / "README.md"
    rows = "| Model | MNLI |\n|---|---:|\n| Tiny | 81.9 (0.2) |\n"
    said = "# Tiny\n\nMedian of five runs; the number in brackets is the standard deviation."
    path.write_text(f"{said}\n\n## Results\n\n{rows}")
    (table,) = pasted.read(path).tables
    assert table.rows == [("9", ["Tiny", "81.9", "0.2"])]
    assert table.spread == {"MNLI": "MNLI sd"}


def test_sections_that_a_table_s_own_is_part_of_open_it_too_and_none_beside(tmp_path):
    path = tmp_path / "README.md"
    rows = "| Model | MNLI |\n|---|---|\n| Tiny | 81.9 |\n"
    path.write_text(
        "# Tiny\n\nSmall.\n\n## Setup\n\nFast.\n\n## Results\n\nOn dev.\n\n### GLUE\n\nFirst.\n\n"
        f"{rows}\n### Ablation\n\nLast.\n\n{rows}"
    )
    glue, ablation = pasted.read(path).tables
    assert glue.opening.split() == ablation.opening.split() == ["#", "Tiny", "Small.", "On", "dev."]
    assert (glue.around.split()[0], ablation.around.split()) == ("First.", ["Last."])


def test_a_spread_is_that_of_the_column_in_whose_cells_it_is(tmp_path):
    path = tmp_path / "README.md"
    cells = "81.9 ± 0.2 | 85.0 ± 0.1"
    path.write_text(f"| Model | QQP (F1) | QQP (acc) |\n|---|---|---|\n| Tiny | {cells} |\n")
    (table,) = pasted.read(path).tables
    assert table.spread == {"QQP (F1)": "QQP (F1) sd", "QQP (acc)": "QQP (acc) sd"}
