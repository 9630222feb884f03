"""The tables of a file as a reader sees them: Markdown, HTML, CSV, LaTeX and reStructuredText."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bs4 import BeautifulSoup, Comment, Tag
from docutils import nodes
from docutils.core import publish_doctree
from markdown_it import MarkdownIt

from smallbert.data import latex_tables
from smallbert.errors import UserError

KINDS_OF_FILES = "Markdown, HTML, CSV, TSV, LaTeX or reStructuredText"

GRID = re.compile(r"\+(?:[-=]+\+)+")
"""The rule of a table that is drawn in signs, as ``tabulate`` and reStructuredText have it."""


@dataclass
class Table:
    """A table as printed, below a heading; each row has its line and a cell for each column.

    ``header`` has the rows of its header; one that spans columns is repeated over each. ``ends``
    has the last line of a row that is on several, by its first; ``wrong`` says why the table cannot
    be taken.
    """

    line: int
    heading: str = ""
    header: list[list[str]] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)
    wrong: str = ""

    def headings(self) -> list[list[str]]:
        """Return the heading of each column from top to bottom; what spans rows stands once."""
        return [
            [cell if not at or cell != cells[at - 1] else "" for at, cell in enumerate(cells)]
            for cells in zip(*self.header, strict=True)
        ]


def read_tables(path: Path) -> list[Table]:
    """Return the tables of a file, in its order; a UserError tells what cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        words = "not in UTF-8; save it as UTF-8, and a spreadsheet as CSV, which has what it shows"
        raise UserError(f"{path}: {words}") from None
    try:
        tables = [_even(each) for each in OF_KIND.get(path.suffix.lower(), _of_markdown)(text)]
    except ValueError as error:
        raise UserError(f"{path}: {error}; mend a copy of the file") from None
    if not tables:
        raise UserError(f"{path}: no table; give {KINDS_OF_FILES}")
    if all(each.wrong for each in tables):
        raise UserError(f"{path}: {tables[0].wrong}; mend a copy of the file")
    return tables


def _even(table: Table) -> Table:
    """Drop the rows without a word; each other one has a cell for each column of the header."""
    table.rows = [(number, cells) for number, cells in table.rows if any(cells)]
    width = len(table.header[0])
    for number, cells in [*((table.line, cells) for cells in table.header), *table.rows]:
        if len(cells) != width and not table.wrong:
            table.wrong = f"line {number} has {len(cells)} cells and the header {width}"
    return table


def _headed(table: Table, rows: list[tuple[int, list[str], bool]]) -> Table:
    """Return a table with its rows, of which the first ones, or else one, are its header."""
    head_rows = next((at for at, (_, _, head) in enumerate(rows) if not head), len(rows)) or 1
    table.header = [cells for _, cells, _ in rows[:head_rows]]
    table.rows = [(line, cells) for line, cells, _ in rows[head_rows:]]
    return table


# of signs between cells


def _of_csv(text: str, sign: str = "") -> Iterator[Table]:
    """Yield the table of a CSV; a header without commas says that semicolons part its cells."""
    top = text.partition("\n")[0]
    sign = sign or (";" if ";" in top and "," not in top else ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    rows = [(reader.line_num, [" ".join(cell.split()) for cell in own]) for own in reader if own]
    if rows:
        yield Table(rows[0][0], header=[rows[0][1]], rows=rows[1:])


# of Markdown


def _of_markdown(text: str) -> Iterator[Table]:
    """Yield the tables that a reader of a README sees; comments and code in pipes have none."""
    tokens, lines = MarkdownIt("commonmark").enable("table").parse(text), text.split("\n")
    heading, row, table, end = "", [], Table(0), 0
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.map and token.map[0] < end:
            continue  # a table in tags goes on beyond an empty line
        if token.type == "heading_open":
            heading = _seen(following)
        elif any("<table" in each.content.lower() for each in _in_tags(token)):
            end = _end_of(lines, token.map[0], "</table>")
            yield from _of_html("\n".join(lines[token.map[0] : end]), token.map[0], heading)
        elif token.type in ("fence", "code_block", "paragraph_open"):
            yield from _of_grid(lines, *token.map, heading)
        elif token.type == "table_open":
            table = Table(token.map[0] + 1, heading)
        elif token.type == "tr_open":
            row, row_start = [], token.map[0]
        elif token.type in ("th_open", "td_open"):
            row.append(_seen(following))
        elif token.type == "tr_close" and not table.header:
            table.header = [row]
        elif token.type == "tr_close":
            bars = len(re.findall(r"(?<!\\)\|", lines[row_start].strip(" >|")))
            over = [""] * (bars + 1 - len(row))  # what is beyond the header, Markdown drops
            table.rows.append((row_start + 1, row + over))
        elif token.type == "table_close":
            yield table


def _in_tags(token) -> list:
    """Return what is HTML of a part of Markdown: a block, or tags within a paragraph."""
    inner = [each for each in token.children or [] if each.type == "html_inline"]
    return [token] if token.type == "html_block" else inner


def _seen(token) -> str:
    """Return the text of a cell as a reader sees it; tags, which may mean much, stay."""
    breaks = ("softbreak", "hardbreak")
    shown = [each for each in token.children if not each.content.startswith("<!--")]
    texts = [" " if each.type in breaks else each.content for each in shown]
    return re.sub(r"</?br\s*/?>", " ", "".join(texts)).strip()


def _end_of(lines: list[str], first_line: int, mark: str) -> int:
    """Return the line behind the next one that has a mark, or the last."""
    ends = (at + 1 for at in range(first_line, len(lines)) if mark in lines[at].lower())
    return next(ends, len(lines))


def _of_grid(lines: list[str], first_line: int, end: int, heading: str) -> Iterator[Table]:
    """Yield the tables of some lines that are drawn in signs."""
    number = first_line
    while number < end:
        if GRID.fullmatch(lines[number].strip()):
            top = number
            while number < end and lines[number].strip()[:1] in ("+", "|"):
                number += 1
            drawn = "\n".join(line.strip() for line in lines[top:number])
            yield from _of_rst(drawn, top, heading)
        number += 1


# of HTML


def _of_html(text: str, before: int = 0, heading: str = "") -> Iterator[Table]:
    """Yield the tables of HTML, which begins behind some lines, below a heading."""
    for tag in BeautifulSoup(text, "html.parser").find_all("table"):
        if tag.find("table"):
            continue  # it lays others out
        title = tag.find("caption") or tag.find_previous(re.compile("^h[1-6]$"))
        table = Table(before + tag.sourceline, _seen_text(title) if title else heading)
        rows, spans = [], {}
        for row in tag.find_all("tr"):
            cells = row.find_all(["td", "th"])
            spanning = [
                (_seen_text(cell), _span(cell, "col"), _span(cell, "row")) for cell in cells
            ]
            texts = _with_spans(spanning, spans)
            head = row.find_parent("thead") or all(cell.name == "th" for cell in cells)
            number = before + row.sourceline
            table.ends[number] = number + str(row).rstrip().count("\n")
            rows.append((number, texts, bool(head)))
        if rows:
            yield _headed(table, rows)


def _seen_text(tag: Tag) -> str:
    """Return the text of a tag; what is raised or lowered keeps its tags, which may mean much."""
    for comment in tag.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    for line_break in tag.find_all("br"):
        line_break.replace_with(" ")
    for shifted in tag.find_all(["sup", "sub"]):
        shifted.replace_with(f"<{shifted.name}>{shifted.get_text()}</{shifted.name}>")
    return " ".join(tag.get_text().split())


def _span(tag: Tag, kind: str) -> int:
    return int(tag.get(f"{kind}span", "1").strip() or 1)


def _with_spans(
    cells: Iterable[tuple[str, int, int]], spans: dict[int, tuple[str, int]]
) -> list[str]:
    """Return a row whose cells that span columns are repeated, as those of rows above that do.

    Each cell has its text and the columns and rows that it spans; `spans` has, by column, what
    still comes down from above.
    """
    row, held = [], list(cells)
    while held or len(row) in spans:
        if len(row) in spans:
            text, left = spans.pop(len(row))
            if left > 1:
                spans[len(row)] = text, left - 1
            row.append(text)
            continue
        text, wide, high = held.pop(0)
        for _ in range(wide):
            if high > 1:
                spans[len(row)] = text, high - 1
            row.append(text)
    return row


# of reStructuredText

QUIET = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False}
QUIET |= {"doctitle_xform": False, "_disable_config": True}
"""Directives that only Sphinx knows are no fault of a table."""


AXES = ("cols", "rows")


def _of_rst(text: str, before: int = 0, heading: str = "") -> Iterator[Table]:
    """Yield the tables of reStructuredText, which begins behind some lines, below a heading."""
    document, lines, number = publish_doctree(text, settings_overrides=QUIET), text.split("\n"), 0
    for node in document.findall(lambda node: isinstance(node, nodes.title | nodes.table)):
        if isinstance(node, nodes.title):
            heading = heading if isinstance(node.parent, nodes.table) else node.astext()
            continue
        titles = [each.astext() for each in node.children if isinstance(each, nodes.title)]
        rows, spans = [], {}
        for row in node.findall(nodes.row):
            entries = [*row.findall(nodes.entry)]
            texts = [" ".join(entry.astext().split()) for entry in entries]
            # docutils knows the line of drawn tables alone, so that of the first word is taken
            first_word = next((text.split()[0] for text in texts if text), None)
            left = range(number, len(lines)) if first_word else ()
            number = next((index + 1 for index in left if first_word in lines[index]), number + 1)
            spanned = ([entry.get(f"more{kind}", 0) + 1 for kind in AXES] for entry in entries)
            spanning = [(text, *counts) for text, counts in zip(texts, spanned, strict=True)]
            head = isinstance(row.parent, nodes.thead)
            rows.append((before + number, _with_spans(spanning, spans), head))
        yield _headed(Table(rows[0][0], *titles or [heading]), rows)


# of LaTeX


def _of_latex(text: str) -> Iterator[Table]:
    """Yield the tables of LaTeX."""
    for table_line, heading, rows in latex_tables.tabulars(text):
        spans: dict = {}
        whole = [(at, _with_spans(cells, spans), head) for at, cells, head in rows]
        yield _headed(Table(table_line, heading), whole)


OF_KIND = {
    ".csv": _of_csv,
    ".tsv": partial(_of_csv, sign="\t"),
    ".html": _of_html,
    ".htm": _of_html,
    ".rst": _of_rst,
    ".tex": _of_latex,
}
"""What reads a file, by its ending; any other one is Markdown."""
