"""What several works measured of one model; the scores are typed from their documents."""

import pytest

from smallbert import compare
from smallbert.data import book_exhibits


def line(key: str, model: str, task: str) -> tuple[str, str, str]:
    """Return here, others and range of the one line of a work on a model and set."""
    frame = compare.measured_by_others(key)
    own = frame[frame["Model"].eq(model) & frame["Task"].eq(task)]
    return tuple(own[["Here", "Others", "Range"]].squeeze())


def test_distilbert_scored_82_1_on_mnli_by_its_authors_and_82_7_by_others():
    found = line("sanh2019distilbert", "DistilBERT", "MNLI matched, accuracy, development set")
    assert found == ("82.1", "82.7, Weller et al. (2025)", "0.6")
    found = line("weller2025ettin", "DistilBERT", "MNLI matched, accuracy, development set")
    assert found == ("82.7", "82.1, Sanh et al. (2019)", "0.6")


def test_others_come_by_their_scores_and_all_count_in_the_range():
    found = line("zhao2019extreme", "BERT-base", "MNLI matched, accuracy, test set")
    assert found == ("84.0", "84.6, Goyal et al. (2020); 84.2, Matsubara (2023)", "0.6")


def test_what_a_table_repeats_of_a_paper_is_that_papers():
    """RPP's folder has BERT-large as its authors print it: 92.7 on QNLI."""
    task = "QNLI, accuracy, test set"
    found = line("matsubara2023torchdistill", "BERT-large", task)
    assert found == ("92.4", "92.7, Devlin et al. (2019)", "0.3")
    assert compare.measured_by_others("guo2019rpp").empty


def test_a_score_that_a_work_has_from_others_is_no_report_of_it():
    """BiT and MiniLM print BERT-base as somebody else measured it: 84.9 and 84.5 on MNLI."""
    assert compare.measured_by_others("liu2022bit").empty
    assert set(compare.measured_by_others("wang2020minilm")["Model"]) == {
        "MiniLM, 12 layers of 384"
    }
    task = "MNLI matched, accuracy, development set"
    _, others, _ = line("kurtic2022obert", "BERT-base", task)
    assert "Liu" not in others
    assert "Wang" not in others


def test_long_digits_of_a_file_are_shown_to_two_decimals():
    """The file has 0.8350144336899303."""
    here, _, spread = line("sun2019pkd", "BERT-base", "MNLI matched, accuracy, development set")
    assert (here, spread) == ("83.50", "1.90")  # 85.4 less 83.50


def test_a_score_without_the_name_of_its_metric_is_compared_with_none():
    frame = compare.measured_by_others("sanh2019distilbert")
    assert not frame["Task"].str.contains("score").any()


def test_a_work_of_which_nobody_measured_a_model_has_the_columns_and_no_line():
    frame = compare.measured_by_others("guo2019rpp")
    assert (len(frame), list(frame)) == (0, ["Model", "Task", "Here", "Others", "Range"])


OTHERS = [each for each in book_exhibits.by_id().index if each.endswith("-others")]


@pytest.mark.parametrize("exhibit", OTHERS)
def test_a_table_of_others_is_listed_where_it_has_a_line(exhibit):
    assert len(compare.measured_by_others(exhibit.removesuffix("-others")))
