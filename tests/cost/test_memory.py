"""Expected numbers are worked by hand from BERT-base at 128 tokens, 4 bytes a number."""

import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")
MIB = 2**20


def bytes_moved(shape, tokens, batch=1):
    device = {"bandwidth": 100, "peak": 1000}
    return cost.latency(shape, tokens=tokens, batch=batch, **device)["moved"] * 1e6


def test_results_of_one_layer_take_this_memory_and_those_of_all_twelve_times_as_much():
    held = cost.activations(BASE, tokens=128)
    assert held["query, key, value"] == 128 * 3 * 768 * 4 / MIB
    assert held["attention itself"] == (12 * 128 * 128 + 128 * 768) * 4 / MIB
    assert held["feed-forward"] == 128 * (3072 + 768) * 4 / MIB
    assert held["word embeddings"] == 128 * 768 * 4 / MIB
    every = cost.activations(BASE, tokens=128, keep="all")
    assert every["feed-forward"] == 12 * held["feed-forward"]
    assert every["word embeddings"] == held["word embeddings"]


def test_a_pass_moves_weights_once_and_each_operand_and_result():
    moved = bytes_moved(BASE, 128)
    assert moved["pooler"] == pytest.approx(4 * (768 * 768 + 768) + 4 * 2 * 768)
    # reads three vectors of 768 a token and the scores, writes the scores and one vector
    assert moved["attention itself"] == pytest.approx(4 * 12 * (128 * 4 * 768 + 2 * 12 * 128 * 128))
    assert moved["word embeddings"] == pytest.approx(
        2 * 128 * 768 * 4
    )  # the rows looked up, read and written
    one = bytes_moved(cost.shared(BASE, sets=1), 128)
    assert one["feed-forward"] == moved["feed-forward"]  # shared layers are read anew in each


def test_a_batch_reads_the_weights_once():
    one, many = (bytes_moved(BASE, 8, each)["feed-forward"] for each in (1, 64))
    weights = 4 * 12 * (2 * 768 * 3072 + 3072 + 768)
    assert many - weights == pytest.approx(64 * (one - weights))


def test_the_bound_is_the_slower_of_computing_and_moving():
    bound = cost.latency(BASE, tokens=128, bandwidth=100, peak=1000)
    row, pooler = bound.loc["feed-forward"], bound.loc["pooler"]
    assert (row["bound"], pooler["bound"]) == ("compute", "memory")
    assert row["time"] == pytest.approx(1e3 * row["operations"] / 1000)  # ms of G over G/s
    assert pooler["time"] == pytest.approx(pooler["moved"] / 100)  # ms of MB over GB/s


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cost.activations(BASE, tokens=8, keep="some"), "use one of layer, all"),
        (lambda: cost.latency(BASE, tokens=8, bandwidth=0, peak=1), "bandwidth is 0"),
    ],
)
def test_impossible_arguments_are_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
