"""What of a pruned model follows from the shape that was pruned."""

import math
from types import SimpleNamespace

import pytest

from smallbert import cost
from smallbert.compare.costs import Costed, place

BERT = cost.architecture("bert-base")
LEFT = {"prune-ratio": SimpleNamespace(value=95, origin="printed", half_width=0.5, id="a")}


@pytest.mark.parametrize("axis", ["with_embeddings", "without_embeddings", "bytes"])
def test_no_weights_follow_where_nothing_says_how_many_are_left(axis):
    row = Costed("pruning+distillation", {}, {}, BERT, BERT, "BERT_BASE")
    assert math.isnan(place(row, axis)[0])


def test_the_weights_left_follow_from_the_shape_and_the_ratio():
    row = Costed("pruning", LEFT, {}, BERT, BERT, "BERT_BASE")
    assert place(row, "with_embeddings")[0] == pytest.approx(109.48 / (109.48 - 0.95 * 85.65), 1e-3)


SMALL = cost.architecture("bert-base-6")


def test_what_is_pruned_of_a_smaller_shape_is_measured_by_the_baseline():
    """85.65 million weights in 12 layers, 43.12 in 6, of which 5 % are left."""
    row = Costed("pruning+distillation", LEFT, {}, SMALL, BERT, "BERT_BASE")
    factor, origin, _, where = place(row, "without_embeddings")
    assert factor == pytest.approx(85.65 / (0.05 * 43.12), 1e-3)
    assert (origin, where) == ("derived", "")
    left = 66.96 - 0.95 * 43.12
    assert place(row, "with_embeddings")[0] == pytest.approx(109.48 / left, 1e-3)


def test_of_weights_in_fewer_bits_the_zeros_are_not_counted_either():
    """Of 107.3 MB in 8 bits, 0.95 * 85.65 million bytes are zeros."""
    row = Costed("quantization+pruning", LEFT, {}, BERT, BERT, "BERT_BASE", bits=8)
    assert place(row, "without_embeddings")[:2] == (20, "printed")
    assert place(row, "bytes_without_embeddings")[0] == pytest.approx(20 * 4)
    left = 107.34 - 0.95 * 85.65e6 / 2**20
    assert place(row, "bytes")[0] == pytest.approx(417.64 / left, 1e-3)


COUNT = {
    "parameters-without-embeddings": SimpleNamespace(
        value=0.0043, origin="printed", half_width=0, id="a"
    )
}


@pytest.mark.parametrize(
    ("technique", "axis", "factor"),
    [
        ("pruning", "without_embeddings", 20),
        ("pruning", "bytes_without_embeddings", 20),
        ("pruning", "with_embeddings", math.nan),
        ("quantization+pruning", "without_embeddings", 20),
        ("quantization+pruning", "bytes_without_embeddings", math.nan),  # of how many bits?
    ],
)
def test_printed_counts_without_embeddings_place_what_no_shape_does(technique, axis, factor):
    row = Costed(technique, COUNT, {"parameters-without-embeddings": 0.086}, None, BERT, "")
    assert place(row, axis)[0] == pytest.approx(factor, nan_ok=True)


SIZE = {"size": SimpleNamespace(value=34, origin="printed", half_width=0, id="a")}


@pytest.mark.parametrize(("bases", "whole"), [({"size": 387}, 387), ({}, cost.megabytes(BERT))])
def test_a_printed_size_is_compared_with_the_printed_one_of_its_baseline(bases, whole):
    """A file that is packed is no count of weights at four bytes."""
    row = Costed("quantization", SIZE, bases, BERT, BERT, "BERT_BASE", bits=8)
    assert place(row, "bytes")[0] == pytest.approx(whole / 34)


def test_a_shape_tells_the_weights_outside_the_embeddings_better_than_rounded_counts():
    row = Costed("distillation", COUNT, {"parameters-without-embeddings": 0.086}, SMALL, BERT, "")
    assert place(row, "without_embeddings")[:2] == (pytest.approx(2, rel=0.02), "derived")


@pytest.mark.parametrize(("removed", "factor"), [(False, 1), (True, math.nan)])
def test_zeros_are_computed_and_what_is_taken_out_is_not(removed, factor):
    row = Costed("pruning", LEFT, {}, BERT, BERT, "BERT_BASE", removed=removed)
    assert place(row, "operations")[0] == pytest.approx(factor, nan_ok=True)


def test_a_pruned_model_of_a_smaller_shape_has_the_operations_of_that():
    row = Costed("pruning+distillation", {}, {}, SMALL, BERT, "BERT_BASE")
    assert place(row, "operations")[0] == pytest.approx(2, rel=0.01)
    assert place(row, "with_embeddings")[0] > 1.5
