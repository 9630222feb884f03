"""Early exit: a classifier after each layer, and items that leave after the first that is sure.

The classifiers are trained together with the encoder, once. Arms that leave take that model as it
is, and a threshold that the development rows decide. One text is scored at a time, as a server
does whose batches are of one: in a larger batch, the layers are computed until its last text
leaves, and less is saved than is counted here.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean

import torch
from safetensors.torch import load_file
from torch.nn import functional
from torch.utils.flop_counter import FlopCounterMode

from experiments.compress import scoring, storage, training
from experiments.compress.arms import Arm, find
from experiments.compress.encoder import DROPOUT, Encoder, mean
from experiments.compress.lab import Lab, Outcome, Place, agree, per_cent
from smallbert import cost
from smallbert.errors import UserError


class ExitEncoder(Encoder):
    """An encoder with a classifier after each layer: `exits`, and `head` after the last."""

    def __init__(self, shape: cost.Architecture, classes: int):
        super().__init__(shape, classes)
        exits = (torch.nn.Linear(shape.hidden, classes) for _ in range(shape.layers - 1))
        self.exits = torch.nn.ModuleList(exits)
        for classifier in self.exits:
            torch.nn.init.normal_(classifier.weight, std=0.02)  # as that of the head

    def scores_by_layer(self, words: torch.Tensor, real: torch.Tensor) -> Iterator[torch.Tensor]:
        """Yield the scores of the classes after each layer, ``(batch, classes)``.

        A layer is computed when its scores are asked for, so whoever asks no further leaves there.
        `words` and `real` are as in `forward`, whose scores are the last ones.
        """
        x = functional.embedding(words, self.words.value()) + self.places[: words.shape[1]]
        x = functional.dropout(self.norm(x), DROPOUT, self.training)
        for layer, classifier in zip(self.layers, [*self.exits, self.head], strict=True):
            layer.mask = real[:, None, None, :]
            x = layer(x, _untimed)
            yield classifier(mean(x, real))


def _untimed(part: str) -> None:
    """Ignore when a part of a layer ends."""


def with_exits(encoder: Encoder, seed: int) -> ExitEncoder:
    """Return an encoder with its weights, and random classifiers after all layers but the last."""
    torch.manual_seed(seed)
    made = ExitEncoder(encoder.shape, len(encoder.head.weight))
    made.load_state_dict(made.state_dict() | encoder.state_dict())
    return made


def loss_of_layers(
    scores: Iterable[torch.Tensor], labels: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the mean of the layers' cross-entropies, weighted by their numbers, and the last one.

    ``sum(j L_j) / sum(j)`` over the layers ``j``, as Zhou et al. train all classifiers at once
    (2020, "BERT Loses Patience", arXiv:2006.04152). DeeBERT (Xin et al. 2020) trains the encoder
    with the last one first and the others after it, which takes further steps.
    """
    losses = torch.stack([functional.cross_entropy(each.float(), labels) for each in scores])
    weights = torch.arange(1, len(losses) + 1, device=losses.device)
    return (weights * losses).sum() / weights.sum(), losses[-1]


def fine_tune_exits(
    model: ExitEncoder,
    items: training.Items,
    *,
    rate: float,
    epochs: int,
    seed: int,
    dev: Callable[[], float] | None = None,
    label: str = "",
) -> list[training.Point]:
    """Train an encoder and its classifiers in place and return how far it was after each epoch.

    Word vectors do not learn. The loss that a point has is that of the last layer.
    """
    for part in (*model.matrices("embeddings"), model.places):
        part.requires_grad_(False)

    def loss(words, real, labels):
        return loss_of_layers(model.scores_by_layer(words, real), labels)

    def after_epoch() -> float | None:
        score = dev() if dev else None
        model.train()
        return score

    learned = [each for each in model.parameters() if each.requires_grad]
    model.train()
    how = {"rate": rate, "epochs": epochs, "seed": seed, "label": label}
    return training.descend(learned, loss, items, after_epoch=after_epoch, **how)


def surest(scores: torch.Tensor) -> torch.Tensor:
    """Return the highest probability of a class, the last axis left out."""
    return scores.float().softmax(-1).amax(-1)


def leave(scores: Iterable[torch.Tensor], threshold: float) -> tuple[int, torch.Tensor]:
    """Return after which layer an item leaves, from 1 on, and its scores there.

    It is the first one whose highest probability is `threshold` or more, else the last one; no
    further scores are asked for.
    """
    for layer, found in enumerate(scores, start=1):
        left = layer, found
        if surest(found) >= threshold:
            break
    return left


def choose_threshold(scores: torch.Tensor, operations: Sequence[int], most: float) -> float:
    """Return the highest threshold at which items take at most so many operations in the mean.

    `scores` are those of the development rows, ``(items, layers, classes)``; `operations` those of
    an item that leaves after each layer. Raises `UserError` where one layer for all is too much.
    """

    def taken(threshold: float) -> float:
        return fmean(operations[leave(item, threshold)[0] - 1] for item in scores)

    # between two of these, who leaves where does not change; a higher one lets nobody leave earlier
    thresholds = surest(scores)[:, :-1].unique().tolist()
    within = bisect_right(thresholds, most, key=taken)
    if not within:
        raise UserError(f"{most:,.0f} operations are less than one layer takes; raise exit")
    return thresholds[within - 1]


def operations_by_layer(model: ExitEncoder, tokens: int) -> list[int]:
    """Return the operations of one input that leaves after each layer, passed classifiers included.

    They are those of the cost model; PyTorch's counter must agree.
    """
    words = torch.ones(1, tokens, dtype=torch.int64, device=model.places.device)
    kernel = torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH)
    with torch.no_grad(), kernel, FlopCounterMode(display=False) as counter:
        passed = model.eval().scores_by_layer(words, words > 0)
        found = [counter.get_total_flops() for _ in passed]
    classifier, counted = 2 * model.head.weight.numel(), []
    for layer, by_torch in enumerate(found, start=1):
        shape = cost.narrowed(model.shape, layers=layer)
        by_cost = int(cost.operations(shape, tokens=tokens).sum()) + layer * classifier
        agree("operations", by_torch, by_cost)
        counted.append(by_cost)
    return counted


def texts_alone(items: training.Items) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield word pieces of each item as a batch of one, and that all of them are real."""
    for number in range(len(items.labels)):
        words, real, _ = items.batch([number])
        yield words, real


@torch.inference_mode()
def score_layers(model: ExitEncoder, items: training.Items) -> torch.Tensor:
    """Return the scores of the classes, ``(items, layers, classes)``, one text at a time."""
    model.eval()
    of_items = [torch.cat([*model.scores_by_layer(*text)]) for text in texts_alone(items)]
    return torch.stack(of_items).float().cpu()


@torch.inference_mode()
def score_leaving(
    model: ExitEncoder, items: training.Items, threshold: float
) -> tuple[list[int], torch.Tensor]:
    """Return after which layer each item leaves, and the scores there, ``(items, classes)``.

    One text at a time; the layers that it does not pass are not computed.
    """
    model.eval()
    left = [leave(model.scores_by_layer(*text), threshold) for text in texts_alone(items)]
    layers, scores = zip(*left, strict=True)
    return [*layers], torch.cat(scores).float().cpu()


class ExitLab(Lab):
    """The laboratory of arms whose encoder has a classifier after each layer."""

    def stored(self, name: str) -> ExitEncoder:
        """Return the model of another arm as its file has it; make it anew if there is none."""
        model = with_exits(super().stored(name), self.seed)
        tensors = load_file(self.path(name))
        exits = {part: tensors[f"exits.{part}"] for part in model.exits.state_dict()}
        model.exits.load_state_dict(exits)
        return model

    def make(self, arm: Arm, *, curve: bool = False) -> list[training.Point]:
        """Make the model of an arm, write its file, and return how its training went."""
        model, points = self.start(arm).to(self.device), []
        if arm.trained:
            model = with_exits(model, self.seed).to(self.device)
            points = self.train(model, arm, curve=curve)
        storage.write(self.path(arm.row), model)
        return points

    def train(self, model: ExitEncoder, arm: Arm, *, curve: bool) -> list[training.Point]:
        """Train the model of an arm; with `curve`, its last layer is scored after each epoch."""
        rows, recipe = self.items("dev"), self.place.recipe

        def dev() -> float:
            right = scoring.right(scoring.in_floats(model, rows), rows.labels)
            return 100 * fmean(right)

        return fine_tune_exits(
            model,
            self.items("train"),
            rate=recipe.rate,
            epochs=recipe.epochs,
            seed=self.seed,
            dev=dev if curve else None,
            label=f"{self.folder.name} {arm.row}",
        )

    def run(self, arm: Arm, *, tests: bool, curve: bool) -> Outcome:
        """Return what is recorded of an arm; where items leave, they are scored as they left.

        `operations` is then the mean over the items of the first test, or of the development rows
        without `tests`, each taken for as long as the one input of all arms.
        """
        if arm.trained:
            return super().run(arm, tests=tests, curve=curve)
        began = time.process_time()
        outcome = super().run(arm, tests=False, curve=curve)  # if none left early
        model = self.stored(arm.start).to(self.device)
        operations = operations_by_layer(model, outcome.cells["tokens"])
        most = arm.exit / 100 * outcome.cells["operations"]
        of_layers = score_layers(model, self.items("dev"))
        threshold = choose_threshold(of_layers, operations, most)
        scores, right, taken = {}, {}, {}
        for part in ("dev", *self.task.tests) if tests else ("dev",):
            rows = self.items(part)
            layers, found = score_leaving(model, rows, threshold)
            scores[part], right[part] = found.half().numpy(), scoring.right(found, rows.labels)
            taken[part] = fmean(operations[layer - 1] for layer in layers)
        cells = {
            "dev": per_cent(right["dev"]),
            "operations": round(taken[self.task.tests[0] if tests else "dev"]),
            "seconds": round(time.process_time() - began),
        }
        return replace(outcome, cells=outcome.cells | cells, scores=scores, right=right)


def run_with_exits(name: str, place: Place, tests: bool = True, curve: bool = False) -> Outcome:
    """Run an arm with exits at a place, in whatever process."""
    torch.set_num_threads(place.threads)
    return ExitLab(place).run(find(name), tests=tests, curve=curve)
