"""Every chart and table of the book, each with an id that never changes."""

import pandas as pd

from smallbert.data import sources, survey
from smallbert.data.faults import UserError
from smallbert.data.files import cached

MIME = "application/vnd.smallbert.artifact+json"
"""Under which a notebook's output carries a chart or table with all that the site needs."""

BY_HAND = "smallbert-by-hand"
"""Marks an output that is for who runs a notebook by hand, and for no page."""


@cached
def listed() -> pd.DataFrame:
    """Return all exhibits by id: source, document, place, kind, status, title."""
    return survey.gather("exhibits").set_index("exhibit")


def line(exhibit: str) -> pd.Series:
    """Return the line of one exhibit; it lies with the work whose key begins its id, if any.

    Raises
    ------
    UserError
        There is none.
    """
    key = exhibit.partition("-")[0]
    own = key if key in sources.keys() else survey.FOLDER
    known = survey.own("exhibits", own).set_index("exhibit")
    if exhibit not in known.index:
        raise UserError(
            f"exhibit {exhibit!r} is unknown; add it to {survey.shown('exhibits', own)}"
        )
    return known.loc[exhibit]
