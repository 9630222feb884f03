"""Counts beside what others published; each number names its source.

Where a number cannot be met within one per cent (parameters) or three (operations), the test
states the ratio that was measured and what is known of it.
"""

from dataclasses import replace

import pytest

from smallbert import cost

MINIS = {
    128: (4.4, 4.8, 5.2, 5.6, 6.0, 6.4),
    256: (9.7, 11.3, 12.8, 14.4, 16.0, 17.6),
    512: (22.8, 29.1, 35.4, 41.7, 48.0, 54.3),
    768: (39.2, 53.4, 67.5, 81.7, 95.9, 110.1),
}
"""Millions of parameters of 2, 4, 6, 8, 10 and 12 layers (Turc et al. 2019, Table 1)."""


def shape(layers, hidden):
    own = {"layers": layers, "hidden": hidden, "feed_forward": 4 * hidden}
    return cost.Architecture(**own, heads=hidden // 64, vocabulary=30522)


def millions(name, **head):
    known = cost.architecture(name) if isinstance(name, str) else name
    return cost.parameters(known, **head).sum() / 1e6


def giga(name, tokens=128, **convention):
    return cost.operations(cost.architecture(name), tokens=tokens, **convention).sum() / 1e9


@pytest.mark.parametrize(
    ("name", "published"),
    [
        # total of BertForPreTraining in the checkpoints of google-research/bert, as libraries
        # that load them print it
        ("bert-base", 110_106_428),
        ("bert-large", 336_226_108),
    ],
)
def test_bert_has_the_parameters_of_its_checkpoints_to_the_last_one(name, published):
    count = cost.parameters(cost.architecture(name), head="pretraining")
    assert count.sum() == published


@pytest.mark.parametrize("hidden", MINIS)
def test_the_24_minis_have_their_published_sizes_with_the_head_of_masked_words(hidden):
    for layers, published in zip((2, 4, 6, 8, 10, 12), MINIS[hidden], strict=True):
        counted = millions(shape(layers, hidden), head="words")
        assert counted == pytest.approx(published, rel=0.01)


def test_without_that_head_some_minis_miss_their_published_size():
    # 2 layers of 768: 38.60 M counted, 39.2 M in Turc et al. 2019, Table 1
    assert millions(shape(2, 768)) / 39.2 == pytest.approx(0.985, abs=0.001)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("bert-base", 110),  # Devlin et al. 2019, section 3
        ("bert-large", 335),  # Clark et al. 2020, Table 2; Devlin et al. round up to 340
        ("distilbert", 66),  # Sanh et al. 2019, Table 3
        ("mobilebert", 25.3),  # Sun et al. 2020, Table 1
        ("gpt-1", 117),  # Radford et al. 2019, Table 2: the size of the original GPT
    ],
)
def test_parameters_are_within_one_per_cent(name, published):
    assert millions(name) == pytest.approx(published, rel=0.01)


@pytest.mark.parametrize(
    ("name", "published", "ratio"),
    [
        # Lan et al. 2020, Table 1, prints whole millions above the count of its own checkpoints:
        # 11.7, 17.7, 58.7 and 222.6 M. What the rest is the paper does not say.
        ("albert-base", 12, 0.974),
        ("albert-large", 18, 0.982),
        ("albert-xlarge", 60, 0.979),
        ("albert-xxlarge", 235, 0.947),
        # Jiao et al. 2020, Table 1. The matrix that widens 312 to the teacher's 768 while it is
        # distilled would add 0.24 M, the pooler gone; the paper does not say.
        ("tinybert-4", 14.5, 0.990),
        # Clark et al. 2020, Table 1: 13.5 M rounded to whole millions.
        ("electra-small", 14, 0.963),
        # Sun et al. 2020, Table 1. 15.11 M is what is left without positions, biases and norms;
        # MobileBERT's 25.3 M does not come out in that way.
        ("mobilebert-tiny", 15.1, 1.026),
    ],
)
def test_these_sizes_cannot_be_met_and_are_off_by_this_much(name, published, ratio):
    base = cost.architecture("albert-base")
    sizes = {"albert-large": (1024, 16), "albert-xlarge": (2048, 16)}
    if name in sizes:
        hidden, heads = sizes[name]
        name = replace(base, layers=24, hidden=hidden, feed_forward=4 * hidden, heads=heads)
    assert millions(name) / published == pytest.approx(ratio, abs=0.001)


def test_the_released_mobilebert_is_smaller_than_the_printed_one():
    # 24.6 M: google-research/mobilebert, key_query_shared_bottleneck true
    released = replace(cost.architecture("mobilebert"), attention_reads="shared")
    assert millions(released) == pytest.approx(24.6, abs=0.05)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("bert-base", 22.5),  # Sun et al. 2020, Table 4, as are all up to TinyBERT
        ("bert-base-6", 11.3),
        ("bert-base-3", 5.7),
        ("mobilebert", 5.7),
        ("mobilebert-tiny", 3.1),
        ("bert-small", 3.4),  # Jiao et al. 2020, Table 1
    ],
)
def test_operations_are_within_three_per_cent_at_128_tokens_and_two_a_multiply_add(name, published):
    assert giga(name) == pytest.approx(published, rel=0.03)


def test_tinybert_is_within_the_last_digit_of_its_operations():
    # Jiao et al. 2020, Table 1: 1.2 B, so 1.15 to 1.25
    assert 1.15 <= giga("tinybert-4") < 1.25


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("bert-base", 29),  # Clark et al. 2020, Table 1, as are all
        ("gpt-1", 30),
        ("electra-small", 3.7),
    ],
)
def test_operations_of_electras_authors_are_those_of_their_script(name, published):
    counted = giga(name, **cost.CONVENTIONS["electra"])
    assert counted == pytest.approx(published, rel=0.03)


def test_their_bert_large_is_counted_by_another_rule():
    # 79 in their repository: a look-up, where the same script with a product gives 87.4
    assert giga("bert-large") == pytest.approx(79, rel=0.01)
    assert giga("bert-large", **cost.CONVENTIONS["electra"]) == pytest.approx(87.4, abs=0.1)


@pytest.mark.parametrize(("name", "published"), [("bert-base", 58.4), ("bert-large", 204.1)])
def test_deformers_baselines_count_every_operation_on_320_tokens(name, published):
    # Cao et al. 2020, Table 2
    counted = giga(name, 320, **cost.CONVENTIONS["every_flop"])
    assert counted == pytest.approx(published, rel=0.001)


def test_albert_xxlarge_needs_2500_gflops_for_512_tokens():
    # Desislavov et al. 2021, table of models
    assert giga("albert-xxlarge", 512) == pytest.approx(2500, rel=0.03)


@pytest.mark.parametrize(("name", "published"), [("bert-base", 22.5), ("bert-base-3", 5.7)])
def test_a_pooler_on_every_token_explains_the_last_digit_of_mobileberts_table(name, published):
    assert round(giga(name, pool="every"), 1) == published
    assert round(giga(name), 1) != published
