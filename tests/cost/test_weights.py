"""Weights and operations by hand, and beside what others published, each number with its source."""

from dataclasses import replace

import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")


def layer(h, f):
    """Return the weights of a layer of BERT: four products, two of feed-forward, two norms."""
    return 4 * (h * h + h) + (2 * h * f + f + h) + 4 * h


def work(n, h, f):
    """Return the operations of a layer of BERT on n tokens, two a multiply-add."""
    return 2 * n * (4 * h * h + 2 * h * f) + 4 * n * n * h


# MobileBERT's layer, of the paper: H 512, a bottleneck of 128, four networks of 512. Into it and
# out of it 512 · 128 + 128 and 128 · 512 + 512; queries, keys and values read 512; the output is
# 128 · 128 + 128; a norm of two numbers stands behind each of seven products, and behind both ends
NARROW = (512 * 128 + 128) + (128 * 512 + 512) + 2 * 128 + 2 * 512
NETWORK = 128 * 512 + 512 + 512 * 128 + 128 + 2 * 128
MOBILE = NARROW + 3 * (512 * 128 + 128) + (128 * 128 + 128 + 2 * 128) + 4 * NETWORK
SHARED = MOBILE - 2 * (512 - 128) * 128 + (512 * 128 + 128 + 2 * 128)
TINY = NARROW + 3 * (128 * 128 + 128) + (128 * 128 + 128 + 2 * 128) + 2 * NETWORK
# words of three times 128 become 512; positions and types are 512 wide, and so is their norm
WORDS = 30522 * 128 + (3 * 128 * 512 + 512) + 514 * 512 + 2 * 512
# ModernBERT: no biases, a gate, norms of one number a width; one norm behind the embeddings
GATED = {"modernbert-base": (22, 768, 1152), "ettin-17m": (7, 256, 384)}
MODERN = {
    name: 50368 * h + h + layers * (4 * h * h + 3 * h * f + 2 * h)
    for name, (layers, h, f) in GATED.items()
}
GATES = {
    name: layers * (2 * 128 * (4 * h * h + 3 * h * f) + 4 * 128 * 128 * h)
    for name, (layers, h, f) in GATED.items()
}
# SqueezeBERT: of BERT's products all but the one behind attention have a quarter of the weights
SQUEEZED = 12 * (layer(768, 3072) - 3 * (3 * 768 * 768 + 2 * 768 * 3072) // 4)

# words, positions and types with their norm; the layers; the pooler. ELECTRA-Small has words of
# 128, a matrix to 256 and no pooler; ALBERT words of 128, a matrix to 768 and one layer for twelve;
# DeBERTa 512 relative positions and their norm, and no other position, no type, no pooler
E128 = 31036 * 128 + 2 * 128 + 128 * 256 + 256
ALBERT = 30514 * 128 + 2 * 128 + 128 * 768 + 768
TEN = {
    "tinybert-4": (14_350_248, 1.247, 31036 * 312 + 2 * 312 + 4 * layer(312, 1200) + 312 * 313),
    "electra-small": (13_483_008, 2.626, E128 + 12 * layer(256, 1024)),
    "albert-base": (11_683_584, 22.374, ALBERT + layer(768, 3072) + 768 * 769),
    "xtremedistil-6-256": (12_750_080, 1.309, 31038 * 256 + 6 * layer(256, 1024) + 256 * 257),
    "mobilebert": (25_359_104, 5.587, WORDS + 24 * MOBILE),
    "mobilebert-released": (24_581_888, 5.385, WORDS + 24 * SHARED),
    "mobilebert-tiny": (15_485_696, 3.070, WORDS + 24 * TINY),
    "modernbert-base": (149_014_272, 29.343, MODERN["modernbert-base"]),
    "ettin-17m": (16_797_440, 1.116, MODERN["ettin-17m"]),
    "debertav3-xsmall": (70_682_112, 10.570, 128616 * 384 + 12 * layer(384, 1536)),
    "squeezebert": (51_089_664, 7.400, 31038 * 768 + SQUEEZED + 768 * 769),
}
"""Weights, operations of one input of 128 tokens [G], and the weights by hand."""

OPERATIONS = {
    "tinybert-4": 4 * work(128, 312, 1200) + 2 * 312**2,
    "electra-small": 2 * 128 * 128 * 256 + 12 * work(128, 256, 1024),
    "albert-base": 2 * 128 * 128 * 768 + 12 * work(128, 768, 3072) + 2 * 768**2,
    "xtremedistil-6-256": 6 * work(128, 256, 1024) + 2 * 256**2,
    **GATES,
    # content to position and back, 128 by 512 by 384 each, and 512 positions through two products
    "debertav3-xsmall": 12 * (work(128, 384, 1536) + 4 * 128 * 512 * 384 + 4 * 512 * 384 * 384),
    "squeezebert": 12 * (2 * 128 * 768 * 768 * (0.75 + 1 + 2) + 4 * 128 * 128 * 768) + 2 * 768**2,
}
"""By hand."""


@pytest.mark.parametrize("name", TEN)
def test_ten_costs_and_the_paper_s_mobilebert_are_those_worked_by_hand(name):
    shape, (weights, giga, by_hand) = cost.architecture(name), TEN[name]
    assert cost.parameters(shape).sum() == by_hand == weights
    operations = cost.operations(shape, tokens=128).sum()
    assert operations / 1e9 == pytest.approx(giga, abs=0.0006)
    assert operations == OPERATIONS.get(name, operations)


def test_relative_positions_are_computed_once_for_a_batch():
    shape = cost.architecture("debertav3-xsmall")
    one, eight = (cost.operations(shape, tokens=128, batch=each).sum() for each in (1, 8))
    assert 8 * one - eight == 7 * 12 * 2 * 2 * 512 * 384 * 384  # 3.62 G each


@pytest.mark.parametrize(
    ("name", "weights"),
    # H² + H and H + 1 more than the encoders' 13,483,008 and 334,092,288
    [("electra-small", 13_549_057), ("electra-large", 335_142_913)],
)
def test_the_discriminator_s_head_gives_the_sizes_that_electra_s_authors_print(name, weights):
    assert cost.parameters(cost.architecture(name), head="discriminator").sum() == weights


def test_bert_base_has_these_parameters_by_component():
    count = cost.parameters(BASE)
    assert count["word embeddings"] == 30522 * 768
    assert count["query, key, value"] == 12 * 3 * (768 * 768 + 768)
    assert count["feed-forward"] == 12 * (2 * 768 * 3072 + 3072 + 768)
    assert count.sum() == 109_482_240
    assert cost.of_layers(BASE) == 12 * layer(768, 3072) == 85_054_464
    assert cost.matrices(BASE) == (12 * (4 * 768 * 768 + 2 * 768 * 3072), 12 * (5 * 768 + 3072))


@pytest.mark.parametrize(
    ("name", "published"), [("bert-base", 110_106_428), ("bert-large", 336_226_108)]
)
def test_bert_has_the_parameters_of_its_checkpoints_to_the_last_one(name, published):
    # total of BertForPreTraining in the checkpoints of google-research/bert, as libraries that
    # load them print it
    count = cost.parameters(cost.architecture(name), head="pretraining")
    assert count.sum() == published


MINIS = {
    128: (4.4, 4.8, 5.2, 5.6, 6.0, 6.4),
    256: (9.7, 11.3, 12.8, 14.4, 16.0, 17.6),
    512: (22.8, 29.1, 35.4, 41.7, 48.0, 54.3),
    768: (39.2, 53.4, 67.5, 81.7, 95.9, 110.1),
}
"""Millions of parameters of 2, 4, 6, 8, 10 and 12 layers (Turc et al. 2019, Table 1)."""


@pytest.mark.parametrize("hidden", MINIS)
def test_the_24_minis_have_their_published_sizes_with_the_head_of_masked_words(hidden):
    own = {"hidden": hidden, "feed_forward": 4 * hidden, "heads": hidden // 64}
    for layers, published in zip((2, 4, 6, 8, 10, 12), MINIS[hidden], strict=True):
        shape = cost.Architecture(**own, layers=layers, vocabulary=30522)
        count = cost.parameters(shape, head="words").sum() / 1e6
        assert count == pytest.approx(published, rel=0.01)


PRINTED = {
    "granite-30m": (30_295_296, 0),
    "granite-small-r2": (47_662_464, 0),
    "mminilm-12-384-bert": (117_653_760, 0),
    "minilm-6-384-4096": (24_089_472, 0),
    "modernbert-base": (149_014_272, 0),
    "distilbert": (66_362_880, 0),
    "minilm-12-384": (33_360_512, 512),  # numbers of positions, stored as if they were weights
    "mpnet-base": (109_486_464, 32 * 12),  # 32 relative positions have a weight for each head
    "nomicbert": (136_731_648, (1 + 2 * 12) * 768),  # biases of norms
    "gte-base-en-v1-5": (136_776_192, -12 * 2 * 3072),  # the products into the network have none
    "mobilebert-edgetpu-xs": (27.1e6, None),
    "mobilebert-edgetpu-s": (38.3e6, None),
    "mobilebert-edgetpu-m": (50.9e6, None),
    "eurobert-210m": (210e6, None),
    "beto": (110e6, None),
    "albeto-base": (12e6, None),
}
"""Weights that mteb's list of models prints (a905523d; MobileBERT-EdgeTPU, BETO and ALBETO: their
own READMEs; EuroBERT: its name), and how many of them the shape does not say; None: rounded."""


@pytest.mark.parametrize("name", PRINTED)
def test_shapes_of_released_models_have_the_weights_that_are_printed(name):
    (printed, unsaid), count = PRINTED[name], cost.parameters(cost.architecture(name)).sum()
    assert printed == (
        pytest.approx(count, abs=0.5e6 if name == "albeto-base" else printed / 100)
        if unsaid is None
        else count + unsaid
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hidden": 770}, "hidden size 770 is not divisible by 12 heads"),
        ({"layers": 0}, "layers is 0; give a whole number from 1"),
        ({"layer_sets": 13}, "layer_sets is 13; give at most 12 layers"),
        ({"attention_reads": "all"}, "attention_reads is 'all'; use one of width, hidden, shared"),
        ({"head": "tail"}, "head is 'tail'; use one of words, pretraining, discriminator"),
    ],
)
def test_an_impossible_shape_is_refused(change, message):
    with pytest.raises(UserError, match=message):
        replace(BASE, **change)


def test_an_unknown_shape_is_refused_with_the_list():
    with pytest.raises(UserError, match="'bert-huge' is unknown; use one of bert-base,"):
        cost.architecture("bert-huge")
