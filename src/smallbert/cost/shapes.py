"""The shape of an encoder in the manner of BERT.

Letters in the formulas of this package: L layers, H hidden size, F feed-forward size, V
vocabulary, E embedding size, P positions, T token types, A width of all heads together, n tokens
of one input, B inputs in a batch, b bits.
"""

from dataclasses import dataclass, fields
from numbers import Integral

from smallbert.data import vocabulary
from smallbert.errors import UserError
from smallbert.memo import cached

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
    "task head": "rest",
}
"""The parts of the model, in the order of the forward pass, and the group of each."""

ATTENTION_READS = ("width", "hidden", "shared")
TASK_HEADS = ("", "words", "pretraining", "discriminator")


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """The shape of an encoder in the manner of BERT.

    Attributes
    ----------
    layers, hidden, feed_forward, heads, vocabulary : int
        L, H, F, the number of attention heads, and V, word pieces.
    embedding : int or None
        E where it differs from H (ALBERT, ELECTRA, MobileBERT).
    positions, token_types : int
        P and T; 0 where none are stored.
    layer_sets : int or None
        Sets of weights that the layers share (ALBERT: 1); None for one set a layer.
    bottleneck : int or None
        Width inside a block that narrows its input (MobileBERT); its word vectors enter in
        threes, as trigrams.
    attention_reads : {"width", "hidden", "shared"}
        With a bottleneck: queries, keys and values read the bottleneck; or the full H; or
        queries and keys read a second bottleneck and values H. Without one, all are the same.
    stack : int
        Feed-forward networks in a layer, one after another (MobileBERT).
    head_width : int or None
        Width of a head, where it is not the width divided by the heads: some were pruned.
    rank : int or None
        Rank of the two factors that replace each matrix of the layers; None where none do.
    pooler : bool
        Whether there is a product of H by H on the first token.
    gated : bool
        Whether the feed-forward network has a second product into F, by which the first is
        multiplied (ModernBERT).
    biases : bool
        Whether products and norms have biases.
    relative : int
        Relative positions with a vector each (DeBERTa: 512), which every layer reads with the
        products of its own keys and queries; 0 where there are none.
    groups : int
        Groups in which each product of the layers is made but that behind attention
        (SqueezeBERT: 4).
    head : {"", "words", "pretraining", "discriminator"}
        Head with which it was trained; counted only where somebody asks for it.

    An impossible shape raises `UserError`.
    """

    layers: int
    hidden: int
    feed_forward: int
    heads: int
    vocabulary: int
    embedding: int | None = None
    positions: int = 512
    token_types: int = 2
    layer_sets: int | None = None
    bottleneck: int | None = None
    attention_reads: str = "width"
    stack: int = 1
    head_width: int | None = None
    rank: int | None = None
    pooler: bool = True
    gated: bool = False
    biases: bool = True
    relative: int = 0
    groups: int = 1
    head: str = ""

    def __post_init__(self):
        for field in fields(self):
            value, optional = getattr(self, field.name), field.type == int | None
            if (optional and value is None) or not (optional or field.type is int):
                continue
            least = 0 if field.name in ("token_types", "positions", "relative") else 1
            if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
                raise UserError(f"{field.name} is {value}; give a whole number from {least}")
        require_one_of("attention_reads", self.attention_reads, ATTENTION_READS)
        require_one_of("head", self.head, TASK_HEADS)
        if self.head_width is None and self.width % self.heads:
            raise UserError(
                f"hidden size {self.width} is not divisible by {self.heads} heads; change one"
            )
        if self.layer_sets and self.layer_sets > self.layers:
            raise UserError(f"layer_sets is {self.layer_sets}; give at most {self.layers} layers")

    @property
    def width(self) -> int:
        """Width of the feed-forward networks' input: the bottleneck where there is one, else H."""
        return self.bottleneck or self.hidden

    @property
    def attention_width(self) -> int:
        """A, the width of all heads together."""
        return self.heads * (self.head_width or self.width // self.heads)

    @property
    def word_width(self) -> int:
        """E, the width of the stored word vectors."""
        return self.embedding or self.hidden

    @property
    def looked_up_width(self) -> int:
        """Width of positions, token types and their norm: H behind trigrams, else E."""
        return self.hidden if self.bottleneck else self.word_width

    @property
    def sets(self) -> int:
        """Sets of layer weights that are stored."""
        return self.layer_sets or self.layers


@cached  # many rows have one shape
def architecture(name: str) -> Architecture:
    """Return the shape `name` of ``data/vocabulary/architectures.csv``; refuse an unknown one."""
    row = vocabulary.entries("architectures").loc[vocabulary.require("architectures", name)]
    cells = {side.name: row[side.name] for side in fields(Architecture) if row.get(side.name)}
    truths = {"yes": True, "no": False}
    sides = {name: int(cell) if cell.isdecimal() else cell for name, cell in cells.items()}
    return Architecture(**{name: truths.get(side, side) for name, side in sides.items()})


def require_one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is none of some."""
    if value not in allowed:
        raise UserError(f"{name} is {value!r}; use one of {', '.join(filter(None, allowed))}")


def require_pass(shape: Architecture, tokens: int, batch: int = 1) -> None:
    """Refuse an input that the shape cannot read."""
    if not 1 <= tokens <= (shape.positions or tokens):  # computed positions set no limit
        raise UserError(f"sequence length {tokens}; give 1 to {shape.positions} tokens")
    if batch < 1:
        raise UserError(f"batch {batch}; give a whole number from 1")
