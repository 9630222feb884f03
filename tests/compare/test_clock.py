"""One clock: the times that this book measured, and what follows from them."""

import math

import pytest

from smallbert import cost
from smallbert.compare import clock, machines
from smallbert.data import sources, survey


def rows(architecture, **setting):
    """Return the committed rows of a shape, as they are written."""
    table = sources.table_of("stopwatch", "times")
    setting |= {"architecture": architecture}
    for name, value in setting.items():
        table = table[table[name].eq(str(value))]
    return table


def test_every_model_that_one_can_have_has_a_time():
    """Up to 150 million weights, in 32 bits and in 8."""
    offered = {*survey.lines_of("checkpoints", survey.FOLDER)["model"]}
    ids = sources.survey_models()["id"]
    known = {
        shape for name, shape in sources.shapes().items() if shape and ids.get(name) in offered
    }
    small = {name for name in known if cost.parameters(cost.architecture(name)).sum() <= 150e6}
    missing = {
        (name, bits)
        for name in small - {"gpt-1", "distilgpt2"}  # they write token after token
        for bits in (32, 8)
        if clock.of(name, bits=bits) is None
    }
    assert len(small) > 50
    assert missing == set()


def test_a_time_is_that_of_the_fastest_runtime_on_one_thread():
    setting = {"bits": 32, "threads": 1, "batch": 1, "tokens": 128}
    known = rows("distilbert", **setting).set_index("runtime")["milliseconds"].astype(float)
    assert {*known.index} == {*clock.RUNTIMES}
    found = clock.of("distilbert")
    assert (found.ms, found.runtime) == (known.min(), known.idxmin())
    assert clock.of("distilbert", runtime="pytorch").ms == known["pytorch"]
    assert clock.of("no-such-shape") is None


def test_models_of_other_words_have_the_time_of_the_same_layers():
    assert clock.of("bert-base-chinese") == clock.of("bert-base-cased") == clock.of("bert-base")
    assert clock.of("mobilebert") == clock.of("mobilebert-released")


def test_a_time_follows_from_operations_as_the_timed_shapes_have_it():
    """The middle is the geometric mean of time by operations, over the shapes of the rule."""
    known = clock.promised()
    off = known.loc[known["ruled"], "off"]
    rule = clock.rule()
    assert rule.shapes == len(off) > 40
    assert rule.factor == pytest.approx(math.prod(off) ** (1 / len(off)))
    assert rule.low * rule.high == pytest.approx(rule.factor**2)
    assert off.between(rule.low, rule.high).mean() > 0.9
    half = clock.estimate(0.5)
    assert half.ms == pytest.approx(0.5 * rule.factor * clock.of("bert-base").ms)
    assert half.runtime == ""
    assert clock.estimate(clock.LEAST / 2) is None  # the calls cost more than the sums
    assert not known.loc[known.index.str.startswith("debertav3"), "ruled"].any()


def test_ratios_of_other_machines_are_set_against_the_same_shape_here():
    """On an Inf2.xlarge AWS prints 0.57864189 ms for DistilBERT and 0.99897385 for BERT-base."""
    found = machines.ratios()
    assert not found["architecture"].eq(clock.BASE).any()
    aws = found[found["source"].eq("aws2026neuron") & found["device"].eq("Inf2.xlarge")]
    aws = aws.set_index("architecture").loc["distilbert"]
    assert aws["there"] == pytest.approx(0.57864189 / 0.99897385)
    assert aws["here"] == clock.of("distilbert").ms / clock.of("bert-base").ms
    mobile = found[found["architecture"].eq("mobilebert-released")]
    assert (mobile["off"] > 2).all()  # on neural processors it gains little
    assert machines.spread(cpu=False) == pytest.approx(mobile["off"].max())
    assert machines.spread(cpu=True) < 2
