"""Whether what was expected of equal budgets holds, on the tasks that are run so far."""

from collections.abc import Callable

import pandas as pd
from scipy import stats

from smallbert.compare.uncertainty import LEVEL
from smallbert.memo import cached
from smallbert.works.compress.budgets import (
    ALIKE,
    KEYS_OF_TRIES,
    OF_SECOND,
    best_so_far,
    budget_losses,
    budget_protocol,
    budget_scores,
    budget_tasks,
    common_pairs,
    equal_fits,
)
from smallbert.works.compress.expectations import (
    ANSWERS_IN_ORDER,
    Triple,
    arms_combined,
    combined_value,
    condition_answer,
)
from smallbert.works.compress.runs import arm_scores, arms, bootstrap_interval, read_table
from smallbert.works.compress.words import BUDGET_TITLES, value_in_words

DAMAGED = 3
"""Points from which on an arm counts as damaged, by the prediction about tries."""

HARDLY_LEARNED = 53
"""Score [%] below which an arm has not learned word order, by the prediction about it."""


def expected_of_budgets() -> dict[str, str]:
    """Return what was expected before what it is about was fitted, by its id."""
    return {each["id"]: each["says"].strip() for each in budget_protocol()["hypotheses"]}


@cached
def budget_answers() -> pd.DataFrame:
    """Return ``what`` each condition measures, what was ``found`` and on which ``tasks``.

    It is the mean over the tasks that all its arms have at a seed. The statement's ``answer`` is
    holds, fails or cannot tell; it cannot tell as long as one of its conditions has no task.
    """
    table = read_table("budget_conditions")
    lines = {}
    for condition in table.itertuples():
        of = tasks_of_condition(condition.combination)
        value = budget_value(condition.combination, of=of) if of else None
        answer = condition_answer(condition, value) if value else "cannot tell"
        found = value_in_words(*value) if value else "too few" if of else "not run"
        named = ", ".join(BUDGET_TITLES[task].lower() for task in of)
        lines[condition.Index] = (found, named, ANSWERS_IN_ORDER.index(answer))
    table[["found", "tasks", "rank"]] = pd.DataFrame.from_dict(lines, "index")
    worst = table.groupby("statement")["rank"].transform("min")
    return table.drop(columns="rank").assign(answer=worst.map(ANSWERS_IN_ORDER.__getitem__))


def tasks_of_condition(combination: str) -> tuple[str, ...]:
    """Return the tasks that all arms of a condition have at one seed.

    A measure is of all arms. If it names tasks, it needs all of them: what was expected of three
    tasks is not decided by one.
    """
    name, *named_tasks = combination.split()
    if name == "encoder_agreement":
        return tuple(
            task
            for task in named_tasks
            if common_pairs(["baseline", *ALIKE], [OF_SECOND[task]])
            and common_pairs(["baseline", *ALIKE.values()], [task])
        )
    is_measure = name in MEASURES
    of_first = equal_fits()[~equal_fits()["task"].isin([*OF_SECOND])]
    compared = of_first["arm"].unique() if is_measure else arms_combined(combination)
    run = [task for task in budget_tasks() if common_pairs(["baseline", *compared], [task])]
    if is_measure and named_tasks:
        return tuple(named_tasks) if {*named_tasks} <= {*run} else ()
    return tuple(run)


def budget_value(combination: str, *, of: tuple[str, ...]) -> Triple | None:
    """Return what a condition is about, with its interval: a sum of scores, or a measure.

    None where a measure has too few arms to compare.
    """
    if (name := combination.split()[0]) in MEASURES:
        return MEASURES[name](of=of)
    return combined_value(combination, lambda names: budget_scores(names, of=of))


def lowest_dev(*, of: tuple[str, ...]) -> Triple:
    """Return the lowest score of the baseline's fits on the development rows [%]."""
    fits_of_baseline = equal_fits().query("arm == 'baseline' and task in @of")
    return (float(fits_of_baseline["dev"].min()),) * 3


def arms_below(*, of: tuple[str, ...]) -> Triple:
    """Return how many arms score below `HARDLY_LEARNED` on the tests."""
    return (float((budget_losses(of=of)["score"] < HARDLY_LEARNED).sum()),) * 3


def grid_agreement(*, of: tuple[str, ...]) -> Triple:
    """Return how alike equal budgets and the grid rank the losses of the arms of both: Spearman's.

    The interval is over the samples of both, as `rank_agreement` has it.
    """
    both = [name for name in budget_losses(of=of).index if name in arms().index]
    equal = budget_scores(["baseline", *both], of=of)
    return rank_agreement(equal, arm_scores(["baseline", *both], of=of))


def encoder_agreement(*, of: tuple[str, ...]) -> Triple:
    """Return how alike two encoders rank the losses of their arms, as `grid_agreement` does."""
    (task,) = of
    first = budget_scores(["baseline", *ALIKE], of=(OF_SECOND[task],))
    second = budget_scores(["baseline", *ALIKE.values()], of=of)
    return rank_agreement(first, second.set_axis(first.columns, axis=1))


def rank_agreement(*of_two: pd.DataFrame) -> Triple:
    """Return Spearman's correlation of the losses behind two frames of the same arms' scores.

    Whatever is drawn anew ranks less alike than what was measured, so the samples' distances from
    it count in both directions: the interval holds the plain one and that of the basic bootstrap.
    """
    losses = [scores.drop(columns="baseline").rsub(scores["baseline"], axis=0) for scores in of_two]
    ranks = [points.rank(axis=1) for points in losses]
    measured, low, high = bootstrap_interval(ranks[0].corrwith(ranks[1], axis=1))
    return measured, min(low, 2 * measured - high), min(max(high, 2 * measured - low), 1.0)


@cached
def gains_of_tries() -> pd.DataFrame:
    """Return what the best of three tries gains over the first [dev points], by arm and task."""
    best = best_so_far().groupby([*KEYS_OF_TRIES, "tries"])["dev"].last().unstack()
    return (best[3] - best[1]).rename("gained").reset_index()


def gain_of_damaged(*, of: tuple[str, ...]) -> Triple | None:
    """Return how much more tries gain where over `DAMAGED` points are lost; interval by Welch.

    None where fewer than two arms have lost as much, or as little.
    """
    gained, losses = gains_of_tries(), budget_losses(of=of)["lost"]
    gained = gained[gained["task"].isin(of)].groupby("arm")["gained"].mean().reindex(losses.index)
    damaged = losses > DAMAGED
    if min(damaged.sum(), (~damaged).sum()) < 2:
        return None
    test = stats.ttest_ind(gained[damaged], gained[~damaged], equal_var=False)
    low, high = test.confidence_interval(LEVEL)
    return float(gained[damaged].mean() - gained[~damaged].mean()), float(low), float(high)


MEASURES: dict[str, Callable[..., Triple | None]] = {
    "lowest_dev": lowest_dev,
    "arms_below": arms_below,
    "grid_agreement": grid_agreement,
    "encoder_agreement": encoder_agreement,
    "gain_of_damaged": gain_of_damaged,
}
"""The measures that ``budget_conditions.csv`` names with their tasks, which are no sums."""
