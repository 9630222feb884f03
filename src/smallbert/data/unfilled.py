"""What a work that `smallbert new` began still lacks, in the order in which a person fills it."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from smallbert.data import credits, folders, lenders, paths, vocabulary
from smallbert.data.asks import ASKS, ASKS_OF_BORROWED, ASKS_OF_RERUN, ORIGINAL, SCORES_FROM
from smallbert.data.faults import Fault
from smallbert.data.grids import SIGN

TODO = "TODO"
"""Stands where a person has to decide; a hint may follow in brackets, within quotes."""

ASKED = re.compile(rf"\b{TODO}\b(?: \((?P<hint>.*?)\)'(?!'))?")

UNSTATED = "unstated"
"""The protocol of a row as a rule where that is asked."""

ALONE = "no other row here is from that work, or all are small"
"""What is said of a borrowed row that has no baseline for this reason."""


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


class Place(NamedTuple):
    """A `TODO` of a file: what it is about, and how to make its `Blank`, which takes a while."""

    name: str
    blank: Callable[[], Blank]


def blanks(folder: Path) -> Iterator[Blank]:
    """Yield what `places` has, each with what to do about it."""
    return (place.blank() for place in places(folder))


def places(folder: Path) -> list[Place]:
    """Return each `TODO` of a work's data and page, in the order in which a person fills them.

    What is taken out comes after the techniques, a footnote after what it tells, what was compared
    by hand after all that is to be compared, and then the page. The line of one on the page is the
    number of its cell.
    """
    later = {"removed": 1, "note": 2, "reading": 3}
    todo = sorted(_of_data(folder), key=lambda place: later.get(place.name, 0))
    page = paths.root() / "notebooks" / f"{folder.name}.ipynb"
    if page.is_file() and TODO in (text := page.read_text(encoding="utf-8")):
        todo += _of_page(page, json.loads(text)["cells"])
    return todo


def _of_data(folder: Path) -> Iterator[Place]:
    """Yield each `TODO` of a work's data and its entry, by file."""
    key = folder.name
    first = [folder / "datapackage.yaml"]
    tables = [path for path in sorted(folder.glob("*.csv")) if path.name != "exhibits.csv"]
    for path in [*first, *tables, folder / "exhibits.csv"]:
        if path.is_file():
            found = _of_text(path, path.read_text(encoding="utf-8"))
            yield from sorted(found, key=lambda place: place.name == "baseline")  # of whose row?
    bib = paths.data() / "sources.bib"
    entry = re.search(rf"^@\w+\{{{key},.*?^\}}", bib.read_text(encoding="utf-8"), re.M | re.S)
    if entry:
        before = entry.string[: entry.start()].count("\n")
        yield from _of_text(bib, entry[0], before)


def _of_page(page: Path, cells: list[dict]) -> Iterator[Place]:
    for number, cell in enumerate(cells, start=1):
        for line in "".join(cell["source"]).splitlines():
            if TODO in line:
                yield Place(f"cell {number}", partial(_in_cell, page, number, line))


def _in_cell(page: Path, number: int, line: str) -> Blank:
    """Return what is asked in a cell of the page."""
    before, _, after = line.partition(TODO)
    before = CITED.sub(lambda cited: credits.short(cited[1]), before).strip("#- ")
    hint = f"the line begins: {before}" if before else ""
    ask = after.strip(": ") or "say it"
    guess = _title_of(page.stem, before) if line.startswith("# ") else ""
    return Blank(page, number, 1, ("the page", ""), f"cell {number}", ask, hint, guess)


def _title_of(key: str, before: str) -> str:
    """Return what of a work's title goes on after the name by which its page begins."""
    name, _, rest = str(folders.describe(key).get("title", "")).partition(": ")
    return rest if name == before.rstrip(":") and TODO not in rest else ""


CITED = re.compile(r"\{cite:t\}`(\w+)`")


def _of_text(path: Path, text: str, before: int = 0) -> Iterator[Place]:
    """Yield each `TODO` of a text of which so many lines are before."""
    lines = text.splitlines()
    header = lines[0].split(",") if lines and path.suffix == ".csv" else []
    rows = list(csv.DictReader(lines)) if header else []
    table = path.stem if header else ""
    for number, line in enumerate(lines, start=1):
        table = named[1] if (named := re.match(r"  - name: (\S+)", line)) else table
        for match in ASKED.finditer(line):
            start = line[: match.start()]
            name = _column(header, start) if header else _name(start)
            at = path, number + before, match.start() + 1
            if header:
                row = dict(zip(header, *csv.reader([line]), strict=False))
                yield Place(name, partial(_of_row, at, table, name, row, rows))
            else:
                yield Place(name, partial(_of_setting, at, table, name, match))


def _of_setting(at: tuple[Path, int, int], table: str, name: str, match: re.Match) -> Blank:
    """Return what is asked of a work, a table or a column."""
    heading = re.search(r'title: "(.*?)"', match.string)
    hint = (match["hint"] or "").replace("''", "'")
    guess = GUESS.match(hint)
    about = table, heading[1] if heading else ""
    ask = _with_words(ASKS.get(name, "say it"), about[1])
    return Blank(*at, about, name, ask, hint, guess["guess"] if guess else "")


def _of_row(
    at: tuple[Path, int, int], table: str, name: str, row: dict[str, str], rows: list[dict]
) -> Blank:
    """Return what is asked of a row of a table."""
    key, hint, guess = at[0].parent.name, "", ""
    of_row = ASKS_OF_BORROWED if origin(row) else ASKS_OF_RERUN if "protocol" in row else {}
    if name == "protocol":
        guess = UNSTATED if origin(row) else "own-recipe" if row.get("n") == "1" else "-"
        hint = "" if origin(row) else _footnote(key, table, row)
    if name == "baseline":
        guess, hint = _baseline(row, rows)
    if name in (SCORES_FROM, ORIGINAL):
        alone = name == SCORES_FROM
        guess, hint = lenders.lenders(key, table, row, scores_alone=alone)
        note = _footnote(key, table, row)
        several = re.search(SEVERAL, note, re.IGNORECASE)
        named = guess or "footnote" in hint  # which is then no news
        hint = "; ".join(filter(None, (hint or UNKNOWN, "" if named else note)))
        if not guess and re.search(ORIGINALS, note, re.IGNORECASE):
            guess = credits.of_model(row.get("name") or list(row.values())[2])
        if not guess and (paper := re.search(PAPER_OF, note)):
            guess = credits.of_model(paper[1])
        guess = guess or ("" if several else _address(row, rows, name) or credits.named(note))
    ask = _with_words(of_row.get(name) or ASKS.get(name, "say it"), "")
    return Blank(*at, (table, next(iter(row.values()))), name, ask, hint, guess)


def _with_words(ask: str, heading: str) -> str:
    """Return a question with the words of the vocabulary that answer it."""
    words = {each: ", ".join(vocabulary.choices(each)) for each in WORDS if each in ask}
    if "protocols" in words:
        told = vocabulary.table("protocols")["meaning"]
        words["protocols"] = "; ".join(f"{word} ({meaning})" for word, meaning in told.items())
    timed = f"the numbers of {heading!r}" if heading else "its times or speedups"
    return ask.format(timed=timed, **words)


def _footnote(key: str, table: str, row: dict[str, str]) -> str:
    """Return what the file says in a row's footnotes, as far as nobody has put it otherwise."""
    own = [ASKED.search(f"{note}'") for note in lenders.footnotes(key, table, row["row"])]
    said = [(found["hint"] or "").partition(SAYS)[2] for found in own if found]
    return f"{SAYS}{' '.join(said)}" if any(said) else ""


SIGNED = re.compile(rf"(?:{SIGN})+$")
"""The signs of footnotes at the end of a model's name."""


UNKNOWN = "no row of this book has its scores"
"""What is said of a borrowed row that nothing here is like."""

ORIGINALS = r"\b(original|respective|own) (papers?|works?|publications?|articles?)\b"
"""How a footnote says that rows are from the works that are on their models."""

PAPER_OF = r"\b(?:the|from) ([A-Z][\w-]*) (?:paper|article)\b"
"""How a footnote names a paper by the model that it is on."""

SEVERAL = r"\b(papers|repositories|works|articles|respective)\b"
"""How a footnote says that the rows that have it are from several works."""


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
