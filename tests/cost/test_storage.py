"""Expected bytes are worked by hand."""

import numpy as np
import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")
MATRICES, ROWS = cost.matrices(BASE)


def test_bert_base_is_418_mb():
    # Bai et al. 2021 state 418 MB for full precision; the unit is 2**20 bytes
    assert cost.megabytes(BASE) == pytest.approx(417.6, abs=0.1)


def test_bert_base_is_layers_word_vectors_and_little_else():
    """12 x 7,084,800 weights, 30,522 x 768, and 514 x 768 of vectors, 25 norms and a pooler."""
    rest = 514 * 768 + 25 * 2 * 768 + 769 * 768
    weights = {"layers": 12 * 7_084_800, "word vectors": 30522 * 768, "rest": rest}
    assert dict(cost.by_part(BASE)) == pytest.approx(
        {part: 4 * count / 2**20 for part, count in weights.items()}
    )


def test_a_scale_for_each_group_adds_its_bits_to_every_weight_of_few_bits():
    plain, scaled = (cost.stored(BASE, weight_bits=4, group=group) for group in (None, 128))
    assert scaled["feed-forward"] / plain["feed-forward"] == pytest.approx((4 + 32 / 128) / 4)
    assert scaled["pooler"] == 4 * (768 * 768 + 768)


@pytest.mark.parametrize(
    ("storage", "index_bits", "bytes_"),
    [
        ("dense", 16, 4000),
        ("bitmap", 16, 400 * 4 + 125),
        ("csr", 16, 400 * (4 + 2) + 40),  # a column for each weight kept, a place for each row
        ("csr", 32, 400 * 8 + 40),
    ],
)
def test_a_sparse_file_has_these_bytes_where_60_per_cent_are_zero(storage, index_bits, bytes_):
    how = {"storage": storage, "index_bits": index_bits}
    assert cost.sparse(1000, rows=10, ratio=60, **how) == bytes_
    assert list(cost.sparse(1000, rows=10, ratio=np.array([60, 60]), **how)) == [bytes_, bytes_]


@pytest.mark.parametrize(("storage", "share"), [("csr", 100 / 3), ("bitmap", 3.125)])
def test_a_sparse_file_is_even_with_a_dense_one_where_it_begins_to_pay(storage, share):
    point = cost.pays_from(storage, weights=MATRICES, rows=ROWS)
    assert point == pytest.approx(share, abs=0.1)  # 16 of 48 bits; 1 of 32
    even = cost.pruned_megabytes(BASE, ratio=point, storage=storage)
    assert even == pytest.approx(cost.megabytes(BASE))
    assert cost.pruned_megabytes(BASE, ratio=point + 1, storage=storage) < even


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cost.sparse(8, rows=1, ratio=101), "ratio is 101; give 0 to 100 per cent"),
        (lambda: cost.sparse(8, rows=1, ratio=9, storage="zip"), "use one of dense, csr, bitmap"),
        (lambda: cost.stored(BASE, rest_bits=33), "rest bits are 33; give more than 0"),
        (lambda: cost.stored(BASE, group=0), "group is 0; give a whole number from 1"),
        (lambda: cost.pays_from("dense", weights=8, rows=1), "use one of csr, bitmap"),
    ],
)
def test_impossible_storage_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
