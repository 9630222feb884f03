"""Any table and its HTML: header rows, spanning cells, notes, best values, aligned decimals."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import numpy as np
import pandas as pd

from smallbert.charts import publish
from smallbert.charts.templating import templates
from smallbert.data import anchors, bibliography, sources

TABLE = templates(Path(__file__).parent / "templates").get_template("table.html")
"""The look of all tables."""

MISSING = '<span class="sb-missing" aria-label="not reported">–</span>'
WIDE = 10
"""Columns from which on a table has smaller letters."""

UNITS = "%xX×MBGk"
NUMBER = re.compile(rf"[+−-]?(\d{{1,3}}(,\d{{3}})+|\d+)(\.\d+)?[{UNITS}]?$")
"""A cell of a column whose decimals are aligned."""

FIGURE_SPACE, POINT_SPACE = "\u2007", "\u2008"

WORKS = ("Source", "Work", "source", "work")
"""Columns that hold keys of works, which a page shows by their names."""


def with_layout(frame: pd.DataFrame, **layout) -> pd.DataFrame:
    """Return a frame that brings its layout, as of `table_html`, to the `table` that shows it."""
    frame.attrs["layout"] = layout
    return frame


def table(
    exhibit: str,
    frame: pd.DataFrame,
    *,
    caption: str | dict = "",
    data: pd.DataFrame | None = None,
    grounds: str = "",
    **layout,
) -> None:
    """Show a table, with its data; also the facts of a figure that has only a caption.

    A column MultiIndex makes header rows. `exhibit` and `caption` are as for
    `smallbert.charts.publish.figure`; `data` is the CSV, where it is not `frame`; `grounds`, in a
    line below, says what the numbers are; `layout` is of `table_html`, besides what the frame
    brings (`with_layout`).
    """
    publish.html(
        exhibit,
        _with_works(frame, **frame.attrs.get("layout", {}) | layout),
        data=frame if data is None else data,
        plain=frame.to_string(),
        caption=caption,
        grounds=grounds or frame.attrs.get("grounds", ""),
    )


def working(frame: pd.DataFrame) -> str:
    """Return a frame that a cell of a page displays, as HTML with the look of the book's tables.

    Works go by name, and rows that have but a running number go without it. One that is longer than
    pandas prints is shown as pandas does.
    """
    if len(frame) > pd.get_option("display.max_rows"):
        return frame.to_html(max_rows=pd.get_option("display.min_rows"))
    shown = frame
    if not isinstance(frame.index, pd.RangeIndex):
        names = [name or " " * at for at, name in enumerate(frame.index.names)]  # no two alike
        shown = frame.reset_index(names=names, allow_duplicates=True)
    if shown.columns.nlevels == 1:
        shown = shown.set_axis([str(each).replace("_", " ") for each in shown.columns], axis=1)
    return _with_works(shown.map(_short))


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table with its header rows joined into one, for the CSV."""
    return frame.set_axis(frame.columns.map(" ".join).str.strip(), axis=1)


def _short(value):
    """Return a number as short as pandas shows it, and yes or no; anything else as it is."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if not isinstance(value, float) or pd.isna(value):
        return value
    return f"{value:.6g}".replace("-", "−")


def _with_works(frame: pd.DataFrame, *, links: dict | None = None, **layout) -> str:
    """Return a table whose works go by their names, which lead to their pages; its CSV has keys."""
    links = {**(links or {})}
    for column in [name for name in frame.columns if name in WORKS]:
        works = frame[column]
        if works.isin(sources.keys()).all() and frame.index.is_unique:
            links |= {(row, column): f"{key}.html" for row, key in works.items()}
            frame = frame.assign(**{column: works.map(bibliography.label)})
    return table_html(frame, links=links, **layout)


def table_html(frame: pd.DataFrame, *, folded: Iterable = (), fold: str = "", **layout) -> str:
    """Return `frame` as an HTML table, its index left out; an empty cell is shown as not reported.

    Rows whose labels are `folded` stand in a second table below, called `fold`, which the reader
    opens; without `folded` it has all rows. Cells are named by row label and column.

    Parameters
    ----------
    **layout
        span, highest, lowest : columns whose equal neighbors within a group become one cell, and
        whose best value is bold; groups : the column whose change begins a group, under a rule;
        exclude : rows that are never best (baselines); struck : cells struck out; notes : cells to
        texts, which stand below; links : cells to addresses; numbers : cells to their numbers, each
        as printed there and with its id; anchors : what the HTML id of a row begins with; after :
        rows to HTML behind the first cell that is theirs alone; digits : decimals of floats.
    """
    folded = list(folded)
    below = frame.index.isin(folded or frame.index) & bool(fold)
    if not below.any():
        return _table(frame, **layout)
    first = "" if below.all() else _table(frame[~below], **layout)
    opens = f"<summary>{escape(fold)}</summary>{_table(frame[below], **layout)}"
    return f'{first}<details class="sb-fold">{opens}</details>'


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The layout of `table_html`; a cell is its row's label and its column."""

    span: Collection[str] = ()
    groups: str = ""
    highest: Collection[str] = ()
    lowest: Collection[str] = ()
    exclude: Collection = ()
    struck: Collection[tuple] = ()
    notes: Mapping[tuple, str] = field(default_factory=dict)
    links: Mapping[tuple, str] = field(default_factory=dict)
    numbers: Mapping[tuple, list[tuple[str, str]]] = field(default_factory=dict)
    anchors: str = ""
    after: Mapping = field(default_factory=dict)
    digits: int | None = None


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell as the template writes it: its texts, each with the id of its number or an empty one.

    ``rows`` counts the rows that it spans; ``note`` is the letter of its note.
    """

    pieces: list[tuple[str, str]]
    is_number: bool
    heads_row: bool
    is_best: bool
    is_struck: bool
    link: str
    note: str
    after: str
    rows: int


@dataclass(frozen=True)
class Row:
    """A row: its HTML id, if it has one, and whether a group begins with it, under a rule."""

    anchor: str
    begins_group: bool
    cells: list[Cell]


@dataclass(frozen=True)
class Heading:
    """The name of one column or, in an upper row, of several; that of numbers stands at right."""

    text: str
    is_number: bool
    columns: int


def _table(frame: pd.DataFrame, **layout) -> str:
    """Return one table; the parameters are the layout of `table_html`."""
    look = Layout(**{name: value for name, value in layout.items() if value is not None})
    texts = frame.map(lambda value: _text(value, look.digits))
    group = texts[look.groups] if look.groups else None
    spans = {column: dict(runs(texts[column], group)) for column in look.span}
    notes = _at_first_cells(texts, look.notes, spans)
    numeric = [_is_numeric(texts[column]) for column in texts]
    return TABLE.render(
        is_wide=frame.shape[1] >= WIDE,
        header=_header(frame.columns, numeric),
        rows=_rows_of_cells(frame, texts, look, spans, notes, numeric),
        notes=list(dict.fromkeys(notes.values())),
        numbers_at=anchors.NUMBER_LINK,
        missing=MISSING,
    )


def _rows_of_cells(
    frame: pd.DataFrame, texts: pd.DataFrame, look: Layout, spans: dict, notes: dict, numeric: list
) -> list[Row]:
    group = texts[look.groups] if look.groups else None
    breaks = [at for at, _ in runs(group)][1:] if look.groups else []
    letters = {note: letter(at) for at, note in enumerate(dict.fromkeys(notes.values()))}
    best = _best(frame, look.highest, max, look) | _best(frame, look.lowest, min, look)
    places = [
        max(map(_decimals, texts[column])) if is_number else None
        for column, is_number in zip(texts, numeric, strict=True)
    ]
    # what follows a row's name must not stand in a cell that other rows share
    named = next((column for column in texts if column not in look.span), None)
    rows = []
    for at, (row, row_texts) in enumerate(zip(texts.index, texts.to_numpy(), strict=True)):
        cells = [
            Cell(
                pieces=_pieces(_aligned(text, places[n]), look.numbers.get((row, column), [])),
                is_number=numeric[n],
                heads_row=n == 0,
                is_best=(row, column) in best,
                is_struck=(row, column) in look.struck,
                link=look.links.get((row, column), ""),
                note=letters.get(notes.get((row, column)), ""),
                after=look.after.get(row, "") if column == named else "",
                rows=spans[column].get(at, 0) if column in spans else 1,
            )
            for n, (column, text) in enumerate(zip(texts, row_texts, strict=True))
        ]
        anchor = f"{look.anchors}{row}" if look.anchors else ""
        rows.append(Row(anchor, at in breaks, [cell for cell in cells if cell.rows]))
    return rows


def _at_first_cells(texts: pd.DataFrame, notes: Mapping, spans: dict) -> dict:
    """Return notes in reading order; those of rows that a cell spans are at its first row."""
    found = {}
    for at, row in enumerate(texts.index):
        for column in texts:
            run = spans[column].get(at, 0) if column in spans else 1
            own = [notes.get((each, column)) for each in texts.index[at : at + run]]
            if told := list(dict.fromkeys(filter(None, own))):
                found[row, column] = "; ".join(told)
    return found


def cite(id: str, title: str, *, note: str = "") -> str:
    """Return the button that saves the entry of a part of the book, as BibTeX.

    `id` and `title` are the part's; `note` is what else is to be said, such as the work that
    reported it.
    """
    told = {"id": id, "title": title, "note": note}
    words = " ".join(f'data-{name}="{escape(text)}"' for name, text in told.items())
    return f'<button type="button" class="sb-cite" {words}>Cite</button>'


def letter(number: int) -> str:
    """Return the letter of a number, as HTML's lists count: a to z, aa, ab, ...

    Examples
    --------
    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'aa')
    """
    before, last = divmod(number, 26)
    return (letter(before - 1) if before else "") + chr(ord("a") + last)


def _pieces(text: str, numbers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a cell's texts, numbers with their ids; without, where one is written otherwise."""
    pieces, rest = [], text
    for printed, id in numbers:
        before, number, rest = rest.partition(printed)
        if not number:
            pieces, rest = [], text
            break
        pieces += [(before, ""), (number, id)]
    return [(piece, id) for piece, id in [*pieces, (rest, "")] if piece]


def _text(value, digits: int | None) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, float) and digits is not None:
        return f"{value:.{digits}f}".replace("-", "−")
    return "" if value == "-" else str(value)


def _is_numeric(column: pd.Series) -> bool:
    shown = [text for text in column if text]
    return bool(shown) and all(map(NUMBER.match, shown))


def _aligned(text: str, places: int | None) -> str:
    """Pad a number at the end, so that a right-aligned column has its points in line."""
    if not text or not places:
        return text
    decimals = _decimals(text)
    return text + FIGURE_SPACE * (places - decimals) + POINT_SPACE * (not decimals)


def _decimals(text: str) -> int:
    return len(text.rstrip(UNITS).partition(".")[2])


def _best(frame: pd.DataFrame, columns: Iterable, choose, look: Layout) -> set:
    """Return the cells with the best value of a column."""
    best = set()
    for column in columns:
        judged = [row for row in frame.index if row not in look.exclude]
        rows = [row for row in judged if (row, column) not in look.struck]
        cleaned = frame.loc[rows, column].astype(str).str.rstrip("%xX×").str.replace("−", "-")
        values = pd.to_numeric(cleaned, errors="coerce").dropna()
        if len(values):
            best |= {(row, column) for row in values.index if values[row] == choose(values)}
    return best


def runs(cells, groups=None) -> list[tuple[int, int]]:
    """Return where each run of equal neighbors begins, and its length; a group ends it.

    Examples
    --------
    >>> runs(["a", "a", "b", "b"], [1, 1, 1, 2])
    [(0, 2), (2, 1), (3, 1)]
    """
    cells = list(zip(cells, cells if groups is None else groups, strict=True))
    starts = [at for at, cell in enumerate(cells) if not at or cell != cells[at - 1]]
    ends = [*starts, len(cells)][1:]
    return [(start, end - start) for start, end in zip(starts, ends, strict=True)]


def _header(columns: pd.Index, numeric: list[bool]) -> list[list[Heading]]:
    """Return the header rows; equal neighbors of an upper row become one cell."""
    header = []
    for level in range(columns.nlevels):
        names = list(columns.get_level_values(level))
        lowest = level == columns.nlevels - 1
        # names of the lowest row, and empty ones, are not joined where they are equal
        alone = [at if lowest or not name else -1 for at, name in enumerate(names)]
        header.append(
            [
                # the first column names the rows, so it stands at the left even if all are numbers
                Heading(str(names[at]), lowest and at > 0 and numeric[at], columns_under)
                for at, columns_under in runs(names, alone)
            ]
        )
    return header
