"""The tables of a file as it was found: Markdown, CSV, TSV, xlsx, or one printed value a line.

Cells are copied as a reader sees them; nothing is guessed. What cannot be read has its reason.
"""

import csv
import io
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from smallbert.errors import UserError

LONG = ("repo", "commit", "path", "line", "row", "column", "printed value", "meaning")
"""The columns of a file with one printed value a line."""

BY_HAND = "copy it into a CSV by hand"
SPACER = 2
"""Lines of a file between two values of one table, at most: an empty row may part its groups."""


@dataclass
class Table:
    """A table as printed.

    ``rows`` have the line that prints them and their cells, one for each of `header`. ``place`` is
    the heading above, ``meanings`` what the file says of columns, ``document`` where it is printed,
    ``unread`` why the table cannot be read.
    """

    line: str
    header: list[str] = field(default_factory=list)
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    place: str = ""
    meanings: dict[str, str] = field(default_factory=dict)
    document: dict[str, str] = field(default_factory=dict)
    unread: str = ""


def read(path: Path) -> list[Table]:
    """Return the tables of a file, in its order.

    Raises
    ------
    UserError
        It has none, or is neither text in UTF-8 nor a workbook of a known form.
    """
    tables = _of_workbook(path) if path.suffix.lower() == ".xlsx" else _of_text(path)
    for table in tables:
        table.rows = [(line, cells) for line, cells in table.rows if any(cells)]
        twice = [each for each in table.header if each and table.header.count(each) > 1]
        table.unread = table.unread or (f"the heading {twice[0]!r} stands twice" if twice else "")
        table.unread = table.unread or ("" if table.rows else "it has no rows")
    if not tables:
        raise UserError(f"{path}: no table; give Markdown, CSV, TSV, xlsx, or {BY_HAND}")
    return tables


def _of_text(path: Path) -> list[Table]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path}: not in UTF-8; save it as UTF-8, or as .xlsx") from None
    if path.suffix.lower() not in (".csv", ".tsv"):
        return _of_markdown(text)
    rows = _separated(path, text)
    if tuple(rows[0][1][: len(LONG)]) == LONG:
        return _of_values(path, [dict(zip(LONG, cells, strict=False)) for _, cells in rows[1:]])
    return [Table(f"line {rows[0][0]}", rows[0][1], rows[1:])]


def _separated(path: Path, text: str) -> list[tuple[str, list[str]]]:
    """Return line and cells of each row of a CSV, by the one sign that parts all rows alike."""
    fits = []
    for sign in "\t" if path.suffix.lower() == ".tsv" else ",;\t":
        reader, rows = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True), []
        try:
            rows = [(str(reader.line_num), [each.strip() for each in own]) for own in reader if own]
        except csv.Error as error:
            raise UserError(f"{path}:{reader.line_num}: {error}; close the quotes") from None
        widths = {len(own) for _, own in rows}
        fits += [rows] if widths and len(rows[0][1]) > 1 and len(widths) == 1 else []
    if len(fits) != 1:
        words = "parts" if not fits else "and another sign both part"
        raise UserError(f"{path}: no sign of , ; tab {words} all rows alike; save it as CSV again")
    return fits[0]


def _of_values(path: Path, values: list[dict[str, str]]) -> list[Table]:
    """Return the tables of a file with one value a line: values of near lines and the same columns.

    Where a line of the document has a column of the table, its rows have all these lines.
    """
    blocks: list[list[dict]] = []
    for value in values:
        near = blocks and _goes_on(blocks[-1][-1], value)
        blocks[-1].append(value) if near else blocks.append([value])
    return [_pivoted(block) for block in blocks]


def _goes_on(last: dict, value: dict) -> bool:
    lines = last["line"], value["line"]
    near = not all(map(str.isdecimal, lines)) or 0 <= int(lines[1]) - int(lines[0]) <= SPACER
    return near and all(last[each] == value[each] for each in LONG[:3])


def _pivoted(values: list[dict[str, str]]) -> Table:
    rows_of: dict[str, set] = {}
    for value in values:
        rows_of.setdefault(value["line"], set()).add(value["row"])
    aside = any(len(rows) > 1 for rows in rows_of.values())
    columns = list(dict.fromkeys(value["column"] for value in values))
    table = Table(f"line {values[0]['line']}", ["Model", *columns])
    table.document = {
        name: values[0][each] for name, each in zip(("repository", *LONG[1:3]), LONG, strict=False)
    }
    cells: dict[tuple, dict] = {}
    lines: dict[tuple, list] = {}
    for value in values:
        key = value["row"], "" if aside else value["line"]
        own = cells.setdefault(key, {})
        if value["column"] in own:
            where = f"{value['row']}, {value['column']}"
            table.unread = f"two values of {where} on line {value['line']}"
        own[value["column"]] = value["printed value"]
        lines.setdefault(key, []).append(value["line"])
    for key, own in cells.items():
        ends = list(dict.fromkeys((lines[key][0], lines[key][-1])))
        table.rows.append(("-".join(ends), [key[0], *(own.get(each, "") for each in columns)]))
    for name in columns:
        told = {value["meaning"] for value in values if value["column"] == name}
        table.meanings |= {name: told.pop()} if len(told) == 1 else {}
    return table


def _of_markdown(text: str) -> list[Table]:
    """Return the tables that a reader of a README sees; comments and code have none."""
    from markdown_it import MarkdownIt  # a tenth of a second for this command alone

    tokens, lines = MarkdownIt("commonmark").enable("table").parse(text), text.split("\n")
    tables, place, row = [], "", []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            place = _seen(tokens[at + 1])
        elif token.type == "table_open":
            tables.append(Table(f"line {token.map[0] + 1}", place=place))
        elif token.type == "tr_open":
            row, first = [], token.map[0]
        elif token.type in ("th_open", "td_open"):
            row.append(_seen(tokens[at + 1]))
        elif token.type == "tr_close" and not tables[-1].header:
            tables[-1].header = row
        elif token.type == "tr_close":
            tables[-1].rows.append((str(first + 1), row))
            bars = len(re.findall(r"(?<!\\)\|", lines[first].strip(" >|")))
            if bars >= len(row):  # what is beyond the header, Markdown drops
                words = f"line {first + 1} has {bars + 1} cells, the header {len(row)}"
                tables[-1].unread = words
        elif token.type == "html_block" and "<table" in token.content.lower():
            hidden = token.content.lstrip().startswith("<!--")
            table = Table(f"line {token.map[0] + 1}", place=place, unread="a table in HTML")
            tables += [] if hidden else [table]
    return tables


def _seen(token) -> str:
    """Return the text of a cell as a reader sees it; tags, which may mean much, stay."""
    return "".join(
        " " if each.type in ("softbreak", "hardbreak") else each.content
        for each in token.children
        if not each.content.startswith("<!--")
    ).strip()


def _of_workbook(path: Path) -> list[Table]:
    """Return the table of each sheet that is not hidden."""
    import openpyxl  # a quarter of a second for this command alone

    try:
        book = openpyxl.load_workbook(path)
    except (zipfile.BadZipFile, OSError, KeyError, ValueError) as error:
        raise UserError(f"{path}: no workbook ({error}); save it as .xlsx or CSV") from None
    shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    return [_of_sheet(sheet) for sheet in shown if sheet.max_row > 1]


def _of_sheet(sheet) -> Table:
    table, rows = Table("row 1", place=sheet.title), []
    if sheet.merged_cells.ranges:
        table.unread = f"the cells {next(iter(sheet.merged_cells.ranges))} are merged"
        return table
    for number, own in enumerate(sheet.iter_rows(), start=1):
        cells = [_printed(cell) for cell in own]
        wrong = next((cell for cell, text in zip(own, cells, strict=True) if text is None), None)
        if wrong is not None:
            form = f"the format {wrong.number_format!r}" if wrong.data_type != "f" else "a formula"
            table.unread = f"the cell {wrong.coordinate} has {form}"
        rows.append((f"row {number}", [each or "" for each in cells]))
    rows = [(line, cells) for line, cells in rows if any(cells)]
    if rows:
        (table.line, table.header), *table.rows = rows
    return table


def _printed(cell) -> str | None:
    """Return what a sheet shows in a cell, or None where its format is none of the plain ones."""
    value, form = cell.value, cell.number_format
    if value is None or (isinstance(value, str) and cell.data_type != "f"):
        return (value or "").strip()
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    if form in ("General", "@"):
        return str(value)
    if not (plain := re.fullmatch(r"0(?:\.(0+))?(%?)", form)):
        return None
    return f"{value:.{len(plain[1] or '')}{plain[2] or 'f'}}"
