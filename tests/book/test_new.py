"""`smallbert new` copies tables as printed, and `check` names what is left to say."""

import csv
import io
import re
import subprocess

import pytest
from click.testing import CliRunner

from smallbert import cli, data, memo
from smallbert.book import new
from smallbert.data import check, sources
from smallbert.errors import UsageError

KEY = "doe2031x"


def test_several_tables_are_listed_and_one_is_taken_by_its_number(tmp_path, root):
    given = tmp_path / "README.md"
    good = "| M | QQP |\n|-|-|\n| A | 1 |\n"
    given.write_text(f"{good}\n# More\n\n{good}")
    with pytest.raises(UsageError) as listed:
        new.begin(KEY, given, ())
    assert str(listed.value).splitlines()[1:] == [
        "  1  line 1, '': M | QQP (1 rows)",
        "  2  line 7, 'More': M | QQP (1 rows)",
    ]
    assert new.begin(KEY, given, (2,))


README = """# Results

| Model | SST-2 | RTE (acc) | Latency | Params | Disk use (ms) | Avg (GLUE) (test) |
|---|---|---|---|---|---|---|
| BERT-base | 92.9 | 66.4 | 10 | 110M | 3 | - |
| Fold-6 | 91.5(90.1) | 63.0 | 5 | 66 million | OOM | - |
"""
TWO = "91.5(90.1)"


@pytest.fixture
def begun(root, tmp_path):
    """Return what `new` says of a work that it begins."""
    (tmp_path / "README.md").write_text(README)
    words = ["new", KEY, "--from", str(tmp_path / "README.md")]
    return CliRunner().invoke(cli.main, words).output


def test_what_a_heading_says_is_taken_and_check_asks_for_all_else_with_words_that_fit(begun, root):
    text = (root / "data/sources" / KEY / "table1.csv").read_text()
    first, *rows = csv.DictReader(io.StringIO(text))
    assert (first["row"], first["line"], first["sst_2"]) == ("bert-base", "5", "92.9")
    assert {row["technique"] for row in [first, *rows]} == {"TODO"}
    descriptor = (root / "data/sources" / KEY / "datapackage.yaml").read_text()
    for words in (
        "{metric: accuracy, task: rte}]  # of its heading: accuracy, rte\n",
        "[{metric: latency, unit: TODO}]  # of its heading: latency\n",
        "[{metric: parameters}]  # of its heading: parameters\n",
        'missingValues: ["OOM"]  # without a digit, in columns of numbers\n',
        "baseline: TODO  # one of bert-base, fold-6\n",
    ):
        assert words in descriptor
    assert descriptor.count("quantities") == 5, "a column without a digit has none"
    run = CliRunner().invoke(cli.main, ["check", KEY])
    assert run.exit_code == 1
    for words in (
        "split: TODO; one of test, dev, mixed, unstated, train",
        "metric of 'SST-2': TODO; accuracy, score, f1, average,",
        "metric of 'Disk use (ms)': TODO; latency, latency-gpu, latency-cpu, latency-phone or",
        "unit of 'Latency': TODO; one of %, points, x",
        "baseline: TODO; the row that its rows are compared with",
        "table1.csv:2: technique: TODO on lines 2-3; one of quantization,",
        "author: TODO; as BibTeX has it",
        f"{KEY}.ipynb:9:",
    ):
        assert words in run.output


def test_a_usual_readme_asks_at_most_fifteen_questions(begun, root):
    asked = [str(each) for each in check.faults(KEY) if "document" not in str(each)]
    of_file = [each for each in asked if re.search("(repository|commit|path): TODO", each)]
    assert len(of_file) == 3, "which a clone answers"
    unknown = [each for each in asked if "'Disk use (ms)'" in each or "'Latency'" in each]
    assert len(asked) - len(of_file) - len(unknown) <= 15


def test_a_work_that_is_there_is_not_written_over(begun, tmp_path):
    words = ["new", KEY, "--from", str(tmp_path / "README.md")]
    run = CliRunner().invoke(cli.main, words)
    assert (run.exit_code, run.output) == (2, f"data/sources/{KEY} is there; choose another key\n")


def test_of_a_file_in_a_clone_its_place_is_known(root, tmp_path):
    given = tmp_path / "docs" / "README.md"
    given.parent.mkdir()
    given.write_text(README)

    def git(*words: str) -> str:
        me = ["-c", "user.name=Jane", "-c", "user.email=jane@example.org"]
        command = ["git", "-C", str(tmp_path), *me, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init")
    git("remote", "add", "origin", "https://github.com/doe/x.git")
    git("add", ".")
    git("commit", "-m", "Say it")
    new.begin(KEY, given, ())
    place = sources.read_yaml(root / "data/sources" / KEY / "datapackage.yaml")["document"]
    assert place == {
        "repository": "doe/x",
        "commit": git("rev-parse", "HEAD"),
        "path": "docs/README.md",
    }
    given.write_text(f"{README}\n")
    new.begin("doe2032x", given, ())
    text = (root / "data/sources/doe2032x/datapackage.yaml").read_text()
    assert "commit: TODO" in text, "it is not as it was committed"


ANSWERS = {
    "&table1_1 TODO": "&table1_1 accuracy",
    "&table1_2 TODO": "&table1_2 f1",
    "unit: TODO": "unit: ms",
    "metric: TODO": "metric: latency-cpu",
    "split: TODO": "split: dev",
    "protocol: TODO": "protocol: unstated",
    "measured_by: TODO": "measured_by: authors",
    "device: TODO": "device: not stated",
    "baseline: TODO": "baseline: bert-base",
    "repository: TODO": "repository: doe/x",
    "commit: TODO": f"commit: '{'0' * 40}'",
    "path: TODO": "path: README.md",
    "TODO,": "none,",
    "TODO": "Said",
}


def answer(root, changed=()):
    """Answer all that is asked, and change what else a test names."""
    folder = root / "data" / "sources"
    for path in (
        *(folder / KEY).iterdir(),
        folder.parent / "sources.bib",
        root / "notebooks" / f"{KEY}.ipynb",
    ):
        text = path.read_text()
        for old, word in (ANSWERS | dict(changed)).items():
            text = text.replace(old, word)
        path.write_text(text)
    memo.kept.clear()


def test_a_work_that_says_all_is_sound_and_its_cells_are_read(begun, root):
    answer(root)
    assert check.faults(KEY) == []
    found = data.results(KEY).set_index("id")["value"].rename(lambda id: id.split("/", 2)[2])
    assert found["fold-6/rte-accuracy"] == 63
    assert (found["fold-6/parameters"], found["fold-6/sst-2-f1"]) == (66, 90.1)
    assert "fold-6/latency-cpu" not in found, "OOM"
    assert "bert-base/sst-2-f1" not in found, "the second number is optional"
    compared = data.results(KEY).set_index("id")["baseline"]
    assert compared[f"{KEY}/table1/fold-6/rte-accuracy"] == f"{KEY}/table1/bert-base/rte-accuracy"


@pytest.mark.parametrize(
    ("old", "word", "words"),
    [
        ("baseline: TODO", "baseline: bert", "baseline: 'bert' is no row; use one of bert-base,"),
        ("task: rte}", "task: rte, split: test}", ""),
        (
            'header: ["RTE (acc)"]',
            'header: ["RTE (acc) (test)"]',
            "split: the heading 'RTE (acc) (test)' says test and the split is dev; add 'split:",
        ),
        (", optional: true", "", "'92.9' holds 1 numbers where 2 are expected; compare it"),
        ('["OOM"]', "[]", "'OOM' does not parse: 'OOM' is no part of a number; if it means"),
        (TWO, '"91,5(90,1)"', "give the table decimal: ','"),
        (TWO, "91.5±0.3(90.1)", "if it is the standard deviation, give the quantity sd: sst_2"),
    ],
)
def test_an_answer_against_the_table_is_told(begun, root, old, word, words):
    answer(root, {old: word})
    found = [str(each) for each in check.faults(KEY)]
    assert bool(found) == bool(words)
    assert words in "".join(found)
