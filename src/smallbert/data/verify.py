"""Re-find every printed cell in the documents that the reader holds, or in clones of repositories.

A table of a document names the document by file and SHA-256, and each row its line. Where the
cells of a line are separated by tabs, they must equal the table's cells one by one; rows that
share a line must, joined by a space, equal the merged cell. In running text each cell must
stand on the line by itself, not as a part of a longer number or word. A table of a repository
names repository, commit and file; each cell must stand by itself on its line of that version,
which ``git show`` gives. What stands in an image, or in a clone that is not there, is counted as
not looked up.
"""

import hashlib
import html
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from smallbert.data import sources
from smallbert.errors import UserError


@dataclass
class Tally:
    """How many printed cells of a table were looked for, which were not found, or not looked up."""

    source: str
    table: str
    cells: int = 0
    missing: list[str] = field(default_factory=list)
    unseen: dict[str, int] = field(default_factory=dict)

    def note(self, seen: bool, message: str) -> None:
        """Count a cell."""
        self.cells += 1
        if not seen:
            self.missing.append(message)

    def skip(self, why: str, cells: int = 1) -> None:
        """Count cells that could not be looked up."""
        self.unseen[why] = self.unseen.get(why, 0) + cells


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
        document = sources.document(key)
        lines = _lines(documents, document) if "file" in document else []
        for name, resource in _in_documents(key):
            frame = sources.table(key, name, corrected=False)
            if "repository" in sources.document(key, resource):
                tallies.append(tally := Tally(key, name))
                tally.skip(
                    "it is in a repository", int(frame[_printed(resource)].ne("").sum().sum())
                )
            else:
                tallies.append(_verify_table(key, name, resource, frame, lines))
    return tallies


def verify_repositories(clones: Path, *wanted: str) -> list[Tally]:
    """Look for every printed cell of every table that is in a repository.

    Parameters
    ----------
    clones : pathlib.Path
        The folder with the clones, each as owner/name.
    *wanted : str
        Keys of sources; all, if none is named.
    """
    return [
        _verify_clone(clones, key, name, resource)
        for key in wanted or sources.keys()
        for name, resource in _in_documents(key)
        if "repository" in sources.document(key, resource)
    ]


def _in_documents(key: str) -> list[tuple[str, dict]]:
    tables = sources.tables(key).items()
    return [(name, each) for name, each in tables if each["origin"] in sources.IN_DOCUMENTS]


def _printed(resource: dict) -> list[str]:
    return [each["name"] for each in sources.fields(resource, printed=True)]


def _verify_clone(clones: Path, key: str, name: str, resource: dict) -> Tally:
    tally, document, texts = Tally(key, name), sources.document(key, resource), {}
    fields = {each["name"]: each for each in sources.fields(resource, printed=True)}
    for row, own in sources.table(key, name, corrected=False).iterrows():
        path = own.get("path") or document["path"]
        if path not in texts:
            texts[path] = _shown(clones / document["repository"], document["commit"], path)
        for column in [each for each in fields if own[each]]:
            line, why = str(fields[column].get("line") or own["line"]), texts[path]
            place = sources.LINES.fullmatch(line)
            if isinstance(why, str) or not place:
                tally.skip(why if isinstance(why, str) and place else f"{path} is no text")
                continue
            first, last = int(place[1]), int(place[2] or place[1])
            text = " ".join(texts[path][first - 1 : last])
            words = f"{row}, {column}: {own[column]!r} ({path}, line {line})"
            tally.note(any(stands_in(own[column], each) for each in (text, plain(text))), words)
    return tally


def _shown(clone: Path, commit: str, path: str) -> list[str] | str:
    """Return the lines of a file at a commit, or why there are none."""
    if not clone.is_dir():
        return f"{clone.parent.name}/{clone.name} has no clone here"
    shown = subprocess.run(
        ["git", "-C", str(clone), "show", f"{commit}:{path}"], capture_output=True
    )
    if shown.returncode:
        return f"{path} at {commit[:7]} is not in the clone"
    return shown.stdout.decode("utf-8", errors="replace").split("\n")


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
    cells = [cell.strip() for cell in text.split("\t")]
    while len(cells) > count and not cells[-1]:
        cells.pop()
    return cells + [""] * (count - len(cells))


def _compare(tally: Tally, where: str, printed: list[str], cells: list[str]) -> None:
    for number, cell in enumerate(printed):
        there = cells[number] if number < len(cells) else ""
        if cell.strip() or there:
            tally.note(cell.strip() == there, f"{where}: {cell!r}, but the document has {there!r}")
    for extra in cells[len(printed) :]:
        tally.note(False, f"{where}: the document has one more cell, {extra!r}")


NOTES = re.compile(r"<sup>.*?</sup>|[†‡§¹²³]")
EMPHASIS = re.compile(r"(?<![\w.%\\*])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s\\])\1(?!\w)")


def plain(text: str) -> str:
    """Return Markdown without its marks: emphasis, code, links, tags, footnotes.

    Examples
    --------
    >>> plain("**79.5**/[`a`](b.html)<sup>2</sup>")
    '79.5/a'
    >>> plain("CoFi [[2]](https://example.org)")
    'CoFi [2]'
    """
    text = re.sub(r"<br\s*/?>", " ", NOTES.sub("", text))
    text = re.sub(r"<(https?://[^>\s]+)>", r"\1", text)
    text = re.sub(r"!?\[((?:\[[^\[\]]*\]|[^\]])*)\]\([^)]*\)", r"\1", text)
    text = EMPHASIS.sub(r"\2", EMPHASIS.sub(r"\2", text))
    text = re.sub(r"__|`|<[^>]+>|\\(?=[_*|])", "", text)
    return html.unescape(text).strip().replace("**", "")


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
