import math

import pandas as pd
import pytest

from smallbert import compare
from smallbert.errors import UserError


def rows(*models):
    """Return rows of one table: name, millions of weights, score, its error."""
    frame = pd.DataFrame(models, columns=["model", "millions", "score", "error"])
    return frame.assign(id=frame["model"], source="a", table="t", technique="architecture")


def test_the_best_below_a_size_is_the_one_that_scores_most_and_not_the_largest():
    found = compare.best_under(
        rows(("a", 10, 80, 0.1), ("b", 40, 85, 0.1), ("c", 45, 84, 0.1)), [20, 50]
    )
    assert list(found["model"]) == ["a", "b"]
    assert found["lead"].iloc[1] == 1


def test_one_alone_leads_nobody_and_a_size_without_models_has_no_line():
    found = compare.best_under(rows(("a", 10, 80, 0.1)), [5, 20])
    assert list(found["budget"]) == [20]
    assert math.isnan(found["lead"].iloc[0])


@pytest.mark.parametrize(("behind", "tied"), [(1.3, ["b"]), (1.5, [])])
def test_a_lead_within_the_error_is_a_tie(behind, tied):
    """Errors of 0.5 points each: 1.96 standard deviations of the difference are 1.39 points."""
    found = compare.best_under(rows(("a", 10, 80, 0.5), ("b", 12, 80 - behind, 0.5)), [20])
    assert found["tied"].iloc[0] == tied


def test_no_lead_is_a_tie_even_where_no_error_is_known():
    found = compare.best_under(rows(("a", 10, 80, math.nan), ("b", 12, 80, math.nan)), [20])
    assert found["tied"].iloc[0] == ["b"]


def test_tables_are_not_mixed():
    one, other = rows(("a", 10, 80, 0.1)), rows(("b", 10, 90, 0.1)).assign(table="u")
    assert list(compare.best_under(pd.concat([one, other]), [20])["model"]) == ["a", "b"]


def test_only_rows_of_one_recipe_count(results):
    found = compare.alike("mnli")
    protocols = results.set_index("id")["protocol"]
    assert set(protocols[found["id"]]) == {"one-recipe"}
    assert "zhao2019extreme" not in set(found["source"])


def test_ettins_image_has_these_sizes_and_scores_on_mnli():
    """The image: TinyBERT 80.9, MiniLM L12 85.6, Ettin-Enc-68m 87.0; BERT base 85.4."""
    found = compare.alike("mnli").query("source == 'weller2025ettin'").set_index("model")
    assert found["score"][["TinyBERT, 4 layers", "MiniLM, 12 layers of 384"]].tolist() == [
        80.9,
        85.6,
    ]
    assert found["score"][["Ettin 68M", "BERT_BASE"]].tolist() == [87.0, 85.4]
    assert found.at["BERT_BASE", "millions"] == pytest.approx(109.5, abs=0.1)


def test_without_embeddings_a_model_is_smaller():
    whole, core = (
        compare.alike("mnli", size_axis=axis).set_index("id")["millions"]
        for axis in compare.WEIGHTS
    )
    assert (core <= whole[core.index]).all()


def test_a_speedup_is_no_size():
    with pytest.raises(UserError, match="size_axis is 'speedup'; here use one of with_embeddings"):
        compare.alike("mnli", size_axis="speedup")


def test_the_table_names_lead_and_ties():
    found = compare.best_under(rows(("a", 10, 80, 0.5), ("b", 12, 79, 0.5)), [20])
    table = compare.budget_table({"mnli": found})
    assert table.iloc[0].tolist() == ["a", 20, "a 80.0 (+1.0) ≈ b"]
