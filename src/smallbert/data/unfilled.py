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
    "technique": "say what makes it small: {techniques}; join several by +",
    "removed": "say yes if whole heads, neurons, blocks or layers are taken out of its pruned "
    "models, no if weights are set to zero: then operations follow from the shape that is pruned",
    "metric": "say what its numbers are: a word of data/vocabulary/metrics.csv, such as accuracy, "
    "f1 or latency, or score if the file names none; with a task, of tasks.csv, if it is a score; "
    "leave 'quantities' out if it is of none",
    "split": "say on which part of the data: {splits}",
    "protocol": "say how its rows were trained and which score counts: a word of "
    "data/vocabulary/protocols.csv, {protocols}",
    "unit": "say in which unit its numbers are: s or ms",
    "scale": "give 0.001 if its numbers are in millions, 1 if in billions, 1.0e-9 if in full",
    "device": "say on what {timed} were measured, with batch and length; 'not stated' if the file "
    "does not say",
    "task": "say of which task its scores are",
    "n": "give the number of runs behind a score; - if no document says it",
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
"""What to do about a word that is missing, by the name before it; see `brief`."""

ASKS_OF_RERUN = {
    "protocol": "say how the row, which has runs of its own, was trained and which score counts; - "
    "if as the others: a word of data/vocabulary/protocols.csv, {protocols}",
    "n": "give the number of runs behind a score of the row; - if as many as of the others",
}
"""The same where it is asked of a row that the authors ran, besides theirs."""

ASKS_OF_BORROWED = {
    "protocol": "say how the row was trained and which score counts, in the work that it is from: "
    "a word of data/vocabulary/protocols.csv, {protocols}",
    "n": "give the number of runs behind a score in the work that it is from; - if that does not "
    "say",
    "baseline": "name the row with which its own work compares this borrowed row, if this table "
    "borrows that one, too; else -, and charts of the score kept leave it out",
}
"""The same where it is asked of a borrowed row."""

ALONE = "no other row here is from that work, or all are small"
"""What is said of a borrowed row that has no baseline for this reason."""

UNSTATED = "unstated"


def brief(ask: str) -> str:
    """Return what is asked for, without the words and forms that are taken.

    Examples
    --------
    >>> brief("say on which part of the data: dev, test")
    'say on which part of the data'
    """
    return re.split("[:;] ", ask, maxsplit=1)[0]


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

    What is taken out comes after the techniques, a footnote after what it tells, what was compared
    by hand after all that is to be compared, and then the page. The line of one on the page is the
    number of its cell.
    """
    later = {"removed": 1, "note": 2, "reading": 3}
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
            of_row = (ASKS_OF_BORROWED if origin(row) else _of_rerun(row)) if header else {}
            ask = of_row.get(name) or ASKS.get(name, "say it")
            words = {each: ", ".join(vocabulary.choices(each)) for each in WORDS if each in ask}
            heading = re.search(r'title: "(.*?)"', line)
            words["timed"] = (
                f"the numbers of {heading[1]!r}" if heading else "its times or speedups"
            )
            hint = (match["hint"] or "").replace("''", "'")
            guess = GUESS.match(hint)
            guess = guess["guess"] if guess else ""
            if row and name == "protocol":
                guess = UNSTATED if origin(row) else "own-recipe" if row.get("n") == "1" else "-"
                hint = "" if origin(row) else _footnote(path.parent.name, table, row)
            if name == "baseline":
                guess, hint = _baseline(row, rows)
            if name in (SCORES_FROM, ORIGINAL):
                alone = name == SCORES_FROM
                guess, hint = lenders.lenders(path.parent.name, table, row, scores_alone=alone)
                guess = guess or _address(row, rows, name)
            about = table, row[header[0]] if header else heading[1] if heading else ""
            place = path, number + before, match.start() + 1
            yield Blank(*place, about, name, ask.format(**words), hint, guess)


def _of_rerun(row: dict[str, str]) -> dict[str, str]:
    """Return what is asked of a row that is not borrowed and has a protocol of its own."""
    return ASKS_OF_RERUN if row.get("protocol") else {}


def _footnote(key: str, table: str, row: dict[str, str]) -> str:
    """Return what the file says in a row's footnotes, as far as nobody has put it otherwise."""
    notes = folders.tables(key).get(table, {}).get("shown", {}).get("notes", [])
    own = [ASKED.search(f"{each['note']}'") for each in notes if row["row"] in each.get("rows", [])]
    said = [(found["hint"] or "").partition(SAYS)[2] for found in own if found]
    return f"{SAYS}{' '.join(said)}" if any(said) else ""


SIGNED = re.compile(rf"(?:{SIGN})+$")
"""The signs of footnotes at the end of a model's name."""


def _address(row: dict[str, str], rows: list[dict[str, str]], name: str) -> str:
    """Return the one address from which rows with the same footnotes are borrowed, or nothing."""
    if not (sign := SIGNED.search(list(row.values())[2])):
        return ""
    alike = [each[name] for each in rows if list(each.values())[2].endswith(sign[0])]
    told = {place for place in alike if "://" in place}
    return told.pop() if len(told) == 1 else ""


def origin(row: dict[str, str]) -> str:
    """Return from where a row is borrowed, as far as it is known, or nothing."""
    return row.get(SCORES_FROM) or row.get(ORIGINAL) or ""


def lender(row: dict[str, str]) -> str:
    """Return the work, by its key or its address, from which a row is borrowed, or nothing."""
    place = origin(row)
    return place.partition("#" if "://" in place else "/")[0]


def _baseline(row: dict[str, str], rows: list[dict[str, str]]) -> tuple[str, str]:
    """Return a guess at what a row is compared with, and what to know of it.

    A borrowed row has no baseline if no other one is from the same work that may not be compressed;
    for one of the authors' own it is that of the others, if they have one.
    """
    others = [each for each in rows if each != row]
    if not origin(row):
        named = {each["baseline"] for each in others if not origin(each)} - {"", TODO}
        return named.pop() if len(named) == 1 else "", ""
    works = {lender(each) for each in others if each.get("technique") in UNCOMPRESSED} - {""}
    known = TODO not in (lender(row), *works) or not works
    return ("-", ALONE) if known and lender(row) not in works else ("", "")


UNCOMPRESSED = (None, "", "none", TODO)
"""The techniques of a row that may not be compressed."""


def _column(header: list[str], start: str) -> str:
    """Return the column of a CSV to which a line comes that begins with `start`."""
    return header[min(len(next(csv.reader([start]), [""])), len(header)) - 1]


WORDS = ("techniques", "splits", "protocols")


def _name(start: str) -> str:
    """Return the setting that a word follows: the last name before a colon or an equals sign."""
    return (re.findall(r"(\w+)\s*[:=]", start) or ["setting"])[-1]
