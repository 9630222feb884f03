"""What a row costs: how many times smaller or faster than its own baseline it is, and its sizes.

1 is the baseline; more is smaller or faster. A row has the axes that its source prints or that
follow from its shape; each says which.
"""

import math
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache

import pandas as pd

from smallbert import cost
from smallbert.cost import Architecture
from smallbert.data import sources, vocabulary

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

INNER = dict.fromkeys((WEIGHTS[1], STORED[1]), "parameters-without-embeddings")
"""The same where no shape tells it better: such counts are printed to few digits."""

WIDTH = ("compression-factor", "hidden-size", "vocabulary-size")
"""Metrics that tell the weights outside the embeddings where the shape is not known."""

METRICS = {"size", "remaining-weights", *WIDTH, *SHARED.values(), *INNER.values()}
METRICS |= {metric for ways in PRINTED.values() for metric in ways}
"""Metrics of a cost."""

SHAPE = ("layers", "hidden")
"""What a row has of its shape, if its table states that."""

WHOLE = {"megabytes_32": 32, "megabytes_8": 8}
"""Bits of every weight at which a row's whole shape is sized, zeros included [MB of 2^20 bytes]."""

TOKENS = 128
"""Length at which operations are counted, with two operations for a multiply-add."""

PLACE = ["source", "table", "row", "model"]
"""What the numbers of a row share."""


@dataclass(frozen=True)
class Costed:
    """What is known of a row's cost."""

    technique: str
    numbers: dict  # from metrics to the row's lines of the tidy results
    bases: dict  # from metrics to the baseline's value
    shape: Architecture | None
    full: Architecture | None  # the baseline's shape
    base: str  # the name of that
    bits: float | None = 32  # of a stored weight; None where that is not known
    embedding_bits: float | None = None  # of a word vector's weight; None if as of any other
    tokens: int = 0  # at which its operations are counted; 0 where that is not known
    removed: bool = False  # whether whole parts are taken out, such as heads, not set to zero

    @property
    def parts(self) -> set[str]:
        """The techniques that the row uses."""
        return set(self.technique.split("+"))

    @property
    def zeros(self) -> float:
        """The share of the weights in layers that is pruned, where a ratio is printed."""
        return self.numbers["prune-ratio"].value / 100 if "prune-ratio" in self.numbers else 0.0


Place = tuple[float, str, float, str]


def place(row: Costed, axis: str) -> Place:
    """Return a row's factor on an axis [times], its origin, its error and the id of its result.

    The origin is that of the factor itself: one that is computed from printed sizes or shares is
    derived. It is empty if there is none, the id where the factor follows from the shape alone. The
    error, one standard deviation of the factor's logarithm, is a digitised reading's alone: a
    printed cost is taken as exact, for models that a table gives one size have one size.
    """
    found = _printed(row, axis) or _derived(row, axis) or _shared(row, axis, INNER)
    none = (1.0, "derived", 0.0, "") if row.technique == "none" else (math.nan, "", 0.0, "")
    return found or none


def _printed(row: Costed, axis: str) -> Place | None:
    if axis == "bytes" and (size := row.numbers.get("size")):
        whole = row.bases.get("size") or (row.full and _megabytes(row.full))
        if whole:
            return _from(size, whole / size.value)
    quantized = "quantization" in row.parts
    for metric, turn in PRINTED[axis].items():
        if metric == "prune-ratio":  # bits are in sizes, and in no ratio of zeros
            tells = row.shape in (None, row.full) and not (quantized and axis in STORED)
        else:
            tells = not (quantized and axis in WEIGHTS)
        if tells and (number := row.numbers.get(metric)):
            found = _from(number, turn(number.value))
            return (found[0], number.origin, *found[2:]) if turn is float else found
    return _shared(row, axis, SHARED)


def _shared(row: Costed, axis: str, metrics: dict[str, str]) -> Place | None:
    """Return the place that one of some metrics gives; one of weights says nothing of bits."""
    metric, quantized = metrics.get(axis), "quantization" in row.parts
    if metric in row.numbers and metric in row.bases and not (quantized and axis in STORED):
        return _from(row.numbers[metric], row.bases[metric] / row.numbers[metric].value)
    return None


def _from(number, factor: float) -> Place:
    """Return a factor that is computed from a number, with its id; a reading spreads evenly."""
    digitised = number.origin == "digitised"
    error = number.half_width / number.value / math.sqrt(3) if digitised else 0.0
    return factor, "derived", error, number.id


def _derived(row: Costed, axis: str) -> Place | None:
    factor = None
    if not (row.shape and row.full):
        if row.technique == "quantization" and axis in (*WEIGHTS, "operations"):
            factor = 1.0  # fewer bits, as many weights and operations
        elif axis in INNER:
            factor = _inner(row)
    elif axis in (*WEIGHTS, *STORED):
        pruned = "pruning" in row.parts and row.shape == row.full
        if not pruned or "prune-ratio" in row.numbers:  # else nothing tells what is left
            count = _weights if axis in WEIGHTS else _bytes
            factor = count(row, embeddings=axis not in INNER)
    elif axis == "operations":  # zeros are computed, too
        hidden = row.parts & {"dynamic_inference", "matrix_decomposition"}
        factor = None if row.removed or hidden else _operations(row.full) / _operations(row.shape)
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


def _bytes(row: Costed, *, embeddings: bool) -> float | None:
    """Divide the baseline's bytes by the row's; what quantization leaves in float32 counts."""
    if row.bits is None:
        return None
    if row.bits == 32 or not embeddings:
        return _weights(row, embeddings=embeddings) * 32 / row.bits
    zeros = row.zeros * _counts(row.shape)[1] * row.bits / 8 / 2**20
    return _megabytes(row.full) / (_megabytes(row.shape, row.bits, row.embedding_bits) - zeros)


# Many rows have one shape, so what follows from it is worked out once.


@cache
def _counts(shape: Architecture) -> tuple[int, int]:
    """Return the number of weights with embeddings and without."""
    count = cost.parameters(shape)
    return count.sum(), cost.without_embeddings(count)


@cache
def _megabytes(shape: Architecture, bits: float = 32, embedding_bits: float | None = None) -> float:
    return cost.megabytes(shape, weight_bits=bits, embedding_bits=embedding_bits or bits)


@cache
def _operations(shape: Architecture) -> float:
    return float(cost.operations(shape, tokens=TOKENS).sum())


SIZES = {
    "megabytes": ("bytes", "size", 1, _megabytes),  # of 2^20 bytes, stored
    "millions": ("with_embeddings", "parameters", 1, lambda shape: _counts(shape)[0] / 1e6),
    "millions_without_embeddings": (
        "without_embeddings",
        "parameters-without-embeddings",
        1000,
        lambda shape: _counts(shape)[1] / 1e6,
    ),
    # of a forward pass at 128 tokens
    "gigaoperations": ("operations", "operations", 1, lambda shape: _operations(shape) / 1e9),
}
"""The sizes of a row: the axis and the metric of each, its scale, and what a shape has."""


def _size(row: Costed, name: str) -> tuple[float, str, str]:
    """Return a size with its origin and the id of the result behind it.

    It is the source's; or that of the baseline's shape divided by the row's factor; or, where no
    baseline is known, what its own shape has.
    """
    axis, metric, scale, whole = SIZES[name]
    number = row.numbers.get(metric)
    if number and (metric != "operations" or row.tokens == TOKENS):
        return number.value * scale, number.origin, number.id
    if row.full:
        found = place(row, axis)
        known = found[1] and not (axis == "operations" and found[3])  # at other tokens
    else:
        row = replace(row, full=row.shape)
        known = found = _derived(row, axis) if row.shape else None
    return (whole(row.full) / found[0], "derived", found[3]) if known else (math.nan, "", "")


def _of_row(row: Costed) -> dict:
    """Return every axis of a row with origin, error and id, its sizes, shape and device."""
    places, known = {axis: place(row, axis) for axis in COSTS}, {n: _size(row, n) for n in SIZES}
    record = {}
    for at, end in enumerate(("", "_origin", "_error", "_id")):
        record |= {axis + end: found[at] for axis, found in places.items()}
    for at, end in enumerate(("", "_origin", "_id")):
        record |= {name + end: found[at] for name, found in known.items()}
    record |= {name: getattr(row.shape, name, math.nan) for name in SHAPE}
    own = row.shape and not (row.removed and "pruning" in row.parts and row.shape == row.full)
    weights = _counts(row.shape)[0] if own else math.nan
    record |= {name: weights * bits / 8 / 2**20 for name, bits in WHOLE.items()}
    kinds = {"speedup-gpu": "GPU", "speedup-cpu": "CPU", "speedup": ""}
    timed = [(kinds[each], row.numbers[each].device) for each in kinds if each in row.numbers]
    return record | {"speedup_device": ", ".join(filter(None, [*timed, ()][0]))}


def add(rows: pd.DataFrame, tidy: pd.DataFrame) -> pd.DataFrame:
    """Add axes, sizes and device from the tidy results; an unnamed baseline is the shape's.

    A row that names none has that of its model's other rows in the work. Where nobody says it there
    is none, and no factor but what is printed.
    """
    known = _gather(tidy, rows)
    places = list(rows[PLACE].itertuples(index=False, name=None))
    once = {place: _of_row(known[place]) for place in known}
    names = rows["baseline"].mask(rows["baseline"].eq(""), [known[at].base for at in places])
    columns = [*_of_row(Costed("none", {}, {}, None, None, ""))]  # also where there are no rows
    frame = pd.DataFrame([once[place] for place in places], index=rows.index, columns=columns)
    return pd.concat([rows.assign(baseline=names), frame], axis=1)


def _gather(tidy: pd.DataFrame, rows: pd.DataFrame) -> dict[tuple, Costed]:
    """Return what the tidy results and the tables say of the cost of each row, by its `PLACE`.

    Fewer bits leave a shape as it is, whose own shape need not be stated.
    """
    numbers, values = defaultdict(dict), dict(zip(tidy["id"], tidy["value"], strict=True))
    for number in tidy[tidy["metric"].isin(METRICS)].astype(object).itertuples(index=False):
        own = numbers[number.source, number.table, number.row, number.model]
        own[number.metric] = number
        if number.metric == "remaining-weights":
            own["prune-ratio"] = number._replace(metric="prune-ratio", value=100 - number.value)
    techniques, called, costs = {}, defaultdict(set), {}
    columns = rows[[*PLACE, "technique", "baseline"]].astype(object)
    for *place, technique, baseline in columns.itertuples(index=False, name=None):
        techniques.setdefault(tuple(place), technique)
        called[tuple(place)].add(baseline)
    elsewhere = _baselines(tidy, rows)
    for place, technique in techniques.items():
        source, table, row, model = place
        whole, labels = sources.tables(source)[table], sources.cells_of(source, table)
        own, printed = labels[row], numbers[place]
        names = called[place] - {""} or elsewhere.get((source, model), set())
        base = _baseline(technique, own, labels, printed, names)
        before = labels.get(own.get("baseline", ""), {}).get("technique", "none")
        quantized = {*technique.split("+")} - {*before.split("+")} == {"quantization"}
        shapes = [own.get("architecture", "") or (base if quantized else ""), base]
        bits = own.get("bits") or (None if "quantization" in technique else 32)
        costs[place] = Costed(
            technique,
            printed,
            {
                metric: values[each.baseline]
                for metric, each in printed.items()
                if each.baseline and technique != "none"  # which is its own measure
            },
            *(cost.architecture(name) if name else None for name in shapes),
            vocabulary.names("architectures").get(base, ""),
            bits=bits and float(bits),
            embedding_bits=float(own.get("embedding_bits") or 0) or None,
            tokens=int(own.get("tokens") or (whole.tokens or 0)),
            removed=whole.removed,
        )
    return costs


def _baselines(tidy: pd.DataFrame, rows: pd.DataFrame) -> dict[tuple[str, str], set[str]]:
    """Return the baseline of each compressed model of a work, where its rows name only one."""
    names = tidy["baseline"].map(tidy.set_index("id")["model"]).fillna("")
    frames = [rows, tidy.assign(baseline=names)]
    known = pd.concat([each[["source", "model", "technique", "baseline"]] for each in frames])
    known = known[known["technique"].ne("none") & known["baseline"].ne("")]
    named = known.groupby(["source", "model"])["baseline"].agg(set)
    return {key: each for key, each in named.items() if len(each) == 1}


def _baseline(technique: str, own: dict, labels: dict, numbers: dict, called: set[str]) -> str:
    """Return the shape that a row is measured by, or an empty string where it is not known.

    That of its baseline is what the baseline's own line in the table states, or that of the model
    with the baseline's name. Fewer bits and pruned weights leave a shape as it is. Of what has no
    baseline it is not known.
    """
    name, row = own.get("architecture", ""), own.get("baseline", "")
    stated = labels.get(row, {}).get("architecture", "")
    stated = stated or next(filter(None, map(sources.shapes().get, sorted(called))), "")
    if technique == "none":
        itself = labels.get(row, own) is own
        return name or (stated if itself else "")
    kept = technique == "quantization" or "prune-ratio" in numbers
    return stated or (name if kept else "")


def speedups(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the speedups of compressed models, and the times that are set against a baseline's.

    The lines of the tidy results get ``kind`` (speedup or latency), ``on`` (gpu, cpu or phone;
    empty where that is not stated), ``times``: the speedup, or the baseline's time divided by the
    model's, missing where the baseline's is not printed for the same device; ``baseline`` is that
    model's name, or "not stated". Those against the baseline of the model's row come first.
    """
    kinds = tidy["metric"].str.extract(r"^(?P<kind>speedup|latency)(?:-(?P<on>.+))?$")
    rows = tidy.join(kinds.fillna(""))
    whole = tidy.set_index("id")
    same = rows["baseline"].map(whole["device"]).eq(rows["device"])
    base = rows["baseline"].map(whole["value"]).where(same)
    times = rows["value"].where(rows["kind"].eq("speedup"), base / rows["value"])
    own = rows["kind"].ne("") & rows["technique"].ne("none")
    rows = rows.assign(times=times)[own]
    names = []  # of the model against which a row's table has its speedups, as far as it says so
    for each in rows.itertuples():
        cells, table = sources.cells_of(each.source, each.table), sources.tables(each.source)
        base = cells.get(cells[each.row].get("baseline"), {})
        names.append(base.get("name") or table[each.table].against)
    stated = pd.Series(names, rows.index, dtype=object)
    base = rows["baseline"].map(whole["model"]).fillna(stated)
    other = base.ne(stated.map(sources.readable)) & stated.ne("")
    return rows.assign(baseline=base).loc[other.sort_values(kind="stable").index]
