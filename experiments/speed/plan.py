"""What is measured: the documents' shapes, products, batches and lengths."""

from experiments.speed.arms import Arm, Run
from smallbert.errors import UsageError


def _shape(name: str, label: str, technique: str, **settings) -> Arm:
    return Arm(name=name, label=label, technique=technique, **{"architecture": name} | settings)


def _narrow(width: int) -> Arm:
    """Return a student of Zhao et al.; the slide does not print feed-forward width and heads."""
    changes = (("hidden", width), ("feed_forward", 4 * width), ("vocabulary", 4928))
    label = f"12 x {width}, 4928 word pieces"
    return Arm(name=f"zhao-{width}", label=label, technique="distillation", changes=changes)


SHAPES = (
    _shape("bert-base", "BERT_BASE", "none"),
    _shape("bert-large", "BERT_LARGE", "none", baseline="bert-large"),
    _shape("bert-base-6", "6 layers of BERT_BASE", "distillation"),
    _shape("bert-base-3", "3 layers of BERT_BASE", "distillation"),
    _shape("bert-small", "4/512", "distillation"),
    _shape(
        "bert-3-512", "3/512", "distillation", architecture="bert-small", changes=(("layers", 3),)
    ),
    _shape("bert-mini", "4/256", "distillation"),
    _shape("bert-tiny", "2/128", "distillation"),
    *(_narrow(width) for width in (192, 96, 48)),
    _shape("tinybert-4", "TinyBERT, 4 layers", "distillation"),
    _shape("mobilebert", "MobileBERT", "distillation", simple=True),
    _shape(
        "mobilebert-without-opt", "MobileBERT w/o OPT", "distillation", architecture="mobilebert"
    ),
    _shape("albert-base", "ALBERT-base", "parameter_sharing"),
)
"""The documents' shapes, as they are."""

SHARES = (50, 70, 80, 90, 95, 97)
RANKS = (64, 128, 249, 384, 512)
"""249 leaves the share of the weights that the poster prints for matrix decomposition."""

_EIGHT_BITS = (
    ("bert-base", "BERT_BASE", ""),
    ("bert-base-6", "6 layers of BERT_BASE", "+distillation"),
    ("bert-mini", "4/256", "+distillation"),
    ("bert-tiny", "2/128", "+distillation"),
    ("mobilebert", "MobileBERT", "+distillation"),
)

PRODUCT_ARMS = (
    *(
        _shape(
            f"{name}-int8",
            f"{label}, 8 bits",
            f"quantization{rest}",
            architecture=name,
            product="int8",
            simple=name == "mobilebert",
        )
        for name, label, rest in _EIGHT_BITS
    ),
    _shape(
        "bert-base-stored-int8",
        "BERT_BASE, 8 bits in store only",
        "quantization",
        architecture="bert-base",
        product="stored-int8",
    ),
    *(
        Arm(
            name=f"bert-base-{product}-{share}",
            label=f"BERT_BASE, {share} % zero, {'dense' if product == 'zeros' else 'CSR'}",
            technique="pruning",
            product=product,
            share=share,
        )
        for product in ("zeros", "csr")
        for share in SHARES
    ),
    *(
        Arm(
            name=f"bert-base-rank-{rank}",
            label=f"BERT_BASE, factors of rank {rank}",
            technique="matrix_decomposition",
            product="factors",
            rank=rank,
        )
        for rank in RANKS
    ),
)
"""BERT_BASE and some students with other products."""


CACHED = {"base": 9, "large": 20}
"""Nine of twelve is DeFormer's own number; the operations that the slide prints for BERT_LARGE
fall by more than four times, which needs 19 of its 24 layers at least."""


def _deformer(question: int, large: str = "base", positions: int = 512) -> Arm:
    long = f"-{positions}" if positions > 512 else ""
    return Arm(
        name=f"deformer-{large}{long}-q{question}",
        label=f"DeFormer, BERT_{large.upper()}, {question} tokens not cached",
        technique="matrix_decomposition",
        architecture=f"bert-{large}",
        changes=(("positions", positions),),
        cached_layers=CACHED[large],
        question=question,
        baseline=f"bert-{large}{long}",
    )


LONG = _shape(
    "bert-base-2048",
    "BERT_BASE with 2048 positions",
    "none",
    architecture="bert-base",
    changes=(("positions", 2048),),
    baseline="bert-base-2048",
)

SETTINGS = ((1, 32), (1, 128), (1, 256), (8, 128))
"""Batch and tokens of each input at which the shapes run."""

QUESTION = 20
DEFORMER = (
    # arms, batch, tokens: the inputs of DeFormer's tables
    *((("bert-base", _deformer(QUESTION)), 1, tokens) for tokens in (320, 512, 120, 100)),
    ((_deformer(60),), 1, 120),  # MNLI and QQP pair two sentences of about one length
    ((_deformer(50),), 1, 100),
    (("bert-large", _deformer(QUESTION, "large")), 1, 320),
    ((LONG, _deformer(QUESTION, positions=2048)), 1, 2048),
)


def every() -> dict[str, Arm]:
    """Return all arms by name."""
    more = [arm for arms, *_ in DEFORMER for arm in arms if isinstance(arm, Arm)]
    return {arm.name: arm for arm in (*SHAPES, *PRODUCT_ARMS, *more)}


def find(name: str) -> Arm:
    """Return the arm called `name`."""
    known = every()
    if name not in known:
        raise UsageError(f"arm {name!r} is unknown; use one of {', '.join(known)}")
    return known[name]


def runs(*wanted: str) -> list[Run]:
    """Return the runs of some arms, or of all, in a fixed order; with what they are compared to."""
    names = {find(name).name for name in wanted} | {find(name).baseline for name in wanted}
    plan = [
        Run(arm=arm, batch=batch, tokens=tokens)
        for batch, tokens in SETTINGS
        for arm in (*SHAPES, *PRODUCT_ARMS)
        if _runs_at(arm, batch, tokens)
    ]
    for chosen, batch, tokens in DEFORMER:
        for each in chosen:
            arm = find(each) if isinstance(each, str) else each
            plan.append(Run(arm=arm, batch=batch, tokens=tokens))
    return [each for each in plan if not names or each.arm.name in names]


def _runs_at(arm: Arm, batch: int, tokens: int) -> bool:
    """Tell whether a setting has the arm; seconds are saved where little is to be learnt."""
    if batch > 1:
        return arm.product in ("dense", "int8") and arm.name != "bert-large"
    return arm.product != "zeros" or tokens == 128
