"""How sure the models of equal budgets are of their answers, and whether that is justified."""

import numpy as np
import pandas as pd

from smallbert.memo import cached
from smallbert.works.compress.budgets import answers_of_fits, common_pairs, equal_fits
from smallbert.works.compress.runs import (
    bits_of_answers,
    bootstrap_interval,
    drawn_means,
    mean_scores,
)

BINS = 15
"""Equally wide ranges of probabilities in which answers are counted, as Guo et al. (2017) do."""


@cached
def right_and_sure(task: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return whether each answer is right (0 or 1), and its probability (0 to 1).

    Both have a line an item of the task's own test, and a column an arm and pair.
    """
    rows = answers_of_fits(task)
    right = {fit: bits_of_answers(row) for fit, row in rows.items()}
    digits = {fit: bytes.fromhex(row.confidence) for fit, row in rows.items()}
    sure = {fit: np.frombuffer(each, np.uint8) / 255 for fit, each in digits.items()}
    return pd.DataFrame(right), pd.DataFrame(sure)


def calibration_error(right: pd.Series, sure: pd.Series) -> float:
    """Return the expected calibration error of answers [points].

    Within each of `BINS` ranges of probability, mean probability and share of right answers differ
    by so much; the mean is over the answers.

    Examples
    --------
    >>> calibration_error(pd.Series([1, 0, 1, 1]), pd.Series([0.8, 0.8, 1, 1]))
    15.0
    """
    apart = (sure - right).groupby(np.ceil(sure * BINS)).sum().abs()
    return round(100 * float(apart.sum()) / len(right), 9)


@cached
def overconfidence(*, of: tuple[str, ...]) -> pd.DataFrame:
    """Return by how much each arm is surer than right, ``oversure`` [points], with its interval.

    It is the mean probability of its answers less the share of right ones, over tasks and over the
    seeds of the arm; ``error`` is its `calibration_error`.
    """
    answers = [right_and_sure(task) for task in of]
    drawn, lines = [drawn_means(sure - right) for right, sure in answers], {}
    for arm in equal_fits()["arm"].drop_duplicates():
        if pairs := common_pairs([arm], of):
            beyond = bootstrap_interval(mean_scores(drawn, [arm], pairs)[arm])
            fits_of_arm = [(arm, pair) for pair in pairs]
            errors = [
                calibration_error(right[fit], sure[fit])
                for right, sure in answers
                for fit in fits_of_arm
            ]
            lines[arm] = (*beyond, np.mean(errors))
    return pd.DataFrame.from_dict(lines, "index", columns=["oversure", "low", "high", "error"])
