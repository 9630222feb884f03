"""What the survey covers, in counts: what was read, entered, left out and is waiting."""

from dataclasses import dataclass

import pandas as pd

from smallbert.data import side_tables, sources
from smallbert.data.results import results


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How many documents and repositories were read, and how many of their numbers are in.

    ``sources`` are the works that the documents report. Of the repositories some have no table,
    some are waiting, the others are entered. ``found`` and ``entered_numbers`` count the numbers of
    the tables of the entered ones; parts whose numbers nobody counted are in neither.
    """

    documents: int
    sources: int
    repositories: int
    without_table: int
    waiting: int
    entered: int
    found: int
    entered_numbers: int

    @property
    def left_out(self) -> int:
        """How many of the numbers found are not entered."""
        return self.found - self.entered_numbers


def candidates(prints: str) -> pd.DataFrame:
    """Return the repositories that were read and not entered, by what they print: table or none."""
    known = side_tables.lines_of("candidates", side_tables.FOLDER)
    return known[~known["key"].isin(sources.keys()) & known["prints"].eq(prints)]


def entered_numbers() -> pd.Series:
    """Return how many numbers of each entered repository are in."""
    names = {key: sources.document_name(key) for key in sources.keys()}
    repositories = [key for key, name in names.items() if sources.is_repository(name)]
    return results(*repositories)["source"].value_counts()


def counts() -> Coverage:
    """Return what is covered now."""
    names = [sources.document_name(key) for key in sources.keys()]
    documents = [name for name in names if name and not sources.is_repository(name)]
    read = len(side_tables.lines_of("candidates", side_tables.FOLDER))
    without, waiting = len(candidates("none")), len(candidates("table"))
    numbers = int(entered_numbers().sum())
    left_out = pd.to_numeric(side_tables.gather("left_out")["numbers"]).sum()
    return Coverage(
        documents=len({*documents}),
        sources=len(documents),
        repositories=read,
        without_table=without,
        waiting=waiting,
        entered=read - without - waiting,
        found=numbers + int(left_out),
        entered_numbers=numbers,
    )
