"""Traps of the field: numbers that are each possible and together ask for an explanation.

A trap is a function that takes the tidy results of a work and yields the number at which it shows,
by id, and words. `smallbert check` names each unless a note on the audit explains its line.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import pandas as pd

from smallbert import data
from smallbert.audit.checks import stated_quantity
from smallbert.audit.interval import Interval
from smallbert.audit.rule_inputs import Numbers
from smallbert.audit.rules_of_costs import SPEEDUPS, WITHOUT, counted
from smallbert.audit.rules_of_scores import GLUE_TASKS
from smallbert.data import sources
from smallbert.memo import cached

Trapped = Iterator[tuple[str, str]]

TURNED = 1.5
"""Points by which the gap between the halves of MNLI has to change: five times what is usual."""

TIMES = ("latency", "latency-gpu", "latency-cpu")
MACS = "a multiply-add as one"
SIZE_UNITS = r"\b(param\w*)\b.*\b(mb|mib|gb)\b"


@cached
def trap_table(key: str) -> pd.DataFrame:
    """Return the traps of a work: the line of each, as notes name it, its number and words."""
    tidy = data.results(key)
    tidy = tidy[tidy["unusable"].eq("") & tidy["origin"].ne("digitised")]
    lines = [
        (f"{id}/{trap.__name__.replace('_', '-')}", id, question)
        for trap in TRAPS
        for id, question in trap(tidy)
    ]
    return pd.DataFrame(lines, columns=["line", "id", "words"])


def _each_row(tidy: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for _, row in tidy.groupby(["table", "row"], sort=False):
        yield row


def exact_match_above_f1(tidy: pd.DataFrame) -> Trapped:
    """An exact match counts as F1 of 1, so no model's exact match is above its F1."""
    place = ["table", "row", "task", "split"]
    tidy = tidy[tidy["metric"].isin(["exact-match", "f1"])]
    if tidy.empty:  # as in most works
        return
    exact, f1 = (
        tidy[tidy["metric"].eq(name)].drop_duplicates(place, keep=False)
        for name in ("exact-match", "f1")
    )
    pairs = exact.merge(f1, on=place, suffixes=("", "_f1"))
    for pair in pairs[pairs["value"] > pairs["value_f1"]].itertuples():
        words = f"exact match {pair.printed} is above F1 {pair.printed_f1}, which cannot be"
        yield pair.id, f"{words}: are the two exchanged?"


class _Halves(NamedTuple):
    """The id of a row's score on the matched half of MNLI, and how far it is above the other."""

    id: str
    gap: float


def halves_of_mnli(tidy: pd.DataFrame) -> Trapped:
    """The halves of MNLI differ as the baseline's do, or they may be exchanged."""
    halves = _halves_by_row(tidy[tidy["task"].isin(["mnli-m", "mnli-mm"]) & tidy["unit"].eq("%")])
    for (source, name, row, metric), of_row in halves.items():
        base = sources.cells_of(source, name)[row].get("baseline", row)
        before = halves.get((source, name, base, metric), of_row).gap
        # exchanged halves turn the sign, which chance does, too, where the gap is near 0
        if of_row.gap * before < 0 and abs(of_row.gap - before) > TURNED:
            gaps = f"{of_row.gap:.1f} here and {before:.1f} of its baseline"
            yield of_row.id, f"matched less mismatched is {gaps}: are the halves exchanged?"


def _halves_by_row(scores: pd.DataFrame) -> dict[tuple, _Halves]:
    """Return the halves of MNLI by source, table, row and metric, where one split has both."""
    halves = {}
    for row in _each_row(scores):
        for _, metric in row.groupby(["metric", "split"]):
            if sorted(metric["task"]) == ["mnli-m", "mnli-mm"]:
                by_task = metric.set_index("task")
                matched = by_task.loc["mnli-m"]
                key = matched["source"], matched["table"], matched["row"], matched["metric"]
                gap = matched["value"] - by_task.at["mnli-mm", "value"]
                halves[key] = _Halves(matched["id"], gap)
    return halves


def average_over_other_tasks(tidy: pd.DataFrame) -> Trapped:
    """Averages over GLUE of one table are over the same tasks: all with WNLI, or all without."""
    for _, scores in tidy[tidy["task"].str.startswith("glue")].groupby(["table", "task"]):
        fits = {}
        for average in scores[scores["metric"] == "average"].itertuples():
            row = tidy[(tidy["table"] == average.table) & (tidy["row"] == average.row)]
            if counts := _counts_of_tasks(average, row):
                fits[average.id] = counts
        if fits.values() and not set.intersection(*fits.values()):
            usual = max((8, 9), key=lambda n: sum(n in fit for fit in fits.values()))
            for id in [id for id, fit in fits.items() if usual not in fit]:
                words = f"the mean over {17 - usual} tasks, beside means over {usual}"
                yield id, f"{words} in one column: is WNLI in it?"


def _counts_of_tasks(average, row: pd.DataFrame) -> set[int]:
    """Return of how many tasks, 8 or 9, an average may be the mean; none where it is of neither."""
    values = row[row["unit"].eq("%") & row["metric"].ne("average")].groupby("task")["value"].mean()
    values = values.rename({"mnli-mm": "mnli-m"}).groupby(level=0).mean()
    values.index = values.index.str.replace("mnli-m", "mnli")
    nine = {re.sub("mnli-mm?", "mnli", _task(metrics[0])) for metrics in GLUE_TASKS.values()}
    scores = values[values.index.isin(nine)]
    if len(scores) < 9:  # without all scores a mean over some of them may fit by chance
        return set()
    means = {9: scores.mean(), 8: scores.drop("wnli").mean()}
    near = average.half_width + 0.05  # scores are printed to 0.1 as a rule
    return {count for count, mean in means.items() if abs(mean - average.value) <= near}


def _task(quantity: str) -> str:
    return quantity.rpartition("-")[0]


def parameters_without_embeddings(tidy: pd.DataFrame) -> Trapped:
    """A number of all weights counts those of the embeddings."""
    for count in counted(tidy, ["parameters"]).itertuples():
        if count.verdict.endswith("by another rule") and count.rule.startswith(WITHOUT):
            words = f"{count.printed} is what the shape gives {count.rule.removeprefix('counted ')}"
            yield count.id, f"{words}: is the metric parameters-without-embeddings?"


def multiply_adds(tidy: pd.DataFrame) -> Trapped:
    """A multiply-add is two operations."""
    for count in counted(tidy, ["operations"]).itertuples():
        if count.verdict.endswith("by another rule") and count.rule == MACS:
            words = f"{count.printed} is half of what the shape gives: it counts {MACS}"
            yield count.id, f"{words}; give the scale 2, or say which it counts"


def speedup_of_another_base(tidy: pd.DataFrame) -> Trapped:
    """The speedups of a table, each times its own time, are one time: that of the baseline."""
    for _, numbers in tidy.groupby("table", sort=False):
        speedups, times = (numbers[numbers["metric"].isin(kind)] for kind in (SPEEDUPS, TIMES))
        columns = [{id.rsplit("/", 1)[1] for id in kind["id"]} for kind in (speedups, times)]
        if any(len(names) != 1 for names in columns) or not speedups["row"].is_unique:
            continue  # which time a speedup is of only a rule of the descriptor says
        pairs = speedups.merge(times, on="row", suffixes=("", "_time"))
        pairs = pairs[pairs["value"].gt(pairs["half_width"])]  # a range must not reach 0
        bases = {
            pair.id: _base_time(pair) for pair in pairs.itertuples() if not _ruled(pair.id, tidy)
        }
        usual = max(bases.values(), key=lambda base: _meeting(base, bases), default=None)
        for id, base in bases.items():
            if base.low > usual.high or base.high < usual.low:
                words = f"this speedup times the row's time gives {base.value:.4g} s, others give"
                yield id, f"{words} {usual.value:.4g} s: is it against another model?"


def _base_time(pair) -> Interval:
    low = (pair.value - pair.half_width) * (pair.value_time - pair.half_width_time)
    high = (pair.value + pair.half_width) * (pair.value_time + pair.half_width_time)
    return Interval(pair.value * pair.value_time, low, high)


def _meeting(base: Interval, bases: Mapping[str, Interval]) -> int:
    return sum(each.low <= base.high and base.low <= each.high for each in bases.values())


def _ruled(id: str, tidy: pd.DataFrame) -> bool:
    """Tell whether the descriptor has a rule that recomputes a number."""
    (result,) = Numbers(tidy[tidy["id"] == id]).values()
    stated = stated_quantity(result)
    return stated is not None and stated.derived is not None


def megabytes_of_parameters(tidy: pd.DataFrame) -> Trapped:
    """A heading names parameters or megabytes, not both: it says which of the two it counts."""
    if tidy.empty:
        return
    key = tidy["source"].iloc[0]
    for name, numbers in tidy.groupby("table", sort=False):
        for column in sources.tables(key)[name].number_columns:
            heading = " ".join([column.title, *(column.header or [])])
            if not re.search(SIZE_UNITS, heading.lower()):
                continue
            metrics = [quantity.metric for quantity in column.quantities]
            for id in numbers.loc[numbers["metric"].isin(metrics), "id"].head(1):  # if any
                words = f"the heading {heading!r} names parameters and megabytes"
                yield id, f"{words}: say which it counts, as in 'parameters (M)'"


TRAPS: tuple[Callable, ...] = (
    exact_match_above_f1,
    halves_of_mnli,
    average_over_other_tasks,
    parameters_without_embeddings,
    multiply_adds,
    speedup_of_another_base,
    megabytes_of_parameters,
)
