"""Fine-tuning, with a teacher or without, and what a model answers."""

import math
import random
from dataclasses import dataclass

import torch
from torch.nn import functional

from experiments.compress.encoder import Encoder, mean

BATCH = 32
EPOCHS = 2
WARM_UP = 0.1
"""Share of the steps in which the learning rate rises; then it falls to 0, both linearly."""

TEMPERATURE = 2.0
"""Of the classes' scores, of teacher and student."""


@dataclass
class Items:
    """Word pieces and classes of a part of a task, on one device."""

    pieces: list[list[int]]
    labels: list[int]
    device: str = "cpu"

    def batch(self, chosen: list[int]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return word pieces, which of them are real, and classes."""
        longest = max(len(self.pieces[each]) for each in chosen)
        rows = [self.pieces[each] + [0] * (longest - len(self.pieces[each])) for each in chosen]
        words = torch.tensor(rows)
        real = words.ne(0)  # 0 is the piece [PAD]
        labels = torch.tensor([self.labels[each] for each in chosen])
        return words.to(self.device), real.to(self.device), labels.to(self.device)

    @property
    def length(self) -> float:
        """Mean number of word pieces of an item."""
        return sum(map(len, self.pieces)) / len(self.pieces)

    def drawn(self, seed: int) -> list[list[int]]:
        """Return the batches of an epoch: random, but of texts of about one length."""
        draw, numbers = random.Random(seed), list(range(len(self.labels)))
        draw.shuffle(numbers)
        some, found = 16 * BATCH, []
        for at in range(0, len(numbers), some):
            near = sorted(numbers[at : at + some], key=lambda each: len(self.pieces[each]))
            found += [near[begin : begin + BATCH] for begin in range(0, len(near), BATCH)]
        draw.shuffle(found)
        return found


def right(model: Encoder, items: Items) -> list[bool]:
    """Return for each item whether a model, in 32-bit floats, gives it its class."""
    model.eval()
    order = sorted(range(len(items.labels)), key=lambda each: len(items.pieces[each]))
    found = {}
    with torch.inference_mode():
        for begin in range(0, len(order), 2 * BATCH):
            chosen = order[begin : begin + 2 * BATCH]
            words, real, labels = items.batch(chosen)
            agrees = model(words, real)[0].argmax(1) == labels
            found |= dict(zip(chosen, agrees.tolist(), strict=True))
    return [found[each] for each in range(len(order))]


def fine_tune(
    model: Encoder,
    items: Items,
    *,
    rate: float,
    seed: int,
    words: bool = False,
    teacher: Encoder | None = None,
    losses: tuple[str, ...] = (),
) -> float:
    """Train a model in place and return its loss on the true classes over the last 50 steps.

    `words` says whether the word vectors learn, too. The seed decides the order and the dropout.
    """
    for part in (*model.matrices("embeddings"), model.places):
        part.requires_grad_(words)
    if "attention" in losses:
        teacher.watch()
        model.watch()

    def loss(words, real, labels):
        scores, seen = model(words, real)
        own = functional.cross_entropy(scores.float(), labels)
        far = learned_from(teacher, model, words, real, (scores, seen), losses) if losses else 0
        return own + far, own

    learned = [each for each in model.parameters() if each.requires_grad]
    model.train()
    return descend(learned, loss, items, rate=rate, seed=seed, epochs=EPOCHS)


def imitate(student: Encoder, teacher: Encoder, items: Items, *, rate: float, seed: int) -> float:
    """Let a student learn in one epoch which vectors its teacher gives to texts."""
    wide = torch.nn.Linear(student.shape.hidden, teacher.shape.hidden).to(items.device)
    teacher.eval()

    def loss(words, real, labels):
        with torch.no_grad():
            theirs = mean(teacher(words, real)[1][-1], real)
        far = _distance(wide(mean(student(words, real)[1][-1], real)), theirs)
        return far, far

    student.train()
    learned = [*student.parameters(), *wide.parameters()]
    return descend(learned, loss, items, rate=rate, seed=seed, epochs=1)


def descend(learned: list, loss, items: Items, *, rate: float, seed: int, epochs: int) -> float:
    """Take the steps of AdamW and return the mean of the second loss over the last 50."""
    torch.manual_seed(seed)
    optimizer = torch.optim.AdamW(learned, lr=rate, weight_decay=0.01)
    steps = epochs * math.ceil(len(items.labels) / BATCH)
    rise = WARM_UP * steps
    turn = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / rise, (steps - step) / (steps - rise))
    )
    last = []
    for epoch in range(epochs):
        for chosen in items.drawn(1000 * seed + epoch):
            # few CPUs multiply in bf16, and where one does not, it is five times slower than fp32
            half = items.device != "cpu"
            with torch.autocast(items.device, dtype=torch.bfloat16, enabled=half):
                whole, told = loss(*items.batch(chosen))
            optimizer.zero_grad()
            whole.backward()
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            turn.step()
            last = [*last[-49:], told.item()]
    return sum(last) / len(last)


def learned_from(teacher, model, batch, real, given, losses) -> torch.Tensor:
    """Return how far a student is from its teacher: scores, hidden vectors, attention.

    The student's layer ``i`` of ``l`` is held against the teacher's layer ``6 i / l``.
    """
    teacher.eval()
    with torch.no_grad():
        scores, seen = teacher(batch, real)
    mine, far = given[0].float() / TEMPERATURE, batch.new_zeros((), dtype=torch.float32)
    if "logits" in losses:
        theirs = (scores.float() / TEMPERATURE).log_softmax(1)
        kl = functional.kl_div(mine.log_softmax(1), theirs, log_target=True, reduction="batchmean")
        far = far + TEMPERATURE**2 * kl
    step = teacher.shape.layers // model.shape.layers
    if "hidden" in losses:
        for number, vectors in enumerate(given[1]):
            far = far + _distance(vectors[real], seen[number * step][real])
    if "attention" in losses:
        for number, layer in enumerate(model.layers, start=1):
            theirs, here = teacher.layers[number * step - 1].attention, real[:, None, :, None]
            kl = (theirs.exp() * (theirs - layer.attention)).sum(-1, keepdim=True)
            far = far + (kl * here).sum() / (here.sum() * kl.shape[1])
    return far


def _distance(mine: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
    """Return the mean squared difference of vectors of which each is brought to length 1 first."""
    mine, theirs = (functional.normalize(each.float(), dim=-1) for each in (mine, theirs))
    return (mine - theirs).square().sum(-1).mean()
