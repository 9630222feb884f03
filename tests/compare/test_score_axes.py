"""Expected numbers are printed in the documents, as each test says."""

import pytest

from smallbert import compare
from smallbert.errors import UserError


@pytest.fixture(scope="module")
def rows():
    return compare.rows()


def row(rows, name):
    return rows.set_index("id").loc[name]


def test_each_measure_is_better_when_more(rows):
    """The deck, slide 2: 83.3 of 84.6."""
    one = rows[rows["id"] == "sun2020mobilebert/table3/mobilebert/mnli-m-accuracy"]
    values = [compare.measured(one, name)["value"].iloc[0] for name in compare.MEASURES]
    assert values == pytest.approx([83.3, -1.3, 100 * 83.3 / 84.6])


def test_an_unknown_measure_is_refused(rows):
    with pytest.raises(UserError, match="measure is 'rank'; use one of score, lost, kept"):
        compare.measured(rows, "rank")


def test_a_row_of_the_poster_can_be_set_against_its_works_own_baseline(rows):
    """MiniLM, line 61: 84.0, against the poster's 84.6 on test or its authors' 84.5 on dev."""
    name = "ganesh2021case/effectiveness/minilm/mnli-accuracy"
    own = compare.with_own_baselines(rows)
    assert row(rows, name)["lost"] == pytest.approx(0.6)
    assert row(own, name)["lost"] == pytest.approx(0.5)


def test_rows_without_an_own_baseline_keep_theirs(rows):
    own = compare.with_own_baselines(rows)
    other = rows["source"].ne("ganesh2021case")
    assert own.loc[other, "lost"].equals(rows.loc[other, "lost"])


def test_a_mean_is_taken_over_models_that_have_every_task(rows):
    """The deck, slide 1, line 17: DualTrain of 192 has 78.1 and 88.4.

    The poster names no half of MNLI.
    """
    found = compare.over(rows, ("mnli-m", "sst-2")).set_index(["source", "model"])
    mean = found.loc[("zhao2019extreme", "DualTrain, 192")]
    assert mean["score"] == pytest.approx((78.1 + 88.4) / 2)
    assert mean["task"] == "mnli-m + sst-2"
    assert mean["bytes"] == 5.74
    assert "ganesh2021case" not in found.index.get_level_values("source")


def test_no_model_has_two_tasks_that_no_source_shares(rows):
    assert compare.over(rows, ("race", "cola")).empty
