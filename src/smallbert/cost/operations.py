"""How many operations a forward pass takes, by component and under named conventions."""

from functools import lru_cache

import pandas as pd

from smallbert.cost.shapes import COMPONENTS, Architecture, require_one_of, require_pass
from smallbert.cost.weights import SHAPES_KEPT, norms, products
from smallbert.errors import UserError

CONVENTIONS = {
    "macs": {"multiply_add": 1},
    "flops": {"multiply_add": 2},
    "every_flop": {"multiply_add": 2, "elementwise": True},
    "electra": {"multiply_add": 2, "elementwise": True, "embed": "product", "pool": "every"},
}
"""Named ways of counting, as arguments of `operations`. The last follows the script of the
ELECTRA authors (Clark et al. 2020, ``flops_computation.py``), but for dropout, which a trained
model does not do, and for the positions, which it multiplies by one-hot vectors, too."""

SOFTMAX, NORM, ACTIVATION, SCALE = 5, 5, 8, 1
"""Operations an element, as that script counts them: greatest, difference, exponential, sum and
quotient; mean, variance, bias and scale; gelu by its tangent; scores over a root."""


def operations(
    shape: Architecture,
    *,
    tokens: int,
    batch: int = 1,
    multiply_add: int = 2,
    embed: str = "lookup",
    elementwise: bool = False,
    pool: str = "first",
    head: str = "",
) -> pd.Series:
    """Return the operations of each component in one forward pass.

    Parameters
    ----------
    tokens, batch : int
        n, from 1 to the shape's positions, of each of B inputs.
    multiply_add : int
        2 counts a multiply-add as two operations (FLOPs), 1 as one (MACs).
    embed : {"lookup", "product"}
        Whether a word's vector is looked up at no cost or counted as a product with a one-hot
        vector, as the script of the ELECTRA authors does.
    elementwise : bool
        Whether softmax, norms, activations, biases and residual sums count, too; an operation
        there counts one, whatever a multiply-add does.
    pool : {"first", "every"}
        Whether the pooler reads the first token, as it does, or is counted for every one.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, in operations.

    Notes
    -----
    Multiply-adds per layer of BERT: query, key, value ``3nH²``, attention itself ``2n²H`` (scores
    and weighted sum), output ``nH²``, feed-forward ``2nHF``. The pooler takes one token: ``H²``.
    R relative positions add ``2nRH`` to attention itself, once with the keys and once with the
    queries, and ``2RH²`` to query, key, value (He et al. 2021): these do not depend on the input,
    so that a batch needs them once and all else B times. Left out: dropout, masks, moving, padding.
    """
    require_pass(shape, tokens, batch)
    if multiply_add not in (1, 2):
        raise UserError(f"multiply_add {multiply_add}; use 2 for FLOPs or 1 for MACs")
    require_one_of("embed", embed, ("lookup", "product"))
    require_one_of("pool", pool, ("first", "every"))
    return _count_operations(
        shape, tokens, batch, multiply_add, embed, elementwise, pool, head
    ).copy()  # the count is kept


@lru_cache(maxsize=SHAPES_KEPT, typed=True)
def _count_operations(
    shape, tokens, batch, multiply_add, embed, elementwise, pool, head
) -> pd.Series:
    adds, extra = dict.fromkeys(COMPONENTS, 0), dict.fromkeys(COMPONENTS, 0)
    read = batch * tokens
    for product in products(shape, head):
        every = product.pooled and pool == "every"
        vectors = product.times * (read if every else product.vectors(tokens, batch))
        adds[product.component] += vectors * product.weights
        extra[product.component] += vectors * product.biased * product.outputs
        if product.component == "pooler":
            extra["pooler"] += vectors * ACTIVATION * product.outputs
    pairs = shape.layers * read * tokens
    with_positions = 2 * shape.layers * read * shape.relative
    adds["attention itself"] = (2 * pairs + with_positions) * shape.attention_width
    if embed == "product":
        adds["word embeddings"] = read * shape.vocabulary * shape.word_width
    for norm in norms(shape, head):
        extra[norm.component] += read * NORM * norm.times * norm.width
    inner, residual = shape.stack * shape.feed_forward, read * shape.layers * shape.width
    extra["position and type embeddings"] += 2 * read * shape.looked_up_width
    sums = 2 if shape.relative else 0  # of scores by content and by position
    extra["attention itself"] += pairs * shape.heads * (SOFTMAX + SCALE + sums)
    extra["attention output"] += residual
    extra["feed-forward"] += read * shape.layers * inner * (ACTIVATION + shape.gated)
    extra["feed-forward"] += shape.stack * residual
    return multiply_add * pd.Series(adds) + bool(elementwise) * pd.Series(extra)
