"""What is called and timed: encoders, their inputs, and the laps of their components."""

import time
from collections.abc import Callable

from experiments.speed.arms import Arm, Run
from smallbert.errors import UserError

PARTED = ("bert-base", "bert-large")
"""Arms whose components are recorded."""


def require_torch():
    """Return PyTorch, if it is installed."""
    try:
        import torch
    except ImportError:
        raise UserError("PyTorch is not installed; make speed installs it and measures") from None
    return torch


def prepare(plan: list[Run], *, threads: int, told: Callable[[str], None] = lambda name: None):
    """Return for each run, by its name, a forward pass that returns each component's seconds."""
    torch = require_torch()
    from experiments.speed.encoder import Encoder

    torch.set_num_threads(threads)
    encoders: dict[Arm, Encoder] = {}
    calls = {}
    with torch.inference_mode():
        for run in plan:
            if run.arm not in encoders:
                told(run.arm.name)
                encoders[run.arm] = Encoder(run.arm)
            calls[run.name] = _call(encoders[run.arm], run)
    return calls


def _call(encoder, run: Run) -> Callable[[], dict[str, float]]:
    """Return one forward pass with random word pieces."""
    import torch

    read = run.arm.question or run.tokens
    words = torch.randint(encoder.shape.vocabulary, (run.batch, read))
    cached = None
    if run.arm.question:
        cached = torch.randn(run.batch, run.tokens - read, encoder.shape.hidden)

    def call() -> dict[str, float]:
        laps: dict[str, float] = {}
        at = time.perf_counter()

        def lap(name: str) -> None:
            nonlocal at
            now = time.perf_counter()
            laps[name] = laps.get(name, 0) + now - at
            at = now

        with torch.inference_mode():
            encoder(words, cached, lap=lap)
        return laps

    return call
