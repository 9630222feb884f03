"""Any table and its HTML: header rows, spanning cells, notes, best values, aligned decimals."""

import re
from collections.abc import Iterable, Mapping
from html import escape

import numpy as np
import pandas as pd

from smallbert.charts import publish
from smallbert.data import addresses, bibliography, sources

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


def _table(
    frame,
    *,
    span=(),
    groups="",
    highest=(),
    lowest=(),
    exclude=(),
    struck=(),
    notes: Mapping | None = None,
    links: Mapping | None = None,
    numbers: Mapping | None = None,
    anchors="",
    after: Mapping | None = None,
    digits=None,
) -> str:
    """Return one table; the parameters are the layout of `table_html`."""
    links, numbers, after = ({**(each or {})} for each in (links, numbers, after))
    texts = frame.map(lambda value: _text(value, digits))
    group = texts[groups] if groups else None
    breaks = [at for at, _ in runs(group)][1:] if groups else []
    spans = {column: dict(runs(texts[column], group)) for column in span}
    notes = _at_first_cells(texts, notes or {}, spans)
    told = list(dict.fromkeys(notes.values()))
    best = _best(frame, highest, max, exclude, struck) | _best(frame, lowest, min, exclude, struck)
    numeric = {column: _is_numeric(texts[column]) for column in texts}
    places = {column: max(map(_decimals, texts[column])) for column in texts if numeric[column]}
    own = next((each for each in texts if each not in span), None)  # no cell of several rows
    body = []
    for at, (row, own_texts) in enumerate(zip(texts.index, texts.to_numpy(), strict=True)):
        cells = []
        for number, (column, text) in enumerate(zip(texts, own_texts, strict=True)):
            if not (run := spans[column].get(at, 0) if column in spans else 1):
                continue
            here = row, column
            inner = _aligned(text, places.get(column)) if text else MISSING
            inner = _linked(inner, numbers.get(here, []))
            for tag, marked in (("strong", best), ("s", struck)):
                inner = f"<{tag}>{inner}</{tag}>" if here in marked else inner
            inner = f'<a href="{escape(links[here])}">{inner}</a>' if here in links else inner
            inner += f"<sup>{letter(told.index(notes[here]))}</sup>" if here in notes else ""
            inner += after.get(row, "") if column == own else ""
            cells.append(_cell(inner, numeric[column], number == 0, run))
        rule = ' class="sb-group"' if at in breaks else ""
        name = f' id="{escape(f"{anchors}{row}")}"' if anchors else ""
        body.append(f"<tr{name}{rule}>{''.join(cells)}</tr>")
    kind = "sb-table sb-wide" if frame.shape[1] >= WIDE else "sb-table"
    return (
        f'<div class="sb-scroll" tabindex="0"><table class="{kind}">'
        f"<thead>{_head(frame.columns, list(numeric.values()))}</thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>{_below(told)}"
    )


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


def _linked(inner: str, numbers: list[tuple[str, str]]) -> str:
    """Return a cell with its numbers linked, or as it is where one of them is written otherwise."""
    done, rest = "", inner
    for printed, id in numbers:
        before, text, rest = rest.partition(escape(printed))
        if not text:
            return inner
        done += f'{before}<a class="sb-cell" href="{addresses.NUMBER_LINK}{id}">{text}</a>'
    return done + rest


def _below(notes: list[str]) -> str:
    """Return the notes as a list that the reader opens."""
    if not notes:
        return ""
    count = "1 note" if len(notes) == 1 else f"{len(notes)} notes"
    listed = "".join(f"<li>{escape(text)}</li>" for text in notes)
    return (
        f'<details class="sb-notes"><summary>{count}</summary><ol type="a">{listed}</ol></details>'
    )


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
    own = _decimals(text)
    pad = FIGURE_SPACE * (places - own) + POINT_SPACE * (not own) if places else ""
    return escape(text + pad)


def _decimals(text: str) -> int:
    return len(text.rstrip(UNITS).partition(".")[2])


def _best(frame: pd.DataFrame, columns: Iterable, choose, exclude, struck) -> set:
    """Return the cells with the best value of a column."""
    best = set()
    for column in columns:
        rows = [row for row in frame.index if row not in exclude and (row, column) not in struck]
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


def _cell(inner: str, numeric: bool, first: bool, run: int) -> str:
    spans = f' rowspan="{run}"' if run > 1 else ""
    kind = ' class="sb-number"' if numeric else ""
    return f'<th scope="row"{spans}>{inner}</th>' if first else f"<td{kind}{spans}>{inner}</td>"


def _head(columns: pd.Index, numeric: list[bool]) -> str:
    """Return the header rows; equal neighbors of an upper row become one cell.

    The name of a column of numbers stands at the right, as they do; the first heads the rows.
    """
    rows = []
    for level in range(columns.nlevels):
        names = list(columns.get_level_values(level))
        lowest = level == columns.nlevels - 1
        alone = [at if lowest or not name else -1 for at, name in enumerate(names)]
        cells = []
        for at, run in runs(names, alone):
            kind = ' class="sb-number"' if lowest and at and numeric[at] else ""
            spans = f' scope="colgroup" colspan="{run}"' if run > 1 else ' scope="col"'
            cells.append(f"<th{kind}{spans}>{escape(str(names[at]))}</th>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return "".join(rows)
