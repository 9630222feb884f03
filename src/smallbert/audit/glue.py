"""What a "GLUE score" may be the mean of: definitions, and the score that each gives.

Which tasks, and what becomes of a task's two metrics, differs from work to work; the name of the
number does not say. The leaderboard's own rule is `smallbert.audit.score_rules.glue_score`.
"""

from dataclasses import dataclass

import pandas as pd

from smallbert.audit import lines
from smallbert.audit.score_rules import GLUE_TASKS, META_TASKS
from smallbert.audit.verdict import AGREES, UNKNOWN
from smallbert.data.survey import gather

AVERAGES = ("glue_score", "meta_score", "mean_of", "average_drop")
"""The audit's rules for scores that are means over tasks."""

FIRST = {"MRPC": "mrpc-f1", "QQP": "qqp-f1", "STS-B": "sts-b-spearman"}
"""Which of a task's two metrics counts where only one does."""


@dataclass(frozen=True)
class Definition:
    """A rule that makes one score of many.

    Attributes
    ----------
    tasks : tuple of str
        Those averaged, as in `GLUE_TASKS`.
    metrics : {"mean", "one", "all"}
        A task's two metrics are averaged first, or one of them counts, or each for itself.
    words : str
        What a page calls it.
    """

    tasks: tuple[str, ...]
    metrics: str
    words: str

    def columns(self, task: str) -> list[str]:
        """Return the columns of a task's metrics that count."""
        one = self.metrics == "one" and task in FIRST
        metrics = (FIRST[task],) if one else GLUE_TASKS[task]
        return [metric.replace("-", "_") for metric in metrics]


WITHOUT_WNLI = tuple(task for task in GLUE_TASKS if task != "WNLI")

DEFINITIONS = {
    "leaderboard": Definition((*GLUE_TASKS,), "mean", "nine tasks, metrics averaged first"),
    "eight_tasks": Definition(WITHOUT_WNLI, "mean", "without WNLI, metrics averaged first"),
    "one_metric": Definition(WITHOUT_WNLI, "one", "without WNLI, one metric per task"),
    "all_metrics": Definition((*GLUE_TASKS,), "all", "nine tasks, every metric counts once"),
    "six_tasks": Definition((*META_TASKS,), "mean", "six tasks, metrics averaged first"),
    "five_tasks": Definition(
        ("MNLI", "QQP", "QNLI", "SST-2", "CoLA"), "one", "five tasks, one metric per task"
    ),
    "three_tasks": Definition(("MNLI", "QQP", "SST-2"), "one", "three tasks, one metric per task"),
}
"""The definitions by name, as the parameter ``definition`` of the page takes them."""


def glue_score(table: pd.DataFrame, definition: str) -> pd.Series:
    """Return each row's GLUE score [%] by a definition; missing where a part is missing.

    Parameters
    ----------
    table : pandas.DataFrame
        A row a model, a column a metric [%], such as ``mrpc_f1``.
    definition : str
        A key of `DEFINITIONS`.
    """
    rule = DEFINITIONS[definition]
    if rule.metrics == "all":
        parts = [metric for task in rule.tasks for metric in rule.columns(task)]
        return table.reindex(columns=parts).mean(axis=1, skipna=False)
    means = {
        task: table.reindex(columns=rule.columns(task)).mean(axis=1, skipna=False)
        for task in rule.tasks
    }
    return pd.DataFrame(means).mean(axis=1, skipna=False)


def meanings(*, corrected: bool = True) -> pd.DataFrame:
    """Return what each work's averaged score is a mean of, and how many of them follow.

    Returns
    -------
    pandas.DataFrame
        A row for each such score of a table: source, table, called, tasks, wnli, two_metrics,
        split, as ``glue_scores.csv`` in the works' folders says them and empty where a document
        does not; recomputed, such as "4 of 7", by the audit, and empty where no parts are printed;
        remark.
    """
    meant = gather("glue_scores").drop(columns="document")
    works = [lines.table(work, corrected=corrected) for work in meant["source"].unique()]
    tried = pd.concat(works, ignore_index=True)
    tried = tried[tried["rule"].isin(AVERAGES) & tried["verdict"].ne(UNKNOWN)]
    recomputed = [_followed(tried, each) for each in meant.itertuples()]
    meant = meant.drop(columns="quantity")
    meant.insert(meant.columns.get_loc("remark"), "recomputed", recomputed)
    return meant


def _followed(tried: pd.DataFrame, score) -> str:
    """Say how many numbers of a score follow from their parts, and of how many."""
    own = tried[tried["source"].eq(score.source) & tried["table"].eq(score.table)]
    own = own[own["quantity"].eq(score.quantity)] if score.quantity else own
    return f"{own['verdict'].str.startswith(AGREES).sum()} of {len(own)}" if len(own) else ""
