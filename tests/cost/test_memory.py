"""Expected numbers are worked by hand from BERT_BASE at 128 tokens, 4 bytes a number."""

import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")
MIB = 2**20


def test_results_of_one_layer_take_this_memory():
    held = cost.activations(BASE, tokens=128)
    assert held["query, key, value"] == 128 * 3 * 768 * 4 / MIB
    assert held["attention itself"] == (12 * 128 * 128 + 128 * 768) * 4 / MIB
    assert held["feed-forward"] == 128 * (3072 + 768) * 4 / MIB
    assert held["word embeddings"] == 128 * 768 * 4 / MIB


def test_held_for_all_layers_they_take_twelve_times_as_much():
    one = cost.activations(BASE, tokens=128)
    every = cost.activations(BASE, tokens=128, keep="all")
    assert every["feed-forward"] == 12 * one["feed-forward"]
    assert every["word embeddings"] == one["word embeddings"]


def test_scores_grow_with_the_square_of_the_length():
    short, long = (cost.activations(BASE, tokens=n)["attention itself"] for n in (128, 256))
    assert 2 < long / short < 4


def test_the_pooler_moves_its_matrix_and_two_vectors():
    bytes_ = cost.moved(BASE, tokens=128)["pooler"]
    assert bytes_ == 4 * (768 * 768 + 768) + 4 * 2 * 768


def test_attention_itself_moves_queries_keys_values_scores_and_sums():
    # reads three vectors of 768 a token and the scores, writes the scores and one vector
    bytes_ = cost.moved(BASE, tokens=128)["attention itself"]
    assert bytes_ == 4 * 12 * (128 * 4 * 768 + 2 * 12 * 128 * 128)


def test_a_batch_reads_the_weights_once():
    one, many = (cost.moved(BASE, tokens=8, batch=each)["feed-forward"] for each in (1, 64))
    weights = 4 * 12 * (2 * 768 * 3072 + 3072 + 768)
    assert many - weights == 64 * (one - weights)


def test_shared_layers_are_read_anew_in_each():
    one = cost.moved(cost.shared(BASE, sets=1), tokens=8)
    assert one["feed-forward"] == cost.moved(BASE, tokens=8)["feed-forward"]


def test_of_the_word_table_only_the_rows_looked_up_are_read():
    assert cost.moved(BASE, tokens=8)["word embeddings"] == 2 * 8 * 768 * 4  # read and written


def test_the_bound_is_the_slower_of_computing_and_moving():
    bound = cost.latency(BASE, tokens=128, bandwidth=100, peak=1000)
    row = bound.loc["feed-forward"]
    assert row["bound"] == "compute"
    assert row["time"] == pytest.approx(1e3 * row["operations"] / 1000)  # ms of G over G/s
    pooler = bound.loc["pooler"]
    assert pooler["bound"] == "memory"
    assert pooler["time"] == pytest.approx(pooler["moved"] / 100)  # ms of MB over GB/s


def test_fewer_bits_move_fewer_bytes_and_save_no_operation():
    rule = {"tokens": 128, "bandwidth": 100, "peak": 1000}
    full, eight = (cost.latency(BASE, **rule, weight_bits=bits) for bits in (32, 8))
    assert (eight["operations"] == full["operations"]).all()
    assert eight.loc["pooler", "time"] < 0.3 * full.loc["pooler", "time"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cost.activations(BASE, tokens=0), "sequence length 0; give 1 to 512"),
        (lambda: cost.activations(BASE, tokens=8, keep="some"), "use one of layer, all"),
        (lambda: cost.activations(BASE, tokens=8, bits=0), "bits is 0; give a number above 0"),
        (lambda: cost.latency(BASE, tokens=8, bandwidth=0, peak=1), "bandwidth is 0"),
        (lambda: cost.latency(BASE, tokens=8, bandwidth=1, peak=-1), "peak is -1"),
        (lambda: cost.moved(BASE, tokens=8, batch=0), "batch 0; give a whole number from 1"),
    ],
)
def test_impossible_arguments_are_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
