"""Every chart and table of the book: its line, its id, which never changes, and its mark."""

import pandas as pd

from smallbert.data import side_tables, sources
from smallbert.errors import UserError
from smallbert.memo import cached

MIME = "application/vnd.smallbert.artifact+json"
"""Under which a notebook's output carries a chart or table with all that the site needs."""

RUN_BY_HAND = "smallbert-by-hand"
"""Marks an output that is for who runs a notebook by hand, and for no page."""

QUOTED_VALUES = "values"
"""What such a mark says of values that the prose quotes."""


@cached
def by_id() -> pd.DataFrame:
    """Return all exhibits by id: source, document, place, kind, status, title."""
    return side_tables.gather("exhibits").set_index("exhibit")


def exhibit(id: str) -> pd.Series:
    """Return the line of one exhibit; it lies with the work whose key begins its id, if any."""
    beginning = id.partition("-")[0]
    key = beginning if beginning in sources.keys() else side_tables.FOLDER
    lines = side_tables.lines_of("exhibits", key).set_index("exhibit")
    if id not in lines.index:
        raise UserError(
            f"exhibit {id!r} is unknown; add it to {side_tables.file_of('exhibits', key)}"
        )
    return lines.loc[id]
