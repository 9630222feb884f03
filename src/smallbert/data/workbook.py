"""Tables of a workbook (.xlsx), cell by cell as the spreadsheet shows them."""

import re
import warnings
from datetime import date, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from smallbert.data.faults import UserError
from smallbert.data.grids import Grid

SHOWN = re.compile(r"(?:#,##)?0(?:\.(?P<places>0{1,10}))?(?P<sign>%|\"[^\"]*\")?")
"""The formats of numbers that can be shown here: digits, then per cent or a word."""

LARGE = 1e15
"""From here on a spreadsheet does not keep every digit of a number."""

CELLS = 1_000_000
"""The most cells of a sheet; one cell far below the others would take minutes."""

REMEDY = "save it as .xlsx, or as CSV in UTF-8"


def grids(path: Path) -> list[Grid]:
    """Return the table of each sheet that has one.

    Raises
    ------
    UserError
        The file is no workbook.
    """
    import openpyxl  # takes a quarter of a second, which only a workbook is worth

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what a sheet has besides cells
        try:
            book = openpyxl.load_workbook(path, data_only=True, rich_text=True)
            formulas = openpyxl.load_workbook(path)
        except Exception as error:  # of many kinds, by what is broken: archive, XML, values
            raise UserError(f"{path}: no workbook that can be read; {REMEDY}") from error
    sheets = [each for each in book.worksheets if each.max_column > 1 or each.max_row > 1]
    for sheet in sheets:
        if sheet.max_row * sheet.max_column > CELLS:
            raise UserError(f"{path}: sheet {sheet.title} is too large; save the table by itself")
    tables = [
        _grid(each, formulas[each.title], f"sheet {each.title}, " if len(sheets) > 1 else "")
        for each in sheets
    ]
    return [each for each in tables if each.header]


def _grid(sheet, formulas, name: str) -> Grid:
    """Return the table of a sheet, from the first row on that fills two cells."""
    grid = Grid([], [], line=f"{name}row {{}}", first=sheet.min_column)
    for row in sheet.iter_rows(min_col=sheet.min_column):
        cells = [(each.row, _text(each, formulas[each.coordinate], name, grid)) for each in row]
        if sum(bool(text) for _, text in cells) > (0 if grid.header else 1):
            grid.rows += [cells] if grid.header else []
            grid.header = grid.header or cells
    cells = [grid.header, *grid.rows]
    width = max((at for row in cells for at, (_, text) in enumerate(row, 1) if text), default=0)
    grid.header, *grid.rows = [row[:width] for row in cells]
    for merged in sheet.merged_cells.ranges:
        words = f"{name}{merged.coord} is one merged cell; give each column and row its own"
        if grid.header and merged.min_row >= grid.header[0][0]:
            grid.faults.append((merged.min_row, merged.min_col, words))
    return grid


def _text(cell, formula, name: str, grid: Grid) -> str:
    """Return what a cell shows; what cannot be told is a fault."""
    value, wrong = cell.value, ""
    if value is None and formula.value is None:
        return ""
    form = _form(cell)
    known, number = SHOWN.fullmatch(form), isinstance(value, int | float)
    number = number and abs(value) < LARGE
    if value is None:
        wrong = "a formula without its value; save it in the spreadsheet"
    elif isinstance(value, date | time | timedelta):
        wrong = f"{value} is a date; give the cell the format Text and write what is printed"
    elif number and not known and form not in ("General", "@"):
        wrong = f"{value} has the format {form}; give the cell the format Number"
    if wrong:
        grid.faults.append((cell.row, cell.column, f"{name}{cell.coordinate}: {wrong}"))
    if number and known:
        return _number(value, known)
    if isinstance(value, list):  # rich text: strings, and blocks with a font of their own
        return "".join(map(_part, value)).strip()
    return f"{value:.15g}" if number else "" if value is None else str(value).strip()


def _form(cell) -> str:
    """Return the format of a number that is not negative, without blanks and escapes."""
    try:
        return re.sub(r"_.|\\(?=.)", "", cell.number_format.split(";")[0])
    except IndexError:  # a style that the workbook lacks
        return "unknown"


def _number(value: float, form: re.Match) -> str:
    sign = (form["sign"] or "").strip('"')
    places = Decimal(1).scaleb(-len(form["places"] or ""))
    whole = Decimal(f"{value:.15g}") * (100 if sign == "%" else 1)
    return f"{whole.quantize(places, ROUND_HALF_UP)}{sign}"


def _part(part) -> str:
    raised = getattr(getattr(part, "font", None), "vertAlign", None) == "superscript"
    return f"^{part}" if raised else str(part)
