"""The shape of an encoder in the manner of BERT.

Letters in the formulas of this package: L layers, H hidden size, F feed-forward size, V
vocabulary, E embedding size, P positions, T token types, A width of all heads together, n tokens
of one input, B inputs in a batch, b bits.
"""

from dataclasses import dataclass, fields
from numbers import Integral

from smallbert.data import vocabulary
from smallbert.errors import UserError
from smallbert.paths import cached

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

READS = ("width", "hidden", "shared")
"""Where a bottlenecked attention reads; see `Architecture`."""

OPTIONAL = ("embedding", "layer_sets", "bottleneck", "head_width", "rank")


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """The shape of an encoder in the manner of BERT.

    Attributes
    ----------
    layers, hidden, feed_forward, heads : int
        L, H, F and the number of attention heads.
    vocabulary : int
        V, word pieces.
    embedding : int or None
        E where it differs from H (ALBERT, ELECTRA, MobileBERT); None for E = H.
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
    layer_sets: int | None = None
    bottleneck: int | None = None
    attention_reads: str = "width"
    stack: int = 1
    head_width: int | None = None
    rank: int | None = None
    pooler: bool = True
    gated: bool = False
    biases: bool = True

    def __post_init__(self):
        for field in fields(self):
            if field.type in (int, int | None):
                self._require_size(field.name, getattr(self, field.name))
        if self.attention_reads not in READS:
            words = f"attention_reads is {self.attention_reads!r}; use one of {', '.join(READS)}"
            raise UserError(words)
        if self.head_width is None and self.width % self.heads:
            raise UserError(
                f"hidden size {self.width} is not divisible by {self.heads} heads; change one"
            )
        if self.layer_sets and self.layer_sets > self.layers:
            raise UserError(f"layer_sets is {self.layer_sets}; give at most {self.layers} layers")

    def _require_size(self, name: str, value: int | None) -> None:
        """Refuse what is no whole number, or too small a one."""
        least = 0 if name in ("token_types", "positions") else 1
        if value is None and name in OPTIONAL:
            return
        if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
            raise UserError(f"{name} is {value}; give a whole number from {least}")

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
    """Return the shape `name` of ``data/vocabulary/architectures.csv``.

    Raises
    ------
    UserError
        There is no such shape.
    """
    row = vocabulary.table("architectures").loc[vocabulary.require("architectures", name)]
    cells = {each.name: row[each.name] for each in fields(Architecture) if each.name in row}
    return Architecture(**{key: _typed(cell) for key, cell in cells.items() if cell != ""})


def _typed(cell: str) -> int | bool | str:
    """Return a number, a truth or a word from a cell."""
    return {"yes": True, "no": False}.get(cell, int(cell) if cell.isdecimal() else cell)
