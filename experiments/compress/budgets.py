"""Equal budgets: how fast and how long to learn, then the same tries and steps for every arm.

The dial turns rate and length on the baseline at seeds that nothing else uses. Every arm then has
three tries of the rate on the development rows of one seed, at so many epochs in all, those of its
start included, and is run at the best of them at further seeds. Each fit is recorded when it ends.
"""

import shutil
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from safetensors.numpy import save_file

from experiments.compress import tasks
from experiments.compress.arms import STARTS, find
from experiments.compress.jobs import Job
from experiments.compress.lab import Outcome
from experiments.compress.record import Record
from experiments.compress.running import Engine, record_answers, run_of, size
from experiments.compress.training import Recipe
from smallbert import paths
from smallbert.errors import UserError

BUDGET_TABLES = ("machines", "answers", "curves", "fits")
"""Tables of `record` that the stages write."""

DIAL_RATES, DIAL_EPOCHS = (5e-5, 1e-4, 2e-4, 4e-4), (2, 4, 8)
"""What the dial tries."""

FIRST_SEED = 101
"""From which the dial counts its seeds, which no arm has."""

ENOUGH = 0.5
"""Points of the mean dev score that twice the epochs must gain, or the shorter length is taken."""

TRIED_SEED, TRIED = 0, (0.5, 1.0, 2.0)
"""The seed at which each arm tries rates, and by how much these differ from the dial's."""

ARMS = (
    *("baseline", "post-8", "post-4", "layers-3", "layers-3-logits", "prune-50", "after-50"),
    *("aware-2", "rank-128", "heads-6-neurons-768", "prune-90", "after-90", "movement-90"),
    *("aware-1", "post-16", "prune-70", "after-70", "movement-70", "blocks-50", "movement-50"),
    *("exits", "exit-75", "exit-50", "exit-33"),
)
"""The arms, by priority; the last four are younger than the hypotheses, which are of the others."""


class Fit(NamedTuple):
    """An arm made by a recipe on a task, at a seed."""

    stage: str  # dial, try or equal
    arm: str
    task: str
    seed: int
    recipe: Recipe

    @property
    def key(self) -> str:
        """Name of its row."""
        return f"{self.task}-{self.seed}-{self.recipe.rate:g}-{self.recipe.epochs}-{self.arm}"

    def needed(self) -> Iterator["Fit"]:
        """Yield the fits whose models it takes."""
        arm = find(self.arm)
        if arm.start not in STARTS:
            yield self._replace(arm=arm.start)
        if arm.teacher or arm.selection == "lottery":
            yield self._replace(arm="baseline", recipe=self.recipe.of_teacher())


def dial(engine: Engine, done: Record, names: Sequence[str], seeds: int) -> bool:
    """Fine-tune the baseline at each rate and length; say if all is done."""
    fits = [
        Fit("dial", "baseline", task, FIRST_SEED + number, Recipe(rate, epochs))
        for number, epochs, rate, task in product(range(seeds), DIAL_EPOCHS, DIAL_RATES, names)
    ]
    return run_fits(engine, done, fits)


def chosen(done: Record) -> Recipe:
    """Return the shortest length after which the best rate gains too little, and that rate."""
    found: dict[Recipe, list[float]] = {}
    for row in done.tables["fits"].values():
        if row["stage"] == "dial" and row["task"] in tasks.MAKERS:
            recipe = Recipe(float(row["rate"]), int(row["epochs"]))
            found.setdefault(recipe, []).append(float(row["dev"]))
    counts = {len(scores) for scores in found.values()}
    if len(found) < len(DIAL_RATES) * len(DIAL_EPOCHS) or len(counts) > 1:
        raise UserError("the dial is not complete on this machine; run experiments.compress dial")
    means = {recipe: sum(scores) / len(scores) for recipe, scores in found.items()}
    best = [max((Recipe(rate, each) for rate in DIAL_RATES), key=means.get) for each in DIAL_EPOCHS]
    for shorter, longer in pairwise(best):
        if means[longer] - means[shorter] < ENOUGH:
            return shorter
    return best[-1]


def equal(
    engine: Engine,
    done: Record,
    names: Sequence[str],
    *,
    seeds: int,
    wanted: Sequence[str],
) -> bool:
    """Try rates for each arm, and run it at the best at further seeds; say if all is done."""
    middle, wanted = chosen(done), [*dict.fromkeys(("baseline", *wanted))]
    rates = [middle.rate * factor for factor in TRIED]
    if middle.rate in (DIAL_RATES[0], DIAL_RATES[-1]):
        engine.tell(f"the rate {middle.rate:g} is on the edge of the dial's; tries go beyond it")
    taught = [name for name in wanted if find(name).teacher]
    # a teacher has the baseline's own best rate, so whoever needs one tries after it
    for group in ([name for name in wanted if name not in taught], taught):
        fits = []
        for name, task, rate in product(group, names, rates):
            recipe = Recipe(rate, middle.epochs, teacher_rate(done, name, task))
            fits.append(Fit("try", name, task, TRIED_SEED, recipe))
        # those without a teacher leave the models that teach
        if not run_fits(engine, done, fits, keep=True):
            return False
    for folder in done.models.glob(f"*-{TRIED_SEED}-*"):
        shutil.rmtree(folder)
    fits = []
    for seed, name, task in product(range(1, seeds + 1), wanted, names):
        rate = best_tried_rate(done, name, task)
        recipe = Recipe(rate, middle.epochs, teacher_rate(done, name, task))
        fits.append(Fit("equal", name, task, seed, recipe))
    return run_fits(engine, done, fits)


def best_tried_rate(done: Record, arm: str, task: str) -> float:
    """Return the rate at which an arm's try had the best dev score; of two alike, the lower."""
    tries = [
        (float(row["dev"]), -float(row["rate"]))
        for row in done.tables["fits"].values()
        if row["stage"] == "try" and (row["arm"], row["task"]) == (arm, task)
    ]
    return -max(tries)[1]


def teacher_rate(done: Record, arm: str, task: str) -> float:
    """Return the rate of an arm's teacher; 0, where it has none."""
    return best_tried_rate(done, "baseline", task) if find(arm).teacher else 0.0


def run_fits(engine: Engine, done: Record, wanted: Sequence[Fit], *, keep: bool = False) -> bool:
    """Run the fits that are not recorded yet, and those that they need; say if all is done."""
    fits: dict[str, Fit] = {}
    for fit in wanted:
        chain = [fit]
        for each in chain:
            chain += each.needed()
        for each in reversed(chain):
            fits.setdefault(each.key, each)
    due = {key: fit for key, fit in fits.items() if not is_known(done, fit)}
    jobs = []
    for key, fit in due.items():
        done.code(fit.arm, fit.task)  # now, since whoever edits this code meanwhile changes no fit
        tests = fit.stage == "equal"
        place = engine.place(done, fit.task, fit.seed, fit.recipe)
        needs = frozenset(each.key for each in fit.needed())
        long = size(find(fit.arm), fit.task, fit.recipe.epochs, tests=tests)
        call = run_of(find(fit.arm))
        jobs.append(Job(key, call, (fit.arm, place, tests, True), needs, long))

    def ended(key: str, outcome: Outcome) -> str:
        record_fit(done, due[key], outcome)
        return f"{key:40} dev {outcome.cells['dev']:>6} % {outcome.cells['seconds']:>5} s"

    return engine.do(jobs, ended, keep=keep)


def is_known(done: Record, fit: Fit) -> bool:
    """Return whether a fit is recorded, with the same teacher."""
    row = done.tables["fits"].get(fit.key)
    return bool(row) and row["teacher_rate"] == _cell(fit.recipe.teacher_rate)


def record_fit(done: Record, fit: Fit, outcome: Outcome) -> None:
    """Record a fit: its row, its curve, and at the seeds that count its answers and scores."""
    for point in outcome.curve:
        row = {"run": fit.key, "step": point.step, "loss": f"{point.loss:.4f}"}
        done.add("curves", f"{fit.key}-{point.step}", row | {"dev": f"{point.dev:.2f}"})
    if fit.stage == "equal":
        record_answers(done, fit.key, outcome)
        path = done.folder / "scores" / f"{fit.key}.safetensors"
        path.parent.mkdir(exist_ok=True)
        begun = paths.staged(path)
        save_file(outcome.scores, begun)
        begun.replace(path)
    about = {"stage": fit.stage, "arm": fit.arm, "task": fit.task, "seed": fit.seed}
    about |= {"rate": f"{fit.recipe.rate:g}", "epochs": fit.recipe.epochs}
    about |= {"teacher_rate": _cell(fit.recipe.teacher_rate)}
    done.add("fits", fit.key, about | outcome.cells)


def _cell(teacher_rate: float) -> str:
    return f"{teacher_rate:g}" if teacher_rate else ""
