"""Who is credited, from ``data/sources.bib``."""

import re
from collections.abc import Iterator
from functools import cache

import pandas as pd
from pybtex.database import BibliographyData, Entry, Person, parse_file
from pybtex.exceptions import PybtexError
from pybtex.richtext import Text

from smallbert import paths
from smallbert.data import sources
from smallbert.errors import DataError, Fault, UserError
from smallbert.paths import cached


@cached
def _bibliography(path) -> BibliographyData:
    try:
        return parse_file(str(path), bib_format="bibtex")
    except PybtexError as error:
        words = f"{error.args[0]}; mend the entry above"
        named = re.findall(r"[\w-]+", str(error))
        line = getattr(error, "lineno", None) or max(map(line_of, named), default=1)
        raise DataError([Fault(path, line, words)]) from None


def line_of(key: str) -> int:
    """Return the line of the bibliography where the last entry of a key begins, else the first."""
    path = paths.data() / "sources.bib"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return max((at for at, line in enumerate(lines, 1) if f"{{{key}," in line), default=1)


def faults() -> list[Fault]:
    """Return what is no BibTeX, or what an entry lacks that pages say of a work."""
    try:
        entries = bibliography().entries
    except DataError as error:
        return error.faults
    path = paths.data() / "sources.bib"
    return [
        Fault(path, line_of(key), f"{key} {words}")
        for key, entry in entries.items()
        for words in _lacking(entry)
    ]


def _lacking(entry: Entry) -> Iterator[str]:
    title, year, url = (entry.fields.get(name, "") for name in ("title", "year", "url"))
    if not title.strip("{} "):
        yield "has no title; add it"
    if (year or entry.persons.get("author")) and not re.fullmatch("[0-9]{4}", year):
        yield f"has the year {year!r}; give it in four digits"
    if url and not re.match("https?://", url):
        yield f"has the url {url!r}; give an address that begins with https://"


def bibliography() -> BibliographyData:
    """Return the book's bibliography."""
    return _bibliography(paths.data() / "sources.bib")


def short(key: str) -> str:
    """Return authors and year of a work: ``Wu et al. (2022)``.

    Raises
    ------
    UserError
        The bibliography has no such key.
    """
    entries = bibliography().entries
    if key not in entries:
        raise UserError(f"{key!r} is not in data/sources.bib; add the entry")
    entry = entries[key]
    people = entry.persons.get("author", [])
    names = [" ".join(map(_plain, _last(person))) for person in people]
    year = entry.fields.get("year", "n.d.")
    if not names:
        return f"{entry.fields['title'].strip('{}')} ({year})"
    if len(names) > 2:
        return f"{names[0]} et al. ({year})"
    return f"{' and '.join(names)} ({year})"


@cache
def _plain(latex: str) -> str:
    """Return a part of a name without its LaTeX; reading that takes a tenth of a millisecond."""
    return str(Text.from_latex(latex))


def _last(person: Person) -> list[str]:
    """Return the family name of a person, with its particles, as the list of references has it."""
    return person.prelast_names + person.last_names


def year(key: str) -> int:
    """Return the year of a source; one without a year, such as this book, comes last."""
    entry = bibliography().entries.get(sources.describe(key)["cites"].split(",")[0])
    return int(entry.fields.get("year", 9999)) if entry else 9999


def label(key: str) -> str:
    """Return a source's name in legends: its descriptor's ``short``, else authors and year.

    A key without a folder stands for itself.
    """
    if key not in sources.keys():
        return key
    described = sources.describe(key)
    return described.get("short") or short(described["cites"])


def shorter(model: str, key: str) -> str:
    """Return a model's name with the words spared that its source's ``shorter`` replaces."""
    words = sources.describe(key).get("shorter", {}) if key in sources.keys() else {}
    if model in words:
        return words[model]
    for long, word in words.items():
        model = model.replace(long, word)
    return model


def labels(key: str) -> dict[str, str]:
    """Return the short labels that a source's descriptor gives to some of its models."""
    return sources.describe(key).get("labels", {}) if key in sources.keys() else {}


LENT = "‡"
"""Behind the name of a model: another work's score."""


def lent(borrowed: pd.Series) -> pd.Series:
    """Return what stands behind a name: `LENT` where a score is borrowed, else nothing."""
    return borrowed.map({True: LENT, False: ""})
