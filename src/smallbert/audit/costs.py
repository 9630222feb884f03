"""Rules for sizes, compression factors and speedups."""

import re

from smallbert import cost
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result

PARAMETERS = "sun2020mobilebert/table3"
PRINTED_SHAPES = {
    "bert-base": "bert-base",
    "bert-base-6": "pkd-6",
    "bert-base-3": "pkd-3",
    "mobilebert": "mobilebert",
}
"""Shapes whose parameters that table of the deck prints, and the row."""

TIMES = "cao2020deformer/table3"
POSTER_BASELINE = "bert-base"


def compression_factor(numbers: Numbers, own: Result) -> Interval:
    """Recompute the factor as the teacher's weights over the row's, embeddings counted.

    The weights follow from hidden size, vocabulary and layers in the manner of BERT, with a
    feed-forward network four times as wide.
    """
    if own.row == "teacher":
        return Interval.around(1)
    model = numbers.label(own, "model")
    layers = re.search(r"(\d+) layers", model)
    if not layers:
        raise MissingError("the layers and the width of the feed-forward networks are not printed")
    return _weights(numbers, own, "teacher", 12) / _weights(numbers, own, own.row, int(layers[1]))


def _weights(numbers: Numbers, own: Result, row: str, layers: int) -> Interval:
    hidden = int(numbers.number(own.beside("hidden-size", row=row)).value)
    words = int(numbers.number(own.beside("vocabulary-size", row=row)).value)
    shape = cost.Architecture(
        layers=layers, hidden=hidden, feed_forward=4 * hidden, heads=1, vocabulary=words
    )
    return Interval.around(float(cost.parameters(shape).sum()))


def size_share(numbers: Numbers, own: Result) -> Interval:
    """Recompute the size as a share of BERT_BASE's weights.

    The deck prints the parameters of some models of the same shape, and one factor; 8 bits are
    a quarter of 32.
    """
    name = numbers.label(own, "name")
    shape = numbers.label(own, "architecture")
    if shape == "bert-base":
        return Interval.around(100)
    if name == "MobileBERT, 8 bits":
        return numbers.number(own.beside(own.quantity, row="mobilebert")) * (8 / 32)
    if own.metric == "size-without-embeddings":
        raise MissingError("no document prints parameters without embeddings")
    if name == "Extreme compression, 48":
        factor = numbers.number("zhao2019extreme/table3/dualtrain-down-48/compression-factor")
        return Interval.around(100) / factor
    return _parameters(numbers, shape) / _parameters(numbers, "bert-base") * 100


def _parameters(numbers: Numbers, shape: str) -> Interval:
    """Return the parameters that the deck prints for a shape."""
    if shape not in PRINTED_SHAPES:
        raise MissingError("no document prints the parameters of the model or of one of its shape")
    return numbers.number(f"{PARAMETERS}/{PRINTED_SHAPES[shape]}/parameters")


def speedup(numbers: Numbers, own: Result) -> Interval:
    """Recompute the speedup as BERT_BASE's time over the model's.

    Only DeFormer's times are printed, for SQuAD on three devices; where no device is named, that
    of the GPU is taken.
    """
    if own.source == "ganesh2021case" and own.row == POSTER_BASELINE:
        return Interval.around(1)
    if "deformer" not in own.id or own.task not in ("", "squad-1.1"):
        raise MissingError("the times are not printed")
    device = "cpu" if own.metric == "speedup-cpu" else "gpu"
    rows = (f"{TIMES}/{row}/latency-{device}" for row in ("bert-base", "deformer-base"))
    before, after = numbers.all(rows)
    return before / after


def memory_reduction(numbers: Numbers, own: Result) -> Interval:
    """Recompute the reduction as 1 less DeFormer's memory over BERT_BASE's."""
    raise MissingError("the memory of DeFormer made from BERT_BASE is not printed")


def evenly_by_layer(numbers: Numbers, own: Result) -> Interval:
    """Recompute what 3 layers cost from what 12 and 6 cost.

    Layers of one shape cost the same, so the three lie on one line.
    """
    whole = numbers.number(own.beside(own.quantity, row="bert-base"))
    half = numbers.number(own.beside(own.quantity, row="pkd-6"))
    return half * 1.5 - whole * 0.5


def same_shape(numbers: Numbers, own: Result) -> Interval:
    """Recompute size or operations from another model of the same shape.

    Two models of one shape, stored at the same bits, have one size and take one number of
    operations.
    """
    table = numbers.labels(own)
    alike = [each for each in ("architecture", "bits") if each in table]
    rows = table.index[(table[alike] == table.loc[own.row, alike]).all(axis=1)]
    other = next(
        row for row in rows if row != own.row and own.beside(own.quantity, row=row) in numbers
    )
    return numbers.number(own.beside(own.quantity, row=other))
