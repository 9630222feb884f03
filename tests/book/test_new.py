"""`smallbert new` copies tables as printed, and `check` names what is left to say."""

import csv
import io

import pytest
from click.testing import CliRunner

from smallbert import cli, paths
from smallbert.book import new
from smallbert.data import check
from smallbert.errors import UsageError, UserError

KEY = "doe2031x"
HIDDEN = "| Model | QQP |\n|---|---|\n| Old | 1 |\n"


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        # what a comment or a fence hides is no table
        (
            "a.md",
            f"<!--\n{HIDDEN}-->\n\n```\n{HIDDEN}```\n\n{HIDDEN.replace('Old', 'New')}",
            [(15, ["New", "1"])],
        ),
        # cells are as a reader sees them
        (
            "a.md",
            "| M | QQP | T |\n|-|-|-|\n"
            r"| **BERT\_S** [a](b.html) | `90.5`<sub>0.3</sub> | <1, 32> a\|b |",
            [(3, ["BERT_S a", "90.5<sub>0.3</sub>", "<1, 32> a|b"])],
        ),
        ("a.md", "| M |\n|-|\n| A |\n| |\n| B |\n", [(3, ["A"]), (5, ["B"])]),  # a rule
        ("a.csv", "\ufeffM,QQP\nA,84.4\n", [(2, ["A", "84.4"])]),
        ("a.tsv", "M\tQQP\nA\t84,4\n", [(2, ["A", "84,4"])]),
    ],
)
def test_a_table_is_read_as_a_reader_sees_it(tmp_path, name, text, rows):
    (tmp_path / name).write_text(text, encoding="utf-8")
    (table,) = new.read(tmp_path / name)
    assert table.rows == rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"M,QQP\nA,1,2\n", "a.csv: line 2 has not the 2 cells of the header, or one; mend a copy"),
        (b"M;QQP\nA;1\n", "a.csv: line 2 has not the 1 cells of the header, or one; mend a copy"),
        (b"PK\x03\x04\xff", "a.csv: not in UTF-8; save it as UTF-8, and a spreadsheet as CSV"),
        (b"", "a.csv: no table; give Markdown, CSV or TSV"),
    ],
)
def test_a_file_that_is_no_table_is_one_line(tmp_path, root, text, words):
    (tmp_path / "a.csv").write_bytes(text)
    with pytest.raises(UserError, match=words):
        new.begin(KEY, tmp_path / "a.csv", ())


def test_several_tables_are_listed_and_one_is_taken_by_its_number(tmp_path, root):
    good, odd = "| M | QQP |\n|-|-|\n| A | 1 |\n", "| M | QQP |\n|-|-|\n| A | 1 | 2 |\n"
    given = tmp_path / "README.md"
    given.write_text(f"{good}\n# More\n\n{good}")
    with pytest.raises(UsageError) as listed:
        new.begin(KEY, given, ())
    assert str(listed.value).splitlines()[1:] == [
        "  1  line 1, '': M | QQP (1 rows)",
        "  2  line 7, 'More': M | QQP (1 rows)",
    ]
    assert new.begin(KEY, given, (2,))
    given.write_text(odd)
    with pytest.raises(UserError, match="line 3 has 3 cells and the header 2; mend a copy"):
        new.read(given)


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


def test_the_table_is_copied_and_check_asks_for_all_else_with_the_words_that_fit(begun, root):
    text = (root / "data/sources" / KEY / "table1.csv").read_text()
    first, *rows = csv.DictReader(io.StringIO(text))
    assert (first["row"], first["line"], first["sst_2"]) == ("bert-base", "5", "92.9")
    assert {row["technique"] for row in [first, *rows]} == {"TODO"}
    descriptor = (root / "data/sources" / KEY / "datapackage.yaml").read_text()
    assert descriptor.count("[{metric: TODO, task: sst-2}]") == 1, "the name of a task"
    assert descriptor.count("[{metric: TODO, task: TODO}]") == 1, "a score of no digits has none"
    run = CliRunner().invoke(cli.main, ["check", KEY])
    assert run.exit_code == 1
    for words in (
        "split: TODO; one of test, dev, mixed, unstated, train",
        "metric of 'SST-2': TODO; accuracy, score, f1, average,",
        "metric of 'Latency': TODO; latency",
        "table1.csv:2: baseline: TODO on lines 2-3; a row of the table, bert-base, fold-6; or",
        "author: TODO; as BibTeX has it",
        f"{KEY}.ipynb:9:",
    ):
        assert words in run.output


def test_a_work_that_is_there_is_not_written_over(begun, tmp_path):
    words = ["new", KEY, "--from", str(tmp_path / "README.md")]
    run = CliRunner().invoke(cli.main, words)
    assert (run.exit_code, run.output) == (2, f"data/sources/{KEY} is there; choose another key\n")


ANSWERS = {
    "metric: TODO, task: TODO": "metric: latency, unit: ms",
    "metric: TODO": "metric: accuracy",
    "split: TODO": "split: dev",
    "protocol: TODO": "protocol: unstated",
    "measured_by: TODO": "measured_by: authors",
    "device: TODO": "device: not stated",
    "repository: TODO": "repository: doe/x",
    "commit: TODO": f"commit: '{'0' * 40}'",
    "path: TODO": "path: README.md",
    "TODO,TODO": "none,bert-base",
    "TODO": "Said",
}


def test_a_work_that_says_all_is_sound(begun, root):
    folder = root / "data" / "sources"
    for path in (
        *(folder / KEY).iterdir(),
        folder.parent / "sources.bib",
        root / "notebooks" / f"{KEY}.ipynb",
    ):
        text = path.read_text()
        for old, word in ANSWERS.items():
            text = text.replace(old, word)
        path.write_text(text)
    paths.made.clear()
    assert check.faults(KEY) == []
