"""What a file says around its tables: in their sections, at its beginning, elsewhere."""

import re
from itertools import pairwise

from smallbert.data import grids
from smallbert.data.pasted_table import Found, Table


def tell(result: Found) -> None:
    """Give each table the text around it, what opens the file for it, and what is elsewhere."""
    opening, elsewhere = _opening(result.text), _elsewhere(result.text)
    for table in result.tables:
        table.around = _around(table, result.text)
        parts = [opening, *_enclosing(table, result.text), *_of_all(table, result.text)]
        table.opening = "\n\n".join(filter(None, parts))
        table.elsewhere = elsewhere


def _around(table: Table, text: str) -> str:
    """Return the text between the headings around a table, without the table's own rows."""
    lines, number = text.split("\n"), table.at[-1, 0][0] if table.at else 1
    headings = _headings(lines)
    first = max((at for at in headings if at < number), default=0)
    last = min((at - 1 for at in headings if at > number), default=len(lines))
    return "\n".join(each for each in lines[first:last] if "|" not in each)


ALL = re.compile(
    r"(?<![^\n.] )\bAll (?:of )?(?:our |the |reported )*(?:results|numbers|scores)\b"
    r"[^.|]*\.(?=\s|$)"
)
"""A sentence on all results of a file."""


def _of_all(table: Table, text: str) -> list[str]:
    """Return the sentences elsewhere that speak of all results."""
    return [each for each in ALL.findall(text) if each not in table.around]


def _opening(text: str) -> str:
    """Return what a text says of all its tables: its prose up to the second heading."""
    lines = text.split("\n")
    last = next((at - 1 for at in _headings(lines) if at > 1), 0)
    return "\n".join(each for each in lines[:last] if "|" not in each)


def _enclosing(table: Table, text: str) -> list[str]:
    """Return what the sections say that a table's own is part of, but for that of the title."""
    lines, number = text.split("\n"), table.at[-1, 0][0] if table.at else 1
    sections, parts = pairwise([*_headings(lines), len(lines) + 1]), {}
    for first, last in sections:
        if first < number:
            level = re.match("#*", lines[first - 1])[0]
            parts = {of: own for of, own in parts.items() if len(of) < len(level)}
            parts[level] = [each for each in lines[first : last - 1] if "|" not in each]
    return ["\n".join(own) for of, own in [*parts.items()][:-1] if len(of) > 1]


def _elsewhere(text: str) -> str:
    """Return the sections of a text that have no table; nothing if it has no sections."""
    lines = text.split("\n")
    starts = [at - 1 for at in _headings(lines)]
    sections = [lines[first:last] for first, last in pairwise([*starts, len(lines)])]
    return "\n\n".join("\n".join(each) for each in sections if not any("|" in of for of in each))


def _headings(lines: list[str]) -> list[int]:
    """Return the lines of the headings; a comment of code is none."""
    code, headings = False, []
    for number, line in enumerate(lines, start=1):
        code ^= line.startswith(("```", "~~~"))
        if not code and grids.HEADING.fullmatch(line):
            headings.append(number)
    return headings
