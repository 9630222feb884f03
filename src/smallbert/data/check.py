"""Is the data sound? Every fault, with the place to mend it.

`smallbert.data.form` checks each Data Package with frictionless (columns, types, keys, words); the
functions here check what it means (places, quantities, cells, corrections). Whether the claims
still hold is asked above, in `smallbert.book.soundness`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd

from smallbert.data import (
    credits,
    descriptor_words,
    descriptors,
    folders,
    form,
    paths,
    positions,
    sources,
    texts,
    unfilled,
    vocabulary,
)
from smallbert.data.faults import DataError, Fault


def faults(*wanted: str) -> list[Fault]:
    """Return every fault of the sources `wanted` (all, if none is named), by file and line."""
    if common := of_common():
        return common  # sources cannot be checked against words that are not sound
    faults: list[Fault] = []
    for key in wanted or sources.keys():
        steps = (
            _encoding,
            _syntax,
            unfilled.faults,
            form.of_package,
            descriptor_words.faults,
            _meaning,
        )
        faults.extend(_first(sources.folder(key), *steps))
    return sorted(set(faults))


def of_common() -> list[Fault]:
    """Return every fault of what all sources share: the words, and what concerns several works."""
    if unreadable := _unreadable():
        return unreadable  # whatever reads a pipe waits for good
    steps = (_encoding, _syntax, form.of_common)
    words, survey = (paths.data() / name for name in ("vocabulary", "survey"))
    faults = _first(words, *steps, _ranges) or _first(survey, *steps)  # which refers to words
    bench = texts.faults(paths.data() / "survey" / "bench.json")
    return sorted({*faults, *_of_bibliography(), *bench})


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
                wrong = f"{column}: {cell} is no range; give the lower number first, as in 1..512"
                yield _at_cell(words / f"{name}.csv", record, column, wrong)


def _ascends(low: str, high: str) -> bool:
    try:
        return float(low) < float(high)
    except ValueError:
        return False


def _of_bibliography() -> list[Fault]:
    path = paths.data() / "sources.bib"
    if found := list(texts.faults(path)):
        return found
    return credits.faults()


LARGEST = 10_000_000
"""Bytes of a file of the data, at most; the largest has less than a tenth."""


def _unreadable() -> list[Fault]:
    """Return what lies among the data and is neither a file of a usual size nor a folder."""
    words = "a link to nothing, a pipe or a device; put the file there, or remove it"
    inside = "a folder with the name of a file; put the file there, or remove it"
    faults = []
    for path in sorted(each for each in paths.data().rglob("*") if not each.name.startswith(".")):
        if path.is_dir() and path.suffix in (".csv", ".yaml", ".bib", ".json"):
            faults.append(Fault(path, 1, 1, inside))
        elif not (path.is_file() or path.is_dir()):
            faults.append(Fault(path, 1, 1, words))
        elif (size := path.stat().st_size) > LARGEST:
            limit = f"a file of the data has {LARGEST // 10**6} MB at most; split it, or move it"
            faults.append(Fault(path, 1, 1, f"{size / 10**6:,.1f} MB: {limit}"))
    return faults


def _first(folder: Path, *steps: Callable[[Path], Iterator[Fault]]) -> list[Fault]:
    """Return the faults of the first step that finds any: one kind of fault hides the next."""
    for step in steps:
        if found := list(step(folder)):
            return found
    return []


def _encoding(folder: Path) -> Iterator[Fault]:
    for path in sorted([*folder.rglob("*.csv"), *folder.rglob("*.yaml")]):
        yield from texts.faults(path)


def _syntax(folder: Path) -> Iterator[Fault]:
    path = folder / "datapackage.yaml"
    if not path.is_file():
        yield Fault(path, 1, 1, "missing; bring it back: it describes the tables beside it")
        return
    try:
        descriptor = folders.described(path)
    except DataError as error:
        yield from error.faults
        return
    if not isinstance(descriptor, dict) or not descriptor.get("resources"):
        yield Fault(path, 1, 1, "no resources; list the source's tables under 'resources:'")
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
    for name in sources.tables(key):
        yield from _techniques(key, name)
        yield from _bits(key, name)
        yield from _measured(key, name)
    mends = list(_corrections(key))
    yield from mends
    yield from _unusable(key)
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
        yield Fault(path, 1, 1, f"the result {row.id} appears twice; give its quantity a name")


def folder_file(key: str, name: str) -> Path:
    """Return the CSV of a table."""
    return sources.folder(key) / sources.tables(key)[name]["path"]


def _techniques(key: str, name: str) -> Iterator[Fault]:
    """Check the techniques of rows, of which a cell may join several by ``+``."""
    path, known = folder_file(key, name), vocabulary.words("techniques")
    frame, whole = sources.table(key, name, corrected=False), sources.tables(key)[name]
    spreads = {row for row in frame.get("sd_row", ()) if row}  # no models
    for number, (row, cell) in enumerate(frame.get("technique", pd.Series()).items(), start=1):
        if not cell and "technique" not in whole and row not in spreads:
            words = "technique: say which; none for a model that nobody compressed"
            yield _at_cell(path, number, "technique", words)
        for part in cell.split("+") if cell else []:
            if part == vocabulary.COMPOUND and folders.quantified(whole):
                yield _at_cell(path, number, "technique", f"technique: {vocabulary.PARTS}")
            elif part not in known:
                words = f"technique: {part!r} is unknown; use one of {', '.join(known)}"
                yield _at_cell(path, number, "technique", words)


STORED = ("size", "compression-factor")
"""Metrics that tell how many bytes a row takes, whatever its bits."""


def _bits(key: str, name: str) -> Iterator[Fault]:
    """Check that a quantized row of a known shape says its bits: without, its size would be wrong.

    One without scores is not compared, and a size that is printed needs no bits.
    """
    whole, frame = sources.tables(key)[name], sources.table(key, name, corrected=False)
    held = sources.quantities(whole)
    if any(each["metric"] in STORED for each in held) or not any("task" in each for each in held):
        return
    for number, own in enumerate(frame.to_dict("records"), start=1):
        kind = own.get("technique") or whole.get("technique", "")
        if "quantization" in kind.split("+") and own.get("architecture") and not own.get("bits"):
            words = "a quantized row of a known shape: give its bits in a column 'bits'"
            yield _at_cell(folder_file(key, name), number, "architecture", words)


MEASURED_BY = ("authors", "others", "borrowed")


def _measured(key: str, name: str) -> Iterator[Fault]:
    """Check who measured each row, and that a borrowed one leads to its original."""
    path, frame = folder_file(key, name), sources.table(key, name, corrected=False)
    fields = sources.tables(key)[name]["schema"]["fields"]
    for number, own in enumerate(frame.to_dict("records"), start=1):
        column = next((each for each in ("original", "measured_by") if each in own), "")
        told = [(column, own)]
        for field in fields:
            for quantity in field.get("quantities", []):
                if quantity.keys() & {"measured_by", "original"}:
                    told.append((field["name"], folders.resolve(quantity, own)))
        for column, owner in told:
            who, original = owner.get("measured_by", ""), owner.get("original", "")
            if words := _unowned(who, original):
                by = column == "original" and words.startswith("measured_by")
                yield _at_cell(path, number, "measured_by" if by else column, words)


def _unowned(who: str, original: str) -> str:
    """Return what is wrong with who measured a number and where it comes from, or nothing."""
    if who and who not in MEASURED_BY:
        return f"measured_by is {who!r}; use one of {', '.join(MEASURED_BY)}"
    if (who == "borrowed") != bool(original):
        return "a borrowed row, and no other, names its original: source/table/row or https:"
    if original and not original.startswith("https://") and not _is_row(original):
        return f"original: {original!r} is no row of the survey; give source/table/row or https:"
    return ""


def _is_row(place: str) -> bool:
    key, name, row = [*place.split("/"), "", ""][:3]
    if key not in sources.keys() or name not in sources.tables(key):
        return False
    return row in sources.table(key, name).index


def _at_cell(path: Path, record: int, column: str, message: str) -> Fault:
    names = list(sources.read_csv(path).columns)
    text = path.read_text(encoding="utf-8")
    return Fault(path, *positions.of_cell(text, record, names.index(column)), message)


def _unusable(key: str) -> Iterator[Fault]:
    """Check that each line of ``unusable.csv`` names a table, one of its rows and its columns."""
    path = sources.folder(key) / f"{sources.UNUSABLE}.csv"
    lines = sources.read_csv(path) if path.is_file() else pd.DataFrame()
    for number, line in enumerate(lines.itertuples(), start=1):
        yield from _unplaced(key, path, number, line, "columns")


def _unplaced(key: str, path: Path, number: int, line, named: str) -> Iterator[Fault]:
    """Yield what a line names that is not there: its table, its row, the columns that are `named`.

    Several columns are joined by ``+``; none means the whole row.
    """
    if line.table not in sources.tables(key):
        yield _at_cell(path, number, "table", f"{key} has no table {line.table!r}; name one")
        return
    frame = sources.table(key, line.table, corrected=False)
    if line.row not in frame.index:
        yield _at_cell(path, number, "row", f"{line.table} has no row {line.row!r}; name one")
    for column in filter(None, getattr(line, named).split("+")):
        if column not in frame:
            words = f"{line.table} has no column {column!r}; name one"
            yield _at_cell(path, number, named, words)


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
            yield _at_cell(path, number, "printed", words)
