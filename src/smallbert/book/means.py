"""Columns of averages that follow from the scores beside them, for the audit."""

import re
from itertools import product
from statistics import fmean
from typing import NamedTuple

from smallbert.book import columns, doubts, guesses, prose
from smallbert.compare.errors import AVERAGES
from smallbert.data import vocabulary
from smallbert.data.pasted_table import Table
from smallbert.data.unfilled import TODO

GLUE = ("glue-6", "glue-8")
"""The averages over some tasks of GLUE that have a name of their own."""

SEVERAL = "several"
"""The task of an average over others than those of GLUE alone."""

NUMBER = r"-?\d+(?:\.(\d+))?%?"


def derived(quantity: str, heading: str, table: Table) -> str:
    """Return the quantity of an average with its task and the rule that recomputes it.

    It is that of all its scores, or of those on GLUE, if most of its rows, and more than one, print
    it so. Of two scores of one task, such as the halves of MNLI, one may count, or their mean.
    Where none of this fits, its task is asked for.

    Examples
    --------
    >>> rows = [("3", ["A", "90.0", "70.0", "80.0"]), ("4", ["B", "91.0", "70.0", "80.5"])]
    >>> table = Table(columns=["Model", "SST-2", "RTE", "Avg."], rows=rows)
    >>> derived("{metric: average, task: TODO}", "Avg.", table)
    '{metric: average, task: glue, derived: {rule: mean_of, over: [sst-2-accuracy, rte-accuracy]}}'
    >>> table = Table(columns=["Model", "SST-2", "BoolQ", "Avg."], rows=rows)
    >>> derived("{metric: average, task: TODO}", "Avg.", table).split(", d")[0]
    '{metric: average, task: several'
    """
    if not quantity.startswith(guesses.MEANT):
        return quantity
    scores = _scores(table)
    of_glue = [each for each in scores if _is_of_glue(each.task)]
    tried = [of_glue, scores] if len(of_glue) < len(scores) else [scores]
    ways = [way for each in tried if len(each) > 1 for way in _weighted(each)]
    if not (weighted := _nearest(heading, table, ways)):
        guess = "glue" if of_glue or not scores else TODO
        return quantity.replace(TODO, prose.asked(guess, prose.averaged(table)))
    tasks = {each.task for each in weighted}
    alike = [name for name in GLUE if {*AVERAGES[name]} == tasks - {"mnli-mm"}]
    task = [*alike, "glue"][0] if all(map(_is_of_glue, tasks)) else SEVERAL
    over = ", ".join(f"{score.task}-{score.metric}" for score in weighted)
    return f"{guesses.MEANT}, task: {task}, derived: {{rule: mean_of, over: [{over}]}}}}"


def _is_of_glue(task: str) -> bool:
    return vocabulary.table("tasks")["suite"].get(task) == "GLUE"


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
    """Return the scores, and where some tasks have two, also those that count each task once.

    Those have each task as often as the others, or one score of each.
    """
    tasks = ["mnli" if each.task in guesses.NAMED else each.task for each in scores]
    evenly = [each for each, task in zip(scores, tasks, strict=True) for _ in _times(tasks, task)]
    of_task: dict[str, list[_Score]] = {}
    for each, task in zip(scores, tasks, strict=True):
        of_task.setdefault(task, []).append(each)
    alone = map(list, product(*of_task.values()))
    return [scores, *alone, evenly] if len(evenly) > len(scores) else [scores]


def _times(tasks: list[str], task: str) -> range:
    """Return as many numbers as a score of a task counts beside those that have two."""
    return range(max(map(tasks.count, tasks)) // tasks.count(task))


def _nearest(heading: str, table: Table, ways: list[list[_Score]]) -> list[_Score]:
    """Return the scores whose means a column prints best, if most rows that have all print them."""
    own, fitting = table.columns.index(heading), []
    for number, scores in enumerate(ways):
        off = [_off(cells[own], [_part(cells, each) for each in scores]) for _, cells in table.rows]
        told = [each for each in off if each is not None]
        if sum(each <= 1 for each in told) > max(1, len(told) / 2):
            fitting.append((round(fmean(told), 6), number))
    return ways[min(fitting)[1]] if fitting else []


def _part(cells: list[str], score: _Score) -> str:
    """Return the number of a row that is a score, or nothing."""
    parts = doubts.without_notes(cells[score.at]).split("/")
    return parts[score.part].strip() if score.part < len(parts) else ""


def _off(mean: str, scores: list[str]) -> float | None:
    """Return by how many units of the coarsest print a mean is off, or None if a number lacks.

    Up to one it may be that of the scores before they were rounded.

    Examples
    --------
    >>> round(_off("80.4", ["91.0", "70.0"]), 6), _off("81", ["91", "70"]), _off("-", ["70"])
    (1.0, 0.5, None)
    """
    numbers = [re.fullmatch(NUMBER, each) for each in (doubts.without_notes(mean).strip(), *scores)]
    if not all(numbers):
        return None
    printed, *values = (float(each[0].rstrip("%")) for each in numbers)
    unit = max(10 ** -len(each[1] or "") for each in numbers)
    return round(abs(printed - fmean(values)) / unit, 6)
