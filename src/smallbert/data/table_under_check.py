"""What a rule is asked of: a table of a work, as its descriptor and its CSV have it."""

from collections.abc import Iterator
from dataclasses import dataclass

from smallbert.data import sources, vocabulary
from smallbert.data.descriptors import Column, Quantity, Table
from smallbert.data.sources import DESCRIPTOR
from smallbert.errors import Fault

TODO = "TODO"
"""Stands where a person has to decide."""


@dataclass(frozen=True)
class Subject:
    """A table of a work, and its index among the tables of the descriptor."""

    table: Table
    index: int

    @property
    def decides(self) -> bool:
        """Whether its numbers may decide anything; running text is no table."""
        return not self.table.unusable and self.table.cells != "text"

    @property
    def rows(self) -> dict[str, dict[str, str]]:
        """Its cells as printed, read once it is known that they can be."""
        return sources.printed_cells(self.table.source, self.table.name)

    @property
    def rows_of_deviations(self) -> set[str]:
        """Rows of standard deviations, which are no models."""
        return {cells.get("sd_row", "") for cells in self.rows.values()}

    def quantities(self) -> Iterator[tuple[tuple, Column, Quantity]]:
        """Yield the place of each quantity in the descriptor, its column, and itself."""
        for column_index, column in enumerate(self.table.columns):
            for index, quantity in enumerate(column.quantities):
                yield ("schema", "fields", column_index, "quantities", index), column, quantity

    def fault_of_setting(self, *place: str | int, message: str, field: str = "") -> Fault:
        """Return a fault of a setting, which it names, or of another field."""
        path = sources.folder(self.table.source) / DESCRIPTOR
        of_package = ("resources", self.index, *place)
        return Fault.of_setting(path, of_package, f"{field or place[-1]}: {message}")

    def fault_of_cell(self, number: int, column: str, message: str) -> Fault:
        """Return a fault of a cell, in a row counted from 1."""
        path = sources.path_of(self.table.source, self.table.name)
        return Fault.of_cell(path, number, column, message)


def subjects(key: str) -> list[Subject]:
    """Return the tables of a work, without its corrections."""
    names = [each["name"] for each in sources.described(sources.folder(key))["resources"]]
    return [Subject(table, names.index(name)) for name, table in sources.tables(key).items()]


def unknown_word(name: str, word: str | None) -> str:
    """Return what is wrong with a word that a vocabulary should have, or nothing."""
    allowed = vocabulary.choices(name)
    if word in allowed:
        return ""
    if word == vocabulary.COMPOUND:
        return vocabulary.NAME_THE_PARTS
    use = f"add it there or use one of {', '.join(allowed)}"
    return f"{word!r} is not in data/vocabulary/{name}.csv; {use}"
