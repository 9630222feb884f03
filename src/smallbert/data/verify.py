"""Re-find every printed cell in the documents that the reader holds, or in clones of repositories.

A table of a document names the document by file and SHA-256, and each row its line. Where the
cells of a line are separated by tabs, they must equal the table's cells one by one; rows that
share a line must, joined by a space, equal the merged cell. In running text, and in a file of a
repository as it was at the commit, each cell must stand on its line by itself, not as a part of a
longer number or word, and the numbers of a row in the order of their columns. In a repository a
number also stands below its heading, behind its key, or, where models are columns, below the label
of its row; a label may stand above its line. What stands in an image, or in a clone that is not
there, is counted as not looked up.
"""

import hashlib
import html
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pandas as pd

from smallbert.data import sources
from smallbert.data.descriptors import Column, Document, Table
from smallbert.errors import UserError


@dataclass
class Tally:
    """How many printed cells of a table were looked for, which were not found, or not looked up."""

    source: str
    table: str
    cells: int = 0
    missing: list[str] = field(default_factory=list)
    unseen: Counter = field(default_factory=Counter)

    def note(self, seen: bool, message: str) -> None:
        """Count a cell."""
        self.cells += 1
        self.missing += [] if seen else [message]


def verify(documents: Path, *wanted: str) -> list[Tally]:
    """Look in a folder of documents for every printed cell of some sources, or of all."""
    return [_in_document(documents, table) for table in tables_in_documents(wanted)]


def verify_repositories(clones: Path, *wanted: str) -> list[Tally]:
    """Look likewise in a folder of clones, each as owner/name."""
    tables = [table for table in tables_in_documents(wanted) if table.document.repository]
    return [_in_clone(clones, table) for table in tables]


def tables_in_documents(wanted: tuple[str, ...] = ()) -> list[Table]:
    """Return the tables that are read from a document or a repository, of some sources or all."""
    return [
        table
        for key in wanted or sources.keys()
        for table in sources.tables(key).values()
        if table.origin in sources.IN_DOCUMENTS
    ]


def _in_document(documents: Path, table: Table) -> Tally:
    tally = Tally(table.source, table.name)
    frame = sources.table_of(table.source, table.name, corrected=False)
    if table.document.repository:
        cells = frame[[column.name for column in table.printed_columns]].ne("").sum().sum()
        tally.unseen["it is in a repository"] += int(cells)
    else:
        compare(tally, table, frame, lines_of(documents, table.document))
    return tally


def lines_of(documents: Path, document: Document) -> list[str]:
    """Return the lines of a document, which has to be the one that was transcribed."""
    path = documents / document.file
    if not path.is_file():
        raise UserError(f"{path}: no such document; give the folder that contains it")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != document.sha256:
        raise UserError(f"{path}: not the file that was transcribed (another SHA-256)")
    return content.decode("utf-8").split("\n")


def compare(tally: Tally, table: Table, frame: pd.DataFrame, lines: list[str]) -> None:
    """Look for the cells of a table on the lines of its document."""
    printed = table.printed_columns
    columns = [column.name for column in printed]
    for at, line in enumerate(table.header_lines):
        _of_line(tally, f"header {at + 1}", [each.header[at] for each in printed], lines, line)
    if table.cells == "tabs":
        for line, group in frame.groupby("line", sort=False):
            texts = [" ".join(filter(None, group[column])) for column in columns]
            _of_line(tally, " + ".join(group.index), texts, lines, int(line))
        return
    for row, own in frame.iterrows():
        text = (lines[int(own["line"]) - 1 :] or [""])[0]
        astray = _astray(own, printed, text)
        for column in [each for each in columns if own[each]]:
            words = f"{row}, {column}: {own[column]!r} (line {own['line']})"
            tally.note(stands_in(own[column], text) and column != astray, words)


def _of_line(tally: Tally, where: str, printed: list[str], lines: list[str], line: int) -> None:
    """Compare cells with those of a line; a shorter line ends in empty cells."""
    cells = [cell.strip() for cell in (lines[line - 1 :] or [""])[0].split("\t")]
    cells += [""] * (len(printed) - len(cells))
    while len(cells) > len(printed) and not cells[-1]:
        cells.pop()
    for cell, there in zip(map(str.strip, printed), cells, strict=False):
        if cell or there:
            tally.note(cell == there, f"{where}: {cell!r}, but the document has {there!r}")
    for extra in cells[len(printed) :]:
        tally.note(False, f"{where}: the document has one more cell, {extra!r}")


def _in_clone(clones: Path, table: Table) -> Tally:
    tally = Tally(table.source, table.name)
    frame = sources.table_of(table.source, table.name, corrected=False)
    compare_with_clone(tally, table, frame, clones)
    return tally


def compare_with_clone(tally: Tally, table: Table, frame: pd.DataFrame, clones: Path) -> None:
    """Look for the cells of a table on the lines of files of its repository."""
    rows, printed = defaultdict(set), table.printed_columns
    for _, own in frame.iterrows():
        rows[_file(table, own)].update(_places(own["line"]))
    for row, own in frame.iterrows():
        repository, commit, path = file = _file(table, own)
        lines = _at_commit(clones / repository, commit, path)
        astray, below = "", []
        at = _places(own["line"])
        if at and not isinstance(lines, str) and at.stop <= len(lines):
            astray = _astray(own, printed, " ".join(lines[at.start : at.stop]))
            below = _of_labels(own, printed, lines, at)
        for each in printed:
            cell, line = own[each.name], str(each.line or own["line"])
            places = _places(line)
            if not cell:
                continue
            if not places or isinstance(lines, str):
                tally.unseen[lines if places else f"{path} is no text"] += 1
                continue
            if places.stop > len(lines):
                wrong = "is beyond the last line" if lines else "is in no file of the commit"
            elif each.quantities:
                wrong = _number_fault(cell, each.header or [], lines, places, below)
                wrong = wrong or "stands before a column on its left" * (each.name == astray)
            elif stands_in(cell.replace("/", "__"), path):
                wrong = ""  # the file is called so
            else:
                labels = set(frame[each.name]) - {""}
                wrong = _label_fault(cell, labels, lines, places, rows[file])
            tally.note(not wrong, f"{row}, {each.name}: {cell!r} {wrong} ({path}, line {line})")


def _file(table: Table, row: Mapping[str, str]) -> tuple[str, str, str]:
    """Return repository, commit and path of the file that prints a row."""
    document = sources.document_of(table, row)
    return document.repository, document.commit, document.path


@cache
def _at_commit(clone: Path, commit: str, path: str) -> tuple[str, ...] | str:
    """Return the lines of a file at a commit, none if it has no such file, or why not known."""
    if not clone.is_dir():
        return f"{clone.parent.name}/{clone.name} has no clone here"
    git = ["git", "-C", str(clone)]
    shown = subprocess.run([*git, "show", f"{commit}:{path}"], capture_output=True)
    if shown.returncode:
        # a shallow clone lacks the commit, a partial one the text; both are no fault of the row
        listed = subprocess.run([*git, "ls-tree", commit, "--", path], capture_output=True)
        if not listed.returncode and not listed.stdout:
            return ()
        return f"{path} at {commit[:7]} is not in the clone"
    return tuple(shown.stdout.decode("utf-8", errors="replace").split("\n"))


def _places(line: str) -> range:
    """Return the lines, counted from 0, that a row names; none where it names another place."""
    place = sources.LINES.fullmatch(line)
    return range(int(place[1]) - 1, int(place[2] or place[1])) if place else range(0)


def _astray(own: Mapping[str, str], printed: list[Column], text: str) -> str:
    """Return the first number of a row that does not stand behind those of the columns before it.

    Columns with a line of their own, or whose heading is a key of the text, are left out.
    """
    columns = [
        column.name
        for column in printed
        if column.quantities and not column.line and own[column.name]
        if not _key(column.header or [], text)
    ]
    found = [_first_astray([own[each] for each in columns], said) for said in (text, plain(text))]
    return "" if None in found else columns[max(found)]


def _first_astray(cells: list[str], text: str) -> int | None:
    """Return which of some cells is the first that does not stand behind the last, if any."""
    for n, cell in enumerate(cells):
        if not (there := _found(cell, text)):
            return n
        text = text[there.end() :]
    return None


def _key(heading: list[str], text: str) -> str:
    """Return the key of JSON that a heading is in a text, or nothing."""
    key = f'"{heading[-1]}":' if heading else ""
    return key if key in text else ""


def _of_labels(
    own: Mapping[str, str], printed: list[Column], lines: tuple[str, ...], at: range
) -> list[int]:
    """Return the columns of a Markdown table that have a row's labels in its head.

    So it is where models are columns; of columns that have all, those with the fewest words.
    """
    head, here = _head(lines, at.start), lines[at.start : at.stop]
    of_head = [column.name for column in printed if not column.quantities or column.line]
    marks = [own[name].lower() for name in of_head if own[name]]
    marks = [each for each in marks if stands_in(each, " ".join(head)) and not _stands(each, here)]
    held = [n for n, each in enumerate(head) if all(stands_in(mark, each) for mark in marks)]
    return [n for n in held if marks and len(head[n]) == min(len(head[n]) for n in held)]


def _number_fault(
    cell: str, heading: list[str], lines: tuple[str, ...], at: range, below: list[int]
) -> str:
    """Return what is wrong with a number: it stands on its lines, in the column of its heading.

    That is below the cells of its table's head with most words of it; other words stand above.
    Where none has a word, the number stands in one of the columns `below` its row's labels.
    """
    if not _stands(cell, lines[at.start : at.stop]):
        return "is not on its line"
    if key := _key(heading, text := " ".join(lines[at.start : at.stop])):
        after = re.search(re.escape(key) + r"\s*" + re.escape(cell) + r"(?![\w.])", text)
        return "" if after else f"does not follow {key}"
    row = _cells(lines[at.start])
    words = re.findall(r"[\w.]+", " ".join(heading).lower())
    head = [[word for word in words if stands_in(word, each)] for each in _head(lines, at.start)]
    most = max(map(len, head[: len(row)]), default=0)
    columns = [n for n, held in enumerate(head[: len(row)]) if most and len(held) == most]
    if columns and not any(_stands(cell, [row[n]]) for n in columns):
        return f"is not in the column of {' '.join(heading)!r}"
    wider = max(0, len(row) - len(head or row))  # the first heading may be above two columns
    if not columns and below and not any(_stands(cell, row[n + wider :][:1]) for n in below):
        return "is not in the column of the labels of its row"
    elsewhere = set(words).difference(*[head[n] for n in columns])
    return _heading_fault(elsewhere, [line.lower() for line in lines[: at.stop]])


def _heading_fault(words: set[str], lines: list[str]) -> str:
    """Return what is wrong where a word of a number's heading stands on none of the lines above."""
    missing = [word for word in words if not any(_stands(word, [line]) for line in lines)]
    return f"is below no {missing[0]!r}, a word of its heading" if missing else ""


SPANS = re.compile(r"rowspan|\\multirow")
"""What a cell says that spans rows."""


def _label_fault(
    cell: str, labels: set[str], lines: tuple[str, ...], at: range, rows: set[int]
) -> str:
    """Return what is wrong with a label of a column, some of whose rows stand on `rows`.

    It stands on its lines, in the head of its table, or in the nearest line above that has any
    label of the column and is no other row's, but where it spans rows.
    """
    head, said = " ".join(_head(lines, at.start)), " ".join(lines[at.start : at.stop])
    longer = [each for each in labels if cell in each and cell != each]
    if any(stands_in(cell, _without(longer, text)) for text in (said, plain(said))):
        return ""
    if stands_in(cell.lower(), head):
        return ""
    for n in reversed(range(at.start)):
        free = n not in rows or SPANS.search(lines[n])
        if free and any(_stands(each, [lines[n]]) for each in labels):
            found = _stands(cell, [lines[n]])
            return "" if found else f"is not on its line; above is {lines[n][:60]!r}"
    return "is neither on its line nor above"


def _head(lines: tuple[str, ...], at: int) -> list[str]:
    """Return the headings of the Markdown table that a line is in; an empty one is as the last."""
    top, head = at, []
    while top and "|" in lines[top - 1]:
        top -= 1
    for cell in _cells(lines[top]) if top < at else ():
        head.append(plain(cell).lower() or (head or [""])[-1])
    return head


def _cells(line: str) -> list[str]:
    return line.strip().strip("|").split("|")


def _stands(cell: str, lines: Iterable[str]) -> bool:
    """Tell whether a cell stands in some lines, with their marks or without."""
    said = " ".join(lines)
    return stands_in(cell, said) or stands_in(cell, plain(said))


NOTES = re.compile(r"<sup>.*?</sup>|[†‡§¹²³]")
EMPHASIS = re.compile(r"(?<![\w.%\\*])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s\\])\1(?!\w)")


@cache
def plain(text: str) -> str:
    """Return Markdown without its marks: emphasis, code, links, tags, footnotes."""
    text = re.sub(r"</?br\s*/?>", " ", NOTES.sub("", text))
    text = re.sub(r"<(https?://[^>\s]+)>", r"\1", text)
    text = re.sub(r"!?\[((?:\[[^\[\]]*\]|[^\]])*)\]\([^)]*\)", r"\1", text)
    text = EMPHASIS.sub(r"\2", EMPHASIS.sub(r"\2", text))
    text = re.sub(r"__|`|<[^>]+>|\\(?=[_*|])", "", text)
    return html.unescape(text).strip().replace("**", "")


def _without(labels: list[str], text: str) -> str:
    """Return a text without some labels, which contain a shorter one."""
    for each in labels:
        text = text.replace(each, " ")
    return text


def stands_in(cell: str, text: str) -> bool:
    """Tell whether `cell` stands in `text`, not within a longer number or word."""
    return _found(cell, text) is not None


def _found(cell: str, text: str) -> re.Match | None:
    if cell not in text:
        return None
    before = r"(?<![\w.])" if re.match(r"[\w.]", cell) else ""
    after = r"(?!\w|\.\d)" if re.search(r"\w$", cell) else ""
    return re.search(before + re.escape(cell) + after, text)
