"""One way to run one shape, and one such way at a batch and a length."""

from dataclasses import dataclass, replace

from smallbert import cost
from smallbert.errors import UserError

PRODUCTS = ("dense", "int8", "stored-int8", "zeros", "csr", "factors")
"""What a layer's product with a weight matrix may be made of.

Floats; 8-bit codes multiplied as such; 8-bit codes turned into floats before each product;
floats of which a share is zero; the same with the zeros left out; two thinner matrices.
"""


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One way to run one shape; an impossible one is refused."""

    name: str  # lower-kebab and stable
    label: str  # in plain words
    technique: str  # keys in data/vocabulary/techniques.csv, joined by +
    architecture: str = "bert-base"  # a key in data/vocabulary/architectures.csv
    changes: tuple[tuple[str, int], ...] = ()  # fields of the architecture that differ
    product: str = "dense"  # for the matrices of attention and feed-forward
    share: float = 0  # of the weights that is zero [%], for zeros and csr
    rank: int = 0  # columns of the thin matrices, for factors
    # Lower layers that read the first `question` tokens alone; the others come from a store.
    cached_layers: int = 0
    question: int = 0
    simple: bool = False  # a linear map for layer norm and relu for gelu, as MobileBERT's OPT
    baseline: str = "bert-base"  # the arm that this one is compared with

    def __post_init__(self):
        if self.product not in PRODUCTS:
            known = ", ".join(PRODUCTS)
            raise UserError(f"{self.name}: product {self.product!r}; use one of {known}")
        if not 0 <= self.share < 100:
            raise UserError(f"{self.name}: {self.share} % zero; give 0 to less than 100")
        if (self.rank > 0) != (self.product == "factors"):
            raise UserError(f"{self.name}: rank {self.rank}; give one from 1 to factors alone")
        if not 0 <= self.cached_layers < self.shape.layers:
            raise UserError(f"{self.name}: {self.cached_layers} cached layers; leave one at least")

    @property
    def shape(self) -> cost.Architecture:
        """The shape that runs."""
        shape = replace(cost.architecture(self.architecture), **dict(self.changes))
        return cost.factored(shape, rank=self.rank) if self.rank else shape


@dataclass(frozen=True, kw_only=True)
class Run:
    """An arm with a batch of inputs and their tokens; what does not fit the shape is refused."""

    arm: Arm
    batch: int
    tokens: int

    def __post_init__(self):
        cost.operations(self.arm.shape, tokens=self.tokens, batch=self.batch)  # refuses misfits
        if self.arm.question and not self.arm.question < self.tokens:
            what = f"a question of {self.arm.question} in {self.tokens} tokens"
            raise UserError(f"{self.arm.name}: {what}; leave something to cache")

    @property
    def name(self) -> str:
        """Stable id of the measurement."""
        return f"{self.arm.name}-b{self.batch}-n{self.tokens}"

    @property
    def baseline(self) -> str:
        """Id of the measurement that this one is compared with."""
        return f"{self.arm.baseline}-b{self.batch}-n{self.tokens}"
