"""The transcribed documents, as tables and as tidy results.

A source is a folder below ``data/sources``: ``datapackage.yaml`` says what each column of
each CSV holds, and ``corrections.csv`` mends cells that the document misprints. Both are
read as they are; `smallbert.data.check` says whether they are sound.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pandas as pd
import yaml

from smallbert.data import cells, paths, positions, vocabulary
from smallbert.data.faults import DataError, Fault, UserError

CORRECTIONS = "corrections"
COLUMNS = (
    *("id", "source", "table", "row", "model", "technique", "task", "metric", "split"),
    *("value", "unit", "printed", "half_width", "origin", "corrected", "baseline", "locator"),
)
IN_DOCUMENTS = ("printed", "digitised")


def keys() -> list[str]:
    """Return the sources' keys, in alphabetical order."""
    return sorted(path.parent.name for path in paths.data().glob("sources/*/datapackage.yaml"))


def folder(key: str) -> Path:
    """Return the folder of the source `key`.

    Raises
    ------
    UserError
        There is no such source; the message lists those that exist.
    """
    found = paths.data() / "sources" / key
    if not (found / "datapackage.yaml").is_file():
        raise UserError(f"source {key!r} is unknown; use one of {', '.join(keys())}")
    return found


def describe(key: str) -> dict:
    """Return the descriptor of the source `key`; it is shared, so do not change it."""
    path = folder(key) / "datapackage.yaml"
    return _descriptor(path, path.stat().st_mtime_ns)


@lru_cache
def _descriptor(path: Path, written: int) -> dict:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def tables(key: str) -> dict[str, dict]:
    """Return the descriptors of the source's tables by name, corrections left out."""
    resources = describe(key)["resources"]
    return {each["name"]: each for each in resources if each["name"] != CORRECTIONS}


def fields(resource: dict, *, printed: bool) -> list[dict]:
    """Return the columns of a table that the document prints, or else those that are ours."""
    return [each for each in resource["schema"]["fields"] if bool(each.get("ours")) != printed]


def read_csv(path: Path) -> pd.DataFrame:
    """Return a CSV's cells as strings; an empty cell is an empty string."""
    return _csv(path, path.stat().st_mtime_ns).copy()


@lru_cache
def _csv(path: Path, written: int) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8")


def corrections(key: str) -> pd.DataFrame:
    """Return the source's corrections: table, row, column, printed, corrected, reason, evidence."""
    path = folder(key) / f"{CORRECTIONS}.csv"
    if not path.exists():
        return pd.DataFrame(
            columns=["table", "row", "column", "printed", "corrected", "reason", "evidence"]
        )
    return read_csv(path)


def table(key: str, name: str, *, corrected: bool = True) -> pd.DataFrame:
    """Return a table as the document prints it, one line a row, every cell a string.

    Parameters
    ----------
    key, name : str
        The source and its table.
    corrected : bool
        Whether the cells named in ``corrections.csv`` are mended.

    Returns
    -------
    pandas.DataFrame
        Indexed by the stable row id.

    Raises
    ------
    UserError
        There is no such table.
    """
    known = tables(key)
    if name not in known:
        raise UserError(f"{key} has no table {name!r}; use one of {', '.join(known)}")
    frame = read_csv(folder(key) / known[name]["path"]).set_index("row")
    if corrected:
        mends = corrections(key)
        for mend in mends[mends["table"] == name].itertuples():
            frame.loc[mend.row, mend.column] = mend.corrected
    return frame


def results(
    *wanted: str, corrected: bool = True, only: Callable[[dict], bool] = lambda resource: True
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
        ``baseline`` is the id of the result that the row is compared with, or empty.

    Raises
    ------
    DataError
        Cells do not parse; the message has one line for each.
    """
    records, faults = [], []
    for key in wanted or keys():
        for name in [name for name, resource in tables(key).items() if only(resource)]:
            for item in _read(key, name, corrected):
                (faults if isinstance(item, Fault) else records).append(item)
    if faults:
        raise DataError(faults)
    frame = pd.DataFrame.from_records(records, columns=COLUMNS)
    frame["baseline"] = frame["baseline"].where(frame["baseline"].isin(set(frame["id"])), "")
    return frame


def values(key: str, name: str, *, corrected: bool = True) -> pd.DataFrame:
    """Return a table with its numbers as numbers, for charts and arithmetic.

    Returns
    -------
    pandas.DataFrame
        Indexed by row id: the label columns as they are, then for each quantity a float
        column named as in its result's id, with ``_`` for ``-`` (``mrpc_f1``), and its
        half-width (``mrpc_f1_half_width``).
    """
    labels = table(key, name, corrected=corrected)
    resource = tables(key)[name]
    labels = labels.drop(columns=[each["name"] for each in _quantified(resource)])
    tidy = pd.DataFrame(
        [item for item in _read(key, name, corrected) if not isinstance(item, Fault)],
        columns=COLUMNS,
    )
    if tidy.empty:
        return labels
    tidy["quantity"] = tidy["id"].str.rsplit("/", n=1).str[1].str.replace("-", "_")
    order = list(dict.fromkeys(tidy["quantity"]))
    wide = tidy.pivot(index="row", columns="quantity", values=["value", "half_width"])
    widths = wide["half_width"][order].add_suffix("_half_width")
    return labels.join(wide["value"][order]).join(widths)


def locator(resource: dict, document: str, line: str = "") -> str:
    """Return the words for a place: document, place in it, line."""
    parts = [document if resource["origin"] in IN_DOCUMENTS else "", resource["place"]]
    return ", ".join(part for part in [*parts, line and f"line {line}"] if part)


def quantities(resource: dict) -> list[dict]:
    """Return the quantities that the columns of a table hold, as the descriptor has them."""
    return [each for field in _quantified(resource) for each in field["quantities"]]


def quantity_name(quantity: dict) -> str:
    """Return what a quantity is called in the ids of its results."""
    parts = (quantity.get("task", ""), quantity["metric"])
    return quantity.get("name") or "-".join(part for part in parts if part)


def column_of(key: str, name: str, quantity: str) -> str:
    """Return the column of a table that holds a quantity, by the quantity's name, or nothing."""
    for field in _quantified(tables(key)[name]):
        if quantity in map(quantity_name, field["quantities"]):
            return field["name"]
    return ""


def _quantified(resource: dict) -> list[dict]:
    return [each for each in resource["schema"]["fields"] if each.get("quantities")]


def _read(key: str, name: str, corrected: bool) -> tuple[dict | Fault, ...]:
    """Return `_records` as they were, if none of their files has been written since."""
    names = ("datapackage.yaml", tables(key)[name]["path"], f"{CORRECTIONS}.csv")
    files = [*(folder(key) / each for each in names), paths.data() / "vocabulary" / "metrics.csv"]
    written = tuple((path, path.stat().st_mtime_ns) for path in files if path.exists())
    return _read_at(key, name, corrected, written)


@lru_cache(maxsize=512)  # a page asks for the same tables many times
def _read_at(key: str, name: str, corrected: bool, written: tuple) -> tuple[dict | Fault, ...]:
    return tuple(_records(key, name, corrected))


def _records(key: str, name: str, corrected: bool) -> Iterator[dict | Fault]:
    """Yield a record for each number of a table and a fault for each cell that has none."""
    resource = tables(key)[name]
    frame = table(key, name, corrected=corrected)
    mends = corrections(key)
    mends = mends[mends["table"] == name]
    mended = set(zip(mends["row"], mends["column"], strict=True))
    document = describe(key).get("document", {}).get("file", "")
    units = vocabulary.units_of_metrics()
    rows = [
        _shared(key, document, resource, row, own)
        for row, own in zip(frame.index, frame.to_dict("records"), strict=True)
    ]
    for field in _quantified(resource):
        quantities = [_complete(each, resource) for each in field["quantities"]]
        for number, (shared, own) in enumerate(rows, start=1):
            resolved = [_resolve(each, own, units) for each in quantities]
            try:
                found = cells.parse(own[field["name"]], [each["unit"] for each in resolved])
            except ValueError as error:
                if corrected or (shared["row"], field["name"]) not in mended:
                    yield _misfit(key, resource, number, field["name"], str(error))
                continue  # a misprint that a correction mends is no number as printed
            mark = {"corrected": corrected and (shared["row"], field["name"]) in mended}
            for quantity, item in zip(resolved, found, strict=False):
                yield shared | _record(shared, quantity, own, item) | mark


def _shared(key: str, document: str, resource: dict, row: str, own: dict) -> tuple[dict, dict]:
    """Return what all numbers of a row have in common, and the row's cells."""
    shared = {
        "source": key,
        "table": resource["name"],
        "row": row,
        "model": _model(own, resource),
        "technique": own.get("technique") or resource.get("technique", "none"),
        "origin": resource["origin"],
        "locator": locator(resource, document, own.get("line", "")),
    }
    return shared, own


def _complete(quantity: dict, resource: dict) -> dict:
    """Fill the defaults of a quantity that do not depend on the row."""
    full = {"task": ""} | quantity
    full.setdefault("split", resource.get("split", "unstated") if full["task"] else "")
    return full


def _resolve(quantity: dict, own: dict, units: dict[str, str]) -> dict:
    """Let ``$column`` stand for the row's own cell; then the unit and the name follow."""
    full = quantity.copy()
    for key, value in quantity.items():
        if isinstance(value, str) and value[:1] == "$":
            full[key] = own.get(value[1:], "")
    if "unit" not in full:
        full["unit"] = units.get(full["metric"], "")
    if "name" not in full:
        full["name"] = quantity_name(full)
    return full


def _model(own: dict, resource: dict) -> str:
    first = fields(resource, printed=True)[0]["name"]
    return own.get("name") or own[first]


def _record(shared: dict, quantity: dict, own: dict, item: cells.Number) -> dict:
    stem = f"{shared['source']}/{shared['table']}"
    row = own.get("baseline", "") or shared["row"]
    base = quantity.get("baseline", "" if row == shared["row"] else quantity["name"])
    return {
        "id": f"{stem}/{shared['row']}/{quantity['name']}",
        "model": quantity.get("model", shared["model"]),
        "technique": quantity.get("technique", shared["technique"]),
        "task": quantity["task"],
        "metric": quantity["metric"],
        "split": quantity["split"],
        "value": item.value,
        "unit": quantity["unit"],
        "printed": item.printed,
        "half_width": _half_width(quantity.get("half_width"), item),
        "baseline": f"{stem}/{row}/{base}" if base else "",
    }


def _half_width(stated: float | str | None, item: cells.Number) -> float:
    """Return the reading's half-width where one is stated, else that of the print."""
    if stated is None:
        return item.half_width
    if isinstance(stated, str):
        return abs(item.value) * float(stated.rstrip("%")) / 100
    return float(stated)


def _misfit(key: str, resource: dict, record: int, column: str, why: str) -> Fault:
    path = folder(key) / resource["path"]
    names = [each["name"] for each in resource["schema"]["fields"]]
    line, at = positions.of_cell(path.read_text(encoding="utf-8"), record, names.index(column))
    return Fault(path, line, at, f"{column}: {why}; mend the cell or the column's quantities")
