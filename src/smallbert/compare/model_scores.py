"""What each model scores on a set, a line a model: the mean over laboratories."""

import numpy as np
import pandas as pd

from smallbert.compare import comparability, laboratory_spread
from smallbert.compare.uncertainty import add_errors, half_widths
from smallbert.data.results import SAME_TASKS
from smallbert.errors import UserError
from smallbert.memo import cached


@cached
def model_scores(task: str, split: str, *, metric: str = "") -> pd.DataFrame:
    """Return the mean report of each model on a set, by its name, and how far it may be off.

    ``score`` [%] is the mean over the laboratories that measured it themselves, one voice each, so
    nobody's favorable run decides alone; ``reports`` is how many works did, ``id`` and ``source``
    of the first; ``stated_task``, what they say the task is (see `comparability.task_words`);
    ``laboratory`` and ``rest``, the laboratories' and the runs' part of its error with
    ``spread_df``, and ``sampling`` [points]; ``measured_by_laboratory``, empty for several;
    ``half_width`` [points] of its 95 % interval by all three. A metric that its work does not name
    is the task's only one, where it has only one; of several that with most reports counts, unless
    one is named, and likewise of several definitions of an average.
    """
    task = SAME_TASKS.get(task, task)
    rows = laboratory_spread.reports()
    rows = rows[rows["task"].eq(task) & rows["split"].eq(split)]
    if rows.empty:
        tasks = ", ".join(sorted(set(laboratory_spread.reports()["task"])))
        raise UserError(f"nobody reports {task!r} on the {split} set; tasks are {tasks}")
    named = rows.loc[rows["metric"].ne("score"), "metric"]
    if named.nunique() == 1:
        rows = rows.assign(metric=named.iloc[0])
    rows = rows[rows["metric"].eq(metric or named.mode()[0])]
    rows = rows[rows["definition"].eq(rows["definition"].mode()[0])]
    groups = rows.groupby("model", sort=False)
    names = ["id", "source", "technique", "task", "metric", "split"]
    names += ["origin", "half_width", "sd", "n", "original", "measured_by"]
    table = groups[names].first().assign(reports=groups.size())
    voices = rows.groupby(["model", "measured_by_laboratory"])["score"].mean()
    table["score"] = voices.groupby("model").mean()
    errors = add_errors(table)
    count = voices.groupby("model").size().reindex(table.index)
    works = rows.groupby(["model", "measured_by_laboratory"]).size()
    # Runs of one laboratory average within its voice, voices average over laboratories.
    runs = (1 / works).groupby("model").mean().reindex(table.index) / count
    table = table[names[:6]].assign(
        stated_task=groups["stated_task"].agg(comparability.stated_tasks),
        score=table["score"],
        reports=table["reports"],
        sampling=errors["sampling"],
        laboratory=errors["laboratory"] / np.sqrt(count),
        rest=errors["rest"] * np.sqrt(runs),
        spread_df=errors["spread_df"],
        # A mean over several shares no one laboratory's luck with another score.
        measured_by_laboratory=errors["measured_by_laboratory"].where(count.eq(1), ""),
    )
    return table.assign(half_width=half_widths(table))
