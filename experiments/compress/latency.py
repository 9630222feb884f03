"""Time each arm's shape on the processor that measures, in PyTorch and in ONNX Runtime.

How long a product takes does not depend on its weights, but for how many are left out as zeros, so
they are random here. Run it at a quiet moment: ``python -m experiments.compress --times``.
"""

import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import onnxruntime
import torch
from onnxruntime.quantization import quant_pre_process, quantize_dynamic

from experiments.compress import arms
from experiments.compress.encoder import Encoder, Product
from experiments.speed import measure, products
from smallbert import cost
from smallbert.compare.time_medians import median_interval

TOKENS = 32
"""Word pieces of the one input, and of that whose operations are counted."""

SPARSE = 70
"""Zeros [%] from which a product leaves them out: with fewer, it would be no faster."""

ROUNDS = 101
KINDS = ("fp32", "int8", "onnx-fp32", "onnx-int8")
"""How every shape is timed; bfloat16 and sparse only where an arm has 16 bits or many zeros."""


def kind(arm: arms.Arm) -> str:
    """Return the numbers in which an arm would be computed, of those that PyTorch has."""
    if arm.pruned >= SPARSE and not arm.free and arm.bits == 32:
        return f"csr-{arm.pruned}"
    if arm.bits == 32 or arm.where == "embeddings":
        return "fp32"
    return "bf16" if arm.bits == 16 else "int8"


def shape(arm: arms.Arm) -> cost.Architecture:
    """Return the shape of an arm, that of its start first."""
    start = "small-random" if arm.start == "general" else arm.start
    known = arms.every()
    return arm.shape(shape(known[start]) if start in known else arms.base())


def call(shape: cost.Architecture, kind: str, threads: int) -> Callable[[], object]:
    """Return what scores one input with an encoder of a shape, with random weights."""
    words = torch.ones(1, TOKENS, dtype=torch.int64)
    model = Encoder(shape, 2).eval()
    if kind.startswith("onnx"):
        made = session(model, (words, words > 0), kind, threads)
        given = {"words": words.numpy(), "real": (words > 0).numpy()}
        return lambda: made.run(["scores"], given)
    if kind == "bf16":
        model.bfloat16()
    if kind == "int8":
        replace_products(model, products.int8)
    if kind.startswith("csr"):
        replace_products(model, partial(products.csr, share=int(kind.removeprefix("csr-"))))
    return lambda: model(words, words > 0)


@torch.no_grad()
def replace_products(model: Encoder, make: Callable[[int, int], Callable]) -> None:
    """Let the layers compute each product by what `make` makes of its inputs and outputs."""
    for layer in model.layers:
        for name, part in [*layer.named_children()]:
            if isinstance(part, Product):
                sides = [each.weight.shape for each in (part.first, part.second) if each]
                made = [Called(make(inputs, outputs)) for outputs, inputs in sides]
                setattr(layer, name, torch.nn.Sequential(*made))


class Called(torch.nn.Module):
    """A product that is a function, as a part of a layer."""

    def __init__(self, product: Callable):
        super().__init__()
        self.product = product

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the vectors after the product."""
        return self.product(x)


def session(model: Encoder, inputs: tuple, kind: str, threads: int) -> onnxruntime.InferenceSession:
    """Return a model in ONNX Runtime for inputs of any length, quantized dynamically or not."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter is old; the new one needs another package
        path, names = Path(folder) / "model.onnx", ["words", "real"]
        free = {name: {1: "pieces"} for name in names}
        how = {"input_names": names, "output_names": ["scores"], "dynamic_axes": free}
        torch.onnx.export(model, inputs, path, dynamo=False, opset_version=17, **how)
        if kind == "onnx-int8":
            # as the runtime advises; without, weights that layers share stay floats
            quant_pre_process(path, path, skip_symbolic_shape=True)
            quantize_dynamic(path, path)
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def tables(processor: str, *, rounds: int = ROUNDS, plan: dict[str, arms.Arm] | None = None):
    """Return ``times``, a line a shape and kind, and ``timed``, which of them is an arm's.

    A time has a median [ms] and its interval; a shape is named by the first arm that has it.
    """
    plan, names, calls, timed = plan or arms.plan(), {}, {}, []
    threads = torch.get_num_threads()
    for arm in plan.values():
        name = names.setdefault(shape(arm), arm.row)
        timed.append({"row": arm.row, "time": f"{name}-{kind(arm)}"})
        for each in (*KINDS, kind(arm)):
            if (name, each) not in calls:
                calls[name, each] = call(shape(arm), each, threads)
    with torch.inference_mode():
        seconds = measure.rounds(calls, repeats=rounds)
    versions = {True: f"ONNX Runtime {onnxruntime.__version__}"}
    versions[False] = f"PyTorch {torch.__version__.partition('+')[0]}"
    times = []
    for (name, each), found in seconds.items():
        middle, low, high = (f"{1000 * one:.4g}" for one in median_interval(found))
        row = {"row": f"{name}-{each}", "arm": name, "kind": each.removeprefix("onnx-")}
        row |= {"runtime": versions[each.startswith("onnx-")]}
        row |= {"milliseconds": middle, "low": low, "high": high}
        times.append(row | {"threads": threads, "processor": processor})
    return {"times": times, "timed": timed}
