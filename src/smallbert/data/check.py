"""Is the data sound? Every fault, with the place to mend it.

frictionless checks the form of each Data Package (columns, types, unique row ids); the
functions here check what it means (words, places, cells, corrections). Whether the claims
still hold is asked above, in `smallbert.book.soundness`.
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import yaml

from smallbert.data import paths, positions, sources, vocabulary
from smallbert.data.faults import DataError, Fault
from smallbert.data.parameters import TYPES

FORM = {
    "missing-label": "the column {field!r} is missing; add it or take it out of the descriptor",
    "extra-label": "an extra column; describe it in datapackage.yaml or delete it",
    "incorrect-label": "the column should be called {field!r}",
    "missing-cell": "the row ends before the column {field!r}; add the missing cells",
    "extra-cell": "the row has a cell too many; quote cells that hold a comma",
    "blank-row": "an empty row; delete it",
    "primary-key": "the row id stands twice; make each id unique",
    "constraint-error": "{field}: {note}; mend the cell",
    "type-error": "{field}: {note}; mend the cell",
}
"""What to say for each kind of fault in form; other kinds say what frictionless says."""

KEYED = (*vocabulary.NAMES, "errata", "parameters")
"""Tables below ``data/`` whose first column is a key."""

CHOICES = {
    ("parameters", "type"): tuple(TYPES),
}
"""What columns of the tables of words may hold."""

VOCABULARIES = {
    "metric": "metrics",
    "task": "tasks",
    "split": "splits",
    "unit": "units",
    "technique": "techniques",
}


def faults(*wanted: str) -> list[Fault]:
    """Return every fault of the sources `wanted` (all, if none is named), by file and line."""
    found: list[Fault] = []
    for folder in ("vocabulary", "survey"):
        for path in sorted((paths.data() / folder).glob("*.csv")):
            found.extend(_of_words(path))
    if found:
        return sorted(set(found))  # sources cannot be checked against words that are not sound
    for key in wanted or sources.keys():
        found.extend(_of_source(key))
    return sorted(set(found))


def _of_words(path: Path) -> list[Fault]:
    """Check one of the tables of words: UTF-8, as many cells as columns, unique keys, choices."""
    if found := list(_not_utf8(path)):
        return found
    text = path.read_text(encoding="utf-8")
    header, *rows = list(csv.reader(io.StringIO(text)))
    seen = set()
    for record, row in enumerate(rows, start=1):
        if len(row) != len(header):
            what = f"{len(row)} cells where the header has {len(header)}; quote cells with a comma"
            found.append(Fault(path, *positions.of_cell(text, record, 0), what))
            continue
        if path.stem in KEYED and row[0] in seen:
            what = f"{row[0]!r} stands twice; make each key unique"
            found.append(Fault(path, *positions.of_cell(text, record, 0), what))
        seen.add(row[0])
        for field, (name, cell) in enumerate(zip(header, row, strict=True)):
            allowed = CHOICES.get((path.stem, name), (cell,))
            if cell not in allowed:
                what = f"{name} is {cell!r}; use one of {', '.join(allowed)}"
                found.append(Fault(path, *positions.of_cell(text, record, field), what))
    return found


def _of_source(key: str) -> list[Fault]:
    """Check in the order in which one kind of fault hides the next."""
    folder = sources.folder(key)
    for step in (_encoding, _syntax, _form, _descriptor, _meaning):
        if found := list(step(folder)):
            return found
    return []


def _encoding(folder: Path) -> Iterator[Fault]:
    for path in sorted([*folder.glob("*.csv"), *folder.glob("*.yaml")]):
        yield from _not_utf8(path)


def _not_utf8(path: Path) -> Iterator[Fault]:
    content = path.read_bytes()
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = positions.of_byte(content, error.start)
        byte = content[error.start]
        yield Fault(path, line, column, f"byte {byte:#x} is not UTF-8; save the file as UTF-8")


def _syntax(folder: Path) -> Iterator[Fault]:
    path = folder / "datapackage.yaml"
    try:
        descriptor = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        yield Fault(path, mark.line + 1, mark.column + 1, f"not YAML: {error.problem}; mend it")
        return
    if not isinstance(descriptor, dict) or not descriptor.get("resources"):
        yield Fault(path, 1, 1, "no resources; list the source's tables under 'resources:'")
        return
    for number, resource in enumerate(descriptor["resources"]):
        at = positions.of_setting(path.read_text(encoding="utf-8"), "resources", number)
        for need in ("name", "path", "schema"):
            if not resource.get(need):
                yield Fault(path, *at, f"a table without {need!r}; say it")
        if resource.get("path") and not (folder / resource["path"]).is_file():
            yield Fault(path, *at, f"{resource['path']} is missing; add the file or the right path")


def _form(folder: Path) -> Iterator[Fault]:
    from frictionless import Package, system  # half a second that only checks need

    with system.use_context(trusted=True):
        package = Package(str(folder / "datapackage.yaml"))
        report = package.validate()
    for error in report.errors:
        yield Fault(folder / "datapackage.yaml", 1, 1, f"{error.message}; mend the descriptor")
    for task in report.tasks:
        path = folder / task.place
        for error in task.errors:
            yield _form_fault(path, error)


def _form_fault(path: Path, error) -> Fault:
    field = getattr(error, "field_number", None) or 1
    record = (getattr(error, "row_number", None) or 1) - 1
    line, column = positions.of_cell(path.read_text(encoding="utf-8"), record, field - 1)
    words = FORM.get(error.type, "{message}")
    name = getattr(error, "field_name", "")
    return Fault(
        path, line, column, words.format(field=name, note=error.note, message=error.message)
    )


def _descriptor(folder: Path) -> Iterator[Fault]:
    """Check places, origins and the words of each column's quantities."""
    path = folder / "datapackage.yaml"
    text = path.read_text(encoding="utf-8")
    descriptor = yaml.load(text, Loader=yaml.CSafeLoader)
    for number, resource in enumerate(descriptor["resources"]):
        if resource["name"] == sources.CORRECTIONS:
            continue
        where = ("resources", number)
        for message, *at in _resource_faults(resource, descriptor):
            yield Fault(path, *positions.of_setting(text, *where, *at), message)


def _resource_faults(resource: dict, descriptor: dict) -> Iterator[tuple]:
    name = resource["name"]
    if not resource.get("place"):
        yield f"{name} has no place; say where the document prints it", "place"
    if resource.get("origin") not in vocabulary.words("origins"):
        yield _unknown("origins", resource.get("origin")), "origin"
    elif resource["origin"] in sources.IN_DOCUMENTS:
        if not {"file", "sha256"} <= set(descriptor.get("document", {})):
            yield f"{name} is in a document: give 'document: {{file, sha256}}'", "origin"
        if "line" not in [each["name"] for each in resource["schema"]["fields"]]:
            yield f"{name} has no column 'line'; say on which line each row is printed", "schema"
        if resource.get("cells") not in ("tabs", "text"):
            yield f"{name}: cells is {resource.get('cells')!r}; use one of tabs, text", "cells"
    for index, field in enumerate(resource["schema"]["fields"]):
        for spot, quantity in enumerate(field.get("quantities", [])):
            at = ("schema", "fields", index, "quantities", spot)
            if "metric" not in quantity:
                yield f"{field['name']}: a quantity without a metric; name one", *at
            for part, words in VOCABULARIES.items():
                word = quantity.get(part, "")
                if word and not word.startswith("$") and word not in vocabulary.words(words):
                    yield _unknown(words, word), *at, part


def _unknown(words: str, word: str | None) -> str:
    allowed = ", ".join(vocabulary.words(words))
    return f"{word!r} is not in data/vocabulary/{words}.csv; add it there or use one of {allowed}"


def _meaning(folder: Path) -> Iterator[Fault]:
    """Check cells, own columns and corrections against what they speak of."""
    key = folder.name
    for name in sources.tables(key):
        yield from _own_columns(key, name)
    mends = list(_corrections(key))
    yield from mends
    if not mends:
        yield from _cells(key)


def _cells(key: str) -> Iterator[Fault]:
    try:
        frame = sources.results(key)
    except DataError as error:
        yield from error.faults
        return
    for row in frame[frame["id"].duplicated()].itertuples():
        path = folder_file(key, row.table)
        yield Fault(path, 1, 1, f"the result {row.id} stands twice; give its quantity a name")


def folder_file(key: str, name: str) -> Path:
    """Return the CSV of a table."""
    return sources.folder(key) / sources.tables(key)[name]["path"]


def _own_columns(key: str, name: str) -> Iterator[Fault]:
    path, frame = folder_file(key, name), sources.table(key, name, corrected=False)
    known = {"baseline": list(frame.index), "architecture": vocabulary.words("architectures")}
    for column, allowed in (known | {"technique": vocabulary.words("techniques")}).items():
        if column not in frame:
            continue
        for number, cell in enumerate(frame[column], start=1):
            parts = cell.split("+") if column == "technique" else [cell]
            for part in parts:
                if part and part not in allowed:
                    words = f"{column}: {part!r} is unknown; use one of {', '.join(allowed)}"
                    yield _at_cell(path, number, column, words)


def _at_cell(path: Path, record: int, column: str, message: str) -> Fault:
    names = list(sources.read_csv(path).columns)
    text = path.read_text(encoding="utf-8")
    return Fault(path, *positions.of_cell(text, record, names.index(column)), message)


def _corrections(key: str) -> Iterator[Fault]:
    path = sources.folder(key) / f"{sources.CORRECTIONS}.csv"
    for number, mend in enumerate(sources.corrections(key).itertuples(), start=1):
        if mend.table not in sources.tables(key):
            yield _at_cell(path, number, "table", f"{key} has no table {mend.table!r}; name one")
            continue
        frame = sources.table(key, mend.table, corrected=False)
        if mend.row not in frame.index:
            yield _at_cell(path, number, "row", f"{mend.table} has no row {mend.row!r}; name one")
        elif mend.column not in frame:
            words = f"{mend.table} has no column {mend.column!r}; name one"
            yield _at_cell(path, number, "column", words)
        elif frame.loc[mend.row, mend.column] != mend.printed:
            cell = frame.loc[mend.row, mend.column]
            words = f"printed is {mend.printed!r} but the cell holds {cell!r}; drop or renew it"
            yield _at_cell(path, number, "printed", words)
