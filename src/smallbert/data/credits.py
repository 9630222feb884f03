"""Who is credited, from ``data/sources.bib``."""

from pybtex.database import BibliographyData, parse_file
from pybtex.scanner import PybtexSyntaxError

from smallbert.data import paths, sources
from smallbert.data.faults import DataError, Fault, UserError
from smallbert.data.files import cached


@cached(lambda path: [path])
def _bibliography(path) -> BibliographyData:
    try:
        return parse_file(str(path), bib_format="bibtex")
    except PybtexSyntaxError as error:
        words = f"{error.args[0]}; mend the entry above"
        raise DataError([Fault(path, error.lineno, 1, words)]) from None


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
