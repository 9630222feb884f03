"""Factors that a table prints in brackets behind its numbers, as in ``106 (3.9x)``."""

import re

from smallbert.book import guesses
from smallbert.data import spreads
from smallbert.data.pasted_table import Table

FACTOR = re.compile(
    r"(?P<number>.*\d\S*)\s*\(\s*(?P<factor>\d+(?:\.\d+)?\s?[x×]|[x×]\s?\d+(?:\.\d+)?)"
    r"(?:\s[a-z]+)?\s*\)(?P<rest>\W*)"
)
"""A number and a factor in brackets, perhaps with a word such as "fewer"."""

BEFORE = re.compile(r"^[x×]\s?")
"""The sign of a factor in front of it, where no cell may have it."""

CALLED = {"latency": "speedup", "throughput": "speedup", "operations": "times fewer"}
CALLED |= dict.fromkeys(("size", "parameters", "memory"), "compression")
"""What a factor is, by how the metric of the number before it begins."""

USUAL = "factor"
"""What it is called behind a number of which nothing is known."""


def parted(table: Table) -> Table:
    """Return a table in which the factors behind numbers have a column.

    Behind a number of which the heading tells nothing they are speedups, where the text around the
    table speaks of some.

    Examples
    --------
    >>> rows = [("3", ["A", "418"]), ("4", ["B", "106 (3.9x)"])]
    >>> shown = parted(Table(columns=["Model", "Size (MB)"], rows=rows))
    >>> shown.columns, [cells for _, cells in shown.rows]
    (['Model', 'Size (MB)', 'Size (MB) [compression]'], [['A', '418', ''], ['B', '106', '3.9x']])
    """
    result, added = spreads.split_off(
        table, _part, lambda heading: f"{heading} [{_called(heading, table)}]"
    )
    result.factors = added
    return result


def _part(cell: str) -> tuple[str, str]:
    match = FACTOR.fullmatch(cell)
    if not match:
        return cell, ""
    return match["number"] + match["rest"], BEFORE.sub("", match["factor"])


def _called(heading: str, table: Table) -> str:
    metric = guesses.metric_of(guesses.held([heading])).partition("-")[0]
    speeds = re.search(r"\bspeed-?ups?\b", table.around, re.IGNORECASE)
    return CALLED.get(metric) or ("speedup" if speeds else USUAL)
