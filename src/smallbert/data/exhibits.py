"""Every chart and table of the book, and where each number has its card: ids that never change."""

import re
import unicodedata
from collections.abc import Iterable

import pandas as pd
from docutils.nodes import make_id

from smallbert.data import sources, survey
from smallbert.errors import UserError
from smallbert.paths import cached

MIME = "application/vnd.smallbert.artifact+json"
"""Under which a notebook's output carries a chart or table with all that the site needs."""

BY_HAND = "smallbert-by-hand"
"""Marks an output that is for who runs a notebook by hand, and for no page."""

VALUES = "values"
"""What such a mark says of values that the prose quotes."""


@cached
def listed() -> pd.DataFrame:
    """Return all exhibits by id: source, document, place, kind, status, title."""
    return survey.gather("exhibits").set_index("exhibit")


def line(exhibit: str) -> pd.Series:
    """Return the line of one exhibit; it lies with the work whose key begins its id, if any."""
    key = exhibit.partition("-")[0]
    own = key if key in sources.keys() else survey.FOLDER
    known = survey.own("exhibits", own).set_index("exhibit")
    if exhibit not in known.index:
        raise UserError(
            f"exhibit {exhibit!r} is unknown; add it to {survey.shown('exhibits', own)}"
        )
    return known.loc[exhibit]


NUMBERS = "numbers"
"""The folder of the pages with cards."""

LINK = "number:"
"""Begins a link to a number, before its id, in a chart or table that is not yet on a page."""


def cards(source: str, table: str) -> str:
    """Return the page with the cards of a table, from the site's root."""
    return f"{NUMBERS}/{source}-{table}.html"


def card(id: str) -> str:
    """Return the address of a number's card, ``numbers/a2020-table3.html#half-192/mrpc-f1``."""
    source, table, anchor = id.split("/", 2)
    return f"{cards(source, table)}#{anchor}"


def reference(key: str) -> str:
    """Return where the references have a work, from the site's root, as Sphinx makes the anchor."""
    return f"book/references.html#{make_id(f'ref-{key}')}"


def ids(source: str, table: str, rows: Iterable[str], quantity: str) -> list[str]:
    """Return the ids of a column's numbers, named as `smallbert.data.values` names it."""
    return [f"{source}/{table}/{row}/{quantity.replace('_', '-')}" for row in rows]


def slug(model: str) -> str:
    """Return a model's name as an address has it.

    Examples
    --------
    >>> slug("Memory³-2B-SFT"), slug("RPP, 59.3 %")
    ('memory3-2b-sft', 'rpp-59-3')
    """
    letters = unicodedata.normalize("NFKD", model).lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
