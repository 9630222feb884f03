"""What a test of a claim finds, and the results that it is given."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from smallbert import compare, data
from smallbert.data import sources
from smallbert.memo import cached

HOLDS, FAILS, UNDECIDABLE = "holds", "fails", "undecidable"
NOT_TESTABLE = "not testable"
"""Of advice, and of what no result can show."""

VERDICTS = (HOLDS, FAILS, UNDECIDABLE, NOT_TESTABLE)


AGREES, CONTRADICTS, MIXED = "agrees", "contradicts", "mixed"
"""What the numbers say, whether or not chance may explain it."""


class LackingError(Exception):
    """A number that a predicate needs is not among the results; its text names what."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A verdict with all that a reader needs to judge it.

    ``evidence`` are ids of the results looked at; ``value`` is the number that decided, and
    ``decided_by`` what it is, or what is missing. ``comparisons`` counts what is independent: pairs
    of models, or points of a statistic. Several scores of one pair count once, and so do the
    settings of one measured model; of the pairs that k models form, k - 1 are independent.
    ``shows`` says what the numbers say as they stand, and ``chance`` how much of the value chance
    alone explains; empty and missing where no number tells.
    """

    verdict: str
    evidence: tuple[str, ...] = ()
    value: float | None = None
    decided_by: str
    comparisons: int = 0
    shows: str = ""
    chance: float | None = None

    @property
    def words(self) -> str:
        """The verdict as a page has it: an open one says what the numbers show.

        Examples
        --------
        >>> Finding(verdict="holds", decided_by="", shows="agrees").words
        'holds'
        >>> found = Finding(
        ...     verdict="undecidable", decided_by="", shows="agrees", value=0.6, chance=1.1
        ... )
        >>> found.words
        'agrees: +0.6, chance explains 1.1'
        """
        if self.verdict != UNDECIDABLE or not self.shows:
            return self.verdict
        if self.chance is None or self.value is None:
            return f"{self.shows}, perhaps by chance"
        return f"{self.shows}: {number(self.value, '+.1f')}, chance explains {self.chance:.1f}"


def lacking(what: str) -> Finding:
    """Return the finding of a claim for which `what` is missing."""
    return Finding(verdict=UNDECIDABLE, decided_by=f"missing: {what}")


def choose(*, holds: bool, fails: bool) -> str:
    """Return the word for what was shown; undecidable if neither was.

    Examples
    --------
    >>> choose(holds=False, fails=False)
    'undecidable'
    """
    return HOLDS if holds else FAILS if fails else UNDECIDABLE


def shown(leads: Iterable[float]) -> str:
    """Return what leads over some numbers say as they stand.

    Examples
    --------
    >>> shown([0.6, 0.1]), shown([-0.2]), shown([0.6, -0.1]), shown([])
    ('agrees', 'contradicts', 'mixed', '')
    """
    signs = {lead > 0 for lead in leads if lead == lead}
    return (
        MIXED
        if len(signs) > 1
        else {True: AGREES, False: CONTRADICTS}[signs.pop()]
        if signs
        else ""
    )


def above(difference: float, margin: float) -> str:
    """Tell whether a difference is above zero by its margin: yes, no, or empty if unclear.

    With a margin of 0 the numbers are taken as they stand, and equal ones are not above each other;
    an unknown margin (NaN) leaves it unclear.

    Examples
    --------
    >>> above(2.0, 2.0), above(0.6, 0.8), above(0.0, 0.0)
    ('yes', '', 'no')
    """
    slack = 1e-9
    if difference > slack and difference >= margin - slack:
        return "yes"
    return "no" if difference <= slack - margin else ""


def independent(pairs: Iterable[tuple[str, str]]) -> int:
    """Return how many of the differences between pairs of rows do not follow from the others.

    Examples
    --------
    >>> independent([("a", "b"), ("b", "c"), ("a", "c")]), independent([("a", "b"), ("c", "d")])
    (2, 2)
    """
    pairs = list(pairs)
    rows = {row for pair in pairs for row in pair}
    signs = [[(row == one) - (row == other) for row in rows] for one, other in pairs]
    return int(np.linalg.matrix_rank(signs)) if pairs else 0


def number(value: float, form: str = ".2f") -> str:
    """Return a number with a true minus sign."""
    return f"{value:{form}}".replace("-", "−")


@dataclass(frozen=True, eq=False)
class Material:
    """The results that claims are tested on, without the unusable, and the labels of their tables.

    `instead` are results to test in place of the sources'.
    """

    instead: pd.DataFrame | None = None

    def source(self, *keys: str) -> pd.DataFrame:
        """Return the results of some sources, or of all."""
        if self.instead is None:
            return data.usable(data.results(*keys))
        found = data.usable(self.instead)
        return found[found["source"].isin(keys)] if keys else found

    def tidy(self, table: str) -> pd.DataFrame:
        """Return the results of a table ("source/table"), the end of each id as its quantity."""
        source, _, name = table.partition("/")
        if name not in (tables := _by_table(self, source)):
            raise LackingError(f"a result of {table}")
        return tables[name]

    def results(self, names: Iterable[str]) -> pd.DataFrame:
        """Return results by their ids, in that order, or raise `LackingError`."""
        known, names = _by_id(self), list(names)
        if missing := [each for each in names if each not in known.index]:
            raise LackingError(missing[0])
        return known.loc[names]

    def wide(self, table: str) -> pd.DataFrame:
        """Return a table's numbers, a row a row, a column a quantity."""
        tidy = self.tidy(table)
        frame = tidy.pivot(index="row", columns="quantity", values="value")
        return frame.loc[tidy["row"].unique(), tidy["quantity"].unique()]

    def labels(self, table: str) -> pd.DataFrame:
        """Return a table's cells as strings."""
        source, _, name = table.partition("/")
        return sources.table_of(source, name)

    def column(self, table: str, quantity: str, rows: list[str] | None = None) -> pd.DataFrame:
        """Return one quantity of a table, or of those rows of it, as tidy results by row."""
        tidy = self.tidy(table)
        values = tidy[tidy["quantity"] == quantity].set_index("row", drop=False)
        if missing := [row for row in rows or [] if row not in values.index]:
            raise LackingError(f"{quantity} of {' and '.join(missing)} in {table}")
        if values.empty:
            raise LackingError(f"{quantity} in {table}")
        return values.loc[rows] if rows else values

    def points(self, table: str, x: str, y: str) -> pd.DataFrame:
        """Return the rows that have both quantities: x, y, each with ``_half`` and ``_id``."""
        parts = [
            self.column(table, name)[["value", "half_width", "id"]].set_axis(
                [axis, f"{axis}_half", f"{axis}_id"], axis=1
            )
            for axis, name in (("x", x), ("y", y))
        ]
        return parts[0].join(parts[1], how="inner")


@cache
def _by_id(material: Material) -> pd.DataFrame:
    """Return all results with what may move them: many claims ask how far two scores lie apart."""
    return compare.errors_of_results(material.source()).set_index("id", drop=False)


@cache
def _by_table(material: Material, source: str) -> dict[str, pd.DataFrame]:
    """Return the results of one source by table; many claims ask for it."""
    every = _by_id(material)
    own = every[every["source"] == source]
    own = own.assign(quantity=own["id"].str.rsplit("/", n=1).str[1])
    return dict(list(own.groupby("table", sort=False)))


@cached
def of_sources() -> Material:
    """Return the sources as material: the same as long as the data are."""
    return Material()


def ids(chart: pd.DataFrame) -> tuple[str, ...]:
    """Return the ids of the rows that `Material.points` gave."""
    return (*chart["x_id"], *chart["y_id"])
