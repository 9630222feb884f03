"""Run the grid: on which executor, how many at once, and what is recorded of each run."""

import hashlib
import multiprocessing
import os
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

import torch

from experiments.compress import exits, lab, latency, second_encoder, tasks, training
from experiments.compress.arms import Arm, base, find, needed
from experiments.compress.jobs import Job, queue
from experiments.compress.lab import Outcome, Place, per_cent
from experiments.compress.record import Record, hexadecimal
from experiments.speed import record as speed
from smallbert import cost
from smallbert.errors import UserError

BACK = 3
"""Passes of a step: one forward, and about two for the gradients."""


def machine(threads: int, device: str) -> dict[str, str]:
    """Describe what the results may depend on, with a name of its own."""
    about = speed.machine(threads)
    del about["code"]  # that of each run is recorded with it
    about["device"] = torch.cuda.get_device_name() if device == "cuda" else "cpu"
    named = repr([about[name] for name in sorted(about) if name != "date"])
    return {"row": hashlib.sha256(named.encode()).hexdigest()[:8]} | about


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Yield an executor of so many processes of this machine."""
    # a process that is forked keeps PyTorch's threads in a state in which they wait for ever
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent) as pool:
        yield pool


def _end_with_parent() -> None:
    """End this process when the one that began it was killed, whose fits nobody would record."""

    def wait() -> None:
        multiprocessing.parent_process().join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def cluster(address: str, threads: int, device: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of a cluster of dask, and how many jobs it does at once.

    Its workers have one thread each, this checkout, the folder of the results, and are machines
    like this one, so that every arm is paired with a baseline of its own kind of machine.
    """
    try:
        from distributed import Client
    except ImportError:
        what = "--scheduler needs dask.distributed"
        raise UserError(f"{what}; pip install distributed in _build/experiments-venv") from None
    try:
        client = Client(address, timeout=5)
    except (OSError, ValueError) as error:
        raise UserError(f"--scheduler {address}: no scheduler answers ({error})") from None
    with client:
        # threads of one process share the random numbers, and would disturb each other's
        if shared := [worker for worker, count in client.nthreads().items() if count > 1]:
            what = f"--scheduler {address}: {shared[0]} has several threads"
            raise UserError(f"{what}; start workers with --nthreads 1")
        about = client.run(machine, threads, device)
        here = machine(threads, device)["row"]
        if others := [worker for worker, each in about.items() if each["row"] != here]:
            what = f"--scheduler {address}: {others[0]} is another kind of machine than this one"
            raise UserError(f"{what}; use workers that are alike, and run this on one of them")
        if not about:
            raise UserError(f"--scheduler {address}: it has no worker; start some")
        yield client.get_executor(pure=False), len(about)


@dataclass(frozen=True)
class Engine:
    """On what runs are done, how many at once, until when, and who hears of them."""

    executor: Executor
    at_once: int
    until: float  # seconds since 1970; what would end later is not begun
    device: str
    threads: int
    tell: Callable[[str], None]

    def do(
        self, jobs: Sequence[Job], ended: Callable[[str, Outcome], str], *, keep: bool = False
    ) -> bool:
        """Do jobs, tell of each what `ended` says of it, and return whether all are done.

        Models that no other of the jobs needs are deleted, 90 MB each, unless they are to `keep`.
        """
        line = queue(jobs, self.executor, at_once=self.at_once, until=self.until)
        places = Counter(place for job in jobs for place in places_of(job))
        done = 0

        def begun(job: Job) -> None:
            self.tell(f"{job.key} begins")

        def recorded(job: Job, outcome: Outcome) -> None:
            nonlocal done
            done += 1
            hours, minutes = divmod(round(line.left() / 60), 60)
            left = f"{done} of {len(jobs)}, about {hours} h {minutes} min left"
            self.tell(f"{ended(job.key, outcome)}  [{left}]")
            for place in places_of(job):
                places[place] -= 1
                if not places[place] and not keep:
                    shutil.rmtree(place.folder, ignore_errors=True)

        return line.do(begun, recorded)

    def place(self, done: Record, task: str, seed: int, recipe: training.Recipe) -> Place:
        """Return where arms of a task and seed are made by a recipe."""
        return Place(task, seed, recipe, done.models, self.device, self.threads)


def places_of(job: Job) -> set[Place]:
    """Return the places whose models a job needs."""
    place = job.arguments[1]
    own = training.Recipe(place.recipe.rate, place.recipe.epochs)
    return {place.of_teacher(), place._replace(recipe=own)}


def run_of(arm: Arm, task: str) -> Callable[..., Outcome]:
    """Return what runs an arm on a task at a place, in whatever process."""
    if task in tasks.OF_SECOND:
        of_first = [arm.exit, arm.teacher, arm.pieces, arm.start in ("random", "general")]
        if any([*of_first, arm.selection == "lottery"]):
            raise UserError(f"{arm.row} on {task}: it is of the first encoder alone; leave it out")
        return second_encoder.run_of_second
    return exits.run_with_exits if arm.exit else lab.run


def size(arm: Arm, task: str, epochs: int, *, tests: bool) -> float:
    """Return how many word pieces pass an arm's layers until it is trained and scored.

    It is in passes of the uncompressed encoder, so that fits can be compared.
    """
    parts = tasks.task(task).parts
    scored = len(parts["dev"])
    scored += sum(len(parts[test]) for test in tasks.task(task).tests) if tests else 0
    trained = len(parts["train"]) * epochs * arm.steps / 100 if arm.trained else 0
    passes = BACK * trained + scored
    if arm.teacher:
        passes += trained / _share(arm)
    return passes * _share(arm) * _length(task)


def _share(arm: Arm) -> float:
    whole = cost.operations(base(), tokens=latency.TOKENS)
    return float(cost.operations(latency.shape(arm), tokens=latency.TOKENS).sum() / whole.sum())


def _length(task: str) -> float:
    """Return about how many word pieces an item has."""
    texts = [text for text, _ in tasks.task(task)["dev"]]
    return sum(len(text.split()) for text in texts) / len(texts)


def try_rates(engine: Engine, done: Record, rates: Sequence[float]) -> bool:
    """Fine-tune the baseline at each rate and seed 0, which no arm has; say if all is done.

    Development rows alone are scored.
    """
    jobs, tried = [], {}
    for task, rate in product(tasks.MAKERS, rates):
        key = f"{task}-{rate:g}"
        if key not in done.tables["rates"]:
            place = engine.place(done, task, 0, training.Recipe(rate, training.EPOCHS))
            tried[key] = {"task": task, "rate": f"{rate:g}"}
            long = size(find("baseline"), task, training.EPOCHS, tests=False)
            jobs.append(Job(key, lab.run, ("baseline", place, False), size=long))

    def ended(key: str, outcome: Outcome) -> str:
        scores = {name: outcome.cells[name] for name in ("dev", "loss")}
        done.add("rates", key, tried[key] | scores)
        return f"learning rate {tried[key]['rate']} on {tried[key]['task']}: dev {scores['dev']} %"

    return engine.do(jobs, ended)


def best_rate(tried: dict[str, dict], rates: Sequence[float]) -> float:
    """Return the rate at which the baseline's scores on development rows have the largest sum."""

    def score(rate: float) -> float:
        return sum(float(tried[f"{task}-{rate:g}"]["dev"]) for task in tasks.MAKERS)

    return max(rates, key=score)


def run_arms(
    engine: Engine,
    done: Record,
    rate: float,
    wanted: Sequence[tuple[int, str, str]],
    *,
    paired: bool = True,
) -> bool:
    """Run what is not recorded yet of seeds, tasks and arms, in this order; say if all is done.

    What an arm needs is run with it, and where it is `paired`, the baseline: an arm is compared
    with that of its own machine.
    """
    jobs, due, recipe = [], {}, training.Recipe(rate, training.EPOCHS)
    for seed, task, name in with_needed(wanted, paired=paired):
        key, arm = f"{task}-{seed}-{name}", find(name)
        known = done.tables["runs"].get(key)
        if known and known["rate"] in ("", f"{rate:g}"):
            continue
        done.code(name, task)  # now, since whoever edits this code while it runs changes no run
        due[key] = {"arm": name, "task": task, "seed": seed}
        due[key] |= {"rate": f"{rate:g}", "epochs": training.EPOCHS}
        needs = frozenset(f"{task}-{seed}-{each}" for each in needed(arm))
        long = size(arm, task, training.EPOCHS, tests=True)
        place = engine.place(done, task, seed, recipe)
        jobs.append(Job(key, run_of(arm, task), (name, place), needs, long))

    def ended(key: str, outcome: Outcome) -> str:
        record_answers(done, key, outcome)
        done.add("runs", key, due[key] | outcome.cells)
        score, layers = per_cent(outcome.right["test"]), outcome.cells["encoder_bytes"]
        return f"{key:40} {score:>6} % {layers:>11,} B {outcome.cells['seconds']:>4} s"

    return engine.do(jobs, ended)


def with_needed(
    wanted: Sequence[tuple[int, str, str]], *, paired: bool
) -> list[tuple[int, str, str]]:
    """Return seeds, tasks and arms, before each arm what it needs; the baseline, where `paired`."""
    found = {}
    for seed, task, name in wanted:
        chain = [name]
        for each in chain:
            chain += sorted(needed(find(each)) - {*chain})
        for each in (*(["baseline"] if paired else []), *reversed(chain)):
            found[seed, task, each] = None
    return [*found]


def record_answers(done: Record, key: str, outcome: Outcome, *, table: str = "answers") -> None:
    """Record which answers of a run to each test are right."""
    for test, right in outcome.right.items():
        if test != "dev":
            row = {"run": key, "test": test, "items": len(right), "accuracy": per_cent(right)}
            done.add(table, f"{key}-{test}", row | {"right": hexadecimal(right)})
