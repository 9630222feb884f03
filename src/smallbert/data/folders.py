"""A source's folder: its descriptor, its tables and its corrections, as they lie there.

``datapackage.yaml`` says what each column of each CSV holds, ``corrections.csv`` mends cells that
the document misprints, and ``unusable.csv`` names cells that must decide nothing. All are read as
they are; `smallbert.data.check` says whether they are sound.
"""

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pandas as pd

from smallbert.data import paths, texts
from smallbert.data.faults import UserError
from smallbert.data.files import cached

DESCRIPTOR = "datapackage.yaml"
CORRECTIONS = "corrections"
UNUSABLE = "unusable"
IN_DOCUMENTS = ("printed", "digitised")
GITHUB = "https://github.com"

LINES = re.compile(r"(\d+)(?:-(\d+))?")
"""A line of a document, or the first and the last of several."""


def keys() -> list[str]:
    """Return the sources' keys, in alphabetical order."""
    return [*_keys(paths.data() / "sources")]


@cached  # asked thousands of times
def _keys(place: Path) -> tuple[str, ...]:
    try:
        names = sorted(os.listdir(place))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return tuple(name for name in names if (place / name / DESCRIPTOR).is_file())


def folder(key: str) -> Path:
    """Return the folder of the source `key`.

    Raises
    ------
    UserError
        There is no such source; the message lists those that exist.
    """
    path = paths.data() / "sources" / key
    if not (path / DESCRIPTOR).is_file():
        raise UserError(f"source {key!r} is unknown; use one of {', '.join(keys())}")
    return path


def describe(key: str) -> dict:
    """Return the descriptor of the source `key`; it is shared, so do not change it.

    Raises
    ------
    UserError
        As `folder`.
    """
    try:
        return described(_descriptor(paths.data(), key))
    except FileNotFoundError:
        return described(folder(key) / DESCRIPTOR)


@cache  # asked thousands of times
def _descriptor(data: Path, key: str) -> Path:
    return data / "sources" / key / DESCRIPTOR


@cached
def described(path: Path) -> dict:
    """Return what a descriptor says; it is shared, so do not change it.

    Raises
    ------
    DataError
        As `smallbert.data.texts.read_yaml`.
    """
    return texts.read_yaml(path)


def tables(key: str) -> dict[str, dict]:
    """Return the descriptors of the source's tables by name, corrections left out."""
    resources = describe(key)["resources"]
    return {each["name"]: each for each in resources if each["name"] != CORRECTIONS}


def fields(resource: dict, *, printed: bool) -> list[dict]:
    """Return the columns of a table that the document prints, or else those that are ours."""
    return [each for each in resource["schema"]["fields"] if bool(each.get("ours")) != printed]


@cached
def read_csv(path: Path) -> pd.DataFrame:
    """Return a CSV's cells as strings; an empty cell is an empty string."""
    return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8")


MENDS = ("table", "row", "column", "printed", "corrected", "reason", "evidence")
BARS = ("table", "row", "columns", "reason")
"""The columns of corrections and of cells that must decide nothing."""


@cached
def _lines(path: Path, columns: tuple[str, ...]) -> pd.DataFrame:
    """Return the lines of a CSV that a source may do without: then there are none."""
    return read_csv(path) if path.is_file() else pd.DataFrame(columns=columns)


def corrections(key: str, name: str = "") -> pd.DataFrame:
    """Return the corrections of a source, or of one of its tables.

    Columns: table, row, column, printed, corrected, reason, evidence.
    """
    mends = _lines(folder(key) / f"{CORRECTIONS}.csv", MENDS)
    return mends[mends["table"] == name] if name else mends


def unusable(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return why cells of a table must decide nothing, by row and column.

    A line of ``unusable.csv`` that names no columns concerns the whole row; a table whose
    descriptor says why it is ``unusable`` is so as a whole, and only a page of its own shows it.
    """
    lines, resource = _lines(folder(key) / f"{UNUSABLE}.csv", BARS), tables(key)[name]
    lines = lines[lines["table"] == name]
    columns = [each["name"] for each in quantified(resource)]
    every = "+".join(columns)
    rows = table(key, name, corrected=False).index if "unusable" in resource else ()
    whole = {(row, column): resource["unusable"] for row in rows for column in columns}
    barred = zip(lines["row"], lines["columns"], lines["reason"], strict=True)
    return whole | {
        (row, column): reason
        for row, named, reason in barred
        for column in (named or every).split("+")
    }


def table(key: str, name: str, *, corrected: bool = True) -> pd.DataFrame:
    """Return a table as the document prints it, one line a row, every cell a string.

    Parameters
    ----------
    key, name : str
        The source and its table.
    corrected : bool
        Whether the cells named in ``corrections.csv`` are mended.

    Returns
    -------
    pandas.DataFrame
        Indexed by the stable row id.

    Raises
    ------
    UserError
        There is no such table.
    """
    known = tables(key)
    if name not in known:
        raise UserError(f"{key} has no table {name!r}; use one of {', '.join(known)}")
    return _table(key, folder(key) / known[name]["path"], name if corrected else "")


@cached
def _table(key: str, path: Path, mended: str) -> pd.DataFrame:
    """Return the table at `path`, mended where its name is given."""
    frame = read_csv(path).set_index("row")
    if mended:
        mends = corrections(key, mended)
        for row, column, cell in zip(
            mends["row"], mends["column"], mends["corrected"], strict=True
        ):
            frame.loc[row, column] = cell
    return frame


def cells_of(key: str, name: str, *, corrected: bool = True) -> dict[str, dict[str, str]]:
    """Return the cells of each row of a `table`, by row id; shared, so do not change them."""
    return _cells(key, folder(key) / tables(key)[name]["path"], name if corrected else "")


@cached
def _cells(key: str, path: Path, mended: str) -> dict[str, dict[str, str]]:
    return _table(key, path, mended).astype(object).to_dict("index")


def document(key: str, resource: dict | None = None) -> dict:
    """Return the document of a source, with what one of its tables says otherwise."""
    return describe(key).get("document", {}) | (resource or {}).get("document", {})


def documented() -> list[str]:
    """Return the sources that stand in a document, not in a repository, nor are the book's own."""
    return [key for key in keys() if "file" in document(key)]


def document_name(key: str) -> str:
    """Return what lists call the document of a source: its file or its repository, or nothing."""
    named = document(key)
    return named.get("file") or named.get("repository", "")


def is_repository(document: str) -> bool:
    """Tell whether a document's name, as lists have it, is a repository's."""
    return "/" in document


def locator(key: str, resource: dict, line: str = "", path: str = "") -> str:
    """Return the words for a place: document, place in it, line.

    Parameters
    ----------
    key : str
        The source.
    resource : dict
        Descriptor of the table.
    line : str
        A number, a range such as ``12-14``, or words such as ``image row 3``.
    path : str
        File of the repository, where it is another than the table's.
    """
    return located(document(key, resource), resource, line, path)


def located(named: dict, resource: dict, line: str, path: str) -> str:
    """Return `locator` of a place in a document that is known already."""
    parts = [resource["place"]]
    if resource["origin"] in IN_DOCUMENTS and "repository" in named:
        parts = [f"{named['repository']} at {named['commit'][:7]}", path or named["path"], *parts]
    elif resource["origin"] in IN_DOCUMENTS:
        parts = [named.get("file", ""), *parts]
    words = f"line {line}" if LINES.fullmatch(line) else line
    return ", ".join(part for part in [*parts, words] if part)


def address(key: str, resource: dict, line: str = "", path: str = "") -> str:
    """Return where a place in a repository can be opened; nothing of other documents.

    Parameters
    ----------
    key, resource, line, path
        As for `locator`.
    """
    return addressed(document(key, resource), resource, line, path)


def addressed(named: dict, resource: dict, line: str, path: str) -> str:
    """Return `address` of a place in a document that is known already."""
    lines = LINES.fullmatch(line)
    if resource["origin"] not in IN_DOCUMENTS or "repository" not in named:
        return ""
    file = permalink(named["repository"], named["commit"], path or named["path"])
    return file + (f"#L{line.replace('-', '-L')}" if lines else "")


def permalink(repository: str, commit: str, path: str) -> str:
    """Return where a file of a public repository can be opened as it was at a commit."""
    return f"{GITHUB}/{repository}/blob/{commit}/{path}"


def quantities(resource: dict) -> list[dict]:
    """Return the quantities that the columns of a table hold, as the descriptor has them."""
    return [each for field in quantified(resource) for each in field["quantities"]]


def quantity_name(quantity: dict) -> str:
    """Return what a quantity is called in the ids of its results."""
    parts = (quantity.get("task", ""), quantity["metric"])
    return quantity.get("name") or "-".join(part for part in parts if part)


def columns_of(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return the column of a table that holds each quantity, by its row and the quantity's name."""
    fields = quantified(tables(key)[name])
    return {
        (row, quantity_name(resolve(each, own))): field["name"]
        for row, own in cells_of(key, name).items()
        for field in fields
        for each in field["quantities"]
    }


BORROWING = ("measured_by", "original")


def resolve(quantity: dict, own: Mapping[str, str]) -> dict:
    """Return a quantity with the row's own cell wherever the descriptor says ``$column``.

    One whose original such a cell may name is borrowed in the rows alone that name one.
    """
    full = {
        part: own.get(value[1:], "") if isinstance(value, str) and value[:1] == "$" else value
        for part, value in quantity.items()
    }
    own_numbers = full.get("original") == ""
    return {part: full[part] for part in full if not (own_numbers and part in BORROWING)}


def quantified(resource: dict) -> list[dict]:
    """Return the columns of a table that hold quantities."""
    return [each for each in resource["schema"]["fields"] if each.get("quantities")]
