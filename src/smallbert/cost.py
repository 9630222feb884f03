"""What a transformer costs, from its shape: parameters, bytes, operations.

Letters in the formulas: L layers, H hidden size, F feed-forward size, V vocabulary, E embedding
size, P positions, T token types, n tokens of one input, B inputs in a batch.
"""

from dataclasses import dataclass, fields

import pandas as pd

from smallbert import vocabulary
from smallbert.faults import UserError

MIB = 2**20
"""Bytes of what the papers call a megabyte."""

COMPONENTS = {
    "word embeddings": "embeddings",
    "position and type embeddings": "embeddings",
    "embedding projection": "embeddings",
    "query, key, value": "attention",
    "attention itself": "attention",
    "attention output": "attention",
    "feed-forward": "feed-forward",
    "bottlenecks": "feed-forward",
    "layer norms": "rest",
    "pooler": "rest",
}
"""The parts of the model, in the order of the forward pass, and the group of each."""


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """The shape of an encoder in the manner of BERT.

    Attributes
    ----------
    layers, hidden, feed_forward, heads : int
        L, H, F and the number of attention heads; H is divisible by the heads.
    vocabulary : int
        V, word pieces.
    embedding : int or None
        E where it differs from H (ALBERT, ELECTRA, MobileBERT); None for E = H.
    positions, token_types : int
        P and T; T is 0 where there are none.
    shared_layers : bool
        One set of weights for all layers (ALBERT).
    bottleneck : int or None
        Width inside a block that narrows its input (MobileBERT).
    stack : int
        Feed-forward networks in a layer, one after another (MobileBERT).

    Raises
    ------
    UserError
        The shape is impossible.
    """

    layers: int
    hidden: int
    feed_forward: int
    heads: int
    vocabulary: int
    embedding: int | None = None
    positions: int = 512
    token_types: int = 2
    shared_layers: bool = False
    bottleneck: int | None = None
    stack: int = 1

    def __post_init__(self):
        for each in fields(self):
            value = getattr(self, each.name)
            least = 0 if each.name == "token_types" else 1
            if value is not None and value < least and each.name != "shared_layers":
                raise UserError(f"{each.name} is {value}; give a whole number from {least}")
        if self.width % self.heads:
            raise UserError(
                f"hidden size {self.width} is not divisible by {self.heads} heads; change one"
            )

    @property
    def width(self) -> int:
        """Width of attention and feed-forward: the bottleneck where there is one, else H."""
        return self.bottleneck or self.hidden


def architecture(name: str) -> Architecture:
    """Return the shape `name` of ``data/architectures.csv``.

    Raises
    ------
    UserError
        There is no such shape.
    """
    row = vocabulary.table("architectures").loc[vocabulary.require("architectures", name)]
    shape = {each.name: row[each.name] for each in fields(Architecture) if row[each.name] != ""}
    shared = shape.pop("shared_layers", "") == "yes"
    return Architecture(**{key: int(value) for key, value in shape.items()}, shared_layers=shared)


def parameters(shape: Architecture) -> pd.Series:
    """Return the number of parameters of each component.

    Parameters
    ----------
    shape : Architecture

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, in numbers of weights. The sum is the size of the encoder with
        embeddings and pooler; heads for a task are left out.

    Notes
    -----
    A product from a to b has ``a·b`` weights and b biases; a norm of width a has ``2·a``.
    Per layer: query, key, value ``3(H² + H)``, output ``H² + H``, feed-forward
    ``2HF + F + H``, two norms ``4H`` (Vaswani et al. 2017, section 3; Devlin et al. 2019).
    With shared layers one layer counts once. MobileBERT's blocks are those of its Table 1:
    values come from the full width, queries and keys from one shared bottleneck.
    """
    width, hidden, inner = shape.width, shape.hidden, shape.feed_forward
    embedding = shape.embedding or hidden
    copies = 1 if shape.shared_layers else shape.layers
    values_from = hidden if shape.bottleneck else width
    narrow = 2 * (_dense(hidden, width) + 2 * width) if shape.bottleneck else 0
    widen = _dense(width, hidden) + 2 * hidden if shape.bottleneck else 0
    looked_up = hidden if shape.bottleneck else embedding
    if shape.bottleneck:
        projection = _dense(3 * embedding, hidden)  # trigrams of narrow word vectors
    else:
        projection = _dense(embedding, hidden) if embedding != hidden else 0
    return pd.Series(
        {
            "word embeddings": shape.vocabulary * embedding,
            "position and type embeddings": (shape.positions + shape.token_types) * looked_up,
            "embedding projection": projection,
            "query, key, value": copies * (2 * _dense(width, width) + _dense(values_from, width)),
            "attention itself": 0,
            "attention output": copies * _dense(width, width),
            "feed-forward": copies * shape.stack * (_dense(width, inner) + _dense(inner, width)),
            "bottlenecks": copies * (narrow + widen),
            "layer norms": 2 * looked_up + copies * (1 + shape.stack) * 2 * width,
            "pooler": _dense(hidden, hidden),
        }
    )


def _dense(inputs: int, outputs: int) -> int:
    return inputs * outputs + outputs


def operations(
    shape: Architecture,
    *,
    tokens: int,
    batch: int = 1,
    multiply_add: int = 2,
    embed: str = "lookup",
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

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, in operations. Softmax, norms, activations and biases are left
        out; they are below one per cent at BERT's sizes.

    Raises
    ------
    UserError
        An argument is out of range.

    Notes
    -----
    Multiply-adds per layer: query, key, value ``3nH²``, attention itself ``2n²H`` (scores and
    weighted sum), output ``nH²``, feed-forward ``2nHF``. The pooler takes one token: ``H²``.
    """
    if not 1 <= tokens <= shape.positions:
        raise UserError(f"sequence length {tokens}; give 1 to {shape.positions} tokens")
    if batch < 1:
        raise UserError(f"batch {batch}; give a whole number from 1")
    if multiply_add not in (1, 2):
        raise UserError(f"multiply_add {multiply_add}; use 2 for FLOPs or 1 for MACs")
    if embed not in ("lookup", "product"):
        raise UserError(f"embed {embed!r}; use one of lookup, product")
    width, hidden, inner, layers = shape.width, shape.hidden, shape.feed_forward, shape.layers
    embedding = shape.embedding or hidden
    values_from = hidden if shape.bottleneck else width
    grams = 3 if shape.bottleneck else 1
    per_token = {
        "word embeddings": shape.vocabulary * embedding if embed == "product" else 0,
        "position and type embeddings": 0,
        "embedding projection": grams * embedding * hidden if embedding != hidden else 0,
        "query, key, value": layers * (2 * width * width + values_from * width),
        "attention itself": layers * 2 * tokens * width,
        "attention output": layers * width * width,
        "feed-forward": layers * shape.stack * 2 * width * inner,
        "bottlenecks": layers * 3 * hidden * width if shape.bottleneck else 0,
        "layer norms": 0,
    }
    count = {name: each * tokens for name, each in per_token.items()} | {"pooler": hidden * hidden}
    return pd.Series({name: each * batch * multiply_add for name, each in count.items()})


def without_embeddings(count: pd.Series) -> float:
    """Return the total of a count by component, embeddings and their projection left out."""
    return float(count[[COMPONENTS[name] != "embeddings" for name in count.index]].sum())


def megabytes(
    shape: Architecture, *, weight_bits: float = 32, embedding_bits: float = 32, rest_bits: int = 32
) -> float:
    """Return the stored size in MiB, which the papers call MB.

    Parameters
    ----------
    shape : Architecture
    weight_bits : float
        Bits of a weight of attention and feed-forward.
    embedding_bits : float
        Bits of a weight of the word embeddings.
    rest_bits : float
        Bits of everything else: other embeddings, norms, pooler.

    Raises
    ------
    UserError
        A number of bits is not above 0 and at most 32.

    Notes
    -----
    ``Σ parameters · bits / 8 / 2²⁰``. Scales and zero points of quantised blocks are left out.
    """
    for name, bits in {
        "weight": weight_bits,
        "embedding": embedding_bits,
        "rest": rest_bits,
    }.items():
        if not 0 < bits <= 32:
            raise UserError(f"{name} bits are {bits}; give more than 0 and at most 32")
    count = parameters(shape)
    groups = pd.Series(COMPONENTS)[count.index]
    bits = pd.Series(float(rest_bits), index=count.index)
    bits[groups.isin(["attention", "feed-forward"])] = weight_bits
    bits["word embeddings"] = embedding_bits
    return float((count * bits).sum()) / 8 / MIB


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
    ).loc[list(COMPONENTS)]
