"""Is the data sound? Every fault, with the place to mend it.

`smallbert.data.form` checks each Data Package with frictionless (columns, types, keys, words); the
functions here check what it means (places, quantities, cells, corrections). Whether the claims
still hold is asked above, in `smallbert.book.build`.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.data import (
    bibliography,
    descriptor_words,
    descriptors,
    form,
    positions,
    rows,
    rules,
    sources,
    texts,
    todo,
)
from smallbert.data.results import results
from smallbert.data.rows import folder_file
from smallbert.errors import DataError, Fault
from smallbert.paths import cached


def faults(*wanted: str) -> list[Fault]:
    """Return every fault of the sources `wanted` (all, if none is named), by file and line.

    What a source still lacks comes first.
    """
    if common := of_common():
        return common  # sources cannot be checked against words that are not sound
    return [fault for key in wanted or sources.keys() for fault in _of_source(sources.folder(key))]


@cached
def _of_source(folder: Path) -> tuple[Fault, ...]:
    return tuple(
        _first(folder, _encoding, _syntax)
        or dict.fromkeys(_unfilled(folder))
        or _first(folder, form.of_package, descriptor_words.faults, _meaning)
    )


def of_common() -> list[Fault]:
    """Return every fault of what all sources share: the words, and what concerns several works."""
    if unreadable := _unreadable():
        return unreadable  # whatever reads a pipe waits for good
    return [*_shared(paths.data())]


@cached
def _shared(data: Path) -> tuple[Fault, ...]:
    steps = (_encoding, _syntax, form.of_common)
    words, survey = data / "vocabulary", data / "survey"
    faults = _first(words, *steps, _ranges) or _first(survey, *steps)  # which refers to words
    return tuple(sorted({*faults, *_of_bibliography()}))


BETWEEN = ".."
RANGED = {"parameters": "allowed", "metrics": "least"}
"""Words that have ranges, and the column where each begins."""


def _ranges(words: Path) -> Iterator[Fault]:
    """Check that the range of a parameter or of a metric begins with its lower number."""
    parameters, metrics = (sources.read_csv(words / f"{name}.csv") for name in RANGED)
    least, most = metrics["least"].replace("", "-inf"), metrics["most"].replace("", "inf")
    ranges = parameters["allowed"], least + BETWEEN + most
    for (name, column), cells in zip(RANGED.items(), ranges, strict=True):
        for record, cell in enumerate(cells, start=1):
            if BETWEEN in cell and not _ascends(*cell.split(BETWEEN, 1)):
                wrong = f"{cell} is no range; give the lower number first, as in 1..512"
                yield Fault.of_cell(words / f"{name}.csv", record, column, wrong)


def _ascends(low: str, high: str) -> bool:
    try:
        return float(low) < float(high)
    except ValueError:
        return False


def _of_bibliography() -> list[Fault]:
    path = paths.data() / "sources.bib"
    if found := list(texts.faults(path)):
        return found
    return bibliography.faults()


LARGEST = 10_000_000
"""Bytes of a file of the data, at most; the largest has less than a tenth."""


def _unreadable() -> list[Fault]:
    """Return what lies among the data and is neither a file of a usual size nor a folder."""
    words = "a link to nothing, a pipe or a device; put the file there, or remove it"
    inside = "a folder with the name of a file; put the file there, or remove it"
    faults = []
    for path in sorted(each for each in paths.data().rglob("*") if not each.name.startswith(".")):
        if path.is_dir() and path.suffix in (".csv", ".yaml", ".bib", ".json"):
            faults.append(Fault(path, 1, inside))
        elif not (path.is_file() or path.is_dir()):
            faults.append(Fault(path, 1, words))
        elif (size := path.stat().st_size) > LARGEST:
            limit = f"a file of the data has {LARGEST // 10**6} MB at most; split it, or move it"
            faults.append(Fault(path, 1, f"{size / 10**6:,.1f} MB: {limit}"))
    return faults


def _first(folder: Path, *steps: Callable[[Path], Iterator[Fault]]) -> list[Fault]:
    """Return the faults of the first step that finds any: one kind of fault hides the next."""
    for step in steps:
        if found := sorted(set(step(folder))):
            return found
    return []


def _unfilled(folder: Path) -> Iterator[Fault]:
    """Yield each `TODO`, and after them what is wrong already, whatever they will be."""
    asked = list(todo.faults(folder))
    yield from asked
    places = {_place(each) for each in asked}
    steps = (form.of_package, descriptor_words.faults, _said) if asked else ()
    yield from _first(folder, *(partial(_apart, step, places) for step in steps))


def _apart(step: Callable[[Path], Iterator[Fault]], places: set, folder: Path) -> Iterator[Fault]:
    """Yield the faults that a step finds and that no `TODO` makes."""
    for fault in step(folder):
        if _place(fault) not in places and todo.TODO not in fault.message:
            yield fault


def _place(fault: Fault) -> tuple[Path, int, int]:
    return fault.path, fault.line, fault.message.partition(":")[0]


def _encoding(folder: Path) -> Iterator[Fault]:
    for path in sorted([*folder.rglob("*.csv"), *folder.rglob("*.yaml")]):
        yield from texts.faults(path)


def _syntax(folder: Path) -> Iterator[Fault]:
    path = folder / "datapackage.yaml"
    if not path.is_file():
        yield Fault(path, 1, "missing; bring it back: it describes the tables beside it")
        return
    try:
        descriptor = sources.described(path.parent)
    except DataError as error:
        yield from error.faults
        return
    if not isinstance(descriptor, dict) or not descriptor.get("resources"):
        yield Fault(path, 1, "no resources; list the source's tables under 'resources:'")
        return
    text, wrong = path.read_text(encoding="utf-8"), list(descriptors.faults(descriptor))
    for number, resource in enumerate([] if wrong else descriptor["resources"]):
        wrong += [(each, "resources", number) for each in _incomplete(folder, resource)]
    for message, *at in wrong:
        yield Fault(path, *positions.of_setting(text, *at), message)


def _incomplete(folder: Path, resource: dict) -> Iterator[str]:
    """Yield what a table's description lacks, and its file where that is not there."""
    for need in ("name", "path", "schema"):
        if not resource.get(need):
            yield f"a table without {need!r}; add it"
    places = [folder, *(paths.data().glob("sources/*") if folder.name == "survey" else ())]
    path = resource.get("path")  # a table of the survey may lie with the works alone
    if path and not any((each / path).is_file() for each in places):
        yield f"{path} is missing; add the file or the right path"


def _meaning(folder: Path) -> Iterator[Fault]:
    """Check cells, techniques and corrections against what they speak of."""
    key = folder.name
    yield from _said(folder)
    for name in sources.tables(key):
        yield from rows.bits(key, name)
    mends = list(_corrections(key))
    yield from mends
    yield from _unusable(key)
    if not mends:
        yield from _cells(key)


def _said(folder: Path) -> Iterator[Fault]:
    """Check what rows and numbers say of themselves."""
    yield from rows.faults(folder)
    yield from rules.faults(folder)


def _cells(key: str) -> Iterator[Fault]:
    try:
        frame = results(key)
    except DataError as error:
        yield from error.faults
        return
    for row in frame[frame["id"].duplicated()].itertuples():
        path = folder_file(key, row.table)
        yield Fault(path, 1, f"the result {row.id} appears twice; give its quantity a name")


def _unusable(key: str) -> Iterator[Fault]:
    """Check that each line of ``unusable.csv`` names a table, one of its rows and its columns."""
    path = sources.folder(key) / "unusable.csv"
    lines = sources.read_csv(path) if path.is_file() else pd.DataFrame()
    for number, line in enumerate(lines.itertuples(), start=1):
        yield from _unplaced(key, path, number, line, "columns")


def _unplaced(key: str, path: Path, number: int, line, named: str) -> Iterator[Fault]:
    """Yield what a line names that is not there: its table, its row, the columns that are `named`.

    Several columns are joined by ``+``; none means the whole row.
    """
    if line.table not in sources.tables(key):
        yield Fault.of_cell(path, number, "table", f"{key} has no table {line.table!r}; name one")
        return
    frame = sources.table(key, line.table, corrected=False)
    if line.row not in frame.index:
        yield Fault.of_cell(path, number, "row", f"{line.table} has no row {line.row!r}; name one")
    for column in filter(None, getattr(line, named).split("+")):
        if column not in frame:
            words = f"{line.table} has no column {column!r}; name one"
            yield Fault.of_cell(path, number, named, words)


def _corrections(key: str) -> Iterator[Fault]:
    path = sources.folder(key) / f"{sources.CORRECTIONS}.csv"
    for number, mend in enumerate(sources.corrections(key).itertuples(), start=1):
        if unplaced := list(_unplaced(key, path, number, mend, "column")):
            yield unplaced[0]  # what follows from it goes with it
            continue
        frame = sources.table(key, mend.table, corrected=False)
        if frame.loc[mend.row, mend.column] != mend.printed:
            cell = frame.loc[mend.row, mend.column]
            words = f"printed is {mend.printed!r} but the cell holds {cell!r}; drop or renew it"
            yield Fault.of_cell(path, number, "printed", words)
