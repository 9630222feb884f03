"""A document's table in one call: its folder says what is shown and how.

A resource of ``datapackage.yaml`` may have a mapping ``shown`` (or several, each of another
name, where a table is shown in several ways); ``data/vocabulary/settings.csv`` has its keys.
Columns and rows go by their names in the table, ``{name}`` in a note is the row's cell there.
"""

import re

import pandas as pd

from smallbert import audit, data
from smallbert.charts import publish
from smallbert.charts.tables import runs
from smallbert.compare.comparability import of_numbers
from smallbert.data import sources

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def document_table(
    key: str,
    name: str,
    *,
    caption: str = "",
    exhibit: str = "",
    corrected: bool = True,
    rows: dict | None = None,
    shown: str = "shown",
) -> None:
    """Show a table of a document; notes tell corrections and what the audit does not confirm.

    Parameters
    ----------
    key, name : str
        The source and its table.
    caption : str
        What to look for; without one, that of ``exhibits.csv``.
    exhibit : str
        Its id; without it source and table, joined by a hyphen.
    corrected : bool
        Whether corrections apply; without them cells are as printed, to the letter.
    rows : dict, optional
        By column, the cells that a row must have one of to be shown.
    shown : str
        The mapping of the descriptor that says how.
    """
    how = sources.tables(key)[name].get(shown, {})
    cells = sources.table(key, name, corrected=corrected)
    for column, allowed in (rows or {}).items():
        cells = cells[cells[column].isin(allowed)]
    header = headings(key, name, shown=shown)
    mended = set() if corrected else set(sources.corrections(key, name)["column"])
    groups = "" if how.get("groups") in mended else how.get("groups", "")
    spans = [each for each in how.get("spans", []) if each not in mended]
    barred = {} if "unusable" in sources.tables(key)[name] else sources.unusable(key, name)
    barred = {at: text for at, text in barred.items() if at[1] in header}
    notes = [_own_notes(cells, how), _struck_notes(barred)]
    notes[1:1] = [_correction_notes(key, name, cells, spans, groups)] if corrected else []
    notes += [audit.marks(key, name, corrected=corrected)]
    tidy = data.results(key, only=lambda table: table["name"] == name)
    numbers = _numbers(key, name, cells, header, corrected)
    shown_ids = [id for cell in numbers.values() for _, id in cell]
    frame = cells[list(header)].set_axis(pd.Index(list(header.values())), axis=1)
    publish.table(
        exhibit or f"{key}-{name}",
        frame.map(_plain) if corrected else frame,
        caption=caption,
        data=cells if how.get("whole_csv") else None,
        span=[header[each] for each in spans if each in header],
        groups=header.get(groups, ""),
        notes=_placed(notes, cells, header),
        struck=[(row, header[column]) for row, column in barred],
        highest=[header[each] for each in how.get("highest", [])],
        lowest=[header[each] for each in how.get("lowest", [])],
        exclude=how.get("exclude", []),
        numbers=numbers,
        grounds=of_numbers(tidy[tidy["id"].isin(shown_ids)]),
    )


def audit_table(key: str, *, corrected: bool = True) -> None:
    """Show the audit of a work by rule, as the exhibit ``<key>-audit``."""
    lines = audit.of_work(key, corrected=corrected)
    if list(lines["Lines"]) == [0]:  # a sentence tells all
        publish.table(f"{key}-audit", lines[["In words"]], data=lines)
        return
    caption = (
        "The audit of this work by rule. Numbers that follow from a rule share a row, which states "
        "the rule; numbers that cannot be recomputed share one that says what is missing."
    )
    publish.table(f"{key}-audit", lines, caption=caption, groups="Rule", span=["Rule"])


def headings(key: str, name: str, *, shown: str = "shown") -> dict[str, tuple | str]:
    """Return the columns shown, each with its header rows (a text where there is one row)."""
    resource = sources.tables(key)[name]
    how = resource.get(shown, {})
    known = {each["name"]: _heading(each) for each in sources.fields(resource, printed=True)}
    names = how.get("columns", list(known))
    known |= how.get("header", {})
    depth = max(len(known[each]) for each in names)
    rows = {each: (*known[each], *[""] * (depth - len(known[each]))) for each in names}
    return rows if depth > 1 else {each: row[0] for each, row in rows.items()}


def _heading(field: dict) -> list[str]:
    """Return the header rows of a column; one that is printed within another has a title of ours.

    Examples
    --------
    >>> _heading({"name": "rte_sd", "title": "RTE sd", "header": []})
    ['[RTE sd]']
    >>> _heading({"name": "size_x", "title": "Size (MB) [compression]", "header": []})
    ['Size (MB) [compression]']
    """
    title = field.get("title", "")
    ours = title if title.endswith("]") else f"[{title}]"  # a bracket says which of a column's
    return field.get("header", [field["name"]]) or [ours]


def _plain(cell: str) -> str:
    """Return a cell without the marks of formulas and the blanks that a reading left in it.

    Examples
    --------
    >>> _plain("BERT _{BASE} -6L-PKD"), _plain("$BERT_{BASE}$"), _plain("70.4/ 88.9")
    ('BERT_BASE-6L-PKD', 'BERT_BASE', '70.4/88.9')
    """
    cell = re.sub(r" ?_\{(\w+)\} ?", r"_\1", cell.replace("$", ""))
    return re.sub(r"(?<=\d) ?/ ?(?=\d)", "/", cell)


def _numbers(key: str, name: str, cells: pd.DataFrame, header: dict, corrected: bool) -> dict:
    """Return the numbers of the cells shown, each as printed and with its id, by row and header."""
    tidy = data.results(key, corrected=corrected, only=lambda each: each["name"] == name)
    columns, found = sources.columns_of(key, name), {}
    for row, printed, id in zip(tidy["row"], tidy["printed"], tidy["id"], strict=True):
        column = columns[row, id.rpartition("/")[2]]
        if row in cells.index and column in header:
            found.setdefault((row, header[column]), []).append((printed, id))
    return found


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


def _struck_notes(barred: dict) -> dict:
    """Return why cells are struck out, once a row."""
    firsts = {row: (row, column) for row, column in reversed(barred)}
    return {at: f"struck out, not used in comparisons: {barred[at]}" for at in firsts.values()}


def correction_notes(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return the notes of a table's corrected cells by (row, column)."""
    return {
        (mend.row, mend.column): f"printed {mend.printed!r}: {mend.reason}; {mend.evidence}"
        for mend in sources.corrections(key, name).itertuples()
    }


def _correction_notes(key: str, name: str, cells: pd.DataFrame, spans: list, groups: str) -> dict:
    """Return the notes of the corrected cells; of a cell that spans rows once, at the first."""
    mends = sources.corrections(key, name).set_index(["row", "column"])
    notes = correction_notes(key, name)
    read = sources.table(key, name, corrected=False)
    for column in spans:
        for start, length in runs(cells[column], cells[groups] if groups else None):
            block = [(row, column) for row in cells.index[start : start + length]]
            own = mends[mends.index.isin(block)]
            if len(own) and length > 1:
                notes = {at: text for at, text in notes.items() if at not in block}
                seen = " and ".join(repr(cell) for at in block if (cell := read.at[at]))
                unread = own["printed"] == ""
                parts = [f"one cell over {COUNTS[length]} rows, read as {seen}"]
                parts += [
                    f"{mend.printed!r}: {mend.reason}, {mend.evidence}"
                    for mend in own[~unread].itertuples()
                ]
                notes[block[0]] = "; ".join([*parts, *own.loc[unread, "evidence"].unique()])
    return notes


def _placed(parts: list[dict], cells: pd.DataFrame, header: dict) -> dict:
    """Return notes by row and header, in reading order; several on one cell become one."""
    placed = {}
    for row in cells.index:
        for column in header:
            texts = [notes[row, column] for notes in parts if (row, column) in notes]
            if texts:
                placed[row, header[column]] = "; ".join(texts)
    return placed
