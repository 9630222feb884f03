"""The results that claims are tested on."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from smallbert import compare, data
from smallbert.data import sources
from smallbert.memo import cached


class LackingError(Exception):
    """A number that a predicate needs is not among the results; its text names what."""


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
        names = list(names)
        works = dict.fromkeys(name.partition("/")[0] for name in names)
        by_id = pd.concat([_by_id(self, work) for work in works])
        if missing := [name for name in names if name not in by_id.index]:
            raise LackingError(missing[0])
        return by_id.loc[names]

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


@cached
def _by_id(material: Material, source: str) -> pd.DataFrame:
    """Return the results of a source with what may move them: many claims ask for the same.

    A source that is not there has none.
    """
    is_there = material.instead is not None or source in sources.keys()
    results = material.source(source) if is_there else material.source().head(0)
    return compare.errors_of_results(results).set_index("id", drop=False)


@cached
def _by_table(material: Material, source: str) -> dict[str, pd.DataFrame]:
    """Return the results of one source by table; many claims ask for it."""
    results = _by_id(material, source)
    results = results.assign(quantity=results["id"].str.rsplit("/", n=1).str[1])
    return dict(list(results.groupby("table", sort=False)))


@cached
def of_sources() -> Material:
    """Return the sources as material: the same as long as the data are."""
    return Material()


def evidence_ids(chart: pd.DataFrame) -> tuple[str, ...]:
    """Return the ids of the rows that `Material.points` gave."""
    return (*chart["x_id"], *chart["y_id"])
