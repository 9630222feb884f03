"""What each technique does to a shape or to its operations; storage has what it does to bytes."""

from dataclasses import replace
from functools import lru_cache

import pandas as pd

from smallbert.cost.passes import operations, require_pass
from smallbert.cost.shapes import COMPONENTS, Architecture
from smallbert.errors import UserError


def narrowed(
    shape: Architecture,
    *,
    layers: int | None = None,
    heads: int | None = None,
    feed_forward: int | None = None,
) -> Architecture:
    """Return the shape that structured pruning leaves: fewer layers, heads or neurons.

    A head keeps its width, so that three heads of BERT_BASE are 192 wide and write into 768
    (Michel et al. 2019). Layers go from the top; which ones does not change the cost.

    Raises
    ------
    UserError
        Something would grow, or nothing of it would be left.
    """
    given = {"layers": layers, "heads": heads, "feed_forward": feed_forward}
    left = {name: value for name, value in given.items() if value is not None}
    for name, value in left.items():
        _require_at_most(name, value, getattr(shape, name))
    if "layers" in left and shape.layer_sets:
        left["layer_sets"] = min(shape.layer_sets, left["layers"])
    return replace(shape, head_width=shape.attention_width // shape.heads, **left)


def factored(shape: Architecture, *, rank: int) -> Architecture:
    """Return the shape with two factors of one rank in place of each matrix of the layers.

    Below `even_rank` of a matrix its factors are smaller than it is, above it they are larger
    (Noach and Goldberg 2020).

    Raises
    ------
    UserError
        The rank exceeds the narrower side of some matrix, where factors have no use.
    """
    sides = shape.attention_width, shape.width, shape.feed_forward
    _require_at_most("rank", rank, min(sides))
    return replace(shape, rank=rank)


def even_rank(inputs: int, outputs: int) -> float:
    """Return the rank at which two factors have as many weights as their matrix.

    Notes
    -----
    ``r(a + b) = ab``.

    Examples
    --------
    >>> even_rank(768, 3072)
    614.4
    """
    return inputs * outputs / (inputs + outputs)


def shared(shape: Architecture, *, sets: int) -> Architecture:
    """Return the shape with so many sets of weights for all its layers (Lan et al. 2020).

    Raises
    ------
    UserError
        There would be more sets than layers, or none.
    """
    return replace(shape, layer_sets=sets)


def reworded(
    shape: Architecture, *, vocabulary: int | None = None, embedding: int | None = None
) -> Architecture:
    """Return the shape with fewer word pieces, or narrower word vectors and a matrix behind them.

    The first is vocabulary reduction (Zhao et al. 2019), the second factorises the table of word
    vectors (Lan et al. 2020).

    Raises
    ------
    UserError
        Something would grow, or nothing of it would be left.
    """
    pieces = vocabulary if vocabulary is not None else shape.vocabulary
    width = embedding if embedding is not None else shape.word_width
    _require_at_most("vocabulary", pieces, shape.vocabulary)
    _require_at_most("embedding", width, shape.word_width)
    same = width == shape.hidden and not shape.bottleneck
    return replace(shape, vocabulary=pieces, embedding=None if same else width)


def _require_at_most(name: str, value: int, most: int) -> None:
    if value > most:
        raise UserError(f"{name} would be {value}; give at most {most}, what the model has")


def expected_depth(leaving: list[float]) -> float:
    """Return how many layers an input passes on average.

    Parameters
    ----------
    leaving : list of float
        Share of the inputs that leave behind the first layer, the second, and so on; in sum 1.

    Raises
    ------
    UserError
        The shares are negative or do not add up to 1.

    Examples
    --------
    >>> expected_depth([0, 0.5, 0, 0.5])
    3.0
    """
    if min(leaving, default=-1) < 0 or abs(sum(leaving) - 1) > 1e-9:
        raise UserError(f"shares that leave are {leaving}; give shares from 0 that add up to 1")
    return float(sum(share * layer for layer, share in enumerate(leaving, start=1)))


def early_exit(
    shape: Architecture, *, tokens: int, depth: float, labels: int = 0, **convention
) -> pd.Series:
    """Return the operations of a model that an input leaves behind `depth` layers on average.

    Parameters
    ----------
    shape : Architecture
    tokens : int
        n.
    depth : float
        Layers passed on average, from 1 to L; not of one input, so it need not be whole.
    labels : int
        Classes of the classifier behind each layer; 0 leaves these out.
    **convention
        As in `smallbert.cost.operations`.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`. Nothing that is stored gets smaller.

    Raises
    ------
    UserError
        The depth is out of range.

    Notes
    -----
    ``d / L`` of the layers' operations and ``d`` classifiers on one token each (Xin et al.
    2020). Embeddings and pooler are computed for every input.
    """
    if not 1 <= depth <= shape.layers:
        raise UserError(f"depth is {depth}; give 1 to {shape.layers} layers")
    count = operations(shape, tokens=tokens, **convention).astype(float)
    outside = [name for name in COMPONENTS if COMPONENTS[name] == "embeddings"]
    inside = count.index.difference([*outside, "pooler", "task head"])
    count[inside] *= depth / shape.layers
    if labels:
        head = operations(shape, tokens=tokens, head="classifier", labels=labels, **convention)
        count["task head"] = depth * head["task head"]
    return count


@lru_cache(maxsize=4096)
def layer_operations(shape: Architecture, *, tokens: int, multiply_add: int = 2) -> int:
    """Return the operations of one layer on `tokens` tokens of one input.

    Its products and attention; without embeddings, pooler and whatever `operations` leaves out.
    """
    one = replace(shape, layers=1, layer_sets=None, pooler=False)
    count = operations(one, tokens=tokens, multiply_add=multiply_add)
    return int(count.drop("embedding projection").sum())


def even_lengths(shape: Architecture, *, tokens: int, share: float) -> list[int]:
    """Return how many word vectors each layer reads, if each drops the same share of them.

    Parameters
    ----------
    shape : Architecture
    tokens : int
        n, what the first layer reads.
    share : float
        Share of them that the last layer reads, above 0 and at most 1.

    Raises
    ------
    UserError
        The share is out of range.

    Notes
    -----
    Layer l reads ``n · share^((l − 1) / (L − 1))``, rounded and at least one. How many vectors
    PoWER-BERT drops in each layer is learned (Goyal et al. 2020); this is a stand-in.
    """
    if not 0 < share <= 1:
        raise UserError(f"share is {share}; give more than 0 and at most 1")
    steps = max(1, shape.layers - 1)
    return [max(1, round(tokens * share ** (layer / steps))) for layer in range(shape.layers)]


def shortened(shape: Architecture, lengths: list[int], *, multiply_add: int = 2) -> int:
    """Return the operations of layers of which each reads so many word vectors.

    Raises
    ------
    UserError
        There is not one length for each layer.
    """
    if len(lengths) != shape.layers:
        raise UserError(f"{len(lengths)} lengths; give one for each of {shape.layers} layers")
    rule = {"multiply_add": multiply_add}
    return sum(layer_operations(shape, tokens=int(each), **rule) for each in lengths)


def decomposed(
    shape: Architecture, *, tokens: int, question: int, cached: int, multiply_add: int = 2
) -> int:
    """Return the layers' operations where the lower ones read question and passage apart.

    Parameters
    ----------
    shape : Architecture
    tokens, question : int
        Of the whole input, and of the question alone; the rest is the passage.
    cached : int
        Lower layers; what they make of the passage was computed before and is not counted.

    Raises
    ------
    UserError
        No passage is left, or the layers are too few.

    Notes
    -----
    ``k c(q) + (L − k) c(n)`` with c(n) operations of a layer on n tokens (Cao et al. 2020).
    Nothing that is stored gets smaller; the passage's vectors are stored besides.
    """
    require_pass(shape, tokens, 1)
    if not 1 <= question < tokens:
        raise UserError(f"question is {question}; give less than the {tokens} tokens of the input")
    if not 0 <= cached <= shape.layers:
        raise UserError(f"cached layers are {cached}; give 0 to {shape.layers}")
    rule = {"multiply_add": multiply_add}
    apart = cached * layer_operations(shape, tokens=question, **rule)
    return apart + (shape.layers - cached) * layer_operations(shape, tokens=tokens, **rule)
