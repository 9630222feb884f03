"""A table that a document prints, redrawn from its folder, with notes on its cells.

A resource of ``datapackage.yaml`` may have a mapping ``shown`` (or several, each of another name,
where a table is shown in several ways); ``datapackage.schema.json`` has its keys. Columns and rows
go by their names in the table, ``{name}`` in a note is the row's cell there.
"""

import re

import pandas as pd

from smallbert import audit, data
from smallbert.charts.tables import table
from smallbert.compare.comparability import numbers_in_words
from smallbert.data import sources
from smallbert.data.descriptors import Column


def printed_table(
    key: str,
    name: str,
    *,
    caption: str = "",
    exhibit: str = "",
    cells: pd.DataFrame | None = None,
    rows: dict | None = None,
    shown: str = "shown",
    fold: str = "",
) -> None:
    """Show a table of a document; notes tell what is corrected, unusable or found wrong.

    Parameters
    ----------
    key, name : str
        The source and its table.
    caption : str
        What to look for; without one, that of ``exhibits.csv``.
    exhibit : str
        Its id; without it source and table, joined by a hyphen.
    cells : pandas.DataFrame, optional
        What the cells show, as of `smallbert.data.table_of`; without, the corrected table.
    rows : dict, optional
        By column, the cells that a row must have one of to be shown.
    shown : str
        The mapping of the descriptor that says how.
    fold : str
        What the line says that the reader opens to see the table; without it, it is open.
    """
    described = sources.tables(key)[name]
    how, header = described.shown.get(shown, {}), headings(key, name, shown=shown)
    whole = sources.table_of(key, name)
    cells = whole if cells is None else cells
    misprinted = set(whole.columns[(whole != cells).any()])  # empty where cells span rows
    for column, allowed in (rows or {}).items():
        cells = cells[cells[column].isin(allowed)]
    barred = {} if described.unusable else sources.unusable(key, name)
    firsts = {row: (row, column) for row, column in reversed(barred) if column in header}
    struck = {at: f"struck out, not used in comparisons: {barred[at]}" for at in firsts.values()}
    notes = [
        _own_notes(cells, how),
        correction_notes(key, name),
        struck,
        audit.marks(key, name),
    ]
    numbers, tidy = _numbers(key, name, cells, header)
    frame = cells[list(header)].set_axis(pd.Index(list(header.values())), axis=1)
    table(
        exhibit or f"{key}-{name}",
        frame.map(_plain),
        caption=caption,
        data=cells if how.get("whole_csv") else None,
        span=[header[each] for each in how.get("spans", []) if each in {*header} - misprinted],
        groups="" if how.get("groups") in misprinted else header.get(how.get("groups"), ""),
        notes=_joined(notes, header),
        struck=[(row, header[column]) for row, column in barred if column in header],
        highest=[header[each] for each in how.get("highest", [])],
        lowest=[header[each] for each in how.get("lowest", [])],
        exclude=how.get("exclude", []),
        numbers=numbers,
        grounds=" ".join(filter(None, [sources.retraction(key), numbers_in_words(tidy)])),
        fold=fold,
    )


def headings(key: str, name: str, *, shown: str = "shown") -> dict[str, tuple | str]:
    """Return the columns shown, each with its header rows (a text where there is one row)."""
    described = sources.tables(key)[name]
    how = described.shown.get(shown, {})
    known = {column.name: _heading(column) for column in described.printed_columns}
    names = how.get("columns", list(known))
    known |= how.get("header", {})
    depth = max(len(known[each]) for each in names)
    rows = {each: (*known[each], *[""] * (depth - len(known[each]))) for each in names}
    return rows if depth > 1 else {each: row[0] for each, row in rows.items()}


def correction_notes(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return the notes of a table's corrected cells by (row, column)."""
    return {
        (mend.row, mend.column): (f"printed {mend.printed!r}: " if mend.printed else "")
        + f"{mend.reason}; {mend.evidence}"
        for mend in sources.corrections(key, name).itertuples()
    }


def _heading(column: Column) -> list[str]:
    """Return the header rows of a column; one that is printed within another has a title of ours.

    Examples
    --------
    >>> _heading(Column(name="rte_sd", title="RTE sd", header=[]))
    ['[RTE sd]']
    >>> _heading(Column(name="size_x", title="Size (MB) [compression]", header=[]))
    ['Size (MB) [compression]']
    """
    title = column.title
    ours = title if title.endswith("]") else f"[{title}]"  # a bracket says which of a column's
    return [column.name] if column.header is None else column.header or [ours]


def _plain(cell: str) -> str:
    """Return a cell without the marks of formulas and the blanks that a reading left in it.

    Examples
    --------
    >>> _plain("BERT _{BASE} -6L-PKD"), _plain("$BERT_{BASE}$"), _plain("70.4/ 88.9")
    ('BERT_BASE-6L-PKD', 'BERT_BASE', '70.4/88.9')
    """
    cell = re.sub(r" ?_\{(\w+)\} ?", r"_\1", cell.replace("$", ""))
    return re.sub(r"(?<=\d) ?/ ?(?=\d)", "/", cell)


def _numbers(key: str, name: str, cells: pd.DataFrame, header: dict) -> tuple[dict, pd.DataFrame]:
    """Return the numbers of the cells shown, as printed and with ids, and their tidy results."""
    tidy = data.results(key).query("table == @name")
    columns, found = sources.columns_of(key, name), {}
    for row, printed, id in zip(tidy["row"], tidy["printed"], tidy["id"], strict=True):
        column = columns[row, id.rpartition("/")[2]]
        if row in cells.index and column in header:
            found.setdefault((row, header[column]), []).append((printed, id))
    ids = {id for cell in found.values() for _, id in cell}
    return found, tidy[tidy["id"].isin(ids)]


def _own_notes(cells: pd.DataFrame, how: dict) -> dict:
    """Return the notes that the descriptor has."""
    notes = {}
    for own in how.get("notes", []):
        rows = cells[cells.index.isin(own["rows"])] if "rows" in own else cells
        rows = rows[rows[own["from"]] != ""] if "from" in own else rows
        text = own["note"] if "note" in own else f"{{{own['from']}}}"
        for row, cell in rows.T.to_dict().items():
            at = row, own["column"]
            notes[at] = "; ".join(filter(None, (notes.get(at), text.format(**cell))))
    return notes


def _joined(parts: list[dict], header: dict) -> dict:
    """Return the notes of columns shown by row and header; several on one cell become one."""
    notes = {}
    for part in parts:
        for (row, column), text in part.items():
            if column in header:
                notes.setdefault((row, header[column]), []).append(text)
    return {at: "; ".join(texts) for at, texts in notes.items()}
