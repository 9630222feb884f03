"""How far a score may be off: its digits, its reading, the size of its task, the runs."""

import math
from pathlib import Path

import numpy as np
import pandas as pd

from smallbert import paths
from smallbert.data import sources, vocabulary
from smallbert.paths import cached

ERRORS = {
    "digits": "half of the last digit printed",
    "reading": "half-width of a reading by eye",
    "sampling": "one standard deviation over other examples of the task",
    "runs": "one standard deviation over runs of the training, where a source reports it",
    "error": "one standard deviation, all of these together",
}
"""What may move a score, in points."""

CORRELATIONS = ("matthews", "spearman", "pearson")


def _file() -> Path:
    return paths.data() / "vocabulary" / "task_sizes.csv"


@cached
def task_sizes() -> pd.Series:
    """Return the number of examples of each task's sets, by task and split."""
    return sources.read_csv(_file()).set_index(["task", "split"])["examples"].astype(int)


def sampling_error(score: float, *, task: str, metric: str, split: str) -> float:
    """Return the standard deviation that the size of a task's set gives a score.

    Parameters
    ----------
    score : float
        In per cent.
    task, metric, split : str
        Where neither test nor dev is known, the smaller of the two sets counts.

    Returns
    -------
    float
        In points; NaN where the size of the set is not known.

    Notes
    -----
    A share of right answers p over n examples: ``100·√(p(1 − p)/n)`` (binomial). For SQuAD's F1,
    a mean of shares between 0 and 1, this is the most that it can be; for the F1 of a class it is
    rough. A correlation r: ``100·(1 − r²)/√(n − 1)`` (large n). An average over tasks: as if each
    task had that score, ``√(Σ sᵢ²)/k``. Two models judged on the same examples err alike, so
    their difference is surer than two such errors together say.
    """
    if task in AVERAGES:
        parts = [
            sampling_error(score, task=each, metric="accuracy", split=split)
            for each in AVERAGES[task]
        ]
        return math.sqrt(sum(part**2 for part in parts)) / len(parts)
    n, p = _examples(task, split), min(max(score / 100, 0), 1)
    if n is None:
        return math.nan
    if metric in CORRELATIONS:
        return 100 * (1 - p**2) / math.sqrt(n - 1)
    return 100 * math.sqrt(p * (1 - p) / n)


SIX = ("sst-2", "mrpc", "qqp", "mnli-m", "qnli", "rte")
AVERAGES = {"glue-6": SIX, "glue-8": (*SIX, "cola", "sts-b")}
AVERAGES["glue"] = AVERAGES["glue-8"]
AVERAGES["glue-9"] = (*AVERAGES["glue-8"], "wnli")
"""The tasks behind an average; one that does not say which is taken to leave WNLI out."""


def _examples(task: str, split: str) -> int | None:
    """Return the size of a task's set; the smaller one where the split is not known."""
    sizes = _sizes_by_task().get(task, {})
    return sizes.get(split, min(sizes.values(), default=None))


@cached
def _sizes_by_task() -> dict[str, dict[str, int]]:
    sizes = task_sizes()
    return {task: sizes[task].to_dict() for task in sizes.index.levels[0]}


def add(scores: pd.DataFrame) -> pd.DataFrame:
    """Add the columns `ERRORS` to scores.

    Parameters
    ----------
    scores : pandas.DataFrame
        With score, half_width, origin, task, metric, sd, n and set (the split as far as it is
        known).

    Notes
    -----
    ``error = √(digits²/3 + reading²/3 + sampling² + runs²)``: what is uniform within ± h has the
    standard deviation h/√3. What is not known counts as nothing: where a source prints no spread
    over runs, ``runs`` is missing and the error is too small by it. The mean of n runs is off by
    their standard deviation over √n; with no n it is taken as one run.
    """
    read = scores["origin"].eq("digitised")
    places = zip(scores["score"], scores["task"], scores["metric"], scores["set"], strict=True)
    parts = scores.assign(
        digits=scores["half_width"].mask(read, 0.0),
        reading=scores["half_width"].where(read, 0.0),
        sampling=[sampling_error(a, task=b, metric=c, split=d) for a, b, c, d in places],
        runs=scores["sd"] / np.sqrt(scores["n"].fillna(1)),
    )
    return parts.assign(error=combined(parts))


def standard_errors(tidy: pd.DataFrame) -> pd.Series:
    """Return one standard deviation of each result, as far as examples and runs tell it.

    Parameters
    ----------
    tidy : pandas.DataFrame
        Of `smallbert.data.results`.

    Returns
    -------
    pandas.Series
        In the result's unit: ``√(sampling² + runs²)``, both as `add` has them; of what is no score
        the second alone; missing where neither is known.
    """
    places = zip(tidy["value"], tidy["task"], tidy["metric"], tidy["split"], strict=True)
    sampling = pd.Series(
        [
            sampling_error(a, task=b, metric=c, split=d) if c in vocabulary.scores() else math.nan
            for a, b, c, d in places
        ],
        index=tidy.index,
    )
    parts = pd.DataFrame({"sampling": sampling, "runs": tidy["sd"] / np.sqrt(tidy["n"].fillna(1))})
    return np.sqrt((parts**2).sum(axis=1, min_count=1))


def combined(scores: pd.DataFrame) -> pd.Series:
    """Return one standard deviation from the columns of the single errors; see `add`."""
    even = (scores[["digits", "reading"]] ** 2).sum(axis=1) / 3
    return np.sqrt(even + (scores[["sampling", "runs"]] ** 2).sum(axis=1))
