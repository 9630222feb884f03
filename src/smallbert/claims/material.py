"""The results that claims are tested on, read once for all of them; none that is unusable."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

import pandas as pd

from smallbert import data
from smallbert.claims.finding import LackingError
from smallbert.data import sources
from smallbert.paths import cached


def once(make: Callable) -> Callable:
    """Let a function keep what it makes of material, which many claims ask for."""

    @wraps(make)
    def ask(material: "Material", *arguments, **named):
        asked = make, arguments, tuple(named.items())
        if asked not in material.made:
            material.made[asked] = make(material, *arguments, **named)
        return material.made[asked]

    return ask


@dataclass(frozen=True, eq=False)
class Material:
    """Tidy results, and the labels of the tables that they come from.

    Attributes
    ----------
    corrected : bool
        Whether corrections apply; labels follow it.
    instead : pandas.DataFrame, optional
        Results to test instead of those in the sources, with the same columns.
    made : dict
        What was made of it; see `once`.
    """

    corrected: bool = True
    instead: pd.DataFrame | None = None
    made: dict = field(default_factory=dict)

    @property
    @once
    def results(self) -> pd.DataFrame:
        """The results to test, of all sources."""
        found = data.results(corrected=self.corrected) if self.instead is None else self.instead
        return data.usable(found)

    @once
    def source(self, *keys: str) -> pd.DataFrame:
        """Return the results of some sources; no other source is read for them."""
        if self.instead is not None:
            return self.results[self.results["source"].isin(keys)]
        return data.usable(data.results(*keys, corrected=self.corrected))

    @once
    def _of_source(self, key: str) -> dict[str, pd.DataFrame]:
        """Return the results of one source by table."""
        own = self.source(key)
        own = own.assign(quantity=own["id"].str.rsplit("/", n=1).str[1])
        return dict(list(own.groupby("table", sort=False)))

    def tidy(self, table: str) -> pd.DataFrame:
        """Return the results of a table, with the last part of each id as its quantity.

        Parameters
        ----------
        table : str
            Source and table, joined by a slash.

        Raises
        ------
        LackingError
            The table has no result.
        """
        source, _, name = table.partition("/")
        results = self._of_source(source).get(name)
        if results is None:
            raise LackingError(f"a result of {table}")
        return results

    def result(self, name: str) -> pd.Series:
        """Return one result by its id.

        Raises
        ------
        LackingError
            There is none.
        """
        tidy = self.tidy(name.rsplit("/", 2)[0])
        rows = tidy[tidy["id"] == name]
        if rows.empty:
            raise LackingError(name)
        return rows.iloc[0]

    def wide(self, table: str, values: str = "value") -> pd.DataFrame:
        """Return a table's numbers (or their ``half_width``), a row a row, a column a quantity."""
        tidy = self.tidy(table)
        frame = tidy.pivot(index="row", columns="quantity", values=values)
        return frame.loc[tidy["row"].unique(), tidy["quantity"].unique()]

    def labels(self, table: str) -> pd.DataFrame:
        """Return a table's cells as strings."""
        source, _, name = table.partition("/")
        return sources.table(source, name, corrected=self.corrected)

    def labels_of_results(self, table: str) -> pd.DataFrame:
        """Return a table's cells as strings, for the rows that have results."""
        frame = self.labels(table)
        return frame[frame.index.isin(self.tidy(table)["row"])]

    def column(self, table: str, quantity: str, rows: list[str] | None = None) -> pd.DataFrame:
        """Return one quantity of a table: value, half_width and id, indexed by row.

        Raises
        ------
        LackingError
            A row that is asked for does not have it.
        """
        tidy = self.tidy(table)
        columns = ["row", "value", "half_width", "id"]
        values = tidy.loc[tidy["quantity"] == quantity, columns].set_index("row")
        if missing := [row for row in rows or [] if row not in values.index]:
            raise LackingError(f"{quantity} of {' and '.join(missing)} in {table}")
        if values.empty:
            raise LackingError(f"{quantity} in {table}")
        return values.loc[rows] if rows else values


@cached
def of_sources(*, corrected: bool = True) -> Material:
    """Return the sources as material: always the same, and what is made of it is up to date."""
    return Material(corrected=corrected)


def points(material: Material, table: str, x: str, y: str, need: list[str] | None = None):
    """Return the rows that have both quantities: x, y, each with ``_half`` and ``_id``.

    Raises
    ------
    LackingError
        A row that is needed lacks one of them.
    """
    parts = [
        material.column(table, name).set_axis([axis, f"{axis}_half", f"{axis}_id"], axis=1)
        for axis, name in (("x", x), ("y", y))
    ]
    chart = parts[0].join(parts[1], how="inner")
    if missing := [row for row in need or [] if row not in chart.index]:
        raise LackingError(f"{' and '.join(missing)} in {table}")
    return chart


def ids(chart: pd.DataFrame) -> tuple[str, ...]:
    """Return the ids of the rows that `points` gave."""
    return (*chart["x_id"], *chart["y_id"])


def dates(material: Material, table: str, column: str) -> pd.Series:
    """Return the dates in a table's column, as days, under the name date."""
    days = pd.to_datetime(material.labels(table)[column])
    return days.map(pd.Timestamp.toordinal).rename("date")
