"""Expected sizes come from the papers named, or are worked by hand."""

import pytest

from smallbert import cost
from smallbert.errors import UserError


def millions(name):
    return cost.parameters(cost.architecture(name)).sum() / 1e6


@pytest.mark.parametrize(
    ("name", "published", "tolerance"),
    [
        ("bert-base", 110, 0.01),  # Devlin et al. 2019, section 3
        ("bert-large", 340, 0.02),  # likewise; 335.1 M, which the paper rounds up
        ("bert-base-6", 66.5, 0.01),  # Sun et al. 2020, Table 3: PKD with 6 layers
        ("bert-base-3", 45.3, 0.015),  # likewise, 3 layers; without its pooler 45.1 M
        ("bert-tiny", 4.4, 0.01),  # Turc et al. 2019, Table 1
        ("bert-mini", 11.3, 0.02),  # likewise
        ("bert-small", 29.1, 0.015),  # likewise
        ("bert-medium", 41.7, 0.01),  # likewise
    ],
)
def test_parameters_are_those_that_the_papers_state(name, published, tolerance):
    assert millions(name) == pytest.approx(published, rel=tolerance)


def test_bert_base_has_these_parameters_by_component():
    count = cost.parameters(cost.architecture("bert-base"))
    assert count["word embeddings"] == 30522 * 768
    assert count["query, key, value"] == 12 * 3 * (768 * 768 + 768)
    assert count["feed-forward"] == 12 * (2 * 768 * 3072 + 3072 + 768)
    assert count.sum() == 109_482_240


def test_bert_base_needs_22_gflops_for_128_tokens():
    shape = cost.architecture("bert-base")
    assert cost.operations(shape, tokens=128).sum() / 1e9 == pytest.approx(22.35, abs=0.01)


def test_bert_base_needs_58_gflops_for_320_tokens():
    # Cao et al. 2020, Table 2, prints 58.4 for SQuAD, whose inputs have 320 tokens in Table 1
    shape = cost.architecture("bert-base")
    assert cost.operations(shape, tokens=320).sum() / 1e9 == pytest.approx(58.4, rel=0.01)


def test_macs_are_half_the_flops():
    shape = cost.architecture("bert-base")
    flops = cost.operations(shape, tokens=64)
    assert (cost.operations(shape, tokens=64, multiply_add=1) * 2 == flops).all()


def test_the_embedding_as_a_product_costs_vocabulary_times_hidden_per_token():
    shape = cost.architecture("bert-base")
    product = cost.operations(shape, tokens=10, embed="product")["word embeddings"]
    assert product == 2 * 30522 * 768 * 10


def test_shared_layers_are_stored_once_and_computed_every_time():
    shared, own = cost.architecture("albert-base"), cost.architecture("bert-base")
    assert cost.parameters(shared)["feed-forward"] * 12 == cost.parameters(own)["feed-forward"]
    ops = [cost.operations(each, tokens=8)["feed-forward"] for each in (shared, own)]
    assert ops[0] == ops[1]


def test_a_classifier_has_a_product_with_its_classes_and_computes_it_once():
    shape = cost.architecture("bert-base")
    head = {"head": "classifier", "labels": 3}
    assert cost.parameters(shape, **head)["task head"] == 768 * 3 + 3
    assert cost.operations(shape, tokens=128, **head)["task head"] == 2 * 768 * 3


def test_a_span_is_sought_in_every_token():
    shape = cost.architecture("bert-base")
    assert cost.operations(shape, tokens=128, head="span")["task head"] == 2 * 128 * 768 * 2


def test_softmax_norms_and_activations_count_when_asked_for():
    # 12 layers of 128 tokens: 5 a score and 1 for its root, 8 a gelu, 5 a normed number
    shape = cost.architecture("bert-base")
    plain, every = (cost.operations(shape, tokens=128, elementwise=each) for each in (False, True))
    extra = every - plain
    assert extra["attention itself"] == 12 * 6 * 12 * 128 * 128
    assert extra["feed-forward"] == 12 * 128 * (9 * 3072 + 768 + 768)
    assert extra["layer norms"] == 5 * 128 * 768 * 25
    assert extra["attention output"] == 12 * 128 * (768 + 768)  # biases and residual sums
    assert extra["position and type embeddings"] == 2 * 128 * 768
    assert extra["pooler"] == (1 + 8) * 768


def test_bert_base_is_418_mb():
    # Bai et al. 2021 state 418 MB for full precision; the unit is 2**20 bytes
    assert cost.megabytes(cost.architecture("bert-base")) == pytest.approx(417.6, abs=0.1)


def test_bytes_scale_with_bits():
    shape = cost.architecture("bert-base")
    full = cost.megabytes(shape)
    eighth = cost.megabytes(shape, weight_bits=4, embedding_bits=4, rest_bits=4)
    assert eighth == pytest.approx(full / 8)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hidden": 770}, "hidden size 770 is not divisible by 12 heads"),
        ({"layers": 0}, "layers is 0; give a whole number from 1"),
        ({"vocabulary": -1}, "vocabulary is -1"),
        ({"layers": 1.5}, "layers is 1.5; give a whole number from 1"),
        ({"head_width": 0}, "head_width is 0; give a whole number from 1"),
        ({"layer_sets": 13}, "layer_sets is 13; give at most 12 layers"),
        ({"attention_reads": "all"}, "attention_reads is 'all'; use one of width, hidden, shared"),
    ],
)
def test_an_impossible_shape_is_refused(change, message):
    shape = {"layers": 12, "hidden": 768, "feed_forward": 3072, "heads": 12, "vocabulary": 30522}
    with pytest.raises(UserError, match=message):
        cost.Architecture(**(shape | change))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tokens": 0}, "sequence length 0; give 1 to 512 tokens"),
        ({"tokens": 513}, "sequence length 513"),
        ({"tokens": 8, "batch": 0}, "batch 0"),
        ({"tokens": 8, "multiply_add": 3}, "use 2 for FLOPs or 1 for MACs"),
        ({"tokens": 8, "embed": "free"}, "use one of lookup, product"),
        ({"tokens": 8, "pool": "last"}, "pool 'last'; use one of first, every"),
        ({"tokens": 8, "head": "tail"}, "head 'tail'; use one of classifier, span, words"),
        ({"tokens": 8, "head": "classifier", "labels": 0}, "labels are 0"),
    ],
)
def test_an_impossible_pass_is_refused(arguments, message):
    with pytest.raises(UserError, match=message):
        cost.operations(cost.architecture("bert-base"), **arguments)


def test_bits_out_of_range_are_refused():
    with pytest.raises(UserError, match="weight bits are 64"):
        cost.megabytes(cost.architecture("bert-base"), weight_bits=64)


def test_an_unknown_shape_is_refused_with_the_list():
    with pytest.raises(UserError, match="'bert-huge' is unknown; use one of bert-base,"):
        cost.architecture("bert-huge")
