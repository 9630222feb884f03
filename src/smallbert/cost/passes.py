"""How many operations a forward pass takes, by component and under named conventions."""

from functools import lru_cache

import pandas as pd

from smallbert.cost.products import Product, head_norms, head_products, norms, products
from smallbert.cost.shapes import COMPONENTS, Architecture
from smallbert.cost.storage import MIB
from smallbert.cost.weights import KEPT, parameters
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

CHOICES = {"multiply_add": (1, 2), "embed": ("lookup", "product"), "pool": ("first", "every")}

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
    labels: int = 2,
) -> pd.Series:
    """Return the operations of each component in one forward pass.

    Parameters
    ----------
    shape : Architecture
    tokens : int
        n, from 1 to the shape's positions.
    batch : int
        B, number of inputs.
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
    head, labels
        As in `smallbert.cost.parameters`.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, in operations.

    Raises
    ------
    UserError
        An argument is out of range.

    Notes
    -----
    Multiply-adds per layer of BERT: query, key, value ``3nH²``, attention itself ``2n²H`` (scores
    and weighted sum), output ``nH²``, feed-forward ``2nHF``. The pooler takes one token: ``H²``.
    Left out: dropout, masks, moving and padding.
    """
    require_pass(shape, tokens, batch)
    for name, value in {"multiply_add": multiply_add, "embed": embed, "pool": pool}.items():
        _require(name, value)
    return batch * _counted(shape, tokens, multiply_add, embed, elementwise, pool, head, labels)


@lru_cache(maxsize=KEPT, typed=True)
def _counted(
    shape: Architecture,
    tokens: int,
    multiply_add: int,
    embed: str,
    elementwise: bool,
    pool: str,
    head: str,
    labels: int,
) -> pd.Series:
    count = dict.fromkeys(COMPONENTS, 0)
    every = products(shape) + head_products(shape, head, labels)
    for product in every:
        vectors = 1 if product.pooled and pool == "first" else tokens
        count[product.component] += multiply_add * vectors * product.times * product.weights
    count["attention itself"] = multiply_add * _attention(shape, tokens)
    if embed == "product":
        count["word embeddings"] = multiply_add * tokens * shape.vocabulary * shape.word_width
    if elementwise:
        for component, extra in _elementwise(shape, every, tokens, pool, head):
            count[component] += extra
    return pd.Series(count)


def require_pass(shape: Architecture, tokens: int, batch: int) -> None:
    """Refuse an input that the shape cannot read.

    Raises
    ------
    UserError
        The sequence length or the batch is out of range.
    """
    if not 1 <= tokens <= (shape.positions or tokens):  # computed positions set no limit
        raise UserError(f"sequence length {tokens}; give 1 to {shape.positions} tokens")
    if batch < 1:
        raise UserError(f"batch {batch}; give a whole number from 1")


def _require(name: str, value: int | str) -> None:
    if name == "multiply_add" and value not in CHOICES[name]:
        raise UserError(f"multiply_add {value}; use 2 for FLOPs or 1 for MACs")
    if value not in CHOICES[name]:
        raise UserError(f"{name} {value!r}; use one of {', '.join(CHOICES[name])}")


def _attention(shape: Architecture, tokens: int) -> int:
    """Return the multiply-adds of scores and weighted sums."""
    return shape.layers * 2 * tokens * tokens * shape.attention_width


def _elementwise(
    shape: Architecture, every: list[Product], tokens: int, pool: str, head: str
) -> list[tuple[str, int]]:
    """Return component and operations of all that is no product."""
    counts = [("position and type embeddings", 2 * tokens * shape.looked_up_width)]
    scores = shape.layers * shape.heads * tokens * tokens
    counts.append(("attention itself", (SOFTMAX + SCALE) * scores))
    for product in every:
        vectors = 1 if product.pooled and pool == "first" else tokens
        counts.append(
            (product.component, product.biased * vectors * product.times * product.outputs)
        )
        if product.component == "pooler":
            counts.append((product.component, vectors * ACTIVATION * product.outputs))
    inner = shape.layers * shape.stack * shape.feed_forward
    counts.append(("feed-forward", tokens * (ACTIVATION + shape.gated) * inner))
    for component, width, times, _ in norms(shape) + head_norms(shape, head):
        counts.append((component, tokens * NORM * times * width))
    residual = shape.layers * shape.width
    counts.append(("attention output", tokens * residual))
    return [*counts, ("feed-forward", tokens * shape.stack * residual)]


def breakdown(
    shape: Architecture,
    *,
    tokens: int,
    batch: int = 1,
    multiply_add: int = 2,
    embed: str = "lookup",
) -> pd.DataFrame:
    """Return parameters [M], weights [MiB] and operations [G] by component.

    Parameters are those of `operations`; weights are counted at 32 bits.
    """
    count = parameters(shape)
    ops = operations(shape, tokens=tokens, batch=batch, multiply_add=multiply_add, embed=embed)
    return pd.DataFrame(
        {"parameters": count / 1e6, "weights": count * 4 / MIB, "operations": ops / 1e9}
    )
