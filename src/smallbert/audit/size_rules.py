"""Rules for sizes, compression factors and speedups."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from smallbert import cost
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import PRUNED, MissingError, Numbers, Result, pruned
from smallbert.data import sources

NONE: Mapping = MappingProxyType({})


def compression_factor(numbers: Numbers, own: Result) -> Interval:
    """Recompute the factor as the teacher's weights over the row's, embeddings counted.

    The weights follow from hidden size, vocabulary and layers in the manner of BERT, with a
    feed-forward network four times as wide.
    """
    table, base = numbers.labels(own), numbers.label(own, "baseline")
    if own.row == base:
        return Interval.around(1)
    if pruned(own.technique):
        raise MissingError(PRUNED)
    layers = re.search(r"(\d+) layers", numbers.label(own, "model"))
    if not layers:
        raise MissingError("the layers and the width of the feed-forward networks are not printed")
    whole = cost.architecture(table.at[base, "architecture"]).layers
    return _weights(numbers, own, base, whole) / _weights(numbers, own, own.row, int(layers[1]))


def _weights(numbers: Numbers, own: Result, row: str, layers: int) -> Interval:
    hidden = int(numbers.number(own.beside("hidden-size", row=row)).value)
    words = int(numbers.number(own.beside("vocabulary-size", row=row)).value)
    shape = cost.Architecture(
        layers=layers, hidden=hidden, feed_forward=4 * hidden, heads=1, vocabulary=words
    )
    return Interval.around(float(cost.parameters(shape).sum()))


def parameters_of_shape(numbers: Numbers, own: Result) -> Interval:
    """Recompute the number of weights from the model's shape, embeddings counted."""
    return Interval.around(float(cost.parameters(_shape(numbers, own)).sum()) / 1e6)


def backbone_of_shape(numbers: Numbers, own: Result) -> Interval:
    """Recompute the number of weights from the model's shape, word vectors left out."""
    count = cost.parameters(_shape(numbers, own))
    return Interval.around(float(count.sum() - count["word embeddings"]) / 1e9)


def _shape(numbers: Numbers, own: Result) -> cost.Architecture:
    """Return the shape of a number's row, of which all weights are there."""
    if pruned(own.technique):
        raise MissingError(PRUNED)
    if not (name := numbers.label(own, "architecture")):
        raise MissingError("the shape is not known")
    return cost.architecture(name)


def size_share(
    numbers: Numbers,
    own: Result,
    *,
    parameters: str = "",
    factors: Mapping[str, str] = NONE,
    in_8_bits: Mapping[str, str] = NONE,
) -> Interval:
    """Recompute the size as a share of BERT_BASE's weights.

    Documents print the parameters of some models of the same shape, or a factor; 8 bits are a
    quarter of 32.
    """
    shape = "" if pruned(own.technique) else numbers.label(own, "architecture")
    base = numbers.labels(own).at[numbers.label(own, "baseline"), "architecture"]
    if shape == base:
        return Interval.around(100)
    if own.row in in_8_bits:
        return numbers.number(own.beside(own.quantity, row=in_8_bits[own.row])) * (8 / 32)
    if own.metric == "size-without-embeddings":
        raise MissingError("no document prints parameters without embeddings")
    if own.row in factors:
        return Interval.around(100) / numbers.number(factors[own.row])
    printed = [_parameters(numbers, parameters, each) for each in (shape, base)]
    return numbers.number(printed[0]) / numbers.number(printed[1]) * 100


def _parameters(numbers: Numbers, place: str, shape: str) -> str:
    """Return the id of the parameters that a table prints for a shape."""
    key, _, table = place.partition("/")
    named = sources.table(key, table)["architecture"] if place and shape else {}
    for row, other in named.items():
        if other == shape and f"{place}/{row}/parameters" in numbers:
            return f"{place}/{row}/parameters"
    raise MissingError("no document prints the parameters of the model or of one of its shape")


def speedup(
    numbers: Numbers,
    own: Result,
    *,
    times: Mapping[str, Sequence[str]] = NONE,
    beside: Sequence[str] = (),
) -> Interval:
    """Recompute the speedup as BERT_BASE's time over the model's."""
    # both times are named by `beside`, where the row has them, or by row in `times`
    if beside:
        before, after = numbers.all(map(own.beside, beside))
        return before / after
    if numbers.labels(own).get("baseline", {}).get(own.row) == own.row:
        return Interval.around(1)
    if own.row not in times:
        raise MissingError("the times are not printed")
    before, after = numbers.all(times[own.row])
    return before / after


def throughput_ratio(numbers: Numbers, own: Result, *, of: str, against: str = "") -> Interval:
    """Recompute the speedup as the inputs in a second over those of the baseline or another row."""
    base = own.beside(of, row=against or _compared(numbers, own, "baseline"))
    return numbers.number(own.beside(of)) / numbers.number(base)


def time_ratio(numbers: Numbers, own: Result, *, of: str, before: str = "baseline") -> Interval:
    """Recompute the speedup as the time of the row with which it is compared over the row's own."""
    first = own.beside(of, row=_compared(numbers, own, before))
    return numbers.number(first) / numbers.number(own.beside(of))


def _compared(numbers: Numbers, own: Result, column: str) -> str:
    """Return the row with which a number's own is compared, as a column of the table says."""
    if not (row := numbers.label(own, column)):
        raise MissingError("the table does not say with which row it is compared")
    return row


def evenly_by_layer(numbers: Numbers, own: Result, *, whole: str, half: str) -> Interval:
    """Recompute what 3 layers cost from what 12 and 6 cost.

    Layers of one shape cost the same, so the three lie on one line.
    """
    twelve, six = (numbers.number(own.beside(own.quantity, row=row)) for row in (whole, half))
    return six * 1.5 - twelve * 0.5


def same_shape(numbers: Numbers, own: Result) -> Interval:
    """Recompute size or operations from another model of the same shape.

    Two models of one shape, stored at the same bits, have one size and take one number of
    operations.
    """
    if own.unusable:
        raise MissingError(own.unusable)
    other = next(
        row
        for row in _of_one_shape(numbers, own)
        if row != own.row and own.beside(own.quantity, row=row) in numbers
    )
    return numbers.number(own.beside(own.quantity, row=other))


def repeats_a_shape(numbers: Numbers, own: Result) -> bool:
    """Tell whether an earlier row of a number's table has its shape and bits."""
    if pruned(own.technique) or not numbers.label(own, "architecture"):
        return False
    return own.row != _of_one_shape(numbers, own)[0]


def _of_one_shape(numbers: Numbers, own: Result) -> list[str]:
    table = numbers.labels(own)
    if "technique" in table:
        table = table[~table["technique"].map(pruned)]
    alike = [name for name in ("architecture", "bits") if name in table]
    return list(table.index[(table[alike] == table.loc[own.row, alike]).all(axis=1)])
