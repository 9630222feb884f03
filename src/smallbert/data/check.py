"""Is the data sound? Every fault, with the file, the line and the field to mend.

Steps ask, in this order, whether files can be read, descriptors keep their JSON Schema, tables
their Table Schema, and then the modules of rules, which say what no schema can: where one step
finds a fault, the next is not asked. Whether the claims still hold is asked above, in
`smallbert.book.build`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from smallbert import paths
from smallbert.data import (
    descriptor_schema,
    rules_across_works,
    rules_of_cells,
    rules_of_files,
    rules_of_numbers,
    side_tables,
    sources,
    todos,
    vocabulary,
)
from smallbert.data.descriptors import CORRECTIONS, Column, Table, table_of
from smallbert.data.printed_headings import PARTS
from smallbert.data.rules_of_descriptors import RULES_OF_TABLES
from smallbert.data.rules_of_models import RULES_OF_ROWS, names_of_models, whole_names
from smallbert.data.rules_of_numbers import RULES_OF_LINES, RULES_OF_NUMBERS
from smallbert.data.sources import DESCRIPTOR
from smallbert.data.table_under_check import TODO, subjects
from smallbert.errors import Fault
from smallbert.memo import cached

COUNTS = ("bits", "embedding_bits", "tokens", "layers", "n")
"""Columns without quantities that hold whole numbers in every work, whatever its schema says."""

VOCABULARIES = {"architecture": "architectures", "protocol": "protocols"}
"""Columns that hold words in every work."""


def faults(*wanted: str) -> list[Fault]:
    """Return every fault of the sources `wanted` (all, if none is named), by file and line.

    Where the words that all share are not sound, no source can be checked against them.
    """
    if common := of_common():
        return [*common]
    of_works = [fault for key in wanted or sources.keys() for fault in of_work(key)]
    return of_works or ([] if wanted else [*rules_across_works.names_across()])


def unsound(*but: str) -> list[str]:
    """Return the works that have a fault, but those named."""
    return [key for key in sources.keys() if key not in but and of_work(key)]


@cached
def of_common() -> tuple[Fault, ...]:
    """Return every fault of the vocabulary, the survey and the bibliography."""
    if unreadable := tuple(rules_of_files.readable(paths.data())):
        return unreadable  # whatever reads a pipe waits for good
    folders = [paths.data() / name for name in ("vocabulary", side_tables.FOLDER)]
    steps = [step for folder in folders for step in _steps_of_package(folder)]
    bibliography = paths.data() / "sources.bib"
    of_bibliography = rules_of_files.legible(bibliography), rules_across_works.entries()
    return (*_first_faults(*steps), *_first_faults(*of_bibliography))


@cached
def of_work(key: str) -> tuple[Fault, ...]:
    """Return every fault of a work: what it still lacks first, then what is wrong already."""
    folder = sources.folder(key)
    if of_package := _first_faults(*_steps_of_package(folder)):
        return of_package
    lacking = tuple(dict.fromkeys(todos.unfilled(folder)))
    places, tables = {(fault.path, fault.line) for fault in lacking}, subjects(key)
    steps = [
        _asked([_faults_of_tables], folder),
        descriptor_schema.faults_of_words(folder),
        _asked(RULES_OF_TABLES, *tables),
        _asked((*RULES_OF_ROWS, *RULES_OF_NUMBERS, whole_names), *tables),
    ]
    if not lacking:  # of a work that is not entered whole yet, numbers and names may change
        steps.append(_asked((*RULES_OF_LINES, names_of_models), key))
        steps.append(rules_of_numbers.numbers(key))
    wrong = (
        (
            fault
            for fault in step
            if (fault.path, fault.line) not in places and TODO not in str(fault)
        )
        for step in steps
    )
    return lacking + _first_faults(*wrong)


def _first_faults(*steps: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults of the first step that finds any: one kind of fault hides the next."""
    return next((faults for step in steps if (faults := tuple(sorted(set(step))))), ())


def _asked(rules: Iterable[Callable], *subjects_of_rules) -> Iterator[Fault]:
    for subject in subjects_of_rules:
        for rule in rules:
            yield from rule(subject)


def _steps_of_package(folder: Path) -> Iterator[Iterable[Fault]]:
    """Yield the steps that say whether a folder can be read as a Data Package."""
    files = {folder / DESCRIPTOR, *folder.rglob("*.csv"), *folder.rglob("*.yaml")}
    # a table of the survey may lie with the works alone
    works = paths.data().glob("sources/*") if folder.name == side_tables.FOLDER else ()
    yield _asked([rules_of_files.legible], *sorted(files))
    yield rules_of_files.descriptor(folder)
    yield descriptor_schema.faults(folder)
    yield rules_of_files.tables_are_there(folder, *works)
    if folder.parent == paths.data():
        yield _asked([_faults_of_tables], folder)


@cached
def _faults_of_tables(folder: Path) -> tuple[Fault, ...]:
    """Return what is wrong with the tables of a folder, and with its part of the survey's."""
    faults, own_tables = [], _tables_by_path(folder)
    shared = (
        {} if folder.name == "vocabulary" else _tables_by_path(paths.data() / side_tables.FOLDER)
    )
    for path in sorted(folder.rglob("*.csv")):
        name = str(path.relative_to(folder))
        if name not in own_tables | shared:
            faults.append(Fault(path, 1, f"no table of {DESCRIPTOR}; list it under 'resources:'"))
            continue
        table, of_work = (shared | own_tables)[name], folder.parent != paths.data()
        rows, unreadable = rules_of_files.csv_rows(path)
        if of_work and name in own_tables:
            columns, words = _columns_of_work(table), _words_of_work(table, rows)
        else:
            columns, words = _columns_of_survey(table, rows[0]), _words_of_survey(table)
            unreadable += _strange_columns(path, rows[0], table)
        key = table.key if {*table.key} <= {column.name for column in columns} else ()
        faults += unreadable or rules_of_cells.faults(path, rows, columns, key, words)
    return tuple(faults)


def _tables_by_path(folder: Path) -> dict[str, Table]:
    described = sources.described(folder)["resources"]
    return {table["path"]: table_of(folder.name, table) for table in described}


def _strange_columns(path: Path, header: list[str], table: Table) -> list[Fault]:
    """Return the columns of a file that no table of the survey so called has."""
    use = f"no column of {table.name}; use {', '.join(table.column_names)}"
    extra = [column for column in header if column not in table.column_names]
    return [Fault(path, 1, f"{column}: {use}") for column in extra]


def _columns_of_work(table: Table) -> list[Column]:
    return [
        replace(column, type="integer")
        if column.name in COUNTS and not column.quantities
        else column
        for column in table.columns
    ]


def _words_of_work(table: Table, rows: list[list[str]]) -> Mapping[str, Collection[str]]:
    """Return the words that columns of a work's table may have, by column.

    A baseline and the row of standard deviations are rows of the same table, an architecture and
    a protocol words of the vocabulary; a column that tells a part of a quantity, as in
    ``task: $task``, holds words of that part.
    """
    vocabularies = dict(VOCABULARIES)
    for quantity in table.quantities:
        for part, name in PARTS.items():
            if str(getattr(quantity, part))[:1] == "$":
                vocabularies[getattr(quantity, part)[1:]] = name
    words = {column: vocabulary.words(name) for column, name in vocabularies.items()}
    if table.name != CORRECTIONS:
        keys = [row[0] for row in rows[1:] if row]
        words |= {"baseline": keys, "sd_row": keys}
    return words


def _columns_of_survey(table: Table, header: list[str]) -> list[Column]:
    """Return the columns of a table that all share, as far as a file has or needs them."""
    by_name = {column.name: column for column in table.columns}
    needed = [name for name, column in by_name.items() if column.constraints.get("required")]
    names = dict.fromkeys([*(name for name in header if name in by_name), *needed])
    return [by_name[name] for name in names]


def _words_of_survey(table: Table) -> Mapping[str, Collection[str]]:
    named = [column for column in table.columns if column.vocabulary]
    return {column.name: vocabulary.words(column.vocabulary) for column in named}
