"""The measurement that this book made, as the comparisons read it."""

import math

import pytest

from smallbert import data
from smallbert.compare import time_medians
from smallbert.errors import UserError
from smallbert.works import speed

# --- operations, worked by hand: a layer of BERT-base on n tokens is 24 n H^2 + 4 n^2 H


def count(name, tokens=128):
    return speed.run_operations()[f"{name}-b1-n{tokens}"]


def layers(n, number, width=768):
    return number * (24 * n * width**2 + 4 * n * n * width) / 1e9


POOLER = 2 * 768**2 / 1e9


def test_operations_of_the_plain_shape_and_of_its_stored_zeros_are_the_same():
    by_hand = layers(128, 12) + POOLER
    for name in ("bert-base", "bert-base-zeros-90", "bert-base-int8", "bert-base-stored-int8"):
        assert count(name) == pytest.approx(by_hand)


def test_left_out_zeros_are_not_computed():
    products = 12 * 24 * 128 * 768**2 / 1e9
    assert count("bert-base-csr-90") == pytest.approx(layers(128, 12) + POOLER - 0.9 * products)


def test_cached_layers_read_the_question_alone():
    by_hand = layers(20, 9) + layers(320, 3) + POOLER
    assert count("deformer-base-q20", tokens=320) == pytest.approx(by_hand)


# --- medians and intervals


def test_the_interval_of_31_values_ends_at_the_tenth_from_either_side():
    """Binomial, 31 trials: P(at most 9 below) = 0.015, P(at most 10) = 0.035."""
    assert time_medians.median_interval(range(1, 32)) == (16, 10, 22)
    chance = [sum(math.comb(31, n) for n in range(k + 1)) / 2**31 for k in (9, 10)]
    assert chance[0] <= 0.025 < chance[1]


def test_five_values_are_too_few_for_95_per_cent_and_six_are_not():
    """All on one side of the median: 2 in 2^5 is 6 %, 2 in 2^6 is 3 %."""
    middle, low, high = time_medians.median_interval([3, 1, 2, 5, 4])
    assert (middle, math.isnan(low), math.isnan(high)) == (3, True, True)
    assert time_medians.median_interval([3, 1, 2, 6, 5, 4]) == (3.5, 1, 6)


def test_a_speedup_is_taken_round_by_round():
    """A machine that slows down in the middle slows both; the ratio stays 2."""
    base, fast = [2, 2, 2, 20, 20, 20], [1, 1, 1, 10, 10, 10]
    assert time_medians.paired_speedup(base, fast) == (2, 2, 2)


# --- the committed measurement


def test_the_committed_medians_are_those_of_their_times():
    for row in speed.latencies().itertuples():
        assert len(row.times) == int(speed.run_machine()["rounds"])
        middle, low, high = time_medians.median_interval(row.times)
        assert (row.milliseconds, row.low, row.high) == pytest.approx((middle, low, high), rel=1e-3)


def test_the_components_of_a_run_add_up_to_it():
    whole = speed.latencies()
    parts = speed.components()
    for (arm, batch, tokens), group in parts.groupby(["arm", "batch", "tokens"]):
        run = whole.loc[f"{arm}-b{batch}-n{tokens}"]
        assert group["milliseconds"].sum() == pytest.approx(run["milliseconds"], rel=0.05)


def test_shapes_are_compared_where_all_ran_and_not_at_the_lengths_of_cached_layers():
    """Batch and tokens of ``SETTINGS`` in experiments/speed/plan.py."""
    assert speed.compared_settings() == [(1, 32), (1, 128), (1, 256), (8, 128)]
    short = speed.at_setting(speed.latencies(), batch=1, sequence_length=32)
    assert {"bert-base", "bert-tiny"} < {*short.index}
    assert {*short["batch"]} == {1}
    assert {*short["tokens"]} == {32}


def test_a_setting_that_was_not_measured_is_refused_with_those_that_were():
    with pytest.raises(UserError, match="batch 4 with 128 tokens was not measured; use one of"):
        speed.at_setting(speed.latencies(), batch=4, sequence_length=128)


def test_measured_values_are_results_with_their_interval():
    found = data.results(speed.KEY).set_index("id")
    row = found.loc["speed/latency/bert-base-6-b1-n128/latency-cpu"]
    assert (row["origin"], row["unit"]) == ("measured", "ms")
    assert row["baseline"] == "speed/latency/bert-base-b1-n128/latency-cpu"
    assert 0 < row["half_width"] < row["value"]
