"""Tables as HTML: header rows, spanning cells, marks, best values, aligned decimals."""

import re
from collections.abc import Iterable, Mapping
from html import escape

import pandas as pd

from smallbert.data import exhibits

MISSING = '<span class="sb-missing" aria-label="not reported">–</span>'
WIDE = 10
"""Columns from which on a table has smaller letters."""

UNITS = "%xX×MBGk"
NUMBER = re.compile(rf"[+−-]?(\d{{1,3}}(,\d{{3}})+|\d+)(\.\d+)?[{UNITS}]?$")
"""A cell of a column whose decimals are aligned."""

FIGURE_SPACE, POINT_SPACE = "\u2007", "\u2008"


def to_html(frame: pd.DataFrame, *, folded: Iterable = (), fold: str = "", **layout) -> str:
    """Return `frame` as an HTML table, its index left out.

    Cells are shown as they are; an empty or missing one as not reported. Cells are named by row
    label and column.

    Parameters
    ----------
    frame : pandas.DataFrame
        A column MultiIndex makes header rows.
    folded : iterable
        Labels of rows that stand in a second table below, which the reader opens.
    fold : str
        What that table is called; without `folded` it has all rows.
    **layout
        span, highest, lowest : columns whose equal neighbours within a group become one cell, and
        whose best value is bold; groups : the column whose change begins a group, under a rule;
        exclude : rows that are never best (baselines); struck, derived : cells struck out, and in
        italics; notes : cells to texts, which stand below; links : cells to addresses; numbers :
        cells to their numbers, each as printed there and with its id; anchors : what the HTML id of
        a row begins with; sortable : the column by whose words a reader may filter, which also
        makes the table sortable; after : rows to HTML behind the first cell that is theirs alone;
        digits : decimals of floats.
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
    derived=(),
    notes: Mapping | None = None,
    links: Mapping | None = None,
    numbers: Mapping | None = None,
    anchors="",
    sortable="",
    after: Mapping | None = None,
    digits=None,
) -> str:
    """Return one table; the parameters are the layout of `to_html`."""
    notes, links, numbers, after = ({**(each or {})} for each in (notes, links, numbers, after))
    texts = frame.map(lambda value: _text(value, digits))
    group = texts[groups] if groups else None
    breaks = [at for at, _ in runs(group)][1:] if groups else []
    best = _best(frame, highest, max, exclude, struck) | _best(frame, lowest, min, exclude, struck)
    told = list(dict.fromkeys(notes.values()))
    columns, numeric = [], [_is_numeric(texts[each]) for each in texts]
    own = next((each for each in texts if each not in span), None)  # no cell of several rows
    for number, column in enumerate(texts):
        cells, of_numbers = texts[column], numeric[number]
        places = max(map(_decimals, cells)) if of_numbers else 0
        spans = dict(runs(cells, group)) if column in span else {}
        shown = []
        for at, (row, text) in enumerate(cells.items()):
            here = row, column
            inner = (_align(text, places) if of_numbers else escape(text)) if text else MISSING
            inner = _linked(inner, numbers.get(here, []))
            for tag, marked in (("strong", best), ("s", struck), ("em", derived)):
                inner = f"<{tag}>{inner}</{tag}>" if here in marked else inner
            inner = f'<a href="{escape(links[here])}">{inner}</a>' if here in links else inner
            inner += f"<sup>{letter(told.index(notes[here]))}</sup>" if here in notes else ""
            inner += after.get(row, "") if column == own else ""
            run = spans.get(at, 0) if column in span else 1
            shown.append(_cell(inner, of_numbers, number == 0, run) if run else "")
        columns.append(shown)
    body = []
    for at, (row, *cells) in enumerate(zip(texts.index, *columns, strict=True)):
        rule = ' class="sb-group"' if at in breaks else ""
        name = f' id="{escape(f"{anchors}{row}")}"' if anchors else ""
        body.append(f"<tr{name}{rule}>{''.join(cells)}</tr>")
    kind = "sb-table sb-wide" if frame.shape[1] >= WIDE else "sb-table"
    sorts = f' data-filter="{escape(sortable)}"' if sortable else ""
    return (
        f'<div class="sb-scroll" tabindex="0"><table class="{kind}"{sorts}>'
        f"<thead>{_head(frame.columns, numeric)}</thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>{_below(told)}"
    )


def cite(id: str, title: str, *, kind: str, note: str = "") -> str:
    """Return the button that offers a part of the book as BibTeX and CSL-JSON.

    Parameters
    ----------
    id, title : str
        Of the part.
    kind : str
        Its type in CSL: figure (also a table), dataset (a number), entry (a claim).
    note : str
        What else is to be said, such as the work that reported a number.
    """
    told = {"kind": kind, "id": id, "title": title, "note": note}
    data = " ".join(f'data-{name}="{escape(text)}"' for name, text in told.items())
    return f'<button type="button" class="sb-cite" {data}>Cite</button>'


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table with its header rows joined into one, for the CSV."""
    return frame.set_axis(frame.columns.map(" ".join).str.strip(), axis=1)


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
        done += f'{before}<a class="sb-cell" href="{exhibits.LINK}{id}">{text}</a>'
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


def _align(text: str, places: int) -> str:
    """Pad at the end, so that a right-aligned column has its points in line."""
    own = _decimals(text)
    return escape(
        text + FIGURE_SPACE * (places - own) + (POINT_SPACE if places and not own else "")
    )


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
    """Return where each run of equal neighbours begins, and its length; a group ends it.

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
    """Return the header rows; equal neighbours of an upper row become one cell.

    The name of a column of numbers stands at the right, as they do; the first heads the rows.
    """
    rows = []
    for level in range(columns.nlevels):
        names = list(columns.get_level_values(level))
        lowest = level == columns.nlevels - 1
        alone = [at if lowest or not name else -1 for at, name in enumerate(names)]
        right = [lowest and bool(at) and of_numbers for at, of_numbers in enumerate(numeric)]
        cells = [_heading(names[at], run, right[at]) for at, run in runs(names, alone)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return "".join(rows)


def _heading(name: object, run: int, numeric: bool) -> str:
    spans = f' scope="colgroup" colspan="{run}"' if run > 1 else ' scope="col"'
    kind = ' class="sb-number"' if numeric else ""
    return f"<th{kind}{spans}>{escape(str(name))}</th>"
