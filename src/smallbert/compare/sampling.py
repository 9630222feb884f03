"""How far a score may be off because a task's set has so many examples and no more."""

import numpy as np
import pandas as pd

from smallbert.data import vocabulary
from smallbert.memo import cached

SIX_TASKS = ("sst-2", "mrpc", "qqp", "mnli-m", "qnli", "rte")


TASKS_OF_AVERAGE = {"glue-6": SIX_TASKS, "glue-8": (*SIX_TASKS, "cola", "sts-b")}
TASKS_OF_AVERAGE["glue"] = TASKS_OF_AVERAGE["glue-8"]
TASKS_OF_AVERAGE["glue-9"] = (*TASKS_OF_AVERAGE["glue-8"], "wnli")
TASKS_OF_AVERAGE["few-shot-7"] = (
    "arc-c",
    "hellaswag",
    "mmlu",
    "winogrande",
    "gsm8k",
    "c-eval",
    "cmmlu",
)
"""The tasks behind an average; one that does not say which is taken to leave WNLI out."""


@cached
def task_sizes() -> pd.Series:
    """Return the number of examples of each task's sets, by task and split."""
    sizes = vocabulary.entries("task_sizes").set_index("split", append=True)
    return sizes["examples"].astype(int)


@cached
def _examples_and_positives() -> dict[str, dict[str, tuple[int, float]]]:
    """Return examples and share of positives of each task's sets."""
    sets = {}
    for row in vocabulary.entries("task_sizes").reset_index().itertuples():
        sets.setdefault(row.task, {})[row.split] = int(row.examples), float(row.positives or "nan")
    return sets


@cached
def sampling_error(score: float, *, task: str, metric: str, split: str) -> float:
    """Return the standard deviation that the size of a task's set gives a score [points].

    Where the set is not known, or has no size here, the smallest of the task's known sets counts;
    NaN where no size is known, or no share of positives where the metric needs it.

    Notes
    -----
    With n examples, and scores as shares of 1:

    - right answers p: ``√(p(1 − p)/n)``; for SQuAD's F1, a mean of shares, this is the most;
    - F1 of a class that has the share π of the examples, with misses and false alarms equally
      many: ``√(F(1 − F)(2 − F)/(2nπ))``;
    - Matthews correlation, by the delta method for the phi of a 2x2 table (Bishop, Fienberg and
      Holland 1975, chapter 11), the model calling as many positive as there are;
    - rank correlation r (Bonett and Wright 2000): ``(1 − r²)·√((1 + r²/2)/(n − 3))``; Pearson's
      has no ``r²/2``;
    - an average over tasks: as if each task had that score, ``√(Σ sᵢ²)/k``;
    - a metric that its source does not name: the largest that the task's metrics have.
    """
    if task in TASKS_OF_AVERAGE:
        errors = [
            sampling_error(score, task=averaged, metric="accuracy", split=split)
            for averaged in TASKS_OF_AVERAGE[task]
        ]
        return float(np.sqrt(sum(error**2 for error in errors)) / len(errors))
    sets = _examples_and_positives().get(task, {})
    n, positives = sets.get(split, min(sets.values(), default=(np.nan, np.nan)))
    share = min(max(score / 100, 0), 1)
    binomial = np.sqrt(share * (1 - share) / n)

    def error_by(name: str) -> float:
        """Return the error of a metric, as a share of 1."""
        if name == "f1" and not task.startswith("squad"):
            return np.sqrt(share * (1 - share) * (2 - share) / (2 * n * positives))
        if name == "matthews":
            return _matthews_error(share, positives) / np.sqrt(n)
        if name == "spearman":
            return (1 - share**2) * np.sqrt((1 + share**2 / 2) / (n - 3))
        if name == "pearson":
            return (1 - share**2) / np.sqrt(n - 3)
        return binomial

    if metric == "score":
        possible = ["spearman"] * (task == "sts-b") + ["f1", "matthews"] * (positives == positives)
        return 100 * max([binomial, *map(error_by, possible)])
    return 100 * error_by(metric)


def _matthews_error(phi: float, share: float) -> float:
    """Return √n times the standard error of a Matthews correlation, from its table of outcomes."""
    both = phi * share * (1 - share)
    table = np.array([[share**2 + both, share * (1 - share) - both]] * 2)
    table[1] = table[0, 1], (1 - share) ** 2 + both
    rows, columns = table.sum(1, keepdims=True), table.sum(0, keepdims=True)
    signs = np.array([[1.0, -1.0], [-1.0, 1.0]])
    # dφ/dp of φ = (p₁₁p₂₂ − p₁₂p₂₁)/√(p₁.p₂.p.₁p.₂), whose mean over the table is 0 but for φ
    slope = signs * table[::-1, ::-1] / np.sqrt(rows.prod() * columns.prod())
    slope = slope - phi / 2 * (1 / rows + 1 / columns)
    mean = (table * slope).sum()
    return float(np.sqrt((table * slope**2).sum() - mean**2))
