"""The matrices and norms that an encoder is made of, and how many weights they have."""

from dataclasses import dataclass, replace
from functools import lru_cache

import pandas as pd

from smallbert.cost.shapes import COMPONENTS, TASK_HEADS, Architecture, require_one_of

SHAPES_KEPT = 1024  # counts: a page, the audit and the claims ask for the same shapes many times


@dataclass(frozen=True, kw_only=True)
class Product:
    """One product of activations with a matrix of weights, which adds a bias."""

    component: str  # a key of `COMPONENTS`
    inputs: int  # width of the vectors that it reads
    outputs: int  # and of those that it writes
    times: int = 1  # how often it is computed in a forward pass
    stored: int = 1  # how many such matrices are stored
    rank: int | None = None  # of its two factors; None where the matrix is whole
    pooled: bool = False  # whether it reads one vector of an input and not all n
    relative: int = 0  # vectors of relative positions that it reads once a pass, and no input
    groups: int = 1  # in which it is made, each from its part of the vectors to its part
    tied: bool = False  # whether its matrix is stored elsewhere; its bias is its own
    biased: bool = True

    @property
    def weights(self) -> int:
        """Weights of the matrix, or of its two factors; as many multiply-adds a vector."""
        if self.rank is None:
            return self.inputs * self.outputs // self.groups
        return self.rank * (self.inputs + self.outputs)

    def vectors(self, tokens: int, batch: int = 1) -> int:
        """Return how many vectors it reads in a pass, each time that it is computed."""
        return self.relative or batch * (1 if self.pooled else tokens)


@dataclass(frozen=True)
class Norm:
    """A norm of some width, computed and stored so many times."""

    component: str
    width: int
    times: int = 1
    stored: int = 1


def products(shape: Architecture, head: str = "") -> list[Product]:
    """Return the products of an encoder and its head, in the order of the forward pass.

    Notes
    -----
    Queries, keys, values: three from the width to A. Output: A to the width. Feed-forward: to F
    and back, `stack` times (Vaswani et al. 2017, section 3). A bottleneck adds one product into
    it, or two, and one out of it (Sun et al. 2020, Table 1). A gate adds one more to F. Relative
    positions pass through the layer's own products of keys and queries (He et al. 2021; their code
    with ``share_att_key``), which therefore are stored once.
    """
    hidden, width, inner = shape.hidden, shape.width, shape.feed_forward
    asks = hidden if shape.attention_reads == "hidden" else width
    values = width if shape.attention_reads == "width" else hidden
    inside = [
        ("query, key, value", asks, shape.attention_width, 2),
        ("query, key, value", values, shape.attention_width, 1),
        ("attention output", shape.attention_width, width, 1),
        ("feed-forward", width, inner, shape.stack * (1 + shape.gated)),
        ("feed-forward", inner, width, shape.stack),
    ]
    ends = [("bottlenecks", hidden, width, 1 + (shape.attention_reads == "shared"))]
    ends += [("bottlenecks", width, hidden, 1)]
    passed = []
    if shape.bottleneck or shape.word_width != hidden:
        inputs = shape.word_width * (3 if shape.bottleneck else 1)
        passed.append(Product(component="embedding projection", inputs=inputs, outputs=hidden))
    for component, inputs, outputs, many in inside + (ends if shape.bottleneck else []):
        size = {"component": component, "inputs": inputs, "outputs": outputs}
        size["rank"] = None if component == "bottlenecks" else shape.rank
        size["groups"] = 1 if component == "attention output" else shape.groups
        passed.append(Product(**size, times=many * shape.layers, stored=many * shape.sets))
    if shape.relative:
        size = {"component": "query, key, value", "inputs": asks, "outputs": shape.attention_width}
        size |= {"times": 2 * shape.layers, "stored": 0, "relative": shape.relative}
        passed.append(Product(**size, rank=shape.rank))
    if shape.pooler:
        passed.append(Product(component="pooler", inputs=hidden, outputs=hidden, pooled=True))
    return [replace(each, biased=shape.biases) for each in passed] + _head_products(shape, head)


def _head_products(shape: Architecture, head: str) -> list[Product]:
    """Return the products of a task's head, the last of the masked words with the word vectors."""
    require_one_of("head", head, TASK_HEADS)
    component, hidden, narrow = "task head", shape.hidden, shape.word_width
    of_head = []
    if head == "discriminator":  # two products (Clark et al. 2020, their code)
        return [Product(component=component, inputs=hidden, outputs=each) for each in (hidden, 1)]
    if head:  # a product, a norm, a product (Devlin et al. 2019, their code)
        of_head.append(Product(component=component, inputs=hidden, outputs=narrow))
        words = {"inputs": narrow, "outputs": shape.vocabulary, "tied": True}
        of_head.append(Product(component=component, **words))
    if head == "pretraining":
        of_head.append(Product(component=component, inputs=hidden, outputs=2, pooled=True))
    return of_head


def norms(shape: Architecture, head: str = "") -> list[Norm]:
    """Return the norms of an encoder and its head: one behind each product of a bottleneck."""
    layers, sets, stack = shape.layers, shape.sets, 1 + shape.stack
    all_norms = [Norm("layer norms", shape.looked_up_width)]
    all_norms.append(Norm("layer norms", shape.width, stack * layers, stack * sets))
    all_norms += [
        Norm(product.component, product.outputs, product.times, product.stored)
        for product in products(shape)
        if product.component == "bottlenecks"
    ]
    if shape.relative:
        all_norms.append(Norm("layer norms", shape.hidden))
    return all_norms + (
        [Norm("task head", shape.word_width)] if head in ("words", "pretraining") else []
    )


def parameters(shape: Architecture, *, head: str = "") -> pd.Series:
    """Return the number of weights of each component.

    Parameters
    ----------
    head : {"", "words", "pretraining", "discriminator"}
        Head that counts: none, that of masked words, or of masked words and the next sentence, or
        ELECTRA's, which tells the words that were replaced.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`; the sum is the size of the model with embeddings, pooler and head.

    Notes
    -----
    A product from a to b has ``a·b`` weights, or ``r(a + b)`` as two factors of rank r, and b
    biases; a norm of width a has ``2·a``. What several layers share counts once. Per layer of
    BERT: query, key, value ``3(H² + H)``, output ``H² + H``, feed-forward ``2HF + F + H``, two
    norms ``4H`` (Vaswani et al. 2017, section 3; Devlin et al. 2019).
    """
    return _count_parameters(shape, head).copy()  # the count is kept


@lru_cache(maxsize=SHAPES_KEPT, typed=True)
def _count_parameters(shape: Architecture, head: str) -> pd.Series:
    count = dict.fromkeys(COMPONENTS, 0)
    count["word embeddings"] = shape.vocabulary * shape.word_width
    looked_up = (shape.positions + shape.token_types) * shape.looked_up_width
    count["position and type embeddings"] = looked_up + shape.relative * shape.hidden
    for product in products(shape, head):
        weights = 0 if product.tied else product.weights
        stored_once = weights + product.biased * product.outputs
        count[product.component] += product.stored * stored_once
    for norm in norms(shape, head):
        count[norm.component] += (1 + shape.biases) * norm.width * norm.stored
    return pd.Series(count)


def without_embeddings(count: pd.Series) -> float:
    """Return the total of a count by component, embeddings and their projection left out."""
    return float(count[[COMPONENTS[name] != "embeddings" for name in count.index]].sum())


def of_layers(shape: Architecture) -> float:
    """Return the number of weights of the layers alone: embeddings, their norm and pooler left out.

    Of BERT-base these are ``12 (4(H² + H) + 2HF + F + H + 4H)``, or 85,054,464.
    """
    one, two = (parameters(replace(shape, layers=each, layer_sets=None)).sum() for each in (1, 2))
    return float(shape.sets * (two - one))


def matrices(shape: Architecture) -> tuple[int, int]:
    """Return how many weights the matrices of the layers have, and how many rows.

    A row is an output of a matrix, as a sparse format counts it; biases, norms, embeddings and
    pooler are no part. BERT has ``L(4H² + 2HF)`` weights in ``L(5H + F)`` rows.
    """
    # what is computed once for each layer lies in the layers
    inside = [each for each in products(shape) if each.times >= shape.layers]
    weights = sum(each.stored * each.weights for each in inside)
    return weights, sum(each.stored * each.outputs for each in inside)
