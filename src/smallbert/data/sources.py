"""A work's folder: its descriptor, tables, corrections, unusable cells, and the places of all.

``datapackage.yaml`` says what each column of each CSV holds, ``corrections.csv`` mends cells that
the document misprints, and ``unusable.csv`` names cells that must decide nothing. All are read as
they are; `smallbert.data.check` says whether they are sound.
"""

import csv
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType

import pandas as pd
import yaml

from smallbert import paths
from smallbert.data.descriptors import CORRECTIONS, Document, Table, Work, work_of
from smallbert.errors import DataError, Fault, UserError, use
from smallbert.memo import cached

DESCRIPTOR = "datapackage.yaml"
IN_DOCUMENTS = ("printed", "digitised")
GITHUB = "https://github.com"
PLACE_OF_ROW = ("repository", "commit", "path")
"""The columns by which a row is printed elsewhere than its table: a log, say, of another run."""

NO_ROW: Mapping[str, str] = MappingProxyType({})

LINES = re.compile(r"(\d+)(?:-(\d+))?")
"""A line of a document, or the first and the last of several."""


@cached
def keys() -> list[str]:
    """Return the sources' keys, in alphabetical order; shared, so do not change the list."""
    there = {path.parent.name for path in paths.data().glob(f"sources/*/{DESCRIPTOR}")}
    return sorted(there - {*paths.aside()})


def folder(key: str) -> Path:
    """Return the folder of a source."""
    if key not in keys():
        raise UserError(f"source {key!r} is unknown; {use(key, keys())}")
    return paths.data() / "sources" / key


@cache
def module(key: str) -> ModuleType | None:
    """Return the code of a work, ``smallbert.works.<key>``; None where it has none."""
    name = f"smallbert.works.{key}"
    found = find_spec(name) if key.isidentifier() else None
    return import_module(name) if found and found.origin else None


def read_text(path: Path) -> str:
    """Return a file's text, which has to be in UTF-8."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        words = f"byte {content[error.start]:#x} is not UTF-8; save the file as UTF-8"
        raise DataError([Fault(path, line, words)]) from None


class _Once(yaml.CSafeLoader):
    """Reads YAML whose settings are each named once: of two, YAML would take the second."""

    def construct_mapping(self, node, deep=False):
        """Return a mapping as a dict."""
        made, seen = super().construct_mapping(node, deep=deep), set()
        for key, _ in node.value if len(made) < len(node.value) else []:
            name = self.construct_object(key)
            if name in seen:
                raise yaml.MarkedYAMLError(None, None, f"{name!r} appears twice", key.start_mark)
            seen.add(name)
        return made


def read_yaml(path: Path):
    """Return what a YAML file says; a DataError tells what is no YAML, or named twice."""
    text = read_text(path)
    try:
        return yaml.load(text, Loader=_Once)
    except yaml.MarkedYAMLError as error:
        line, why = error.problem_mark.line + 1, f"{error.problem}; mend it"
    except yaml.reader.ReaderError as error:
        line = text.encode().count(b"\n", 0, error.position) + 1
        why = f"{error.reason}; delete the character"
    raise DataError([Fault(path, line, f"not YAML: {why}")])


@cached
def read_csv(path: Path) -> pd.DataFrame:
    """Return a CSV's cells as strings; an empty cell is an empty string."""
    return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8")


@cached
def described(folder: Path) -> dict:
    """Return what the descriptor in a folder says; it is shared, so do not change it."""
    return read_yaml(folder / DESCRIPTOR)


@cached
def work(key: str) -> Work:
    """Return what the descriptor of the source `key` says."""
    return work_of(key, described(folder(key)))


def tables(key: str) -> Mapping[str, Table]:
    """Return the source's tables by name, corrections left out; shared, so do not change it."""
    return work(key).tables


def path_of(key: str, name: str) -> Path:
    """Return the CSV of a table."""
    return folder(key) / tables(key)[name].path


OPTIONAL = {
    CORRECTIONS: ("table", "row", "column", "printed", "corrected", "reason", "evidence"),
    "unusable": ("table", "row", "columns", "reason"),
}
"""Tables about cells that a source may do without, and their columns."""


def lines(key: str, name: str) -> pd.DataFrame:
    """Return the lines of a table of `OPTIONAL`; none where a source does without."""
    path = folder(key) / f"{name}.csv"
    return read_csv(path) if path.is_file() else pd.DataFrame(columns=[*OPTIONAL[name]])


@cached
def corrections(key: str, name: str = "") -> pd.DataFrame:
    """Return the corrections of a source, or of one of its tables."""
    mends = lines(key, CORRECTIONS)
    return mends[mends["table"] == name] if name else mends


@cached
def unusable(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return why cells of a table must decide nothing, by row and column.

    A line of ``unusable.csv`` that names no columns concerns the whole row; a table whose
    descriptor says why it is ``unusable`` is so as a whole, and only a page of its own shows it.
    """
    table, reasons = tables(key)[name], {}
    columns = [column.name for column in table.number_columns]
    if table.unusable:
        rows = printed_cells(key, name)
        reasons = {(row, column): table.unusable for row in rows for column in columns}
    barred = lines(key, "unusable")
    for line in barred[barred["table"] == name].itertuples():
        named = line.columns.split("+") if line.columns else columns
        reasons |= {(line.row, column): line.reason for column in named}
    return reasons


@cached
def table_of(key: str, name: str, *, corrected: bool = True) -> pd.DataFrame:
    """Return a table of a source, by row id, every cell a string.

    Not `corrected`, it is as the document prints it, with its misprints: `printed_cells`.
    """
    rows = cells_of(key, name) if corrected else printed_cells(key, name)
    return pd.DataFrame([*rows.values()], pd.Index([*rows], name="row"), dtype=str)


@cached
def cells_of(key: str, name: str) -> dict[str, dict[str, str]]:
    """Return the cells of each row of a table, by row id; shared, so do not change them.

    Those that ``corrections.csv`` names are mended; a row that is not there is the check's to name.
    """
    rows = {**printed_cells(key, name)}
    for mend in corrections(key, name).itertuples():
        if mend.row in rows:
            rows[mend.row] = rows[mend.row] | {mend.column: mend.corrected}
    return rows


@cached
def printed_cells(key: str, name: str) -> dict[str, dict[str, str]]:
    """Return the cells of each row as the document prints them, by row id; do not change them.

    A row that states no shape of its own has in ``architecture`` that of its model, and in
    ``baseline`` the row that its table names, where its own cell is empty.
    """
    if name not in tables(key):
        raise UserError(f"{key} has no table {name!r}; use one of {', '.join(tables(key))}")
    with path_of(key, name).open(encoding="utf-8", newline="") as file:
        rows = {own.pop("row"): own for own in csv.DictReader(file)}
    base = tables(key)[name].baseline
    for own in rows.values():
        if base:
            own["baseline"] = own.get("baseline") or base
        if "name" in own:
            own["name"] = readable(own["name"])
            own["architecture"] = own.get("architecture") or shapes().get(own["name"], "")
    return rows


@cache
def readable(name: str) -> str:
    """Return the name of a model as prose has it.

    >>> readable("DeFormer, BERT_BASE cased")
    'DeFormer, BERT-base cased'
    """
    return re.sub(r"(?<=[A-Za-z])_(BASE|LARGE|TINY)\b", lambda end: "-" + end[1].lower(), name)


@cached
def shapes() -> dict[str, str]:
    """Return the name of the shape of each model of the survey; shared, so do not change it."""
    return survey_models()["architecture"].to_dict()


@cached
def survey_models() -> pd.DataFrame:
    """Return the models of the survey by name: ``id``, family, architecture, who released it."""
    return read_csv(paths.data() / "survey" / "models.csv").set_index("name")


def is_row(place: str) -> bool:
    """Tell whether a place, ``source/table/row``, is a row of the survey."""
    key, name, row, *more = [*place.split("/"), "", ""]
    known = more == ["", ""] and key in keys() and name in tables(key)
    return known and row in cells_of(key, name)


def columns_of(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return the column of a table that holds each quantity, by its row and the quantity's name."""
    return {
        (row, quantity.in_row(cells).id_name): column.name
        for row, cells in cells_of(key, name).items()
        for column in tables(key)[name].number_columns
        for quantity in column.quantities
    }


def document_of(table: Table, row: Mapping[str, str]) -> Document:
    """Return the document that prints a row: its table's, with what the row says otherwise."""
    stated = {part: row[part] for part in PLACE_OF_ROW if row.get(part)}
    return replace(table.document, **stated) if stated else table.document


def section(key: str, line: int) -> str:
    """Return what pages call the part of a work's document that a line is in, or its line."""
    begins = work(key).document.sections
    begun = [name for name, first in begins.items() if first <= line]
    return max(begun, key=begins.get) if begun else f"line {line}"


def documented() -> list[str]:
    """Return the sources that stand in a document, not in a repository, nor are the book's own."""
    return [key for key in keys() if work(key).document.file]


def retraction(key: str) -> str:
    """Return the sentence that stands wherever a retracted work's numbers do, or nothing."""
    why = work(key).retracted
    return f"Retracted: {why.rstrip('.')}." if why else ""


def document_name(key: str) -> str:
    """Return what lists call the document of a source: its file or its repository, or nothing."""
    return work(key).document.name


def repositories() -> list[tuple[str, str]]:
    """Return each repository that tables are transcribed from, with the commit."""
    documents = [
        document_of(table, row)
        for key in keys()
        for table in tables(key).values()
        for row in ({}, *_rows_of_repositories(table))
    ]
    return sorted({(each.repository, each.commit) for each in documents if each.repository})


def _rows_of_repositories(table: Table) -> list[dict]:
    """Return the rows of a table if they name repositories of their own."""
    if "repository" not in table.column_names:
        return []
    return [*printed_cells(table.source, table.name).values()]


def is_repository(document: str) -> bool:
    """Tell whether a document's name, as lists have it, is a repository's."""
    return "/" in document


def locator(table: Table, line: str = "", row: Mapping[str, str] = NO_ROW) -> str:
    """Return the words for a place of a table: document, as pages call it, place in it, line.

    `line` is a number, a range such as ``12-14``, or words such as ``image row 3``; `row` the row,
    which may name a repository, commit or path other than the table's.
    """
    parts, document = [table.place], document_of(table, row)
    if table.origin in IN_DOCUMENTS and document.repository:
        parts = [f"{document.repository} at {document.commit[:7]}", document.path, *parts]
    elif table.origin in IN_DOCUMENTS:
        parts = [document.short or document.file, *parts]
    words = f"line {line}" if LINES.fullmatch(line) else line
    return ", ".join(part for part in [*parts, words] if part)


def address(table: Table, line: str = "", row: Mapping[str, str] = NO_ROW) -> str:
    """Return where a place (as for `locator`) in a repository can be opened; else nothing."""
    document = document_of(table, row)
    if table.origin not in IN_DOCUMENTS or not document.repository:
        return ""
    file = permalink(document.repository, document.commit, document.path)
    return file + (f"#L{line.replace('-', '-L')}" if LINES.fullmatch(line) else "")


def permalink(repository: str, commit: str, path: str) -> str:
    """Return where a file of a public repository can be opened as it was at a commit."""
    return f"{GITHUB}/{repository}/blob/{commit}/{path}"
