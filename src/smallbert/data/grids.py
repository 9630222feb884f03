"""Tables as text, cell by cell with their lines: Markdown, and what spreadsheets save or copy."""

import csv
import html
import io
import re
from dataclasses import dataclass, field

SIGN = r"\[\^?\w{1,3}\]|\^[\w†‡§¶*]+|\*+|[†‡§¶∗¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ]"
"""A footnote's sign: in brackets, a superscript (which begins with ``^``), a dagger or a star."""

Cell = tuple[int, str]
"""The line of a cell and its text, in which a superscript begins with ``^``."""

RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?")
AGAIN = re.compile(RULE.pattern.replace("-+", "-{2,}"))
"""A rule below the heading, and one between rows, where a dash alone is a cell."""

HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*")
QUOTED = re.compile(r"^[ >]+", re.MULTILINE)
EMPHASIS = re.compile(r"(?<![\w.%\\*])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s\\])\1(?!\w)")


@dataclass
class Grid:
    """A table before anyone asks what its cells mean.

    ``faults`` are what its reader does not understand: line, column and message. ``line`` is how
    the line of a row is written, ``first`` the column of the file with which the table begins,
    ``place`` the heading above it, and ``above`` the prose between the two.
    """

    header: list[Cell]
    rows: list[list[Cell]]
    faults: list[tuple[int, int, str]] = field(default_factory=list)
    line: str = "{}"
    first: int = 1
    place: str = ""
    above: str = ""


def markdown(text: str) -> list[Grid]:
    """Return each table of a README."""
    tables, lines, after, place, code = [], QUOTED.sub("", text).split("\n"), 1, "", False
    prose: list[str] = []
    for number, line in enumerate(lines):
        code ^= line.startswith(("```", "~~~"))
        if not code and (heading := HEADING.fullmatch(line)):
            place, prose = unmarked(heading[1]), []
        elif not code and number >= after and "|" not in line and not line.startswith("```"):
            prose.append(unmarked(line))
        if number < after or "|" not in line or not RULE.fullmatch(line.strip()):
            continue
        body = list(enumerate(lines[number + 1 :], start=number + 2))
        end = next((at for at, (_, each) in enumerate(body) if "|" not in each), len(body))
        rows = [each for each in body[:end] if not AGAIN.fullmatch(each[1].strip())]
        cells = [_split(*each) for each in rows]
        above, prose = _above(prose, first=not tables or tables[-1].place != place), []
        tables.append(Grid(_split(number, lines[number - 1]), cells, place=place, above=above))
        after = number + end + 2
    return tables


def _above(prose: list[str], *, first: bool) -> str:
    """Return the prose above a table; of a further one below a heading what leads to it, if any.

    Such a paragraph ends with a colon; what is before it may go on about the table before.

    Examples
    --------
    >>> _above(["Test scores.", "", "On dev:", ""], first=False)
    'On dev:'
    >>> _above(["Test scores.", "", "On dev:", ""], first=True)
    'Test scores. On dev:'
    """
    parts = "\n".join(prose).strip().split("\n\n")
    kept = parts if first or not parts[-1].endswith(":") else parts[-1:]
    return " ".join(line for part in kept for line in part.split("\n") if line)


def _split(number: int, line: str) -> list[Cell]:
    """Return the cells of a line of Markdown."""
    cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
    return [(number, unmarked(each)) for each in cells]


def unmarked(text: str) -> str:
    """Return Markdown without emphasis, code, links and tags; a superscript begins with ``^``.

    Examples
    --------
    >>> unmarked("**79.5***/[`a`](b.html)<sup>2</sup>")
    '79.5*/a^2'
    >>> unmarked("CoFi [[2]](https://example.org)")
    'CoFi [2]'
    """
    text = re.sub(r"<br\s*/?>", " ", text.replace("<sup>", "^"))
    text = re.sub(r"<(https?://[^>\s]+)>", r"\1", text)
    text = re.sub(r"!?\[((?:\[[^\[\]]*\]|[^\]])*)\]\([^)]*\)", r"\1", text)
    text = EMPHASIS.sub(r"\2", EMPHASIS.sub(r"\2", text))
    return html.unescape(re.sub(r"__|`|<[^>]+>|\\(?=[_*|])", "", text)).strip()


def unbracketed(text: str) -> str:
    """Return a text without what stands in brackets.

    Examples
    --------
    >>> unbracketed("BERT-base (teacher)"), unbracketed("SST-2 [%] sd")
    ('BERT-base', 'SST-2 sd')
    """
    return re.sub(r"\s*[(\[].*?[)\]]", "", text)


def separated(text: str) -> list[Grid]:
    """Return the one table of a spreadsheet, whose cells commas, semicolons or tabs part."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    sign = max("\t;,", key=first.count)
    reader, rows, line = csv.reader(io.StringIO(text, newline=""), delimiter=sign), [], 1
    for row in reader:
        rows += [[(line, unmarked(each)) for each in row]] if any(row) else []
        line = reader.line_num + 1
    return [Grid(rows[0], rows[1:])] if rows and len(rows[0]) > 1 else []
