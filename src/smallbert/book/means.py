"""Columns of averages that follow from the scores beside them, for the audit."""

import re
from statistics import fmean

from smallbert.book import doubts, guesses, prose
from smallbert.compare.errors import AVERAGES
from smallbert.data import vocabulary
from smallbert.data.pasted_table import Table

GLUE = ("glue-6", "glue-8")
"""The averages over some tasks of GLUE that have a name of their own."""

NUMBER = r"-?\d+(?:\.(\d+))?%?"


def derived(quantity: str, heading: str, table: Table) -> str:
    """Return the quantity of an average with its task and the rule that recomputes it.

    It is that of all scores of the table if most of its rows, and more than one, print it so.

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
    tasks = [task for _, task, _ in scores]
    if len(tasks) < 2 or not _follows(heading, table, [*dict.fromkeys(at for at, _, _ in scores)]):
        return quantity
    suites = vocabulary.table("tasks")["suite"]
    if {*suites.reindex(tasks)} != {"GLUE"}:
        return quantity
    alike = [name for name in GLUE if {*AVERAGES[name]} == {*tasks}]
    over = ", ".join(f"{task}-{metric}" for _, task, metric in scores)
    rule = f"derived: {{rule: mean_of, over: [{over}]}}"
    return f"{guesses.MEANT}, task: {[*alike, 'glue'][0]}, {rule}}}"


def _scores(table: Table) -> list[tuple[int, str, str]]:
    """Return column, task and metric of each score; none if one of them is open."""
    scores = []
    for at, heading in enumerate(table.columns):
        cells = [own[at] for _, own in table.rows]
        if not doubts.of_numbers(table, at) or heading in table.spread.values():
            continue
        for quantity in guesses.quantities(heading, cells):
            told = prose.quantity(quantity, heading, table)
            named = re.fullmatch(r"\{metric: ([\w-]+), task: ([\w.-]+)\}", told)
            if "task: " in told and not told.startswith(guesses.MEANT):
                if not named:
                    return []
                scores.append((at, named[2], named[1]))
    return scores


def _follows(heading: str, table: Table, columns: list[int]) -> bool:
    """Tell whether most rows that have all scores of some columns print their mean in one."""
    own = table.columns.index(heading)
    agree = [_agrees(cells[own], [cells[at] for at in columns]) for _, cells in table.rows]
    told = [each for each in agree if each is not None]
    return sum(told) > max(1, len(told) / 2)


def _agrees(mean: str, cells: list[str]) -> bool | None:
    """Tell whether a mean is that of some cells, as far as they are rounded; None if one lacks.

    Examples
    --------
    >>> _agrees("80.4", ["91.0", "70.0"]), _agrees("81.4", ["91/91", "70"]), _agrees("-", ["70"])
    (True, False, None)
    """
    parts = [part for cell in cells for part in doubts.without_notes(cell).split("/")]
    numbers = [re.fullmatch(NUMBER, each.strip()) for each in (doubts.without_notes(mean), *parts)]
    if not all(numbers):
        return None
    printed, *scores = (float(each[0].rstrip("%")) for each in numbers)
    unit = max(10 ** -len(each[1] or "") for each in numbers)
    return abs(printed - fmean(scores)) <= unit + 1e-9
