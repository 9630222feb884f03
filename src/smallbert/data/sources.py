"""The sources as tidy results, a number a row, and as tables of numbers.

Cells and descriptors come from `smallbert.data.folders`, whose functions stand here as well: who
reads sources imports this module.
"""

from collections.abc import Callable, Iterable

import pandas as pd

from smallbert.data import originals, records
from smallbert.data.faults import DataError, Fault
from smallbert.data.files import cached
from smallbert.data.folders import (
    CORRECTIONS,
    IN_DOCUMENTS,
    LINES,
    UNUSABLE,
    address,
    cells_of,
    columns_of,
    corrections,
    describe,
    document,
    document_name,
    documented,
    fields,
    folder,
    is_repository,
    keys,
    locator,
    permalink,
    quantified,
    quantities,
    quantity_name,
    read_csv,
    table,
    tables,
    unusable,
)
from smallbert.data.records import COLUMNS

__all__ = [
    "COLUMNS",
    "CORRECTIONS",
    "IN_DOCUMENTS",
    "LINES",
    "UNUSABLE",
    "address",
    "borrowed",
    "cells_of",
    "columns_of",
    "corrections",
    "describe",
    "document",
    "document_name",
    "documented",
    "fields",
    "folder",
    "is_repository",
    "keys",
    "locator",
    "permalink",
    "quantities",
    "quantity_name",
    "read_csv",
    "results",
    "table",
    "tables",
    "unusable",
    "usable",
    "values",
]


def _every(resource: dict) -> bool:
    return True


def results(
    *wanted: str, corrected: bool = True, only: Callable[[dict], bool] = _every
) -> pd.DataFrame:
    """Return the tidy results of the sources `wanted` (all, if none is named), a number a row.

    Parameters
    ----------
    *wanted : str
        Keys of sources.
    corrected : bool
        Whether corrections apply.
    only : callable
        Tells by its descriptor whether a table is read; others are left unopened.

    Returns
    -------
    pandas.DataFrame
        With the columns `COLUMNS`: ``value`` in ``unit``, ``half_width`` likewise;
        ``baseline`` is the id of the result that the row is compared with, or empty;
        ``unusable`` says why a number must decide nothing, and is empty for all others;
        ``protocol`` is how a score was made, ``measured_by`` authors, others or borrowed, and
        ``original`` the row or address that a borrowed number comes from; ``device`` is what a
        time, a speedup or a memory was measured on, ``not stated`` where no document says it,
        and empty for all other numbers; ``sd`` [unit] is the standard deviation over ``n`` runs,
        each missing where it is not printed; ``address`` opens the place in a repository.

    Raises
    ------
    DataError
        Cells do not parse; the message has one line for each.
    """
    if only is _every:
        return _whole(wanted, corrected)
    return _results(wanted or keys(), corrected, only)


@cached
def _whole(wanted: tuple[str, ...], corrected: bool) -> pd.DataFrame:
    return _results(wanted or keys(), corrected, _every)


def _results(wanted: Iterable[str], corrected: bool, only: Callable[[dict], bool]) -> pd.DataFrame:
    numbers, faults = [], []
    for key in wanted:
        for name in [name for name, resource in tables(key).items() if only(resource)]:
            for item in records.of_table(key, name, corrected):
                (faults if isinstance(item, Fault) else numbers).append(_of_one(item))
    if faults:
        raise DataError(faults)
    frame = pd.DataFrame.from_records(numbers, columns=COLUMNS)
    frame["baseline"] = frame["baseline"].where(frame["baseline"].isin(set(frame["id"])), "")
    return frame


def _of_one(item: dict | Fault) -> dict | Fault:
    """Return a number with the one original that has its task, where its row names several."""
    if isinstance(item, Fault) or " " not in item["original"]:
        return item
    one = originals.of_task(item["original"], item["task"], item["metric"])
    return item | {"original": one}


def usable(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the tidy results that may decide something: comparisons and claims rest on no other.

    A result against a baseline that may not has no baseline.
    """
    kept = tidy[tidy["unusable"] == ""]
    return kept.assign(baseline=kept["baseline"].where(kept["baseline"].isin(kept["id"]), ""))


def borrowed(rows: pd.DataFrame) -> pd.Series:
    """Tell which numbers are borrowed from another work: one may repeat a table of its own."""
    pairs = zip(rows["original"], rows["source"], strict=True)
    own = [original.startswith(f"{source}/") for original, source in pairs]
    return rows["measured_by"].eq("borrowed") & ~pd.Series(own, rows.index, dtype=bool)


def values(key: str, name: str, *, corrected: bool = True, unfit: bool = True) -> pd.DataFrame:
    """Return a table with its numbers as numbers, for charts and arithmetic.

    Parameters
    ----------
    key, name : str
        The source and its table.
    corrected : bool
        Whether corrections apply.
    unfit : bool
        Whether to show numbers that must decide nothing; else they are missing.

    Returns
    -------
    pandas.DataFrame
        Indexed by row id: the label columns as they are, then for each quantity a float
        column named as in its result's id, with ``_`` for ``-`` (``mrpc_f1``), and its
        half-width (``mrpc_f1_half_width``). A name that it lacks is refused with those it has.
    """
    return Named(_values(key, name, corrected, unfit))


@cached
def _values(key: str, name: str, corrected: bool, unfit: bool) -> pd.DataFrame:
    labels = table(key, name, corrected=corrected)
    resource = tables(key)[name]
    labels = labels.drop(columns=[each["name"] for each in quantified(resource)])
    tidy = pd.DataFrame(
        [item for item in records.of_table(key, name, corrected) if not isinstance(item, Fault)],
        columns=COLUMNS,
    )
    if tidy.empty:
        return labels
    if not unfit:
        tidy["value"] = tidy["value"].where(tidy["unusable"] == "")
    tidy["quantity"] = tidy["id"].str.rsplit("/", n=1).str[1].str.replace("-", "_")
    order = list(dict.fromkeys(tidy["quantity"]))
    wide = tidy.pivot(index="row", columns="quantity", values=["value", "half_width"])
    widths = wide["half_width"][order].add_suffix("_half_width")
    return labels.join(wide["value"][order]).join(widths)


class Named(pd.DataFrame):
    """A table that says which columns it has when it is asked for another one."""

    def __getitem__(self, key):
        """Return columns or rows as pandas does."""
        try:
            return super().__getitem__(key)
        except KeyError:
            known = [each for each in self.columns if not each.endswith("_half_width")]
            raise KeyError(f"no column {key!r}; there are {', '.join(known)}") from None
