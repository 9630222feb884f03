"""Scores: which numbers of the tidy results are one, and of which task."""

import pandas as pd

from smallbert.data import vocabulary

SCORES = {
    "mnli": ("mnli-m", "mnli"),
    "sst-2": ("sst-2",),
    "qqp": ("qqp",),
    "mrpc": ("mrpc",),
    "qnli": ("qnli",),
    "squad": ("squad-1.1",),
    "glue": ("glue-8", "glue-9", "glue-6"),
}
"""The tasks behind each choice of score."""

SPLITS = ("test", "dev", "mixed", "unstated")
"""Splits, the strongest first."""


def of_models(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the scores among the tidy results; remarks on slides are none."""
    chosen = tidy["metric"].isin(vocabulary.scores()) & tidy["unit"].eq("%") & tidy["model"].ne("")
    return tidy[chosen & ~tidy["table"].eq("claims")]


def once(rows: pd.DataFrame) -> pd.DataFrame:
    """Drop a published score that the source's own table has too, and what is borrowed from a row.

    A score that several tables borrow from a row of the survey counts there, or else in the first
    of them. One from elsewhere stays in each, for each sets it against a baseline of its own; a
    borrowed baseline stays, too.
    """
    same = ["source", "model", "task", "metric", "split"]
    rows = rows[~(rows["origin"].eq("published") & rows.duplicated(same))]
    place = rows["source"] + "/" + rows["table"] + "/" + rows["row"]
    original = rows["original"].mask(rows["original"].str.contains("://"), "")
    place = original.where(original != "", place)
    first = rows[["task", "metric"]].assign(place=place, borrowed=original.ne(""))
    again = first.sort_values("borrowed", kind="stable").duplicated(["task", "metric", "place"])
    return rows[~(again.reindex(rows.index) & first["borrowed"] & rows["technique"].ne("none"))]
