"""What a work that `smallbert new` began still lacks, in the order in which a person fills it."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from smallbert.data import credits, folders, lenders, paths, reads, vocabulary
from smallbert.data.faults import Fault
from smallbert.data.grids import SIGN

TODO = "TODO"
"""Stands where a person has to decide; a hint may follow in brackets, within quotes."""

ASKED = re.compile(rf"\b{TODO}\b(?: \((?P<hint>.*?)\)'(?!'))?")

SCORES_FROM = "scores_from"
"""The column that says from where a row's scores are borrowed, as `smallbert new` calls it."""

ORIGINAL = "original"
"""The column that says from where all numbers of a row are borrowed."""

ASKS = {
    "title": "say how the work, or the table, is called",
    "repository": "give owner/name",
    "commit": "give the 40 hexadecimal digits of the commit that you read",
    "path": "give the file of the repository",
    "reading": "say how the numbers came from the document into the book: how the tables were "
    "transcribed, and what was compared by hand, such as: Transcribed by hand; every column "
    "compared again",
    "note": "say in your own words what the footnote says",
    "place": "say under which heading the file prints it; 'the table' if under none",
    "author": "name the authors, joined by 'and'",
    "technique": "use {techniques}; join several by +",
    "removed": "say yes if whole heads, neurons, blocks or layers are taken out of its pruned "
    "models, no if weights are set to zero: then operations follow from the shape that is pruned",
    "metric": "a word of data/vocabulary/metrics.csv, such as accuracy, f1 or latency, or score "
    "if the file names none; with a task, of tasks.csv, if it is a score; leave 'quantities' out "
    "if it is of none",
    "split": "use {splits}",
    "protocol": "say how its rows were trained and chosen, by the word of "
    "data/vocabulary/protocols.csv that says which score counts: {protocols}",
    "unit": "say in which unit its numbers are: s or ms",
    "scale": "give 0.001 if its numbers are in millions, 1 if in billions, 1.0e-9 if in full",
    "device": "say on what {timed} were measured, with batch and length as far as "
    "the file does; 'not stated' if it does not",
    "task": "say of which task its scores are",
    "n": "give the number of runs of which each score is the mean, the median or the best; - if no "
    "document says it",
    SCORES_FROM: "say where the row's scores were printed first: as source/table/row if this book "
    "has the row (several, with spaces, if its tasks have rows of their own), else as an address, "
    "https:; - if the authors of this work measured them",
    ORIGINAL: "say where the row's numbers were printed first: as source/table/row if this book "
    "has the row (several, with spaces, if its tasks have rows of their own), else as an address, "
    "https:; - if the authors of this work measured them",
    "baseline": "name the row of this table with which it is compared",
    "bits": "give the bits at which its weights are stored",
    "line": "say on which line the file prints the row",
}
"""What to do about a word that is missing, by the name before it."""

ASKS_OF_ROW = {
    "protocol": "say how the row's scores were made, in the work that they are from, by a word of "
    "data/vocabulary/protocols.csv: {protocols}",
}
"""The same where it is asked of a row, not of the table."""

ASKS_OF_BORROWED = {
    "n": "give the number of runs of which each score of the row is the mean, the median or the "
    "best, in the work that the scores are from; - if it does not say",
    "baseline": "this row is borrowed: name the row with which its own work compares it, if this "
    "table borrows that one, too; else -, and charts of the score kept leave it out",
}
"""The same where it is asked of a borrowed row."""

ALONE = "no other row here is from that work"
"""What is said of a borrowed row that has no baseline for this reason."""

USUAL_OF_ROW = {"protocol": "unstated"}
"""What is the answer as a rule where it is asked of a row."""


class Blank(NamedTuple):
    """A `TODO` of a file: where it stands, what it is about, what to do, and what may help.

    ``about`` is the table and its row, or its column; ``guess`` is an answer that may be right.
    """

    path: Path
    line: int
    column: int
    about: tuple[str, str]
    name: str
    ask: str
    hint: str
    guess: str


SAYS = "the file says: "
"""Begins the part of a hint that quotes the file."""

GUESS = re.compile(rf"(?P<guess>[^?]+)\?( {SAYS}|$)")
"""How a hint begins that offers an answer."""


def faults(folder: Path) -> Iterator[Fault]:
    """Yield each `TODO` of a work: of the descriptor, the tables, the bibliography, the page."""
    told = set()
    for blank in blanks(folder):
        asked = blank.path, blank.name, blank.ask
        ask = "as above" if asked in told else blank.ask
        told.add(asked)
        message = "; ".join(filter(None, (f"{blank.name}: {ask}", blank.hint)))
        yield Fault(blank.path, blank.line, blank.column, message)


def blanks(folder: Path) -> Iterator[Blank]:
    """Yield each `TODO` of a work's data and page, in the order in which a person fills them.

    What is taken out comes after the techniques, what was compared by hand after all that is to be
    compared, and then the page. The line of one on the page is the number of its cell.
    """
    later = {"removed": 1, "reading": 2}
    yield from sorted(_of_data(folder), key=lambda blank: later.get(blank.name, 0))
    page = paths.root() / "notebooks" / f"{folder.name}.ipynb"
    if reads.is_file(page) and TODO in (text := page.read_text(encoding="utf-8")):
        yield from _of_page(page, json.loads(text)["cells"])


def _of_data(folder: Path) -> Iterator[Blank]:
    """Yield each `TODO` of a work's data and its entry, by file."""
    key = folder.name
    first = [folder / "datapackage.yaml"]
    tables = [path for path in sorted(folder.glob("*.csv")) if path.name != "exhibits.csv"]
    for path in [*first, *tables, folder / "exhibits.csv"]:
        if reads.is_file(path):
            found = _of_text(path, path.read_text(encoding="utf-8"))
            yield from sorted(found, key=lambda blank: blank.name == "baseline")  # of whose row?
    bib = paths.data() / "sources.bib"
    entry = re.search(rf"^@\w+\{{{key},.*?^\}}", bib.read_text(encoding="utf-8"), re.M | re.S)
    if entry:
        before = entry.string[: entry.start()].count("\n")
        yield from _of_text(bib, entry[0], before)


def _of_page(page: Path, cells: list[dict]) -> Iterator[Blank]:
    for number, cell in enumerate(cells, start=1):
        for line in "".join(cell["source"]).splitlines():
            if TODO in line:
                before, _, after = line.partition(TODO)
                before = CITED.sub(lambda cited: credits.short(cited[1]), before).strip("#- ")
                hint = f"it goes on after: {before}" if before else ""
                ask = after.strip(": ") or "say it"
                guess = _title_of(page.stem, before) if line.startswith("# ") else ""
                yield Blank(page, number, 1, ("the page", ""), f"cell {number}", ask, hint, guess)


def _title_of(key: str, before: str) -> str:
    """Return what of a work's title goes on after the name by which its page begins."""
    name, _, rest = str(folders.describe(key).get("title", "")).partition(": ")
    return rest if name == before.rstrip(":") and TODO not in rest else ""


CITED = re.compile(r"\{cite:t\}`(\w+)`")


def _of_text(path: Path, text: str, before: int = 0) -> Iterator[Blank]:
    """Yield each `TODO` of a text with what to do about it."""
    lines = text.splitlines()
    header = lines[0].split(",") if lines and path.suffix == ".csv" else []
    table = path.stem if header else ""
    rows = list(csv.DictReader(lines)) if header else []
    for number, line in enumerate(lines, start=1):
        table = named[1] if (named := re.match(r"  - name: (\S+)", line)) else table
        for match in ASKED.finditer(line):
            start = line[: match.start()]
            name = _column(header, start) if header else _name(start)
            row = dict(zip(header, *csv.reader([line]), strict=False)) if header else {}
            of_row, usual = (ASKS_OF_ROW, USUAL_OF_ROW) if header else ({}, {})
            of_row = of_row | (ASKS_OF_BORROWED if _origin(row) else {})
            ask = of_row.get(name) or ASKS.get(name, "say it")
            words = {each: ", ".join(vocabulary.choices(each)) for each in WORDS if each in ask}
            heading = re.search(r'title: "(.*?)"', line)
            words["timed"] = (
                f"the numbers of {heading[1]!r}" if heading else "its times or speedups"
            )
            hint = (match["hint"] or "").replace("''", "'")
            guess = GUESS.match(hint)
            guess = guess["guess"] if guess else usual.get(name, "")
            if name == "baseline":
                guess, hint = _baseline(row, rows)
            if name in (SCORES_FROM, ORIGINAL):
                alone = name == SCORES_FROM
                guess, hint = lenders.lenders(path.parent.name, table, row, scores_alone=alone)
                guess = guess or _address(row, rows, name)
            about = table, row[header[0]] if header else heading[1] if heading else ""
            place = path, number + before, match.start() + 1
            yield Blank(*place, about, name, ask.format(**words), hint, guess)


SIGNED = re.compile(rf"(?:{SIGN})+$")
"""The signs of footnotes at the end of a model's name."""


def _address(row: dict[str, str], rows: list[dict[str, str]], name: str) -> str:
    """Return the one address from which rows with the same footnotes are borrowed, or nothing."""
    if not (sign := SIGNED.search(list(row.values())[2])):
        return ""
    alike = [each[name] for each in rows if list(each.values())[2].endswith(sign[0])]
    told = {place for place in alike if "://" in place}
    return told.pop() if len(told) == 1 else ""


def _origin(row: dict[str, str]) -> str:
    """Return from where a row is borrowed, as far as it is known, or nothing."""
    return row.get(SCORES_FROM) or row.get(ORIGINAL) or ""


def _baseline(row: dict[str, str], rows: list[dict[str, str]]) -> tuple[str, str]:
    """Return a guess at what a row is compared with, and what to know of it.

    A borrowed row has no baseline if no other one is from the same work; for one of the authors'
    own it is that of the others, if they have one.
    """
    others = [each for each in rows if each != row]
    if not (origin := _origin(row)):
        named = {each["baseline"] for each in others if not _origin(each)} - {"", TODO}
        return named.pop() if len(named) == 1 else "", ""
    works = [_work(each) for each in map(_origin, others) if each]
    known = TODO not in (origin, *works) or not works
    return ("-", ALONE) if known and _work(origin) not in works else ("", "")


def _work(origin: str) -> str:
    """Return the work, by its key or its address, from which a row is borrowed."""
    return origin.partition("#" if "://" in origin else "/")[0]


def _column(header: list[str], start: str) -> str:
    """Return the column of a CSV to which a line comes that begins with `start`."""
    return header[min(len(next(csv.reader([start]), [""])), len(header)) - 1]


WORDS = ("techniques", "splits", "protocols")


def _name(start: str) -> str:
    """Return the setting that a word follows: the last name before a colon or an equals sign."""
    return (re.findall(r"(\w+)\s*[:=]", start) or ["setting"])[-1]
