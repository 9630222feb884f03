"""One clock: the times that this book measured, and what follows from them."""

import math

import pandas as pd
import pytest

from smallbert import cost
from smallbert.compare import own_times
from smallbert.data import side_tables, sources
from smallbert.works import stopwatch


def rows(architecture, **setting):
    """Return the committed rows of a shape, as they are written."""
    table = sources.table_of("stopwatch", "times")
    setting |= {"architecture": architecture}
    for name, value in setting.items():
        table = table[table[name].eq(str(value))]
    return table


def test_every_model_that_one_can_have_has_a_time():
    """Up to 150 million weights, in 32 bits and in 8."""
    offered = {*side_tables.lines_of("checkpoints", side_tables.FOLDER)["model"]}
    ids = sources.survey_models()["id"]
    known = {
        shape for name, shape in sources.shapes().items() if shape and ids.get(name) in offered
    }
    small = {name for name in known if cost.parameters(cost.architecture(name)).sum() <= 150e6}
    missing = {
        (name, bits)
        for name in small - {"gpt-1", "distilgpt2"}  # they write token after token
        for bits in (32, 8)
        if own_times.shape_time(name, bits=bits) is None
    }
    assert len(small) > 50
    assert missing == set()


def test_a_time_is_that_of_the_fastest_runtime_on_one_thread():
    setting = {"bits": 32, "threads": 1, "batch": 1, "tokens": 128}
    known = rows("distilbert", **setting).set_index("runtime")["milliseconds"].astype(float)
    assert {*known.index} == {*own_times.RUNTIMES}
    found = own_times.shape_time("distilbert")
    assert (found.ms, found.runtime) == (known.min(), known.idxmin())
    assert own_times.shape_time("distilbert", runtime="pytorch").ms == known["pytorch"]
    assert own_times.shape_time("no-such-shape") is None


def test_models_of_other_words_have_the_time_of_the_same_layers():
    assert (
        own_times.shape_time("bert-base-chinese")
        == own_times.shape_time("bert-base-cased")
        == own_times.shape_time("bert-base")
    )
    assert own_times.shape_time("mobilebert") == own_times.shape_time("mobilebert-released")


def test_a_time_follows_from_operations_as_the_timed_shapes_have_it():
    """The middle is the geometric mean of time by operations, over the shapes of the rule."""
    known = own_times.promised_times()
    off = known.loc[known["ruled"], "off"]
    rule = own_times.operations_rule()
    assert rule.shapes == len(off) > 40
    assert rule.factor == pytest.approx(math.prod(off) ** (1 / len(off)))
    assert rule.low * rule.high == pytest.approx(rule.factor**2)
    assert off.between(rule.low, rule.high).mean() > 0.9
    half = own_times.estimated_time(0.5)
    assert half.ms == pytest.approx(0.5 * rule.factor * own_times.shape_time("bert-base").ms)
    assert half.runtime == ""
    assert (
        own_times.estimated_time(own_times.LEAST_OPERATIONS / 2) is None
    )  # the calls cost more than the sums
    assert not known.loc[known.index.str.startswith("debertav3"), "ruled"].any()


def test_ratios_of_other_machines_are_set_against_the_same_shape_here():
    """On an Inf2.xlarge AWS prints 0.57864189 ms for DistilBERT and 0.99897385 for BERT-base."""
    found = stopwatch.ratios_elsewhere()
    assert not found["architecture"].eq(own_times.BASE_SHAPE).any()
    aws = found[found["source"].eq("aws2026neuron") & found["device"].eq("Inf2.xlarge")]
    aws = aws.set_index("architecture").loc["distilbert"]
    assert aws["there"] == pytest.approx(0.57864189 / 0.99897385)
    assert (
        aws["here"] == own_times.shape_time("distilbert").ms / own_times.shape_time("bert-base").ms
    )
    mobile = found[found["architecture"].eq("mobilebert-released")]
    assert (mobile["off"] > 2).all()  # on neural processors it gains little
    assert stopwatch.largest_spread(cpu=False) == pytest.approx(mobile["off"].max())
    assert stopwatch.largest_spread(cpu=True) < 2


def test_a_rule_is_as_far_off_as_each_shape_is_from_that_of_the_others(monkeypatch):
    """Times of 1, 2 and 4 by operations; their geometric mean is 2.

    The others foretell √8, 2 and √2, off by 1.828, 0 and 1 - 1/√8 = 0.6464; the median is that.
    """
    made = pd.DataFrame({"off": [1.0, 2.0, 4.0], "ruled": True})
    monkeypatch.setattr(own_times, "promised_times", lambda _tokens: made)
    rule = own_times.operations_rule.__wrapped__()
    assert (rule.factor, rule.error, rule.shapes) == pytest.approx((2, 64.64, 3), abs=0.01)
