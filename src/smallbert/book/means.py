"""Columns of averages that follow from the scores beside them, for the audit."""

import re
from statistics import fmean
from typing import NamedTuple

from smallbert.book import columns, doubts, guesses
from smallbert.compare.errors import AVERAGES
from smallbert.data import vocabulary
from smallbert.data.pasted_table import Table

GLUE = ("glue-6", "glue-8")
"""The averages over some tasks of GLUE that have a name of their own."""

NUMBER = r"-?\d+(?:\.(\d+))?%?"


def derived(quantity: str, heading: str, table: Table) -> str:
    """Return the quantity of an average with its task and the rule that recomputes it.

    It is that of all scores of the table if most of its rows, and more than one, print it so. Two
    scores of one task, such as the halves of MNLI, may be averaged first.

    Examples
    --------
    >>> rows = [("3", ["A", "90.0", "70.0", "80.0"]), ("4", ["B", "91.0", "70.0", "80.5"])]
    >>> table = Table(columns=["Model", "SST-2", "RTE", "Avg."], rows=rows)
    >>> derived("{metric: average, task: TODO}", "Avg.", table)
    '{metric: average, task: glue, derived: {rule: mean_of, over: [sst-2-accuracy, rte-accuracy]}}'
    """
    if not quantity.startswith(guesses.MEANT):
        return quantity
    scores = _scores(table)
    tasks = [each.task for each in scores]
    weighted = next((each for each in _weighted(scores) if _follows(heading, table, each)), [])
    if len(tasks) < 2 or not weighted:
        return quantity
    suites = vocabulary.table("tasks")["suite"]
    if {*suites.reindex(tasks)} != {"GLUE"}:
        return quantity
    alike = [name for name in GLUE if {*AVERAGES[name]} == {*tasks} - {"mnli-mm"}]
    over = ", ".join(f"{score.task}-{score.metric}" for score in weighted)
    rule = f"derived: {{rule: mean_of, over: [{over}]}}"
    return f"{guesses.MEANT}, task: {[*alike, 'glue'][0]}, {rule}}}"


class _Score(NamedTuple):
    """A score of each row: the column, which of its numbers, and what it is."""

    at: int
    part: int
    task: str
    metric: str


def _scores(table: Table) -> list[_Score]:
    """Return the scores of a table; none if one of them is open."""
    scores = []
    for at, part, told in columns.numbers(table):
        named = re.fullmatch(r"\{metric: ([\w-]+), task: ([\w.-]+)\}", told)
        if "task: " in told and not told.startswith(guesses.MEANT):
            if not named:
                return []
            scores.append(_Score(at, part, named[2], named[1]))
    return scores


def _weighted(scores: list[_Score]) -> list[list[_Score]]:
    """Return the scores, and again with each task as often as the others, if that differs."""
    tasks = ["mnli" if each.task in guesses.NAMED else each.task for each in scores]
    evenly = [each for each, task in zip(scores, tasks, strict=True) for _ in _times(tasks, task)]
    return [scores, evenly] if len(evenly) > len(scores) else [scores]


def _times(tasks: list[str], task: str) -> range:
    """Return as many numbers as a score of a task counts beside those that have two."""
    return range(max(map(tasks.count, tasks)) // tasks.count(task))


def _follows(heading: str, table: Table, scores: list[_Score]) -> bool:
    """Tell whether most rows that have all of some scores print their mean in a column."""
    own = table.columns.index(heading)
    agree = [
        _agrees(cells[own], [_part(cells, each) for each in scores]) for _, cells in table.rows
    ]
    told = [each for each in agree if each is not None]
    return sum(told) > max(1, len(told) / 2)


def _part(cells: list[str], score: _Score) -> str:
    """Return the number of a row that is a score, or nothing."""
    parts = doubts.without_notes(cells[score.at]).split("/")
    return parts[score.part].strip() if score.part < len(parts) else ""


def _agrees(mean: str, scores: list[str]) -> bool | None:
    """Tell whether a mean is that of some scores, as far as they are rounded; None if one lacks.

    Examples
    --------
    >>> _agrees("80.4", ["91.0", "70.0"]), _agrees("81.4", ["91", "70"]), _agrees("-", ["70"])
    (True, True, None)
    """
    numbers = [re.fullmatch(NUMBER, each) for each in (doubts.without_notes(mean).strip(), *scores)]
    if not all(numbers):
        return None
    printed, *values = (float(each[0].rstrip("%")) for each in numbers)
    unit = max(10 ** -len(each[1] or "") for each in numbers)
    return abs(printed - fmean(values)) <= unit + 1e-9
