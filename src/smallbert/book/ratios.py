"""Columns of speedups that follow from the times or the speeds beside them, for the audit."""

import re

from smallbert.audit import coverage
from smallbert.book import doubts, guesses, prose
from smallbert.data.device_words import kinds
from smallbert.data.pasted_table import Table

RULES = {"latency": "time_ratio", "throughput": "throughput_ratio"}
"""The rule that recomputes a speedup from another column, by how the metric of that one begins."""

APART = r"flops?\b|\bmacs?\b|theor|train|step"
"""What the heading of a speedup says that does not follow from the times of its table."""


def derived(quantity: str, heading: str, table: Table) -> str:
    """Return a quantity with the rule that recomputes it, if the table has what that takes.

    The table must have one column of such speedups and one of times or speeds on its kind of
    device, as far as the headings name one.

    Examples
    --------
    >>> rows = [("3", ["A", "20", "1.0x"]), ("4", ["B", "10", "2.0x"])]
    >>> table = Table(columns=["Model", "Latency (ms)", "Speedup"], rows=rows)
    >>> derived("{metric: speedup}", "Speedup", table)
    '{metric: speedup, derived: {rule: time_ratio, of: latency}}'
    """
    columns = held(table)
    speedups = [metric for metric, _ in columns if metric == guesses.metric_of(quantity)]
    timed = [pair for pair in columns if pair[0].partition("-")[0] in RULES]
    behind = [pair for pair in timed if len(kinds(heading) | kinds(pair[1])) <= 1]
    once = len(speedups) == 1 and speedups[0] in coverage.SPEEDUPS
    if not once or len(behind) != 1 or re.search(APART, heading.lower()):
        return quantity
    ((metric, _),) = behind
    rule = RULES[metric.partition("-")[0]]
    return f"{quantity[:-1]}, derived: {{rule: {rule}, of: {metric}}}}}"


def held(table: Table) -> list[tuple[str, str]]:
    """Return the metric of each number of a row with its column's heading, but no spreads."""
    columns = [at for at in range(len(table.columns)) if doubts.of_numbers(table, at)]
    headings = [(table.columns[at], [own[at] for _, own in table.rows]) for at in columns]
    return [
        (guesses.metric_of(prose.quantity(quantity, heading, table)), heading)
        for heading, cells in headings
        if heading not in table.spread.values()
        for quantity in guesses.quantities(heading, cells)
    ]
