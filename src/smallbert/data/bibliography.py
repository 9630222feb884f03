"""Who is credited, from ``data/sources.bib``, and the short names of works and models."""

import re
from functools import cache

import pandas as pd
from pybtex.database import BibliographyData, parse_file
from pybtex.exceptions import PybtexError
from pybtex.richtext import Text

from smallbert import paths
from smallbert.data import sources
from smallbert.errors import DataError, Fault, UserError
from smallbert.memo import cached

LENT = "‡"
"""Behind the name of a model: another work's score."""


@cached
def bibliography() -> BibliographyData:
    """Return the book's bibliography."""
    path = paths.data() / "sources.bib"
    try:
        return parse_file(str(path), bib_format="bibtex")
    except PybtexError as error:
        named = re.findall(r"[\w-]+", str(error))
        line = getattr(error, "lineno", None) or max(map(line_of, named), default=1)
        raise DataError([Fault(path, line, f"{error.args[0]}; mend the entry above")]) from None


def line_of(key: str) -> int:
    """Return the line of the bibliography where the last entry of a key begins, else the first."""
    lines = (paths.data() / "sources.bib").read_text(encoding="utf-8").splitlines()
    return max((at for at, line in enumerate(lines, 1) if f"{{{key}," in line), default=1)


def short(key: str) -> str:
    """Return authors and year of a work: ``Wu et al. (2022)``; without authors its title."""
    entries = bibliography().entries
    if key not in entries:
        raise UserError(f"{key!r} is not in data/sources.bib; add the entry")
    fields, people = entries[key].fields, entries[key].persons.get("author", [])
    names = [" ".join(map(_plain, each.prelast_names + each.last_names)) for each in people]
    credit = f"{names[0]} et al." if names[2:] else " and ".join(names)
    return f"{credit or fields['title'].strip('{}')} ({fields.get('year', 'n.d.')})"


def title(key: str) -> str:
    """Return what a source calls itself: its descriptor's title, else that of its entry."""
    work = sources.work(key)
    entry = bibliography().entries.get(work.cites)
    return work.title or _plain(entry.fields["title"] if entry else key)


@cache
def _plain(latex: str) -> str:
    """Return a part of a name without its LaTeX."""
    return str(Text.from_latex(latex))


def label(key: str) -> str:
    """Return a source's ``short`` name, else authors and year; an unknown key stands for itself."""
    if key not in sources.keys():
        return key
    work = sources.work(key)
    return work.short or short(work.cites)


def shorter(model: str, key: str) -> str:
    """Return a model's name with the words spared that its source's ``shorter`` replaces."""
    words = sources.work(key).shorter if key in sources.keys() else {}
    if model in words:
        return words[model]
    for long, word in words.items():
        model = model.replace(long, word)
    return model


def labels(key: str) -> dict[str, str]:
    """Return the short labels that a source's descriptor gives to some of its models."""
    return sources.work(key).labels if key in sources.keys() else {}


def lent(borrowed: pd.Series) -> pd.Series:
    """Return what stands behind a name: `LENT` where a score is borrowed, else nothing."""
    return borrowed.map({True: LENT, False: ""})
