"""Re-find every printed cell in the documents that the reader holds.

A table of a document names the document by file and SHA-256, and each row its line. Where the
cells of a line are separated by tabs, they must equal the table's cells one by one; rows that
share a line must, joined by a space, equal the merged cell. In running text each cell must
stand on the line by itself, not as a part of a longer number or word.
"""

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from smallbert.data import sources
from smallbert.data.faults import UserError


@dataclass
class Tally:
    """How many printed cells of a table were looked for, and which were not found."""

    source: str
    table: str
    cells: int = 0
    missing: list[str] = field(default_factory=list)

    def note(self, found: bool, message: str) -> None:
        """Count a cell."""
        self.cells += 1
        if not found:
            self.missing.append(message)


def verify(documents: Path, *wanted: str) -> list[Tally]:
    """Look for every printed cell of every table that is in a document.

    Parameters
    ----------
    documents : pathlib.Path
        The folder with the documents.
    *wanted : str
        Keys of sources; all, if none is named.

    Raises
    ------
    UserError
        A document is missing, or is another file than the one transcribed.
    """
    tallies = []
    for key in wanted or sources.keys():
        document = sources.describe(key).get("document")
        lines = _lines(documents, document) if document else []
        for name, resource in sources.tables(key).items():
            if resource["origin"] in sources.IN_DOCUMENTS:
                frame = sources.table(key, name, corrected=False)
                tallies.append(_verify_table(key, name, resource, frame, lines))
    return tallies


def _lines(documents: Path, document: dict) -> list[str]:
    path = documents / document["file"]
    if not path.is_file():
        raise UserError(f"{path}: no such document; give the folder that contains it")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != document["sha256"]:
        raise UserError(f"{path}: not the file that was transcribed (another SHA-256)")
    return content.decode("utf-8").split("\n")


def _verify_table(
    key: str, name: str, resource: dict, frame: pd.DataFrame, lines: list[str]
) -> Tally:
    tally = Tally(key, name)
    columns = [each["name"] for each in sources.fields(resource, printed=True)]
    for at, header in enumerate(resource.get("header_lines", [])):
        texts = [each["header"][at] for each in sources.fields(resource, printed=True)]
        _compare(tally, f"header {at + 1}", texts, _cells_of(lines, header, len(columns)))
    if resource["cells"] == "tabs":
        for line, group in frame.groupby("line", sort=False):
            printed = [" ".join(filter(None, group[column])) for column in columns]
            where = " + ".join(group.index)
            _compare(tally, where, printed, _cells_of(lines, int(line), len(columns)))
    else:
        for row, line in zip(frame.index, frame["line"], strict=True):
            text = lines[int(line) - 1] if int(line) <= len(lines) else ""
            for column in columns:
                if cell := frame.loc[row, column]:
                    tally.note(stands_in(cell, text), f"{row}, {column}: {cell!r} (line {line})")
    return tally


def _cells_of(lines: list[str], line: int, count: int) -> list[str]:
    """Return the `count` cells of a line; a shorter line ends in empty cells."""
    text = lines[line - 1] if line <= len(lines) else ""
    found = [cell.strip() for cell in text.split("\t")]
    while len(found) > count and not found[-1]:
        found.pop()
    return found + [""] * (count - len(found))


def _compare(tally: Tally, where: str, printed: list[str], found: list[str]) -> None:
    for number, cell in enumerate(printed):
        there = found[number] if number < len(found) else ""
        if cell.strip() or there:
            tally.note(cell.strip() == there, f"{where}: {cell!r}, but the document has {there!r}")
    for extra in found[len(printed) :]:
        tally.note(False, f"{where}: the document has one more cell, {extra!r}")


def stands_in(cell: str, text: str) -> bool:
    """Tell whether `cell` stands in `text`, not within a longer number or word.

    Examples
    --------
    >>> stands_in("84", "1/6: 84 => 78")
    True
    >>> stands_in("4", "1/6: 84 => 78")
    False
    """
    before = r"(?<![\w.])" if re.match(r"[\w.]", cell) else ""
    after = r"(?!\w|\.\d)" if re.search(r"\w$", cell) else ""
    return re.search(before + re.escape(cell) + after, text) is not None
