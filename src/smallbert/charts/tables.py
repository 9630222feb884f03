"""Tables as HTML: header rows, spanning cells, marks, best values, aligned decimals."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html import escape

import pandas as pd

from smallbert.data import exhibits

MISSING = '<span class="sb-missing" aria-label="not reported">–</span>'
WIDE = 10
"""Columns from which on a table has smaller letters."""

NUMBER = re.compile(r"[+−-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?[%xX×MBGk]?$")
"""A cell of a column whose decimals are aligned."""

FIGURE_SPACE, POINT_SPACE = "\u2007", "\u2008"


@dataclass
class Layout:
    """How a table is shown.

    Attributes
    ----------
    span : list of str
        Columns whose equal neighbours, from top to bottom, become one cell within a group.
    notes : dict
        (row label, column) to a note; the cell gets a letter and the note stands below.
    noted : str or tuple
        Column whose texts become notes on the column before it.
    highest, lowest : list
        Columns whose best value, by being highest or lowest, is set bold.
    struck : list
        (row label, column) of cells that are shown struck out.
    derived : list
        (row label, column) of cells that the book worked out, shown in italics.
    links : dict
        (row label, column) to the address where the cell leads.
    sortable : str
        Column by whose words a reader may filter; with it the table can be sorted, too.
    groups : str
        Column whose change of value begins a new group, shown by a rule.
    exclude : list
        Row labels that take no part in the choice of the best value (baselines).
    anchors : str
        Begins the HTML id of each row, followed by the row's label; empty for rows without.
    folded : iterable
        Row labels of what stands in a second table below, which the reader opens.
    fold : str
        What that table is called; without `folded` it has all rows.
    digits : int, optional
        Decimals of float cells; without it they are shown as they are.
    numbers : dict
        (row label, column) to the numbers in the cell, each as printed there and with its id; they
        become links to their cards.
    after : dict
        Row label to HTML that follows the row's first cell, such as `cite`.
    """

    span: list = field(default_factory=list)
    notes: dict = field(default_factory=dict)
    noted: str | tuple = ""
    highest: list = field(default_factory=list)
    lowest: list = field(default_factory=list)
    struck: list = field(default_factory=list)
    derived: list = field(default_factory=list)
    links: dict = field(default_factory=dict)
    sortable: str = ""
    groups: str = ""
    exclude: list = field(default_factory=list)
    anchors: str = ""
    folded: Iterable = ()
    fold: str = ""
    digits: int | None = None
    numbers: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)


def to_html(frame: pd.DataFrame, layout: Layout | None = None) -> str:
    """Return `frame` as an HTML table, its index left out.

    Cells are shown as they are; an empty or missing one as not reported.
    """
    layout = layout or Layout()
    folded = list(layout.folded)
    below = frame.index.isin(folded if folded else frame.index) & bool(layout.fold)
    if below.any():
        rest = replace(layout, folded=(), fold="")
        first = "" if below.all() else to_html(frame[~below], rest)
        second = to_html(frame[below], rest)
        opens = f"<summary>{escape(layout.fold)}</summary>{second}"
        return f'{first}<details class="sb-fold">{opens}</details>'
    if layout.noted:
        return to_html(frame.drop(columns=[layout.noted]), _with_notes(frame, layout))
    texts = frame.map(lambda value: _text(value, layout.digits))
    groups = texts[layout.groups] if layout.groups else None
    breaks = [at for at, _ in runs(groups)][1:] if layout.groups else []
    best = _best(frame, layout)
    heads = texts.columns[0]
    numeric = [_is_numeric(texts[each]) for each in texts]
    columns = [
        _column(texts[each], layout, best, groups, of_numbers, heads == each)
        for each, of_numbers in zip(texts, numeric, strict=True)
    ]
    body = []
    for at, (row, *cells) in enumerate(zip(texts.index, *columns, strict=True)):
        rule = ' class="sb-group"' if at in breaks else ""
        name = f' id="{escape(f"{layout.anchors}{row}")}"' if layout.anchors else ""
        body.append(f"<tr{name}{rule}>{''.join(cells)}</tr>")
    return (
        f'<div class="sb-scroll" tabindex="0"><table class="{_kind(frame)}"{_sorts(layout)}>'
        f"<thead>{_head(frame.columns, numeric)}</thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>" + _below(_once(layout.notes))
    )


def cite(id: str, title: str, *, kind: str, note: str = "") -> str:
    """Return the button that offers a part of the book as BibTeX, RIS and CSL-JSON.

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


def _column(
    texts: pd.Series,
    layout: Layout,
    best: set,
    groups: pd.Series | None,
    numeric: bool,
    first: bool,
) -> list[str]:
    """Return the cells of a column, the first of which heads the rows; a spanned one is empty."""
    places = max(map(_decimals, texts)) if numeric else 0
    told = _once(layout.notes)
    letters = {at: letter(told.index(text)) for at, text in layout.notes.items()}
    spans = dict(runs(texts, groups)) if texts.name in layout.span else None
    cells, derived = [], set(layout.derived)
    for at, (row, text) in enumerate(texts.items()):
        inner = (_align(text, places) if numeric else escape(text)) if text else MISSING
        inner = _linked(inner, layout.numbers.get((row, texts.name), []))
        inner = f"<strong>{inner}</strong>" if (row, texts.name) in best else inner
        inner = f"<s>{inner}</s>" if (row, texts.name) in layout.struck else inner
        inner = f"<em>{inner}</em>" if (row, texts.name) in derived else inner
        if address := layout.links.get((row, texts.name)):
            inner = f'<a href="{escape(address)}">{inner}</a>'
        if (row, texts.name) in letters:
            inner += f"<sup>{letters[row, texts.name]}</sup>"
        inner += layout.after.get(row, "") if first else ""
        run = 1 if spans is None else spans.get(at, 0)
        cells.append(_cell(inner, numeric, first, run) if run else "")
    return cells


def _with_notes(frame: pd.DataFrame, layout: Layout) -> Layout:
    """Return the layout in which the texts of a column are notes on the one before it."""
    named = frame.columns[frame.columns.get_loc(layout.noted) - 1]
    told = {(row, named): text for row, text in frame[layout.noted].items() if _text(text, None)}
    return replace(layout, noted="", notes=layout.notes | told)


def _kind(frame: pd.DataFrame) -> str:
    return "sb-table sb-wide" if frame.shape[1] >= WIDE else "sb-table"


def _sorts(layout: Layout) -> str:
    return f' data-filter="{escape(layout.sortable)}"' if layout.sortable else ""


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


def _once(notes: dict) -> list[str]:
    """Return the texts of notes, each once, in the order of their letters."""
    return list(dict.fromkeys(notes.values()))


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
    return len(text.rstrip("%xX×MBGk").partition(".")[2])


def _best(frame: pd.DataFrame, layout: Layout) -> set:
    rows = [row for row in frame.index if row not in layout.exclude]
    best = set()
    for columns, choose in ((layout.highest, max), (layout.lowest, min)):
        for column in columns:
            cleaned = frame.loc[rows, column].astype(str).str.rstrip("%xX×").str.replace("−", "-")
            values = pd.to_numeric(cleaned, errors="coerce").dropna()
            values = values[[(row, column) not in layout.struck for row in values.index]]
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
