"""Run the grid: each arm is made, written, read back, scored as read back, and recorded."""

import hashlib
import time
from functools import cache
from itertools import product
from pathlib import Path

import torch
from torch.utils.flop_counter import FlopCounterMode

from experiments.compress import making, storage, tasks, training
from experiments.compress.arms import STARTS, Arm, find, starts
from experiments.compress.encoder import Encoder, pretrained
from experiments.compress.record import Record, code, packed
from experiments.speed import record as speed
from smallbert import cost
from smallbert.errors import UserError

TOKENS = 32
"""Word pieces of the input whose operations are counted; of more, where pieces are fewer."""


def machine(threads: int, device: str) -> dict[str, str]:
    """Describe what the results may depend on, with a name of its own."""
    about = speed.machine(threads) | {"code": code()}
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
        return training.Items(tasks.encoded(list(texts), most), list(labels), self.device)

    def path(self, name: str) -> Path:
        """Return where the model of an arm lies."""
        return self.folder / f"{self.task.name}-{self.seed}-{name}.safetensors"

    def stored(self, name: str) -> Encoder:
        """Return the model of another arm as its file has it; make it anew if there is none."""
        if not self.path(name).exists():
            self.make(find(name))
        return storage.read(self.path(name))[0]

    def start(self, arm: Arm) -> Encoder:
        """Return the model from which an arm starts."""
        if arm.start not in STARTS:
            return self.stored(arm.start)
        torch.manual_seed(self.seed)  # of the head
        if arm.start != "general":
            return pretrained(self.task.classes)
        path = self.folder / f"general-{self.seed}.safetensors"
        if not path.exists():
            storage.write(path, making.general(find("small-random"), self.seed, self.device))
        return storage.read(path)[0]

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

    def run(self, arm: Arm) -> tuple[dict, dict[str, list[bool]]]:
        """Return what is recorded of an arm, and whether each answer to each test is right."""
        began = time.process_time()
        loss = self.make(arm)
        model, sizes = storage.read(self.path(arm.row))
        model.to(self.device)
        dev, *tests = (
            training.right(model, self.items(part, arm.pieces))
            for part in ("dev", *self.task.tests)
        )
        tokens = round(TOKENS * self.items("dev", arm.pieces).length / self.items("dev").length)
        about = {"loss": "" if loss is None else f"{loss:.4f}", "dev": per_cent(dev)}
        about |= {"encoder_bytes": sizes["encoder"], "file_bytes": sizes["file"]}
        about |= {"parameters": parameters(model, arm.pieces), "tokens": tokens}
        about |= {"operations": operations(model, tokens)}
        about |= {"seconds": round(time.process_time() - began)}
        if arm.row not in starts():
            self.path(arm.row).unlink()
        return about, dict(zip(self.task.tests, tests, strict=True))


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


def rate(done: Record, rates: tuple[float, ...], *, until, machine, device, tell) -> float | None:
    """Return the learning rate at which the baseline's mean dev score over the tasks is best.

    It is tried at seed 0, which no arm has; None, where the time is up before all are tried.
    """
    known = done.tables["rates"]
    for name, one in product(tasks.MAKERS, rates):
        key = f"{name}-{one:g}"
        if key in known:
            continue
        if time.time() > until:
            return None
        lab = Lab(name, 0, rate=one, folder=done.models, device=device)
        loss = lab.make(find("baseline"))
        share = per_cent(training.right(lab.stored("baseline").to(device), lab.items("dev")))
        lab.path("baseline").unlink()
        found = {"task": name, "rate": f"{one:g}", "dev": share, "loss": f"{loss:.4f}"}
        done.tables["machines"][machine["row"]] = machine
        done.add("rates", key, found | {"machine": machine["row"]})
        tell(f"learning rate {one:g} on {name}: dev {share} %")

    def whole(one: float) -> float:
        """Return the sum of the tasks' dev scores."""
        return sum(float(known[f"{name}-{one:g}"]["dev"]) for name in tasks.MAKERS)

    return max(rates, key=whole)


def grid(done: Record, rate, seeds, names, arms, *, until, machine, device, tell) -> bool:
    """Run what is not recorded yet, all arms at one seed before the next, and tell of each.

    Returns whether all is done; if not, the time is up.
    """
    for seed in seeds:
        how = {"rate": rate, "folder": done.models, "device": device}
        labs = {name: Lab(name, seed, **how) for name in names}
        for arm, (name, lab) in product(map(find, arms), labs.items()):
            key = f"{name}-{seed}-{arm.row}"
            if key in done.tables["runs"]:
                continue
            if time.time() > until:
                return False
            found, right = lab.run(arm)
            for test, each in right.items():
                row = {"run": key, "test": test, "items": len(each), "accuracy": per_cent(each)}
                done.add("answers", f"{key}-{test}", row | {"right": packed(each)}, whole=False)
            done.tables["machines"][machine["row"]] = machine
            own = {"arm": arm.row, "task": name, "seed": seed, "machine": machine["row"]}
            done.add("runs", key, own | found)
            score, size = per_cent(right["test"]), found["encoder_bytes"]
            tell(f"{key:40} {score:>6} % {size:>11,} B {found['seconds']:>4} s")
    return True


def per_cent(right: list[bool]) -> str:
    """Return the share of right answers."""
    return f"{100 * sum(right) / len(right):.2f}"
