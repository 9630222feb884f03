"""The tidy results, a number a row: what a table's cells hold, how and where it was measured."""

import re
from collections.abc import Iterator
from math import inf, nan

import pandas as pd

from smallbert.data import cells, sources, vocabulary
from smallbert.errors import DataError, Fault
from smallbert.memo import cached

COLUMNS = (
    *("id", "source", "table", "row", "model", "technique", "task", "metric", "split"),
    *("value", "unit", "printed", "half_width", "origin", "corrected", "baseline", "locator"),
    *("unusable", "protocol", "measured_by", "original", "device", "sd", "n", "address"),
)

UNSTATED = "not stated"
"""Stands for who measured a score or a time, or for its device, where no document says it."""

BORROWED = "borrowed"

OF_RUNS = ("one-recipe", "own-recipe", "mean-of-runs", "median-of-runs")
"""Protocols that a table tells of its own scores: a borrowed score is of other runs."""

SAME_TASKS = {"mnli": "mnli-m"}
"""Tasks compared as one: a document that says MNLI without a half is taken to mean the matched one.

Nobody knows that of it, so pages say that the half is not stated.
"""

REMARKS = "claims"
"""The table of what a work says in words of other works: its numbers are no results to compare."""


@cached
def results(*wanted: str) -> pd.DataFrame:
    """Return the tidy results of the sources `wanted` (all, if none is named), a number a row.

    ``value``, ``half_width`` and ``sd`` (over ``n`` runs; missing where not printed) are in
    ``unit``; ``baseline`` is the id of the result that it is compared with, or empty. ``unusable``
    says why a number must decide nothing. ``protocol`` is how a score was made, ``measured_by``
    authors, others or borrowed, ``original`` the row or address that a borrowed number comes from,
    ``device`` what a time, a speedup or a memory was measured on: `UNSTATED` where no document
    says it, empty where there is nothing to say. ``address`` opens the place in a repository.
    Cells that do not parse are a DataError.
    """
    numbers, faults = [], []
    for key in wanted or sources.keys():
        for name in sources.tables(key):
            for item in numbers_of(key, name):
                (faults if isinstance(item, Fault) else numbers).append(item)
    if faults:
        raise DataError(faults)
    for at, number in enumerate(numbers):
        if " " in number["original"]:
            original = original_of(number["original"], number["task"], number["metric"])
            numbers[at] = number | {"original": original}
    frame = pd.DataFrame.from_records(numbers, columns=COLUMNS)
    frame["baseline"] = frame["baseline"].where(frame["baseline"].isin(set(frame["id"])), "")
    return frame


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
    return rows["measured_by"].eq(BORROWED) & ~pd.Series(own, rows.index, dtype=bool)


@cached
def values(key: str, name: str, *, unfit: bool = True) -> pd.DataFrame:
    """Return a table of a source with its numbers as numbers, by row id.

    The label columns are as they are; each quantity is a float column named as in its result's id,
    with ``_`` for ``-`` (``mrpc_f1``), and its half-width another (``mrpc_f1_half_width``). Unless
    `unfit`, numbers that must decide nothing are missing.
    """
    labels = sources.table_of(key, name)
    of_numbers = sources.quantified(sources.tables(key)[name])
    labels = labels.drop(columns=[each["name"] for each in of_numbers])
    numbers = [each for each in numbers_of(key, name) if not isinstance(each, Fault)]
    if not numbers:
        return labels
    tidy = pd.DataFrame(numbers, columns=COLUMNS)
    if not unfit:
        tidy["value"] = tidy["value"].where(tidy["unusable"] == "")
    tidy["quantity"] = tidy["id"].str.rsplit("/", n=1).str[1].str.replace("-", "_")
    order = list(dict.fromkeys(tidy["quantity"]))
    wide = tidy.pivot(index="row", columns="quantity", values=["value", "half_width"])
    widths = wide["half_width"][order].add_suffix("_half_width")
    return labels.join(wide["value"][order]).join(widths)


@cached
def numbers_of(key: str, name: str) -> tuple[dict | Fault, ...]:
    """Return a record for each number of a table and a fault for each cell that has none."""
    return tuple(_records(key, name))


def _records(key: str, name: str) -> Iterator[dict | Fault]:
    resource, path = sources.tables(key)[name], sources.path_of(key, name)
    rows = sources.cells_of(key, name)
    shared = {row: _shared(key, resource, row, own) for row, own in rows.items()}
    mends, barred = sources.corrections(key, name), sources.unusable(key, name)
    mended = set(zip(mends["row"], mends["column"], strict=True))
    ranges, spreads = vocabulary.ranges_of_metrics(), {own.get("sd_row") for own in rows.values()}
    missing, decimal = sources.not_reported(resource), resource.get("decimal", ".")
    timed, scored = vocabulary.metrics_of_devices(), {*vocabulary.scores()}
    for field in sources.quantified(resource):
        column, stated = field["name"], [_whole(each, resource) for each in field["quantities"]]
        varying = any(str(part)[:1] == "$" for each in stated for part in each.values())
        fixed = [] if varying else [_named(each) for each in stated]
        optional = [bool(each.get("optional")) for each in stated]
        for number, (row, own) in enumerate(rows.items(), start=1):
            if row in spreads:
                continue  # its numbers are the standard deviations of another row
            quantities = fixed or [_named(sources.resolve(each, own)) for each in stated]
            has_sd = any(each.get("sd") == column for each in quantities)
            cell = "" if own[column].strip() in missing else cells.plain(own[column])
            mean = SPREAD.sub("", cell) if has_sd else cell
            try:
                units = [each["unit"] for each in quantities]
                found = cells.parse(mean, units, optional=optional, decimal=decimal)
            except ValueError as error:
                yield Fault.of_cell(path, number, column, f"{error}; {_remedy(cell, column)}")
                continue
            whole = shared[row] | {
                "corrected": (row, column) in mended,
                "unusable": barred.get((row, column), ""),
            }
            if "line" in field:
                whole |= _place(key, resource, own, str(field["line"]))
            deviations = _deviations(rows, own, column, len(found))
            parts = zip(quantities, found, deviations, strict=False)
            for at, (quantity, item, sd) in enumerate(parts):
                if item is None:
                    continue
                if "sd" in quantity:
                    sd = _spread(cells.plain(own.get(quantity["sd"], "")), at)
                scale, metric = quantity.get("scale", 1), quantity["metric"]
                record = whole | _record(whole, quantity, own, item, scale)
                record["sd"] = abs(scale) * quantity.get("sd_scale", 1) * sd
                record |= _ground(whole, resource, quantity, own, of_runs=sd == sd)
                if metric in timed:
                    record["device"] = _device(record, resource, quantity, own)
                if metric in timed or metric in scored:
                    record["measured_by"] = record["measured_by"] or UNSTATED
                yield record
                least, most = ranges.get(metric, (-inf, inf))
                if not least <= record["value"] <= most:
                    can = f"what {metric} can be, {least:g} to {most:g}"
                    why = f"{item.printed} is beyond {can}; compare it with the document, or name "
                    why += "another metric"
                    yield Fault.of_cell(path, number, column, why)


def _remedy(cell: str, column: str) -> str:
    """Return what to say in the descriptor of a cell that does not parse; the cell stays."""
    if "±" in cell:
        return f"if it is the standard deviation, give the quantity sd: {column}"
    if not re.search(r"\d", cell):
        return "if it means that nothing is reported, list it in the schema's missingValues"
    if re.search(r"\d,\d", cell):
        return "if all commas of the table are decimal ones, give the table decimal: ','"
    return (
        "compare it with the document, or say in quantities what the column holds, in order; "
        "optional: true where some cells lack one"
    )


def _shared(key: str, resource: dict, row: str, own: dict) -> dict:
    """Return what all numbers of a row have in common."""
    first = sources.fields(resource, printed=True)[0]["name"]
    return {
        "source": key,
        "table": resource["name"],
        "row": row,
        "model": own.get("name") or own[first],
        "technique": own.get("technique") or resource.get("technique", "none"),
        "origin": resource["origin"],
        "protocol": own.get("protocol") or resource.get("protocol", ""),
        "measured_by": own.get("measured_by") or resource.get("measured_by", ""),
        "original": own.get("original", ""),
        "device": "",
        **_place(key, resource, own, own.get("line", "")),
    }


def _place(key: str, resource: dict, own: dict, line: str) -> dict[str, str]:
    return {
        "locator": sources.locator(key, resource, line, own),
        "address": sources.address(key, resource, line, own),
    }


def _whole(quantity: dict, resource: dict) -> dict:
    """Return a quantity with what it leaves to its table."""
    full = {"task": ""} | quantity
    full.setdefault("split", resource.get("split", "unstated") if full["task"] else "")
    return full


def _named(full: dict) -> dict:
    """Return a quantity of a row with its name and, where it has none, its metric's unit."""
    unit = vocabulary.units_of_metrics().get(full["metric"], "")
    return {"unit": unit} | full | {"name": sources.quantity_name(full)}


def _record(whole: dict, quantity: dict, own: dict, item: cells.Number, scale: float) -> dict:
    stem = f"{whole['source']}/{whole['table']}"
    rule = quantity.get("derived")
    against = rule.get("against") if isinstance(rule, dict) else ""  # names a row of its own
    row = against or own.get("baseline", "") or whole["row"]
    base = quantity.get("baseline", "" if row == whole["row"] else quantity["name"])
    half_width = quantity.get("half_width", item.half_width)  # of a reading, where one is stated
    if isinstance(half_width, str):
        half_width = abs(item.value) * float(half_width.rstrip("%")) / 100
    return {
        "id": f"{stem}/{whole['row']}/{quantity['name']}",
        "model": sources.readable(quantity.get("model", whole["model"])),
        "technique": quantity.get("technique", whole["technique"]),
        "task": quantity["task"],
        "metric": quantity["metric"],
        "split": quantity["split"],
        "value": scale * item.value,
        "unit": quantity["unit"],
        "printed": item.printed,
        "half_width": abs(scale) * float(half_width),
        "baseline": f"{stem}/{row}/{base}" if base else "",
    }


def _ground(whole: dict, resource: dict, quantity: dict, own: dict, *, of_runs: bool) -> dict:
    """Return how, by whom and in how many runs a number was measured.

    What the table tells of its runs is told of its own scores. A size, a sparsity or a speed of no
    task has no protocol.
    """
    told = {name: quantity.get(name) or whole[name] for name in ("measured_by", "original")}
    score = quantity["task"] or quantity["metric"] in NO_TASK or of_runs
    own_score = score and told["measured_by"] != BORROWED
    of_other_runs = whole["protocol"] in OF_RUNS and not (own.get("protocol") or own_score)
    of_row = whole["protocol"] if score and not of_other_runs else ""
    told["protocol"] = quantity.get("protocol") or of_row
    runs = (score and own.get("n")) or (own_score and not own.get("protocol") and resource.get("n"))
    return told | {"n": _number(quantity.get("n") or runs)}


def _device(record: dict, resource: dict, quantity: dict, own: dict) -> str:
    """Return what a time was measured on; the table's is that of its own work's times alone."""
    device = own.get("device") or quantity.get("device") or UNSTATED
    borrowed = record["measured_by"] == BORROWED
    here = not borrowed or record["original"].startswith(f"{record['source']}/")
    if here and device == UNSTATED and resource.get("device"):
        device = sources.resolve({"at": resource["device"]}, own)["at"] or UNSTATED
    return device


SPREAD = re.compile(r"±[^/±]*")
"""What a cell prints after a number, up to its next one."""

NO_TASK = ("score", "average", "average-drop")
"""Metrics of scores that may be of no task."""


def _number(text: str | float | None) -> float:
    """Return a number of runs or a standard deviation; of words, which the check tells, none."""
    try:
        return float(text or nan)
    except ValueError:
        return nan


def _spread(text: str, at: int) -> float:
    """Return what a cell prints after the ± of its number `at`, or the one spread that it is.

    Examples
    --------
    >>> _spread("62.47 ± 1.00 / 56.90 ± 1.61", 1), _spread("91.5±0.3", 0), _spread("0.3", 1)
    (1.61, 0.3, 0.3)
    """
    spreads = SPREAD.findall(text) or [text]
    return _number(spreads[min(at, len(spreads) - 1)].lstrip("± "))


def _deviations(rows: dict, own: dict, column: str, count: int) -> list[float]:
    """Return the standard deviations of a cell's numbers, where another row prints them."""
    cell = rows[own["sd_row"]][column] if own.get("sd_row") else ""
    found = [each.value if each else nan for each in cells.parse(cell, ["%"] * count)]
    return found or [nan] * count


def original_of(text: str, task: str, metric: str) -> str:
    """Return the row (``source/table/row``) of those that a text names, that a number is from.

    It is the first that has its task and metric, else its task, else the first of all.
    """
    places = text.split()
    if len(places) < 2:
        return text.strip()

    def fit(place: str) -> tuple[bool, bool]:
        if not sources.is_row(place):
            return False, False
        key, name, row = place.split("/")
        every = [each for each in numbers_of(key, name) if not isinstance(each, Fault)]
        held = [
            each
            for each in every
            if each["row"] == row and exact_task(each["task"]) == exact_task(task)
        ]
        return any(each["metric"] == metric for each in held), bool(task and held)

    return max(places, key=fit)


def exact_task(task: str) -> str:
    """Return the exact name of a task."""
    return SAME_TASKS.get(task, task)
