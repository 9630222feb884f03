"""How far a score may be off: its digits, its reading, the size of its task, the runs."""

import math

import numpy as np
import pandas as pd

from smallbert.data import vocabulary
from smallbert.errors import UserError
from smallbert.paths import cached

SIX = ("sst-2", "mrpc", "qqp", "mnli-m", "qnli", "rte")
AVERAGES = {"glue-6": SIX, "glue-8": (*SIX, "cola", "sts-b")}
AVERAGES["glue"] = AVERAGES["glue-8"]
AVERAGES["glue-9"] = (*AVERAGES["glue-8"], "wnli")
"""The tasks behind an average; one that does not say which is taken to leave WNLI out."""

MEASURES = {
    "score": "score [%]",
    "lost": "change against the baseline [points]",
    "kept": "score kept [% of the baseline's]",
}
"""What each score axis means, drawn so that more is better."""


@cached
def task_sizes() -> pd.Series:
    """Return the number of examples of each task's sets, by task and split."""
    sizes = vocabulary.table("task_sizes").set_index("split", append=True)
    return sizes["examples"].astype(int)


@cached
def _sizes_by_task() -> dict[str, dict[str, int]]:
    sizes = task_sizes()
    return {task: sizes[task].to_dict() for task in sizes.index.levels[0]}


def sampling_error(score: float, *, task: str, metric: str, split: str) -> float:
    """Return the standard deviation that the size of a task's set gives a score [points].

    Where neither test nor dev is known, the smaller set counts; NaN where no size is known.

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
    sizes = _sizes_by_task().get(task, {})
    n, p = sizes.get(split, min(sizes.values(), default=None)), min(max(score / 100, 0), 1)
    if n is None:
        return math.nan
    if metric in ("matthews", "spearman", "pearson"):
        return 100 * (1 - p**2) / math.sqrt(n - 1)
    return 100 * math.sqrt(p * (1 - p) / n)


def _sampling(rows: pd.DataFrame, score: str, split: str) -> list[float]:
    places = zip(rows[score], rows["task"], rows["metric"], rows[split], strict=True)
    return [sampling_error(a, task=b, metric=c, split=d) for a, b, c, d in places]


def add(scores: pd.DataFrame) -> pd.DataFrame:
    """Add what may move a score [points]: digits, reading, sampling, runs, and all as ``error``.

    ``error = √(digits²/3 + reading²/3 + sampling² + runs²)``: what is uniform within ± h has the
    standard deviation h/√3. What is not known counts as nothing: where a source prints no spread
    over runs, ``runs`` is missing and the error is too small by it. The mean of n runs is off by
    their standard deviation over √n; with no n it is taken as one run.
    """
    read = scores["origin"].eq("digitised")
    parts = scores.assign(
        digits=scores["half_width"].mask(read, 0.0),
        reading=scores["half_width"].where(read, 0.0),
        sampling=_sampling(scores, "score", "set"),
        runs=scores["sd"] / np.sqrt(scores["n"].fillna(1)),
    )
    return parts.assign(error=combined(parts))


def combined(scores: pd.DataFrame) -> pd.Series:
    """Return one standard deviation from the columns of the single errors; see `add`."""
    even = (scores[["digits", "reading"]] ** 2).sum(axis=1) / 3
    return np.sqrt(even + (scores[["sampling", "runs"]] ** 2).sum(axis=1))


def standard_errors(tidy: pd.DataFrame) -> pd.Series:
    """Return one standard deviation of each tidy result, as far as examples and runs tell it.

    It is ``√(sampling² + runs²)`` in the result's unit, both as `add` has them; of what is no score
    the second alone; missing where neither is known.
    """
    sampling = pd.Series(_sampling(tidy, "value", "split"), tidy.index, dtype=float)
    sampling = sampling.where(tidy["metric"].isin(vocabulary.scores()))
    parts = pd.DataFrame({"sampling": sampling, "runs": tidy["sd"] / np.sqrt(tidy["n"].fillna(1))})
    return np.sqrt((parts**2).sum(axis=1, min_count=1))


def measured(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return one of `MEASURES` of rows: value, of which more is better, and its error.

    The error of the baseline's score is left out, for rows of one baseline share it.
    """
    if measure not in MEASURES:
        raise UserError(f"measure is {measure!r}; use one of {', '.join(MEASURES)}")
    if measure == "lost":
        return pd.DataFrame({"value": -rows["lost"], "error": rows["error"]})
    scale = 100 / rows["baseline_score"] if measure == "kept" else 1.0
    return pd.DataFrame({"value": rows["score"] * scale, "error": rows["error"] * scale})
