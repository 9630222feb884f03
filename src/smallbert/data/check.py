"""Is the data sound? Every fault, with the file, the line and the field to mend.

frictionless checks the tables of each Data Package: columns, types, keys, words. A foreign key
cannot lead out of its package, so the words that a column may hold become a constraint of it. Then
the `smallbert.data.rules` are asked, which say what no schema can. Whether the claims still hold is
asked above, in `smallbert.book.build`.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from frictionless import Schema, system
from frictionless.fields import IntegerField, NumberField, StringField
from frictionless.resources import TableResource

from smallbert import paths
from smallbert.data import rules, sources, vocabulary
from smallbert.data.sources import CORRECTIONS, DESCRIPTOR
from smallbert.errors import Fault, use
from smallbert.memo import cached

SAY = {
    "missing-label": "the column is missing; add it or take it out of the descriptor",
    "extra-label": "an extra column; describe it in datapackage.yaml or delete it",
    "incorrect-label": "the header has {label!r} here; put the columns in the descriptor's order",
    "missing-cell": "the row ends before this column; add the missing cells",
    "extra-cell": "the row has one cell too many; quote cells that contain a comma",
    "blank-row": "an empty row; delete it",
    "primary-key": "{key} appears twice; make each key unique",
    "unique-error": "{cell!r} appears twice; make each unique",
    "constraint-error": "{cell!r}, but its {note}; mend the cell",
    "type-error": "{cell!r}: {note}; mend the cell",
}
"""What to say of each kind of error that frictionless finds; of others, its own message."""

HEADER = ("incorrect-label", "missing-label", "extra-label", "blank-label", "duplicate-label")
SHIFTED = ("extra-cell", "missing-cell")
"""Errors behind which no other cell, or no other cell of the row, is in its place."""

COUNTS = ("bits", "embedding_bits", "tokens", "layers", "n")
"""Columns without quantities that hold whole numbers in every work, whatever its schema says."""

TYPES = {"string": StringField, "integer": IntegerField, "number": NumberField}

WORDS = {"architecture": "architectures", "protocol": "protocols"}
"""Columns that hold words in every work."""


def faults(*wanted: str) -> list[Fault]:
    """Return every fault of the sources `wanted` (all, if none is named), by file and line.

    Where the words that all share are not sound, no source can be checked against them.
    """
    if common := of_common():
        return [*common]
    found = [fault for key in wanted or sources.keys() for fault in of_work(key)]
    return found or ([] if wanted else [*rules.names_across()])


def unsound(*but: str) -> list[str]:
    """Return the works that have a fault, but those named."""
    return [key for key in sources.keys() if key not in but and of_work(key)]


@cached
def of_common() -> tuple[Fault, ...]:
    """Return every fault of the vocabulary, the survey and the bibliography."""
    if found := tuple(rules.readable(paths.data())):
        return found  # whatever reads a pipe waits for good
    words, survey, bib = (paths.data() / each for each in ("vocabulary", "survey", "sources.bib"))
    steps = [each for folder in (words, survey) for each in _of_package(folder)]
    return (*_first(*steps), *_first(rules.legible(bib), rules.entries()))


@cached
def of_work(key: str) -> tuple[Fault, ...]:
    """Return every fault of a work: what it still lacks first, then what is wrong already."""
    folder = sources.folder(key)
    if found := _first(*_of_package(folder)):
        return found
    lacking = tuple(dict.fromkeys(rules.unfilled(folder)))
    places, tables = {(each.path, each.line) for each in lacking}, rules.tables(key)
    steps = [
        _asked([_of_tables], folder),
        rules.words_of_settings(folder),
        _asked(rules.TABLE, *tables),
        _asked(rules.ROWS, *tables),
        *([] if lacking else [_asked(rules.MENDS, key), rules.numbers(key)]),
    ]
    of_others = (
        (each for each in step if (each.path, each.line) not in places and "TODO" not in str(each))
        for step in steps
    )
    return lacking + _first(*of_others)


def _first(*steps: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults of the first step that finds any: one kind of fault hides the next."""
    return next((found for step in steps if (found := tuple(sorted(set(step))))), ())


def _asked(asked: Iterable[Callable], *subjects) -> Iterator[Fault]:
    for subject in subjects:
        for rule in asked:
            yield from rule(subject)


def _of_package(folder: Path) -> Iterator[Iterable[Fault]]:
    """Yield the steps that say whether a folder can be read as a Data Package."""
    files = {folder / DESCRIPTOR, *folder.rglob("*.csv"), *folder.rglob("*.yaml")}
    yield _asked([rules.legible], *sorted(files))
    yield rules.descriptor(folder)
    yield rules.settings(folder)
    yield rules.files(folder)
    if folder.parent == paths.data():
        yield _asked([_of_tables], folder)


@cached
def _of_tables(folder: Path) -> tuple[Fault, ...]:
    """Return what is wrong with the tables of a folder, and with its part of the survey's."""
    found = []
    own = {each["path"]: each for each in sources.described(folder)["resources"]}
    survey = sources.described(paths.data() / "survey")["resources"]
    shared = {} if folder.name == "vocabulary" else {each["path"]: each for each in survey}
    for path in sorted(folder.rglob("*.csv")):
        name = str(path.relative_to(folder))
        if name not in own | shared:
            found.append(Fault(path, 1, f"no table of {DESCRIPTOR}; list it under 'resources:'"))
            continue
        resource, of_work = (shared | own)[name], folder.parent != paths.data() and name in own
        known = [each["name"] for each in resource["schema"]["fields"]]
        rows, strange = rules.plain_csv(path)
        if not of_work and (extra := set(rows[0]) - set(known)):
            use = f"no column of {resource['name']}; use {', '.join(known)}"
            strange += [Fault(path, 1, f"{column}: {use}") for column in extra]
        found += strange or _validated(path, rows, (_keyed if of_work else _fitted)(resource, rows))
    return tuple(found)


def _keyed(resource: dict, rows: list[list[str]]) -> dict:
    """Return the schema of a work's table, with what its columns are in every work.

    A baseline and the row of standard deviations are rows of the same table, an architecture and
    a protocol words of the vocabulary; a column that tells a part of a quantity, as in
    ``task: $task``, holds words of that part.
    """
    lead = dict(WORDS)
    for quantity in sources.quantities(resource):
        for part, name in rules.PARTS.items():
            if str(quantity.get(part, ""))[:1] == "$":
                lead[quantity[part][1:]] = name
    known = {column: vocabulary.words(name) for column, name in lead.items()}
    if resource["name"] != CORRECTIONS:
        keys = [row[0] for row in rows[1:] if row]
        known |= {"baseline": keys, "sd_row": keys}
    fields = [dict(each) for each in resource["schema"]["fields"]]
    for each in fields:
        if each["name"] in COUNTS and not each.get("quantities"):
            each["type"] = "integer"
    return resource["schema"] | {"fields": fields, "known": known}


def _fitted(resource: dict, rows: list[list[str]]) -> dict:
    """Return the schema of a table that all share, with the columns of a file and those needed."""
    schema, header = resource["schema"], rows[0]
    named = {each["name"]: each for each in schema["fields"]}
    must = [name for name, each in named.items() if each.get("constraints", {}).get("required")]
    names = dict.fromkeys([*(each for each in header if each in named), *must])
    lead = {each["fields"]: each["reference"]["resource"] for each in schema.get("foreignKeys", [])}
    known = {column: vocabulary.words(name) for column, name in lead.items()}
    return schema | {"fields": [named[name] for name in names], "known": known}


class _Table(TableResource):
    """A table whose schema is sound: frictionless would validate it as metadata, which is slow."""

    def to_descriptor(self, **_) -> dict:
        """Return nothing to validate."""
        return {}


def _validated(path: Path, rows: list[list[str]], schema: dict) -> Iterator[Fault]:
    """Let frictionless check a table; the words of a column are a constraint of it."""
    columns = []
    for each in schema["fields"]:
        kind, own = TYPES.get(each["type"]), each.get("constraints", {})
        if not kind or {*own} - {"unique", *kind.supported_constraints}:
            words = f"{each['name']} is of type {each['type']} with {', '.join(own) or 'no'} "
            words += f"constraints; mend it in {DESCRIPTOR}: types are {', '.join(TYPES)}"
            yield Fault(path, 1, words)
            return
        if each["name"] in schema["known"]:
            own = own | {"enum": schema["known"][each["name"]]}
        columns.append(kind(name=each["name"], constraints=own))
    key = schema.get("primaryKey", [])
    key = (key,) if isinstance(key, str) else tuple(key)
    key = key if {*key} <= {each.name for each in columns} else ()
    known = Schema(fields=columns, primary_key=[*key])
    for each in columns:
        each.to_copy = partial(lambda own: own, each)  # nobody changes one, and copies are slow
    table = _Table(data=rows, schema=known)
    with system.use_context(trusted=True):
        report = table.validate()
    errors = [*report.errors, *(each for task in report.tasks for each in task.errors)]
    errors = [each for each in errors if each.type in HEADER] or errors
    shifted = {each.row_number for each in errors if each.type in SHIFTED}
    for error in errors:
        if error.type in SHIFTED or getattr(error, "row_number", 0) not in shifted:
            yield _fault(path, rows[0], known, error)


def _fault(path: Path, header: list[str], schema: Schema, error) -> Fault:
    column, cells = getattr(error, "field_name", ""), getattr(error, "cells", None) or []
    row = dict(zip(header, cells, strict=False))
    words, allowed = SAY.get(error.type, "{message}"), ""
    if error.type == "constraint-error" and '"enum"' in error.note:
        allowed = use(row.get(column, ""), schema.get_field(column).constraints["enum"])
        words = "{cell!r} is unknown; {allowed}"
    message = words.format(
        cell=row.get(column, ""),
        key=repr(", ".join(row.get(each, "") for each in schema.primary_key)),
        allowed=allowed,
        note=getattr(error, "note", ""),
        label=getattr(error, "label", ""),
        message=error.message,
    )
    return Fault.of_cell(path, (getattr(error, "row_number", None) or 1) - 1, column, message)
