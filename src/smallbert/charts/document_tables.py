"""A document's table in one call: its folder says what is shown and how.

A resource of ``datapackage.yaml`` may have a mapping ``shown`` (or several, each of another
name, where a table is shown in several ways). All its keys may be left out:

``columns``
    Those shown, in order; without it all that the document prints. One whose ``header`` is empty,
    since its numbers are printed in the cells of another column, has its title in square brackets.
``header``
    The header rows of a column, where they are other than printed.
``mended``
    The same for headers that the reading garbles; only where corrections apply.
``quantities``
    Columns, or ``all``: a further header row says what their numbers are, and the unit.
``replace``
    By column, what stands for what in its cells; printed cells are left where no corrections apply.
``parts``
    By column, the names of the columns into which its cells are cut at their blanks.
``joined``
    By column, the column whose equal neighbours share one cell with all their texts.
``as_printed``
    By column, the one that stands for it where no corrections apply; where both are shown, each
    keeps its cells and the groups follow the printed one.
``spans``, ``groups``, ``highest``, ``lowest``, ``exclude``
    As in `smallbert.charts.tables.Layout`, columns by their names in the table.
``notes``
    A list of ``{column, rows, note}``; ``{name}`` in a note is the row's cell of that column. With
    ``from``, a column: only rows that have a text there, which is the note where none is given.
``whole_csv``
    True where the CSV offers all columns of the table, not those shown.
"""

from collections.abc import Callable

import pandas as pd

from smallbert import data
from smallbert.charts import publish
from smallbert.charts.tables import runs
from smallbert.data import sources, vocabulary

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def document_table(
    key: str,
    name: str,
    *,
    caption: str = "",
    exhibit: str = "",
    corrected: bool = True,
    rows: dict | None = None,
    columns: dict | None = None,
    shown: str = "shown",
    marks: dict | None = None,
    grounds: Callable[[tuple[str, ...]], str] = lambda numbers: "",
) -> None:
    """Show a table of a document as its descriptor says, with notes on the corrected cells.

    Parameters
    ----------
    key, name : str
        The source and its table.
    caption : str
        What to look for; without one, that of ``exhibits.csv``.
    exhibit : str
        Its id; without it source and table, joined by a hyphen.
    corrected : bool
        Whether corrections apply.
    rows : dict, optional
        By column, the cells that a row must have one of to be shown.
    columns : dict, optional
        Further columns, each with its header rows.
    shown : str
        The mapping of the descriptor that says how.
    marks : dict, optional
        Further notes by (row, column), such as the audit's.
    grounds : callable
        Given the ids of the numbers shown, returns what they are, for a line below the table.
    """
    how = sources.tables(key)[name].get(shown, {})
    cells = _cells(key, name, how, corrected)
    for column, allowed in (rows or {}).items():
        cells = cells[cells[column].isin(allowed)]
    header = headings(key, name, shown=shown, corrected=corrected, further=columns)
    layout = _columns(key, name, how, corrected)
    barred = {} if "unusable" in sources.tables(key)[name] else sources.unusable(key, name)
    notes = [_own_notes(cells, how, corrected), _struck_notes(barred, header), marks or {}]
    if corrected:
        notes.insert(1, _correction_notes(key, name, cells, **layout))
    numbers = _numbers(key, name, cells, header, how, corrected)
    publish.table(
        exhibit or f"{key}-{name}",
        cells[list(header)].set_axis(_index(header), axis=1),
        caption=caption,
        data=cells if how.get("whole_csv") else None,
        span=[header[each] for each in layout["spans"] if each in header],
        groups=header.get(layout["groups"], ""),
        notes=_placed(notes, cells, header),
        struck=[(row, header[at]) for row, at in barred if at in header],
        highest=[header[each] for each in how.get("highest", []) if each in header],
        lowest=[header[each] for each in how.get("lowest", []) if each in header],
        exclude=how.get("exclude", []),
        numbers=numbers,
        grounds=grounds(tuple(id for cell in numbers.values() for _, id in cell)),
    )


def headings(
    key: str,
    name: str,
    *,
    shown: str = "shown",
    corrected: bool = True,
    further: dict | None = None,
) -> dict[str, tuple | str]:
    """Return the columns shown, each with its header rows (a text where there is one row).

    Parameters
    ----------
    key, name, shown, corrected
        As for `document_table`.
    further : dict, optional
        Further columns, each with its header rows.
    """
    resource = sources.tables(key)[name]
    how = resource.get(shown, {})
    printed = {each["name"]: each for each in sources.fields(resource, printed=True)}
    known = {each: _heading(field) for each, field in printed.items()}
    known |= how.get("header", {}) | (how.get("mended", {}) if corrected else {}) | (further or {})
    names = [*how.get("columns", printed), *(further or {})]
    depth = max(len(known[each]) for each in names)
    rows = {each: (*known[each], *[""] * (depth - len(known[each]))) for each in names}
    if named := how.get("quantities"):
        wanted = names if named == "all" else named
        return {c: (*row, _unit(printed[c]) if c in wanted else "") for c, row in rows.items()}
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


def _numbers(
    key: str, name: str, cells: pd.DataFrame, header: dict, how: dict, corrected: bool
) -> dict:
    """Return the numbers of the cells shown, each as printed and with its id, by row and header."""
    tidy = data.results(key, corrected=corrected, only=lambda each: each["name"] == name)
    columns, by_cell, by_header = sources.columns_of(key, name), {}, {}
    for row, printed, id in zip(tidy["row"], tidy["printed"], tidy["id"], strict=True):
        column = columns[row, id.rpartition("/")[2]]
        by_cell.setdefault((row, column), []).append((printed, id))
    for (row, column), numbers in sorted(by_cell.items()):
        if row not in cells.index:
            continue
        parts = how.get("parts", {}).get(column, [column])
        for at, number in enumerate(numbers):
            part = parts[min(at, len(parts) - 1)]
            if part in header:
                by_header.setdefault((row, header[part]), []).append(number)
    return by_header


def _unit(field: dict) -> str:
    """Return what the numbers of a column are: the first one's name and unit, another's unit."""
    metrics = vocabulary.table("metrics")
    names = list(dict.fromkeys(each["metric"] for each in field.get("quantities", [])))
    if not names:
        return ""
    units = [metrics.at[each, "unit"] for each in names]
    return f"{metrics.at[names[0], 'name']} [{units[0]}]" + "".join(f" ({u})" for u in units[1:])


def _index(header: dict) -> pd.Index:
    rows = list(header.values())
    return pd.MultiIndex.from_tuples(rows) if isinstance(rows[0], tuple) else pd.Index(rows)


def _cells(key: str, name: str, shown: dict, corrected: bool) -> pd.DataFrame:
    """Return the table's cells as shown, all columns by their own names."""
    cells = sources.table(key, name, corrected=corrected)
    printed = [each["name"] for each in sources.fields(sources.tables(key)[name], printed=True)]
    if not corrected:
        for column, other in _stand_ins(shown).items():
            cells[column] = cells[other]
    for column, texts in shown.get("replace", {}).items():
        if corrected or column not in printed:
            for old, new in texts.items():
                cells[column] = cells[column].str.replace(old, new, regex=False)
    for column, names in shown.get("parts", {}).items():
        cells[names] = cells[column].str.split(" ", n=len(names) - 1, expand=True).to_numpy()
    for column, by in shown.get("joined", {}).items():
        cells[column] = cells.groupby(by, sort=False)[column].transform(" ".join)
    return cells


def _stand_ins(shown: dict) -> dict[str, str]:
    """Return the columns that show another one's cells as printed, which is not shown itself."""
    pairs = shown.get("as_printed", {}).items()
    return {column: other for column, other in pairs if other not in shown.get("columns", [])}


def _columns(key: str, name: str, shown: dict, corrected: bool) -> dict:
    """Return spanning columns and groups; as read, those with mended cells are neither."""
    mended = set() if corrected else set(sources.corrections(key, name)["column"])
    groups = shown.get("groups", "")
    if not corrected and groups not in _stand_ins(shown):
        groups = shown.get("as_printed", {}).get(groups, groups)
    return {
        "spans": [each for each in shown.get("spans", []) if each not in mended],
        "groups": "" if groups in mended else groups,
    }


def _own_notes(cells: pd.DataFrame, shown: dict, corrected: bool) -> dict:
    """Return the notes that the descriptor has; none on a column that another stands for."""
    replaced = set() if corrected else set(_stand_ins(shown))
    notes = {}
    for own in shown.get("notes", []):
        rows = cells[cells.index.isin(own["rows"])] if "rows" in own else cells
        rows = rows[rows[own["from"]] != ""] if "from" in own else rows
        text = own["note"] if "note" in own else f"{{{own['from']}}}"
        for row, cell in ({} if own["column"] in replaced else rows.T.to_dict()).items():
            at = row, own["column"]
            notes[at] = "; ".join(filter(None, (notes.get(at), text.format(**cell))))
    return notes


def _struck_notes(barred: dict, header: dict) -> dict:
    """Return why cells are struck out, once a row."""
    shown = {(row, column): text for (row, column), text in barred.items() if column in header}
    firsts = {row: (row, column) for row, column in reversed(shown)}
    return {at: f"struck out, not used in comparisons: {shown[at]}" for at in firsts.values()}


def _correction_notes(
    key: str, name: str, cells: pd.DataFrame, *, spans: list, groups: str
) -> dict:
    """Return the notes of the corrected cells; of a cell that spans rows once, at the first."""
    mends = sources.corrections(key, name).set_index(["row", "column"])
    notes = publish.correction_notes(key, name)
    read = sources.table(key, name, corrected=False)
    for column in spans:
        for start, length in runs(cells[column], cells[groups] if groups else None):
            block = [(row, column) for row in cells.index[start : start + length]]
            own = mends[mends.index.isin(block)]
            if len(own) and length > 1:
                notes = {at: text for at, text in notes.items() if at not in block}
                seen = [cell for at in block if (cell := read.at[at])]
                notes[block[0]] = _spanning(length, seen, own)
    return notes


def _spanning(length: int, seen: list, mends: pd.DataFrame) -> str:
    """Say what the reading has for a cell that spans rows, what is misread, and how it is known."""
    unread = mends["printed"] == ""
    wrong = [f"{m.printed!r}: {m.reason}, {m.evidence}" for m in mends[~unread].itertuples()]
    read = " and ".join(map(repr, seen))
    parts = [f"one cell over {COUNTS[length]} rows, read as {read}", *wrong]
    return "; ".join([*parts, *mends.loc[unread, "evidence"].unique()])


def _placed(parts: list[dict], cells: pd.DataFrame, header: dict) -> dict:
    """Return notes by row and header, in reading order; several on one cell become one."""
    texts = {}
    for at, text in [item for notes in parts for item in notes.items()]:
        texts[at] = f"{texts[at]}; {text}" if at in texts else text
    return {
        (row, header[column]): texts[row, column]
        for row in cells.index
        for column in header
        if (row, column) in texts
    }
