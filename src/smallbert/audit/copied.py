"""Rows and columns that repeat another's scores, and rows that run as fast as another model."""

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.data import vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.paths import cached

CHANCE = 0.01
"""Pairs that chance may make alike, of all that the survey has, before one is called a copy."""

APART, NEAR = 1.5, 0.05
"""A speed is another model's if it is so many times its own model's and so near to the other's."""


@cached
def copied(*, corrected: bool = True) -> pd.DataFrame:
    """Return what looks copied: rows, columns, and speeds that are another model's.

    One row each: source, place (a row, or a table's column), like (the other place), words, and
    known, why the survey leaves the numbers out, or empty.

    Notes
    -----
    Two rows, or columns, are alike if at least half of the scores that both have are equal and
    chance would hardly make one such pair: a score that takes one of k values (the range of most
    scores of its task in steps of the print, or of one example) is equal by chance once in k times.
    """
    tidy = data.results(corrected=corrected)
    tidy = tidy[tidy["model"].ne("") & tidy["original"].eq("") & tidy["origin"].ne("digitised")]
    tidy = tidy.assign(place=tidy["id"].str.rsplit("/", n=1).str[0])
    scores = tidy[tidy["metric"].isin(vocabulary.scores()) & tidy["task"].ne("")]
    scores = scores.assign(task=scores["task"].replace(SAME_TASKS))
    scores = scores.assign(digits=np.log10(_possible(scores).clip(lower=1)))
    columns = scores.assign(place=scores["source"] + "/" + scores["table"] + ": " + scores["task"])
    columns["own"] = columns["source"] + "/" + columns["table"] + "/" + columns["model"]
    parts = [_alike(scores, "task", "model"), _alike(columns, "own", "task"), _misplaced(tidy)]
    found = pd.concat(parts, ignore_index=True)
    barred = pd.concat([tidy, columns]).query("unusable != ''").drop_duplicates("place")
    why = barred.set_index("place")["unusable"]
    known = found["place"].map(why).fillna(found["like"].map(why)).fillna("")
    return found.assign(source=found["place"].str.partition("/")[0], known=known)


def _possible(scores: pd.DataFrame) -> pd.Series:
    """Return how many values most scores of each one's task may have."""
    sizes = vocabulary.entries("task_sizes")["examples"].astype(float).groupby("task").max()
    step = np.fmax(2 * scores["half_width"], 100 / scores["task"].map(sizes))
    most = scores.groupby("task")["value"].quantile([0.1, 0.9]).unstack()
    return scores["task"].map(most[0.9] - most[0.1]) / step


def _alike(scores: pd.DataFrame, shared: str, differs: str) -> pd.DataFrame:
    """Return the pairs of places alike, each cell with its fellow of one `shared`."""
    cells = scores[["place", shared, differs, "value", "digits"]].drop_duplicates(["place", shared])
    pairs = cells.merge(cells, on=[shared, "value"], suffixes=("", "_of"))
    other = pairs[differs] != pairs[f"{differs}_of"]
    pairs = pairs[(pairs["place"] < pairs["place_of"]) & other]
    pairs = pairs.assign(digits=pairs[["digits", "digits_of"]].min(axis=1))
    equal = pairs.groupby(["place", "place_of"])["digits"].agg(["size", "sum"]).reset_index()
    of = cells.groupby("place")[shared].agg(set)
    both = zip(equal["place"], equal["place_of"], strict=True)
    equal["both"] = [len(of[one] & of[other]) for one, other in both]
    chance = len(of) ** 2 / 2 * 10.0 ** -equal["sum"]
    found = equal[(chance < CHANCE) & (2 * equal["size"] >= equal["both"])]
    words = found["size"].astype(str) + " of " + found["both"].astype(str) + " scores are equal"
    return pd.DataFrame({"place": found["place"], "like": found["place_of"], "words": words})


def _misplaced(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return rows of a whole model whose speed in their table is another's and not their own."""
    speeds = tidy[tidy["metric"].eq("throughput") & tidy["technique"].eq("none")]
    lines = []
    for _, table in speeds.groupby(["source", "table", "metric"]):
        usual = table.groupby("model")["value"].median()
        for own in table[table.groupby("model")["value"].transform("size") > 2].itertuples():
            off = max(own.value / usual[own.model], usual[own.model] / own.value)
            near = (usual.drop(own.model) / own.value - 1).abs()
            if off > APART and len(near) and near.min() < NEAR:
                like = near.idxmin()
                words = (
                    f"{own.model} has {own.value:g}, its other rows {usual[own.model]:g} in the "
                )
                words += f"median, and {like} has {usual[like]:g}"
                lines.append({"place": own.place, "like": like, "words": words})
    return pd.DataFrame(lines, columns=["place", "like", "words"])
