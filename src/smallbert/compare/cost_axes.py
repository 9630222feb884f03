"""Cost axes: how many times smaller or faster than its own baseline a row is.

1 is the baseline; more is smaller or faster. A row has the axes that its source prints or that
follow from its shape; each says which.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

from smallbert import cost
from smallbert.cost import Architecture

COSTS = {
    "with_embeddings": "compression of the number of weights, embeddings counted",
    "without_embeddings": "compression of the number of weights, embeddings left out",
    "bytes": "compression of the stored bytes, embeddings counted",
    "bytes_without_embeddings": "compression of the stored bytes, embeddings left out",
    "operations": "compression of the operations of one forward pass",
    "memory": "compression of the inference memory",
    "speedup": "speedup as the source measures it",
}
"""What each cost axis means; zeros of pruned weights are not counted as weights or bytes."""

WEIGHTS = ("with_embeddings", "without_embeddings")
STORED = ("bytes", "bytes_without_embeddings")

PRINTED = {
    "with_embeddings": {"compression-factor": float, "size-with-embeddings": lambda v: 100 / v},
    "without_embeddings": {
        "size-without-embeddings": lambda v: 100 / v,
        "prune-ratio": lambda v: 100 / (100 - v),
    },
    "operations": {},
    "memory": {"memory-reduction": lambda v: 100 / (100 - v)},
    "speedup": {"speedup-gpu": float, "speedup": float},
}
"""Metrics that give a cost axis by themselves, and how; sizes of the poster count bits."""
PRINTED |= {stored: PRINTED[weights] for stored, weights in zip(STORED, WEIGHTS, strict=True)}

SHARED = {"with_embeddings": "parameters", "bytes": "parameters"}
SHARED |= {"operations": "operations", "memory": "memory"}
"""Metrics that give an axis as the baseline's number divided by the row's."""

HIDDEN = ("dynamic_inference", "matrix_decomposition")
"""Techniques whose operations do not follow from the model's shape."""

WIDTH = ("compression-factor", "hidden-size", "vocabulary-size")
"""Metrics that tell the weights outside the embeddings where the shape is not known."""

TOKENS = 128
"""Length at which operations are counted, with two operations for a multiply-add."""


@dataclass(frozen=True)
class Costed:
    """What is known of a row's cost.

    Attributes
    ----------
    technique : str
    numbers : dict
        From metrics to the row's lines of the tidy results.
    bases : dict
        From metrics to the baseline's value.
    shape, full : Architecture or None
        The row's and its baseline's shape; None where it is not known.
    base : str
        Name of the baseline's shape; empty where it is not known.
    bits : float
        Of a stored weight.
    """

    technique: str
    numbers: dict
    bases: dict
    shape: Architecture | None
    full: Architecture | None
    base: str
    bits: float = 32

    @property
    def parts(self) -> set[str]:
        """The techniques that the row uses."""
        return set(self.technique.split("+"))


def place(row: Costed, axis: str) -> tuple[float, str, float]:
    """Return a row's factor on an axis, its origin, and its error.

    Returns
    -------
    tuple of float, str, float
        Times; where the number comes from, empty if there is none; one standard deviation of the
        factor's logarithm. The last is a digitised reading's alone: a printed cost is taken as
        exact, for models that a table gives one size have one size.
    """
    found = _printed(row, axis) or _derived(row, axis)
    if found is None:
        return (1.0, "derived", 0.0) if row.technique == "none" else (math.nan, "", 0.0)
    return found


def _printed(row: Costed, axis: str) -> tuple[float, str, float] | None:
    quantized = "quantization" in row.parts
    if axis == "bytes" and row.full and (size := row.numbers.get("size")):
        return _megabytes(row.full) / size.value, size.origin, _error(size)
    for metric, turn in {} if quantized and axis in WEIGHTS else PRINTED[axis].items():
        if found := row.numbers.get(metric):
            return turn(found.value), found.origin, _error(found)
    metric = SHARED.get(axis)
    if metric in row.numbers and metric in row.bases and not (quantized and axis == "bytes"):
        found = row.numbers[metric]
        return row.bases[metric] / found.value, found.origin, _error(found)
    return None


def _error(found) -> float:
    """Return one standard deviation of a reading's logarithm, evenly spread over its width."""
    return found.half_width / found.value / math.sqrt(3) if found.origin == "digitised" else 0.0


def _derived(row: Costed, axis: str) -> tuple[float, str, float] | None:
    factor, known = None, row.shape and row.full
    if axis in (*WEIGHTS, "operations") and row.technique == "quantization":
        factor = 1.0  # fewer bits, as many weights and operations
    elif known and axis in WEIGHTS:
        factor = _weights(row, embeddings=axis == "with_embeddings")
    elif known and axis in STORED:
        factor = _bytes(row, embeddings=axis == "bytes")
    elif axis in ("without_embeddings", "bytes_without_embeddings"):
        factor = _inner(row)
    elif known and axis == "operations" and not row.parts & {*HIDDEN}:
        factor = _operations(row.full) / _operations(row.shape)
    return None if factor is None else (factor, "derived", 0.0)


def _weights(row: Costed, *, embeddings: bool) -> float:
    """Divide the baseline's number of weights by the row's; pruned ones are those in layers."""
    (before, inner_before), (after, inner) = _counts(row.full), _counts(row.shape)
    if not embeddings:
        return inner_before / inner
    pruned = row.numbers["prune-ratio"].value / 100 if "prune-ratio" in row.numbers else 0
    return before / (after - pruned * inner)


def _inner(row: Costed) -> float | None:
    """Take the embeddings, by width and vocabulary, off the weights that a printed factor leaves.

    Positions and token types are taken to be the baseline's.
    """
    if row.shape or not row.full or row.bits != 32 or not row.numbers.keys() >= {*WIDTH}:
        return None
    times, hidden, words = (row.numbers[name].value for name in WIDTH)
    wide = replace(row.full, hidden=int(hidden), vocabulary=int(words), heads=1)
    (before, inner_before), (thin, thin_inner) = _counts(row.full), _counts(wide)
    return inner_before / (before / times - (thin - thin_inner))


def _bytes(row: Costed, *, embeddings: bool) -> float:
    """Divide the baseline's bytes by the row's; what quantization leaves in float32 counts."""
    if row.bits == 32 or not embeddings:
        return _weights(row, embeddings=embeddings) * 32 / row.bits
    return _megabytes(row.full) / _megabytes(row.shape, row.bits)


# Many rows have one shape, so what follows from it is worked out once.


@cache
def _counts(shape: Architecture) -> tuple[int, int]:
    """Return the number of weights with embeddings and without."""
    count = cost.parameters(shape)
    return count.sum(), cost.without_embeddings(count)


@cache
def _megabytes(shape: Architecture, bits: float = 32) -> float:
    return cost.megabytes(shape, weight_bits=bits, embedding_bits=bits)


@cache
def _operations(shape: Architecture) -> float:
    return float(cost.operations(shape, tokens=TOKENS).sum())


def sizes(row: Costed, factor: tuple[float, str, float], *, at_tokens: bool) -> dict:
    """Return a row's size [MiB] and operations [G], where they are known.

    Parameters
    ----------
    row : Costed
    factor : tuple
        Of `place` on the axis of bytes.
    at_tokens : bool
        Whether the row's table states operations at `TOKENS`.

    Returns
    -------
    dict
        megabytes, megabytes_origin, gigaoperations, gigaoperations_origin. The size is the
        source's, or else that of the baseline's shape divided by the factor.
    """
    size, operations = row.numbers.get("size"), row.numbers.get("operations")
    full = _megabytes(row.full) if row.full else math.nan
    found = {"megabytes": size.value if size else full / factor[0]}
    found["megabytes_origin"] = size.origin if size else "derived" if factor[1] and row.full else ""
    if operations and at_tokens:
        found |= {"gigaoperations": operations.value}
        return found | {"gigaoperations_origin": operations.origin}
    times, origin, _ = place(row, "operations")
    known = origin == "derived" and row.full
    found["gigaoperations"] = _operations(row.full) / times / 1e9 if known else math.nan
    return found | {"gigaoperations_origin": "derived" if known else ""}


def device(row: Costed) -> str:
    """Return the device of a row's measured speedup as far as its source names it."""
    if "speedup-gpu" in row.numbers:
        return "GPU"
    return "not stated" if "speedup" in row.numbers else ""


def of_row(row: Costed, table: dict) -> dict:
    """Return every axis of a row with origin and error, its device and its sizes.

    The descriptor of the row's table says by ``tokens`` at which length it counts operations.
    """
    places = {axis: place(row, axis) for axis in COSTS}
    record = {axis: value for axis, (value, _, _) in places.items()}
    record |= {f"{axis}_origin": origin for axis, (_, origin, _) in places.items()}
    record |= {f"{axis}_error": error for axis, (_, _, error) in places.items()}
    known = sizes(row, places["bytes"], at_tokens=table.get("tokens") == TOKENS)
    return record | {"speedup_device": device(row)} | known
