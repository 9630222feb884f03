"""What has a guess is one list: taken by Enter, asked by its number, and nothing before that."""

import pytest
from click.testing import CliRunner

from smallbert import cli
from smallbert.book import new, proposals
from smallbert.data import sources

from .test_filling import COMMIT, REPOSITORY
from .test_new import ABOVE, KEY, readme

__all__ = ["readme"]

NAME = "A small work"
WORK = (NAME, REPOSITORY, COMMIT, "Jo", NAME, "Small", "by halves. It is quick.")
"""What the file of these tests does not tell."""


@pytest.fixture
def begun(root, readme):
    """Begin a work of one table, and return its folder."""
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    return sources.folder(KEY)


def answered(*answers: str) -> str:
    """Return what the command says to some answers, that on the list first."""
    lines = "".join(f"{each}\n" for each in answers)
    run = CliRunner().invoke(cli.main, ["fill", KEY], input=lines)
    assert run.exit_code == 0, run.output
    return run.output


def test_enter_takes_all_that_has_a_guess_and_the_rest_is_asked(begun):
    said = answered("", *WORK)
    assert " 1  table1, split: dev (on which part of the data)\n" in said
    (table,) = sources.tables(KEY).values()
    assert (table["split"], table["protocol"], table["n"]) == ("dev", "median-of-runs", 5)
    assert "split [dev]" not in said
    assert said.count("Enter takes what is in brackets") == 1
    assert "to do" not in said


def test_a_number_is_asked_and_the_others_are_taken(begun):
    said = answered("1, 3", *WORK[:3], "test", "7", *WORK[3:])
    assert ("split [dev]" in said, "n [5]" in said, "protocol [" in said) == (True, True, False)
    (table,) = sources.tables(KEY).values()
    assert (table["split"], table["protocol"], table["n"]) == ("test", "median-of-runs", 7)


def test_a_number_that_is_not_listed_is_refused_in_one_line(begun):
    said = answered("1 99", "x", "", *WORK)
    assert said.count(", such as 2 5-7, or all\n") == 2
    assert "to do" not in said


def test_nothing_is_written_before_the_list_is_answered(begun):
    before = {path: path.read_bytes() for path in begun.iterdir()}

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        proposals.fill(KEY, None, stop)
    assert before == {path: path.read_bytes() for path in begun.iterdir()}


def test_the_way_back_leads_to_what_was_taken_too(begun):
    said = answered("", *WORK[:3], "<", "<", "7", *WORK[3:])
    assert said.index("author:") < said.index("device [V100]:") < said.index("n [5]:")
    (table,) = sources.tables(KEY).values()
    assert (table["n"], table["device"]) == (7, "V100")


FURTHER = """
## Ablations

| Model | MNLI | QQP |
|---|---|---|
| BERT-base | 84.5 | 91.0 |
"""


def test_what_an_answer_changes_in_a_later_guess_is_asked(root, readme):
    readme.write_text(ABOVE + FURTHER)
    new.begin(KEY, readme)
    said = answered("1", *WORK[:3], "test", "", *WORK[3:])
    assert "table2, split: dev\n" in said
    assert "split [test]" in said
    assert [table["split"] for table in sources.tables(KEY).values()] == ["test", "test"]


def test_a_column_has_the_metric_and_the_task_that_the_file_tells_of_another_table(root, readme):
    readme.write_text("## Use\n\nAs ever.\n\n" + ABOVE + FURTHER)
    new.begin(KEY, readme)
    said = answered("", *WORK)
    assert "table2, MNLI, task: mnli-m (of which task its scores are)\n" in said
    assert "table2, QQP, metric: f1 (what its numbers are)\n" in said
    numbers = sources.results(KEY).query("table == 'table2'")
    assert list(numbers["metric"]) == ["accuracy", "f1"]
    assert list(numbers["task"]) == ["mnli-m", "qqp"]
