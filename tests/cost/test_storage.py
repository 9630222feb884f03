"""Expected bytes are worked by hand."""

import numpy as np
import pytest

from smallbert import cost
from smallbert.errors import UserError

BASE = cost.architecture("bert-base")
MATRICES = 12 * (4 * 768 * 768 + 2 * 768 * 3072)  # 84,934,656
ROWS = 12 * (5 * 768 + 3072)


def test_bert_base_has_85_million_weights_in_the_matrices_of_its_layers():
    assert cost.matrices(BASE) == (MATRICES, ROWS)


def test_a_scale_for_each_group_adds_its_bits_to_every_weight():
    plain = cost.stored(BASE, weight_bits=4)["feed-forward"]
    scaled = cost.stored(BASE, weight_bits=4, group=128, scale_bits=16)["feed-forward"]
    assert scaled / plain == pytest.approx((4 + 16 / 128) / 4)
    zeroed = cost.stored(BASE, weight_bits=4, group=128, scale_bits=16, zero_points=True)
    assert zeroed["feed-forward"] / plain == pytest.approx((4 + 20 / 128) / 4)


def test_what_stays_in_float32_has_no_scale():
    scaled = cost.stored(BASE, weight_bits=8, group=64)
    assert scaled["pooler"] == 4 * (768 * 768 + 768)


def test_stored_densely_a_zero_takes_as_much_as_any_weight():
    assert cost.sparse(1000, rows=10, ratio=90, storage="dense") == 4000
    dense = cost.pruned_megabytes(BASE, ratio=99, storage="dense")
    assert dense == pytest.approx(cost.megabytes(BASE))


def test_a_bitmap_takes_a_bit_for_every_weight():
    assert cost.sparse(1000, rows=10, ratio=60, storage="bitmap") == 400 * 4 + 125


def test_csr_takes_a_column_for_each_weight_kept_and_four_bytes_for_each_row():
    assert cost.sparse(1000, rows=10, ratio=60, storage="csr") == 400 * (4 + 2) + 40
    assert cost.sparse(1000, rows=10, ratio=60, index_bits=32) == 400 * 8 + 40


def test_ratios_may_come_as_an_array():
    assert list(cost.sparse(8, rows=1, ratio=np.array([0, 50]), storage="bitmap")) == [33, 17]


@pytest.mark.parametrize("storage", ["csr", "bitmap"])
def test_a_sparse_file_is_even_with_a_dense_one_where_it_begins_to_pay(storage):
    point = cost.pays_from(storage, weights=MATRICES, rows=ROWS)
    even = cost.pruned_megabytes(BASE, ratio=point, storage=storage)
    assert even == pytest.approx(cost.megabytes(BASE))
    assert cost.pruned_megabytes(BASE, ratio=point + 1, storage=storage) < even


def test_a_bitmap_pays_from_one_in_32_and_csr_from_a_third():
    where = {"weights": MATRICES, "rows": ROWS}
    assert cost.pays_from("bitmap", **where) == 3.125
    assert cost.pays_from("csr", **where) == pytest.approx(100 / 3, abs=0.1)  # 16 of 48 bits


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cost.sparse(8, rows=1, ratio=101), "ratio is 101; give 0 to 100 per cent"),
        (lambda: cost.sparse(8, rows=1, ratio=9, storage="zip"), "use one of dense, csr, bitmap"),
        (lambda: cost.sparse(8, rows=1, ratio=9, bits=0), "weight bits are 0"),
        (lambda: cost.sparse(8, rows=1, ratio=9, index_bits=64), "index bits are 64"),
        (lambda: cost.stored(BASE, rest_bits=33), "rest bits are 33; give more than 0"),
        (lambda: cost.stored(BASE, group=0), "group is 0; give a whole number from 1"),
        (lambda: cost.pays_from("dense", weights=8, rows=1), "use one of csr, bitmap"),
    ],
)
def test_impossible_storage_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
