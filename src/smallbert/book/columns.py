"""The numbers of a pasted table, column by column, as headings and prose tell what they are."""

from collections.abc import Iterator
from typing import NamedTuple

from smallbert.book import doubts, guesses, prose
from smallbert.data.pasted_table import Table


class Number(NamedTuple):
    """A number of each row: the column, which of its numbers, and its quantity as YAML."""

    at: int
    part: int
    quantity: str


def numbers(table: Table) -> Iterator[Number]:
    """Yield each number of a row that is no spread."""
    for at, heading in enumerate(table.columns):
        if doubts.of_numbers(table, at) and heading not in table.spread.values():
            cells = [own[at] for _, own in table.rows]
            for part, quantity in enumerate(guesses.quantities(heading, cells)):
                yield Number(at, part, prose.quantity(quantity, heading, table))
