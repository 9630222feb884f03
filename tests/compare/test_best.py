"""Which models may be the best: by hand, against Dunnett's tables, and by simulation."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2

from smallbert import compare, data
from smallbert.compare import best, comparability, laboratory_spread, uncertainty
from smallbert.compare.leaderboard import places
from smallbert.errors import UserError


@pytest.mark.parametrize(
    ("count", "df", "critical"),
    # Dunnett 1955, Table 1a, one-sided, 95 %: 1 treatment is Student's t
    [(2, 20, 1.72), (5, 20, 2.30), (10, 20, 2.60), (10, 1e6, 2.42), (6, 1e6, 2.23)],
)
def test_the_critical_value_is_dunnetts(count, df, critical):
    assert best.many_to_one(count, df, 0.95) == pytest.approx(critical, abs=6e-3)


def reported(scores, laboratory=0.3, rest=0.4, df=16, sampling=0.36, names=None):
    table = pd.DataFrame({"score": scores, "sampling": sampling, "reports": 1, "split": "dev"})
    table["measured_by_laboratory"] = names or [f"laboratory {at}" for at in table.index]
    return table.assign(laboratory=laboratory, rest=rest, spread_df=df)


def test_the_margin_is_the_critical_value_times_the_error_of_a_difference():
    """2 (0.3^2 + 0.4^2) + 0.36^2 + 0.36^2 - 0.36^2 = 0.6296; Dunnett's 2.66 for 9 others."""
    table = reported([80.0] * 10)
    found = best.margins(table, table.iloc[0])
    assert found.iloc[1:].tolist() == pytest.approx([2.66 * np.sqrt(0.6296)] * 9, abs=0.01)
    surer = best.margins(table.assign(rest=[0.4] * 9 + [0.2]), table.iloc[0])
    assert surer.iloc[9] < surer.iloc[8]  # the mean of four reports
    unknown = table.assign(sampling=np.nan)
    assert best.margins(unknown, unknown.iloc[0]).isna().all()


def test_models_of_one_laboratory_share_its_luck():
    """2 * 0.4^2 + 0.36^2 = 0.4496."""
    table = reported([80.0] * 10, names=["one"] * 9 + ["other"])
    found = best.margins(table, table.iloc[0])
    assert found.iloc[1] == pytest.approx(2.66 * np.sqrt(0.4496), abs=0.01)
    assert found.iloc[9] == pytest.approx(2.66 * np.sqrt(0.6296), abs=0.01)


@pytest.mark.parametrize(("lead", "share"), [(0.0, 0.25), (0.0, 0.5), (0.5, 0.5), (2.0, 0.25)])
def test_the_best_model_is_in_the_set_95_times_in_a_hundred(lead, share):
    """20 models of 7 laboratories, the others equally good, 4,000 draws.

    The laboratories have a share of the variance between reports, the book's split another; the
    spread is estimated anew, one of 25 equally likely values. By chance the rate has a standard
    deviation of 0.35 %.
    """
    chance, names = np.random.default_rng(3), [f"laboratory {at % 7}" for at in range(20)]
    common, rest, df = laboratory_spread.spread_of_score(85, "mnli-m", "accuracy")
    whole, sampling, kept = np.hypot(common, rest), 0.36, 0
    estimates = np.sqrt(chi2.ppf((np.arange(25) + 0.5) / 25, df) / df)

    @cache
    def margins(known: float, highest: int) -> list[float]:
        table = reported([85.0] * 20, common * known, rest * known, df, sampling, names)
        return best.margins(table, table.iloc[highest]).tolist()

    for _ in range(4000):
        examples = sampling * np.sqrt(0.5) * chance.standard_normal(21)
        luck = whole * np.sqrt(share) * chance.standard_normal(7)[np.arange(20) % 7]
        runs = whole * np.sqrt(1 - share) * chance.standard_normal(20)
        scores = 85 + examples[0] + examples[1:] + luck + runs
        scores[0] += lead
        apart = margins(chance.choice(estimates), int(scores.argmax()))
        kept += scores.max() - scores[0] <= apart[0]
    assert kept >= 0.94 * 4000


def test_the_mean_of_the_most_reports_is_surer_than_any_report_alone():
    scored = compare.model_scores("mnli", "dev")
    alone = scored.loc[scored["reports"].eq(1), "half_width"]
    assert scored.at[scored["reports"].idxmax(), "half_width"] < alone.min()


def test_an_unknown_task_is_refused():
    with pytest.raises(UserError, match="nobody reports 'chess' on the dev set; tasks are"):
        compare.model_scores("chess", "dev")


# Encoders of one recipe


def encoders(*models):
    """Return rows of one table: name, millions of weights, score, the error of its examples."""
    frame = pd.DataFrame(models, columns=["model", "millions", "score", "sampling"])
    table = {"source": "a", "table": "t", "technique": "architecture"}
    errors = {"laboratory": 0.3, "rest": 0.4, "spread_df": 16, "measured_by_laboratory": ""}
    return frame.assign(id=frame["model"], **errors, **table)


def test_below_each_size_stand_the_highest_score_and_all_that_may_be_as_good():
    """Three models: Dunnett's 2.06 for 2 others and 16 degrees of freedom times 0.793 is 1.64."""
    three = encoders(("a", 10, 80, 0.36), ("b", 40, 85, 0.36), ("c", 45, 83.5, 0.36))
    found = best.best_under(three, [5, 20, 50])  # no model has 5
    assert list(found["model"]) == ["a", "b"]
    assert found["others"].tolist() == [[], ["c"]]
    clear = best.best_under(three.replace(83.5, 83.3), [50])
    assert clear["others"].iloc[0] == []
    unknown = best.best_under(three.assign(sampling=np.nan), [50])
    assert unknown["others"].iloc[0] == ["c", "a"]


def test_only_rows_of_one_recipe_count(results):
    whole = best.one_recipe_scores("mnli")
    protocols = results.set_index("id")["protocol"]
    assert set(protocols[whole["id"]]) == {"one-recipe"}
    assert "zhao2019extreme" not in set(whole["source"])


# Many tasks


def tasks(means, chance, count=41):
    """Return scores of models on tasks of very different difficulty."""
    hard = chance.normal(60, 15, size=(count, 1))
    return pd.DataFrame(hard + np.array(means) + chance.normal(0, 2, size=(count, len(means))))


def test_models_far_apart_have_one_rank_and_equal_ones_share_a_group():
    found = compare.ranks(tasks([9.0, 0.0, 0.0, -9.0], np.random.default_rng(1)), draws=500)
    found = found.sort_index()
    assert found["group"].tolist() == [1, 2, 2, 3]
    assert found[["first", "last"]].to_numpy().tolist() == [[1, 1], [2, 3], [2, 3], [4, 4]]


def test_the_true_ranks_are_all_in_their_intervals_95_times_in_a_hundred():
    """Of 200 draws 190 should have them, with a standard deviation of 3.1 by chance."""
    chance, means, kept = np.random.default_rng(5), [3.0, 1.0, 0.8, 0.3, 0.0, -2.0], 0
    for _ in range(200):
        found = compare.ranks(tasks(means, chance), draws=300).sort_index()
        true = np.arange(1, len(means) + 1)
        kept += ((found["first"] <= true) & (true <= found["last"])).all()
    assert kept >= 190 - 2.5 * 3.1


def test_a_place_is_a_peel_and_a_ceiling_tells_who_may_be_best_of_any_budget():
    """Margins of 2.66·√0.6296 = 2.11: 80 and 78 may be best; 77 and 75.5 are the next to be."""
    table = reported([80.0, 78.0, 77.0, 75.5] + [60.0] * 6)
    table.index = table.index.map("m{}".format)
    found = places(table)
    assert found["place"].tolist()[:4] == [1, 1, 2, 2]
    assert found["ceiling"].tolist()[:4] == [80.0, 80.0, 78.0, 77.0]


def test_who_wants_to_be_surer_leaves_more_open():
    """77.8 is 2.2 behind, more than 2.11: not at 99 %, nor if the examples are not the same."""
    table = reported([80.0, 77.8] + [60.0] * 8)
    assert best.beaten(table).loc[1, 0]
    assert not best.beaten(table, level=0.99).loc[1, 0]
    assert not best.beaten(table, rho=0.0).loc[1, 0]
    assert (uncertainty.half_widths(table, level=0.99) > uncertainty.half_widths(table)).all()


def test_scores_on_other_examples_have_none_in_common():
    """Without the paired 0.36^2 it is 2.66·√0.7592 = 2.32, so that 2.2 points tell nothing."""
    table = reported([80.0, 77.8] + [60.0] * 8)
    assert best.beaten(table).loc[1, 0]
    assert not best.beaten(table.assign(split=["dev", "test"] + ["dev"] * 8)).loc[1, 0]


def test_every_average_on_the_leaderboard_has_one_definition():
    lines = compare.leaderboard().query("board == 'GLUE' and half_width == half_width")
    for _, ranking in lines.groupby(["task", "split"]):
        tidy = data.results()
        scores = comparability.scores_among(tidy[tidy["id"].isin(ranking["id"])])
        assert comparability.add_grounds(scores.assign(baseline=""))["definition"].nunique() == 1


def test_what_works_only_repeat_is_shown_and_not_ranked():
    """MobileBERT's table repeats BERT-base's 78.3 from its paper; its own MobileBERT is ranked."""
    lines = compare.leaderboard().query("task == 'glue-9'").set_index("model")
    assert lines.at["BERT-base", "score"] == 78.3
    assert np.isnan(lines.at["BERT-base", "place"])
    assert lines.at["MobileBERT w/o OPT", "place"] >= 1
