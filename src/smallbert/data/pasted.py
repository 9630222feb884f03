"""Tables as they are found: Markdown of a README, a spreadsheet, or one printed value a line.

The last has the columns of `LONG`: repository, commit, path, line, row, column, printed value and
meaning. What cannot be understood is a list of faults, each with its line and column.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from smallbert.data import cells
from smallbert.data.faults import Fault, UserError

LONG = ("repo", "commit", "path", "line", "row", "column", "printed value")
RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?")
NOTES = re.compile(r"<sup>.*?</sup>|[†‡§¹²³]|(?<=\d)\*+$")
UNITS = ("%", "x", "M", "G", "k", "s")


@dataclass
class Table:
    """A table: its columns, and of each row the line that prints it and the cells.

    ``document`` is repository, commit and path as far as they are known; ``lines`` has the line of
    each column where those differ and the rows' do not; ``at`` tells where in the file a cell
    (row, column) is.
    """

    document: dict[str, str] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)
    at: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)


@dataclass
class Found:
    """What a file holds: tables, and what is at fault."""

    tables: list[Table] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def plain(text: str) -> str:
    """Return Markdown without its marks: bold, code, links, footnotes.

    Examples
    --------
    >>> plain("**79.5**/[`a`](b.html)<sup>2</sup>")
    '79.5/a'
    """
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", NOTES.sub("", text))
    return re.sub(r"\*\*|__|`|<[^>]+>|\\(?=[_*|])", "", text).strip()


def read(path: Path) -> Found:
    """Return the tables of a file, whatever way it writes them.

    Raises
    ------
    UserError
        It has no table.
    """
    text = path.read_text(encoding="utf-8")
    first = next(csv.reader(io.StringIO(text)), [])
    if set(LONG) <= set(first):
        found = _of_values(path, text)
    elif any(RULE.fullmatch(line.strip()) and "|" in line for line in text.splitlines()):
        found = _of_markdown(path, text)
    else:
        found = _of_spreadsheet(path, text)
    if not found.tables:
        raise UserError(f"{path}: no table; give Markdown, a CSV, or columns {', '.join(LONG)}")
    found.faults += [each for table in found.tables for each in _faults(path, table)]
    return found


def _of_markdown(path: Path, text: str) -> Found:
    """Return each table of a README; lines are those of the file."""
    found, lines = Found(), text.splitlines()
    for number, line in enumerate(lines):
        if not (number and "|" in line and RULE.fullmatch(line.strip())):
            continue
        header = [plain(each) for each in _split(lines[number - 1])]
        body = [(at, each) for at, each in enumerate(lines[number + 1 :], start=number + 2)]
        end = next((at for at, (_, each) in enumerate(body) if "|" not in each), len(body))
        rows = [each for each in body[:end] if not RULE.fullmatch(each[1].strip())]
        _add(found, path, number, header, [(at, _split(each)) for at, each in rows])
    return found


def _split(line: str) -> list[str]:
    """Return the cells of a line of Markdown."""
    return re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))


def _of_spreadsheet(path: Path, text: str) -> Found:
    """Return the one table of a spreadsheet, whose cells commas, semicolons or tabs part."""
    found, first = Found(), text.partition("\n")[0]
    sign = max("\t;,", key=first.count)
    rows = [(at, row) for at, row in enumerate(csv.reader(io.StringIO(text), delimiter=sign), 1)]
    if first.count(sign):
        _add(found, path, 1, [each.strip() for each in rows[0][1]], [r for r in rows[1:] if r[1]])
    return found


def _add(found: Found, path: Path, line: int, header: list[str], rows: list) -> None:
    """Add a table to what is found, and what is wrong with its form."""
    for at, name in enumerate(header):
        if header.index(name) < at or (not name and at):
            what = f"heading {name!r} stands twice" if name else "a heading is empty"
            words = f"{what}: a merged heading; give each column a heading of its own"
            found.faults.append(Fault(path, line, at + 1, words))
    table = Table(columns=header)
    for number, row in rows:
        if len(row) != len(header):
            words = f"{len(row)} cells where the header has {len(header)}; mend the row"
            found.faults.append(Fault(path, number, min(len(row), len(header)) + 1, words))
        for column, cell in enumerate(row):
            if note := NOTES.search(cell):
                words = f"{cell.strip()!r} has a footnote, {note[0]}; take it out, or --force"
                found.faults.append(Fault(path, number, column + 1, words))
            table.at[len(table.rows), column] = (number, column + 1)
        cells_ = [plain(each) for each in row][: len(header)]
        table.rows.append((str(number), cells_ + [""] * (len(header) - len(cells_))))
    found.tables.append(table)


def _of_values(path: Path, text: str) -> Found:
    """Return the tables of a file with one value a line: values that share rows or columns."""
    found, records = Found(), csv.DictReader(io.StringIO(text))
    for part in _parts(list(enumerate(records, start=2))):
        found.tables.append(_pivoted(path, part, found.faults))
    return found


def _parts(records: list[tuple[int, dict]]) -> list[list[tuple[int, dict]]]:
    """Part values into tables: values of one file that share a row's line or a column's name."""
    parts: list[list[tuple[int, dict]]] = []
    for number, each in records:
        near = [part for part in parts if any(_together(each, other) for _, other in part)]
        joined = [*(value for part in near for value in part), (number, each)]
        parts = [part for part in parts if part not in near] + [joined]
    return parts


def _together(one: dict, other: dict) -> bool:
    same = one["line"] == other["line"] or one["column"] == other["column"]
    lines = one["line"].isdecimal() and other["line"].isdecimal()
    next_to = lines and abs(int(one["line"]) - int(other["line"])) <= 1
    return all(one[each] == other[each] for each in LONG[:3]) and (same or next_to)


def _pivoted(path: Path, part: list[tuple[int, dict]], faults: list[Fault]) -> Table:
    """Return one table of values; where it is printed on its side, each column has its line."""
    part = sorted(part, key=lambda each: each[0])
    columns = list(dict.fromkeys(each["column"] for _, each in part))
    of_column = {
        name: {each["line"] for _, each in part if each["column"] == name} for name in columns
    }
    names = {each["row"] for _, each in part}
    aside = (
        len(names) > 1 and all(len(lines) == 1 for lines in of_column.values()) and len(columns) > 1
    )
    document = dict(zip(("repository", "commit", "path"), LONG, strict=False))
    document = {name: part[0][1][each] for name, each in document.items()}
    table = Table(document=document, columns=["model", *columns])
    if aside:
        table.lines = {name: next(iter(lines)) for name, lines in of_column.items()}
    places: dict[tuple, int] = {}
    for number, each in part:
        key = (each["row"], "" if aside else each["line"])
        if key not in places:
            places[key] = len(table.rows)
            span = sorted({*table.lines.values()}, key=lambda line: (len(line), line))
            line = f"{span[0]}-{span[-1]}" if aside else each["line"]
            table.rows.append((line, [each["row"]] + [""] * len(columns)))
        row, column = places[key], 1 + columns.index(each["column"])
        if table.rows[row][1][column]:
            words = (
                f"{each['row']}, {each['column']}: a second value on line {each['line']}; drop one"
            )
            faults.append(Fault(path, number, 7, words))
        table.rows[row][1][column] = each["printed value"]
        table.at[row, column] = (number, 7)
    return table


def _faults(path: Path, table: Table) -> Iterator[Fault]:
    """Yield the cells of columns of numbers that are no numbers: units, remarks, words."""
    for column, name in list(enumerate(table.columns))[1:]:
        filled = {row: own[column] for row, (_, own) in enumerate(table.rows) if own[column]}
        bad = {row: cell for row, cell in filled.items() if not is_number(cell)}
        if len(bad) < len(filled) / 2 or not filled:
            for row, cell in bad.items():
                words = (
                    f"{name}: {cell!r} is no number; move units to the heading, words to a column"
                )
                yield Fault(path, *table.at[row, column], words)


def is_number(cell: str) -> bool:
    """Tell whether a cell holds numbers that a quantity may have, or says that there is none."""
    for unit in UNITS:
        for count in (1, 2, 3):
            try:
                cells.parse(cell, [unit] * count)
            except ValueError:
                continue
            return True
    return False
