"""What is true of any file of the data, before anybody asks what it says.

A rule is a function that yields the faults it finds; its docstring says what is true of sound data.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from smallbert.data import sources
from smallbert.errors import DataError, Fault

LONGEST_LINE = 10_000
"""Characters of a line, at most; the longest of the data has some hundreds."""

NO_LETTERS = ("Cf", "Co", "Cn", "Nd", "Zs", "Zl", "Zp")
"""Unicode's categories of signs that are unseen, or that look like others, as digits do."""


def readable(folder: Path) -> Iterator[Fault]:
    """Whatever has the name of a file of the data is a file, and no folder, pipe or broken link."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".csv", ".yaml", ".bib") and not path.is_file():
            yield Fault(path, 1, "no file that can be read; put the file there, or remove it")


def legible(path: Path) -> Iterator[Fault]:
    """A text is there, in UTF-8, not empty, its lines not endless, no sign in it unseen.

    Letters of other alphabets may stand alone, as Greek ones do, but not in a word with Latin ones.
    """
    try:
        text = sources.read_text(path)
    except FileNotFoundError:
        yield Fault(path, 1, "missing; bring it back: tables rest on it")
        return
    except DataError as error:
        yield from error.faults
        return
    if not text.strip():
        yield Fault(path, 1, "an empty file; fill it, or remove it")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            message = f"a line of {len(line)} characters; {LONGEST_LINE} are the most, shorten it"
            yield Fault(path, number, message)
        for name in _misleading_signs(line[:LONGEST_LINE]):
            message = f"{name} stands here; type the usual sign, or leave it out"
            yield Fault(path, number, message)


def _misleading_signs(line: str) -> Iterator[str]:
    """Yield the names of signs that a reader takes for others, or does not see."""
    for match in re.finditer(r"[^\x00-\x7f]", line):
        category, name = unicodedata.category(match[0]), unicodedata.name(match[0], "a sign")
        is_foreign = category[0] == "L" and not name.startswith("LATIN")
        neighbors = line[max(match.start() - 1, 0) : match.end() + 1]
        if category in NO_LETTERS or (is_foreign and re.search("[A-Za-z0-9]", neighbors)):
            yield name


def csv_rows(path: Path) -> tuple[list[list[str]], list[Fault]]:
    """Each quote of a CSV is closed, and no column's name has blanks around it, which pandas keeps.

    Returns its rows, the header first, as far as they can be read, and what is wrong.
    """
    rows, faults, line = [], [], 1
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            for row in reader:
                rows.append(row)
                line = reader.line_num + 1
        except csv.Error as error:
            faults = [Fault(path, line, f"not CSV: {error}; mend the quotes of this row")]
    padded = [name for row in rows[:1] for name in row if name != name.strip()]
    message = "a column is called {!r}; take the blanks away"
    return rows, [*faults, *(Fault(path, 1, message.format(name)) for name in padded)]


def descriptor(folder: Path) -> Iterator[Fault]:
    """A descriptor is YAML, with the tables under ``resources``."""
    try:
        described = sources.described(folder)
    except DataError as error:
        yield from error.faults
        return
    if not isinstance(described, dict) or not described.get("resources"):
        message = "no resources; list the source's tables under 'resources:'"
        yield Fault(folder / sources.DESCRIPTOR, 1, message)


def tables_are_there(folder: Path, *elsewhere: Path) -> Iterator[Fault]:
    """The CSV of each table of a descriptor is there, or lies in a folder elsewhere."""
    for index, table in enumerate(sources.described(folder)["resources"]):
        if not any((place / table["path"]).is_file() for place in (folder, *elsewhere)):
            place = ("resources", index, "path")
            message = f"path: {table['path']} is missing; add the file or the right path"
            yield Fault.of_setting(folder / sources.DESCRIPTOR, place, message)
