"""Remarks: numbers that may well be right and deserve a second look before somebody builds on them.

None is a disagreement, and nobody has to explain one.
"""

from collections.abc import Iterator

import pandas as pd

from smallbert import compare, data
from smallbert.compare.sampling import sampling_error
from smallbert.data import bibliography, side_tables, sources, vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.memo import cached

Remarks = Iterator[tuple[str, str]]

GUESS_ERRORS = 1.96
"""Standard errors of the set's size by which a score is to be above one that needs no model."""

COUNTS_APART = 1.02
"""Ratio from which two counts of one checkpoint are two: pooler and head are less than 2 %."""

COUNT_METRICS = ("parameters", "operations")
SCORE_SET = ["task", "metric", "split"]


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
    rows = [(kind, *remark) for kind, of_kind in kinds.items() for remark in of_kind]
    remarks = pd.DataFrame(rows, columns=["kind", "id", "words"])
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    what = tidy["task"].map(tasks).fillna("") + " " + tidy["metric"].map(metrics)
    about = tidy[["id", "source", "model"]].assign(what=what.str.strip())
    return remarks.merge(about, on="id", how="left")


def guesses() -> dict[tuple[str, str, str], float]:
    """Return the score of naming one class each time, by task, metric and split [%].

    It is the larger class, or any where its share is not known, and the positive one for F1.
    """
    by_guessing = {}
    sizes = vocabulary.entries("task_sizes").reset_index()
    for row in sizes[sizes["classes"].ne("")].itertuples():
        if row.positives:
            by_guessing[row.task, "matthews", row.split] = 0.0  # whatever the share is
        if row.assumed:
            continue
        share = float(row.positives or 1 / int(row.classes))
        largest = max(share, 1 - share) if row.positives else share
        by_guessing[row.task, "accuracy", row.split] = 100 * largest
        if row.positives:  # all called positive: recall is 1 and precision the share
            by_guessing[row.task, "f1", row.split] = 100 * 2 * share / (1 + share)
    return by_guessing


def _in_few_digits(printed: str, value: float) -> str:
    """Return a number as it is printed; files of results have up to sixteen digits.

    Examples
    --------
    >>> _in_few_digits("53.2", 53.2), _in_few_digits("0.7156862745098039", 71.56862745098039)
    ('53.2', '71.57')
    """
    return printed if len(printed) < 9 else f"{value:.2f}"


def _guessed(tidy: pd.DataFrame) -> Remarks:
    """Find scores that a set of this size does not tell from naming the larger class."""
    by_guessing = guesses()
    for score in tidy[tidy["unit"].eq("%")].itertuples():
        quantity = score.task, score.metric, score.split
        if quantity not in by_guessing:
            continue
        guess = by_guessing[quantity]
        error = sampling_error(guess, task=score.task, metric=score.metric, split=score.split)
        if score.value <= guess + GUESS_ERRORS * error:
            number = _in_few_digits(score.printed, score.value)
            words = f"{number}; one class for all gives {guess:.1f}"
            yield score.id, f"{words}, and this set's size explains {GUESS_ERRORS * error:.1f} more"


def _below_smaller() -> Remarks:
    """Find released models below a smaller one of their work and technique by more than chance.

    Scores against a baseline that their work borrows from another one are left out.
    """
    ids = sources.survey_models()["id"]
    released = ids.index[ids.isin(side_tables.checkpoints().index)]
    tidy = data.results()
    tidy = tidy[tidy["model"].isin(released)]
    counts = tidy.groupby("source", sort=False)["model"].nunique()
    scored = compare.scored_rows()
    work_of_baseline = scored["baseline_id"].str.partition("/")[0]
    scored = scored[work_of_baseline.eq("") | work_of_baseline.eq(scored["source"])]
    for key in [key for key in sources.keys() if counts.get(key, 0) > 1]:
        rows = scored[scored["source"].eq(key)]
        rows = rows[rows["model"].isin(released) & rows["original"].eq("")]
        pairs = rows.merge(rows, on=["table", "technique", *SCORE_SET], suffixes=("", "_small"))
        pairs = pairs[pairs["millions"] > pairs["millions_small"]]
        if pairs.empty:
            continue
        by_id = rows.set_index("id", drop=False)
        large, small = by_id.loc[pairs["id"]], by_id.loc[pairs["id_small"]]
        judged = compare.differences(large, small)
        judged = judged.assign(id=large["id"].array, smaller=small["model"].array)
        judged = judged[judged["verdict"].eq("lower").array].sort_values("difference")
        for score in judged.drop_duplicates("id").itertuples():
            words = f"{abs(score.difference):.1f} below {score.smaller}, which is smaller"
            yield score.id, f"{words}; chance explains {score.margin:.1f}"


def _two_values(tidy: pd.DataFrame) -> Remarks:
    """Find scores of which works of one laboratory print two values."""
    scores = tidy[
        tidy["metric"].isin(vocabulary.scores())
        & tidy["split"].isin(["dev", "test"])
        & tidy["model"].ne("")
        & tidy["measured_by"].isin(["", "authors"])
    ]
    scores = scores.assign(
        exact_task=scores["task"].replace(SAME_TASKS),
        laboratory=scores["source"].map(compare.laboratory_of),
    )
    of_quantity = ["model", "exact_task", "metric", "split", "laboratory"]
    earliest = scores.drop_duplicates(of_quantity)
    pairs = scores.merge(earliest, on=of_quantity, suffixes=("", "_first"))
    gap = (pairs["value"] - pairs["value_first"]).abs()
    pairs = pairs[gap.gt(pairs["half_width"] + pairs["half_width_first"])]
    for score in pairs[pairs["source"] != pairs["source_first"]].itertuples():
        there = bibliography.label(score.source_first)
        number_there = _in_few_digits(score.printed_first, score.value_first)
        number = _in_few_digits(score.printed, score.value)
        yield score.id, f"{number} here, {number_there} in {there}"


def _highest_of_runs(tidy: pd.DataFrame) -> Remarks:
    """Find scores that equal the highest of runs which a work prints one by one."""
    scores = tidy[tidy["metric"].isin(vocabulary.scores())]
    of_row = ["source", "table", "row", *SCORE_SET]
    runs = scores[scores["n"].isna()].groupby(of_row)["value"].agg(["count", "max"]).reset_index()
    means = scores[scores["n"] > 1].merge(runs, on=of_row)
    means = means[means["count"] == means["n"]]
    pairs = scores.merge(means, on=["model", *SCORE_SET], suffixes=("", "_mean"))
    pairs = pairs[(pairs["value"] - pairs["max"]).abs() <= pairs["half_width"]]
    for score in pairs[pairs["id"] != pairs["id_mean"]].itertuples():
        there = bibliography.label(score.source_mean)
        number = _in_few_digits(score.printed, score.value)
        words = f"{number} is the highest of {score.n_mean:.0f} runs in {there}"
        yield score.id, f"{words}, whose mean is {score.printed_mean}"


def _two_counts(tidy: pd.DataFrame) -> Remarks:
    """Find parameters and operations of which two works print two for one model."""
    counts = tidy[tidy["metric"].isin(COUNT_METRICS) & tidy["model"].ne("")].sort_values("value")
    pairs = counts.merge(
        counts.drop_duplicates(["model", "metric"]), on=["model", "metric"], suffixes=("", "_least")
    )
    pairs = pairs.drop_duplicates(["model", "metric"], keep="last")
    pairs = pairs[pairs["value"] > COUNTS_APART * pairs["value_least"]]
    for count in pairs[pairs["source"] != pairs["source_least"]].itertuples():
        there = bibliography.label(count.source_least)
        yield count.id, f"{count.printed} here, {count.printed_least} in {there}"
