"""Put an answer where the `TODO` of a new work stands."""

import re

import nbformat
import yaml

from smallbert.book import answers, borrowing, settling, techniques
from smallbert.data.unfilled import ASKED, TODO, Blank

NUMBERS = ("n", "scale")

UNKNOWN = re.compile(rf", quantities: \[\{{metric: '?{TODO}( \(.*?\)')?\}}\]")
"""What a column has of which nothing is known: it may be of no metric at all."""


def write(blank: Blank, answer: str) -> None:
    """Put an answer in its place."""
    if blank.path.suffix == ".ipynb":
        page = nbformat.read(blank.path, 4)
        cell = page.cells[blank.line - 1]
        place = rf"{TODO}(: {re.escape(blank.ask)})?"
        cell.source = re.sub(place, lambda _: answer, cell.source, count=1)
        nbformat.write(page, blank.path)
        return
    lines = _lines(blank)
    line = lines[blank.line - 1]
    if blank.name == "note" and blank.path.suffix == ".yaml" and not answer:
        blank.path.write_text("\n".join(_without_note(lines, blank.line - 1)), encoding="utf-8")
        return
    put = {".csv": _in_cell, ".yaml": _in_yaml, ".bib": _in_entry}[blank.path.suffix]
    lines[blank.line - 1 : blank.line] = put(line, blank, answer)
    blank.path.write_text("\n".join(lines), encoding="utf-8")


def write_techniques(blank: Blank, given: dict[tuple, str]) -> None:
    """Put the techniques of a table's rows in the table's place, or where they differ in theirs."""
    table = blank.about[0]
    own = {
        row: given[blank.name, row] for row in techniques.of_table(blank.path.parent.name, table)
    }
    several = len(set(own.values())) > 1
    if several:
        path = blank.path.with_name(f"{table}.csv")
        header, *lines = answers.header_and_rows(path)
        at = header.index(blank.name)
        filled = [[*each[:at], own.get(each[0], each[at]), *each[at + 1 :]] for each in lines]
        path.write_text(answers.as_csv([header, *filled]), encoding="utf-8")
    write(blank, "" if several else techniques.joined([*own.values()]))


def of_unknown(blank: Blank) -> bool:
    """Tell whether a column's metric is asked of which nothing is known."""
    return blank.name == "metric" and bool(UNKNOWN.search(_lines(blank)[blank.line - 1]))


def _without_note(lines: list[str], at: int) -> list[str]:
    """Return a descriptor without a footnote, and without what would be left empty by that."""
    first = next(above for above in range(at, -1, -1) if lines[above].lstrip().startswith("- "))
    kept = [*lines[:first], *lines[at + 1 :]]
    for heading in ("      notes:", "    shown:"):
        below = kept[first] if first < len(kept) else ""
        indent = len(heading) - len(heading.lstrip())
        if kept[first - 1] == heading and not below.startswith(" " * (indent + 1)):
            first -= 1
            del kept[first]
    return kept


def _in_cell(line: str, blank: Blank, answer: str) -> list[str]:
    cells = answers.cells(blank)
    cell = cells[blank.name].replace(TODO, answer, 1)
    cells[blank.name] = techniques.once(cell) if blank.name == techniques.NAME else cell
    if blank.name in settling.LENT:
        cells |= (
            borrowing.of_lender(answer, cells) if answer else borrowing.of_authors(blank, cells)
        )
    return [answers.as_csv([list(cells.values())]).removesuffix("\n")]


def _in_yaml(line: str, blank: Blank, answer: str) -> list[str]:
    if blank.name == "removed":
        return [re.sub("removed: .*", "removed: true", line)] if answer == "yes" else []
    if not answer:  # a column's numbers are left out, or a setting of the table
        return [UNKNOWN.sub("", line)] if UNKNOWN.search(line) else []
    match = ASKED.search(line, blank.column - 1)
    begin = match.start() - (match["hint"] is not None)  # a hint is within quotes
    style = "'" if re.search(r"[,\[\]{}]", answer) else None
    dumped = yaml.safe_dump(answer, default_style=style, width=10_000)
    value = answer if blank.name in NUMBERS else dumped.removesuffix("...\n").strip()
    return [line[:begin] + value + line[match.end() :]]


def _in_entry(line: str, blank: Blank, answer: str) -> list[str]:
    return [re.sub(rf"(Family, Given and )?{TODO}", lambda _: answer, line, count=1)]


def _lines(blank: Blank) -> list[str]:
    return blank.path.read_text(encoding="utf-8").split("\n")
