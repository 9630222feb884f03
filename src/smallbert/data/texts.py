"""Texts and YAML of the data, read so that each fault has its place."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from smallbert.data import sources
from smallbert.errors import DataError, Fault


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
        text = sources.read_text(path)
    except DataError as error:
        yield from error.faults
        return
    if not text.strip():
        yield Fault(path, 1, "an empty file; fill it, or remove it")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:
            words = f"a line of {len(line)} characters; {LONGEST} are the most, shorten it"
            yield Fault(path, number, words)
        else:
            yield from _misread(path, number, line)


def _misread(path: Path, number: int, line: str) -> Iterator[Fault]:
    for match in re.finditer(r"[^\x00-\x7f]", line):
        sign, near = match[0], line[max(match.start() - 1, 0) : match.end() + 1]
        kind, name = unicodedata.category(sign), unicodedata.name(sign, f"U+{ord(sign):04X}")
        foreign = kind[0] == "L" and not name.startswith("LATIN") and re.search("[A-Za-z0-9]", near)
        if kind in ("Cf", "Co", "Cn", "Nd", "Zs", "Zl", "Zp") or foreign:
            words = f"{name} stands here; type the usual sign, or leave it out"
            yield Fault(path, number, words)


LONGEST = 10_000
"""Characters of a line or a setting, at most; the longest of the data has some hundreds."""
