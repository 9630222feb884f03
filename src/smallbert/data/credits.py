"""Who is credited, from ``data/sources.bib``."""

from functools import lru_cache

from pybtex.database import BibliographyData, parse_file

from smallbert.data import paths
from smallbert.data.faults import UserError


@lru_cache
def _bibliography(path) -> BibliographyData:
    return parse_file(str(path), bib_format="bibtex")


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
    names = [" ".join(part.strip("{}") for part in person.last_names) for person in people]
    year = entry.fields.get("year", "n.d.")
    if not names:
        return f"{entry.fields['title'].strip('{}')} ({year})"
    if len(names) > 2:
        return f"{names[0]} et al. ({year})"
    return f"{' and '.join(names)} ({year})"
