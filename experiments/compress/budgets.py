"""Equal budgets: how fast to learn a task, then the same tries and steps for every arm.

The dial turns the rate on the baseline at a seed that nothing else uses. Every arm then has three
tries of the rate on the development rows of one seed, for half of the epochs, and is run at the
best of them at further seeds; its start's epochs count, too. One task is done after another, since
each is a comparison of its own, and each fit is recorded when it ends.
"""

import shutil
from collections.abc import Iterator, Sequence
from itertools import product
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

DIAL_SEED, DIAL_RATES = 101, (5e-5, 1e-4, 2e-4, 4e-4)
"""What the dial tries, at a seed that no arm has."""

EPOCHS, TRIED_EPOCHS, LONGER = 4, 2, 8
"""Of a fit and of a try, starts included; the dial says what as many more would gain."""

TRIED_SEED, TRIED = 0, (0.5, 1.0, 2.0)
"""The seed at which each arm tries rates, and by how much these differ from the dial's."""

TASKS = ("sense", "sent", "pair", "order")
"""The tasks, by priority: the last is artificial, and in the grid many arms never learned it."""

ARMS = (
    *("baseline", "post-8", "post-4", "layers-3", "layers-3-logits", "prune-50", "after-50"),
    *("aware-2", "rank-128", "heads-6-neurons-768", "prune-90", "after-90", "movement-90"),
    *("aware-1", "post-16", "prune-70", "after-70", "movement-70", "blocks-50", "movement-50"),
    *("exits", "exit-75", "exit-50", "exit-33"),
)
"""The arms, by priority; the last four are younger than the hypotheses, which are of the others."""

SECOND_ARMS = ("baseline", "post-8", "post-4", "layers-6", "heads-6-neurons-768", "rank-128")
SECOND_ARMS += ("prune-50", "aware-2")
"""Those of the second encoder; six of its twelve layers are half, as three are of the first's."""

SECOND_RATE = 0.5
"""Its middle rate as a share of the first encoder's: at twice that, nothing was learned."""


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


def dial(engine: Engine, done: Record, task: str) -> bool:
    """Fine-tune the baseline at each rate and both lengths; say if all is done."""
    recipes = product(DIAL_RATES, (TRIED_EPOCHS, EPOCHS))
    fits = [Fit("dial", "baseline", task, DIAL_SEED, Recipe(*recipe)) for recipe in recipes]
    return run_fits(engine, done, fits)


def arms_of(task: str) -> tuple[str, ...]:
    """Return the arms of a task, by priority."""
    return SECOND_ARMS if task in tasks.OF_SECOND else ARMS


def dialled_rate(done: Record, task: str) -> float:
    """Return at which rate the baseline's dev score of a task is best; of two alike, the lower."""
    scores = {
        float(row["rate"]): float(row["dev"])
        for row in done.tables["fits"].values()
        if (row["stage"], row["task"], int(row["epochs"])) == ("dial", task, EPOCHS)
    }
    return max(sorted(scores), key=scores.get)


def equal(engine: Engine, done: Record, task: str, *, seeds: int, wanted: Sequence[str]) -> bool:
    """Turn the dial, try rates for each arm, and run it at the best; say if all is done.

    The second encoder has the dial of the first one, at `SECOND_RATE`.
    """
    dialled = tasks.OF_SECOND.get(task, task)
    if not dial(engine, done, dialled):
        return False
    middle = dialled_rate(done, dialled) * (1 if dialled == task else SECOND_RATE)
    wanted = [*dict.fromkeys(("baseline", *(wanted or arms_of(task))))]
    if middle in (DIAL_RATES[0], DIAL_RATES[-1]):
        engine.tell(f"{task}: rate {middle:g} is on the edge of the dial's; tries go beyond it")
    longer = Fit("dial", "baseline", task, DIAL_SEED, Recipe(middle, LONGER))
    taught = [name for name in wanted if find(name).teacher]
    # a teacher has the baseline's own best rate, so whoever needs one tries after it
    for group in ([name for name in wanted if name not in taught], taught):
        fits = []
        for name, factor in product(group, TRIED):
            recipe = Recipe(middle * factor, TRIED_EPOCHS, teacher_rate(done, name, task))
            fits.append(Fit("try", name, task, TRIED_SEED, recipe))
        # those without a teacher leave the models that teach
        if not run_fits(engine, done, fits, keep=True):
            return False
    for folder in done.models.glob(f"{task}-{TRIED_SEED}-*"):
        shutil.rmtree(folder)
    fits = [longer] if dialled == task else []
    for seed, name in product(range(1, seeds + 1), wanted):
        rate = best_tried_rate(done, name, task)
        recipe = Recipe(rate, EPOCHS, teacher_rate(done, name, task))
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
        call = run_of(find(fit.arm), fit.task)
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
        record_answers(done, fit.key, outcome, table="fit_answers")
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
