"""Ids of numbers, and where readers find a number's card, a work's reference, a model's page."""

import re
import unicodedata
from collections.abc import Iterable

from docutils.nodes import make_id

CARDS_FOLDER = "numbers"
"""The folder of the pages with cards."""

NUMBER_LINK = "number:"
"""Begins a link to a number, before its id, in a chart or table that is not yet on a page."""


def cards_page(source: str, table: str) -> str:
    """Return the page with the cards of a table, from the site's root."""
    return f"{CARDS_FOLDER}/{source}-{table}.html"


def card(id: str) -> str:
    """Return the address of a number's card, ``numbers/a2020-table3.html#half-192/mrpc-f1``."""
    source, table, anchor = id.split("/", 2)
    return f"{cards_page(source, table)}#{anchor}"


def reference(key: str) -> str:
    """Return where the references have a work, from the site's root, as Sphinx makes the anchor."""
    return f"book/references.html#{make_id(f'ref-{key}')}"


def number_ids(source: str, table: str, rows: Iterable[str], quantity: str) -> list[str]:
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
