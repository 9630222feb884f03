"""A number's id, and where in the site it has its card; the address follows from the id."""

import re
import unicodedata
from collections.abc import Iterable

from docutils.nodes import make_id

FOLDER = "numbers"

LINK = "number:"
"""Begins a link to a number, before its id, in a chart or table that is not yet on a page."""


def page(source: str, table: str) -> str:
    """Return the page with the cards of a table, from the site's root."""
    return f"{FOLDER}/{source}-{table}.html"


def card(id: str) -> str:
    """Return the address of a number's card, from the site's root.

    Examples
    --------
    >>> card("a2020paper/table3/half-192/mrpc-f1")
    'numbers/a2020paper-table3.html#half-192/mrpc-f1'
    """
    source, table, anchor = id.split("/", 2)
    return f"{page(source, table)}#{anchor}"


def reference(key: str) -> str:
    """Return where the references have a work, from the site's root, as Sphinx makes the anchor.

    Examples
    --------
    >>> reference("a_deck")
    'book/references.html#ref-a-deck'
    """
    return f"book/references.html#{make_id(f'ref-{key}')}"


def ids(source: str, table: str, rows: Iterable[str], quantity: str) -> list[str]:
    """Return the ids of a column's numbers, named as `smallbert.data.values` names it.

    Examples
    --------
    >>> ids("a2020paper", "table3", ["half-192"], "mrpc_f1")
    ['a2020paper/table3/half-192/mrpc-f1']
    """
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
