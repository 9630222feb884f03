"""Printed numbers as rules see them, each by its id, and how a rule is marked as one."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import pandas as pd

from smallbert.audit.interval import Interval
from smallbert.data import sources

NONE: Mapping = MappingProxyType({})
"""No input, as the default of a rule that may be given some by row."""


class MissingError(Exception):
    """A rule lacks an input; the message says which."""


class Result(NamedTuple):
    """One number of the tidy results, as far as rules ask for it."""

    id: str
    source: str
    table: str
    row: str
    model: str
    task: str
    metric: str
    split: str
    value: float
    printed: str
    half_width: float
    origin: str
    unusable: str
    original: str
    technique: str

    @property
    def quantity(self) -> str:
        """The last part of the id."""
        return self.id.rsplit("/", 1)[1]

    @property
    def place(self) -> str:
        """Source and table, as ``source/table``."""
        return f"{self.source}/{self.table}"

    @property
    def interval(self) -> Interval:
        """The number with the range that its print or reading allows."""
        return Interval.around(self.value, self.half_width)

    def beside(self, quantity: str, *, row: str = "") -> str:
        """Return the id of another number of the same row, or of another row of the table."""
        return f"{self.place}/{row or self.row}/{quantity}"

    def label(self, column: str, *, row: str = "") -> str:
        """Return a cell of the same row, or of another row of the table; empty without one."""
        return sources.cells_of(self.source, self.table)[row or self.row].get(column, "")

    @property
    def is_baseline(self) -> bool:
        """Whether the number is of the row with which its table compares the others."""
        return self.label("baseline") == self.row


class Numbers(dict):
    """The tidy results as `Result` by id; `used` remembers the ids that rules asked for.

    `rows` has them by row, as ``source/table/row``, `works` by source.
    """

    __hash__ = object.__hash__  # what a rule makes of all of them is kept for these alone

    def __init__(self, results: pd.DataFrame):
        rows = results[list(Result._fields)].astype(object).itertuples(index=False, name=None)
        super().__init__((row[0], Result(*row)) for row in rows)
        self.used: set[str] = set()
        self.rows: dict[str, list[Result]] = {}
        self.works: dict[str, list[Result]] = {}
        for result in self.values():
            self.rows.setdefault(f"{result.place}/{result.row}", []).append(result)
            self.works.setdefault(result.source, []).append(result)

    def look_up(self, id: str) -> Result:
        """Return a number and remember it; raise `MissingError` where it is not printed."""
        if id not in self:
            raise MissingError(f"{id} is not printed")
        self.used.add(id)
        return self[id]

    def number(self, id: str) -> Interval:
        """Return the value of a number with its range, as `look_up` does."""
        return self.look_up(id).interval

    def all(self, ids: Iterable[str]) -> list[Interval]:
        """Return some numbers; raise `MissingError` with all that are not printed."""
        ids = list(ids)
        if absent := [id.rsplit("/", 1)[1] for id in ids if id not in self]:
            raise MissingError(f"not printed: {', '.join(absent)}")
        return [self.number(id) for id in ids]


def recomputes(*metrics: str, one_of: tuple[str, ...] = ()) -> Callable:
    """Let a function recompute numbers of some metrics where a descriptor names it; else none.

    It takes `Numbers`, the `Result` and by keyword what the descriptor gives, of which it needs
    what has no default, and one of `one_of`; it returns an `Interval` or raises `MissingError`. Its
    docstring tells readers what it does.
    """

    def mark(function: Callable) -> Callable:
        function.metrics, function.one_of = metrics, one_of
        return function

    return mark
