"""What is true of the rows of each table of a work: techniques, shapes, originals and names.

A rule is a function that yields the faults it finds; its docstring says what is true of sound data.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from smallbert.data import sources, vocabulary
from smallbert.data.anchors import slug
from smallbert.data.results import BORROWED, original_of, results
from smallbert.data.table_under_check import TODO, Subject, subjects, unknown_word
from smallbert.errors import DataError, Fault

MEASURERS = ("authors", "others", BORROWED)


def techniques(subject: Subject) -> Iterator[Fault]:
    """A row's techniques are joined by ``+``, each named once, a compound one by its parts."""
    of_deviations = subject.rows_of_deviations
    for number, (row, cells) in enumerate(subject.rows.items(), start=1):
        technique = cells.get("technique")
        if technique is not None and row not in of_deviations:
            for message in _wrong_techniques(subject, technique):
                yield subject.fault_of_cell(number, "technique", message)


def _wrong_techniques(subject: Subject, technique: str) -> Iterator[str]:
    if not technique and not subject.table.technique:
        yield "empty; say which, or none for a model that nobody compressed"
    for part, count in Counter(filter(None, technique.split("+"))).items():
        if count > 1:
            yield f"{technique!r} has {part} twice; name it once"
        # a table without numbers, such as a list of papers, compares nothing: compound may stand
        if part == vocabulary.COMPOUND and not subject.table.number_columns:
            continue
        if message := unknown_word("techniques", part):
            yield message


SIZES = ("size", "size-with-embeddings", "compression-factor")


def bits(subject: Subject) -> Iterator[Fault]:
    """A quantized row of a known shape says its bits: without, its computed size would be wrong.

    One without scores is not compared, and a size that is printed needs no bits.
    """
    quantities = subject.table.quantities
    prints_size = any(quantity.metric in SIZES for quantity in quantities)
    if prints_size or all(quantity.task is None for quantity in quantities):
        return
    for number, cells in enumerate(subject.rows.values(), start=1):
        technique = cells.get("technique") or subject.table.technique
        quantized = "quantization" in technique.split("+")
        if quantized and cells.get("architecture") and not cells.get("bits"):
            column = "technique" if cells.get("technique") else "row"
            message = "a quantized row of a known shape without its bits; "
            yield subject.fault_of_cell(number, column, message + "add them in a column 'bits'")
            return  # the others of the table lack them, too


def shapes(subject: Subject) -> Iterator[Fault]:
    """A row of a model of the survey states a shape only where it is another than the model's.

    What this book ran itself says what it ran.
    """
    table = subject.table
    if "architecture" not in table.column_names or table.origin == "measured":
        return
    # printed_cells fills the empty cell with the model's shape, so the file itself is read
    with sources.path_of(table.source, table.name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, cells in enumerate(rows, start=1):
        shape, name = cells["architecture"], cells.get("name", "")
        if shape and shape == sources.shapes().get(sources.readable(name)):
            message = f"{shape} is the shape of {name} in data/survey/models.csv"
            yield subject.fault_of_cell(number, "architecture", f"{message}; leave the cell empty")


def shapes_used(subject: Subject) -> Iterator[Fault]:
    """A table that prints layers or a hidden size names the shapes, or its work says why not."""
    if not subject.decides or sources.work(subject.table.source).uncounted:
        return
    if any(cells.get("architecture") for cells in subject.rows.values()):
        return
    for place, column, quantity in subject.quantities():
        if quantity.metric in ("layers", "hidden-size"):
            message = (
                "a shape is printed here and none is used: write in a column 'architecture' of "
                "each row its word of data/vocabulary/architectures.csv (new shapes: lines there), "
                "or beside 'cites' here 'uncounted: why nothing is computed from its shapes'"
            )
            yield subject.fault_of_setting(*place, "metric", message=message, field=column.name)
            return


@dataclass(frozen=True)
class Measurer:
    """Who measured a row or one of its quantities, and the cell that says so, in a row from 1."""

    number: int
    column: str
    row: str
    measured_by: str
    original: str


def originals(subject: Subject) -> Iterator[Fault]:
    """What is borrowed leads to its original: a row of the survey, or an address."""
    for measurer in _measurers(subject):
        if message := _wrong_original(measurer.measured_by, measurer.original):
            message = f"{measurer.row}: {message}"
            yield subject.fault_of_cell(measurer.number, measurer.column, message)


def _measurers(subject: Subject) -> Iterator[Measurer]:
    """Yield who measured each row, and its quantities that say so themselves."""
    names = subject.table.column_names
    of_row = next((name for name in ("original", "measured_by") if name in names), "")
    for number, (row, cells) in enumerate(subject.rows.items(), start=1):
        if of_row:
            stated = cells.get("measured_by", ""), cells.get("original", "")
            yield Measurer(number, of_row, row, *stated)
        for _, column, quantity in subject.quantities():
            if quantity.measured_by is not None or quantity.original is not None:
                original, full = str(quantity.original or ""), quantity.in_row(cells)
                name = original[1:] if original[:1] == "$" else column.name
                yield Measurer(number, name, row, full.measured_by or "", full.original or "")


def _wrong_original(measured_by: str, original: str) -> str:
    """Return what is wrong with an original and who is said to have measured it, or nothing."""
    give = "give source/table/row, several with spaces between, or one address, https:"
    is_address = re.fullmatch(r"https://\S+\s*", original)
    lost = [place for place in original.split() if not is_address and not sources.is_row(place)]
    if measured_by and measured_by not in MEASURERS:
        return f"measured_by is {measured_by!r}; use one of {', '.join(MEASURERS)}"
    if measured_by == BORROWED and not original.strip():
        return f"measured_by is 'borrowed' and original is empty; {give}"
    if original and measured_by != BORROWED:
        message = f"original is {original!r} and measured_by is {measured_by!r}; "
        return message + "write 'borrowed' there, or leave the original out"
    return f"original is {lost[0]!r}, no row of the survey; {give}" if lost else ""


def tasks_of_originals(subject: Subject) -> Iterator[Fault]:
    """The original of a borrowed score is the row of its model that has the task."""
    for _, column, quantity in subject.quantities():
        for number, (row, cells) in enumerate(subject.rows.items(), start=1):
            full = quantity.in_row(cells)
            reported = cells[column.name] not in subject.table.not_reported
            if not (reported and full.task and full.original):
                continue
            original = original_of(full.original, full.task, full.metric)
            if other := _row_with_task(original, full.task):
                message = f"{row}: {original} has no score of {full.task}, and {other} has; "
                message += "name that row, too, with a space between the two"
                yield subject.fault_of_cell(number, column.name, message)


def _row_with_task(original: str, task: str) -> str:
    """Return another row of the table of an original that has its model and a task it lacks."""
    if not sources.is_row(original):
        return ""
    key, name, row = original.split("/")
    try:
        tidy = results(key).query("table == @name")
    except DataError:
        return ""  # what is wrong there is named with that work
    of_row = tidy[tidy["row"] == row]
    of_model = tidy[tidy["model"].isin(of_row["model"]) & tidy["task"].eq(task)]
    if task in set(of_row["task"]) or of_model.empty:
        return ""
    return f"{key}/{name}/{of_model['row'].iloc[0]}"


@dataclass(frozen=True)
class NamedRow:
    """A row with scores, and the name of its model; ``scores`` are as of `_scores`."""

    table: str
    row: str
    name: str
    cells: Mapping[str, str]
    scores: Mapping[tuple, str]

    @property
    def place(self) -> str:
        """Its table and itself, as a message names it."""
        return f"{self.table}/{self.row}"


def names_of_models(key: str) -> Iterator[Fault]:
    """A name stands for one model: its rows agree in kind and in the score of a task.

    Two rows may be one model, measured twice: then the column ``name`` says so of both.
    """
    by_address: dict[str, NamedRow] = {}
    for subject in subjects(key):
        for number, row in _named_rows(subject):
            first_row = by_address.setdefault(slug(row.name), row)
            if first_row is not row and (clash := _clash(row, first_row)):
                message = f"{clash}; give each a name of its own in a column 'name'"
                yield subject.fault_of_cell(number, _name_column(subject, row.cells), message)


def _named_rows(subject: Subject) -> Iterator[tuple[int, NamedRow]]:
    """Yield the rows that print scores of a model, with their numbers, counted from 1."""
    if not subject.decides or subject.table.origin != "printed":
        return
    label, of_deviations = subject.table.printed_columns[0].name, subject.rows_of_deviations
    for number, (row, cells) in enumerate(subject.rows.items(), start=1):
        scores = _scores(subject, cells)
        if scores and row not in of_deviations:
            name = cells.get("name") or cells[label]
            yield number, NamedRow(subject.table.name, row, name, cells, scores)


def _name_column(subject: Subject, cells: Mapping[str, str]) -> str:
    """Return the column to mend: that of our names if the table has one, else its labels."""
    return "name" if "name" in cells else subject.table.printed_columns[0].name


def _clash(row: NamedRow, first_row: NamedRow) -> str:
    """Return how two rows of one address cannot be one model, or nothing."""
    one_table = row.table == first_row.table
    cells, first_cells = row.cells, first_row.cells
    kinds = [kind for kind in ("technique", "architecture", "bits") if kind in first_cells]
    unlike = [
        kind
        for kind in kinds
        if cells.get(kind) != first_cells[kind] and TODO not in (cells.get(kind), first_cells[kind])
    ]
    shared = row.scores.keys() & first_row.scores.keys()
    # one table has no reason to print a model's score twice; another may repeat the same number
    apart = shared if one_table else [at for at in shared if row.scores[at] != first_row.scores[at]]
    if row.name != first_row.name:
        return f"{row.name!r} has the address of {first_row.name!r} in {first_row.place}"
    also = f"{row.name!r} is also the name of {first_row.place}, which"
    if unlike and one_table:  # between tables a model may be shown with other parts of its recipe
        return f"{also} differs in {', '.join(unlike)}"
    if apart and not (cells.get("name") and first_cells.get("name")):
        return f"{also} has other scores"
    return ""


NO_NAME = re.compile(r"[+&(\[–−*-]|(?:w/|with |without )", re.IGNORECASE)
"""How a name begins that says what was done to a model, and not to which."""


def whole_names(subject: Subject) -> Iterator[Fault]:
    """A row with scores names its model in words: "+PABEE" or "(6, 1536)" is none elsewhere."""
    for number, row in _named_rows(subject):
        has_letters = re.search(r"[^\W\d_]{2}", row.name)
        if row.name and not (has_letters and not NO_NAME.match(row.name)):
            column = "name" if row.cells.get("name") else subject.table.printed_columns[0].name
            message = f"{row.name!r} says no model; write its whole name in a column 'name', "
            yield subject.fault_of_cell(number, column, message + "such as BERT-base+PABEE")


def _scores(subject: Subject, cells: Mapping[str, str]) -> dict[tuple, str]:
    """Return the cell of each score of a row, by metric, task and split."""
    scores = {}
    for _, column, quantity in subject.quantities():
        full, cell = quantity.in_row(cells), cells[column.name]
        if full.metric in vocabulary.scores() and cell not in subject.table.not_reported:
            split = subject.table.split if full.split is None else full.split
            scores[full.metric, full.task, split] = cell
    return scores


RULES_OF_ROWS = (techniques, bits, shapes, shapes_used, originals, tasks_of_originals)
