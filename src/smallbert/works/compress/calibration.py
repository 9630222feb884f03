"""How sure the models of equal budgets are of their answers, and whether that is justified."""

import numpy as np
import pandas as pd

from smallbert.memo import cached
from smallbert.works.compress.budgets import common_pairs, equal_fits
from smallbert.works.compress.runs import (
    HOME_TEST,
    bits_of_answers,
    bootstrap_interval,
    drawn_means,
    mean_scores,
    read_table,
)

BINS = 15
"""Equally wide ranges of probabilities in which answers are counted, as Guo et al. (2017) do."""


@cached
def answers_with_confidence(task: str) -> pd.DataFrame:
    """Return ``right`` (0 or 1) and the probability ``sure`` (0 to 1) of each answer of a task.

    A line an item of its own test, arm and pair.
    """
    equal, answers = equal_fits(), read_table("fit_answers")
    answers = answers[answers["test"].eq(HOME_TEST) & answers["run"].map(equal["task"]).eq(task)]
    parts = {}
    for row in answers.itertuples():
        sure = np.frombuffer(bytes.fromhex(row.confidence), np.uint8) / 255
        key = tuple(equal.loc[row.run, ["arm", "pair"]])
        parts[key] = pd.DataFrame({"right": bits_of_answers(row), "sure": sure})
    return pd.concat(parts, names=["arm", "pair", "item"])


def calibration_error(answers: pd.DataFrame) -> float:
    """Return the expected calibration error of ``right`` and ``sure`` [points].

    Within each of `BINS` ranges of probability, mean probability and share of right answers differ
    by so much; the mean is over the answers.

    Examples
    --------
    >>> calibration_error(pd.DataFrame({"right": [1, 0, 1, 1], "sure": [0.8, 0.8, 1, 1]}))
    15.0
    """
    bins = np.ceil(answers["sure"] * BINS)
    apart = (answers["sure"] - answers["right"]).groupby(bins).sum().abs()
    return round(100 * float(apart.sum()) / len(answers), 9)


@cached
def overconfidence(*, of: tuple[str, ...]) -> pd.DataFrame:
    """Return how much more ``sure`` each arm is than it is right [points], with its interval.

    It is the mean probability of its answers less the share of right ones, over tasks and over the
    seeds of the arm; ``error`` is its `calibration_error`.
    """
    answers = {task: answers_with_confidence(task) for task in of}
    apart = {task: (each["sure"] - each["right"]).unstack([0, 1]) for task, each in answers.items()}
    drawn = [drawn_means(each) for each in apart.values()]
    lines = {}
    for arm in equal_fits()["arm"].drop_duplicates():
        if pairs := common_pairs([arm], of):
            beyond = bootstrap_interval(mean_scores(drawn, [arm], pairs)[arm])
            errors = [
                calibration_error(each.loc[arm, pair])
                for each in answers.values()
                for pair in pairs
            ]
            lines[arm] = (*beyond, np.mean(errors))
    return pd.DataFrame.from_dict(lines, "index", columns=["sure", "low", "high", "error"])
