"""Time each arm's shape on the processor that measures: 32-bit floats, bfloat16, 8-bit codes.

How long a dense product takes does not depend on its weights, so they are random here. Run it at a
quiet moment: ``python -m experiments.compress --times --threads 1``.
"""

import torch

from experiments.compress import arms
from experiments.compress.encoder import Encoder, Product
from experiments.speed import measure, products
from smallbert.compare import timings

TOKENS = 32
"""Word pieces of the one input, as those whose operations are counted."""


def kind(arm: arms.Arm) -> str:
    """Return the numbers in which an arm would be computed, of those that are timed."""
    if arm.bits == 32 or arm.where == "embeddings":
        return "fp32"
    return "bf16" if arm.bits == 16 else "int8"


def shape(arm: arms.Arm):
    """Return the shape of an arm, that of its start first."""
    start = "small-random" if arm.start == "general" else arm.start
    known = arms.plan()
    return arm.shape(shape(known[start]) if start in known else arms.base())


def built(shape, kind: str) -> Encoder:
    """Return an encoder of a shape, with random weights, that computes in one kind of numbers."""
    model = Encoder(shape, 2).eval()
    if kind == "bf16":
        return model.bfloat16()
    for layer in model.layers if kind == "int8" else ():
        for name, part in [*layer.named_children()]:
            if isinstance(part, Product):
                sides = [each.weight.shape for each in (part.first, part.second) if each]
                codes = [products.int8(inputs, outputs) for outputs, inputs in sides]
                setattr(layer, name, torch.nn.Sequential(*codes))
    return model


def rows(*, repeats: int = measure.LEAST, plan: dict[str, arms.Arm] | None = None) -> list[dict]:
    """Return a line an arm: median and interval [ms] of its shape in its kind of numbers."""
    plan = arms.plan() if plan is None else plan
    wanted = {name: (shape(arm), kind(arm)) for name, arm in plan.items()}
    models = {each: built(*each) for each in dict.fromkeys(wanted.values())}
    words = torch.ones(1, TOKENS, dtype=torch.int64)
    calls = {each: lambda model=model: model(words, words > 0) for each, model in models.items()}
    with torch.inference_mode():
        times = measure.rounds(calls, repeats=repeats)
    found = []
    for name, each in wanted.items():
        middle, low, high = timings.interval(1000 * second for second in times[each])
        row = {"row": name, "kind": each[1], "milliseconds": f"{middle:.4g}"}
        found.append(row | {"low": f"{low:.4g}", "high": f"{high:.4g}"})
    return found
