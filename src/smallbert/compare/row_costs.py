"""What a row costs: how many times smaller or faster than its own baseline it is, and its sizes.

1 is the baseline; more is smaller or faster. A row has the axes that its source prints or that
follow from its shape; each says which.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

import pandas as pd

from smallbert import cost
from smallbert.cost import Architecture
from smallbert.data import sources, vocabulary

COST_AXES = {
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

PRINTED_FACTORS = {
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
PRINTED_FACTORS |= {
    stored: PRINTED_FACTORS[weights] for stored, weights in zip(STORED, WEIGHTS, strict=True)
}

SHARED_METRICS = {"with_embeddings": "parameters", "bytes": "parameters"}
SHARED_METRICS |= {"operations": "operations", "memory": "memory"}
"""Metrics that give an axis as the baseline's number divided by the row's."""

INNER = dict.fromkeys((WEIGHTS[1], STORED[1]), "parameters-without-embeddings")
"""The same where no shape tells it better: such counts are printed to few digits."""

WIDTH_METRICS = ("compression-factor", "hidden-size", "vocabulary-size")
"""Metrics that tell the weights outside the embeddings where the shape is not known."""

COST_METRICS = {
    "size",
    "remaining-weights",
    *WIDTH_METRICS,
    *SHARED_METRICS.values(),
    *INNER.values(),
}
COST_METRICS |= {metric for ways in PRINTED_FACTORS.values() for metric in ways}
"""Metrics of a cost."""

SHAPE = ("layers", "hidden")
"""What a row has of its shape, if its table states that."""

WHOLE_SIZES = {"megabytes_32": 32, "megabytes_8": 8}
"""Bits of every weight at which a row's whole shape is sized, zeros included [MB of 2^20 bytes]."""

TOKENS_COUNTED = 128
"""Length at which operations are counted, with two operations for a multiply-add."""

ROW_PLACE = ["source", "table", "row", "model"]
"""What the numbers of a row share."""


@dataclass(frozen=True)
class Costed:
    """What is known of a row's cost."""

    technique: str
    numbers: dict = field(default_factory=dict)  # from metrics to lines of the tidy results
    bases: dict[str, float] = field(default_factory=dict)  # from metrics to the baseline's value
    shape: Architecture | None = None
    full: Architecture | None = None  # the baseline's shape
    base: str = ""  # the name of that
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


class Factor(NamedTuple):
    """How many times smaller or faster a row is on an axis, and how that is known.

    ``origin`` is empty where it is not known; ``error`` is one standard deviation of the factor's
    logarithm; ``id`` is that of the result behind it, empty where it follows from the shape alone.
    """

    times: float
    origin: str
    error: float = 0.0
    id: str = ""


class Size(NamedTuple):
    """A size of a row in the unit of `ROW_SIZES`, its origin and the id of the result behind it."""

    value: float
    origin: str
    id: str


class SizeKind(NamedTuple):
    """The axis and the metric of a size, the metric's scale, and the size that a shape has."""

    axis: str
    metric: str
    scale: int
    of_shape: Callable[[Architecture], float]


def factor_on_axis(row: Costed, axis: str) -> Factor:
    """Return a row's factor on an axis [times], its origin, its error and the id of its result.

    The origin is that of the factor itself: one that is computed from printed sizes or shares is
    derived. It is empty if there is none, the id where the factor follows from the shape alone. The
    error, one standard deviation of the factor's logarithm, is a digitised reading's alone: a
    printed cost is taken as exact, for models that a table gives one size have one size.
    """
    factor = (
        _printed_factor(row, axis)
        or _derived_factor(row, axis)
        or _factor_of_shared_metric(row, axis, INNER)
    )
    if factor:
        return factor
    # What nobody compressed is its own measure; of all else nothing is known.
    return Factor(1.0, "derived") if row.technique == "none" else Factor(math.nan, "")


def _printed_factor(row: Costed, axis: str) -> Factor | None:
    """Return the factor that the source prints, or that follows from a size it prints."""
    if axis == "bytes" and (size := row.numbers.get("size")):
        size_before = row.bases.get("size") or (row.full and _megabytes_of_shape(row.full))
        if size_before:
            return _factor_from_number(size, size_before / size.value)
    quantized = "quantization" in row.parts
    for metric, to_factor in PRINTED_FACTORS[axis].items():
        if metric == "prune-ratio":  # bits are in sizes, and in no ratio of zeros
            tells = row.shape in (None, row.full) and not (quantized and axis in STORED)
        else:  # a factor of size counts fewer bits, too, so it does not count weights
            tells = not (quantized and axis in WEIGHTS)
        if tells and (number := row.numbers.get(metric)):
            factor = _factor_from_number(number, to_factor(number.value))
            # The document prints this very factor; of a share it is computed.
            return factor._replace(origin=number.origin) if to_factor is float else factor
    return _factor_of_shared_metric(row, axis, SHARED_METRICS)


def _factor_of_shared_metric(row: Costed, axis: str, metrics: Mapping[str, str]) -> Factor | None:
    """Return the baseline's number over the row's; a count of weights says nothing of bits."""
    metric, quantized = metrics.get(axis), "quantization" in row.parts
    if metric in row.numbers and metric in row.bases and not (quantized and axis in STORED):
        return _factor_from_number(
            row.numbers[metric], row.bases[metric] / row.numbers[metric].value
        )
    return None


def _factor_from_number(number, factor: float) -> Factor:
    """Return a factor that is computed from a number, with its id; a reading spreads evenly."""
    digitised = number.origin == "digitised"
    error = number.half_width / number.value / math.sqrt(3) if digitised else 0.0
    return Factor(factor, "derived", error, number.id)


def _derived_factor(row: Costed, axis: str) -> Factor | None:
    """Return the factor that follows from the shapes of row and baseline, if they tell it."""
    factor = None
    if not (row.shape and row.full):
        if row.technique == "quantization" and axis in (*WEIGHTS, "operations"):
            factor = 1.0  # fewer bits, as many weights and operations
        elif axis in INNER:
            factor = _factor_of_inner_weights(row)
    elif axis in (*WEIGHTS, *STORED):
        pruned = "pruning" in row.parts and row.shape == row.full
        if not pruned or "prune-ratio" in row.numbers:  # else nothing tells what is left
            count = _factor_of_weights if axis in WEIGHTS else _factor_of_bytes
            factor = count(row, embeddings=axis not in INNER)
    elif axis == "operations":  # zeros are computed, too; these techniques save what no shape has
        hidden = row.parts & {"dynamic_inference", "matrix_decomposition"}
        if not (row.removed or hidden):
            factor = _operations_of_shape(row.full) / _operations_of_shape(row.shape)
    return None if factor is None else Factor(factor, "derived")


def _factor_of_weights(row: Costed, *, embeddings: bool) -> float:
    """Divide the baseline's number of weights by the row's; pruned ones are those in layers."""
    before, inner_before = _weights_of_shape(row.full)
    after, inner = _weights_of_shape(row.shape)
    zeros = row.zeros * inner
    return before / (after - zeros) if embeddings else inner_before / (inner - zeros)


def _factor_of_inner_weights(row: Costed) -> float | None:
    """Take the embeddings, by width and vocabulary, off the weights that a printed factor leaves.

    Positions and token types are taken to be the baseline's.
    """
    if row.shape or not row.full or row.bits != 32 or not row.numbers.keys() >= {*WIDTH_METRICS}:
        return None
    times, hidden, words = (row.numbers[name].value for name in WIDTH_METRICS)
    wide = replace(row.full, hidden=int(hidden), vocabulary=int(words), heads=1)
    before, inner_before = _weights_of_shape(row.full)
    thin, thin_inner = _weights_of_shape(wide)
    return inner_before / (before / times - (thin - thin_inner))


def _factor_of_bytes(row: Costed, *, embeddings: bool) -> float | None:
    """Divide the baseline's bytes by the row's; what quantization leaves in float32 counts."""
    if row.bits is None:
        return None
    if row.bits == 32 or not embeddings:
        return _factor_of_weights(row, embeddings=embeddings) * 32 / row.bits
    zeros = row.zeros * _weights_of_shape(row.shape)[1] * row.bits / 8 / cost.MIB
    return _megabytes_of_shape(row.full) / (
        _megabytes_of_shape(row.shape, row.bits, row.embedding_bits) - zeros
    )


# Many rows have one shape, so what follows from it is worked out once.


@cache
def _weights_of_shape(shape: Architecture) -> tuple[int, int]:
    """Return the number of weights with embeddings and without."""
    count = cost.parameters(shape)
    return count.sum(), cost.without_embeddings(count)


@cache
def _megabytes_of_shape(
    shape: Architecture, bits: float = 32, embedding_bits: float | None = None
) -> float:
    return cost.megabytes(shape, weight_bits=bits, embedding_bits=embedding_bits or bits)


@cache
def _operations_of_shape(shape: Architecture) -> float:
    return float(cost.operations(shape, tokens=TOKENS_COUNTED).sum())


ROW_SIZES = {
    "megabytes": SizeKind("bytes", "size", 1, _megabytes_of_shape),  # of 2^20 bytes, stored
    "millions": SizeKind(
        "with_embeddings", "parameters", 1, lambda shape: _weights_of_shape(shape)[0] / 1e6
    ),
    "millions_without_embeddings": SizeKind(
        "without_embeddings",
        "parameters-without-embeddings",
        1000,  # printed in billions
        lambda shape: _weights_of_shape(shape)[1] / 1e6,
    ),
    "gigaoperations": SizeKind(  # of a forward pass at `TOKENS_COUNTED`
        "operations", "operations", 1, lambda shape: _operations_of_shape(shape) / 1e9
    ),
}
"""The sizes of a row."""


def _size_of_row(row: Costed, name: str) -> Size:
    """Return a size of `ROW_SIZES`.

    It is the source's; or that of the baseline's shape divided by the row's factor; or, where no
    baseline is known, what its own shape has.
    """
    kind = ROW_SIZES[name]
    number = row.numbers.get(kind.metric)
    if number and (kind.metric != "operations" or row.tokens == TOKENS_COUNTED):
        return Size(number.value * kind.scale, number.origin, number.id)
    if row.full:
        factor = factor_on_axis(row, kind.axis)
        # A printed factor of operations is of the source's length, which is another one here.
        has_size = factor.origin and not (kind.axis == "operations" and factor.id)
    else:
        row = replace(row, full=row.shape)
        has_size = factor = _derived_factor(row, kind.axis) if row.shape else None
    if not has_size:
        return Size(math.nan, "", "")
    return Size(kind.of_shape(row.full) / factor.times, "derived", factor.id)


def _record_of_row(row: Costed) -> dict[str, float | str]:
    """Return every axis of a row with origin, error and id, its sizes, shape and device."""
    factors = {axis: factor_on_axis(row, axis) for axis in COST_AXES}
    sizes = {name: _size_of_row(row, name) for name in ROW_SIZES}
    record = {axis: factor.times for axis, factor in factors.items()}
    for field_name in ("origin", "error", "id"):
        record |= {
            f"{axis}_{field_name}": getattr(factor, field_name) for axis, factor in factors.items()
        }
    record |= {name: size.value for name, size in sizes.items()}
    for field_name in ("origin", "id"):
        record |= {
            f"{name}_{field_name}": getattr(size, field_name) for name, size in sizes.items()
        }
    record |= {name: getattr(row.shape, name, math.nan) for name in SHAPE}
    # Where heads are pruned and the shape is still the baseline's, nothing says what is left.
    stated = row.shape and not (row.removed and "pruning" in row.parts and row.shape == row.full)
    weights = _weights_of_shape(row.shape)[0] if stated else math.nan
    record |= {name: weights * bits / 8 / cost.MIB for name, bits in WHOLE_SIZES.items()}
    kinds = {"speedup-gpu": "GPU", "speedup-cpu": "CPU", "speedup": ""}
    timed = [
        (kinds[metric], row.numbers[metric].device) for metric in kinds if metric in row.numbers
    ]
    return record | {"speedup_device": ", ".join(filter(None, [*timed, ()][0]))}


def add_costs(rows: pd.DataFrame, tidy: pd.DataFrame) -> pd.DataFrame:
    """Add axes, sizes and device from the tidy results; an unnamed baseline is the shape's.

    A row that names none has that of its model's other rows in the work. Where nobody says it there
    is none, and no factor but what is printed.
    """
    costed = _costed_rows(tidy, rows)
    records = {row_place: _record_of_row(row) for row_place, row in costed.items()}
    row_places = list(rows[ROW_PLACE].itertuples(index=False, name=None))
    bases = [costed[row_place].base for row_place in row_places]
    names = rows["baseline"].mask(rows["baseline"].eq(""), bases)
    columns = [*_record_of_row(Costed("none"))]  # also where there are no rows
    lines = [records[row_place] for row_place in row_places]
    frame = pd.DataFrame(lines, index=rows.index, columns=columns)
    return pd.concat([rows.assign(baseline=names), frame], axis=1)


def _costed_rows(tidy: pd.DataFrame, rows: pd.DataFrame) -> dict[tuple, Costed]:
    """Return what the tidy results and the tables say of the cost of each row, by `ROW_PLACE`."""
    numbers, values = _numbers_by_row(tidy), dict(zip(tidy["id"], tidy["value"], strict=True))
    techniques, baselines = {}, defaultdict(set)
    columns = rows[[*ROW_PLACE, "technique", "baseline"]].astype(object)
    for *row_place, technique, baseline in columns.itertuples(index=False, name=None):
        techniques.setdefault(tuple(row_place), technique)
        baselines[tuple(row_place)].add(baseline)
    elsewhere = _only_baselines(tidy, rows)
    costed = {}
    for row_place, technique in techniques.items():
        source, _, _, model = row_place
        names = baselines[row_place] - {""} or elsewhere.get((source, model), set())
        costed[row_place] = _costed_row(row_place, technique, numbers[row_place], values, names)
    return costed


def _numbers_by_row(tidy: pd.DataFrame) -> dict[tuple, dict]:
    """Return the lines of costs in the tidy results by the row's place, then by metric."""
    numbers = defaultdict(dict)
    for number in tidy[tidy["metric"].isin(COST_METRICS)].astype(object).itertuples(index=False):
        of_row = numbers[number.source, number.table, number.row, number.model]
        of_row[number.metric] = number
        if number.metric == "remaining-weights":  # the same thing said the other way round
            ratio = number._replace(metric="prune-ratio", value=100 - number.value)
            of_row["prune-ratio"] = ratio
    return numbers


def _costed_row(
    row_place: tuple,
    technique: str,
    numbers: Mapping[str, NamedTuple],
    values: Mapping[str, float],
    names: set[str],
) -> Costed:
    """Return what is known of a row's cost from its numbers and from the cells of its table.

    `numbers` are its lines of the tidy results by metric, `values` are of all results by id, and
    `names` are those of the row's baseline, as far as they are told.
    """
    source, table_name, row, _ = row_place
    table, rows = sources.tables(source)[table_name], sources.cells_of(source, table_name)
    cells = rows[row]
    base = _shape_of_baseline(technique, cells, rows, numbers, names)
    before = rows.get(cells.get("baseline", ""), {}).get("technique", "none")
    # Fewer bits leave a shape as it is: if nothing else was done, it is the baseline's.
    only_quantized = {*technique.split("+")} - {*before.split("+")} == {"quantization"}
    shape = cells.get("architecture", "") or (base if only_quantized else "")
    bits = cells.get("bits") or (None if "quantization" in technique else 32)
    compared = technique != "none"  # what nobody compressed is its own measure
    return Costed(
        technique=technique,
        numbers=numbers,
        bases={
            metric: values[number.baseline]
            for metric, number in numbers.items()
            if number.baseline and compared
        },
        shape=cost.architecture(shape) if shape else None,
        full=cost.architecture(base) if base else None,
        base=vocabulary.names("architectures").get(base, ""),
        bits=bits and float(bits),
        embedding_bits=float(cells.get("embedding_bits") or 0) or None,
        tokens=int(cells.get("tokens") or table.tokens or 0),
        removed=table.removed,
    )


def _only_baselines(tidy: pd.DataFrame, rows: pd.DataFrame) -> dict[tuple[str, str], set[str]]:
    """Return the baseline of each compressed model of a work, where its rows name only one."""
    names = tidy["baseline"].map(tidy.set_index("id")["model"]).fillna("")
    columns = ["source", "model", "technique", "baseline"]
    named = pd.concat([rows[columns], tidy.assign(baseline=names)[columns]])
    named = named[named["technique"].ne("none") & named["baseline"].ne("")]
    baselines = named.groupby(["source", "model"])["baseline"].agg(set)
    return {model: names for model, names in baselines.items() if len(names) == 1}


def _shape_of_baseline(
    technique: str,
    cells: Mapping[str, str],
    rows: Mapping[str, Mapping[str, str]],
    numbers: Mapping[str, NamedTuple],
    names: set[str],
) -> str:
    """Return the shape that a row is measured by, or an empty string where it is not known.

    That of its baseline is what the baseline's own line in the table states, or that of the model
    with the baseline's name. Fewer bits and pruned weights leave a shape as it is. Of what has no
    baseline it is not known.
    """
    shape, baseline = cells.get("architecture", ""), cells.get("baseline", "")
    stated = rows.get(baseline, {}).get("architecture", "")
    stated = stated or next(filter(None, map(sources.shapes().get, sorted(names))), "")
    if technique == "none":  # its own shape; a line that only repeats another has that one's
        itself = rows.get(baseline, cells) is cells
        return shape or (stated if itself else "")
    kept = technique == "quantization" or "prune-ratio" in numbers
    return stated or (shape if kept else "")


def speedups_by_baseline(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the speedups of compressed models, and the times that are set against a baseline's.

    The lines of the tidy results get ``kind`` (speedup or latency), ``on`` (gpu, cpu or phone;
    empty where that is not stated), ``times``: the speedup, or the baseline's time divided by the
    model's, missing where the baseline's is not printed for the same device; ``baseline`` is that
    model's name, or "not stated". Those against the baseline of the model's row come first.
    """
    kinds = tidy["metric"].str.extract(r"^(?P<kind>speedup|latency)(?:-(?P<on>.+))?$")
    rows = tidy.join(kinds.fillna(""))
    by_id = tidy.set_index("id")
    same_device = rows["baseline"].map(by_id["device"]).eq(rows["device"])
    before = rows["baseline"].map(by_id["value"]).where(same_device)
    times = rows["value"].where(rows["kind"].eq("speedup"), before / rows["value"])
    timed = rows["kind"].ne("") & rows["technique"].ne("none")
    rows = rows.assign(times=times)[timed]
    stated = []  # the model against which a row's table has its speedups, as far as it says so
    for row in rows.itertuples():
        cells, tables = sources.cells_of(row.source, row.table), sources.tables(row.source)
        baseline = cells.get(cells[row.row].get("baseline"), {})
        stated.append(baseline.get("name") or tables[row.table].against)
    stated = pd.Series(stated, rows.index, dtype=object)
    models = rows["baseline"].map(by_id["model"]).fillna(stated)
    not_of_row = models.ne(stated.map(sources.readable)) & stated.ne("")
    return rows.assign(baseline=models).loc[not_of_row.sort_values(kind="stable").index]
