"""Remarks: numbers that may well be right and deserve a second look before somebody builds on them.

None is a disagreement, and nobody has to explain one.
"""

from collections.abc import Iterator

import pandas as pd

from smallbert import compare, data
from smallbert.compare.sampling import sampling_error
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.memo import cached

Found = Iterator[tuple[str, str]]

CHANCE = 1.96
"""Standard errors of the set's size by which a score is to be above one that needs no model."""

APART = 1.02
"""Ratio from which two counts of one checkpoint are two: pooler and head are less than 2 %."""

COUNTS = ("parameters", "operations")
SET = ["task", "metric", "split"]


@cached
def oddities() -> pd.DataFrame:
    """Return all remarks: kind, id (the number that each is on), source, model, what and words."""
    tidy = data.usable(data.results())
    tidy = tidy[tidy["origin"].ne("digitised") & tidy["original"].eq("")]
    kinds = {
        "no better than without a model": _guessed(tidy),
        "below a smaller sibling": _below_smaller(),
        "two values of one laboratory": _two_values(tidy),
        "highest of published runs": _highest_of_runs(tidy),
        "two counts of one model": _two_counts(tidy),
    }
    rows = [(kind, id, words) for kind, found in kinds.items() for id, words in found]
    found = pd.DataFrame(rows, columns=["kind", "id", "words"])
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    what = tidy["task"].map(tasks).fillna("") + " " + tidy["metric"].map(metrics)
    about = tidy[["id", "source", "model"]].assign(what=what.str.strip())
    return found.merge(about, on="id", how="left")


def guesses() -> dict[tuple[str, str, str], float]:
    """Return the score of naming one class each time, by task, metric and split [%].

    It is the larger class, or any where its share is not known, and the positive one for F1.
    """
    found = {}
    sizes = vocabulary.entries("task_sizes").reset_index()
    for each in sizes[sizes["classes"].ne("")].itertuples():
        if each.positives:
            found[each.task, "matthews", each.split] = 0.0  # whatever the share is
        if each.assumed:
            continue
        p = float(each.positives or 1 / int(each.classes))
        found[each.task, "accuracy", each.split] = 100 * max(p, 1 - p if each.positives else 0)
        if each.positives:
            found[each.task, "f1", each.split] = 100 * 2 * p / (1 + p)
    return found


def _short(printed: str, value: float) -> str:
    """Return a number as it is printed; files of results have up to sixteen digits.

    Examples
    --------
    >>> _short("53.2", 53.2), _short("0.7156862745098039", 71.56862745098039)
    ('53.2', '71.57')
    """
    return printed if len(printed) < 9 else f"{value:.2f}"


def _guessed(tidy: pd.DataFrame) -> Found:
    """Find scores that a set of this size does not tell from naming the larger class."""
    known = guesses()
    for own in tidy[tidy["unit"].eq("%")].itertuples():
        about = own.task, own.metric, own.split
        if about not in known:
            continue
        error = sampling_error(known[about], task=own.task, metric=own.metric, split=own.split)
        if own.value <= known[about] + CHANCE * error:
            words = f"{_short(own.printed, own.value)}; one class for all gives {known[about]:.1f}"
            yield own.id, f"{words}, and this set's size explains {CHANCE * error:.1f} more"


def _below_smaller() -> Found:
    """Find released models below a smaller one of their work and technique by more than chance."""
    known = sources.survey_models()["id"]
    released = known.index[known.isin(survey.checkpoints().index)]
    tidy = data.results()
    several = tidy[tidy["model"].isin(released)].groupby("source", sort=False)["model"].nunique()
    for key in [key for key in sources.keys() if several.get(key, 0) > 1]:
        rows = compare.scored_rows(key)
        rows = rows[rows["model"].isin(released) & rows["original"].eq("")]
        pairs = rows.merge(rows, on=["table", "technique", *SET], suffixes=("", "_small"))
        pairs = pairs[pairs["millions"] > pairs["millions_small"]]
        if pairs.empty:
            continue
        by_id = rows.set_index("id", drop=False)
        large, small = by_id.loc[pairs["id"]], by_id.loc[pairs["id_small"]]
        judged = compare.differences(large, small)
        judged = judged.assign(id=large["id"].array, smaller=small["model"].array)
        judged = judged[judged["verdict"].eq("lower").array].sort_values("difference")
        for own in judged.drop_duplicates("id").itertuples():
            words = f"{abs(own.difference):.1f} below {own.smaller}, which is smaller"
            yield own.id, f"{words}; chance explains {own.margin:.1f}"


def _two_values(tidy: pd.DataFrame) -> Found:
    """Find scores of which works of one laboratory print two values."""
    scores = tidy[
        tidy["metric"].isin(vocabulary.scores())
        & tidy["split"].isin(["dev", "test"])
        & tidy["model"].ne("")
        & tidy["measured_by"].isin(["", "authors"])
    ]
    scores = scores.assign(
        one=scores["task"].replace(SAME_TASKS),
        laboratory=scores["source"].map(compare.laboratory_of),
    )
    first = scores.drop_duplicates(["model", "one", "metric", "split", "laboratory"])
    pairs = scores.merge(
        first, on=["model", "one", "metric", "split", "laboratory"], suffixes=("", "_first")
    )
    gap = (pairs["value"] - pairs["value_first"]).abs()
    pairs = pairs[gap.gt(pairs["half_width"] + pairs["half_width_first"])]
    for own in pairs[pairs["source"] != pairs["source_first"]].itertuples():
        there = bibliography.label(own.source_first)
        first = _short(own.printed_first, own.value_first)
        yield own.id, f"{_short(own.printed, own.value)} here, {first} in {there}"


def _highest_of_runs(tidy: pd.DataFrame) -> Found:
    """Find scores that equal the highest of runs which a work prints one by one."""
    scores = tidy[tidy["metric"].isin(vocabulary.scores())]
    of_row = ["source", "table", "row", *SET]
    runs = scores[scores["n"].isna()].groupby(of_row)["value"].agg(["count", "max"]).reset_index()
    means = scores[scores["n"] > 1].merge(runs, on=of_row)
    means = means[means["count"] == means["n"]]
    pairs = scores.merge(means, on=["model", *SET], suffixes=("", "_mean"))
    pairs = pairs[(pairs["value"] - pairs["max"]).abs() <= pairs["half_width"]]
    for own in pairs[pairs["id"] != pairs["id_mean"]].itertuples():
        there = bibliography.label(own.source_mean)
        number = _short(own.printed, own.value)
        words = f"{number} is the highest of {own.n_mean:.0f} runs in {there}"
        yield own.id, f"{words}, whose mean is {own.printed_mean}"


def _two_counts(tidy: pd.DataFrame) -> Found:
    """Find parameters and operations of which two works print two for one model."""
    counts = tidy[tidy["metric"].isin(COUNTS) & tidy["model"].ne("")].sort_values("value")
    pairs = counts.merge(
        counts.drop_duplicates(["model", "metric"]), on=["model", "metric"], suffixes=("", "_least")
    )
    pairs = pairs.drop_duplicates(["model", "metric"], keep="last")
    pairs = pairs[pairs["value"] > APART * pairs["value_least"]]
    for own in pairs[pairs["source"] != pairs["source_least"]].itertuples():
        there = bibliography.label(own.source_least)
        yield own.id, f"{own.printed} here, {own.printed_least} in {there}"
