"""Tables as they are found: in Markdown, LaTeX, a spreadsheet, or one printed value a line.

The last has the columns of `LONG`: repository, commit, path, line, row, column, printed value and
meaning. What is wrong with a table's form is a list of faults, each with its line and column.
"""

import codecs
import csv
import io
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from smallbert.data import grids, latex, workbook
from smallbert.data.faults import Fault, UserError

LONG = ("repo", "commit", "path", "line", "row", "column", "printed value")
NOTES = re.compile(r"<sup>.*?</sup>|[†‡§¹²³]")
ENCODINGS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16"}
ENCODINGS |= {codecs.BOM_UTF16_BE: "utf-16"}
"""What a file is written in, as its first bytes say."""

ZIPPED, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""The first bytes of a workbook, and of one that Excel wrote before 2007."""


@dataclass
class Table:
    """A table: its columns, and of each row the line that prints it and the cells.

    ``document`` is repository, commit and path as far as they are known; ``lines`` has the line of
    each column where those differ and the rows' do not; ``at`` tells where in the file a cell
    (row, column) is, and a heading, whose row is -1. ``place`` is the heading above the table,
    ``above`` the prose between the two, ``around`` all prose up to the next heading, and ``spread``
    names for a column of means the one with their standard deviations.
    """

    document: dict[str, str] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)
    at: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    place: str = ""
    above: str = ""
    around: str = ""
    spread: dict[str, str] = field(default_factory=dict)


@dataclass
class Found:
    """What a file holds: tables, and what is at fault; its text, unless it is a workbook."""

    tables: list[Table] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    text: str = ""


def plain(text: str) -> str:
    """Return Markdown without its marks: emphasis, code, links, footnotes.

    Examples
    --------
    >>> plain("**79.5**/[`a`](b.html)<sup>2</sup>")
    '79.5/a'
    """
    return grids.unmarked(NOTES.sub("", text)).replace("**", "")


def read(path: Path) -> Found:
    """Return the tables of a file, whatever way it writes them.

    Raises
    ------
    UserError
        It has no table, or is no text.
    """
    content = path.read_bytes()
    try:
        result = _of_workbook(path) if content.startswith(ZIPPED) else _of_text(path, content)
    except csv.Error as error:
        raise UserError(f"{path}: {error}; close each quotation mark") from error
    if not result.tables:
        forms = f"Markdown, LaTeX, a spreadsheet (.xlsx, CSV) or columns {', '.join(LONG)}"
        raise UserError(f"{path}: no table; give {forms}")
    text, opening = result.text, _opening(result.text)
    result.tables = [_parted(each, _around(each, text), opening) for each in result.tables]
    return result


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


def _around(table: Table, text: str) -> str:
    """Return the text between the headings around a table, without the table's own rows."""
    lines, number = text.split("\n"), table.at[-1, 0][0] if table.at else 1
    headings = _headings(lines)
    first = max((at for at in headings if at < number), default=0)
    last = min((at - 1 for at in headings if at > number), default=len(lines))
    return "\n".join(each for each in lines[first:last] if "|" not in each)


def _opening(text: str) -> str:
    """Return what a text says of all its tables: its prose up to the second heading."""
    lines = text.split("\n")
    last = next((at - 1 for at in _headings(lines) if at > 1), 0)
    return "\n".join(each for each in lines[:last] if "|" not in each)


def _headings(lines: list[str]) -> list[int]:
    return [at for at, each in enumerate(lines, start=1) if grids.HEADING.fullmatch(each)]


def _parted(table: Table, around: str, opening: str) -> Table:
    """Return a table in which the spreads after means, as in ``92.0 ± 0.2``, have a column.

    So have those in brackets, as in ``92.0 (0.2)``, where the text `around` or the `opening` says
    what they are.
    """
    parted = replace(table, columns=[], rows=[(line, []) for line, _ in table.rows], at={})
    parted.around = " ".join(around.split())
    bracketed = bool(SAID.search(around) or SAID.search(opening))
    for column, heading in enumerate(table.columns):
        cells = [own[column] for _, own in table.rows]
        if bracketed:
            cells = [BRACKETED.sub(r"\1 ± \3\2", cell) if column else cell for cell in cells]
        spreads = [column and SPREAD.fullmatch(cell) for cell in cells]
        means = [
            match["mean"] + match["rest"] if match else cell
            for match, cell in zip(spreads, cells, strict=True)
        ]
        _append(parted, heading, means, table, column)
        if any(spreads):
            name = f"{heading} sd"
            _append(parted, name, [each["sd"] if each else "" for each in spreads], table, column)
            if heading in table.lines:
                parted.lines[name] = table.lines[heading]
    for heading in parted.columns:
        if OF_SPREAD.search(heading):
            base = OF_SPREAD.sub("", heading)
            parted.spread |= {of: heading for of in parted.columns if _bare(of) == _bare(base)}
    return parted


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


def _of_workbook(path: Path) -> Found:
    return _of_grids(path, workbook.grids(path))


def _of_text(path: Path, content: bytes) -> Found:
    text = _text(path, content)
    first = next(csv.reader(io.StringIO(text)), [])
    ways = (grids.markdown, latex.grids, grids.separated)
    if set(LONG) <= set(first):
        return _of_values(path, text)
    result = _of_grids(path, next(filter(None, (way(text) for way in ways)), []))
    words = "a table in HTML is not read; write it in Markdown, or take it out"
    html = [at for at, line in enumerate(text.split("\n"), start=1) if "<table" in line.lower()]
    result.faults += [Fault(path, line, 1, words) for line in html]
    result.text = text
    return result


def _text(path: Path, content: bytes) -> str:
    """Return a file's text; that of an unknown encoding would be guessed, so it is refused."""
    encoding = next((each for mark, each in ENCODINGS.items() if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
        at = text.encode().find(b"\0")
    except UnicodeDecodeError as error:
        at = error.start
    if content.startswith(OLD):
        raise UserError(f"{path}: a workbook of an old form; {workbook.REMEDY}")
    if at >= 0:
        line = content.count(b"\n", 0, at) + 1
        raise UserError(
            f"{path}:{line}: not in UTF-8; save it in UTF-8, from a spreadsheet as CSV UTF-8"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _of_grids(path: Path, tables: list[grids.Grid]) -> Found:
    result = Found()
    for each in tables:
        _add(result, path, each)
    return result


def _add(result: Found, path: Path, grid: grids.Grid) -> None:
    """Add a table to what is found, and what is wrong with its form."""
    result.faults += [Fault(path, line, at, words) for line, at, words in grid.faults]
    header = [text for _, text in grid.header]
    for at, (line, name) in enumerate(grid.header):
        if header.index(name) < at or (not name and at):
            what = f"heading {name!r} stands twice" if name else "a heading is empty"
            words = f"{what}: a merged heading; give each column a heading of its own"
            result.faults.append(Fault(path, line, grid.first + at, words))
    table = Table(columns=header, place=grid.place, above=grid.above)
    for number, row in enumerate([grid.header, *grid.rows], start=-1):
        lines, texts = [line for line, _ in row], [text for _, text in row]
        if len(row) != len(header):
            words = f"{len(row)} cells where the header has {len(header)}; mend the row"
            words += "; --force drops what is beyond it" if len(row) > len(header) else ""
            at = min(len(row), len(header))
            result.faults.append(Fault(path, lines[-1], grid.first + at, words))
        for column in range(len(header)):
            line = lines[min(column, len(row) - 1)]
            table.at[number, column] = (line, grid.first + column)
        if number >= 0:
            span = "-".join(str(line) for line in dict.fromkeys((lines[0], lines[-1])))
            cells = texts[: len(header)] + [""] * (len(header) - len(row))
            table.rows.append((grid.line.format(span), cells))
    result.tables.append(table)


def _of_values(path: Path, text: str) -> Found:
    """Return the tables of a file with one value a line: values that share rows or columns."""
    result, records = Found(), []
    reader = csv.DictReader(io.StringIO(text))
    for record in reader:
        if None in record or None in record.values():
            words = f"a row needs {len(reader.fieldnames)} cells, as the header has; mend the row"
            result.faults.append(Fault(path, reader.line_num, 1, words))
        records.append((reader.line_num, {name: record[name] or "" for name in LONG}))
    for part in _parts(records):
        result.tables.append(_pivoted(path, part, result.faults))
    return result


def _parts(records: list[tuple[int, dict]]) -> list[list[tuple[int, dict]]]:
    """Part values into tables: values of one file that share a row's line or a column's name."""
    parts: list[list[tuple[int, dict]]] = []
    for number, record in records:
        near = [part for part in parts if any(_together(record, other) for _, other in part)]
        joined = [*(value for part in near for value in part), (number, record)]
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
    for at, name in enumerate(table.columns):
        first = next((line for line, each in part if each["column"] == name), part[0][0])
        table.at[-1, at] = (first, 6)
    if aside:
        table.lines = {name: next(iter(lines)) for name, lines in of_column.items()}
    places: dict[tuple, int] = {}
    for number, record in part:
        key = (record["row"], "" if aside else record["line"])
        if key not in places:
            places[key] = len(table.rows)
            span = sorted({*table.lines.values()}, key=lambda line: (len(line), line))
            line = f"{span[0]}-{span[-1]}" if aside else record["line"]
            table.rows.append((line, [record["row"]] + [""] * len(columns)))
            table.at[places[key], 0] = (number, 5)
            empty = {(places[key], at): (number, 7) for at in range(1, len(table.columns))}
            table.at |= empty
        row, column = places[key], 1 + columns.index(record["column"])
        if table.rows[row][1][column]:
            where = f"{record['row']}, {record['column']}"
            words = f"{where}: a second value on line {record['line']}; drop one"
            faults.append(Fault(path, number, 7, words))
        table.rows[row][1][column] = record["printed value"]
        table.at[row, column] = (number, 7)
    return table
