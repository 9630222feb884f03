import pandas as pd
import pytest

from smallbert import charts
from smallbert.errors import UserError

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


def test_a_model_with_two_scores_of_a_task_is_refused():
    with pytest.raises(UserError, match="BERT-base has two scores of SST-2"):
        charts.score_table(SCORES)
