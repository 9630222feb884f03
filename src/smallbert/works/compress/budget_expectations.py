"""Whether what was expected of equal budgets holds, on the tasks that are run so far."""

from collections.abc import Callable

import pandas as pd
from scipy import stats

from smallbert.compare.uncertainty import LEVEL
from smallbert.memo import cached
from smallbert.works.compress.budgets import (
    KEYS_OF_TRIES,
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
from smallbert.works.compress.runs import arm_scores, arms, bootstrap_interval, read_table, tasks
from smallbert.works.compress.words import BUDGET_TITLES, value_in_words

DAMAGED = 3
"""Points from which on an arm counts as damaged, by the prediction about tries."""


def expected_of_budgets() -> dict[str, str]:
    """Return what was expected before any arm was fitted, by its id."""
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
        answer = condition_answer(condition, value) if of else "cannot tell"
        found = value_in_words(*value) if of else "not run"
        named = ", ".join(BUDGET_TITLES[task].lower() for task in of)
        lines[condition.Index] = (found, named, ANSWERS_IN_ORDER.index(answer))
    table[["found", "tasks", "rank"]] = pd.DataFrame.from_dict(lines, "index")
    worst = table.groupby("statement")["rank"].transform("min")
    return table.drop(columns="rank").assign(answer=worst.map(ANSWERS_IN_ORDER.__getitem__))


def tasks_of_condition(combination: str) -> tuple[str, ...]:
    """Return the tasks that all arms of a condition have at one seed; a measure is of all arms."""
    of_all = combination.split()[0] in MEASURES
    named = equal_fits()["arm"].unique() if of_all else arms_combined(combination)
    return tuple(task for task in budget_tasks() if common_pairs(["baseline", *named], [task]))


def budget_value(combination: str, *, of: tuple[str, ...]) -> Triple:
    """Return what a condition is about, with its interval: a sum of scores, or a measure."""
    name, *arguments = combination.split()
    if name in MEASURES:
        return MEASURES[name](*arguments, of=of)
    return combined_value(combination, lambda names: budget_scores(names, of=of))


def rank_correlation(*, of: tuple[str, ...]) -> Triple:
    """Return how alike equal budgets and the grid rank the losses of the arms of both: Spearman's.

    The interval is over the samples of both.
    """
    of = tuple(task for task in of if task in tasks())
    both = [name for name in budget_losses(of=of).index if name in arms().index]
    ranks = [
        drawn[both].rsub(drawn["baseline"], axis=0).rank(axis=1)
        for drawn in (
            budget_scores(["baseline", *both], of=of),
            arm_scores(["baseline", *both], of=of),
        )
    ]
    return bootstrap_interval(ranks[0].corrwith(ranks[1], axis=1))


@cached
def gains_of_tries() -> pd.DataFrame:
    """Return what the best of three tries gains over the first [dev points], by arm and task."""
    best = best_so_far().groupby([*KEYS_OF_TRIES, "tries"])["dev"].last().unstack()
    return (best[3] - best[1]).rename("gained").reset_index()


def gain_of_damaged(*, of: tuple[str, ...]) -> Triple:
    """Return how much more tries gain where over `DAMAGED` points are lost; interval by Welch."""
    gained, losses = gains_of_tries(), budget_losses(of=of)["lost"]
    gained = gained[gained["task"].isin(of)].groupby("arm")["gained"].mean().reindex(losses.index)
    damaged = losses > DAMAGED
    test = stats.ttest_ind(gained[damaged], gained[~damaged], equal_var=False)
    low, high = test.confidence_interval(LEVEL)
    return float(gained[damaged].mean() - gained[~damaged].mean()), float(low), float(high)


MEASURES: dict[str, Callable[..., Triple]] = {
    "rank_correlation": rank_correlation,
    "gain_of_damaged": gain_of_damaged,
}
"""The measures that ``budget_conditions.csv`` names, which are no sums of scores."""
