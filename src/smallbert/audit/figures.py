"""Every size, compression factor and compute figure of the documents, beside the model's number.

A printed figure seldom says by which rule it was counted. Here the book's own rule comes first:
embeddings and pooler count, two operations a multiply-add, a look-up of word vectors, megabytes
of 2²⁰ bytes. Where it misses, the other rules of `ways` are tried and named.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pandas as pd

from smallbert import data
from smallbert.audit.numbers import PRUNED, pruned
from smallbert.cost.memory import activations
from smallbert.cost.passes import CONVENTIONS, operations
from smallbert.cost.shapes import Architecture, architecture
from smallbert.cost.storage import MIB, megabytes
from smallbert.cost.weights import matrices, of_layers, parameters, without_embeddings
from smallbert.data import sources, vocabulary

METRICS = (
    "parameters",
    "parameters-without-embeddings",
    "operations",
    "size",
    "memory",
    "memory-reduction",
    "compression-factor",
    "size-fraction",
)
"""Of the tidy results, what is a size, a compression factor or a compute figure."""

CLOSE = {"operations": 0.03}
"""Share by which a count may miss a figure and still be close; one per cent for sizes."""

TOKENS = 128
"""Of one input, where neither a row nor its table's descriptor says it."""

DEFAULT = "this book's rule"


def beside(*wanted: str, corrected: bool = True, published: bool = True) -> pd.DataFrame:
    """Return the figures of the documents, each with the number that its shape gives.

    Parameters
    ----------
    *wanted : str
        Keys of sources; all, if none is named.
    corrected : bool
        Whether corrections apply.
    published : bool
        Whether figures from outside the documents are there, too.

    Returns
    -------
    pandas.DataFrame
        One row a figure: id, source, model, metric, origin, printed (as printed), value and
        half_width, unit, ``counted`` by the book's rule, ``ratio`` of it to the value, verdict
        and ``rule``, which says what explains the figure or what is missing.

    Notes
    -----
    Shares of a baseline's size have a table of their own, `smallbert.audit.shares`.
    """
    tidy = data.results(*wanted, corrected=corrected)
    return against_shapes(tidy[tidy["origin"].isin(_origins(published))])


def against_shapes(results: pd.DataFrame) -> pd.DataFrame:
    """Return those of the tidy results that are such figures, each as `beside` has it."""
    figures = results[results["metric"].isin(METRICS)]
    lines = [
        _line(row, labels)
        for (key, name), part in figures.groupby(["source", "table"], sort=False)
        for row, labels in _labelled(part, sources.cells_of(key, name))
    ]
    kept = ["id", "source", "model", "metric", "origin", "printed", "value", "half_width", "unit"]
    by_table = figures.groupby(["source", "table"], sort=False)[kept]
    figures = pd.concat([part for _, part in by_table], ignore_index=True)
    return figures.join(pd.DataFrame(lines))


def _labelled(part: pd.DataFrame, cells: dict[str, dict]) -> Iterator[tuple]:
    """Yield each result with the labels of its row, such as its shape."""
    yield from ((row, cells[row.row]) for row in part.itertuples())


def _origins(published: bool) -> tuple[str, ...]:
    return ("printed", "digitised", "published") if published else ("printed", "digitised")


def _line(row, labels: Mapping) -> dict:
    counted = {} if row.unusable else dict(ways(row, labels))
    if not counted:
        return {"counted": float("nan"), "ratio": float("nan")} | _missing(row, labels)
    own = counted.get(DEFAULT, float("nan"))
    close = CLOSE.get(row.metric, 0.01)
    verdict, rule = explain(row.value, row.half_width, counted, close=close)
    return {"counted": own, "ratio": own / row.value, "verdict": verdict, "rule": rule}


def explain(
    value: float, half_width: float, counted: dict[str, float], *, close: float = 0.01
) -> tuple[str, str]:
    """Say how near a figure is to the numbers that rules give.

    Parameters
    ----------
    value, half_width : float
        The figure, and half a unit of its last digit or the margin of its reading.
    counted : dict
        Name of a rule and its number; the first is the book's. Nothing leaves it unexplained.
    close : float
        Share of the value by which a close number may be off.

    Returns
    -------
    tuple of str
        Verdict: ``agrees`` where the difference is within the half-width, ``close`` where it is
        within that share, each also ``by another rule``, or ``unexplained``; and the rule. The
        book's rule wins over others of the same nearness.
    """
    if not counted:
        return "unexplained", "none tried"
    slack = 1e-9 * abs(value)
    for words, margin in (("agrees", half_width + slack), ("close", close * abs(value))):
        fitting = [name for name, number in counted.items() if abs(number - value) <= margin]
        if fitting:
            other = "" if fitting[0] == DEFAULT else " by another rule"
            return words + other, fitting[0]
    nearest = min(counted, key=lambda name: abs(counted[name] - value))
    ratio = counted[nearest] / value
    return "unexplained", f"none tried; nearest: {nearest}, {ratio:.2f} times that"


def _missing(row, labels: Mapping) -> dict:
    """Say what a figure without any count lacks."""
    why = row.unusable or sources.describe(row.source).get("uncounted")
    if not why and labels.get("architecture"):
        metric = vocabulary.names("metrics")[row.metric]
        why = (
            PRUNED
            if pruned(row.technique)
            else f"no rule of this book counts the {metric} from a shape"
        )
    why = why or "shape not stated, or not of such an encoder"
    return {"verdict": "not countable", "rule": why}


def ways(row, labels: Mapping) -> Iterator[tuple[str, float]]:
    """Yield rule and number for a figure, the book's rule first; nothing where none applies.

    A work's module may have a function ``ways`` of its own; what it returns counts, unless None.

    Parameters
    ----------
    row : namedtuple
        A line of `smallbert.data.results`.
    labels : mapping
        The row that it stands in, with its shape and bits.
    """
    module = sources.module(row.source)
    own = module.ways(row, labels) if hasattr(module, "ways") else None
    if own is not None:
        yield from own
    elif labels.get("architecture") and row.metric in RULES and not pruned(row.technique):
        yield from RULES[row.metric](architecture(labels["architecture"]), row, labels)


def _tokens(row, labels) -> int:
    stated = labels.get("tokens") or sources.tables(row.source)[row.table].get("tokens")
    return int(stated or TOKENS)


def _parameters(shape: Architecture, row, labels) -> Iterator[tuple[str, float]]:
    yield DEFAULT, parameters(shape).sum() / 1e6
    yield "without the pooler", parameters(replace(shape, pooler=False)).sum() / 1e6
    yield "with the head of masked words", parameters(shape, head="words").sum() / 1e6
    bare = matrices(shape)[0] + parameters(shape)[["word embeddings", "embedding projection"]].sum()
    yield "matrices and word vectors alone", bare / 1e6
    for name, inside in _inside(shape).items():
        yield f"{WITHOUT} ({name})", inside / 1e6


WITHOUT = "counted without embeddings"
"""How the rules begin by which a number of all weights leaves embeddings out."""


def _inside(shape: Architecture) -> dict[str, float]:
    """Return the weights without embeddings by what is left out; the first is the book's rule."""
    count = parameters(shape)
    return {
        "word vectors left out": float(count.sum() - count["word embeddings"]),
        "the layers alone": of_layers(shape),
        "position and type vectors left out, too": without_embeddings(count),
    }


def _backbone(shape: Architecture, row, labels) -> Iterator[tuple[str, float]]:
    own, *others = _inside(shape).items()
    yield DEFAULT, own[1] / 1e9
    for name, inside in others:
        yield name, inside / 1e9


def _operations(shape: Architecture, row, labels) -> Iterator[tuple[str, float]]:
    tokens = _tokens(row, labels)
    rules = {
        DEFAULT: {},
        "softmax, norms and activations counted, too": CONVENTIONS["every_flop"],
        "the pooler counted for every token": {"pool": "every"},
        "word vectors as a product": {"embed": "product"},
        "the script of ELECTRA's authors": CONVENTIONS["electra"],
        "a multiply-add as one": CONVENTIONS["macs"],
    }
    for name, rule in rules.items():
        yield name, operations(shape, tokens=tokens, **rule).sum() / 1e9


def _size(shape: Architecture, row, labels) -> Iterator[tuple[str, float]]:
    bits = float(labels.get("bits") or 32)
    own = {"weight_bits": bits, "embedding_bits": bits}
    yield DEFAULT, megabytes(shape, **own)
    if bits == 32:
        return
    count = parameters(shape)
    inside = matrices(shape)[0] + count["word embeddings"] + shape.pooler * shape.hidden**2
    positions, whole = count["position and type embeddings"], count.sum()
    for name, narrow in (
        ("pooler at few bits, biases in float32", inside),
        ("norms and biases alone in float32", inside + positions),
        ("nothing left in float32", whole),
    ):
        yield name, (narrow * bits + (whole - narrow) * 32) / 8 / MIB


def _memory(shape: Architecture, row, labels) -> Iterator[tuple[str, float]]:
    held = activations(shape, tokens=_tokens(row, labels), keep="all").sum()
    one = activations(shape, tokens=_tokens(row, labels)).sum()
    yield "weights and the results of one layer", megabytes(shape) + one
    yield "weights and the results of all layers", megabytes(shape) + held


def _factor(shape: Architecture, row, labels) -> Iterator[tuple[str, float]]:
    base = architecture("bert-base")
    yield DEFAULT, parameters(base).sum() / parameters(shape).sum()
    inside = [without_embeddings(parameters(each)) for each in (base, shape)]
    yield "embeddings left out", inside[0] / inside[1]


RULES = {
    "parameters": _parameters,
    "parameters-without-embeddings": _backbone,
    "operations": _operations,
    "size": _size,
    "memory": _memory,
    "compression-factor": _factor,
}
"""How a figure of each metric is counted from a shape."""
