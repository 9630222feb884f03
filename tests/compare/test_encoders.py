"""The best encoder below a size, of rows made up, and the rows of one recipe."""

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
    three = rows(("a", 10, 80, 0.1), ("b", 40, 85, 0.1), ("c", 45, 84, 0.1))
    found = compare.best_under(three, [5, 20, 50])  # no model has 5
    assert list(found["model"]) == ["a", "b"]
    assert math.isnan(found["lead"].iloc[0])  # alone
    assert found["lead"].iloc[1] == 1


@pytest.mark.parametrize(
    ("behind", "error", "tied"),
    [
        (1.3, 0.5, ["b"]),  # 1.96 standard deviations of the difference are 1.39 points
        (1.5, 0.5, []),
        (0, math.nan, ["b"]),
    ],
)
def test_a_lead_within_the_error_is_a_tie(behind, error, tied):
    found = compare.best_under(rows(("a", 10, 80, error), ("b", 12, 80 - behind, error)), [20])
    assert found["tied"].iloc[0] == tied


def test_tables_are_not_mixed():
    one, other = rows(("a", 10, 80, 0.1)), rows(("b", 10, 90, 0.1)).assign(table="u")
    assert list(compare.best_under(pd.concat([one, other]), [20])["model"]) == ["a", "b"]


def test_only_rows_of_one_recipe_count_and_without_embeddings_a_model_is_smaller(results):
    whole, core = (compare.alike("mnli", size_axis=axis) for axis in compare.WEIGHTS)
    protocols = results.set_index("id")["protocol"]
    assert set(protocols[whole["id"]]) == {"one-recipe"}
    assert "zhao2019extreme" not in set(whole["source"])
    sizes = whole.set_index("id")["millions"]
    assert (core.set_index("id")["millions"] <= sizes[core["id"]]).all()
    with pytest.raises(UserError, match="size_axis is 'speedup'; here use one of with_embeddings"):
        compare.alike("mnli", size_axis="speedup")


def test_the_table_names_lead_and_ties():
    found = compare.best_under(rows(("a", 10, 80, 0.5), ("b", 12, 79, 0.5)), [20])
    table = compare.budget_table({"mnli": found})
    assert table.iloc[0].tolist() == ["a", 20, "a 80.0 (+1.0) ≈ b"]
