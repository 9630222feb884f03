"""What a model answers, in the numbers of the runtime that is timed."""

from collections.abc import Callable

import torch

from experiments.compress import latency
from experiments.compress.encoder import Encoder
from experiments.compress.training import Items

SCORED = 64
"""Items of a batch in floats, of about one length."""

Answers = list[bool]


def in_floats(model: Encoder, items: Items) -> torch.Tensor:
    """Return the scores of the classes of each item, ``(items, classes)``, in 32-bit floats."""
    model.eval()
    order = sorted(range(len(items.labels)), key=lambda each: len(items.pieces[each]))
    scores = torch.empty(len(order), model.head.weight.shape[0])
    with torch.inference_mode():
        for begin in range(0, len(order), SCORED):
            chosen = order[begin : begin + SCORED]
            words, real, _ = items.batch(chosen)
            scores[chosen] = model(words, real)[0].float().cpu()
    return scores


def in_codes(model: Encoder, items: Items) -> torch.Tensor:
    """Return the same of the file that ONNX Runtime would run in 8 bits, one text at a time.

    One at a time, since the runtime sets the range of its inputs anew in each call, by all of them.
    """
    model = model.cpu().eval()
    sample = torch.ones(1, latency.TOKENS, dtype=torch.int64)
    session = latency.session(model, (sample, sample > 0), "onnx-int8", torch.get_num_threads())
    scores = []
    for pieces in items.pieces:
        words = torch.tensor([pieces])
        given = {"words": words.numpy(), "real": (words > 0).numpy()}
        scores.append(torch.from_numpy(session.run(["scores"], given)[0][0]))
    return torch.stack(scores)


def right(scores: torch.Tensor, labels: list[int]) -> Answers:
    """Return for each item whether its class has the highest score."""
    return (scores.argmax(1) == torch.tensor(labels)).tolist()


SCORERS: dict[str, Callable[[Encoder, Items], torch.Tensor]] = {
    "floats": in_floats,
    "int8": in_codes,
}
"""By the numbers in which an arm is scored."""
