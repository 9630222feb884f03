"""Fine-tuning, with a teacher or without."""

import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch.nn import functional

from experiments.compress.encoder import Encoder, mean

BATCH = 32
EPOCHS = 2
WARM_UP = 0.1
"""Share of the steps in which the learning rate rises; then it falls to 0, both linearly."""

TEMPERATURE = 2.0
"""Of the classes' scores, of teacher and student."""

SHOWN = 20
"""Seconds between two lines that say how far a fit is."""

REDRAWN = 10
"""Steps after which movement draws its zeros anew."""

MOVING = 0.7
"""Share of the steps after which their number grows no more."""


class Recipe(NamedTuple):
    """How long an arm learns, and how fast."""

    rate: float  # the highest
    epochs: int  # of an arm and what it starts from, together
    teacher_rate: float = 0.0  # at which the teacher was trained; 0 for the same

    def of_teacher(self) -> "Recipe":
        """Return how the model learned that teaches, or draws the lottery."""
        return Recipe(self.teacher_rate or self.rate, self.epochs)


class Point(NamedTuple):
    """How far a fit was after some steps."""

    step: int
    loss: float  # on the true classes, mean of the last 50 steps
    dev: float | None  # right answers on the development rows [%], where they were asked


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
        pool, batches = 16 * BATCH, []
        for start in range(0, len(numbers), pool):
            near = sorted(numbers[start : start + pool], key=lambda each: len(self.pieces[each]))
            batches += [near[begin : begin + BATCH] for begin in range(0, len(near), BATCH)]
        draw.shuffle(batches)
        return batches


def fine_tune(
    model: Encoder,
    items: Items,
    *,
    rate: float,
    epochs: int,
    seed: int,
    words: bool = False,
    teacher: Encoder | None = None,
    losses: tuple[str, ...] = (),
    dev: Callable[[], float] | None = None,
    label: str = "",
) -> list[Point]:
    """Train a model in place and return how far it was after each epoch.

    `words` says whether the word vectors learn, too. The seed decides the order and the dropout.
    `dev` scores the development rows.
    """
    for part in (*model.matrices("embeddings"), model.places):
        part.requires_grad_(words)
    if "attention" in losses:
        teacher.watch()
        model.watch()
    moving = [matrix for matrix in model.matrices("encoder") if matrix.movement is not None]

    def loss(words, real, labels):
        scores, seen = model(words, real)
        on_classes = functional.cross_entropy(scores.float(), labels)
        given = scores, seen
        on_teacher = learned_from(teacher, model, words, real, given, losses) if losses else 0
        return on_classes + on_teacher, on_classes

    def after_step(done: float, step: int) -> None:
        if step % REDRAWN == 0:
            for matrix in moving:
                matrix.keep_moving(matrix.aim * GROWN["movement"](done))

    def after_epoch() -> float | None:
        score = dev() if dev else None
        model.train()
        return score

    learned = [each for each in model.parameters() if each.requires_grad]
    model.train()
    return descend(
        learned,
        loss,
        items,
        rate=rate,
        seed=seed,
        epochs=epochs,
        after_step=after_step,
        after_epoch=after_epoch,
        label=label,
    )


def moved(done: float) -> float:
    """Return which share of the zeros is set when a share of the steps is done.

    It grows from the end of the warm-up by a cube, fast at first (Zhu and Gupta 2018).
    """
    left = 1 - (done - WARM_UP) / (MOVING - WARM_UP)
    return 1 - min(max(left, 0.0), 1.0) ** 3


def imitate(student: Encoder, teacher: Encoder, items: Items, *, rate: float, seed: int) -> None:
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
    descend(learned, loss, items, rate=rate, seed=seed, epochs=1, label=f"general-{seed}")


def descend(
    learned: list,
    loss: Callable,
    items: Items,
    *,
    rate: float,
    seed: int,
    epochs: int,
    after_step: Callable[[float, int], None] = lambda done, step: None,
    after_epoch: Callable[[], float | None] = lambda: None,
    label: str = "",
) -> list[Point]:
    """Take the steps of AdamW and return how far it was after each epoch.

    `loss` returns what is descended and what is recorded; `after_step` is told the share of the
    steps that are done, and the number of the step.
    """
    torch.manual_seed(seed)
    optimizer = torch.optim.AdamW(learned, lr=rate, weight_decay=0.01)
    steps = epochs * math.ceil(len(items.labels) / BATCH)
    rise = WARM_UP * steps
    turn = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / rise, (steps - step) / (steps - rise))
    )
    progress = Progress(label, steps)
    points, latest = [], []
    for epoch in range(epochs):
        for chosen in items.drawn(1000 * seed + epoch):
            # few CPUs multiply in bf16, and where one does not, it is five times slower than fp32
            half = items.device != "cpu"
            with torch.autocast(items.device, dtype=torch.bfloat16, enabled=half):
                learned_by, recorded = loss(*items.batch(chosen))
            optimizer.zero_grad()
            learned_by.backward()
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            turn.step()
            latest = [*latest[-49:], recorded.item()]
            progress.step += 1
            after_step(progress.step / steps, progress.step)
            progress.show(sum(latest) / len(latest))
        points.append(Point(progress.step, sum(latest) / len(latest), after_epoch()))
    return points


class Progress:
    """Lines that say how far a fit is, and how long it will take."""

    def __init__(self, label: str, steps: int):
        self.label, self.steps, self.step = label, steps, 0
        self.began = self.shown = time.monotonic()

    def show(self, loss: float) -> None:
        """Write a line, if the last one was written some time ago."""
        now = time.monotonic()
        if now - self.shown < SHOWN:
            return
        left = (now - self.began) / self.step * (self.steps - self.step)
        far = f"step {self.step} of {self.steps}, loss {loss:.3f}, {left / 60:.1f} min left"
        print(f"  {self.label}: {far}", file=sys.stderr, flush=True)
        self.shown = now


def learned_from(teacher, model, batch, real, given, losses) -> torch.Tensor:
    """Return how far a student is from its teacher, by the losses named."""
    teacher.eval()
    with torch.no_grad():
        theirs = teacher(batch, real)
    parts = [DISTANCES[each](teacher, model, theirs, given, real) for each in losses]
    return torch.stack(parts).sum()


def of_logits(teacher, model, theirs, given, real) -> torch.Tensor:
    """Return four times the divergence of the classes' scores at temperature 2."""
    aims = (theirs[0].float() / TEMPERATURE).log_softmax(1)
    scores = (given[0].float() / TEMPERATURE).log_softmax(1)
    kl = functional.kl_div(scores, aims, log_target=True, reduction="batchmean")
    return TEMPERATURE**2 * kl


def of_hidden(teacher, model, theirs, given, real) -> torch.Tensor:
    """Return how far the vectors before and after each layer are, padding left out.

    The student's layer ``i`` of ``l`` is held against the teacher's layer ``6 i / l``.
    """
    step = teacher.shape.layers // model.shape.layers
    pairs = ((vectors, theirs[1][number * step]) for number, vectors in enumerate(given[1]))
    return torch.stack([_distance(vectors[real], aims[real]) for vectors, aims in pairs]).sum()


def of_attention(teacher, model, theirs, given, real) -> torch.Tensor:
    """Return the divergence of each layer's attention, of the same layers as `of_hidden`."""
    step, asking = teacher.shape.layers // model.shape.layers, real[:, None, :, None]
    parts = []
    for number, layer in enumerate(model.layers, start=1):
        aims = teacher.layers[number * step - 1].attention
        kl = (aims.exp() * (aims - layer.attention)).sum(-1, keepdim=True)
        parts.append((kl * asking).sum() / (asking.sum() * kl.shape[1]))
    return torch.stack(parts).sum()


def _distance(vectors: torch.Tensor, aims: torch.Tensor) -> torch.Tensor:
    """Return the mean squared difference of vectors of which each is brought to length 1 first."""
    vectors, aims = (functional.normalize(each.float(), dim=-1) for each in (vectors, aims))
    return (vectors - aims).square().sum(-1).mean()


GROWN = {"movement": moved}
"""Which share of its zeros an arm has when a share of the steps is done, by their selection."""

DISTANCES = {"logits": of_logits, "hidden": of_hidden, "attention": of_attention}
"""What a student may learn from its teacher: the names are those of `arms.LOSSES`."""
