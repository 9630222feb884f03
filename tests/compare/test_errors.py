"""Standard errors of the results as the site offers them, by hand from printed numbers."""

import math

import pytest

from smallbert import compare, data


@pytest.fixture(scope="module")
def errors():
    tidy = data.results()
    return compare.standard_errors(tidy).set_axis(tidy["id"])


def test_a_score_has_the_error_of_its_sets_size(errors):
    """84.0 % of the 9,796 examples of MNLI's test set: 100 times the root of 0.84 * 0.16 / 9796."""
    error = errors["zhao2019extreme/table3/teacher/mnli-m-accuracy"]
    assert error == pytest.approx(0.3704, abs=1e-4)


def test_a_spread_over_runs_adds_to_it(errors):
    """ELECTRA-Small's replication, the mean of ten fine-tunings: RTE differs by 1.93 points."""
    tidy = data.results().set_index("id")
    told = tidy[tidy["sd"].notna() & tidy["task"].eq("rte")]
    (each,) = told.itertuples()
    p = each.value / 100
    sampling, runs = 100**2 * p * (1 - p) / compare.task_sizes()["rte", "dev"], 1.93**2 / 10
    assert each.split == "dev"
    assert errors[each.Index] == pytest.approx((sampling + runs) ** 0.5, rel=0.01)


def test_what_is_no_score_has_none(errors):
    assert math.isnan(errors["zhao2019extreme/table3/teacher/hidden-size"])
