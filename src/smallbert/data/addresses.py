"""Where in the site a number has its card; the address follows from its id and never changes."""

FOLDER = "numbers"


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
