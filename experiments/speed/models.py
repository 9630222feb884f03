"""The implementation that Hugging Face's transformers has of each architecture of the book.

Speed does not depend on the values of the weights, so they are random. Nothing but the shape comes
from ``data/vocabulary/architectures.csv``; what a shape does not say is written down here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import fnmatch

from smallbert import cost
from smallbert.cost import Architecture
from smallbert.data import vocabulary
from smallbert.errors import UserError

BASE = "bert-base"

MOST = 150e6
"""Weights up to which each model is built and timed in full."""

LARGER = ("bert-large", "debertav3-base")
"""Timed all the same: the usual teacher, and the largest that the book recommends."""

SLOW = 2.5
"""Operations, as a multiple of BERT-base's, from which on a model is timed seldom: see `heavy`."""

DECODERS = ("gpt-1", "distilgpt2")
"""Not timed: they write token after token, so one pass over an input is not their time."""

FAMILIES: tuple[tuple[str, Callable[[Architecture], object]], ...] = (
    ("mobilebert", lambda shape: shape.bottleneck),
    ("albert", lambda shape: shape.layer_sets),
    ("squeezebert", lambda shape: shape.groups > 1),
    ("deberta-v2", lambda shape: shape.relative),
    ("nomic_bert", lambda shape: shape.gated and shape.token_types),
    ("modernbert", lambda shape: shape.gated and not shape.positions),
    ("electra", lambda shape: shape.head == "discriminator"),
    ("roberta", lambda shape: shape.positions == 514),
    ("distilbert", lambda shape: not shape.token_types and not shape.pooler),
    ("bert", lambda shape: shape.positions and not shape.gated),
)
"""transformers' type of a model, and by what a shape is known as one; the first that fits.

XLM-R is a RoBERTa with other words.
"""

STANDS_FOR = {
    "mobilebert": "mobilebert-released",  # the paper's shape; the released code has another
    "gte-base-en-v1-5": "nomicbert",  # its code is not in transformers; the same products
}
"""Shapes that transformers cannot build, and what is timed in their place."""

BY_NAME = {"*mpnet*": "mpnet", "eurobert-*": "eurobert", "static-*": "static"}
"""Types that no column of a shape tells, by the architecture's key."""

SAME = ("bert", "roberta", "electra", "distilbert")
"""Types whose layers compute the same; a model that is too large is timed as one of these."""

NAMES = {
    "num_hidden_layers": "layers",
    "hidden_size": "hidden",
    "num_attention_heads": "heads",
    "intermediate_size": "feed_forward",
    "vocab_size": "vocabulary",
}
DISTILBERT = {
    "n_layers": "layers",
    "dim": "hidden",
    "n_heads": "heads",
    "hidden_dim": "feed_forward",
    "vocab_size": "vocabulary",
}
"""Names of a configuration's values, and of the shape's fields that give them."""

LONGEST = {
    "deberta-v2": 512,  # relative positions have no end; so long were the texts that it has read
    "modernbert": 8192,  # its cards; positions are computed
    "nomic_bert": 2048,  # its card, without stretching the positions
    "eurobert": 8192,  # its card
    "static": 8192,  # no end; as long as the longest of the others
}
"""Longest input [tokens], where the shape's positions do not say it."""

UNSAID: dict[str, dict[str, object]] = {
    # the released configurations of each type
    "albert": {"hidden_act": "gelu_new"},
    "deberta-v2": {
        "relative_attention": True,
        "norm_rel_ebd": "layer_norm",
        "share_att_key": True,  # positions pass through the layer's own keys and queries
        "pos_att_type": ["p2c", "c2p"],
        "position_biased_input": False,
        "max_relative_positions": -1,  # as many as there are positions: 512
    },
    # windows of 128 tokens but in each third layer, which is what transformers begins with
    "modernbert": {"pad_token_id": 0},  # ModernBERT's own is larger than some vocabularies
    "roberta": {"pad_token_id": 1},  # positions are counted from it
}
"""Values of a configuration that no shape says."""


@dataclass(frozen=True)
class Model:
    """An architecture of the book as it is built here."""

    key: str  # in data/vocabulary/architectures.csv
    kind: str  # transformers' type

    @property
    def shape(self) -> Architecture:
        """The shape that the book counts with."""
        return cost.architecture(self.key)

    @property
    def weights(self) -> int:
        """Weights by the book's count."""
        return int(cost.parameters(self.shape).sum())

    @property
    def longest(self) -> int:
        """Longest input [tokens]; RoBERTa and MPNet count positions from 2."""
        return LONGEST.get(self.kind) or self.shape.positions - 2 * (
            self.kind in ("roberta", "mpnet")
        )

    @property
    def heavy(self) -> bool:
        """Whether it is timed at 128 tokens alone and in fewer rounds: it takes too long."""
        least = SLOW * cost.operations(cost.architecture(BASE), tokens=128).sum()
        operations = cost.operations(self.shape, tokens=128).sum()
        return self.weights > MOST or bool(operations > least)

    @property
    def built(self) -> bool:
        """Whether it is built here: not too large."""
        return self.weights <= MOST or self.key in LARGER

    def computation(self, *, kinds: tuple[str, ...] = ()) -> tuple:
        """Return what decides its time: the shape without the tables that are looked up.

        Types that are among `kinds` are taken as one.
        """
        plain = {"vocabulary": 1, "positions": 0, "token_types": 0, "head": "", "pooler": True}
        return "" if self.kind in kinds else self.kind, replace(self.shape, **plain)

    def values(self) -> dict[str, object]:
        """Return the values of its configuration."""
        shape, kind = self.shape, self.kind
        names = DISTILBERT if kind == "distilbert" else NAMES
        found = {name: getattr(shape, field) for name, field in names.items()}
        found["max_position_embeddings"] = shape.positions or LONGEST[kind]
        if kind not in ("distilbert", "modernbert", "mpnet"):
            found["type_vocab_size"] = shape.token_types
        if kind in ("albert", "electra", "mobilebert"):
            found["embedding_size"] = shape.word_width
        if kind == "squeezebert":  # it has a projection for another one, but does not use it
            found["embedding_size"] = shape.hidden
        if kind == "deberta-v2":
            found["position_buckets"] = shape.relative // 2
        if kind == "mobilebert":
            found |= {
                "intra_bottleneck_size": shape.bottleneck,
                "num_feedforward_networks": shape.stack,
                "use_bottleneck_attention": shape.attention_reads == "width",
                "key_query_shared_bottleneck": shape.attention_reads == "shared",
            }
        return found | UNSAID.get(kind, {})

    def implementation(self, attention: str = "sdpa"):
        """Return the encoder in evaluation mode; it returns the vectors of its last layer."""
        import torch
        from transformers import CONFIG_MAPPING, AutoModel
        from transformers.initialization import no_init_weights

        torch.manual_seed(0)
        if self.kind == "static":
            return _static(self.shape).eval()
        config = CONFIG_MAPPING[self.kind](**self.values())
        has_choice = self.kind in ("bert", "roberta", "albert", "mobilebert", "mpnet")
        how = {"add_pooling_layer": self.shape.pooler} if has_choice else {}
        own = self.kind in ("deberta-v2", "squeezebert", "mpnet")
        how["attn_implementation"] = "eager" if own else attention
        with no_init_weights():  # which takes ten times as long as what follows
            inner = AutoModel.from_config(config, **how)
        _fill(inner)
        # All of it in evaluation mode: the exporter puts the inner model into the outer's mode.
        return _last_layer(inner).eval()


def _fill(model) -> None:
    """Fill all weights with random numbers about 0, those of norms about 1.

    No two are alike, for the exporter stores equal ones once.
    """
    import torch

    numbers, start = 0.02 * torch.randn(1_000_003), 0
    for name, each in model.named_parameters():
        with torch.no_grad():
            for part in each.view(-1).split(500_000):
                start = (start + 7919) % 500_000
                part.copy_(numbers[start : start + len(part)])
            if each.dim() == 1 and not name.endswith("bias"):
                each += 1


def _last_layer(inner):
    import torch

    class LastLayer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = inner

        def forward(self, input_ids, attention_mask):
            return self.inner(input_ids=input_ids, attention_mask=attention_mask)[0]

    return LastLayer()


def _static(shape: Architecture):
    """Return the mean of stored word vectors, which is all that a static model computes."""
    import torch

    class Static(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = torch.nn.Embedding(shape.vocabulary, shape.word_width)

        def forward(self, input_ids, attention_mask):
            mask = attention_mask.unsqueeze(-1).float()
            return (self.inner(input_ids) * mask).sum(1) / mask.sum(1)

    return Static()


def kind(key: str) -> str:
    """Return transformers' type of an architecture."""
    for pattern, found in BY_NAME.items():
        if fnmatch(key, pattern):
            return found
    shape = cost.architecture(key)
    for found, fits in FAMILIES:
        if fits(shape):
            return found
    raise UserError(f"architecture {key}: no type of transformers fits; add one to FAMILIES")


def every() -> dict[str, Model]:
    """Return the architectures of the book that are encoders, by key, BERT-base first."""
    keys = vocabulary.entries("architectures").index.difference(
        [*DECODERS, *STANDS_FOR], sort=False
    )
    return {key: Model(key, kind(key)) for key in sorted(keys, key=lambda key: key != BASE)}


def timed_as() -> dict[str, str]:
    """Return for each architecture the one whose time it has: its own, or that of an equal one.

    Models that differ in words and positions alone look up other tables and compute the same; the
    first of them is timed. One that is too large to be built is timed as one of the same layers.
    Empty where there is none.
    """
    models = every()
    found, of_layers = {}, {}
    for key, model in models.items():
        if model.built:
            found.setdefault(model.computation(), key)
            of_layers.setdefault(model.computation(kinds=SAME), key)
    own = {
        key: found.get(model.computation()) or of_layers.get(model.computation(kinds=SAME), "")
        for key, model in models.items()
    }
    return own | {key: own[other] for key, other in STANDS_FOR.items()}


def timed() -> list[Model]:
    """Return the models that are timed themselves."""
    models = every()
    return [models[key] for key in dict.fromkeys(filter(None, timed_as().values()))]
