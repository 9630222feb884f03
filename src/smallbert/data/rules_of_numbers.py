"""What is true of the numbers of a work, and of the lines that mend, bar or place them.

A rule is a function that yields the faults it finds; its docstring says what is true of sound data.
"""

from collections.abc import Iterator, Mapping

from smallbert import paths
from smallbert.data import side_tables, sources, vocabulary
from smallbert.data.descriptors import CORRECTIONS, Quantity
from smallbert.data.results import exact_task, numbers_of, sound_numbers_of
from smallbert.data.table_under_check import TODO, Subject
from smallbert.data.todos import allowed_words
from smallbert.errors import Fault

LACKING = {
    "task": "scores without their task; add 'task:' to the quantities",
    "split": "scores without their split; add 'split:' to the table or quantities",
    "measured_by": "scores without who measured them; add 'measured_by:' to the table",
    "device": "depends on a device and none is named; add 'device:' to the table",
    "against": "speedups without their baseline; name a row in a column 'baseline', or add "
    "'against:' to the table",
}
"""What some numbers need, and the fault of a column of them that does not say it."""

COLUMNS_OF_NEEDS = {"measured_by": "measured_by", "device": "device", "against": "baseline"}
"""Those that a column of ours may say, and the column."""


def _needs(quantity: Quantity) -> Iterator[str]:
    if quantity.metric in vocabulary.scores():
        yield from ("task", "split", "measured_by")
    if quantity.metric in vocabulary.metrics_of_devices():
        yield "device"
    by_rule = isinstance(quantity.derived, Mapping)  # which names what is divided by what
    if quantity.metric.startswith("speedup") and not by_rule:
        yield "against"


def stated_in_full(subject: Subject) -> Iterator[Fault]:
    """Each number says its task, split, measurer, device and baseline, as far as it needs them."""
    failing: dict[str, dict[str, tuple]] = {need: {} for need in LACKING}
    for place, column, quantity in subject.quantities() if subject.decides else ():
        if TODO in map(str, vars(quantity).values()):
            continue
        for cells in subject.rows.values():
            if cells[column.name] in subject.table.not_reported:
                continue
            full = quantity.in_row(cells)
            for need in _needs(full):
                stated = getattr(full, need, None) or getattr(subject.table, need, None)
                if not (stated or cells.get(COLUMNS_OF_NEEDS.get(need, ""))):
                    failing[need].setdefault(column.name, place)
    for need, columns in failing.items():
        if columns:
            place, message = next(iter(columns.values())), f"{LACKING[need]}, {allowed_words(need)}"
            field = ", ".join(columns)
            yield subject.fault_of_setting(*place, "metric", message=message, field=field)


def shares_of_100(subject: Subject) -> Iterator[Fault]:
    """Scores that count in per cent are not all at most 1."""
    table = subject.table
    if not subject.decides or TODO in str(table):
        return
    numbers = [
        number
        for number in sound_numbers_of(table.source, table.name)
        if number.metric in vocabulary.scores() and number.unit == "%"
    ]
    for place, column, quantity in subject.quantities():
        measured = quantity.metric, quantity.task or ""
        scores = [abs(each.value) for each in numbers if (each.metric, each.task) == measured]
        if any(scores) and max(scores) <= 1:
            message = f"no score is above 1, and {quantity.metric} counts in per cent; "
            message += "add 'scale: 100' to the quantity if these are shares of 1"
            yield subject.fault_of_setting(*place, "metric", message=message, field=column.name)


def unusable(key: str) -> Iterator[Fault]:
    """A line of ``unusable.csv`` names a table, one of its rows and columns of it."""
    for number, line in enumerate(sources.lines(key, "unusable").itertuples(), start=1):
        if wrong := _unplaced(key, line.table, line.row, "columns", line.columns):
            yield Fault.of_cell(sources.folder(key) / "unusable.csv", number, *wrong)


def corrections(key: str) -> Iterator[Fault]:
    """A correction names a cell, and that holds what it says is printed."""
    for number, mend in enumerate(sources.corrections(key).itertuples(), start=1):
        wrong = _unplaced(key, mend.table, mend.row, "column", mend.column)
        cells = {} if wrong else sources.printed_cells(key, mend.table)[mend.row]
        if not wrong and (cell := cells[mend.column]) != mend.printed:
            message = f"{mend.printed!r}, but the cell holds {cell!r}; drop or renew the line"
            wrong = "printed", message
        if wrong:
            yield Fault.of_cell(sources.folder(key) / f"{CORRECTIONS}.csv", number, *wrong)


def _unplaced(key: str, table: str, row: str, field: str, columns: str) -> tuple[str, str] | None:
    """Return the first field of a place that is not there, and a message; ``+`` joins columns."""
    if table not in sources.tables(key):
        return "table", f"{key} has no table {table!r}; name one"
    rows = sources.printed_cells(key, table)
    if row not in rows:
        return "row", f"{table} has no row {row!r}; name one"
    lost = [column for column in columns.split("+") if column and column not in rows[row]]
    return (field, f"{table} has no column {lost[0]!r}; name one") if lost else None


SPLITS_OF_EXAMPLES = {"test", "dev", "train"}
"""Splits that say which examples are scored: against others, such as mixed, a line may say more."""


def splits_of_grounds(key: str) -> Iterator[Fault]:
    """A line of ``grounds.csv`` says a split where the table says none, or the same as the table.

    One of several numbers of a row may have its own.
    """
    path = paths.root() / side_tables.file_of("grounds", key)
    for number, line in enumerate(side_tables.lines_of("grounds", key).itertuples(), start=1):
        source, _, name = line.table.partition("/")
        if source != key or name not in sources.tables(key) or not getattr(line, "split", ""):
            continue
        stated = _splits(key, name, line.row, line.task)
        if stated and line.split not in stated and stated <= SPLITS_OF_EXAMPLES:
            message = f"{line.split}, but the table says {' and '.join(sorted(stated))}; "
            message += "say it in the table's descriptor, as 'split: $split' with a column of ours"
            yield Fault.of_cell(path, number, "split", message)


def _splits(key: str, name: str, row: str, task: str) -> set[str]:
    """Return the splits of a table's scores: of one row, of one task, or of all."""
    splits, table = set(), sources.tables(key)[name]
    for column in table.number_columns:
        for own_row, cells in sources.printed_cells(key, name).items():
            if row not in ("", own_row) or cells[column.name] in table.not_reported:
                continue
            for quantity in (stated.in_row(cells) for stated in column.quantities):
                of_task = task in ("", exact_task(quantity.task or ""))
                if of_task and quantity.metric in vocabulary.scores():
                    splits.add(quantity.split or table.split)
    return splits


def numbers(key: str) -> Iterator[Fault]:
    """Each cell parses into values that its metrics can have; no two numbers have one id.

    Of a quantity that does not tell its numbers apart the first is named.
    """
    for name in sources.tables(key):
        ids, named = set(), set()
        for number in numbers_of(key, name):
            if isinstance(number, Fault):
                yield number
                continue
            quantity = number.id.rpartition("/")[2]
            if number.id in ids and quantity not in named:
                message = f"the result {number.id} appears twice; give its quantity a name"
                yield Fault(sources.path_of(key, name), 1, message)
                named.add(quantity)
            ids.add(number.id)


RULES_OF_NUMBERS = (stated_in_full, shares_of_100)
"""Asked of each table of a work."""

RULES_OF_LINES = (corrections, unusable, splits_of_grounds)
"""Asked of a work."""
