"""Run the grid: each arm is made, written, read back, scored as read back, and recorded."""

import hashlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import torch
from torch.utils.flop_counter import FlopCounterMode

from experiments.compress import making, storage, tasks, training, used_code
from experiments.compress.arms import Arm, find, starts
from experiments.compress.encoder import Encoder, pretrained
from experiments.compress.jobs import Job, do_all
from experiments.compress.record import Record, packed
from experiments.compress.scoring import SCORERS, Answers
from experiments.speed import record as speed
from smallbert import cost
from smallbert.errors import UserError

TOKENS = 32
"""Word pieces of the input whose operations are counted; of more, where pieces are fewer."""


def machine(threads: int, device: str) -> dict[str, str]:
    """Describe what the results may depend on, with a name of its own."""
    about = speed.machine(threads)
    del about["code"]  # that of each run is recorded with it
    about["device"] = torch.cuda.get_device_name() if device == "cuda" else "cpu"
    named = repr([about[name] for name in sorted(about) if name != "date"])
    return {"row": hashlib.sha256(named.encode()).hexdigest()[:8]} | about


class Lab:
    """One task at one seed: its items, and the models that its arms start from."""

    def __init__(self, task: str, seed: int, *, rate: float, folder: Path, device: str):
        self.task, self.seed, self.rate = tasks.task(task), seed, rate
        self.folder, self.device = folder, device

    @cache  # noqa: B019 - a lab lives as long as its arms
    def items(self, part: str, most: int = 0) -> training.Items:
        """Return a part of the task as word pieces, of at most so many kinds."""
        texts, labels = zip(*self.task[part], strict=True)
        label = f"{self.task.name}-{self.seed}"
        return training.Items(tasks.encoded(list(texts), most), [*labels], self.device, label)

    def path(self, name: str) -> Path:
        """Return where the model of an arm lies, as the code of today makes it."""
        code = used_code.code_of(name, self.task.name)[:8]
        file = f"{self.task.name}-{self.seed}-{self.rate:g}-{name}-{code}.safetensors"
        return self.folder / file

    def stored(self, name: str) -> Encoder:
        """Return the model of another arm as its file has it; make it anew if there is none."""
        if not self.path(name).exists():
            self.make(find(name))
        return storage.read(self.path(name))[0]

    def start(self, arm: Arm) -> Encoder:
        """Return the model from which an arm starts."""
        if arm.start in making.PREPARED:
            path = self.folder / f"{arm.start}-{self.path(arm.row).name}"
            if not path.exists():
                prepare = making.PREPARED[arm.start]
                storage.write(path, prepare(find("small-random"), self.seed, self.device))
            return storage.read(path)[0]
        if arm.start in ("pretrained", "random"):
            torch.manual_seed(self.seed)  # of the head
            return pretrained(self.task.classes)
        return self.stored(arm.start)

    def make(self, arm: Arm) -> float | None:
        """Make the model of an arm and write its file; return the training loss, if it has one."""
        tuned = self.stored("baseline") if arm.teacher or arm.selection == "lottery" else None
        how = {"classes": self.task.classes, "seed": self.seed, "fine_tuned": tuned}
        model, loss = making.make(arm, self.start(arm), **how).to(self.device), None
        if arm.trained:
            learn = {"rate": self.rate, "seed": self.seed, "words": arm.words_learn}
            learn |= {"teacher": tuned.to(self.device) if tuned else None, "losses": arm.losses}
            loss = training.fine_tune(model, self.items("train", arm.pieces), **learn)
        storage.write(self.path(arm.row), model, tasks.numbers(arm.pieces))
        return loss

    def run(self, arm: Arm) -> "Outcome":
        """Return what is recorded of an arm: it is made, and scored as its file has it."""
        began = time.process_time()
        loss = self.make(arm)
        model, sizes = storage.read(self.path(arm.row))
        model.to(self.device)
        length = self.items("dev", arm.pieces).length / self.items("dev").length
        tokens = round(TOKENS * length)
        cells = {"loss": "" if loss is None else f"{loss:.4f}"}
        cells |= {"encoder_bytes": sizes["encoder"], "file_bytes": sizes["file"]}
        cells |= {"parameters": parameters(model, arm.pieces), "tokens": tokens}
        cells |= {"operations": operations(model, tokens)}
        scored = SCORERS[arm.scored_in]
        right = {
            part: scored(model, self.items(part, arm.pieces)) for part in ("dev", *self.task.tests)
        }
        cells |= {"dev": per_cent(right.pop("dev"))}
        if arm.row not in starts():
            self.path(arm.row).unlink()
        return Outcome(cells | {"seconds": round(time.process_time() - began)}, right)


@dataclass(frozen=True)
class Outcome:
    """What is recorded of one run."""

    cells: dict[str, object]  # of its row in runs.csv
    right: dict[str, Answers]  # by test, whether each answer is right


@cache
def lab(task: str, seed: int, rate: float, folder: Path, device: str, threads: int) -> Lab:
    """Return the lab of a task and seed in this process, whose arms share its items."""
    torch.set_num_threads(threads)
    return Lab(task, seed, rate=rate, folder=folder, device=device)


def run(name: str, *place) -> Outcome:
    """Run an arm in the `lab` of a place, in whatever process."""
    return lab(*place).run(find(name))


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


@dataclass(frozen=True)
class Grid:
    """How runs are done: on what, how many at once, until when, and who hears of them."""

    executor: Executor
    at_once: int
    until: float  # seconds since 1970, after which no run is begun
    device: str
    threads: int
    tell: Callable[[str], None]

    def do(self, jobs: Sequence[Job], ended: Callable[[str, Outcome], None]) -> bool:
        """Do jobs and tell when each begins; return whether all are done, else the time was up."""

        def begun(key: str) -> None:
            self.tell(f"{key} begins")

        limits = {"at_once": self.at_once, "until": self.until}
        return do_all(jobs, self.executor, **limits, begun=begun, ended=ended)

    def try_rates(self, done: Record, rates: Sequence[float]) -> bool:
        """Fine-tune the baseline at each rate and seed 0, which no arm has; say if all is done."""
        jobs, tried = [], {}
        for task, rate in product(tasks.MAKERS, rates):
            key = f"{task}-{rate:g}"
            if key not in done.tables["rates"]:
                place = task, 0, rate, done.models, self.device, self.threads
                tried[key] = {"task": task, "rate": f"{rate:g}"}
                jobs.append(Job(key, run, ("baseline", *place)))

        def ended(key: str, outcome: Outcome) -> None:
            scores = {name: outcome.cells[name] for name in ("dev", "loss")}
            done.add("rates", key, tried[key] | scores)
            self.tell(f"learning rate {tried[key]['rate']} on {tried[key]['task']}: dev {scores['dev']} %")

        return self.do(jobs, ended)

    def run_arms(self, done: Record, rate: float, seeds, names, arms: Sequence[str]) -> bool:
        """Run what is not recorded yet, all arms at one seed before the next; say if all is done."""
        jobs, due = [], {}
        for seed, arm, task in product(seeds, arms, names):
            key = f"{task}-{seed}-{arm}"
            if key not in done.tables["runs"]:
                place = task, seed, rate, done.models, self.device, self.threads
                needs = {f"{task}-{seed}-{each}" for each in used_code.needed(find(arm))}
                due[key] = {"arm": arm, "task": task, "seed": seed}
                jobs.append(Job(key, run, (arm, *place), frozenset(needs)))

        def ended(key: str, outcome: Outcome) -> None:
            for test, right in outcome.right.items():
                row = {"run": key, "test": test, "items": len(right), "accuracy": per_cent(right)}
                done.add("answers", f"{key}-{test}", row | {"right": packed(right)})
            done.add("runs", key, due[key] | outcome.cells)
            score, size = per_cent(outcome.right["test"]), outcome.cells["encoder_bytes"]
            self.tell(f"{key:40} {score:>6} % {size:>11,} B {outcome.cells['seconds']:>4} s")

        return self.do(jobs, ended)


def best_rate(tried: dict[str, dict], rates: Sequence[float]) -> float:
    """Return the rate at which the baseline's scores on development rows have the largest sum."""

    def score(rate: float) -> float:
        return sum(float(tried[f"{task}-{rate:g}"]["dev"]) for task in tasks.MAKERS)

    return max(rates, key=score)


def per_cent(right: Answers) -> str:
    """Return the share of right answers."""
    return f"{100 * sum(right) / len(right):.2f}"
