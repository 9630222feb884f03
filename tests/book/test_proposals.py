"""What has a guess is one list: taken by Enter, asked by its number, and nothing before that."""

import pytest
from click.testing import CliRunner

from smallbert import cli, compare
from smallbert.book import new, proposals
from smallbert.data import sources, unfilled

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


RERUNS = """# Trim

## Results

On the dev sets, the median of 5 runs; rows marked ‡ are a single run. We report accuracy for
SST-2, MRPC and RTE and F1 for SQuAD v1.1. Avg. is the mean of all tasks.

| Model | #Params | SST-2 | MRPC | RTE | SQuAD v1.1 | Avg. |
|---|---|---|---|---|---|---|
| BERT-base | 110M | 92.0 | 87.0 | 68.0 | 88.0 | 83.8 |
| Rival ‡ | 66M | 91.0 | 86.0 | 65.0 | 86.0 | 82.0 |
| Rival-2 ‡ | 40M | 90.0 | 84.0 | 62.0 | 84.0 | 80.0 |
| Trim | 66M | 91.6 | 87.0 | 66.0 | 87.0 | 82.9 |
| Random pruning | 66M | 90.0 | 85.0 | 62.0 | 85.0 | 80.5 |

‡ Our reruns with the authors' released code, from the same teacher.

### Ablation

| Variant | SST-2 | SQuAD v1.1 | Avg. |
|---|---|---|---|
| Trim | 91.6 | 87.0 | 89.3 |
| w/o cutting | 91.0 | 86.0 | 88.5 |
"""


@pytest.fixture
def reruns(root, readme):
    """Begin a work whose authors ran models of others, too, and return its folder."""
    readme.write_text(RERUNS)
    new.begin(KEY, readme)
    return sources.folder(KEY)


def test_an_average_is_of_the_scores_whose_mean_it_prints(reruns):
    """Over GLUE and SQuAD; the section around the second table names the metric of SQuAD."""
    first, second = (
        next(each for each in sources.quantities(table) if each["metric"] == "average")
        for table in sources.tables(KEY).values()
    )
    over = ["sst-2-accuracy", "mrpc-accuracy", "rte-accuracy", "squad-1.1-f1"]
    rule = {"rule": "mean_of", "over": over}
    assert first == {"metric": "average", "task": "several", "derived": rule}
    assert second["derived"]["over"] == ["sst-2-accuracy", "squad-1.1-f1"]


def test_an_average_that_its_scores_do_not_give_is_asked_with_what_the_file_says(root, readme):
    words = RERUNS
    for mean in ("83.8", "80.0", "80.5"):
        words = words.replace(mean, "70.0")
    readme.write_text(words)
    new.begin(KEY, readme)
    asked = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "task"]
    assert [(each.about, each.guess) for each in asked] == [(("table1", "Avg."), "glue")]
    assert asked[0].hint.endswith("the file says: Avg. is the mean of all tasks.")


def test_rows_with_one_footnote_are_asked_once_and_are_not_the_work_s_own(reruns):
    said = answered("", *["?"] * 60)
    assert "table1, rival, protocol (and 1 more with its footnote): own-recipe" in said
    assert "rival-2" not in said.partition("Enter takes all")[0]
    table = sources.table(KEY, "table1")
    assert list(table["rival"]) == ["", "yes", "yes", "", "yes"]
    assert list(table["n"]) == ["", "1", "1", "", ""]
    assert list(table["protocol"]) == ["", "own-recipe", "own-recipe", "", ""]
    assert list(sources.table(KEY, "table2").get("rival", [])) == []
    rows = compare.evidence(score="squad")
    own = rows[rows["source"] == KEY].set_index("model")["own"]
    assert not own["Rival-2"]
    assert not own["Random pruning"]
    assert own["Trim"]


LENT = """# Trim

## GLUE

All results are the mean of 3 runs.

| Model | SST-2 | RTE |
|---|---|---|
| BERT-base | 92.0 | 68.0 |
| One † | 91.0 | 65.0 |
| Trim-6 | 91.5 | 66.0 |
| Other † | 90.0 | 62.0 |
| Trim-4 | 90.5 | 63.0 |

† Numbers are taken from the TernaryBERT paper.

## SQuAD

| Model | EM | F1 |
|---|---|---|
| BERT-base | 81.0 | 88.5 |
| Trim-6 | 80.0 | 87.0 |
"""


def test_rows_of_which_the_same_is_told_are_one_position(root, readme):
    readme.write_text(LENT)
    new.begin(KEY, readme)
    said = " ".join(answered("", *["?"] * 60).partition("Enter takes all")[0].split())
    assert "table1, one, other, original: https://arxiv.org/abs/2009.12812" in said
    assert "table1, one, protocol (and 1 more from elsewhere): unstated" in said
    assert said.count("the TernaryBERT paper") == 3  # where, the draft of a note, and what it says


def test_what_a_file_says_of_all_its_results_counts_in_each_section(root, readme):
    """And a section on SQuAD has its scores, though their headings name the metric alone."""
    readme.write_text(LENT)
    new.begin(KEY, readme)
    asked = {(each.about, each.name): each.guess for each in unfilled.blanks(sources.folder(KEY))}
    for table in ("table1", "table2"):
        assert asked[(table, ""), "protocol"] == "mean-of-runs"
        assert asked[(table, ""), "n"] == "3"
    held = [
        (each["metric"], each["task"]) for each in sources.quantities(sources.tables(KEY)["table2"])
    ]
    assert held == [("exact-match", "squad-1.1"), ("f1", "squad-1.1")]


def test_a_large_model_is_compared_with_the_large_one(root, readme):
    """And of two scores of one task the average has one: (84.5 + 88.0 + 92.0) / 3, and so on."""
    readme.write_text(
        "# Glide\n\n| Model | MNLI-m/mm | SQuAD v1.1 EM/F1 | SST-2 | Latency | Avg. |\n"
        "|---|---|---|---|---|---|\n"
        "| BERT-base | 84.5/84.8 | 81.0/88.0 | 92.0 | 158.4 ms | 88.2 |\n"
        "| Glide | 84.0/84.3 | 80.0/87.0 | 91.0 | 80.1 ms | 87.3 |\n"
        "| BERT-large | 86.5/86.9 | 84.0/91.0 | 93.0 | 400.5 ms | 90.2 |\n"
        "| Glide-large | 86.0/86.3 | 83.0/90.0 | 92.0 | 200.2 ms | 89.3 |\n"
    )
    new.begin(KEY, readme)
    table = sources.table(KEY, "table1")
    assert list(table["baseline"]) == ["bert-base"] * 2 + ["bert-large"] * 2
    held = sources.quantities(sources.tables(KEY)["table1"])
    (mean,) = [each for each in held if each["metric"] == "average"]
    assert mean["derived"]["over"] == ["mnli-m-accuracy", "squad-1.1-f1", "sst-2-accuracy"]
