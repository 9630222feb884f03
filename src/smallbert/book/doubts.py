"""What of a table cannot be understood: footnotes, units in cells, words among numbers."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from smallbert.book import footnotes, guesses
from smallbert.data import cells
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.faults import Fault
from smallbert.data.grids import unbracketed
from smallbert.data.pasted_table import Table
from smallbert.data.spreads import BRACKETED
from smallbert.data.unfilled import TODO

NOTES = re.compile(r"\^[^\s|/]*|[*∗⁎⋆★†‡§¶‖⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ]+")
"""Signs of a footnote; a superscript begins with ``^``."""

BESIDE = re.compile(rf"{NOTES.pattern}|(?<=\d)\s*\[\^?\w{{1,3}}\]$")
"""Signs of a footnote beside a number, where they may be in brackets, too."""


def faults(path: Path, table: Table, notes: Sequence[str] = ()) -> Iterator[Fault]:
    """Yield what of a table cannot be understood, each with its place in the file.

    The sign of a footnote at the end of a cell is understood where one of the `notes` explains it.
    """
    for column, heading in enumerate(table.columns):
        yield from _of_note(path, table, -1, column, heading)
        for row, (_, own) in enumerate(table.rows):
            cell = footnotes.unnoted(own[column], notes)
            yield from _of_note(path, table, row, column, cell)
            if not column and not own[0]:
                words = "the row has no name; write a merged one in each row"
                yield Fault(path, *table.at[row, 0], words)
            elif not column and not any(own[1:]):
                words = f"{own[0]!r} alone in its row: a heading within the table; take it out"
                yield Fault(path, *table.at[row, 0], words)
        if of_numbers(table, column) and heading not in table.spread.values():
            yield from _of_words(path, table, column, guesses.units(heading))


def _of_note(path: Path, table: Table, row: int, column: int, cell: str) -> Iterator[Fault]:
    signs = BESIDE if row >= 0 and column and of_numbers(table, column) else NOTES
    if note := signs.search(cell):
        forced = "leaves it there" if row < 0 or not column else "takes it out"
        words = f"{cell!r} has a footnote, {note[0].strip()}; take it out, or --force {forced}"
        yield Fault(path, *table.at[row, column], words)


def _of_words(path: Path, table: Table, column: int, units: tuple) -> Iterator[Fault]:
    for row, (_, own) in enumerate(table.rows):
        cell, heading = without_notes(own[column]), table.columns[column]
        if BRACKETED.search(cell) and not _has_two(heading):
            words = f"{heading}: {own[column]!r} has a second number; {SECOND}"
            yield Fault(path, *table.at[row, column], words)
        elif cell and not is_number(cell, units):
            words = f"{heading}: {own[column]!r} is no number; {_remedy(cell)}"
            yield Fault(path, *table.at[row, column], words)


def _has_two(heading: str) -> bool:
    """Tell whether a heading names a second number in brackets, not the metric of a task.

    Examples
    --------
    >>> _has_two("F1 (Acc)"), _has_two("Latency (speedup)")
    (True, True)
    >>> _has_two("QQP (F1)"), _has_two("Accuracy (%)"), _has_two("Size (MB)"), _has_two("MNLI")
    (False, False, False, False)
    """
    first, second = unbracketed(heading), " ".join(re.findall(r"[(\[](.*?)[)\]]", heading))
    return _named(second) not in ("", _named(first)) and "task: " not in guesses.held([first])


def _named(words: str) -> str:
    """Return the score or the metric of a cost that words name, or nothing."""
    score = re.search(guesses.SCORES, words.lower())
    return score[0] if score else guesses.metric_of(guesses.held([words])).replace(TODO, "")


SECOND = "write mean ± spread if it is a standard deviation, else give it a column of its own"


def _remedy(cell: str) -> str:
    if re.search(r"\d,\d", cell):
        return "write a decimal point, and thousands without a comma"
    if "±" in cell:
        return "write mean ± spread, or the spread in a column of its own"
    if LIKE.fullmatch(cell):
        return "write digits alone; a unit belongs to the heading"
    return "leave it empty if nothing is reported; words go to a column of their own"


def of_numbers(table: Table, column: int) -> bool:
    """Tell whether a column is meant to hold numbers, by its heading or by most of its cells.

    Under a task or a score each cell is meant as a number; under a cost, such as a size, all are
    words if none is like a number.
    """
    filled = [own[column] for _, own in table.rows if own[column]]
    like = [cell for cell in filled if is_number(cell) or LIKE.fullmatch(cell)]
    like = [cell for cell in like if not BLOCK.fullmatch(cell)]
    units = guesses.units(table.columns[column])
    return column > 0 and bool(units == ("%",) or (units and like) or len(like) > len(filled) / 2)


def has_numbers(table: Table) -> bool:
    """Tell whether a cell is a number, or like one under a heading that is known.

    Examples
    --------
    >>> has_numbers(Table(columns=["Model", "Released"], rows=[("3", ["A", "2031-02-03"])]))
    False
    >>> has_numbers(Table(columns=["Model", "QQP"], rows=[("3", ["A", "88,1 points"])]))
    True
    """
    for column, heading in enumerate(table.columns):
        units, cells = guesses.units(heading), [own[column] for _, own in table.rows]
        like = [cell for cell in cells if units and LIKE.fullmatch(cell)]
        numbers = [cell for cell in cells if cell and is_number(without_notes(cell), units)]
        numbers = [cell for cell in numbers if not (cell in NOT_REPORTED or DATE.fullmatch(cell))]
        if of_numbers(table, column) and (like or numbers):
            return True
    return False


def has_results(table: Table) -> bool:
    """Tell whether a table has numbers under a heading that is known, or hardly anything else.

    Examples
    --------
    >>> row = ["--steps", "3,6", "when to log"]
    >>> has_results(Table(columns=["Flag", "Default", "Meaning"], rows=[("3", row)]))
    False
    >>> has_results(Table(columns=["Model", "Layers", "Link"], rows=[("3", ["A", "6", "hub"])]))
    False
    """
    columns = range(1, len(table.columns))
    told = [at for at in columns if guesses.units(table.columns[at])]
    shapes = [at for at in told if guesses.metric_of(guesses.held([table.columns[at]])) in SHAPE]
    if shapes and shapes == told:
        return False
    numbers = sum(of_numbers(table, at) for at in columns)
    return has_numbers(table) and (bool(told) or numbers > len(columns) / 2)


SHAPE = ("layers", "hidden-size", "attention-heads", "feed-forward-size")
"""What a table may say of its models that is no result."""


BLOCK = re.compile(r"\d+ ?[x×] ?\d+")
"""The two sides of a block, which are no number."""

DATE = re.compile(r"\d{4}[-/.]\d\d?([-/.]\d\d?)?")

LIKE = re.compile(r"[-+−~≈<>≤≥]?\s?\.?\d[^a-zA-Z]*[a-zA-Z]*[^a-zA-Z]*")
"""What is meant as a number: it begins with a digit and has one word at most."""


def without_notes(cell: str) -> str:
    """Return a cell without signs of a footnote."""
    return BESIDE.sub("", cell).strip()


def is_number(cell: str, units: tuple[str, ...] = ()) -> bool:
    """Tell whether a cell holds numbers in one of some units, or says that there is none."""
    for unit in units or guesses.UNITS:
        for count in (1, 2, 3):
            try:
                cells.parse(cell, [unit] * count)
            except ValueError:
                continue
            return True
    return False
