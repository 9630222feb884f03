"""Spreads that a table prints next to its means: in their cells, or in columns of their own."""

import re
from collections.abc import Callable
from dataclasses import replace

from smallbert.data import grids
from smallbert.data.pasted_table import Table

SPREAD = re.compile(r"(?P<mean>.*\d)\s*(?:±|\+/-)\s*(?P<sd>\d*\.?\d+)(?P<rest>\D*)")
"""A mean with its spread; a unit or the sign of a footnote may follow."""

BRACKETED = re.compile(r"(\d)(%?)\s*\(\s*(\d*\.?\d+)%?\s*\)")
"""A number and a second one, without a sign, in brackets."""

_DEVIATION = r"\b(?:deviations?|std|stdev|sd)\b"
_BRACKETS = r"\b(?:parenthes[ie]s|brackets)\b"
_WITHIN = r"(?:[^.!?]|\.(?=\S)){0,200}"
SAID = re.compile(
    rf"{_BRACKETS}{_WITHIN}{_DEVIATION}|{_DEVIATION}{_WITHIN}{_BRACKETS}"
    r"|\((?:the )?(?:standard deviations?|std\.?(?: dev\.?)?|stdev|sd)\)",
    re.IGNORECASE,
)
"""How a sentence says that numbers in brackets are standard deviations."""

OF_SPREAD = re.compile(
    r"\s*[(\[]?\b(sd|std|stdev|std\.? ?dev\.?|standard deviation)\b[)\]]?\s*", re.IGNORECASE
)
"""What the heading of a column of standard deviations adds to that of the means."""


def parted(table: Table) -> Table:
    """Return a table in which the spreads after means, as in ``92.0 ± 0.2``, have a column.

    So have those in brackets, as in ``92.0 (0.2)``, where the text around the table or the opening
    of its file says what they are.
    """
    bracketed = bool(SAID.search(table.around) or SAID.search(table.opening))

    def part(cell: str) -> tuple[str, str]:
        cell = BRACKETED.sub(r"\1 ± \3\2", cell) if bracketed else cell
        match = SPREAD.fullmatch(cell)
        return (match["mean"] + match["rest"], match["sd"]) if match else (cell, "")

    result, added = split_off(table, part, lambda heading: f"{heading} sd")
    result.split_off = table.split_off | added
    for heading in table.columns:
        if OF_SPREAD.search(heading):
            base = OF_SPREAD.sub("", heading)
            result.spread |= {of: heading for of in table.columns if _bare(of) == _bare(base)}
    result.spread |= result.split_off
    return result


def split_off(
    table: Table, part: Callable[[str], tuple[str, str]], name: Callable[[str], str]
) -> tuple[Table, dict[str, str]]:
    """Return a table in which what stands beside the numbers of a column has a column behind it.

    Parameters
    ----------
    table : Table
    part : callable
        Given a cell, returns its number and what stands beside it, perhaps nothing.
    name : callable
        Given the heading of the numbers, returns that of the column behind it.

    Returns
    -------
    table : Table
    added : dict of str
        The headings of the columns that are new, by those of the numbers.
    """
    rows = [(line, []) for line, _ in table.rows]
    result, added = replace(table, columns=[], rows=rows, at={}, lines=dict(table.lines)), {}
    for column, heading in enumerate(table.columns):
        cells = [own[column] for _, own in table.rows]
        parts = [part(cell) if column else (cell, "") for cell in cells]
        _append(result, heading, [number for number, _ in parts], table, column)
        if any(beside for _, beside in parts):
            added[heading] = name(heading)
            _append(result, added[heading], [beside for _, beside in parts], table, column)
            if heading in table.lines:
                result.lines[added[heading]] = table.lines[heading]
    return result, added


def _append(table: Table, heading: str, cells: list[str], source: Table, column: int) -> None:
    """Add a column whose heading and cells stand where a column of another table has its own."""
    at = len(table.columns)
    table.columns.append(heading)
    places = ((row, place) for (row, of), place in source.at.items() if of == column)
    table.at |= {(row, at): place for row, place in places}
    for (_, own), cell in zip(table.rows, cells, strict=True):
        own.append(cell)


def _bare(heading: str) -> str:
    return grids.unbracketed(heading).strip().lower()
