"""What models lose on a task, held against cells of the works' own tables, by hand."""

import numpy as np
import pytest

from smallbert import compare
from smallbert.errors import UserError


def test_a_student_loses_what_its_row_lacks_of_the_row_of_its_teacher():
    """DistilBERT's README, GLUE: BERT-base-uncased 84.7 and DistilBERT 82.1 on MNLI."""
    losses = compare.losses("sanh2019distilbert", "mnli").set_index("model")
    student = losses.loc["DistilBERT"]
    assert (student["score"], student["baseline_score"]) == (82.1, 84.7)
    assert student["lost"] == pytest.approx(2.6)
    assert student["kept"] == pytest.approx(100 * 82.1 / 84.7)
    assert student["task"] == "mnli", "as its source has it"


def test_a_table_without_its_baseline_is_compared_with_the_one_that_it_is_lent():
    """ALBERT's README has no BERT-base; DistilBERT's prints 84.7 on MNLI."""
    losses = compare.losses("lan2020albert", "mnli").set_index("model")
    assert losses.at["ALBERT-base v2", "baseline_score"] == 84.7
    assert losses.at["ALBERT-base v2", "lost"] == pytest.approx(84.7 - 84.6)


def test_a_baseline_loses_nothing_that_is_known():
    losses = compare.losses("sanh2019distilbert", "mnli").set_index("model")
    assert losses.loc["BERT-base", ["lost", "kept", "margin"]].isna().all()


def test_the_margin_is_that_of_the_error_model():
    losses = compare.losses("kurtic2022obert", "qqp")
    told = losses.dropna(subset="lost").iloc[0]
    rows = compare.scored_rows("kurtic2022obert").set_index("id", drop=False)
    pair = rows.loc[[told["id"]]], rows.loc[[told["baseline_id"]]]
    assert told["margin"] == pytest.approx(compare.differences(*pair)["margin"][0])


def test_against_bert_base_stands_for_what_laboratories_report_of_it():
    reports = compare.reports().query(
        "model == 'BERT-base' and task == 'sst-2' and metric == 'accuracy' and split == 'dev'"
    )
    losses = compare.losses("wang2020minilm", "sst-2", relative_to="bert-base")
    on_dev = losses[losses["set"] == "dev"]
    assert on_dev["baseline_score"].unique() == pytest.approx([reports["score"].mean()])
    assert on_dev["baseline"].unique() == [f"BERT-base, mean of {len(reports)} works"]


def test_against_bert_base_a_size_is_compared_with_bert_base_s():
    """DistilRoBERTa has 82 M weights, BERT-base 109.5 M and RoBERTa-base 125 M."""
    how = {"relative_to": "bert-base"}
    losses = compare.losses("sanh2019distilbert", "sst-2", **how).set_index("model")
    assert losses.at["DistilRoBERTa", "bytes"] == pytest.approx(109.5 / 82.1, rel=0.01)


def test_a_task_that_a_work_does_not_report_is_refused_with_those_that_it_does():
    with pytest.raises(UserError, match=r"task is 'squad-1.1'; sun2019pkd reports mrpc, sst-2, "):
        compare.losses("sun2019pkd", "squad-1.1")
    with pytest.raises(UserError, match="no two works report it on race, use own"):
        compare.losses("sun2019pkd", "race", relative_to="bert-base")


def test_nothing_is_lost_or_gained_in_words_within_what_chance_explains():
    assert compare.loss_in_words(1.5, 1.6).startswith("scores 1.5 points less, within chance")
    assert compare.loss_in_words(1.7, 1.6) == "loses 1.7 points"
    assert compare.loss_in_words(5.0, np.nan).endswith("(significance unknown)")
    assert compare.loss_in_words(np.nan, 1.6) == "has no baseline"
