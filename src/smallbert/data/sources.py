"""A work's folder: its descriptor, tables, corrections, unusable cells, and the places of all.

``datapackage.yaml`` says what each column of each CSV holds, ``corrections.csv`` mends cells that
the document misprints, and ``unusable.csv`` names cells that must decide nothing. All are read as
they are; `smallbert.data.check` says whether they are sound.
"""

import csv
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pandas as pd
import yaml

from smallbert import paths
from smallbert.data.cells import NOT_REPORTED
from smallbert.errors import DataError, Fault, UserError, use
from smallbert.memo import cached

DESCRIPTOR = "datapackage.yaml"
CORRECTIONS = "corrections"
IN_DOCUMENTS = ("printed", "digitised")
GITHUB = "https://github.com"
PLACE_OF_ROW = ("repository", "commit", "path")
"""The columns by which a row is printed elsewhere than its table: a log, say, of another run."""

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
def describe(key: str) -> dict:
    """Return the descriptor of the source `key`; it is shared, so do not change it."""
    return described(folder(key))


@cached
def tables(key: str) -> dict[str, dict]:
    """Return the descriptors of the source's tables by name, corrections left out."""
    resources = describe(key)["resources"]
    return {each["name"]: each for each in resources if each["name"] != CORRECTIONS}


def path_of(key: str, name: str) -> Path:
    """Return the CSV of a table."""
    return folder(key) / tables(key)[name]["path"]


def fields(resource: dict, *, printed: bool) -> list[dict]:
    """Return the columns of a table that the document prints, or else those that are ours."""
    return [each for each in resource["schema"]["fields"] if bool(each.get("ours")) != printed]


def quantified(resource: dict) -> list[dict]:
    """Return the columns of a table that hold quantities."""
    return [each for each in resource["schema"]["fields"] if each.get("quantities")]


def quantities(resource: dict) -> list[dict]:
    """Return the quantities that the columns of a table hold, as the descriptor has them."""
    return [each for field in quantified(resource) for each in field["quantities"]]


def not_reported(resource: dict) -> tuple[str, ...]:
    """Return the words that mean in a table's columns of numbers that none is reported."""
    return (*NOT_REPORTED, *resource["schema"].get("missingValues", ()))


def quantity_name(quantity: dict) -> str:
    """Return what a quantity is called in the ids of its results."""
    parts = (quantity.get("task", ""), quantity["metric"])
    return quantity.get("name") or "-".join(part for part in parts if part)


def resolve(quantity: dict, own: Mapping[str, str]) -> dict:
    """Return a quantity with the row's own cell wherever the descriptor says ``$column``.

    One whose original such a cell may name is borrowed in the rows alone that name one.
    """
    full = {
        part: own.get(value[1:], "") if isinstance(value, str) and value[:1] == "$" else value
        for part, value in quantity.items()
    }
    if full.get("original") == "":
        full = {part: full[part] for part in full if part not in ("measured_by", "original")}
    return full


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
    resource = tables(key)[name]
    columns, barred = [each["name"] for each in quantified(resource)], {}
    if "unusable" in resource:
        rows = printed_cells(key, name)
        barred = {(row, column): resource["unusable"] for row in rows for column in columns}
    told = lines(key, "unusable")
    for line in told[told["table"] == name].itertuples():
        named = line.columns.split("+") if line.columns else columns
        barred |= {(line.row, column): line.reason for column in named}
    return barred


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
    base = tables(key)[name].get("baseline", "")
    for own in rows.values():
        if base:
            own["baseline"] = own.get("baseline") or base
        if "name" in own:
            own["name"] = readable(own["name"])
            own["architecture"] = own.get("architecture") or shapes().get(own["name"], "")
    return rows


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
        (row, quantity_name(resolve(each, own))): field["name"]
        for row, own in cells_of(key, name).items()
        for field in quantified(tables(key)[name])
        for each in field["quantities"]
    }


def document(key: str, resource: dict | None = None, row: Mapping | None = None) -> dict:
    """Return the document of a source, with what one of its tables, or a row, says otherwise."""
    own = {each: row[each] for each in PLACE_OF_ROW if row.get(each)} if row is not None else {}
    return describe(key).get("document", {}) | (resource or {}).get("document", {}) | own


def section(key: str, line: int) -> str:
    """Return what pages call the part of a work's document that a line is in, or its line."""
    begins = document(key).get("sections", {})
    begun = [name for name, first in begins.items() if first <= line]
    return max(begun, key=begins.get) if begun else f"line {line}"


def documented() -> list[str]:
    """Return the sources that stand in a document, not in a repository, nor are the book's own."""
    return [key for key in keys() if "file" in document(key)]


def retraction(key: str) -> str:
    """Return the sentence that stands wherever a retracted work's numbers do, or nothing."""
    told = describe(key).get("retracted", "")
    return f"Retracted: {told.rstrip('.')}." if told else ""


def document_name(key: str) -> str:
    """Return what lists call the document of a source: its file or its repository, or nothing."""
    named = document(key)
    return named.get("file") or named.get("repository", "")


def repositories() -> list[tuple[str, str]]:
    """Return each repository that tables are transcribed from, with the commit."""
    named = [
        document(key, each, row)
        for key in keys()
        for each in tables(key).values()
        for row in ({}, *_rows_of_repositories(key, each))
    ]
    return sorted({(each["repository"], each["commit"]) for each in named if "repository" in each})


def _rows_of_repositories(key: str, resource: dict) -> list[dict]:
    """Return the rows of a table if they name repositories of their own."""
    if "repository" not in [each["name"] for each in resource["schema"]["fields"]]:
        return []
    return table_of(key, resource["name"], corrected=False).to_dict("records")


def is_repository(document: str) -> bool:
    """Tell whether a document's name, as lists have it, is a repository's."""
    return "/" in document


def locator(key: str, resource: dict, line: str = "", row: Mapping | None = None) -> str:
    """Return the words for a place of a table: document, as pages call it, place in it, line.

    `line` is a number, a range such as ``12-14``, or words such as ``image row 3``; `row` the row,
    which may name a repository, commit or path other than the table's.
    """
    parts, named = [resource["place"]], document(key, resource, row)
    if resource["origin"] in IN_DOCUMENTS and "repository" in named:
        parts = [f"{named['repository']} at {named['commit'][:7]}", named["path"], *parts]
    elif resource["origin"] in IN_DOCUMENTS:
        parts = [named.get("short") or named.get("file", ""), *parts]
    words = f"line {line}" if LINES.fullmatch(line) else line
    return ", ".join(part for part in [*parts, words] if part)


def address(key: str, resource: dict, line: str = "", row: Mapping | None = None) -> str:
    """Return where a place (as for `locator`) in a repository can be opened; else nothing."""
    named = document(key, resource, row)
    if resource["origin"] not in IN_DOCUMENTS or "repository" not in named:
        return ""
    file = permalink(named["repository"], named["commit"], named["path"])
    return file + (f"#L{line.replace('-', '-L')}" if LINES.fullmatch(line) else "")


def permalink(repository: str, commit: str, path: str) -> str:
    """Return where a file of a public repository can be opened as it was at a commit."""
    return f"{GITHUB}/{repository}/blob/{commit}/{path}"
