"""The matrix products and norms that an encoder is made of; all else is counted from these."""

from dataclasses import dataclass, replace

from smallbert.cost.shapes import Architecture
from smallbert.errors import UserError

HEADS = ("", "classifier", "span", "words", "pretraining")
"""Heads for a task: none; classes of the whole input; start and end of an answer; the masked
words; the masked words and whether a sentence follows another, as BERT was pre-trained."""


@dataclass(frozen=True, kw_only=True)
class Product:
    """One product of activations with a matrix of weights.

    Attributes
    ----------
    component : str
        A key of `COMPONENTS`.
    inputs, outputs : int
        The matrix turns a vector of the one width into one of the other and adds a bias.
    times, stored : int
        How often it is computed in a forward pass, and how many such matrices are stored.
    rank : int or None
        Rank of its two factors; None where the matrix is whole.
    pooled : bool
        Whether it reads one vector of an input and not all n.
    tied : bool
        Whether its matrix is one that is stored elsewhere; its bias is its own.
    biased : bool
        Whether it adds a bias.
    """

    component: str
    inputs: int
    outputs: int
    times: int = 1
    stored: int = 1
    rank: int | None = None
    pooled: bool = False
    tied: bool = False
    biased: bool = True

    @property
    def weights(self) -> int:
        """Weights of the matrix, or of its two factors; as many multiply-adds a vector."""
        if self.rank is None:
            return self.inputs * self.outputs
        return self.rank * (self.inputs + self.outputs)

    @property
    def parameters(self) -> int:
        """Stored weights and biases of all its copies."""
        return self.stored * (self.biased * self.outputs + (0 if self.tied else self.weights))


def products(shape: Architecture) -> list[Product]:
    """Return the products of the encoder, in the order of the forward pass.

    Notes
    -----
    Queries, keys, values: three from the width to A. Output: A to the width. Feed-forward: to F
    and back, `stack` times (Vaswani et al. 2017, section 3). A bottleneck adds one product into
    it, or two, and one out of it (Sun et al. 2020, Table 1). A gate adds one more to F.
    """
    times, sets, width = shape.layers, shape.sets, shape.width
    heads, inner, stack = shape.attention_width, shape.feed_forward, shape.stack
    asks = shape.hidden if shape.attention_reads == "hidden" else width
    values = width if shape.attention_reads == "width" else shape.hidden
    parts = _projection(shape)
    for component, inputs, outputs, many in (
        ("query, key, value", asks, heads, 2),
        ("query, key, value", values, heads, 1),
        ("attention output", heads, width, 1),
        ("feed-forward", width, inner, stack * (1 + shape.gated)),
        ("feed-forward", inner, width, stack),
    ):
        count = {"times": many * times, "stored": many * sets, "rank": shape.rank}
        parts.append(Product(component=component, inputs=inputs, outputs=outputs, **count))
    parts += _bottlenecks(shape) + _pooler(shape)
    return [replace(each, biased=shape.biases) for each in parts]


def _projection(shape: Architecture) -> list[Product]:
    """Return the product that widens word vectors, where there is one."""
    if shape.bottleneck:
        inputs = 3 * shape.word_width
    elif shape.word_width != shape.hidden:
        inputs = shape.word_width
    else:
        return []
    return [Product(component="embedding projection", inputs=inputs, outputs=shape.hidden)]


def _bottlenecks(shape: Architecture) -> list[Product]:
    """Return the products into and out of the bottleneck."""
    if not shape.bottleneck:
        return []
    narrow, wide, into = shape.bottleneck, shape.hidden, 1 + (shape.attention_reads == "shared")
    ends = (wide, narrow, into), (narrow, wide, 1)
    return [
        Product(
            component="bottlenecks",
            inputs=inputs,
            outputs=outputs,
            times=many * shape.layers,
            stored=many * shape.sets,
        )
        for inputs, outputs, many in ends
    ]


def _pooler(shape: Architecture) -> list[Product]:
    size = {"inputs": shape.hidden, "outputs": shape.hidden}
    return [Product(component="pooler", **size, pooled=True)] if shape.pooler else []


def norms(shape: Architecture) -> list[tuple[str, int, int, int]]:
    """Return the norms: component, width, how often computed, how many stored."""
    once = [("layer norms", shape.looked_up_width, 1, 1)]
    per_layer = [("layer norms", shape.width, 1 + shape.stack)]
    per_layer += [
        (item.component, item.outputs, item.times // shape.layers) for item in _bottlenecks(shape)
    ]
    return once + [
        (name, width, many * shape.layers, many * shape.sets) for name, width, many in per_layer
    ]


def head_products(shape: Architecture, head: str, labels: int) -> list[Product]:
    """Return the products of a task's head.

    Parameters
    ----------
    shape : Architecture
    head : str
        One of `HEADS`.
    labels : int
        Classes of the classifier; the other heads do not read it.

    Raises
    ------
    UserError
        The head is unknown or has no class.

    Notes
    -----
    The head of masked words is a product H to E, a norm, and a product with the table of word
    vectors, which is not stored again; its V biases are (Devlin et al. 2019, their code).
    """
    if head not in HEADS:
        raise UserError(f"head {head!r}; use one of {', '.join(filter(None, HEADS))} or none")
    if labels < 1:
        raise UserError(f"labels are {labels}; give a whole number from 1")
    hidden, narrow = shape.hidden, shape.word_width
    name, words = "task head", []
    if head in ("words", "pretraining"):
        words = [
            Product(component=name, inputs=hidden, outputs=narrow),
            Product(component=name, inputs=narrow, outputs=shape.vocabulary, tied=True),
        ]
    outputs = {"classifier": labels, "span": 2, "pretraining": 2}.get(head)
    if outputs:
        pooled = head != "span"
        words.append(Product(component=name, inputs=hidden, outputs=outputs, pooled=pooled))
    return words


def head_norms(shape: Architecture, head: str) -> list[tuple[str, int, int, int]]:
    """Return the norms of a task's head, as `norms` does."""
    return [("task head", shape.word_width, 1, 1)] if head in ("words", "pretraining") else []
