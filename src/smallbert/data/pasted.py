"""Tables as they are found: in Markdown, LaTeX, a spreadsheet, or one printed value a line.

The last has the columns of `LONG`: repository, commit, path, line, row, column, printed value and
meaning. What is wrong with a table's form is a list of faults, each with its line and column.
"""

import codecs
import csv
import io
import re
from dataclasses import replace
from pathlib import Path

from smallbert.data import grids, latex, spreads, surroundings, workbook
from smallbert.data.device_words import told_apart
from smallbert.data.faults import Fault, UserError
from smallbert.data.pasted_table import Found, Table

LONG = ("repo", "commit", "path", "line", "row", "column", "printed value")
NOTES = re.compile(r"<sup>.*?</sup>|[†‡§¹²³]")
ENCODINGS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16"}
ENCODINGS |= {codecs.BOM_UTF16_BE: "utf-16"}
"""What a file is written in, as its first bytes say."""

ZIPPED, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""The first bytes of a workbook, and of one that Excel wrote before 2007."""


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
    surroundings.tell(result)
    result.tables = [spreads.parted(_named_first(each)) for each in result.tables]
    for table in result.tables:
        table.links = _links(table, result.text)
    return result


LINK = re.compile(r"\]\(<?(https?://[^\s)>]+)")
"""An address to which a name in Markdown leads."""


def _links(table: Table, text: str) -> dict[int, str]:
    """Return the address to which the name of a row leads, by the row's number."""
    lines, links = text.split("\n"), {}
    for row in range(len(table.rows)):
        line, column = table.at[row, 0]
        cells = lines[line - 1].strip().removeprefix("|").split("|") if line <= len(lines) else []
        if found := LINK.search(cells[column - 1]) if column <= len(cells) else None:
            links[row] = found[1]
    return links


NAMES = re.compile(r"(the )?(model|method|approach|system|network|checkpoint|name)s?", re.I)
"""The heading of the names of rows."""


def _named_first(table: Table) -> Table:
    """Return a table whose first column has the names of its rows, where another one says so."""
    named = [at for at, heading in enumerate(table.columns) if NAMES.fullmatch(heading)]
    if len(named) != 1 or named == [0]:
        return table
    order = [*named, *(at for at in range(len(table.columns)) if at not in named)]
    return replace(
        table,
        columns=[table.columns[at] for at in order],
        rows=[(line, [cells[at] for at in order]) for line, cells in table.rows],
        at={(row, order.index(column)): place for (row, column), place in table.at.items()},
        printed=table.columns,
    )


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
    printed = [text for _, text in grid.header]
    header = told_apart(printed)
    for at, ((line, _), name) in enumerate(zip(grid.header, header, strict=True)):
        if header.index(name) < at or (not name and at):
            what = f"heading {printed[at]!r} stands twice" if name else "a heading is empty"
            words = f"{what}: a merged heading; give each column a heading of its own"
            result.faults.append(Fault(path, line, grid.first + at, words))
    table = Table(columns=header, place=grid.place, above=grid.above)
    table.told_apart = [name for name in header if name not in printed]
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
