"""What the book has already of the models that a new table names."""

import re
from collections.abc import Collection
from contextlib import suppress

from smallbert.book import techniques
from smallbert.compare.models import slug
from smallbert.data import sources
from smallbert.data.faults import DataError
from smallbert.data.files import cached


def technique(model: str) -> str:
    """Return the one technique of the models that are called so, or begin so; else nothing.

    What the book has only at several sizes, such as "CoFi, 95 %", it has without one, too.
    """
    known = _readable(_techniques)
    kinds = known.get(slug(model)) or {
        kind for name, of in known.items() if name.startswith(f"{slug(model)}-") for kind in of
    }
    return _only(kinds)


def name(model: str) -> str:
    """Return what the book calls a model whose name differs by signs, or "layers", alone.

    Examples
    --------
    >>> name("TinyBERT-6"), name("MiniLM-L6-H384"), name("CoFi (95%)"), name("A new one")
    ('TinyBERT, 6 layers', 'MiniLM, 6 layers of 384', 'CoFi, 95 %', '')
    """
    return _only(_readable(_names).get(letters(model), ()))


def architecture(called: str) -> str:
    """Return the shape that the book has of a model, if its works agree; else nothing.

    Examples
    --------
    >>> architecture("TinyBERT, 6 layers"), architecture("A new one")
    ('bert-base-6', '')
    """
    return _only(_readable(_shapes).get(called, ()))


def _only(words: Collection[str]) -> str:
    """Return the one word, or nothing where there are none or several."""
    return next(iter(words)) if len(words) == 1 else ""


def letters(model: str) -> str:
    """Return the letters and digits of a name, without those that only say what a number counts."""
    words = re.sub(r"\b(layers?|of)\b", " ", model.lower())
    bare = re.sub(r"(?<![a-z])[lh](?=\d)|(?<=\d)l(?![a-z])|(?<=\d)x(?=\d)", " ", words)
    return re.sub("[^a-z0-9]", "", bare)


def _readable(known) -> dict[str, frozenset[str]]:
    """Return what a function gives, or nothing where another work's data are at fault."""
    with suppress(DataError):  # which the check of that work tells
        return known()
    return {}


@cached
def _techniques() -> dict[str, frozenset[str]]:
    tidy = sources.results()
    return tidy.groupby(tidy["model"].map(slug))["technique"].agg(frozenset).to_dict()


@cached
def _names() -> dict[str, frozenset[str]]:
    models = sources.results()["model"].drop_duplicates()
    return models.groupby(models.map(letters)).agg(frozenset).to_dict()


@cached
def _shapes() -> dict[str, frozenset[str]]:
    shapes: dict[str, frozenset[str]] = {}
    for key in sources.keys():
        for table in sources.tables(key):
            own = sources.table(key, table).get("architecture")
            for row, model in techniques.models(key, table).items() if own is not None else ():
                if own[row]:
                    shapes[model] = shapes.get(model, frozenset()) | {own[row]}
    return shapes
