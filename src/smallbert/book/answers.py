"""Whether an answer to what a new work lacks can stand, and if not, what is wrong with it."""

import csv
import difflib
import io
import re
from collections.abc import Iterable
from pathlib import Path

from smallbert.book import techniques
from smallbert.compare.models import slug
from smallbert.data import credits, rows, vocabulary
from smallbert.data.asks import ORIGINAL, SCORES_FROM
from smallbert.data.descriptor_words import REPOSITORY
from smallbert.data.records import BORROWED
from smallbert.data.unfilled import Blank

NOTHING = "-"
"""The answer that takes no guess where nothing may stand."""

CHOICES = {
    "technique": "techniques",
    "protocol": "protocols",
    "metric": "metrics",
    "split": "splits",
    "task": "tasks",
    "severity": "severities",
}
"""Where the words are that an answer must be of."""

FORMS = REPOSITORY | {"n": r"[1-9]\d*", "scale": r"\d*\.?\d+(e-?\d+)?"}
FORMS |= {"removed": "yes|no"}
"""The form of an answer, as a pattern."""


def refusal(blank: Blank, answer: str) -> str:
    """Return why `smallbert check` would refuse an answer, with what may stand there, or nothing.

    Parameters
    ----------
    blank : Blank
        What is asked.
    answer : str
        What is to stand there; nothing is never refused here.
    """
    if not answer:
        return ""
    if models := techniques.asked(blank):
        return _of_techniques(len(models), techniques.words(answer))
    if blank.name in CHOICES:
        return _unknown(blank.name, answer)
    if blank.name == "baseline":
        return _rowless(header_and_rows(blank.path)[1:], answer)
    if blank.name in (SCORES_FROM, ORIGINAL):
        return rows.unowned(BORROWED, answer)
    if blank.name == "device" and answer[:1] == "$" and blank.path.suffix == ".yaml":
        return _columnless(blank, answer[1:])
    wrong = not re.fullmatch(FORMS.get(blank.name, ".*"), answer)
    return f"{answer!r} has another form" if wrong else ""


def plain(blank: Blank, answer: str) -> str:
    """Return an answer as it is written.

    Rows that commas or "and" join have spaces between, the key of a work is its address, and a word
    of the vocabulary may be written with capitals or spaces.
    """
    if blank.name in CHOICES:
        word = answer.lower().replace(" ", "-")
        return word if word in vocabulary.choices(CHOICES[blank.name]) else answer
    if blank.name not in (SCORES_FROM, ORIGINAL) or "://" in answer:
        return answer
    if address := credits.address(answer):
        return address
    return re.sub(r"[,\s]+(and\s+)?", " ", answer).strip()


def _unknown(name: str, answer: str) -> str:
    known = vocabulary.choices(CHOICES[name])
    parts = answer.split("+") if name == "technique" else [answer]
    wrong = not all(part in known for part in parts)
    return f"{answer!r} is none of: {', '.join(known)}" if wrong else ""


def _of_techniques(count: int, words: list[str]) -> str:
    if len(words) not in (1, count):
        return f"{len(words)} words for {count} models; give one for all, or one for each"
    return next(filter(None, (_unknown(techniques.NAME, each) for each in words)), "")


def _rowless(cells: list[list[str]], answer: str) -> str:
    """Return which rows are called like one that is not there; all of them if none is."""
    keys = [own[0] for own in cells]
    near = difflib.get_close_matches(slug(answer), keys) or keys
    wrong = f"{answer!r} is no row of this table; name {' or '.join(near)}, or nothing"
    return wrong if answer not in keys else ""


def _columnless(blank: Blank, column: str) -> str:
    (header, *_) = header_and_rows(blank.path.parent / f"{blank.about[0]}.csv")
    wrong = f"there is no column {column!r}; use one of {', '.join(header)}, or words without $"
    return wrong if column not in header else ""


def as_csv(lines: Iterable[Iterable[str]]) -> str:
    """Return lines of cells as the text of a CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def header_and_rows(path: Path) -> list[list[str]]:
    """Return the cells of a CSV, its header first."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def cells(blank: Blank) -> dict[str, str]:
    """Return the cells of the row in which something is asked."""
    lines = blank.path.read_text(encoding="utf-8").split("\n")
    header, own = csv.reader([lines[0], lines[blank.line - 1]])
    return dict(zip(header, own, strict=True))
