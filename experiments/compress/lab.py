"""One fit: an arm is made, written, read back, and scored as read back."""

import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from experiments.compress import latency, making, scoring, storage, tasks, training, used_code
from experiments.compress.arms import Arm, find, starts
from experiments.compress.encoder import Encoder, pretrained
from smallbert import cost
from smallbert.errors import UserError


class Place(NamedTuple):
    """Where arms are made that may start from one another."""

    task: str
    seed: int
    recipe: training.Recipe
    models: Path  # of this machine
    device: str = "cpu"
    threads: int = 1

    @property
    def folder(self) -> Path:
        """Folder of the models that are kept as long as others need them."""
        rate, epochs, _ = self.recipe
        return self.models / f"{self.task}-{self.seed}-{rate:g}-{epochs}"

    def of_teacher(self) -> "Place":
        """Return the place of the model that teaches, or draws the lottery."""
        return self._replace(recipe=self.recipe.of_teacher())


@dataclass(frozen=True)
class Outcome:
    """What is recorded of one run."""

    cells: dict[str, object]  # of its row
    curve: list[training.Point]  # after each epoch
    scores: dict[str, np.ndarray]  # by part of the task, in 16 bits: (items, classes)
    right: dict[str, scoring.Answers]  # by part, whether each answer is right


@lru_cache(maxsize=32)
def items(task: str, part: str, most: int, device: str) -> training.Items:
    """Return a part of a task as word pieces, of at most so many kinds."""
    texts, labels = zip(*tasks.task(task)[part], strict=True)
    return training.Items(tasks.encoded([*texts], most), [*labels], device)


class Lab:
    """One task at one seed and one recipe, and the models that its arms start from."""

    def __init__(self, place: Place):
        self.place, self.task = place, tasks.task(place.task)
        self.folder, self.seed, self.device = place.folder, place.seed, place.device
        self.folder.mkdir(parents=True, exist_ok=True)

    def items(self, part: str, most: int = 0) -> training.Items:
        """Return a part of the task as word pieces, of at most so many kinds."""
        return items(self.task.name, part, most, self.device)

    def path(self, name: str) -> Path:
        """Return where the model of an arm lies, as the code of today makes it."""
        code = used_code.code_of(name, self.task.name, used_code.MAKING)
        return self.folder / f"{name}-{code[:8]}.safetensors"

    def stored(self, name: str) -> Encoder:
        """Return the model of another arm as its file has it; make it anew if there is none."""
        if not self.path(name).exists():
            self.make(find(name))
        return storage.read(self.path(name))[0]

    def start(self, arm: Arm) -> Encoder:
        """Return the model from which an arm starts."""
        if arm.start in making.PREPARED:
            return self.prepared(arm.start)
        if arm.start in ("pretrained", "random"):
            torch.manual_seed(self.seed)  # of the head
            return pretrained(self.task.classes)
        return self.stored(arm.start)

    def prepared(self, name: str) -> Encoder:
        """Return what is trained before any task, once for all tasks of a seed."""
        code = used_code.code_of("small-random", "", used_code.PREPARING)
        path = self.place.models / f"{name}-{self.seed}-{code[:8]}.safetensors"
        if not path.exists():
            prepare = making.PREPARED[name]
            storage.write(path, prepare(find("small-random"), self.seed, self.device))
        return storage.read(path)[0]

    def make(self, arm: Arm, *, curve: bool = False) -> list[training.Point]:
        """Make the model of an arm, write its file, and return how its training went.

        With `curve`, development rows are scored after each epoch.
        """
        tuned = None
        if arm.teacher or arm.selection == "lottery":
            tuned = Lab(self.place.of_teacher()).stored("baseline")
        model = making.make(
            arm, self.start(arm), classes=self.task.classes, seed=self.seed, fine_tuned=tuned
        ).to(self.device)
        points = self.fit(model, arm, tuned, curve=curve) if arm.trained else []
        storage.write(self.path(arm.row), model, tasks.numbers(arm.pieces))
        return points

    def fit(
        self, model: Encoder, arm: Arm, teacher: Encoder | None, *, curve: bool
    ) -> list[training.Point]:
        """Train the model of an arm."""
        rows, recipe = self.items("dev", arm.pieces), self.place.recipe

        def dev() -> float:
            right = scoring.right(scoring.in_floats(model, rows), rows.labels)
            return 100 * sum(right) / len(right)

        return training.fine_tune(
            model,
            self.items("train", arm.pieces),
            rate=recipe.rate,
            epochs=recipe.epochs * arm.steps // 100,
            seed=self.seed,
            words=arm.words_learn,
            teacher=teacher.to(self.device) if teacher and arm.teacher else None,
            losses=arm.losses,
            dev=dev if curve else None,
            label=f"{self.folder.name} {arm.row}",
        )

    def run(self, arm: Arm, *, tests: bool, curve: bool) -> Outcome:
        """Return what is recorded of an arm; without `tests`, development rows alone are scored."""
        began = time.process_time()
        points = self.make(arm, curve=curve)
        model, sizes = storage.read(self.path(arm.row))
        model.to(self.device)
        tokens = round(
            latency.TOKENS * self.items("dev", arm.pieces).length / self.items("dev").length
        )
        cells = {
            "loss": f"{points[-1].loss:.4f}" if points else "",
            "steps": points[-1].step if points else 0,
            "encoder_bytes": sizes["encoder"],
            "file_bytes": sizes["file"],
            "parameters": parameters(model, arm.pieces),
            "tokens": tokens,
            "operations": operations(model, tokens),
        }
        score, scores, right = scoring.SCORERS[arm.scored_in], {}, {}
        for part in ("dev", *self.task.tests) if tests else ("dev",):
            rows = self.items(part, arm.pieces)
            found = score(model, rows)
            scores[part], right[part] = found.half().numpy(), scoring.right(found, rows.labels)
        cells |= {"dev": per_cent(right["dev"])}
        if arm.row not in starts():
            self.path(arm.row).unlink()
        return Outcome(
            cells | {"seconds": round(time.process_time() - began)}, points, scores, right
        )


def run(name: str, place: Place, tests: bool = True, curve: bool = False) -> Outcome:
    """Run an arm at a place, in whatever process."""
    torch.set_num_threads(place.threads)
    return Lab(place).run(find(name), tests=tests, curve=curve)


def per_cent(right: scoring.Answers) -> str:
    """Return the share of right answers."""
    return f"{100 * sum(right) / len(right):.2f}"


def parameters(model: Encoder, kept: int = 0) -> int:
    """Return how many weights a model has, the head of the task left out.

    With `kept`, word vectors of so many pieces. It is what `smallbert.cost` counts of the shape.
    """
    shape = cost.reworded(model.shape, vocabulary=kept) if kept else model.shape
    unused = (model.shape.vocabulary - shape.vocabulary) * shape.hidden
    head = sum(each.numel() for each in model.head.parameters())
    count = sum(each.numel() for each in model.parameters()) - head - unused
    agree("parameters", count, int(cost.parameters(shape).sum()))
    return count


def operations(model: Encoder, tokens: int) -> int:
    """Return the operations of one input, by the cost model; PyTorch's counter must agree."""
    words = torch.ones(1, tokens, dtype=torch.int64, device=model.places.device)
    kernel = torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH)
    with torch.no_grad(), kernel, FlopCounterMode(display=False) as counter:
        model.eval()(words, words > 0)
    head = 2 * model.head.weight.numel()
    counted = int(cost.operations(model.shape, tokens=tokens).sum())
    agree("operations", counter.get_total_flops() - head, counted)
    return counted


def agree(what: str, found: int, counted: int) -> None:
    """Refuse a model that is not what the cost model counts."""
    if found != counted:
        raise UserError(f"{what}: {found} here, {counted} by smallbert.cost; mend the shape")
