"""Rules for numbers of weights and speedups, and every size beside a count of its shape.

A printed size seldom says by which rule it was counted. Here the book's own rule comes first:
embeddings and pooler count, two operations a multiply-add, a look-up of word vectors, megabytes
of 2²⁰ bytes. Where it misses, other rules are tried and named.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from smallbert import cost
from smallbert.audit import interval
from smallbert.audit.interval import Interval
from smallbert.audit.rule_inputs import NONE, MissingError, Numbers, Result, recomputes
from smallbert.data import side_tables, sources, vocabulary

PRUNED = "the model is pruned, and a shape does not tell how many weights are left"
"""Why no rule of a whole shape judges a row of that technique."""

SPEEDUPS = ("speedup", "speedup-gpu", "speedup-cpu", "step-speedup")
SHARE_METRICS = ("size-with-embeddings", "size-without-embeddings")


def _is_pruned(technique: str) -> bool:
    """Tell whether pruning is one of the families that a technique joins."""
    return "pruning" in technique.split("+")


@recomputes("compression-factor")
def compression_factor(numbers: Numbers, result: Result) -> Interval:
    """Recompute the factor as the teacher's weights over the row's, embeddings counted.

    The weights follow from hidden size, vocabulary and layers in the manner of BERT, with a
    feed-forward network four times as wide.
    """
    if result.is_baseline:
        return Interval.around(1)
    if _is_pruned(result.technique):
        raise MissingError(PRUNED)
    if not (layers := re.search(r"(\d+) layers", result.label("model"))):
        raise MissingError("the layers and the width of the feed-forward networks are not printed")
    base = result.label("baseline")
    base_layers = cost.architecture(result.label("architecture", row=base)).layers
    base_weights = _weights_of_bert(numbers, result, base, base_layers)
    return base_weights / _weights_of_bert(numbers, result, result.row, int(layers[1]))


def _weights_of_bert(numbers: Numbers, result: Result, row: str, layers: int) -> Interval:
    hidden, vocabulary_size = (
        int(numbers.number(result.beside(side, row=row)).value)
        for side in ("hidden-size", "vocabulary-size")
    )
    shape = cost.Architecture(
        layers=layers, hidden=hidden, feed_forward=4 * hidden, heads=1, vocabulary=vocabulary_size
    )
    return Interval.around(float(cost.parameters(shape).sum()))


@recomputes("parameters", "parameters-without-embeddings")
def parameters_of_shape(numbers: Numbers, result: Result) -> Interval:
    """Recompute the number of weights from the model's shape.

    Embeddings count, or word vectors are left out, as the number's metric says.
    """
    if _is_pruned(result.technique):
        raise MissingError(PRUNED)
    if not (name := result.label("architecture")):
        raise MissingError("the shape is not known")
    return Interval.around(
        float(COUNT_OF_METRIC[result.metric](cost.architecture(name))[BOOK_RULE])
    )


@recomputes(*SPEEDUPS, one_of=("times", "beside"))
def speedup(
    numbers: Numbers, result: Result, *, times: Mapping = NONE, beside: Sequence[str] = ()
) -> Interval:
    """Recompute the speedup as the baseline's time over the model's."""
    # both times are named by `beside`, where the row has them, or by row in `times`, which need
    # not name the baseline: it has one time
    if not beside and result.is_baseline:
        return Interval.around(1)
    if not beside and result.row not in times:
        raise MissingError("the times are not printed")
    before, after = numbers.all(map(result.beside, beside) if beside else times[result.row])
    return before / after


@recomputes(*SPEEDUPS)
def throughput_ratio(numbers: Numbers, result: Result, *, of: str, against: str = "") -> Interval:
    """Recompute the speedup as the inputs in a second over those of the baseline or another row."""
    base = result.beside(of, row=against or _compared(result, "baseline"))
    return numbers.number(result.beside(of)) / numbers.number(base)


@recomputes(*SPEEDUPS)
def time_ratio(numbers: Numbers, result: Result, *, of: str, before: str = "baseline") -> Interval:
    """Recompute the speedup as the time of the row with which it is compared over the row's own."""
    compared = result.beside(of, row=_compared(result, before))
    return numbers.number(compared) / numbers.number(result.beside(of))


def _compared(result: Result, column: str) -> str:
    if not (row := result.label(column)):
        raise MissingError("the table does not say with which row it is compared")
    return row


BOOK_RULE = "this book's rule"
WITHOUT = "counted without embeddings"
"""How rules begin that leave embeddings out of a number of all weights."""

TOKENS = 128
"""Of one input, where neither a row nor its table's descriptor says it."""


def counted(results: pd.DataFrame, metrics: Sequence[str] = ()) -> pd.DataFrame:
    """Return the figures of `SIZE_METRICS`, or of other metrics, each with a count from its shape.

    A row has what names and states a figure in the tidy `results`; ``counted`` by the book's rule,
    ``ratio`` of it to the value; verdict (``agrees`` within the half-width, ``close`` within 3 % of
    operations or 1 % of a size, each also ``by another rule``, ``unexplained`` or ``not
    countable``); ``rule``, which explains the figure or says what is missing.
    """
    wanted = results[results["metric"].isin(metrics or SIZE_METRICS)]
    lines = [_explained_figure(figure) for figure in wanted.itertuples()]
    kept = ["id", "source", "table", "row", "model", "metric", "origin", "printed", "value"]
    columns = ["counted", "ratio", "verdict", "rule"]
    return wanted[[*kept, "half_width", "unit"]].join(
        pd.DataFrame(lines, index=wanted.index, columns=columns)
    )


def _explained_figure(figure) -> tuple[float, float, str, str]:
    """Return the count, its ratio, verdict and rule of a line of the tidy results."""
    labels = sources.cells_of(figure.source, figure.table)[figure.row]
    counts = {} if figure.unusable else counts_of(figure, labels)
    if counts:
        if sources.tables(figure.source)[figure.table].cuts_digits:
            counts |= _counts_cut_off(figure, counts)
        # softmax, norms and activations, which some papers count, are up to 2 % of a narrow shape
        close = 0.03 if figure.metric == "operations" else 0.01
        by_book_rule = counts.get(BOOK_RULE, float("nan"))
        ratio = by_book_rule / figure.value if figure.value else float("nan")
        return by_book_rule, ratio, *explain(figure.value, figure.half_width, counts, close)
    why = figure.unusable or sources.work(figure.source).uncounted
    if not why and labels.get("architecture"):
        metric = vocabulary.names("metrics")[figure.metric]
        other = f"no rule of this book counts the {metric} from a shape"
        why = PRUNED if _is_pruned(figure.technique) else other
    why = why or "shape not stated, or not of such an encoder"
    return float("nan"), float("nan"), "not countable", why


def _counts_cut_off(figure, counts: Mapping[str, float]) -> dict[str, float]:
    """Return the counts that are a figure once their digits are cut off where its print ends."""
    cut = {name: interval.truncate(count, 2 * figure.half_width) for name, count in counts.items()}
    return {
        f"{name}, digits cut off": count
        for name, count in cut.items()
        if abs(count - figure.value) <= interval.NOISE
    }


def explain(
    value: float, half_width: float, counts: Mapping[str, float], close: float = 0.01
) -> tuple[str, str]:
    """Return verdict and rule of a figure for the numbers that rules give, as `counted` has them.

    The nearer rule wins, and the book's own among others of the same nearness.
    """
    slack = 1e-9 * abs(value)
    for nearness, margin in (("agrees", half_width + slack), ("close", close * abs(value))):
        fitting = [name for name, number in counts.items() if abs(number - value) <= margin]
        if fitting:
            return nearness + (" by another rule" if fitting[0] != BOOK_RULE else ""), fitting[0]
    nearest = min(counts, key=lambda name: abs(counts[name] - value))
    ratio = counts[nearest] / value
    return "unexplained", f"none tried; nearest: {nearest}, {ratio:.2f} times that"


def counts_of(figure, labels: Mapping[str, str]) -> dict[str, float]:
    """Return the number that each rule gives for a figure, the book's first; none without a shape.

    A function ``ways`` of the work's module comes first; what it returns counts, unless None.
    """
    module = sources.module(figure.source)
    ways_of_work = module.ways(figure, labels) if hasattr(module, "ways") else None
    if ways_of_work is not None:
        return dict(ways_of_work)
    # shapes.csv has shapes that are no named architecture, and bits that a table does not state
    stated = side_tables.lines_of("shapes", figure.source)
    for row in stated[stated["row"] == figure.row].to_dict("records") if len(stated) else ():
        labels = {**labels, **{name: cell for name, cell in row.items() if cell}}
    if not labels.get("architecture") or _is_pruned(figure.technique):
        return {}
    shape = replace(
        cost.architecture(labels["architecture"]),
        **{side: int(labels[side]) for side in SIDES if labels.get(side)},
    )
    if figure.metric in SHARE_METRICS:
        bits = {part: int(labels[part]) for part in BITS if labels.get(part)}
        base = sources.cells_of(figure.source, figure.table)[labels["baseline"]]["architecture"]
        out = ["word embeddings"] if figure.metric == "size-without-embeddings" else []
        return _of_share(shape, bits, cost.architecture(base), out)
    tokens = labels.get("tokens") or sources.tables(figure.source)[figure.table].tokens
    given = {"tokens": int(tokens or TOKENS), "bits": float(labels.get("bits") or 32)}
    return (
        COUNT_OF_METRIC[figure.metric](shape, **given) if figure.metric in COUNT_OF_METRIC else {}
    )


SIDES = ("layers", "hidden", "feed_forward", "heads")
BITS = ("weight_bits", "embedding_bits", "rest_bits")


def _of_share(
    shape: cost.Architecture, bits: Mapping[str, int], base: cost.Architecture, out: list[str]
) -> dict[str, float]:
    """Return the size in per cent of a baseline's, components left `out`."""
    size, base_size = cost.stored(shape, **bits), cost.stored(base)
    bare, bare_base = (either.drop("pooler") for either in (size, base_size))
    pairs = {
        BOOK_RULE: (size, base_size),
        "poolers left out": (bare, bare_base),
        "the model's pooler left out": (bare, base_size),
    }
    if bits:
        same = dict.fromkeys(BITS, bits["embedding_bits"])
        pairs[f"{bits['embedding_bits']} bits throughout"] = cost.stored(shape, **same), base_size
    if out:
        pairs["position and type vectors left out, too"] = [
            either.drop("position and type embeddings") for either in (size, base_size)
        ]
    return {name: 100 * a.drop(out).sum() / b.drop(out).sum() for name, (a, b) in pairs.items()}


def _of_parameters(shape: cost.Architecture, **_) -> dict[str, float]:
    count = cost.parameters(shape)
    bare = cost.matrices(shape)[0] + count[["word embeddings", "embedding projection"]].sum()
    counts = {
        BOOK_RULE: count.sum(),
        "without the pooler": count.drop("pooler").sum(),
        **_with_head(shape),
        "matrices and word vectors alone": bare,
        **{f"{WITHOUT} ({name})": inside for name, inside in _inside(shape).items()},
    }
    return {name: number / 1e6 for name, number in counts.items()}


def _with_head(shape: cost.Architecture) -> dict[str, float]:
    """Return the weights with the head of pretraining, or with a pooler that fine-tuning adds."""
    if shape.head:
        return {f"with the head of the {shape.head}": cost.parameters(shape, head=shape.head).sum()}
    counts = {"with the head of masked words": cost.parameters(shape, head="words").sum()}
    if not shape.pooler:
        tuned = cost.parameters(replace(shape, pooler=True)).sum()
        counts["with the pooler that fine-tuning adds"] = tuned
    return counts


def _inside(shape: cost.Architecture) -> dict[str, float]:
    """Return the weights without embeddings by what is left out; the first is the book's rule."""
    count = cost.parameters(shape)
    return {
        "word vectors left out": float(count.drop("word embeddings").sum()),
        "the layers alone": cost.of_layers(shape),
        "position and type vectors left out, too": cost.without_embeddings(count),
    }


def _of_backbone(shape: cost.Architecture, **_) -> dict[str, float]:
    (_, by_book_rule), *others = _inside(shape).items()
    word_vectors = cost.parameters(shape)["word embeddings"]
    # a head is no embedding, so it counts where the word vectors do not
    others += [(name, weights - word_vectors) for name, weights in _with_head(shape).items()]
    return {name: inside / 1e9 for name, inside in [(BOOK_RULE, by_book_rule), *others]}


def _of_operations(shape: cost.Architecture, *, tokens: int, **_) -> dict[str, float]:
    conventions = {
        BOOK_RULE: {},
        "softmax, norms and activations counted, too": cost.CONVENTIONS["every_flop"],
        "the pooler counted for every token": {"pool": "every"},
        "word vectors as a product": {"embed": "product"},
        "the script of ELECTRA's authors": cost.CONVENTIONS["electra"],
        "a multiply-add as one": cost.CONVENTIONS["macs"],
    }
    return {
        name: cost.operations(shape, tokens=tokens, **convention).sum() / 1e9
        for name, convention in conventions.items()
    }


def _of_size(shape: cost.Architecture, *, bits: float, **_) -> dict[str, float]:
    by_book_rule = {BOOK_RULE: cost.megabytes(shape, weight_bits=bits, embedding_bits=bits)}
    if bits == 32:
        return by_book_rule
    count = cost.parameters(shape)
    inside = cost.matrices(shape)[0] + count["word embeddings"] + shape.pooler * shape.hidden**2
    narrow = {
        "pooler at few bits, biases in float32": inside,
        "norms and biases alone in float32": inside + count["position and type embeddings"],
        "nothing left in float32": count.sum(),
    }
    return by_book_rule | {
        name: (few * bits + (count.sum() - few) * 32) / 8 / cost.MIB for name, few in narrow.items()
    }


def _of_memory(shape: cost.Architecture, *, tokens: int, **_) -> dict[str, float]:
    weights, held = cost.megabytes(shape), {"one layer": "layer", "all layers": "all"}
    return {
        f"weights and the results of {held_words}": weights
        + cost.activations(shape, tokens=tokens, keep=keep).sum()
        for held_words, keep in held.items()
    }


def _of_factor(shape: cost.Architecture, **_) -> dict[str, float]:
    base_weights, weights = (
        cost.parameters(each) for each in (cost.architecture("bert-base"), shape)
    )
    inside = cost.without_embeddings(base_weights) / cost.without_embeddings(weights)
    return {BOOK_RULE: base_weights.sum() / weights.sum(), "embeddings left out": inside}


COUNT_OF_METRIC = {
    "parameters": _of_parameters,
    "parameters-without-embeddings": _of_backbone,
    "operations": _of_operations,
    "size": _of_size,
    "memory": _of_memory,
    "compression-factor": _of_factor,
}
SIZE_METRICS = (*COUNT_OF_METRIC, "memory-reduction", "size-fraction")
"""What is a size, a compression factor or a compute figure; `SHARE_METRICS` are of a baseline's."""
