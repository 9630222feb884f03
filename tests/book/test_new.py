"""`smallbert new` copies tables as printed, and `check` names what is left to say."""

import csv
import io

import openpyxl
import pytest
from click.testing import CliRunner

from smallbert import cli, paths
from smallbert.book import input_tables, new
from smallbert.data import check
from smallbert.errors import UsageError, UserError

KEY = "doe2031x"
LONG = "repo,commit,path,line,row,column,printed value,meaning\n"


def tables(tmp_path, text: str, name: str = "README.md") -> list[input_tables.Table]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return input_tables.read(path)


def test_what_a_comment_or_a_fence_hides_is_no_table(tmp_path):
    hidden = "| Model | QQP |\n|---|---|\n| Old | 1 |\n"
    text = f"<!--\n{hidden}-->\n\n```\n{hidden}```\n\n{hidden.replace('Old', 'New')}"
    (table,) = tables(tmp_path, text)
    assert table.rows == [("15", ["New", "1"])]


def test_cells_are_as_a_reader_sees_them(tmp_path):
    row = r"| **BERT\_S** [a](b.html) | `90.5`<sub>0.3</sub> | <1, 32> a\|b |"
    (table,) = tables(tmp_path, f"# Scores\n\n| M | QQP | T |\n|-|-|-|\n{row}\n")
    assert table.rows == [("5", ["BERT_S a", "90.5<sub>0.3</sub>", "<1, 32> a|b"])]
    assert table.place == "Scores"


def test_an_empty_row_is_a_rule(tmp_path):
    (table,) = tables(tmp_path, "| M | QQP |\n|-|-|\n| A | 1 |\n| | |\n| B | 2 |\n")
    assert [line for line, _ in table.rows] == ["3", "5"]


def test_an_odd_table_refuses_no_other(tmp_path, root):
    odd = "| M | QQP |\n|-|-|\n| A | 1 | 2 |\n"
    (tmp_path / "README.md").write_text(f"{odd}\n{odd.replace(' 2 |', '')}\n<table></table>\n")
    with pytest.raises(UsageError) as listed:
        new.begin(KEY, tmp_path / "README.md", (), print)
    assert str(listed.value).splitlines()[1:] == [
        "  1  line 1: not read: line 3 has 3 cells, the header 2",
        "  2  line 5: M | QQP (1 rows)",
        "  3  line 9: not read: a table in HTML",
    ]
    with pytest.raises(UserError, match="line 1: line 3 has 3 cells, the header 2; mend a copy"):
        new.begin(KEY, tmp_path / "README.md", (2, 1), print)
    assert new.begin(KEY, tmp_path / "README.md", (2,), print)


@pytest.mark.parametrize(
    ("name", "text"), [("a.csv", "\ufeffM;QQP\nA;84,4\n"), ("a.tsv", "M\tQQP\nA\t84,4\n")]
)
def test_the_sign_that_parts_all_rows_alike_parts_the_cells(tmp_path, name, text):
    (table,) = tables(tmp_path, text, name)
    assert (table.header, table.rows) == (["M", "QQP"], [("2", ["A", "84,4"])])


def test_a_csv_of_ragged_rows_is_refused(tmp_path):
    with pytest.raises(UserError, match="no sign of , ; tab parts all rows alike"):
        tables(tmp_path, "M,QQP\nA,1,2\n", "a.csv")


def test_one_printed_value_a_line_becomes_tables_with_lines(tmp_path):
    values = ["4,A,QQP,84.0,dev", "4,A,RTE,60,", "6,B,QQP,83.0,dev", "9,B,QQP,70.0,test"]
    first, second = tables(tmp_path, LONG + "".join(f"o/n,c,R.md,{v}\n" for v in values), "a.csv")
    assert first.header == ["Model", "QQP", "RTE"]
    assert first.rows == [("4", ["A", "84.0", "60"]), ("6", ["B", "83.0", ""])]
    assert first.document == {"repository": "o/n", "commit": "c", "path": "R.md"}
    assert first.meanings == {"QQP": "dev", "RTE": ""}
    assert second.rows == [("9", ["B", "70.0"])]


def test_one_printed_value_a_line_may_be_a_table_on_its_side(tmp_path):
    values = ["4,A,QQP,84.0,", "4,B,QQP,83.0,", "5,A,RTE,60,", "5,B,RTE,61,"]
    (table,) = tables(tmp_path, LONG + "".join(f"o/n,c,R.md,{v}\n" for v in values), "a.csv")
    assert table.rows == [("4-5", ["A", "84.0", "60"]), ("4-5", ["B", "83.0", "61"])]


def sheet(tmp_path, *rows, form: str = "General") -> input_tables.Table:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell in book.active["B"]:
        cell.number_format = form
    book.create_sheet("hidden").sheet_state = "hidden"
    book.save(tmp_path / "a.xlsx")
    (table,) = input_tables.read(tmp_path / "a.xlsx")
    return table


@pytest.mark.parametrize(
    ("form", "printed"), [("General", "0.84"), ("0.0", "0.8"), ("0.00%", "84.00%")]
)
def test_a_sheet_has_what_its_cells_show(tmp_path, form, printed):
    table = sheet(tmp_path, ["M", "QQP"], ["A", 0.84], form=form)
    assert table.rows == [("row 2", ["A", printed])]


def test_a_sheet_whose_cells_do_not_say_what_they_show_is_not_read(tmp_path):
    assert "formula" in sheet(tmp_path, ["M", "QQP"], ["A", "=1/2"]).unread
    assert "'#,##0'" in sheet(tmp_path, ["M", "QQP"], ["A", 1000], form="#,##0").unread


def test_what_is_no_workbook_is_one_line(tmp_path):
    with pytest.raises(UserError, match=r"a.xlsx: no workbook \(.*\); save it as .xlsx or CSV"):
        tables(tmp_path, "M,QQP\nA,1\n", "a.xlsx")


README = """# Results

| Model | SST-2 | Latency | Score (dev) |
|---|---|---|---|
| BERT-base | 92.9 | 10 | - |
| Fold-6 | 91.5 | 5 | - |
"""


@pytest.fixture
def begun(root, tmp_path):
    """Return what `new` says of a work that it begins."""
    (tmp_path / "README.md").write_text(README)
    words = ["new", KEY, "--from", str(tmp_path / "README.md")]
    return CliRunner().invoke(cli.main, words).output


def test_what_equals_a_word_of_the_vocabulary_is_filled_in_and_told(begun, root):
    assert "table1: column 'SST-2' is the task sst-2" in begun
    assert "table1: column 'Latency' is the metric latency" in begun
    descriptor = (root / "data/sources" / KEY / "datapackage.yaml").read_text()
    assert "{metric: TODO, task: sst-2}" in descriptor
    assert "{metric: latency, unit: TODO}" in descriptor
    assert "quantities" not in descriptor.partition('title: "Score (dev)"')[2]


def test_the_table_is_copied_and_all_else_is_asked(begun, root):
    text = (root / "data/sources" / KEY / "table1.csv").read_text()
    first, *rows = csv.DictReader(io.StringIO(text))
    assert (first["row"], first["line"], first["sst_2"]) == ("bert-base", "5", "92.9")
    assert {row["technique"] for row in [first, *rows]} == {"TODO"}


def test_check_names_each_todo_with_the_words_that_fit(begun):
    run = CliRunner().invoke(cli.main, ["check", KEY])
    assert run.exit_code == 1
    for words in (
        "split: TODO; one of test, dev, mixed, unstated, train",
        "metric of 'SST-2': TODO; accuracy or another word of data/vocabulary/metrics.csv;",
        "unit of 'Latency': TODO; one of %, points, x, 1, M, B,",
        "table1.csv:2: technique: TODO on lines 2-3; one of quantization, pruning,",
        "table1.csv:2: baseline: TODO on lines 2-3; a row of the table, bert-base, fold-6; or",
        "author: TODO; as BibTeX has it",
        f"{KEY}.ipynb:9:",
    ):
        assert words in run.output


def test_a_work_that_is_there_is_not_written_over(begun, root, tmp_path):
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    words = ["new", KEY, "--from", str(tmp_path / "README.md")]
    run = CliRunner().invoke(cli.main, words)
    assert (run.exit_code, run.output) == (2, f"data/sources/{KEY} is there; choose another key\n")
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_nothing_is_left_after_a_failure(root, tmp_path, monkeypatch):
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    (tmp_path / "README.md").write_text(README)
    files = {root / "data" / "sources" / KEY / "table1.csv": "a", root / "_toc.yml": None}
    with pytest.raises(TypeError):
        new._write(files)
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
    assert not (root / "data" / "sources" / KEY).exists()


def test_a_work_that_says_all_is_sound(begun, root):
    folder = root / "data" / "sources" / KEY
    answers = {
        "datapackage.yaml": {
            "{metric: TODO, task": "{metric: accuracy, task",
            "unit: TODO": "unit: ms",
            "split: TODO": "split: dev",
            "protocol: TODO": "protocol: unstated",
            "measured_by: TODO": "measured_by: authors",
            "device: TODO": "device: not stated",
            '"TODO"': "TODO",
            "repository: TODO": "repository: doe/x",
            "commit: TODO": f"commit: '{'0' * 40}'",
            "path: TODO": "path: README.md",
            "TODO": "said",
        },
        "table1.csv": {"TODO,TODO": "none,bert-base"},
        "exhibits.csv": {"TODO": "said"},
    }
    places = [folder / name for name in answers]
    for path, told in zip(places, answers.values(), strict=True):
        text = path.read_text()
        for old, word in told.items():
            text = text.replace(old, word)
        path.write_text(text)
    for path in (root / "data" / "sources.bib", root / "notebooks" / f"{KEY}.ipynb"):
        path.write_text(path.read_text().replace("TODO", "Said"))
    paths.made.clear()
    assert check.faults(KEY) == []
