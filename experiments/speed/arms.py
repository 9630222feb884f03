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
    """One way to run one shape.

    Attributes
    ----------
    name : str
        Lower-kebab and stable.
    label : str
        In plain words.
    technique : str
        Key in ``data/vocabulary/techniques.csv``; several are joined by +.
    architecture : str
        Key in ``data/vocabulary/architectures.csv``.
    changes : tuple of (str, int)
        Fields of the architecture that differ.
    product : str
        One of `PRODUCTS`, for the matrices of attention and feed-forward.
    share : float
        Share of the weights that is zero, in per cent; for zeros and csr.
    rank : int
        Columns of the thin matrices; for factors.
    cached_layers, question : int
        Lower layers that read only the first `question` tokens; the other tokens' vectors come
        from a store. 0 where all layers read everything.
    simple : bool
        A linear map for layer norm and relu for gelu (MobileBERT's operational optimisations).
    baseline : str
        Name of the arm that this one is compared with.

    Raises
    ------
    UserError
        The arm is impossible.
    """

    name: str
    label: str
    technique: str
    architecture: str = "bert-base"
    changes: tuple[tuple[str, int], ...] = ()
    product: str = "dense"
    share: float = 0
    rank: int = 0
    cached_layers: int = 0
    question: int = 0
    simple: bool = False
    baseline: str = "bert-base"

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
    """An arm with a batch and a sequence length.

    Attributes
    ----------
    arm : Arm
    batch : int
        Inputs of one call.
    tokens : int
        Of each input.

    Raises
    ------
    UserError
        The input does not fit the shape.
    """

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
