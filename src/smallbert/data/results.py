"""The tidy results, a number a row: what a table's cells hold, how and where it was measured."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from math import nan
from typing import NamedTuple

import pandas as pd

from smallbert.data import cells, sources, vocabulary
from smallbert.data.descriptors import Column, Quantity, Table
from smallbert.data.vocabulary import Metric
from smallbert.errors import DataError, Fault
from smallbert.memo import cached

UNSTATED = "not stated"
"""Stands for who measured a score or a time, or for its device, where no document says it."""

BORROWED = "borrowed"

OF_RUNS = ("one-recipe", "own-recipe", "mean-of-runs", "median-of-runs")
"""Protocols that a table tells of its own scores: a borrowed score is of other runs."""

SAME_TASKS = {"mnli": "mnli-m"}
"""Tasks compared as one: a document that says MNLI without a half is taken to mean the matched one.

Nobody knows that of it, so pages say that the half is not stated.
"""

REMARKS = "claims"
"""The table of what a work says in words of other works: its numbers are no results to compare."""


class Measurement(NamedTuple):
    """A number of a table with all that is known of it; `results` says what each field means."""

    id: str = ""
    source: str = ""
    table: str = ""
    row: str = ""
    model: str = ""
    technique: str = ""
    task: str = ""
    metric: str = ""
    split: str = ""
    value: float = nan
    unit: str = ""
    printed: str = ""
    half_width: float = nan
    origin: str = ""
    corrected: bool = False
    baseline: str = ""
    locator: str = ""
    unusable: str = ""
    protocol: str = ""
    measured_by: str = ""
    original: str = ""
    device: str = ""
    sd: float = nan
    n: float = nan
    address: str = ""


@cached
def results(*wanted: str) -> pd.DataFrame:
    """Return the tidy results of the sources `wanted` (all, if none is named), a number a row.

    ``value``, ``half_width`` and ``sd`` (over ``n`` runs; missing where not printed) are in
    ``unit``; ``baseline`` is the id of the result that it is compared with, or empty. ``unusable``
    says why a number must decide nothing. ``protocol`` is how a score was made, ``measured_by``
    authors, others or borrowed, ``original`` the row or address that a borrowed number comes from,
    ``device`` what a time, a speedup or a memory was measured on: `UNSTATED` where no document
    says it, empty where there is nothing to say. ``address`` opens the place in a repository.
    Cells that do not parse are a DataError.
    """
    numbers, faults = [], []
    for key in wanted or sources.keys():
        for name in sources.tables(key):
            for item in numbers_of(key, name):
                (faults if isinstance(item, Fault) else numbers).append(item)
    if faults:
        raise DataError(faults)
    for at, number in enumerate(numbers):
        if " " in number.original:  # one of several rows, by its task and metric
            original = original_of(number.original, number.task, number.metric)
            numbers[at] = number._replace(original=original)
    frame = pd.DataFrame.from_records(numbers, columns=Measurement._fields)
    frame["baseline"] = frame["baseline"].where(frame["baseline"].isin(set(frame["id"])), "")
    return frame


def usable(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the tidy results that may decide something: comparisons and claims rest on no other.

    A result against a baseline that may not has no baseline.
    """
    kept = tidy[tidy["unusable"] == ""]
    return kept.assign(baseline=kept["baseline"].where(kept["baseline"].isin(kept["id"]), ""))


def borrowed(rows: pd.DataFrame) -> pd.Series:
    """Tell which numbers are borrowed from another work: one may repeat a table of its own."""
    pairs = zip(rows["original"], rows["source"], strict=True)
    own = [original.startswith(f"{source}/") for original, source in pairs]
    return rows["measured_by"].eq(BORROWED) & ~pd.Series(own, rows.index, dtype=bool)


@cached
def values(key: str, name: str, *, unfit: bool = True) -> pd.DataFrame:
    """Return a table of a source with its numbers as numbers, by row id.

    The label columns are as they are; each quantity is a float column named as in its result's id,
    with ``_`` for ``-`` (``mrpc_f1``), and its half-width another (``mrpc_f1_half_width``). Unless
    `unfit`, numbers that must decide nothing are missing.
    """
    number_columns = [column.name for column in sources.tables(key)[name].number_columns]
    labels = sources.table_of(key, name).drop(columns=number_columns)
    numbers = sound_numbers_of(key, name)
    if not numbers:
        return labels
    tidy = pd.DataFrame(numbers, columns=Measurement._fields)
    if not unfit:
        tidy["value"] = tidy["value"].where(tidy["unusable"] == "")
    tidy["quantity"] = tidy["id"].str.rsplit("/", n=1).str[1].str.replace("-", "_")
    order = list(dict.fromkeys(tidy["quantity"]))
    wide = tidy.pivot(index="row", columns="quantity", values=["value", "half_width"])
    widths = wide["half_width"][order].add_suffix("_half_width")
    return labels.join(wide["value"][order]).join(widths)


def sound_numbers_of(key: str, name: str) -> list[Measurement]:
    """Return the numbers of a table, those of its cells that have one."""
    return [number for number in numbers_of(key, name) if isinstance(number, Measurement)]


@cached
def numbers_of(key: str, name: str) -> tuple[Measurement | Fault, ...]:
    """Return each number of a table, and a fault for each cell that has none."""
    table = sources.tables(key)[name]
    rows = _rows(table)
    columns = (_numbers_of_column(table, column, rows) for column in table.number_columns)
    return tuple(chain.from_iterable(columns))


@dataclass(frozen=True)
class Row:
    """A row with numbers: its place among all, counted from 1, and what all of them share.

    ``deviations`` are the cells of the row that prints its standard deviations, ``mended`` the
    columns whose cells are corrected, ``unusable`` the reasons by column.
    """

    number: int
    cells: Mapping[str, str]
    shared: Measurement
    deviations: Mapping[str, str]
    mended: frozenset[str]
    unusable: Mapping[str, str]


def _rows(table: Table) -> list[Row]:
    """Return the rows of a table but those of standard deviations, which belong to others."""
    key, name = table.source, table.name
    cells_of_rows = sources.cells_of(key, name)
    of_deviations = {cells.get("sd_row") for cells in cells_of_rows.values()}
    mends, barred = sources.corrections(key, name), sources.unusable(key, name)
    mended, unusable = defaultdict(set), defaultdict(dict)
    for row, column in zip(mends["row"], mends["column"], strict=True):
        mended[row].add(column)
    for (row, column), reason in barred.items():
        unusable[row][column] = reason
    return [
        Row(
            number,
            cells,
            _shared(table, row, cells),
            cells_of_rows[cells["sd_row"]] if cells.get("sd_row") else {},
            frozenset(mended[row]),
            unusable[row],
        )
        for number, (row, cells) in enumerate(cells_of_rows.items(), start=1)
        if row not in of_deviations
    ]


class Reading(NamedTuple):
    """A quantity as a row has it, with its name in ids, its unit and its metric."""

    quantity: Quantity
    name: str
    unit: str
    metric: Metric


def _numbers_of_column(
    table: Table, column: Column, rows: list[Row]
) -> Iterator[Measurement | Fault]:
    """Yield the numbers of a column, row by row."""
    stated = [_with_table(quantity, table) for quantity in column.quantities]
    varies = any(quantity.varies for quantity in stated)
    of_all_rows = [] if varies else [_reading(quantity) for quantity in stated]
    for row in rows:
        readings = of_all_rows or [_reading(quantity.in_row(row.cells)) for quantity in stated]
        yield from _numbers_of_cell(table, column, row, readings)


def _with_table(quantity: Quantity, table: Table) -> Quantity:
    """Return a quantity with what it leaves to its table; what has no task has no split."""
    split = (table.split or "unstated") if quantity.task else ""
    split = split if quantity.split is None else quantity.split
    return replace(quantity, task=quantity.task or "", split=split)


def _reading(quantity: Quantity) -> Reading:
    metric = vocabulary.metric(quantity.metric)
    unit = metric.unit if quantity.unit is None else quantity.unit
    return Reading(quantity, quantity.id_name, unit, metric)


def _numbers_of_cell(
    table: Table, column: Column, row: Row, readings: list[Reading]
) -> Iterator[Measurement | Fault]:
    """Yield the numbers of a cell; a fault where it does not parse or one cannot be."""
    printed = row.cells[column.name]
    cell = "" if printed.strip() in table.not_reported else cells.plain(printed)
    try:
        numbers = _parsed(cell, column, readings, decimal=table.decimal)
    except ValueError as error:
        yield _fault_of_cell(table, column, row, f"{error}; {_remedy(cell, column.name)}")
        return
    shared = row.shared._replace(
        corrected=column.name in row.mended, unusable=row.unusable.get(column.name, "")
    )
    if column.line is not None:
        shared = shared._replace(**_place(table, row.cells, str(column.line)))
    deviations = _deviations(row.deviations.get(column.name, ""), len(numbers))
    for index, (reading, number) in enumerate(zip(readings, numbers, strict=False)):
        if number is None:
            continue
        deviation = deviations[index]
        if reading.quantity.sd is not None:
            deviation = _spread(cells.plain(row.cells.get(reading.quantity.sd, "")), index)
        measurement = _measurement(shared, table, reading, number, row.cells, deviation)
        yield measurement
        if not reading.metric.least <= measurement.value <= reading.metric.most:
            yield _fault_of_cell(table, column, row, _beyond(measurement, reading.metric))


def _fault_of_cell(table: Table, column: Column, row: Row, message: str) -> Fault:
    path = sources.path_of(table.source, table.name)
    return Fault.of_cell(path, row.number, column.name, message)


def _parsed(
    cell: str, column: Column, readings: list[Reading], *, decimal: str
) -> list[cells.Number | None]:
    """Return the numbers of a cell, without the spreads that it prints after them."""
    has_sd = any(reading.quantity.sd == column.name for reading in readings)
    return cells.parse(
        SPREAD.sub("", cell) if has_sd else cell,
        [reading.unit for reading in readings],
        optional=[reading.quantity.optional for reading in readings],
        decimal=decimal,
    )


def _beyond(number: Measurement, metric: Metric) -> str:
    """Return what is wrong with a number that its metric cannot have."""
    can = f"what {number.metric} can be, {metric.least:g} to {metric.most:g}"
    return f"{number.printed} is beyond {can}; compare it with the document, or name another metric"


def _remedy(cell: str, column: str) -> str:
    """Return what to say in the descriptor of a cell that does not parse; the cell stays."""
    if "±" in cell:
        return f"if it is the standard deviation, give the quantity sd: {column}"
    if not re.search(r"\d", cell):
        return "if it means that nothing is reported, list it in the schema's missingValues"
    if re.search(r"\d,\d", cell):
        return "if all commas of the table are decimal ones, give the table decimal: ','"
    return (
        "compare it with the document, or say in quantities what the column holds, in order; "
        "optional: true where some cells lack one"
    )


def _shared(table: Table, row: str, own: Mapping[str, str]) -> Measurement:
    """Return what all numbers of a row have in common."""
    return Measurement(
        source=table.source,
        table=table.name,
        row=row,
        model=own.get("name") or own[table.printed_columns[0].name],
        technique=own.get("technique") or table.technique or "none",
        origin=table.origin,
        protocol=own.get("protocol") or table.protocol,
        measured_by=own.get("measured_by") or table.measured_by,
        original=own.get("original", ""),
        **_place(table, own, own.get("line", "")),
    )


def _place(table: Table, row: Mapping[str, str], line: str) -> dict[str, str]:
    return {
        "locator": sources.locator(table, line, row),
        "address": sources.address(table, line, row),
    }


def _measurement(
    shared: Measurement,
    table: Table,
    reading: Reading,
    number: cells.Number,
    row: Mapping[str, str],
    deviation: float,
) -> Measurement:
    """Return a number of a row, in its unit; `deviation` is as printed, missing where it is not."""
    quantity = reading.quantity
    half_width = quantity.half_width  # of a reading, where one is stated
    if half_width is None:
        half_width = number.half_width
    elif isinstance(half_width, str):
        half_width = abs(number.value) * float(half_width.rstrip("%")) / 100
    measurement = shared._replace(
        id=f"{shared.source}/{shared.table}/{shared.row}/{reading.name}",
        model=sources.readable(shared.model if quantity.model is None else quantity.model),
        technique=shared.technique if quantity.technique is None else quantity.technique,
        task=quantity.task,
        metric=quantity.metric,
        split=quantity.split,
        value=quantity.scale * number.value,
        unit=reading.unit,
        printed=number.printed,
        half_width=abs(quantity.scale) * float(half_width),
        baseline=_baseline(shared, reading, row),
        sd=abs(quantity.scale) * quantity.sd_scale * deviation,
        measured_by=quantity.measured_by or shared.measured_by,
        original=quantity.original or shared.original,
    )
    return _on_its_ground(measurement, table, reading, row)


def _baseline(shared: Measurement, reading: Reading, row: Mapping[str, str]) -> str:
    """Return the id of the number that one is compared with, or nothing."""
    rule = reading.quantity.derived
    against = rule.get("against") if isinstance(rule, Mapping) else ""  # names a row of its own
    base = against or row.get("baseline", "") or shared.row
    name = reading.quantity.baseline
    if name is None:
        name = "" if base == shared.row else reading.name
    return f"{shared.source}/{shared.table}/{base}/{name}" if name else ""


def _on_its_ground(
    number: Measurement, table: Table, reading: Reading, row: Mapping[str, str]
) -> Measurement:
    """Return a number with how, by whom, on what and in how many runs it was measured.

    What the table tells of its runs is told of its own scores. A size, a sparsity or a speed of no
    task has no protocol.
    """
    quantity, of_runs = reading.quantity, number.sd == number.sd  # a missing one is not itself
    is_score = bool(number.task) or number.metric in NO_TASK or of_runs
    is_own_score = is_score and number.measured_by != BORROWED
    of_other_runs = number.protocol in OF_RUNS and not (row.get("protocol") or is_own_score)
    of_row = number.protocol if is_score and not of_other_runs else ""
    runs = quantity.n or (row.get("n") if is_score else None)
    is_asked = reading.metric.is_timed or reading.metric.is_score  # a size is of no measurer
    return number._replace(
        protocol=quantity.protocol or of_row,
        n=_float(runs),
        device=_device(number, table, quantity, row) if reading.metric.is_timed else "",
        measured_by=number.measured_by or (UNSTATED if is_asked else ""),
    )


def _device(number: Measurement, table: Table, quantity: Quantity, row: Mapping[str, str]) -> str:
    """Return what a time was measured on; the table's is that of its own work's times alone."""
    device = row.get("device") or quantity.device or UNSTATED
    borrowed = number.measured_by == BORROWED
    of_work = not borrowed or number.original.startswith(f"{number.source}/")
    if of_work and device == UNSTATED and table.device:
        column = table.device.removeprefix("$")
        device = table.device if column == table.device else row.get(column, "")
    return device or UNSTATED


SPREAD = re.compile(r"±[^/±]*")
"""What a cell prints after a number, up to its next one."""

NO_TASK = ("score", "average", "average-drop")
"""Metrics of scores that may be of no task."""


def _float(text: str | float | None) -> float:
    """Return a number of runs or a standard deviation; of words, which the check tells, none."""
    try:
        return float(text or nan)
    except ValueError:
        return nan


def _spread(text: str, at: int) -> float:
    """Return what a cell prints after the ± of its number `at`, or the one spread that it is.

    Examples
    --------
    >>> _spread("62.47 ± 1.00 / 56.90 ± 1.61", 1), _spread("91.5±0.3", 0), _spread("0.3", 1)
    (1.61, 0.3, 0.3)
    """
    spreads = SPREAD.findall(text) or [text]
    return _float(spreads[min(at, len(spreads) - 1)].lstrip("± "))


def _deviations(cell: str, count: int) -> list[float]:
    """Return the standard deviations of a cell's numbers from the row that prints them."""
    numbers = cells.parse(cell, ["%"] * count)
    return [number.value if number else nan for number in numbers] or [nan] * count


def original_of(text: str, task: str, metric: str) -> str:
    """Return the row (``source/table/row``) of those that a text names, that a number is from.

    It is the first that has its task and metric, else its task, else the first of all.
    """
    places = text.split()
    if len(places) < 2:
        return text.strip()

    def fit(place: str) -> tuple[bool, bool]:
        if not sources.is_row(place):
            return False, False
        key, name, row = place.split("/")
        of_task = [
            number
            for number in sound_numbers_of(key, name)
            if number.row == row and exact_task(number.task) == exact_task(task)
        ]
        return any(number.metric == metric for number in of_task), bool(task and of_task)

    return max(places, key=fit)


def exact_task(task: str) -> str:
    """Return the exact name of a task."""
    return SAME_TASKS.get(task, task)
