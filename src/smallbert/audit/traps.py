"""Traps of the field: numbers that are each possible and together ask for an explanation.

A trap is a function that takes the tidy results of a work and yields the number at which it shows,
by id, and words. `smallbert check` names each unless a note on the audit explains its line.
"""

import re
from collections.abc import Callable, Iterator

import pandas as pd

from smallbert import data
from smallbert.audit.checks import stated_quantity
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import Numbers
from smallbert.audit.rules_of_scores import GLUE_TASKS
from smallbert.audit.rules_of_sizes import SPEEDUPS, WITHOUT, counted
from smallbert.data import sources
from smallbert.memo import cached

Found = Iterator[tuple[str, str]]

TURNED = 1.5
"""Points by which the gap between the halves of MNLI has to change: five times what is usual."""

TIMES = ("latency", "latency-gpu", "latency-cpu")
MACS = "a multiply-add as one"
UNITS = r"\b(param\w*)\b.*\b(mb|mib|gb)\b"


@cached
def trap_table(key: str) -> pd.DataFrame:
    """Return the traps of a work: the line of each, as notes name it, its number and words."""
    tidy = data.results(key)
    tidy = tidy[tidy["unusable"].eq("") & tidy["origin"].ne("digitised")]
    found = [
        (f"{id}/{trap.__name__.replace('_', '-')}", id, words)
        for trap in TRAPS
        for id, words in trap(tidy)
    ]
    return pd.DataFrame(found, columns=["line", "id", "words"])


def _rows(tidy: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for _, own in tidy.groupby(["table", "row"], sort=False):
        yield own


def exact_match_above_f1(tidy: pd.DataFrame) -> Found:
    """An exact match counts as F1 of 1, so no model's exact match is above its F1."""
    for own in _rows(tidy[tidy["metric"].isin(["exact-match", "f1"])]):
        for _, task in own.groupby(["task", "split"]):
            exact, f1 = (task[task["metric"] == each] for each in ("exact-match", "f1"))
            if len(exact) == len(f1) == 1 and exact["value"].item() > f1["value"].item():
                words = f"exact match {exact['printed'].item()} is above F1 {f1['printed'].item()}"
                yield exact["id"].item(), f"{words}, which cannot be: are the two exchanged?"


def halves_of_mnli(tidy: pd.DataFrame) -> Found:
    """The halves of MNLI differ as the baseline's do, or they may be exchanged."""
    gaps = {}
    for own in _rows(tidy[tidy["task"].isin(["mnli-m", "mnli-mm"]) & tidy["unit"].eq("%")]):
        for _, metric in own.groupby(["metric", "split"]):
            halves = metric.set_index("task")
            if list(halves.index) in (["mnli-m", "mnli-mm"], ["mnli-mm", "mnli-m"]):
                first = halves.loc["mnli-m"]
                gap = first["value"] - halves.at["mnli-mm", "value"]
                gaps[first["source"], first["table"], first["row"], first["metric"]] = first, gap
    for (source, name, row, metric), (own, gap) in gaps.items():
        base = sources.cells_of(source, name)[row].get("baseline", row)
        before = gaps.get((source, name, base, metric), (own, gap))[1]
        if gap * before < 0 and abs(gap - before) > TURNED:
            words = f"matched less mismatched is {gap:.1f} here and {before:.1f} of its baseline"
            yield own["id"], f"{words}: are the halves exchanged?"


def average_over_other_tasks(tidy: pd.DataFrame) -> Found:
    """Averages over GLUE of one table are over the same tasks: all with WNLI, or all without."""
    for _, own in tidy[tidy["task"].str.startswith("glue")].groupby(["table", "task"]):
        fits = {}
        for each in own[own["metric"] == "average"].itertuples():
            row = tidy[(tidy["table"] == each.table) & (tidy["row"] == each.row)]
            if fitting := _tasks_of_average(each, row):
                fits[each.id] = fitting
        if fits.values() and not set.intersection(*fits.values()):
            usual = max((8, 9), key=lambda n: sum(n in fit for fit in fits.values()))
            for id in [id for id, fit in fits.items() if usual not in fit]:
                words = f"the mean over {17 - usual} tasks, beside means over {usual}"
                yield id, f"{words} in one column: is WNLI in it?"


def _tasks_of_average(average, row: pd.DataFrame) -> set[int]:
    """Return of how many tasks, 8 or 9, an average may be the mean; none where it is of neither."""
    values = row[row["unit"].eq("%") & row["metric"].ne("average")].groupby("task")["value"].mean()
    values = values.rename({"mnli-mm": "mnli-m"}).groupby(level=0).mean()
    values.index = values.index.str.replace("mnli-m", "mnli")
    nine = {re.sub("mnli-mm?", "mnli", _task(each[0])) for each in GLUE_TASKS.values()}
    found = values[values.index.isin(nine)]
    means = {9: found, 8: found.drop("wnli", errors="ignore")}
    near = average.half_width + 0.05
    return {
        n
        for n, each in means.items()
        if len(found) == 9 and abs(each.mean() - average.value) <= near
    }


def _task(quantity: str) -> str:
    return quantity.rpartition("-")[0]


def parameters_without_embeddings(tidy: pd.DataFrame) -> Found:
    """A number of all weights counts those of the embeddings."""
    for each in counted(tidy, ["parameters"]).itertuples():
        if each.verdict.endswith("by another rule") and each.rule.startswith(WITHOUT):
            words = f"{each.printed} is what the shape gives {each.rule.removeprefix('counted ')}"
            yield each.id, f"{words}: is the metric parameters-without-embeddings?"


def multiply_adds(tidy: pd.DataFrame) -> Found:
    """A multiply-add is two operations."""
    for each in counted(tidy, ["operations"]).itertuples():
        if each.verdict.endswith("by another rule") and each.rule == MACS:
            words = f"{each.printed} is half of what the shape gives: it counts {MACS}"
            yield each.id, f"{words}; give the scale 2, or say which it counts"


def speedup_of_another_base(tidy: pd.DataFrame) -> Found:
    """The speedups of a table, each times its own time, are one time: that of the baseline."""
    for _, own in tidy.groupby("table", sort=False):
        speeds, times = (own[own["metric"].isin(each)] for each in (SPEEDUPS, TIMES))
        kinds = (
            {(id.rsplit("/", 1)[1]) for id in speeds["id"]},
            {id.rsplit("/", 1)[1] for id in times["id"]},
        )
        if any(len(each) != 1 for each in kinds) or not speeds["row"].is_unique:
            continue  # which time a speedup is of only a rule of the descriptor says
        pairs = speeds.merge(times, on="row", suffixes=("", "_time"))
        pairs = pairs[pairs["value"].gt(pairs["half_width"])]
        bases = {each.id: _base(each) for each in pairs.itertuples() if not _ruled(each.id, tidy)}
        usual = max(bases.values(), key=lambda base: _meeting(base, bases), default=None)
        for id, base in bases.items():
            if base.low > usual.high or base.high < usual.low:
                words = f"this speedup times the row's time gives {base.value:.4g} s, others give"
                yield id, f"{words} {usual.value:.4g} s: is it against another model?"


def _base(pair) -> Interval:
    low = (pair.value - pair.half_width) * (pair.value_time - pair.half_width_time)
    high = (pair.value + pair.half_width) * (pair.value_time + pair.half_width_time)
    return Interval(pair.value * pair.value_time, low, high)


def _meeting(base: Interval, bases: dict[str, Interval]) -> int:
    return sum(each.low <= base.high and base.low <= each.high for each in bases.values())


def _ruled(id: str, tidy: pd.DataFrame) -> bool:
    """Tell whether the descriptor has a rule that recomputes a number."""
    (own,) = Numbers(tidy[tidy["id"] == id]).values()
    stated = stated_quantity(own)
    return stated is not None and stated.derived is not None


def megabytes_of_parameters(tidy: pd.DataFrame) -> Found:
    """A heading names parameters or megabytes, not both: it says which of the two it counts."""
    if tidy.empty:
        return
    key = tidy["source"].iloc[0]
    for name, own in tidy.groupby("table", sort=False):
        for column in sources.tables(key)[name].number_columns:
            said = " ".join([column.title, *(column.header or [])])
            metrics = [each.metric for each in column.quantities]
            first = own[own["metric"].isin(metrics)]["id"]
            if len(first) and re.search(UNITS, said.lower()):
                words = f"the heading {said!r} names parameters and megabytes"
                yield first.iloc[0], f"{words}: say which it counts, as in 'parameters (M)'"


TRAPS: tuple[Callable, ...] = (
    exact_match_above_f1,
    halves_of_mnli,
    average_over_other_tasks,
    parameters_without_embeddings,
    multiply_adds,
    speedup_of_another_base,
    megabytes_of_parameters,
)
