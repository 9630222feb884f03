"""A model as files of ONNX in 32 and 8 bits: written, checked against PyTorch, weighed."""

import json
import subprocess
import sys
import time
from pathlib import Path

from experiments.speed import readings
from experiments.speed.models import Model
from smallbert.errors import UserError

BITS = (32, 8)

CLOSE = 1e-4
"""Most by which ONNX Runtime may differ from PyTorch in 32 bits, as a share of the greatest."""

WORDS = 20_000
"""Word pieces of which inputs are drawn, or fewer where a model has fewer."""

INPUTS = ("input_ids", "attention_mask")


def path(folder: Path, key: str, bits: int) -> Path:
    """Return where the file of a model lies."""
    return folder / f"{key}.{bits}.onnx"


def words(batch: int, tokens: int, vocabulary: int = WORDS) -> dict:
    """Return random word pieces with nothing masked."""
    import numpy as np

    pieces = np.random.default_rng(0).integers(10, vocabulary, (batch, tokens), dtype=np.int64)
    return {"input_ids": pieces, "attention_mask": np.ones_like(pieces)}


def missing(models: list[Model], folder: Path) -> list[Model]:
    """Return what is not built yet, small ones before large ones."""
    done = {row["row"] for row in readings.read(folder / "built.csv")}
    left = [model for model in models if model.key not in done]
    return sorted(left, key=lambda model: model.weights)


def build_all(models: list[Model], folder: Path, *, keep: bool, until: float, tell) -> None:
    """Build what is not built yet and weigh it, keep it or not, and stop when the time is up."""
    onnx, done = folder / "onnx", folder / "built.csv"
    onnx.mkdir(parents=True, exist_ok=True)
    for model in missing(models, folder):
        if time.time() > until:
            return
        began = time.time()
        about = build(model, onnx)
        readings.append(done, readings.BUILT, [about])
        for bits in () if keep else BITS:
            path(onnx, model.key, bits).unlink()
        tell(f"built {model.key}: {about['megabytes_32']} MB, {time.time() - began:.0f} s")


def build(model: Model, folder: Path) -> dict:
    """Write both files of a model and return what is known of it."""
    import torch

    made = model.implementation()
    data = words(1, 128, min(WORDS, model.shape.vocabulary))
    inputs = tuple(torch.from_numpy(data[each]) for each in INPUTS)
    with torch.inference_mode():
        wanted = made(*inputs).numpy()
    floats, codes = (path(folder, model.key, bits) for bits in BITS)
    export(made, inputs, floats)
    quantize(floats, codes)
    about = {"row": model.key, "kind": model.kind}
    about["parameters"] = sum(each.numel() for each in made.parameters())
    for bits in BITS:
        file = path(folder, model.key, bits)
        about[f"megabytes_{bits}"] = round(file.stat().st_size / 1e6, 2)
        about[f"deviation_{bits}"] = deviation(file, data, wanted)
        about[f"memory_{bits}"] = memory(file)
    if not about["deviation_32"] < CLOSE:
        what = f"{model.key}: ONNX differs from PyTorch by {about['deviation_32']:.1g}"
        raise UserError(f"{what} of the greatest output; at most {CLOSE:g} is sound")
    return about


def export(made, inputs: tuple, file: Path) -> None:
    """Write an encoder in 32 bits, for any batch and length.

    By TorchScript: the newer exporter gives the same outputs and takes four to eighteen times as
    long.
    """
    import warnings

    import torch

    free = {each: {0: "batch", 1: "tokens"} for each in INPUTS}
    how = {"input_names": [*INPUTS], "output_names": ["output"], "dynamic_axes": free}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on the exporter's age and on lengths that are traced
        torch.onnx.export(made, inputs, str(file), dynamo=False, opset_version=18, **how)
    _shared_weights(file)


def _shared_weights(file: Path) -> None:
    """Let each product read its weights itself.

    The exporter passes ALBERT's shared weights through Identity; behind one, nothing is quantized.
    """
    import onnx

    model = onnx.load(str(file))
    kept = {each.name for each in model.graph.initializer}
    same = {
        node.output[0]: node.input[0]
        for node in model.graph.node
        if node.op_type == "Identity" and node.input[0] in kept
    }
    if not same:
        return
    nodes = [node for node in model.graph.node if not set(node.output) & set(same)]
    for node in nodes:
        node.input[:] = [same.get(each, each) for each in node.input]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(file))


def quantize(floats: Path, codes: Path) -> None:
    """Write a model with weights in 8 bits and inputs quantized at each call.

    Codes use 7 of their bits: products of two full ones overflow where VNNI is missing.
    """
    import logging

    from onnxruntime.quantization import QuantType, quantize_dynamic

    logging.disable(logging.WARNING)  # it advises to optimize first, which the runtime does
    try:
        how = {"per_channel": True, "reduce_range": True, "weight_type": QuantType.QInt8}
        quantize_dynamic(floats, codes, **how)
    finally:
        logging.disable(logging.NOTSET)


def deviation(file: Path, data: dict, wanted) -> float:
    """Return by how much a file's output differs, as a share of the greatest output."""
    import numpy as np

    from experiments.speed import runtimes

    found = runtimes.onnxruntime(file, threads=1)(data)[0]
    return float(f"{np.abs(found - wanted).max() / np.abs(wanted).max():.2g}")


WEIGH = """
import json, sys
import numpy
from pathlib import Path
from experiments.speed import runtimes
pieces = numpy.full((1, 128), 11, dtype=numpy.int64)
data = {"input_ids": pieces, "attention_mask": numpy.ones_like(pieces)}
runtimes.onnxruntime(Path(sys.argv[1]), threads=1)(data)
peak = [each for each in open("/proc/self/status") if each.startswith("VmHWM")]
print(json.dumps(int(peak[0].split()[1]) * 1024 / 1e6))
"""


def memory(file: Path) -> float | None:
    """Return the most memory that a fresh process takes for one input of 128 tokens [MB].

    Read from ``/proc``, for what a process reports when it ends includes its parent's; None on a
    system without it.
    """
    if not Path("/proc/self/status").exists():
        return None
    command = [sys.executable, "-c", WEIGH, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"{file}: its memory cannot be measured: {done.stderr.strip()[-200:]}")
    return round(json.loads(done.stdout), 1)
