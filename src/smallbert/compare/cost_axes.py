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
    "speedup": {"speedup-gpu": float, "speedup-cpu": float, "speedup": float},
}
"""Metrics that give a cost axis by themselves, and how; sizes as shares count bits."""
PRINTED |= {stored: PRINTED[weights] for stored, weights in zip(STORED, WEIGHTS, strict=True)}

SHARED = {"with_embeddings": "parameters", "bytes": "parameters"}
SHARED |= {"operations": "operations", "memory": "memory"}
"""Metrics that give an axis as the baseline's number divided by the row's."""

INNER = {"without_embeddings": "parameters-without-embeddings"}
INNER |= {"bytes_without_embeddings": "parameters-without-embeddings"}
"""The same where no shape tells it better: such counts are printed to few digits."""

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
    tokens : int
        Length at which its operations are counted; 0 where that is not known.
    removed : bool
        Whether whole parts of it are taken out, such as heads, not only set to zero.
    """

    technique: str
    numbers: dict
    bases: dict
    shape: Architecture | None
    full: Architecture | None
    base: str
    bits: float = 32
    tokens: int = 0
    removed: bool = False

    @property
    def parts(self) -> set[str]:
        """The techniques that the row uses."""
        return set(self.technique.split("+"))

    @property
    def counted(self) -> bool:
        """Whether its weights follow from its shape: of a pruned one if a ratio is printed."""
        pruned = "pruning" in self.parts and self.shape == self.full
        return not pruned or "prune-ratio" in self.numbers

    @property
    def zeros(self) -> float:
        """The share of the weights in layers that is pruned, where a ratio is printed."""
        return self.numbers["prune-ratio"].value / 100 if "prune-ratio" in self.numbers else 0.0

    @property
    def computed(self) -> bool:
        """Whether its operations follow from its shape: zeros are computed, too."""
        return not (self.removed or self.parts & {*HIDDEN})


NOTHING_KNOWN = Costed("none", {}, {}, None, None, "")

Place = tuple[float, str, float, str]


def place(row: Costed, axis: str) -> Place:
    """Return a row's factor on an axis, its origin, its error, and the id of its result.

    Returns
    -------
    tuple of float, str, float, str
        Times; where the number comes from, empty if there is none; one standard deviation of the
        factor's logarithm; the result that it is read from, empty where it is derived. The error
        is a digitised reading's alone: a printed cost is taken as exact, for models that a table
        gives one size have one size.
    """
    placed = _printed(row, axis) or _derived(row, axis) or _shared(row, axis, INNER)
    if placed is None:
        return (1.0, "derived", 0.0, "") if row.technique == "none" else (math.nan, "", 0.0, "")
    return placed


def _printed(row: Costed, axis: str) -> Place | None:
    if axis == "bytes" and (size := row.numbers.get("size")):
        whole = row.bases.get("size") or (row.full and _megabytes(row.full))
        if whole:
            return whole / size.value, size.origin, _error(size), size.id
    for metric, turn in PRINTED[axis].items():
        if (number := row.numbers.get(metric)) and _tells(row, metric, axis):
            return turn(number.value), number.origin, _error(number), number.id
    return _shared(row, axis, SHARED)


def _tells(row: Costed, metric: str, axis: str) -> bool:
    """Tell whether a printed number gives an axis: bits are in sizes, and in no ratio of zeros."""
    quantized = "quantization" in row.parts
    if metric == "prune-ratio":
        return row.shape in (None, row.full) and not (quantized and axis in STORED)
    return not (quantized and axis in WEIGHTS)


def _shared(row: Costed, axis: str, metrics: dict[str, str]) -> Place | None:
    """Return the place that one of some metrics gives; one of weights says nothing of bits."""
    metric, quantized = metrics.get(axis), "quantization" in row.parts
    if metric in row.numbers and metric in row.bases and not (quantized and axis in STORED):
        number = row.numbers[metric]
        return row.bases[metric] / number.value, number.origin, _error(number), number.id
    return None


def _error(number) -> float:
    """Return one standard deviation of a reading's logarithm, evenly spread over its width."""
    return number.half_width / number.value / math.sqrt(3) if number.origin == "digitised" else 0.0


def _derived(row: Costed, axis: str) -> Place | None:
    factor, known = None, row.shape and row.full
    if axis in (*WEIGHTS, "operations") and row.technique == "quantization" and not known:
        factor = 1.0  # fewer bits, as many weights and operations
    elif known and axis in (*WEIGHTS, *STORED) and not row.counted:
        factor = None  # nothing tells how many weights are left
    elif known and axis in WEIGHTS:
        factor = _weights(row, embeddings=axis == "with_embeddings")
    elif known and axis in STORED:
        factor = _bytes(row, embeddings=axis == "bytes")
    elif axis in ("without_embeddings", "bytes_without_embeddings"):
        factor = _inner(row)
    elif known and axis == "operations" and row.computed:
        factor = _operations(row.full) / _operations(row.shape)
    return None if factor is None else (factor, "derived", 0.0, "")


def _weights(row: Costed, *, embeddings: bool) -> float:
    """Divide the baseline's number of weights by the row's; pruned ones are those in layers."""
    (before, inner_before), (after, inner) = _counts(row.full), _counts(row.shape)
    zeros = row.zeros * inner
    return before / (after - zeros) if embeddings else inner_before / (inner - zeros)


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
    zeros = row.zeros * _counts(row.shape)[1] * row.bits / 8 / 2**20
    return _megabytes(row.full) / (_megabytes(row.shape, row.bits) - zeros)


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


def sizes(row: Costed) -> dict[str, tuple[float, str, str]]:
    """Return a row's `SIZES`, each with its origin and the id of the result behind it.

    A size is the source's, or else that of the baseline's shape divided by the row's factor.
    """
    printed = {
        "megabytes": ("size", 1),
        "millions": ("parameters", 1),
        "millions_without_embeddings": ("parameters-without-embeddings", 1000),
        "gigaoperations": ("operations" if row.tokens == TOKENS else "", 1),
    }
    return {
        name: _stated(row.numbers.get(metric), scale) or _shaped(row, name)
        for name, (metric, scale) in printed.items()
    }


def _stated(number, scale: float) -> tuple[float, str, str] | None:
    return (number.value * scale, number.origin, number.id) if number else None


def _shaped(row: Costed, name: str) -> tuple[float, str, str]:
    """Divide what the baseline's shape has by the row's factor."""
    axis, whole = WHOLE[name]
    factor, origin, _, where = place(row, axis)
    known = row.full and (origin == "derived" if axis == "operations" else origin)
    return (whole(row.full) / factor, "derived", where) if known else (math.nan, "", "")


SIZES = {
    "megabytes": "stored weights [MB of 2^20 bytes]",
    "millions": "weights [M], embeddings counted",
    "millions_without_embeddings": "weights [M], embeddings left out",
    "gigaoperations": "operations of a forward pass at 128 tokens [1e9]",
}
"""What each size of a row means."""

SHAPE = {"layers": "layers", "hidden": "hidden size"}
"""What a row has of its shape, if its table states that."""

WHOLE = {
    "megabytes": ("bytes", _megabytes),
    "millions": ("with_embeddings", lambda shape: _counts(shape)[0] / 1e6),
    "millions_without_embeddings": ("without_embeddings", lambda shape: _counts(shape)[1] / 1e6),
    "gigaoperations": ("operations", lambda shape: _operations(shape) / 1e9),
}
"""The cost axis behind each size, and what a shape has."""


def device(row: Costed) -> str:
    """Return kind and name of the device of a row's measured speedup as far as they are known."""
    kinds = {"speedup-gpu": "GPU", "speedup-cpu": "CPU", "speedup": ""}
    for metric, kind in kinds.items():
        if found := row.numbers.get(metric):
            return ", ".join(filter(None, [kind, found.device]))
    return ""


def of_row(row: Costed) -> dict:
    """Return every axis of a row with origin, error and id, its device, its sizes and its shape."""
    places, known = {axis: place(row, axis) for axis in COSTS}, sizes(row)
    record = {axis: value for axis, (value, *_) in places.items()}
    record |= {f"{axis}_origin": origin for axis, (_, origin, *_) in places.items()}
    record |= {f"{axis}_error": error for axis, (_, _, error, _) in places.items()}
    record |= {f"{axis}_id": where for axis, (*_, where) in places.items()}
    record |= {name: value for name, (value, *_) in known.items()}
    record |= {f"{name}_origin": origin for name, (_, origin, _) in known.items()}
    record |= {f"{name}_id": where for name, (*_, where) in known.items()}
    record |= {name: getattr(row.shape, name, math.nan) for name in SHAPE}
    return record | {"speedup_device": device(row)}
