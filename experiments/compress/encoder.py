"""The encoder that is trained: the layer of `experiments.speed` with masks, dropout and fewer bits.

Each matrix is kept in a `Matrix`, whatever a technique makes of it, so that every arm is trained,
written and read back by the same code.
"""

from functools import partial

import torch
from safetensors.torch import load
from torch.nn import functional

from experiments.compress import packages
from experiments.compress.arms import base
from experiments.speed.arms import Arm as Shape
from experiments.speed.encoder import Block
from smallbert import cost

DROPOUT = 0.1
LARGEST = {bits: 2 ** (bits - 1) - 1 for bits in range(3, 9)}
"""Largest code of a weight of so many bits, 3 to 8; the smallest is its negative."""

NORMAL_STEPS = {3: 0.65, 4: 0.35}
"""Steps that are best for normal weights, in their standard deviations: where the search begins."""

SEARCHES = 8
"""How often codes and scale are fitted to each other; more changes the error by under 1 in 1000."""


def of_one_bit(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the sign and the mean size (Rastegari et al. 2016)."""
    return torch.where(weight < 0, -1.0, 1.0), weight.abs().mean(1, keepdim=True)


def of_two_bits(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return -1, 0 or 1 and their best scale; 0 is below 0.7 of the mean size (Li et al. 2016)."""
    size = weight.abs()
    kept = size > 0.7 * size.mean(1, keepdim=True)
    scale = (size * kept).sum(1, keepdim=True) / kept.sum(1, keepdim=True).clamp(min=1)
    return weight.sign() * kept, scale


def of_few_bits(weight: torch.Tensor, bits: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return codes of 3 or 4 bits and the scale of each row that is best for them by least squares.

    By the largest weight's share, as 8 bits have it, most of so few codes would stand unused.
    """
    count = weight.ne(0).sum(1, keepdim=True).clamp(min=1)  # pruned weights are no part of the row
    spread = (weight.square().sum(1, keepdim=True) / count).sqrt()
    scale = (NORMAL_STEPS[bits] * spread).clamp(min=1e-12)
    for _ in range(SEARCHES):
        codes = (weight / scale).round().clamp(-LARGEST[bits], LARGEST[bits])
        fitted = (weight * codes).sum(1, keepdim=True) / codes.square().sum(1, keepdim=True)
        scale = torch.where(fitted > 0, fitted, scale)  # a row of zeros has no better one
    return (weight / scale).round().clamp(-LARGEST[bits], LARGEST[bits]), scale


def of_many_bits(weight: torch.Tensor, bits: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return whole numbers of the largest weight's share, as runtimes compute 8 bits."""
    scale = (weight.abs().amax(1, keepdim=True) / LARGEST[bits]).clamp(min=1e-12)
    return (weight / scale).round(), scale


CODES = {
    1: of_one_bit,
    2: of_two_bits,
    3: partial(of_few_bits, bits=3),
    4: partial(of_few_bits, bits=4),
    8: partial(of_many_bits, bits=8),
}
"""What makes the codes of a matrix and the scale of each row, without looking at any input."""


def quantized(weight: torch.Tensor, bits: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the codes of a matrix at so many bits and the scale of each row."""
    return CODES[bits](weight)


class Matrix(torch.nn.Module):
    """Weights of which some may be held at zero or, in the forward pass, at few bits."""

    def __init__(self, rows: int, columns: int):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(rows, columns) * 0.02)
        self.register_buffer("kept", None)  # 0 where a weight is pruned
        self.register_buffer("movement", None, persistent=False)  # away from zero, in all steps
        self.aim = 0.0  # share of zeros that movement leads to
        self.bits = 32

    def value(self) -> torch.Tensor:
        """Return the weights as the forward pass uses them; gradients pass the rounding."""
        weight = self.weight if self.kept is None else self.weight * self.kept
        if self.movement is not None and weight.requires_grad:
            weight.register_hook(self.move)
        if self.bits >= 16:
            return weight
        codes, scale = quantized(weight.detach(), self.bits)
        return weight + (codes * scale - weight.detach())

    def move(self, gradient: torch.Tensor) -> None:
        """Count a step away from zero: the gradient before the mask, so zeros may win, too."""
        self.movement -= gradient * self.weight.detach()

    def keep_moving(self, share: float) -> None:
        """Set to zero the share of the weights that moved least away from it (Sanh et al. 2020)."""
        if gone := round(share * self.movement.numel()):
            least = self.movement.flatten().kthvalue(gone).values
            self.kept = (self.movement > least).float()


class Product(torch.nn.Module):
    """A product with a matrix, or with two thinner ones, then dropout where a layer ends."""

    def __init__(self, inputs: int, outputs: int, *, rank: int | None = None, drops: bool = False):
        super().__init__()
        self.first = Matrix(rank, inputs) if rank else None
        self.second = Matrix(outputs, rank or inputs)
        self.bias = torch.nn.Parameter(torch.zeros(outputs))
        self.drops = drops

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the vectors after the product."""
        if self.first:
            x = functional.linear(x, self.first.value())
        x = functional.linear(x, self.second.value(), self.bias)
        return functional.dropout(x, DROPOUT, self.training and self.drops)


class Layer(Block, torch.nn.Module):
    """A layer of `experiments.speed` whose matrices can be trained and made smaller."""

    def __init__(self, shape: cost.Architecture):
        torch.nn.Module.__init__(self)
        small = Shape(name="layer", label="layer", technique="none", architecture="bert-tiny")
        Block.__init__(self, small)  # what it is made of is replaced below
        width, inner, rank = shape.hidden, shape.attention_width, shape.rank
        self.heads = shape.heads
        self.query, self.key, self.value = (Product(width, inner, rank=rank) for _ in range(3))
        self.output = Product(inner, width, rank=rank, drops=True)
        self.up = Product(width, shape.feed_forward, rank=rank)
        self.down = Product(shape.feed_forward, width, rank=rank, drops=True)
        self.norm, self.last = (torch.nn.LayerNorm(width, eps=1e-12) for _ in range(2))
        self.mask = self.attention = None

    @property
    def networks(self) -> list[tuple]:
        """The feed-forward network and its norm, as `Block` wants them."""
        return [(self.up, self.down, self.last)]

    @networks.setter
    def networks(self, made: list[tuple]) -> None:
        """Forget the network of `Block`."""

    def attend(self, *parts: torch.Tensor) -> torch.Tensor:
        """Return each piece's mean of the values of its input's other pieces."""
        split = [each.unflatten(2, (self.heads, -1)).transpose(1, 2) for each in parts]
        if self.attention is not None:  # somebody wants to see it
            scores = split[0] @ split[1].transpose(2, 3) / split[0].shape[-1] ** 0.5
            self.attention = scores.float().masked_fill(~self.mask, -1e9).log_softmax(-1)
        drop = DROPOUT if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(*split, attn_mask=self.mask, dropout_p=drop)
        return mixed.transpose(1, 2).flatten(2)


class Encoder(torch.nn.Module):
    """Word vectors, layers, and a head on the mean of the last layer's vectors."""

    def __init__(self, shape: cost.Architecture, classes: int):
        super().__init__()
        self.shape, hidden = shape, shape.hidden
        self.words = Matrix(shape.vocabulary, hidden)
        self.places = torch.nn.Parameter(torch.randn(shape.positions, hidden) * 0.02)
        self.norm = torch.nn.LayerNorm(hidden, eps=1e-12)
        self.layers = torch.nn.ModuleList(Layer(shape) for _ in range(shape.sets))
        self.head = torch.nn.Linear(hidden, classes)
        torch.nn.init.normal_(self.head.weight, std=0.02)

    def matrices(self, where: str) -> list[Matrix]:
        """Return the matrices of the ``encoder``, of the ``embeddings``, or of ``both``."""
        layers = [each for each in self.layers.modules() if isinstance(each, Matrix)]
        return {"encoder": layers, "embeddings": [self.words], "both": [*layers, self.words]}[where]

    def watch(self) -> None:
        """Let each layer keep the logarithm of its attention."""
        for layer in self.layers:
            layer.attention = ()

    def forward(self, words: torch.Tensor, real: torch.Tensor) -> tuple[torch.Tensor, list]:
        """Return the scores of the classes, and the vectors before and after each layer.

        `words` are word pieces, ``(batch, pieces)``; `real` is false where one is padding.
        """
        x = functional.embedding(words, self.words.value()) + self.places[: words.shape[1]]
        x = self.norm(x)
        x = functional.dropout(x, DROPOUT, self.training)
        seen = [x]
        for number in range(self.shape.layers):
            layer = self.layers[number * self.shape.sets // self.shape.layers]
            layer.mask = real[:, None, None, :]
            x = layer(x, _lap)
            seen.append(x)
        return self.head(mean(x, real)), seen


def mean(vectors: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
    """Return the mean vector of each input, padding left out."""
    weights = real[..., None].to(vectors.dtype)
    return (vectors * weights).sum(1) / weights.sum(1)


def _lap(name: str) -> None:
    """Ignore what is timed elsewhere."""


PARTS = {"attention.self.query": "query", "attention.self.key": "key"}
PARTS |= {"attention.self.value": "value", "attention.output.dense": "output"}
PARTS |= {"intermediate.dense": "up", "output.dense": "down"}


def pretrained(classes: int, weights: dict[str, torch.Tensor] | None = None) -> Encoder:
    """Return the pre-trained encoder, its weights rounded to 16 bits, with a random head."""
    weights = weights or load(packages.of_encoder("model.safetensors"))
    weights = {name: each.half().float() for name, each in weights.items()}
    made = Encoder(base(), classes)
    with torch.no_grad():
        made.words.weight.copy_(weights["embeddings.word_embeddings.weight"])
        types = weights["embeddings.token_type_embeddings.weight"]
        made.places.copy_(weights["embeddings.position_embeddings.weight"] + types[0])
        _norm(made.norm, weights, "embeddings.LayerNorm")
        for number, layer in enumerate(made.layers):
            lead = f"encoder.layer.{number}."
            for name, part in PARTS.items():
                product = getattr(layer, part)
                product.second.weight.copy_(weights[f"{lead}{name}.weight"])
                product.bias.copy_(weights[f"{lead}{name}.bias"])
            _norm(layer.norm, weights, f"{lead}attention.output.LayerNorm")
            _norm(layer.last, weights, f"{lead}output.LayerNorm")
    return made


def _norm(norm: torch.nn.LayerNorm, weights: dict, name: str) -> None:
    norm.weight.copy_(weights[f"{name}.weight"])
    norm.bias.copy_(weights[f"{name}.bias"])
