"""Every model of the book in one line; single values are lines of tests/expected.csv."""

import math

import pandas as pd
import pytest

from smallbert import compare, data
from smallbert.compare.costs import SIZES
from smallbert.data import vocabulary
from smallbert.errors import UserError


@pytest.fixture(scope="module")
def models():
    return compare.models().set_index("id")


def test_no_part_of_a_model_is_larger_than_the_whole(models):
    """Nor does a weight take more than four bytes: printed counts are up to 7 % below a shape's."""
    parts = models["millions_without_embeddings"] / models["millions"]
    assert parts.max() <= 1
    assert (models["megabytes"] * 2**20 / 1e6 / models["millions"]).max() < 4 * 1.07


def test_every_id_is_a_result_and_every_reported_number_has_one(models, results):
    known = dict(zip(results["id"], results["value"], strict=True))
    ids = models.filter(regex="_id$").stack().dropna()
    assert set(ids[ids.ne("")]) <= set(known)
    for score in ("mnli", "glue", "squad"):
        shown = models[score].dropna()
        assert list(shown) == [known[each] for each in models.loc[shown.index, f"{score}_id"]]
    for name in (*SIZES, "compression"):
        reported = models[f"{name}_origin"].isin(["printed", "published", "digitised"])
        assert models.loc[reported, f"{name}_id"].ne("").all(), name


def test_no_unusable_number_is_in_the_table(models, results):
    barred = set(results.loc[results["unusable"].ne(""), "id"])
    assert barred
    assert not barred & set(models.filter(regex="_id$").stack().dropna())


def test_every_model_of_a_work_has_one_line(models, results):
    assert models.index.is_unique
    tidy = data.usable(results)
    scored = tidy[tidy["task"].isin(["mnli", "mnli-m", "squad-1.1"]) & tidy["unit"].eq("%")]
    scored = scored[~scored["table"].eq("claims") & scored["metric"].isin(vocabulary.scores())]
    names = zip(scored["source"], scored["model"], strict=True)
    assert set(names) <= set(zip(models["source"], models["model"], strict=True))


def test_a_model_of_which_only_a_time_is_known_has_its_technique(monkeypatch):
    tidy = data.results()
    timed = tidy[tidy["metric"].eq("latency-cpu") & tidy["technique"].ne("none")]
    alone = timed[timed["baseline"].ne("")].iloc[:1].assign(model="Alone", id="alone")
    planted = pd.concat([tidy, alone], ignore_index=True)
    monkeypatch.setattr(data, "results", lambda *_, **__: planted)
    lines = compare.models.__wrapped__().set_index("model")
    assert lines.at["Alone", "technique"] == alone["technique"].item()
    assert lines.at["Alone", "speedup_cpu"] > 0


# Reports of one model in several works


def test_distilbert_on_the_development_set_has_these_reports():
    """Its repository 82.1, Ettin's image 82.7; what the poster and the slides print is borrowed."""
    rows = compare.reports().query("what == 'DistilBERT, development set'")
    found = rows.set_index("source")["score"].to_dict()
    assert found == {"sanh2019distilbert": 82.1, "weller2025ettin": 82.7}


def test_pkds_score_on_the_server_is_one_report_in_three_tables():
    """Three slides print 81.5 for PKD with 6 layers, from the paper of PKD."""
    assert not compare.reports()["what"].eq("PKD, 6 layers, test set").any()


def test_a_work_counts_once_and_borrows_nothing(results):
    rows = compare.reports()
    assert not rows.duplicated(["what", "source"]).any()
    assert results.set_index("id")["original"][rows["id"]].eq("").all()
    assert rows.groupby("what")["source"].nunique().min() >= 2


def test_the_ranges_say_how_far_reports_differ_and_how_far_chance_spreads_them():
    rows = pd.DataFrame({"what": "a", "score": [80.0, 81.0], "sampling": 0.5})
    line = compare.report_ranges(rows).loc["a"]
    assert (line["works"], line["range"]) == (2, 1.0)
    assert line["expected"] == pytest.approx(0.5 * 1.128, abs=1e-3)


# Encoders of one recipe


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
