"""Texts and YAML of the data, read so that each fault has its place."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import yaml

from smallbert.data import positions
from smallbert.data.faults import DataError, Fault


def read(path: Path) -> str:
    """Return a file's text.

    Raises
    ------
    DataError
        It is not in UTF-8.
    """
    content = path.read_bytes()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        at = positions.of_byte(content, error.start)
        words = f"byte {content[error.start]:#x} is not UTF-8; save the file as UTF-8"
        raise DataError([Fault(path, *at, words)]) from None


def faults(path: Path) -> Iterator[Fault]:
    """Yield what is wrong with the letters of a text.

    That is a byte that is not UTF-8, and each sign that nobody sees or takes for another one: also
    Python reads some of them. Letters of other alphabets may stand alone, as Greek ones do, but not
    in a word with Latin ones. A line that is too long to be read is told as a whole, and of a file
    that is missing, whoever needs it tells.
    """
    if not path.is_file():
        return
    try:
        text = read(path)
    except DataError as error:
        yield from error.faults
        return
    if not text.strip():
        yield Fault(path, 1, 1, "an empty file; fill it, or remove it")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:
            words = f"a line of {len(line)} characters; {LONGEST} are the most, shorten it"
            yield Fault(path, number, 1, words)
        else:
            yield from _misread(path, number, line)


def _misread(path: Path, number: int, line: str) -> Iterator[Fault]:
    for match in re.finditer(r"[^\x00-\x7f]", line):
        sign, near = match[0], line[max(match.start() - 1, 0) : match.end() + 1]
        kind, name = unicodedata.category(sign), unicodedata.name(sign, f"U+{ord(sign):04X}")
        foreign = kind[0] == "L" and not name.startswith("LATIN") and re.search("[A-Za-z0-9]", near)
        if kind in ("Cf", "Co", "Cn", "Nd", "Zs", "Zl", "Zp") or foreign:
            words = f"{name} stands here; type the usual sign, or leave it out"
            yield Fault(path, number, match.start() + 1, words)


DEPTH = 50
"""How deep settings may lie within each other."""

LONGEST = 10_000
"""Characters of a line or a setting, at most; the longest of the data has some hundreds."""


def read_yaml(path: Path):
    """Return what a YAML file says.

    Raises
    ------
    DataError
        It is no YAML, or not in UTF-8; it names a setting twice or by an alias, nests too deep, or
        has a setting that is too long.
    """
    text = read(path)
    try:
        _require_plain(text)
        return yaml.load(text, Loader=_Once)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark.line + 1, error.problem_mark.column + 1
        words = f"not YAML: {error.problem}; mend it"
    except yaml.reader.ReaderError as error:
        at = positions.of_byte(text.encode(), error.position)
        words = f"not YAML: {error.reason}; delete the character"
    raise DataError([Fault(path, *at, words)])


def _require_plain(text: str) -> None:
    """Refuse what makes a short text endless, or Python's stack too short."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            raise yaml.MarkedYAMLError(None, None, "an alias: write it out", event.start_mark)
        if depth > DEPTH:
            raise yaml.MarkedYAMLError(None, None, f"over {DEPTH} levels", event.start_mark)
        if isinstance(event, yaml.ScalarEvent) and len(event.value) > LONGEST:
            raise yaml.MarkedYAMLError(None, None, f"over {LONGEST} characters", event.start_mark)


class _Once(yaml.CSafeLoader):
    """Reads YAML whose settings are each named once: of two, YAML would take the second."""

    def construct_mapping(self, node, deep=False):
        """Return a mapping as a dict."""
        made, seen = super().construct_mapping(node, deep=deep), set()
        for key, _ in node.value if len(made) < len(node.value) else []:
            name = self.construct_object(key)
            if name in seen:
                raise yaml.MarkedYAMLError(None, None, f"{name!r} appears twice", key.start_mark)
            seen.add(name)
        return made
