"""A table as it was found in a file, and what of the file could not be read."""

from dataclasses import dataclass, field

from smallbert.data.faults import Fault


@dataclass
class Table:
    """A table: its columns, and of each row the line that prints it and the cells.

    ``document`` is repository, commit and path as far as they are known; ``lines`` has the line of
    each column where those differ and the rows' do not; ``at`` tells where in the file a cell
    (row, column) is, and a heading, whose row is -1. ``place`` is the heading above the table,
    ``above`` the prose between the two, ``around`` all text up to the next heading, and ``opening``
    the text up to the second heading of the file, and that of sections of which the table's own is
    a part; ``elsewhere`` is that of sections without any table. ``spread`` names for a column of
    means the one with their standard deviations, and ``split_off`` does where both are printed in
    one cell.
    ``printed`` has the headings as printed where the column of names was moved to the front.
    ``factors`` names for a column the one with the factors that its cells print in brackets.
    ``links`` has the address to which the name of a row leads, by the row's number.
    ``told_apart`` has the headings to which a device was added, as they stand twice.
    """

    document: dict[str, str] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)
    at: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    place: str = ""
    above: str = ""
    around: str = ""
    opening: str = ""
    elsewhere: str = ""
    spread: dict[str, str] = field(default_factory=dict)
    split_off: dict[str, str] = field(default_factory=dict)
    factors: dict[str, str] = field(default_factory=dict)
    printed: list[str] = field(default_factory=list)
    links: dict[int, str] = field(default_factory=dict)
    told_apart: list[str] = field(default_factory=list)


@dataclass
class Found:
    """What a file holds: tables, and what is at fault; its text, unless it is a workbook."""

    tables: list[Table] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    text: str = ""
