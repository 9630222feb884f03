"""Tables of scores: digits, links and what is not known."""

import numpy as np
import pandas as pd
import pytest

from smallbert import charts, compare, data
from smallbert.errors import UserError


def test_a_loss_has_its_chance_and_a_baseline_none():
    """DistilBERT's README: 82.1 after BERT-base's 84.7 on MNLI."""
    losses = compare.losses("sanh2019distilbert", "mnli")
    table = charts.loss_table(losses).set_index("Model")
    margin = losses.set_index("model").at["DistilBERT", "margin"]
    assert table.at["DistilBERT", "Score [%]"] == "82.1"
    assert table.at["DistilBERT", "Difference [points]"] == f"−2.6\xa0±\xa0{margin:.1f}"
    assert table.at["BERT-base", "Difference [points]"] == ""


def test_a_table_of_losses_names_task_metric_and_set():
    """The table of DistilBERT's README is headed "dev sets"."""
    table = charts.loss_table(compare.losses("sanh2019distilbert", "sst-2"))
    assert table.attrs["grounds"] == "Scores on SST-2: accuracy; development set."


def test_a_cell_leads_to_the_number_that_it_shows():
    losses = compare.losses("sanh2019distilbert", "mnli")
    numbers = charts.loss_table(losses).attrs["layout"]["numbers"]
    [(text, id)] = numbers[1, "Score [%]"]
    assert (text, id) == ("82.1", "sanh2019distilbert/table1/distilbert-base-uncased/mnli-accuracy")


def test_a_column_of_which_nothing_is_known_is_left_out():
    losses = compare.losses("sanh2019distilbert", "mnli").assign(bytes=np.nan)
    assert "Times smaller" not in charts.loss_table(losses)


def scores() -> pd.DataFrame:
    """Return PKD's scores; its file prints 0.8350144336899303 for BERT-base on MNLI."""
    tidy = data.usable(data.results("sun2019pkd"))
    return tidy[tidy["metric"].isin(["accuracy"])]


def test_a_long_number_has_one_decimal_in_a_table_and_its_card_has_all():
    table = charts.score_table(scores())
    assert table.set_index("Model").at["BERT-base", "MNLI"] == "83.5"
    [(text, id)] = table.attrs["layout"]["numbers"][0, "MNLI"]
    assert text == "83.5"
    assert scores().set_index("id").at[id, "printed"] == "0.8350144336899303"


def test_two_scores_for_one_cell_are_refused():
    twice = pd.concat([scores(), scores()])
    with pytest.raises(UserError, match="BERT-base has two scores of MRPC; choose one of them"):
        charts.score_table(twice)


def test_digits_are_those_that_the_longest_number_of_a_column_needs():
    tidy = scores().head(2).assign(model=["a", "b"], task="rte", value=[70.0, 71.25])
    assert list(charts.score_table(tidy)["RTE"]) == ["70.00", "71.25"]


SCORES = pd.DataFrame(
    {
        "id": ["a/1", "a/2", "a/3"],
        "model": ["BERT-base", "BERT-base", "BERT-Tiny"],
        "task": ["sst-2"] * 3,
        "metric": ["accuracy"] * 3,
        "value": [93.05, 92.5, 83.2],
        "bits": ["32 bits", "8 bits", "32 bits"],
    }
)


def test_a_column_of_the_scores_can_head_the_columns_of_their_table():
    frame = charts.score_table(SCORES, heads="bits")
    assert frame.to_dict("list") == {
        "Model": ["BERT-base", "BERT-Tiny"],
        "32 bits": ["93.05", "83.20"],
        "8 bits": ["92.5", ""],
    }
    assert frame.attrs["layout"]["numbers"][0, "8 bits"] == [("92.5", "a/2")]
