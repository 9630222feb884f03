"""The numbers that rules look up, and a memory of which they were."""

from collections.abc import Iterable
from typing import NamedTuple

import pandas as pd

from smallbert.audit.interval import Interval
from smallbert.data import sources

PRUNED = "the model is pruned, and a shape does not tell how many weights are left"
"""Why no rule of a whole shape judges a row of that technique."""


def pruned(technique: str) -> bool:
    """Tell whether pruning is one of the families that a technique joins."""
    return "pruning" in technique.split("+")


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
    def interval(self) -> Interval:
        """The number with the range that its print or reading allows."""
        return Interval.around(self.value, self.half_width)

    def beside(self, quantity: str, *, row: str = "") -> str:
        """Return the id of another number of the same row, or of another row of the table."""
        return f"{self.source}/{self.table}/{row or self.row}/{quantity}"


class Numbers:
    """The tidy results by id.

    Parameters
    ----------
    results : pandas.DataFrame
        Of `smallbert.data.results`.
    """

    def __init__(self, results: pd.DataFrame):
        rows = results[list(Result._fields)].itertuples(index=False, name=None)
        self._by_id = {row[0]: Result(*row) for row in rows}
        self._columns: dict[tuple[str, str, str], list[str]] = {}
        self._models: dict[tuple[str, str], list[str]] = {}
        for own in self:
            self._columns.setdefault(_column(own), []).append(own.id)
            self._models.setdefault((own.source, own.model), []).append(own.id)
        self.sources = set(results["source"])
        self._labels: dict[tuple[str, str], pd.DataFrame] = {}
        self._cells: dict[tuple[str, str, str], dict[str, str]] = {}
        self._cuts: dict[tuple[str, str], bool] = {}
        self.used: set[str] = set()

    def __iter__(self) -> Iterable[Result]:
        return iter(self._by_id.values())

    def __contains__(self, id: str) -> bool:
        return id in self._by_id

    def put(self, result: Result) -> None:
        """Put a number in the place of the one with the same id."""
        self._by_id[result.id] = result

    def get(self, id: str) -> Result:
        """Return a number and remember that it was used.

        Raises
        ------
        MissingError
            There is none.
        """
        if id not in self._by_id:
            raise MissingError(f"{id} is not printed")
        self.used.add(id)
        return self._by_id[id]

    def number(self, id: str) -> Interval:
        """Return the value of a number with its range, and remember that it was used."""
        return self.get(id).interval

    def all(self, ids: Iterable[str]) -> list[Interval]:
        """Return some numbers.

        Raises
        ------
        MissingError
            The message names all that are not printed.
        """
        ids = list(ids)
        absent = [each.rsplit("/", 1)[1] for each in ids if each not in self]
        if absent:
            raise MissingError(f"not printed: {', '.join(absent)}")
        return [self.number(each) for each in ids]

    def others(self, own: Result) -> list[Result]:
        """Return what the other rows of a number's table have of its quantity, unremembered."""
        return [self._by_id[id] for id in self._columns[_column(own)] if id != own.id]

    def labels(self, own: Result) -> pd.DataFrame:
        """Return the table that a number is from, by row id, every cell a string."""
        place = own.source, own.table
        if place not in self._labels:
            self._labels[place] = sources.table(*place)
        return self._labels[place]

    def label(self, own: Result, column: str) -> str:
        """Return another cell of a number's row."""
        place = own.source, own.table, column
        if place not in self._cells:
            self._cells[place] = self.labels(own)[column].to_dict()
        return self._cells[place][own.row]

    def cuts_digits(self, own: Result) -> bool:
        """Tell whether digits of a number's table are cut off, as its descriptor says."""
        place = own.source, own.table
        if place not in self._cuts:
            table = sources.tables(own.source).get(own.table, {})
            self._cuts[place] = table.get("cuts_digits", False)
        return self._cuts[place]

    def of_model(self, source: str, model: str, *quantities: str) -> str:
        """Return the id of the first of the `quantities` that the source has for a model.

        Raises
        ------
        MissingError
            The source has no such row.
        """
        rows = [self._by_id[id] for id in self._models.get((source, model), ())]
        for quantity in quantities:
            for row in rows:
                if row.table != "claims" and row.id.endswith(f"/{quantity}"):
                    return row.id
        raise MissingError(f"no table of the slide has {' or '.join(quantities)} of {model!r}")


def _column(own: Result) -> tuple[str, str, str]:
    return own.source, own.table, own.quantity
