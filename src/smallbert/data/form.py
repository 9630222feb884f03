"""What frictionless finds in tables: form, types, keys, and words that the vocabulary lacks.

``data/vocabulary`` and ``data/survey`` are Data Packages, as each work's folder is. A foreign key
cannot lead out of its package, so the words are put beside the tables that refer to them.
"""

import csv
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from smallbert import paths
from smallbert.data import positions, sources, vocabulary
from smallbert.data.sources import CORRECTIONS, DESCRIPTOR
from smallbert.errors import Fault
from smallbert.paths import cached

WORDS = {
    "missing-label": "the column {column!r} is missing; add it or take it out of the descriptor",
    "extra-label": "an extra column; describe it in datapackage.yaml or delete it",
    "incorrect-label": "the column should be called {column!r}",
    "missing-cell": "the row ends before the column {column!r}; add the missing cells",
    "extra-cell": "the row has one cell too many; quote cells that contain a comma",
    "blank-row": "an empty row; delete it",
    "primary-key": "{keys} appears twice; make each key unique",
    "foreign-key": "{column}: {cell!r} is unknown; use one of {allowed}",
    "constraint-error": "{column}: {note}; mend the cell",
    "type-error": "{column}: {note}; mend the cell",
}
"""What to say for each kind of fault; other kinds say what frictionless says."""

CHOICE = "{column} is {cell!r}; use one of {allowed}"
"""What to say of a cell that is none of the few that its column may hold."""

SHIFTED = ("extra-cell", "missing-cell")
HEADER = ("incorrect-label", "missing-label", "extra-label", "blank-label", "duplicate-label")

PARTS = {"metric": "metrics", "task": "tasks", "split": "splits", "unit": "units"}
"""Parts of a quantity and the vocabulary of each."""

COUNTS = ("bits", "tokens", "layers", "n")
"""Columns without quantities that the package reads as whole numbers, whatever is said."""

COMMAS = {"csv": {"delimiter": ",", "quoteChar": '"', "doubleQuote": True}}


def read(folder: Path) -> dict:
    """Return the descriptor in a folder; it is shared, so do not change it."""
    return sources.described(folder)


def of_package(folder: Path) -> tuple[Fault, ...]:
    """Check the tables that a work's descriptor names, and its part of the survey's tables."""
    return _checked(folder, _of_package)


def of_common(folder: Path) -> tuple[Fault, ...]:
    """Check the words, or what the survey says across works."""
    return _checked(folder, _of_common)


@cached
def _checked(folder: Path, check: Callable[[Path], Iterator[Fault]]) -> tuple[Fault, ...]:
    return tuple(check(folder))


def _of_package(folder: Path) -> Iterator[Fault]:
    own = [_keyed(each, folder) for each in read(folder)["resources"]]
    shared = [] if folder.parent == paths.data() else list(_shared(folder, own))
    yield from _of_tables(folder, own + [each for each in shared if isinstance(each, dict)])
    yield from (each for each in shared if isinstance(each, Fault))


def _of_common(folder: Path) -> Iterator[Fault]:
    described = [each for each in read(folder)["resources"] if (folder / each["path"]).is_file()]
    yield from _undescribed(folder, {each["path"] for each in described})
    fitted = [_fitted(each, folder / each["path"]) for each in described]
    yield from _of_tables(folder, [each for each in fitted if isinstance(each, dict)])
    yield from (each for each in fitted if isinstance(each, Fault))


def _undescribed(folder: Path, described: set[str]) -> Iterator[Fault]:
    for path in sorted(folder.rglob("*.csv")):
        if str(path.relative_to(folder)) not in described:
            yield Fault(path, 1, f"no table of {DESCRIPTOR}; list it under 'resources:'")


def _shared(folder: Path, own: list[dict]) -> Iterator[dict | Fault]:
    """Yield a work's part of each table of the survey, described as the whole is."""
    whole = {each["name"]: each for each in read(paths.data() / "survey")["resources"]}
    described = {Path(each["path"]).name for each in own}
    for path in sorted(folder.glob("*.csv")):
        if path.name in described:
            continue
        if path.stem not in whole:
            yield Fault(path, 1, f"no table of {DESCRIPTOR}; list it under 'resources:'")
        else:
            yield _fitted(whole[path.stem], path)


def _fitted(resource: dict, path: Path) -> dict | Fault:
    """Return a description with the columns that the file has and those that it must have."""
    header = _header(path)
    schema = resource["schema"]
    known = {each["name"]: each for each in schema["fields"]}
    for at, name in enumerate(header):
        if name not in known:
            place = positions.of_cell(path.read_text(encoding="utf-8"), 0, at)
            words = f"{name!r} is not a column of {resource['name']}; use {', '.join(known)}"
            return Fault(path, *place, words)
    must = [name for name, each in known.items() if each.get("constraints", {}).get("required")]
    names = header + [name for name in must if name not in header]
    keys = [each for each in schema.get("foreignKeys", []) if each["fields"] in names]
    key = schema.get("primaryKey", [])
    key = [key] if isinstance(key, str) else key
    fitted = {"fields": [known[name] for name in names], "foreignKeys": keys}
    fitted |= {"primaryKey": key} if key and set(key) <= set(names) else {}
    return resource | {"path": str(path.relative_to(paths.data())), "schema": fitted}


def _header(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file, suppress(csv.Error):  # see `_quoted`
        return next(csv.reader(file), [])
    return []


def _keyed(resource: dict, folder: Path) -> dict:
    """Return a work's table with what its columns are in every work.

    A baseline and the row of standard deviations are rows of the same table, an architecture and
    a protocol words of the vocabulary; a column that tells a part of a quantity, as in
    ``task: $task``, holds words of that part. Columns of `COUNTS` hold whole numbers.
    """
    place = str((folder / resource["path"]).relative_to(paths.data()))
    names = [each["name"] for each in resource["schema"]["fields"]]
    if resource["name"] == CORRECTIONS:
        return resource | {"path": place}
    lead = {"baseline": ("", "row"), "architecture": ("architectures", "architecture")}
    lead |= {"protocol": ("protocols", "protocol"), "sd_row": ("", "row")}
    for field in resource["schema"]["fields"]:
        for quantity in field.get("quantities", []):
            for part, words in PARTS.items():
                if str(quantity.get(part, ""))[:1] == "$":
                    lead[quantity[part][1:]] = (words, part)
    keys = [
        {"fields": column, "reference": {"resource": table, "fields": key}}
        for column, (table, key) in lead.items()
        if column in names
    ]
    schema = resource["schema"]
    fields = [each | {"type": "integer"} if _counts(each) else each for each in schema["fields"]]
    schema = schema | {"fields": fields, "foreignKeys": schema.get("foreignKeys", []) + keys}
    return resource | {"path": place, "schema": schema}


def _counts(field: dict) -> bool:
    return field["name"] in COUNTS and not field.get("quantities")


def _of_tables(folder: Path, tables: list[dict]) -> Iterator[Fault]:
    """Let frictionless check described tables, beside the words that they refer to."""
    from frictionless import (
        FrictionlessException,
        Package,
        system,
    )  # half a second for checks alone

    words = [] if folder == vocabulary.folder() else _words(tables)
    described = [each | {"encoding": "utf-8", "dialect": COMMAS} for each in tables]
    try:
        with system.use_context(trusted=True):
            whole = {"name": "data", "resources": [*described, *words]}
            package = Package.from_descriptor(whole, basepath=str(paths.data()))
            errors_of = [_errors(package, each) for each in described]
    except FrictionlessException as error:
        for each in error.reasons or [error.error]:
            yield Fault(folder / DESCRIPTOR, 1, f"{each.message}; mend the descriptor")
        return
    for table, errors in zip(tables, errors_of, strict=True):
        yield from _quoted(paths.data() / table["path"])
        yield from _spaced(paths.data() / table["path"])
        misnamed = [each for each in errors if each.type in HEADER]
        errors = misnamed or errors  # under another heading no cell is in its place
        shifted = {each.row_number for each in errors if each.type in SHIFTED}
        for error in errors:  # behind a cell too many or too few no other one is in its place
            if error.type in SHIFTED or getattr(error, "row_number", 0) not in shifted:
                yield _fault(table, error)


def _errors(package, table: dict) -> list:
    """Return what frictionless finds in a table of a package; it takes a hundredth of a second."""
    report = package.get_resource(table["name"]).validate()
    return [*report.errors, *(each for task in report.tasks for each in task.errors)]


def _quoted(path: Path) -> Iterator[Fault]:
    """Yield the row whose quotes do not close, which frictionless reads to the end of the file."""
    if not path.is_file():
        return
    with path.open(encoding="utf-8", newline="") as file:
        rows, line = csv.reader(file, strict=True), 1
        try:
            for _ in rows:
                line = rows.line_num + 1
        except csv.Error as error:
            yield Fault(path, line, f"not CSV: {error}; mend the quotes of this row")


def _spaced(path: Path) -> Iterator[Fault]:
    """Yield the columns whose names have blanks around them, which frictionless takes away."""
    for at, name in enumerate(_header(path) if path.is_file() else []):
        if name != name.strip():
            place = positions.of_cell(path.read_text(encoding="utf-8"), 0, at)
            yield Fault(path, *place, f"a column is called {name!r}; take the blanks away")


def _words(tables: list[dict]) -> list[dict]:
    """Return the words that some tables refer to, and nothing of what the vocabulary says of them.

    frictionless reads a table anew for each key that refers to it.
    """
    keys = [key for table in tables for key in table["schema"].get("foreignKeys", [])]
    needed = {key.get("reference", {}).get("resource") for key in keys}
    resources = [each for each in read(vocabulary.folder())["resources"] if each["name"] in needed]
    return [_alone(each["name"], each["schema"]["primaryKey"]) for each in resources]


def _alone(name: str, key: str) -> dict:
    """Return the words of a vocabulary as a table of one column."""
    rows = [[key], *([word] for word in vocabulary.words(name))]
    return {"name": name, "data": rows, "schema": {"fields": [{"name": key, "type": "string"}]}}


def _fault(table: dict, error) -> Fault:
    path = paths.data() / table["path"]
    record, labels = (getattr(error, "row_number", None) or 1) - 1, getattr(error, "labels", None)
    labels = labels or _header(path)
    column = (getattr(error, "field_names", None) or [getattr(error, "field_name", "")])[0]
    at = (getattr(error, "field_number", None) or 1) - 1
    at = labels.index(column) if error.type == "foreign-key" and column in labels else at
    cells = getattr(error, "cells", None) or []
    words, allowed = WORDS.get(error.type, "{message}"), []
    if error.type == "foreign-key":
        allowed = _allowed(table, error)
    elif error.type == "constraint-error":
        allowed = _choices(table, column)
        words = CHOICE if error.note.startswith('constraint "enum"') else words
    message = words.format(
        column=column,
        cell=cells[at] if at < len(cells) else "",
        keys=_keys(table, labels, cells) if error.type == "primary-key" else "",
        allowed=", ".join(allowed),
        note=getattr(error, "note", ""),
        message=error.message,
    )
    text = path.read_text(encoding="utf-8")
    return Fault(path, *positions.of_cell(text, record, at), message)


def _keys(table: dict, labels: list[str], cells: list[str]) -> str:
    key = table["schema"]["primaryKey"]
    named = [cells[labels.index(name)] for name in ([key] if isinstance(key, str) else key)]
    return repr(", ".join(named))


def _choices(table: dict, column: str) -> list[str]:
    (field,) = [each for each in table["schema"]["fields"] if each["name"] == column]
    return field.get("constraints", {}).get("enum", [])


def _allowed(table: dict, error) -> list[str]:
    """Return the keys that a foreign key may name: words, or rows of the same table."""
    if error.reference_name:
        return vocabulary.words(error.reference_name)
    (key,) = error.reference_field_names
    with (paths.data() / table["path"]).open(encoding="utf-8", newline="") as file:
        return [row[key] for row in csv.DictReader(file) if key in row]
