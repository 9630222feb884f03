"""A table's numbers as records, one a number: what the tidy results are made of."""

from collections.abc import Iterator
from math import inf, nan

import pandas as pd

from smallbert.data import cells, positions, vocabulary
from smallbert.data.faults import Fault
from smallbert.data.files import cached
from smallbert.data.folders import (
    addressed,
    corrections,
    document,
    fields,
    folder,
    located,
    quantified,
    quantity_name,
    resolve,
    table,
    tables,
    unusable,
)

COLUMNS = (
    *("id", "source", "table", "row", "model", "technique", "task", "metric", "split"),
    *("value", "unit", "printed", "half_width", "origin", "corrected", "baseline", "locator"),
    *("unusable", "protocol", "measured_by", "original", "device", "sd", "n", "address"),
)

UNSTATED = "not stated"
"""Stands for the device of a number that depends on one, where no document names it."""


@cached
def of_table(key: str, name: str, corrected: bool) -> tuple[dict | Fault, ...]:
    """Return a record for each number of a table and a fault for each cell that has none."""
    return tuple(_records(key, name, corrected))


def _records(key: str, name: str, corrected: bool) -> Iterator[dict | Fault]:
    """Yield what `of_table` returns."""
    resource = tables(key)[name]
    frame = table(key, name, corrected=corrected)
    mends = corrections(key, name)
    mended = set(zip(mends["row"], mends["column"], strict=True))
    barred = unusable(key, name)
    units, ranges = vocabulary.units_of_metrics(), vocabulary.ranges_of_metrics()
    timed = vocabulary.metrics_of_devices()
    named = document(key, resource)
    rows = [
        _shared(key, named, resource, row, own)
        for row, own in zip(frame.index, frame.astype(object).to_dict("records"), strict=True)
    ]
    spreads = {each for each in frame.get("sd_row", ()) if each}
    for field in quantified(resource):
        quantities = [_complete(each, resource) for each in field["quantities"]]
        for number, (shared, own) in enumerate(rows, start=1):
            if shared["row"] in spreads:
                continue  # its numbers are the standard deviations of another row
            if "line" in field:
                shared = shared | _place(named, resource, own, str(field["line"]))
            resolved = [_resolve(each, own, units) for each in quantities]
            try:
                numbers = cells.parse(own[field["name"]], [each["unit"] for each in resolved])
            except ValueError as error:
                if corrected or (shared["row"], field["name"]) not in mended:
                    yield _misfit(key, resource, number, field["name"], str(error))
                continue  # a misprint that a correction mends is no number as printed
            at = (shared["row"], field["name"])
            mark = {"corrected": corrected and at in mended, "unusable": barred.get(at, "")}
            spread = _spread(frame, own, field, len(numbers))
            for quantity, item, sd in zip(resolved, numbers, spread, strict=False):
                if item is None:
                    continue
                if "sd" in quantity:
                    sd = yield from _own_spread(key, resource, number, own, quantity["sd"])
                mark["sd"] = abs(quantity.get("scale", 1)) * float(sd or "nan")
                ground = _ground(shared, resource, quantity, own, of_runs=mark["sd"] == mark["sd"])
                if quantity["metric"] not in timed:
                    ground["device"] = ""
                record = shared | ground | _record(shared, quantity, own, item) | mark
                least, most = ranges.get(record["metric"], (-inf, inf))
                if corrected and not least <= record["value"] <= most:
                    can = f"what {record['metric']} can be, {least:g} to {most:g}"
                    why = f"{item.printed} is beyond {can}"
                    yield _misfit(key, resource, number, field["name"], why)
                yield record


def _ground(shared: dict, resource: dict, quantity: dict, own: dict, *, of_runs: bool) -> dict:
    """Return how, by whom, on what and in how many runs a number was measured.

    What the table tells of its runs and its device is told of its own numbers: of its own scores,
    and of the times of its work.
    """
    stated = {name: quantity[name] for name in GROUND if quantity.get(name)}
    whole = shared | stated
    scored = quantity["task"] or quantity["metric"] in SCORES or of_runs
    borrowed = whole["measured_by"] == BORROWED
    of_table = scored and not borrowed
    alike = of_table and not own.get("protocol")
    runs = (scored and own.get("n")) or (alike and resource.get("n"))
    inside = not borrowed or whole["original"].startswith(f"{shared['source']}/")
    place = resolve({"device": resource.get("device", "")}, own)["device"] if inside else ""
    others = shared["protocol"] in OF_RUNS and not (own.get("protocol") or of_table)
    return {
        **({"protocol": ""} if others or not scored else {}),
        **stated,
        "n": _count(quantity.get("n") or runs),
        "device": own.get("device") or quantity.get("device") or place or UNSTATED,
    }


def _count(runs) -> float:
    """Return the number of runs; of words, which the check tells, there is none."""
    try:
        return float(runs or nan)
    except ValueError:
        return nan


def _spread(frame: pd.DataFrame, own: dict, field: dict, count: int) -> list[float | None]:
    """Return the standard deviations of a cell's numbers, where another row prints them."""
    cell = frame.at[own["sd_row"], field["name"]] if own.get("sd_row") else ""
    found = [n and n.value for n in cells.parse(cell, ["%"] * count)] if cell else []
    return found or [None] * count


def _own_spread(key: str, resource: dict, number: int, own: dict, column: str):
    """Return the standard deviation that a column of the row prints; yield a fault for words."""
    try:
        return float(own.get(column) or "nan")
    except ValueError:
        yield _misfit(key, resource, number, column, f"{own[column]!r} is no number")


def _shared(key: str, named: dict, resource: dict, row: str, own: dict) -> tuple[dict, dict]:
    """Return what all numbers of a row have in common, and the row's cells."""
    shared = {
        "source": key,
        "table": resource["name"],
        "row": row,
        "model": _model(own, resource),
        "technique": own.get("technique") or resource.get("technique", "none"),
        "origin": resource["origin"],
        **{name: own.get(name) or resource.get(name, usual) for name, usual in GROUND.items()},
    }
    return shared | _place(named, resource, own, own.get("line", "")), own


OF_RUNS = ("one-recipe", "own-recipe", "mean-of-runs", "median-of-runs")
"""Protocols that a table tells of its own scores: a borrowed score is of other runs."""

BORROWED = "borrowed"

SCORES = ("score", "average", "average-drop")
"""Metrics of scores that may be of no task; any other number of none, such as a size, a sparsity or
a speed, is no score: it has no protocol and is of no runs."""

GROUND = {"protocol": "", "measured_by": "authors", "original": ""}
"""How and by whom a number was measured, which its quantity, its row or its table says."""


def _place(named: dict, resource: dict, own: dict, line: str) -> dict[str, str]:
    path = own.get("path", "")
    return {
        "locator": located(named, resource, line, path),
        "address": addressed(named, resource, line, path),
    }


def _complete(quantity: dict, resource: dict) -> dict:
    """Fill the defaults of a quantity that do not depend on the row."""
    full = {"task": ""} | quantity
    full.setdefault("split", resource.get("split", "unstated") if full["task"] else "")
    return full


def _resolve(quantity: dict, own: dict, units: dict[str, str]) -> dict:
    """Let ``$column`` stand for the row's own cell; then the unit and the name follow."""
    full = resolve(quantity, own)
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
    scale = quantity.get("scale", 1)
    return {
        "id": f"{stem}/{shared['row']}/{quantity['name']}",
        "model": quantity.get("model", shared["model"]),
        "technique": quantity.get("technique", shared["technique"]),
        "task": quantity["task"],
        "metric": quantity["metric"],
        "split": quantity["split"],
        "value": scale * item.value,
        "unit": quantity["unit"],
        "printed": item.printed,
        "half_width": abs(scale) * _half_width(quantity.get("half_width"), item),
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
    words = f"{column}: {why}; mend the cell or the column's quantities"
    return positions.fault(folder(key) / resource["path"], record, column, words)
