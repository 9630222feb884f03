"""Whether the cells of a CSV are what its descriptor says: columns, types, constraints, keys.

That is the Table Schema of `datapackage.org <https://datapackage.org/standard/table-schema>`_, as
far as the descriptors use it.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from smallbert.data.descriptors import Column
from smallbert.errors import Fault, use

CsvRow = Sequence[str]

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?|nan|[+-]?inf", re.IGNORECASE)
"""A number as a cell has it: one that could not be computed is ``nan``."""

NO_WORDS: Mapping[str, Collection[str]] = {}


def faults(
    path: Path,
    rows: Sequence[CsvRow],
    columns: Sequence[Column],
    key: tuple[str, ...] = (),
    words: Mapping[str, Collection[str]] = NO_WORDS,
) -> Iterator[Fault]:
    """Yield what is wrong with the rows of a CSV, the header first.

    `key` are the columns that name a row, `words` by column what its cells may say; an empty cell
    is as good as any unless its column requires one.
    """
    header, names = rows[0], [column.name for column in columns]
    if list(header) != names:
        yield from _faults_of_header(path, header, names)
        return  # no cell is known to be in its column
    seen_keys, seen_cells = set(), {name: set() for name in names}
    for number, cells in enumerate(rows[1:], start=1):
        if message := _wrong_length(cells, names):
            yield Fault.of_cell(path, number, *message)
            continue  # a cell may be in its neighbor's column
        for column, cell in zip(columns, cells, strict=True):
            repeats = column.constraints.get("unique") and cell in seen_cells[column.name]
            message = f"{cell!r} appears twice; make each unique" if cell and repeats else ""
            if message := message or wrong_cell(cell, column, words.get(column.name)):
                yield Fault.of_cell(path, number, column.name, message)
            seen_cells[column.name].add(cell)
        named = tuple(cell for name, cell in zip(names, cells, strict=True) if name in key)
        if key and named in seen_keys:
            message = f"{', '.join(named)!r} appears twice; make each key unique"
            yield Fault.of_cell(path, number, "", message)
        seen_keys.add(named)


def _faults_of_header(path: Path, header: CsvRow, names: list[str]) -> Iterator[Fault]:
    for name, label in zip(names, header, strict=False):
        if name != label:
            message = f"the header has {label!r} here; put the columns in the descriptor's order"
            yield Fault.of_cell(path, 0, name, message)
    for name in names[len(header) :]:
        message = "the column is missing; add it or take it out of the descriptor"
        yield Fault.of_cell(path, 0, name, message)
    if header[len(names) :]:
        message = "an extra column; describe it in datapackage.yaml or delete it"
        yield Fault.of_cell(path, 0, "", message)


def _wrong_length(cells: CsvRow, names: list[str]) -> tuple[str, str] | None:
    """Return the column from which a row is too short or too long, and a message."""
    if not any(cells):
        return "", "an empty row; delete it"
    if len(cells) > len(names):
        return "", "the row has one cell too many; quote cells that contain a comma"
    if len(cells) < len(names):
        return names[len(cells)], "the row ends before this column; add the missing cells"
    return None


def wrong_cell(cell: str, column: Column, words: Collection[str] | None = None) -> str:
    """Return what is wrong with a cell of a column, or nothing.

    Examples
    --------
    >>> wrong_cell("eight", Column(name="bits", type="integer"))
    "'eight' is no whole number; mend the cell"
    >>> wrong_cell("0", Column(name="line", type="integer", constraints={"minimum": 1}))
    "'0' is less than 1; mend the cell"
    >>> wrong_cell("", Column(name="row", constraints={"required": True}))
    'empty; each row needs one, add it'
    """
    limits = column.constraints
    if not cell:
        return "empty; each row needs one, add it" if limits.get("required") else ""
    if column.type == "integer" and not re.fullmatch(r"[+-]?[0-9]+", cell):
        return f"{cell!r} is no whole number; mend the cell"
    if column.type == "number" and not NUMBER.fullmatch(cell):
        return f"{cell!r} is no number; mend the cell"
    for allowed in (words, [str(word) for word in limits.get("enum", ())] or None):
        if allowed is not None and cell not in allowed:
            return f"{cell!r} is unknown; {use(cell, allowed)}"
    if "minimum" in limits and float(cell) < limits["minimum"]:
        return f"{cell!r} is less than {limits['minimum']}; mend the cell"
    if "maximum" in limits and float(cell) > limits["maximum"]:
        return f"{cell!r} is more than {limits['maximum']}; mend the cell"
    if "pattern" in limits and not re.fullmatch(limits["pattern"], cell):
        return f"{cell!r} does not match the pattern {limits['pattern']}; mend the cell"
    return ""
