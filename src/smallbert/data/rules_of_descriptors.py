"""What is true of the descriptor of each table, once its words are known, beyond any schema.

A rule is a function that yields the faults it finds; its docstring says what is true of sound data.
"""

import re
from collections.abc import Iterator

from smallbert.data import printed_headings, vocabulary
from smallbert.data.descriptors import Column
from smallbert.data.sources import IN_DOCUMENTS
from smallbert.data.table_under_check import TODO, Subject
from smallbert.errors import Fault


def printed_in_a_document(subject: Subject) -> Iterator[Fault]:
    """A printed table names its document, and each row its line; of a text, what parts cells."""
    table, document = subject.table, subject.table.document
    if table.origin not in IN_DOCUMENTS:
        return
    of_repository, of_file = document.commit and document.path, document.file and document.sha256
    if not (of_repository if document.repository else of_file):
        message = "in no document; give 'document: {file, sha256}' or {repository, commit, path}"
        yield subject.fault_of_setting("origin", message=f"{table.name} is {message}")
    if "line" not in table.column_names:
        message = f"{table.name} has no column 'line'; say on which line each row is printed"
        yield subject.fault_of_setting("schema", message=message)
    if not document.repository and not table.cells:
        message = f"{table.name} does not say; use one of tabs, text"
        yield subject.fault_of_setting("cells", message=message)


def devices(subject: Subject) -> Iterator[Fault]:
    """A device is named only where a number depends on one."""
    quantities = list(subject.quantities())
    named = [((), subject.table.device, [quantity.metric for *_, quantity in quantities])]
    named += [(place, quantity.device, [quantity.metric]) for place, _, quantity in quantities]
    timed = vocabulary.metrics_of_devices()
    for place, device, metrics in named:
        # a metric that the rows name, ``$metric``, may be one of a device
        if device and not any(metric in timed or metric[:1] == "$" for metric in metrics):
            message = f"{device!r}, but no number here depends on one, by metrics.csv; leave it out"
            yield subject.fault_of_setting(*place, "device", message=message)


UNHEADED = "write 'header: []' in one, and as its title what it holds, which its page then shows"


def distinct_headings(subject: Subject) -> Iterator[Fault]:
    """No two printed columns have one heading: nobody could tell them apart on the page."""
    columns: dict[str, str] = {}
    for index, column in enumerate(subject.table.columns):
        if column.ours:
            continue
        heading = [column.name] if column.header is None else column.header
        text = "\n".join(heading or [column.title]).strip()
        first_column = columns.setdefault(text, column.name)
        if first_column != column.name:
            message = f"{column.name} has {list(heading)}, as {first_column} has; "
            message += "add a row to both, such as [MNLI, m]" if any(heading) else UNHEADED
            yield subject.fault_of_setting("schema", "fields", index, "header", message=message)


def splits_of_headings(subject: Subject) -> Iterator[Fault]:
    """The split of a score is the one that its heading says, if it says one."""
    for place, column, quantity in subject.quantities():
        heading = column.header or []
        in_heading = printed_headings.said(heading)[0].get("split", ())
        of_table = subject.table.split if quantity.task is not None else ""
        split = of_table if quantity.split is None else quantity.split
        if len(in_heading) != 1 or not split or split[0] == "$":
            continue
        if split not in (TODO, "mixed", *in_heading):
            message = f"the heading {' '.join(heading)!r} says {in_heading[0]} and the split is "
            message += f"{split}; add 'split: {in_heading[0]}' to the quantity"
            yield subject.fault_of_setting(*place, "metric", message=message, field="split")


def baseline_is_a_row(subject: Subject) -> Iterator[Fault]:
    """The baseline of a table is one of its rows."""
    baseline = subject.table.baseline
    if baseline and baseline not in (TODO, *subject.rows):
        message = f"{baseline!r} is no row; use one of {', '.join(subject.rows)}, or leave it out"
        yield subject.fault_of_setting("baseline", message=message)


def milliseconds(subject: Subject) -> Iterator[Fault]:
    """A column whose heading says ms has numbers in ms."""
    for place, column, quantity in subject.quantities():
        seconds = vocabulary.units_of_metrics().get(quantity.metric) == "s"
        if seconds and quantity.unit is None and quantity.scale == 1 and _says_ms(column):
            message = "the heading says ms; add 'unit: ms'"
            yield subject.fault_of_setting(*place, "metric", message=message, field=column.name)


def _says_ms(column: Column) -> bool:
    heading = " ".join([column.title, *(column.header or [])]).lower()
    return re.search(r"\b(ms|msecs?|milliseconds?)\b", heading) is not None


RULES_OF_TABLES = (printed_in_a_document, devices, distinct_headings, splits_of_headings)
RULES_OF_TABLES += (milliseconds, baseline_is_a_row)
