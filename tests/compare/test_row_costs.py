"""What of a model's costs follows from printed numbers, from its shape, or from nothing."""

import math
from types import SimpleNamespace

import pytest

from smallbert import cost
from smallbert.compare.row_costs import Costed, factor_on_axis

BERT, SMALL = cost.architecture("bert-base"), cost.architecture("bert-base-6")


def printed(**known: float) -> dict:
    """Return numbers that a row prints, by metric."""
    return {
        name.replace("_", "-"): SimpleNamespace(value=value, origin="printed", half_width=0, id="a")
        for name, value in known.items()
    }


def costed(technique, known, bases=None, shape=BERT, **more):
    return Costed(technique, known, bases or {}, shape, BERT, "BERT-base", **more)


SHARE, FACTOR = printed(size_with_embeddings=23.8), printed(compression_factor=4)
LEFT, SIZE = printed(prune_ratio=95), printed(size=34)
COUNT, WHOLE = (
    printed(parameters_without_embeddings=0.0043),
    {"parameters-without-embeddings": 0.086},
)
NOTHING = costed("pruning+distillation", {})
PRUNED = costed("pruning", LEFT)
STUDENT = costed("pruning+distillation", LEFT, shape=SMALL)
BYTES = costed("quantization+pruning", LEFT, bits=8)
LEFT_WIDE = costed("quantization", {}, bits=8, embedding_bits=32)
CASES = [
    # nothing says how many weights are left
    (NOTHING, "with_embeddings", math.nan),
    (NOTHING, "without_embeddings", math.nan),
    (NOTHING, "bytes", math.nan),
    # 85.65 million weights in 12 layers, of 109.48
    (PRUNED, "with_embeddings", 109.48 / (109.48 - 0.95 * 85.65)),
    # 43.12 million in 6, of 66.96, measured by the baseline
    (STUDENT, "without_embeddings", 85.65 / (0.05 * 43.12)),
    (STUDENT, "with_embeddings", 109.48 / (66.96 - 0.95 * 43.12)),
    # of 107.3 MB in 8 bits, 0.95 * 85.65 million bytes are zeros
    (BYTES, "without_embeddings", 20),
    (BYTES, "bytes_without_embeddings", 20 * 4),
    (BYTES, "bytes", 417.64 / (107.34 - 0.95 * 85.65e6 / 2**20)),
    # word vectors of 30,522 times 768 numbers that stay in 32 bits take three bytes more each
    (LEFT_WIDE, "bytes", 417.64 / (107.34 + 3 * 30522 * 768 / 2**20)),
    # printed counts place what no shape does, but not bytes of unknown bits
    (costed("pruning", COUNT, WHOLE, None), "without_embeddings", 20),
    (costed("pruning", COUNT, WHOLE, None), "bytes_without_embeddings", 20),
    (costed("pruning", COUNT, WHOLE, None), "with_embeddings", math.nan),
    (costed("quantization+pruning", COUNT, WHOLE, None), "without_embeddings", 20),
    (costed("quantization+pruning", COUNT, WHOLE, None), "bytes_without_embeddings", math.nan),
    # a shape tells better than rounded counts
    (costed("distillation", COUNT, WHOLE, SMALL), "without_embeddings", 85.65 / 43.12),
    # a file that is packed is no count of weights at four bytes
    (costed("quantization", SIZE, {"size": 387}, bits=8), "bytes", 387 / 34),
    (costed("quantization", SIZE, bits=8), "bytes", cost.megabytes(BERT) / 34),
    # zeros are computed, and what is taken out is not
    (costed("pruning", LEFT, removed=False), "operations", 1),
    (costed("pruning", LEFT, removed=True), "operations", math.nan),
    (costed("pruning+distillation", {}, shape=SMALL), "operations", 22.348 / 11.175),
]


@pytest.mark.parametrize(("row", "axis", "factor"), CASES)
def test_a_factor_is_the_baseline_over_the_row(row, axis, factor):
    assert factor_on_axis(row, axis)[0] == pytest.approx(factor, rel=1e-3, nan_ok=True)


@pytest.mark.parametrize(
    ("row", "axis", "origin", "id"),
    [
        (STUDENT, "without_embeddings", "derived", ""),  # of its shape
        (BYTES, "without_embeddings", "derived", "a"),  # of 95 % of zeros
        (costed("distillation", SIZE, {"size": 387}), "bytes", "derived", "a"),
        (costed("distillation", SHARE), "bytes", "derived", "a"),  # of 23.8 %
        (costed("distillation", COUNT, WHOLE, None), "without_embeddings", "derived", "a"),
        (costed("distillation", FACTOR), "bytes", "printed", "a"),
        (costed("distillation", FACTOR), "with_embeddings", "printed", "a"),
        (costed("pruning", printed(speedup=2)), "speedup", "printed", "a"),
        (NOTHING, "bytes", "", ""),
    ],
)
def test_a_factor_is_printed_only_where_a_document_prints_the_factor_itself(row, axis, origin, id):
    assert factor_on_axis(row, axis)[1::2] == (origin, id)


def test_a_reading_by_eye_spreads_evenly():
    """A size of 8 MB with a half-width of 35 % has 1/sqrt(3) of it as its standard deviation."""
    read = SimpleNamespace(value=8, origin="digitised", half_width=0.35 * 8, id="a")
    factor, origin, error, _ = factor_on_axis(costed("quantization", {"size": read}), "bytes")
    assert (factor, origin) == (pytest.approx(417.6416 / 8, rel=1e-4), "derived")
    assert error == pytest.approx(0.35 / 3**0.5)


@pytest.mark.parametrize("axis", ["bytes", "with_embeddings", "without_embeddings", "operations"])
def test_without_a_baseline_a_shape_gives_no_factor(axis):
    lone = Costed("distillation", {}, {}, SMALL, None, "")
    assert math.isnan(factor_on_axis(lone, axis)[0])
    assert factor_on_axis(Costed("distillation", FACTOR, {}, SMALL, None, ""), "bytes")[0] == 4
