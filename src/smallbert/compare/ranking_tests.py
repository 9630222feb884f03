"""A ranking of works tested pair by pair, under every choice of what to compare.

A choice is: the documents' values alone or published ones too; the level of comparison
(`smallbert.compare.GROUNDS`); a cost axis; how many times smaller or faster a model must at least
be; a score. Under a choice each work sends the model that scores best.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from smallbert.compare.comparability import GROUND_KEY, GROUNDS, metric_in_words
from smallbert.compare.row_costs import COST_AXES
from smallbert.compare.scored_rows import SCORES, scored_rows
from smallbert.compare.uncertainty import LEVEL, NEEDED_COLUMNS, differences
from smallbert.data import side_tables

LEAST_FACTORS = (1, 1.5, 2, 4, 10, 20, 60)
"""How many times smaller or faster than its baseline a model must at least be."""

CHOICE_COLUMNS = ["values", "ground", "common", "axis", "at_least"]
"""Columns that make a choice; ``common`` are the words for the score compared."""

OUTCOMES = ("ahead", "behind", "too close", "alone")
"""Of the first work of a pair: it scores more, or less, for sure; it cannot be told; the other
has no model that is small enough."""


def ranked_rows(*, undistilled: bool = True) -> pd.DataFrame:
    """Return the rows that stand for each work: work, table, row, note."""
    rows = side_tables.gather("ranked").rename(columns={"source": "work"}).drop(columns="document")
    return rows if undistilled else rows[rows["note"] != "not distilled"]


def sources_of_ranked(works: pd.DataFrame) -> list[str]:
    """Return the sources that the rows of `ranked_rows` stand in, in alphabetical order."""
    return sorted(set(works["table"].str.partition("/")[0]))


def rows_of_ranked(rows: pd.DataFrame, works: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `smallbert.compare.scored_rows` that stand for a ranked work, with it."""
    rows = rows[rows["technique"].ne("none")]
    return rows.assign(table=rows["source"] + "/" + rows["table"]).merge(works, on=["table", "row"])


def champions(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the model that each work of `rows_of_ranked` sends under each choice.

    They are `CHOICE_COLUMNS`, work, model, factor (on the axis), value [%], the score or on the
    ground ``own_baseline`` its share of the baseline's, and what `smallbert.compare.differences`
    needs.
    """
    own = rows[rows["origin"].ne("published")].assign(values="documents")
    read = pd.concat([own, rows.assign(values="with published")])
    read = pd.concat([_compared_on_ground(read, ground) for ground in GROUNDS])
    axes = [axis for axis in COST_AXES if axis != "bytes_without_embeddings"]
    long = pd.concat([read.assign(axis=axis, factor=read[axis]) for axis in axes])
    timed = long["axis"].eq("speedup") & long["ground"].ne("own_baseline")
    long["common"] += (", timed by " + long["source"]).where(timed, "")
    long = long.merge(pd.DataFrame({"at_least": LEAST_FACTORS}), how="cross")
    fits = long[long["factor"] >= long["at_least"]]
    best = fits.sort_values("value", ascending=False, kind="stable")
    best = best.drop_duplicates([*CHOICE_COLUMNS, "work"])
    return best[[*CHOICE_COLUMNS, "work", "model", "factor", "value", *NEEDED_COLUMNS]]


def champions_of_all(*, undistilled: bool = True) -> pd.DataFrame:
    """Return `champions` of the works of `ranked_rows`, from the results of the sources alone."""
    works = ranked_rows(undistilled=undistilled)
    return champions(rows_of_ranked(scored_rows(*sources_of_ranked(works)), works))


def _compared_on_ground(rows: pd.DataFrame, ground: str) -> pd.DataFrame:
    """Add what is compared on a ground: ``common`` and ``value``."""
    metrics = [metric_in_words(*each) for each in zip(rows["metric"], rows["source"], strict=True)]
    rows = rows.assign(metric=metrics)
    if ground == "own_baseline":
        names = {task: name for name, tasks in SCORES.items() for task in tasks}
        task = rows["task"].map(names).fillna(rows["task"])
        return rows.assign(ground=ground, common=task + " " + rows["metric"], value=rows["kept"])
    parts = GROUND_KEY if ground == "same_ground" else GROUND_KEY[:-1]
    common = rows[parts].agg(lambda row: ", ".join(filter(None, row)), axis=1)
    return rows.assign(ground=ground, common=common, value=rows["score"])


def duels(sent: pd.DataFrame, upper: str, lower: str, *, level: float = LEVEL) -> pd.DataFrame:
    """Set two works against each other under every choice.

    A line is a choice under which `upper` sends a model and `lower` has a score on the same
    ground: `CHOICE_COLUMNS`, id, model, factor and value of each with the suffixes ``_upper`` and
    ``_lower``, ``ahead`` [points] and ``outcome``, one of `OUTCOMES`, by the standard of
    `smallbert.compare.differences`.
    """
    of_upper, of_lower = (
        sent[sent["work"] == work].drop(columns="work") for work in (upper, lower)
    )
    scored = of_lower[["values", "ground", "common", "axis"]].drop_duplicates()
    both = of_upper.merge(scored).merge(
        of_lower, on=CHOICE_COLUMNS, how="left", suffixes=("_upper", "_lower")
    )
    sides = [
        both[[f"{name}_{side}" for name in NEEDED_COLUMNS]].set_axis(NEEDED_COLUMNS, axis=1)
        for side in ("upper", "lower")
    ]
    verdict = pd.Series("", both.index)
    shares = both["ground"].eq("own_baseline")  # whose baselines' errors count, too
    for measure, lines in (("kept", shares), ("score", ~shares)):
        judged = differences(*(side[lines] for side in sides), measure=measure, level=level)
        verdict[lines] = judged["verdict"].to_numpy()
    ahead = both["value_upper"] - both["value_lower"]
    outcome = np.select(
        [ahead.isna(), verdict.eq("higher"), verdict.eq("lower")],
        ["alone", "ahead", "behind"],
        "too close",
    )
    return both.assign(upper=upper, lower=lower, ahead=ahead, outcome=outcome)


def outcomes(duels: pd.DataFrame) -> pd.Series:
    """Count the outcomes of `duels` and say what follows.

    They are choices (in which both have a model), comparisons (different pairs of scores among
    them), ahead, behind, close (choices), alone, order (every, some, none, or untold where no
    difference is sure), and the smallest and largest lead, ``least`` and ``most`` [points].
    """
    both = duels[duels["outcome"] != "alone"]
    count = both["outcome"].value_counts().reindex(OUTCOMES[:3], fill_value=0)
    ahead, behind, close = count
    order = "every" if ahead == len(both) else "some" if ahead else "none"
    return pd.Series(
        {
            "choices": len(both),
            "comparisons": len(both[["id_upper", "id_lower"]].drop_duplicates()),
            "ahead": ahead,
            "behind": behind,
            "close": close,
            "alone": len(duels) - len(both),
            "order": order if ahead + behind else "untold",
            "least": both["ahead"].min(),
            "most": both["ahead"].max(),
        }
    )


def duels_of_all(sent: pd.DataFrame, works: list[str], *, level: float = LEVEL) -> pd.DataFrame:
    """Return `duels` of every pair of works, the one that stands higher in the order first."""
    return pd.concat([duels(sent, *pair, level=level) for pair in combinations(works, 2)])


def judge_all(met: pd.DataFrame) -> pd.DataFrame:
    """Return what `outcomes` says of the pairs of `duels_of_all`, by ground, upper and lower."""
    groups = met.groupby(["ground", "upper", "lower"], sort=False)
    return pd.DataFrame({pair: outcomes(part) for pair, part in groups}).T
