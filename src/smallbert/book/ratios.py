"""Columns of speedups that follow from the times or the speeds beside them, for the audit."""

import re

from smallbert.audit import coverage
from smallbert.book import columns, guesses
from smallbert.compare.models import slug
from smallbert.data.device_words import device, kinds
from smallbert.data.pasted_table import Table

RULES = {"latency": "time_ratio", "throughput": "throughput_ratio"}
"""The rule that recomputes a speedup from another column, by how the metric of that one begins."""

APART = r"flops?\b|\bmacs?\b|theor|train|step"
"""What the heading of a speedup says that does not follow from the times of its table."""


def derived(quantity: str, heading: str, table: Table) -> str:
    """Return a quantity with the rule that recomputes it, if the table has what that takes.

    The table must have one column of such speedups and one of times or speeds on its kind of
    device, as far as the headings name one, or one whose heading names its device.

    Examples
    --------
    >>> rows = [("3", ["A", "20", "1.0x"]), ("4", ["B", "10", "2.0x"])]
    >>> table = Table(columns=["Model", "Latency (ms)", "Speedup"], rows=rows)
    >>> derived("{metric: speedup}", "Speedup", table)
    '{metric: speedup, derived: {rule: time_ratio, of: latency}}'
    >>> rows = [("3", ["A", "20", "90", "1.0x"]), ("4", ["B", "10", "30", "2.0x"])]
    >>> columns = ["Model", "Xeon (ms)", "EPYC (ms)", "Speedup (Xeon)"]
    >>> derived("{metric: speedup-cpu}", columns[3], Table(columns=columns, rows=rows))
    '{metric: speedup-cpu, derived: {rule: time_ratio, of: latency-cpu-xeon}}'
    """
    own = guesses.metric_of(quantity)
    if own not in coverage.SPEEDUPS:
        return quantity
    pairs = held(table)
    speedups = [metric for metric, _ in pairs if metric == own]
    times = [pair for pair in pairs if pair[0].partition("-")[0] in RULES]
    behind = [pair for pair in times if len(kinds(heading) | kinds(pair[1])) <= 1]
    if len(behind) > 1 and (place := device(heading).lower()):
        behind = [pair for pair in behind if device(pair[1]).lower() == place]
    if len(speedups) != 1 or len(behind) != 1 or re.search(APART, heading.lower()):
        return quantity
    ((metric, timed),) = behind
    rule = RULES[metric.partition("-")[0]]
    name = named(metric, device(timed), table) or metric
    return f"{quantity[:-1]}, derived: {{rule: {rule}, of: {name}}}}}"


def named(metric: str, place: str, table: Table) -> str:
    """Return the name that tells a quantity from one of its metric on another device, if any is."""
    alike = [own for own, _ in held(table) if own == metric]
    return slug(f"{metric} {place}") if metric and alike[1:] else ""


def held(table: Table) -> list[tuple[str, str]]:
    """Return the metric of each number of a row with its column's heading, but no spreads."""
    return [
        (guesses.metric_of(number.quantity), table.columns[number.at])
        for number in columns.numbers(table)
    ]
