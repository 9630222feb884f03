"""What each technique does to a shape or to its operations; storage has what it does to bytes."""

from dataclasses import replace
from functools import lru_cache

from smallbert.cost.operations import operations
from smallbert.cost.shapes import Architecture, require_pass
from smallbert.errors import UserError

CHANGED_FIELDS = ("layers", "hidden", "feed_forward", "vocabulary", "positions")
"""Fields of an architecture in which an arm that this book measures may differ from it."""


def narrowed(
    shape: Architecture,
    *,
    layers: int | None = None,
    heads: int | None = None,
    feed_forward: int | None = None,
) -> Architecture:
    """Return the shape that structured pruning leaves: fewer layers, heads or neurons.

    A head keeps its width, so that three heads of BERT-base are 192 wide and write into 768
    (Michel et al. 2019). Raises `UserError` where something would grow or nothing be left.
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

    Below `even_rank` of a matrix its factors are smaller than it is (Noach and Goldberg 2020).
    Raises `UserError` for a rank above the narrower side of some matrix.
    """
    _require_at_most("rank", rank, min(shape.attention_width, shape.width, shape.feed_forward))
    return replace(shape, rank=rank)


def even_rank(inputs: int, outputs: int) -> float:
    """Return the rank at which two factors have as many weights as their matrix: r(a + b) = ab.

    Examples
    --------
    >>> even_rank(768, 3072)
    614.4
    """
    return inputs * outputs / (inputs + outputs)


def shared(shape: Architecture, *, sets: int) -> Architecture:
    """Return the shape with so many sets of weights for all its layers (Lan et al. 2020)."""
    return replace(shape, layer_sets=sets)


def reworded(
    shape: Architecture, *, vocabulary: int | None = None, embedding: int | None = None
) -> Architecture:
    """Return the shape with fewer word pieces, or narrower word vectors and a matrix behind them.

    The first is vocabulary reduction (Zhao et al. 2019), the second factorizes the table of word
    vectors (Lan et al. 2020). Raises `UserError` where something would grow or nothing be left.
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


@lru_cache(maxsize=4096)
def layer_operations(shape: Architecture, *, tokens: int) -> int:
    """Return the operations, two a multiply-add, of one layer: its products and attention."""
    one = replace(shape, layers=1, layer_sets=None, pooler=False)
    return int(operations(one, tokens=tokens).drop("embedding projection").sum())


def even_lengths(shape: Architecture, *, tokens: int, share: float) -> list[int]:
    """Return how many word vectors each layer reads, if each drops the same share of them.

    Of n `tokens` layer l reads ``n · share^((l − 1) / (L − 1))``, rounded and at least one; share
    is above 0 and at most 1. How many vectors PoWER-BERT drops in each layer is learned (Goyal et
    al. 2020); this is a stand-in.
    """
    if not 0 < share <= 1:
        raise UserError(f"share is {share}; give more than 0 and at most 1")
    steps = max(1, shape.layers - 1)
    return [max(1, round(tokens * share ** (layer / steps))) for layer in range(shape.layers)]


def shortened(shape: Architecture, lengths: list[int]) -> int:
    """Return the layers' operations, two a multiply-add, where each reads so many word vectors."""
    if len(lengths) != shape.layers:
        raise UserError(f"{len(lengths)} lengths; give one for each of {shape.layers} layers")
    return sum(layer_operations(shape, tokens=int(each)) for each in lengths)


def decomposed(shape: Architecture, *, tokens: int, question: int, cached: int) -> int:
    """Return the layers' operations where the lower ones read question and passage apart.

    Of n `tokens` q are the `question` and the rest is the passage; what k `cached` layers make of
    the passage was computed before and is not counted: ``k c(q) + (L − k) c(n)`` with c(n)
    operations of a layer on n tokens, two a multiply-add (Cao et al. 2020). Nothing that is stored
    gets smaller; the passage's vectors are stored besides.
    """
    require_pass(shape, tokens)
    if not 1 <= question < tokens:
        raise UserError(f"question is {question}; give less than the {tokens} tokens of the input")
    if not 0 <= cached <= shape.layers:
        raise UserError(f"cached layers are {cached}; give 0 to {shape.layers}")
    apart = [question] * cached + [tokens] * (shape.layers - cached)
    return shortened(shape, apart)
