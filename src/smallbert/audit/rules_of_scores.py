"""Rules for averages of scores and for differences between them."""

from collections.abc import Mapping, Sequence
from statistics import median_low

from smallbert.audit.interval import Interval, mean
from smallbert.audit.rule_inputs import NONE, MissingError, Numbers, Result, recomputes

META_TASKS = {
    "SST-2": ("sst-2-accuracy",),
    "MRPC": ("mrpc-f1", "mrpc-accuracy"),
    "QQP": ("qqp-f1", "qqp-accuracy"),
    "MNLI": ("mnli-m-accuracy", "mnli-mm-accuracy"),
    "QNLI": ("qnli-accuracy",),
    "RTE": ("rte-accuracy",),
}
"""The tasks of Turc et al.'s meta score and the metrics of each."""

GLUE_TASKS = META_TASKS | {
    "CoLA": ("cola-matthews",),
    "STS-B": ("sts-b-pearson", "sts-b-spearman"),
    "WNLI": ("wnli-accuracy",),
}
"""The nine tasks of the GLUE leaderboard and the metrics of each (Wang et al. 2018)."""


@recomputes("average-drop")
def average_drop(numbers: Numbers, result: Result, *, over: Sequence[str]) -> Interval:
    """Recompute the average as the mean change of the tasks that the row reports.

    A change is the row's score less that of its baseline.
    """
    if result.is_baseline:
        return Interval.around(0)
    reported = [score for score in over if result.beside(score) in numbers]
    if not reported:
        raise MissingError("the row reports no task")
    baseline = result.label("baseline")
    before = numbers.all(result.beside(score, row=baseline) for score in reported)
    after = numbers.all(result.beside(score) for score in reported)
    return mean([score - base for score, base in zip(after, before, strict=True)])


@recomputes("change")
def change(numbers: Numbers, result: Result) -> Interval:
    """Recompute the change as the score less that of the unpruned model.

    Each row implies the unpruned model's score, its own less its change, and all must imply the
    same. The median of those that the other rows imply is taken for it.
    """
    changes = [
        number
        for number in numbers.works[result.source]
        if (number.place, number.quantity) == (result.place, result.quantity)
        and number.row != result.row
    ]
    bases = [
        numbers.number(_score_before_bracket(numbers, bracket)) - numbers.number(bracket.id)
        for bracket in changes
    ]
    if not bases:
        raise MissingError("no other row implies the unpruned model's score")
    # a wrong row moves no median, and the low one is itself implied, so it has a range
    middle = median_low([round(base.value, 6) for base in bases])
    base = next(base for base in bases if round(base.value, 6) == middle)
    return numbers.number(_score_before_bracket(numbers, result)) - base


def _score_before_bracket(numbers: Numbers, bracket: Result) -> str:
    """Return the id of the score that stands before a bracket."""
    for metric in ("accuracy", "f1", "score", "exact-match"):
        if (id := bracket.beside(f"{bracket.task}-{metric}")) in numbers:
            return id
    raise MissingError(f"there is no score before the bracket of {bracket.task}")


@recomputes("average")
def meta_score(numbers: Numbers, result: Result) -> Interval:
    """Recompute the meta score as the mean over six tasks.

    The two metrics of a task, and the two halves of MNLI, are averaged first.
    """
    return _over_tasks(numbers, result, META_TASKS)


@recomputes("average")
def glue_score(numbers: Numbers, result: Result) -> Interval:
    """Recompute the leaderboard's GLUE score as the mean over nine tasks, WNLI among them.

    The two metrics of a task, and the two halves of MNLI, are averaged first.
    """
    return _over_tasks(numbers, result, GLUE_TASKS)


def _over_tasks(numbers: Numbers, result: Result, tasks: Mapping[str, Sequence[str]]) -> Interval:
    # asked of all first, so that a reader is told everything that is missing
    numbers.all(result.beside(metric) for metrics in tasks.values() for metric in metrics)
    return mean([mean(numbers.all(map(result.beside, metrics))) for metrics in tasks.values()])


@recomputes("average", "score", "accuracy", "f1", "exact-match")
def mean_of(
    numbers: Numbers,
    result: Result,
    *,
    over: Sequence[str],
    counts: Sequence[int] = (),
    without: Mapping = NONE,
) -> Interval:
    """Recompute the average as the mean of the row's scores on the tasks.

    Or of its runs. A score that is itself the mean of several counts that many times, if `counts`
    says so; a row may leave out scores that others count.
    """
    over = [score for score in over if score not in without.get(result.row, ())]
    scores = numbers.all(map(result.beside, over))
    counts = counts or [1] * len(scores)
    return mean([score for score, n in zip(scores, counts, strict=True) for _ in range(n)])


@recomputes("retained-score")
def retained_score(numbers: Numbers, result: Result, *, score: str) -> Interval:
    """Recompute the share as the row's score over its baseline's."""
    base = result.beside(score, row=result.label("baseline"))
    return numbers.number(result.beside(score)) / numbers.number(base) * 100


@recomputes("drop")
def drop(numbers: Numbers, result: Result, *, score: str, before: str) -> Interval:
    """Recompute the drop in points as the score before less the score after."""
    return numbers.number(result.beside(before)) - numbers.number(result.beside(score))


@recomputes("relative-drop")
def relative_drop(numbers: Numbers, result: Result, *, score: str, before: str = "") -> Interval:
    """Recompute the drop in per cent as 1 minus the ratio of the score to its baseline's."""
    # a score before, in the same row, may be the baseline's
    base = result.beside(before) if before else result.beside(score, row=result.label("baseline"))
    kept = numbers.number(result.beside(score)) / numbers.number(base)
    return (Interval.around(1) - kept) * 100
