"""BERT's forward pass in PyTorch, after `smallbert.cost.Architecture`, at random weights.

Eager, 32-bit floats, no mask, no head; heads of attention run in PyTorch's fused attention.
"""

from collections.abc import Callable
from functools import lru_cache

import torch

from experiments.speed import products
from experiments.speed.arms import Arm


class Encoder:
    """An arm that can be called."""

    def __init__(self, arm: Arm):
        torch.manual_seed(0)
        self.arm, self.shape = arm, arm.shape
        shape, width = self.shape, self.shape.word_width
        grams = 3 if shape.bottleneck else 1
        self.words = _vectors(shape.vocabulary, width)
        self.places = _vectors(shape.positions + shape.token_types, shape.looked_up_width)
        self.norm = _norm(arm, shape.looked_up_width)
        wider = grams * width != shape.hidden
        self.project = products.dense(grams * width, shape.hidden) if wider else None
        blocks = [Block(arm) for _ in range(shape.sets)]
        self.blocks = [blocks[number % shape.sets] for number in range(shape.layers)]
        self.pooler = products.dense(shape.hidden, shape.hidden) if shape.pooler else None

    def __call__(self, words, cached=None, *, lap: Callable[[str], None] = lambda name: None):
        """Return one vector for each input: pooled, or that of the first token.

        `words` are word pieces, ``(batch, tokens)``; with a store, those of the question, and
        `cached` the other tokens' vectors after the lower layers, ``(batch, tokens, hidden)``.
        `lap` is told the name of each of `smallbert.cost.COMPONENTS` when it is done.
        """
        x = self.embed(words, lap)
        lower = self.arm.cached_layers
        for block in self.blocks[:lower]:
            x = block(x, lap)
        if cached is not None:
            x = torch.cat([x, cached], 1)
        for block in self.blocks[lower:]:
            x = block(x, lap)
        if not self.pooler:
            return x[:, 0]
        pooled = torch.tanh(self.pooler(x[:, 0]))
        lap("pooler")
        return pooled

    def embed(self, words, lap):
        """Return the vectors that enter the first layer."""
        x = torch.nn.functional.embedding(words, self.words)
        lap("word embeddings")
        if self.shape.bottleneck:  # three neighbours side by side, then one product
            edge = x.new_zeros(x.shape[0], 1, x.shape[2])
            x = torch.cat([torch.cat([x[:, 1:], edge], 1), x, torch.cat([edge, x[:, :-1]], 1)], 2)
            x = self.project(x)
            lap("embedding projection")
        x = x + self.places[: x.shape[1]] + self.places[-1]
        lap("position and type embeddings")
        x = self.norm(x)
        lap("layer norms")
        if self.project and not self.shape.bottleneck:
            x = self.project(x)
            lap("embedding projection")
        return x


class Block:
    """One layer: attention, then one or more feed-forward networks, in a bottleneck or not."""

    def __init__(self, arm: Arm):
        shape, make = arm.shape, products.maker(arm)
        width, hidden, heads = shape.width, shape.hidden, shape.attention_width
        asks = hidden if shape.attention_reads == "hidden" else width
        values = width if shape.attention_reads == "width" else hidden
        self.heads, self.reads = shape.heads, shape.attention_reads
        self.query, self.key, self.value = make(asks, heads), make(asks, heads), make(values, heads)
        self.output = make(heads, width)
        self.norm = _norm(arm, width)
        self.networks = [
            (make(width, shape.feed_forward), make(shape.feed_forward, width), _norm(arm, width))
            for _ in range(shape.stack)
        ]
        self.activate = torch.relu if arm.simple else torch.nn.functional.gelu
        self.narrow = self.share = self.widen = None
        if shape.bottleneck:
            self.narrow = _chain(make(hidden, width), _norm(arm, width))
            self.widen, self.last = make(width, hidden), _norm(arm, hidden)
            if self.reads == "shared":
                self.share = _chain(make(hidden, width), _norm(arm, width))

    def __call__(self, x, lap):
        """Return the vectors after the layer, ``(batch, tokens, hidden)``."""
        inner = self.narrow(x) if self.narrow else x
        asks = {"width": inner, "hidden": x}.get(self.reads)
        asks = self.share(x) if asks is None else asks
        if self.narrow:
            lap("bottlenecks")
        values = inner if self.reads == "width" else x
        parts = self.query(asks), self.key(asks), self.value(values)
        lap("query, key, value")
        mixed = self.attend(*parts)
        lap("attention itself")
        mixed = self.output(mixed)
        lap("attention output")
        inner = self.norm(inner + mixed)
        lap("layer norms")
        for up, down, norm in self.networks:
            y = down(self.activate(up(inner)))
            lap("feed-forward")
            inner = norm(inner + y)
            lap("layer norms")
        if not self.widen:
            return inner
        x = self.last(x + self.widen(inner))
        lap("bottlenecks")
        return x

    def attend(self, *parts):
        """Return each token's mean of the values, weighted by how its query fits the keys."""
        split = [each.unflatten(2, (self.heads, -1)).transpose(1, 2) for each in parts]
        mixed = torch.nn.functional.scaled_dot_product_attention(*split)
        return mixed.transpose(1, 2).flatten(2)


@lru_cache
def _vectors(count: int, width: int):
    """Return a table of vectors; arms of one shape share it."""
    return torch.randn(count, width) * products.SPREAD


def _chain(first: Callable, then: Callable) -> Callable:
    return lambda x: then(first(x))


def _norm(arm: Arm, width: int):
    """Return layer norm, or the linear map that MobileBERT puts in its place."""
    if not arm.simple:
        return torch.nn.LayerNorm(width)
    scale, shift = torch.ones(width), torch.zeros(width)
    return lambda x: torch.addcmul(shift, x, scale)
