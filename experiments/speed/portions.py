"""What is timed, in portions: a fresh process, one setting, a few rounds over half of the models.

A process that has loaded its models has a bias of its own, which its rounds do not average out, so
each setting has several processes; all settings have had one before any has its second.
"""

import gc
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from statistics import median

from experiments.speed import files, readings, runtimes
from experiments.speed.measure import SHORT
from experiments.speed.models import BASE, Model
from smallbert.errors import UsageError, UserError

PROCESSES, ROUNDS = 5, 4

GROUPS = 2
"""Parts in which the models are loaded: all together take more than 16 GB."""

LEAST = 0.02
"""Seconds of repeated calls that make one reading."""

HEAVY = (1, 128)
"""The batch and length at which heavy models are timed."""

SELDOM = ((1, 512), (16, 128))
"""Inputs that have every second round: all others together take as long."""


@dataclass(frozen=True)
class Setting:
    """How models run in a process, and the batches and lengths of their inputs."""

    runtime: str
    bits: int
    threads: int
    inputs: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """Name to choose it by."""
        threads = "one" if self.threads == 1 else "all"
        batch = max(batch for batch, _ in self.inputs)
        return f"{self.runtime}-{self.bits}-{threads}{f'-batch{batch}' if batch > 1 else ''}"

    def of(self, every: list[Model], batch: int, tokens: int, number: int) -> list[Model]:
        """Return the models that are timed at an input in a round."""
        if (batch, tokens) in SELDOM and number % 2 == 0:
            return []
        fit = [model for model in every if tokens <= model.longest]
        heavy = (batch, tokens) == HEAVY and number % 2 == 1
        return [model for model in fit if heavy or not model.heavy]


Place = tuple[int, int, int]
"""A round, and the batch and tokens of its input."""


def settings(pattern: str = "*", *, threads: int | None = None) -> list[Setting]:
    """Return the settings in their order, those of one thread first, that a pattern names."""
    every, short = ((1, 32), (1, 128), (1, 256), (1, 512)), ((1, 32), (1, 128))
    found = [Setting("onnxruntime", bits, 1, every) for bits in files.BITS]
    found += [Setting(runtime, 32, 1, short) for runtime in ("pytorch", "openvino")]
    if (threads := threads or len(os.sched_getaffinity(0))) > 1:
        found += [Setting("onnxruntime", bits, threads, every) for bits in files.BITS]
    found += [Setting("onnxruntime", bits, threads, ((16, 128),)) for bits in files.BITS]
    chosen = [each for each in found if fnmatch(each.name, pattern)]
    if not chosen:
        names = ", ".join(each.name for each in found)
        raise UsageError(f"setting {pattern!r} is unknown; use one of {names}")
    return chosen


def groups(every: list[Model]) -> list[list[Model]]:
    """Return the models that are loaded together: of like memory, BERT-base among each.

    The rounds of the first are 0 to 3, those of the second 4 to 7.
    """
    base = [model for model in every if model.key == BASE]
    rest = sorted((each for each in every if each not in base), key=lambda each: each.weights)
    return [base + rest[start::GROUPS] for start in range(GROUPS) if rest[start::GROUPS]]


def missing(
    setting: Setting, process: int, read: list[dict], group: list[Model], first: int = 0
) -> list[Place]:
    """Return the rounds, from `first` on, and inputs of a portion that are not read yet."""
    own, done = [str(process), setting.runtime, str(setting.bits), str(setting.threads)], {}
    for row in read:
        if [row["process"], row["runtime"], row["bits"], row["threads"]] == own:
            place = int(row["round"]), int(row["batch"]), int(row["tokens"])
            done.setdefault(place, set()).add(row["row"])
    return [
        (number, *one)
        for number in range(first, first + ROUNDS)
        for one in setting.inputs
        if {model.key for model in setting.of(group, *one, number)}
        - done.get((number, *one), set())
    ]


def portions(
    every: list[Model], chosen: list[Setting], processes: int = PROCESSES
) -> Iterator[tuple[int, Setting, list[Model], int]]:
    """Return process, setting, models and first round of each portion.

    All settings have a process before any has its second.
    """
    for process in range(processes):
        for setting in chosen:
            for number, group in enumerate(groups(every)):
                yield process, setting, group, number * ROUNDS


def run_all(
    every: list[Model], chosen: list[Setting], folder: Path, *, processes: int, until: float, tell
) -> bool:
    """Run each portion that is not read yet; return whether all are, else the time is up."""
    for process, setting, group, first in portions(every, chosen, processes):
        read = readings.read(folder / "readings.csv")
        places = missing(setting, process, read, group, first)
        if not places:
            continue
        if time.time() > until:
            return False
        began = time.time()
        in_child(run, group, setting, process, places, folder, until)
        rounds = f"rounds {first + 1} to {first + ROUNDS}"
        tell(f"{setting.name}, process {process + 1}, {rounds}: {time.time() - began:.0f} s")
    return time.time() < until


def in_child(function: Callable, *arguments, **named) -> None:
    """Call a function in a process of its own, which gives back all its memory."""
    how = {"target": _ended, "args": (function, arguments, named)}
    child = multiprocessing.get_context("spawn").Process(**how)
    child.start()
    child.join()
    if child.exitcode:
        what = f"a process ended with {child.exitcode}; see above"
        raise UserError(f"{what} (-9: memory was short), and start again to go on")


def _ended(function: Callable, arguments: tuple, named: dict) -> None:
    """Call a function; a user's error ends the process with one line."""
    try:
        function(*arguments, **named)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(error.status)


def run(every, setting: Setting, process: int, places: list[Place], folder: Path, until) -> None:
    """Load all models and read the rounds of a portion, in this process."""
    draw, needed = random.Random(f"{setting.name} {process}"), {}
    for number, *one in places:
        needed |= {model.key: model for model in setting.of(every, *one, number)}
    order = draw.sample(list(needed), len(needed))  # who is loaded first has a place of its own
    calls = {key: load(needed[key], setting, folder / "onnx") for key in order}
    least = min([files.WORDS, *(model.shape.vocabulary for model in needed.values())])
    last: dict[tuple, float] = {}
    for number in sorted({number for number, *_ in places}):
        inputs = [tuple(one) for at, *one in places if at == number]
        for batch, tokens in draw.sample(inputs, len(inputs)):
            if time.time() > until:
                return
            of = {model.key: calls[model.key] for model in setting.of(every, batch, tokens, number)}
            about = {"process": process, "runtime": setting.runtime, "bits": setting.bits}
            about |= {"threads": setting.threads, "batch": batch, "tokens": tokens}
            rows = [
                about
                | {"round": number, "row": key, "wall": f"{wall:.4g}", "processor": f"{cpu:.4g}"}
                for key, wall, cpu in one_round(of, files.words(batch, tokens, least), draw, last)
            ]
            readings.append(folder / "readings.csv", readings.READ, rows)


def load(model: Model, setting: Setting, folder: Path) -> Callable:
    """Return what runs a model in a setting."""
    if setting.runtime == "pytorch":
        return runtimes.pytorch(model, threads=setting.threads)
    make = {"onnxruntime": runtimes.onnxruntime, "openvino": runtimes.openvino}[setting.runtime]
    return make(files.path(folder, model.key, setting.bits), threads=setting.threads)


def one_round(calls: dict[str, Callable], data: dict, draw: random.Random, last: dict) -> Iterator:
    """Read all in an order drawn anew: the name, and milliseconds by both clocks.

    `last` holds the seconds of each call so far; one that is short or new is made once untimed.
    """
    gc.disable()
    try:
        for key in draw.sample(list(calls), len(calls)):
            call, known = calls[key], (key, data["input_ids"].shape)
            if last.get(known, 0) < SHORT:
                call(data)
            wall, processor = reading(partial(call, data))
            last[known] = wall
            yield key, 1000 * wall, 1000 * processor
    finally:
        gc.enable()


def reading(
    call: Callable[[], object],
    *,
    wall: Callable[[], float] = time.perf_counter,
    processor: Callable[[], float] = time.process_time,
) -> tuple[float, float]:
    """Return the seconds of a call by both clocks: medians of calls that fill `LEAST`."""
    walls, processors = [], []
    while sum(walls) < LEAST and len(walls) < 50:
        began, before = wall(), processor()
        call()
        walls.append(wall() - began)
        processors.append(processor() - before)
    return median(walls), median(processors)
