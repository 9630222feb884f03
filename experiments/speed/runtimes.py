"""What runs a model: each function returns one that takes the inputs and returns the outputs.

It imports neither the book nor PyTorch where that is not needed, so that a process has its
runtime's memory alone.
"""

from collections.abc import Callable
from pathlib import Path


def onnxruntime(file: Path, *, threads: int) -> Callable:
    """Run a file by ONNX Runtime on a processor."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3  # errors alone
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    return lambda data: session.run(None, data)


def openvino(file: Path, *, threads: int) -> Callable:
    """Run a file by OpenVINO on a processor, in floats of 32 bits wherever it runs."""
    import openvino

    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": 1,
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "f32",  # else 16 bits, where the processor has them
    }
    model = openvino.Core().compile_model(str(file), "CPU", settings)
    request = model.create_infer_request()
    return lambda data: request.infer(data)


def pytorch(model, *, threads: int) -> Callable:
    """Run `experiments.speed.models.Model` by PyTorch, eagerly."""
    import torch

    torch.set_num_threads(threads)
    made = model.implementation()

    def call(data):
        with torch.inference_mode():
            return made(*(torch.from_numpy(each) for each in data.values()))

    return call
