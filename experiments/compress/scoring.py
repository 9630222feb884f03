"""What a model answers, in the numbers of the runtime that is timed."""

from collections.abc import Callable

import torch

from experiments.compress import latency
from experiments.compress.encoder import Encoder
from experiments.compress.training import Items

SCORED = 64
"""Items of a batch in floats, of about one length."""

Answers = list[bool]


def in_floats(model: Encoder, items: Items) -> Answers:
    """Return for each item whether a model, in 32-bit floats, gives it its class."""
    model.eval()
    order = sorted(range(len(items.labels)), key=lambda each: len(items.pieces[each]))
    right = {}
    with torch.inference_mode():
        for begin in range(0, len(order), SCORED):
            chosen = order[begin : begin + SCORED]
            words, real, labels = items.batch(chosen)
            agrees = model(words, real)[0].argmax(1) == labels
            right |= dict(zip(chosen, agrees.tolist(), strict=True))
    return [right[each] for each in range(len(order))]


def in_codes(model: Encoder, items: Items) -> Answers:
    """Return the same of the file that ONNX Runtime would run in 8 bits, one text at a time.

    One at a time, since the runtime sets the range of its inputs anew in each call, by all of them.
    """
    model = model.cpu().eval()
    sample = torch.ones(1, latency.TOKENS, dtype=torch.int64)
    session = latency.session(model, (sample, sample > 0), "onnx-int8", torch.get_num_threads())
    right = []
    for number, label in enumerate(items.labels):
        words = torch.tensor([items.pieces[number]])
        given = {"words": words.numpy(), "real": (words > 0).numpy()}
        right.append(int(session.run(["scores"], given)[0].argmax()) == label)
    return right


SCORERS: dict[str, Callable[[Encoder, Items], Answers]] = {"floats": in_floats, "int8": in_codes}
"""By the numbers in which an arm is scored."""
