"""What each number must say of itself: task, split, who measured it, its device, its baseline.

A table that is ``unusable`` as a whole decides nothing, and running text is no table: they are left
out.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from smallbert.data import folders, positions, records, sources, vocabulary
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.faults import Fault
from smallbert.data.todo import TODO, allowed


def faults(folder: Path) -> Iterator[Fault]:
    """Yield what numbers leave open, names of two models, and scores that are no per cent."""
    key, path = folder.name, folder / folders.DESCRIPTOR
    text = path.read_text(encoding="utf-8")
    for number, resource in enumerate(folders.describe(key)["resources"]):
        if resource["name"] == sources.CORRECTIONS or _decides_nothing(resource):
            continue
        for message, *at in _unsaid(key, resource):
            yield Fault(path, *positions.of_setting(text, "resources", number, *at), message)
        for message, *at in _fractions(key, resource):
            yield Fault(path, *positions.of_setting(text, "resources", number, *at), message)
        yield from _names(key, resource)


def _decides_nothing(resource: dict) -> bool:
    return "unusable" in resource or resource.get("cells") == "text"


def _untasked(quantity: dict, own: dict, resource: dict) -> bool:
    return _is_score(quantity) and not quantity.get("task")


def _unsplit(quantity: dict, own: dict, resource: dict) -> bool:
    return _is_score(quantity) and not (quantity.get("split") or resource.get("split"))


def _unmeasured(quantity: dict, own: dict, resource: dict) -> bool:
    told = own.get("measured_by") or quantity.get("measured_by") or resource.get("measured_by")
    return _is_score(quantity) and not told


def _undeviced(quantity: dict, own: dict, resource: dict) -> bool:
    told = own.get("device") or quantity.get("device") or resource.get("device")
    return quantity["metric"] in vocabulary.metrics_of_devices() and not told


def _unbased(quantity: dict, own: dict, resource: dict) -> bool:
    """Tell whether a speedup has no baseline: in its row, by its rule, or in ``baselines.csv``."""
    by_rule = isinstance(quantity.get("derived"), dict)  # which names what is divided by what
    told = own.get("baseline") or quantity.get("baseline") or by_rule
    return quantity["metric"].startswith("speedup") and not told


RULES: dict[Callable[[dict, dict, dict], bool], str] = {
    _untasked: "a score without its task; add 'task:', {task}",
    _unsplit: "a score without its split; add 'split:' to the table or the quantity, {split}",
    _unmeasured: "a score without who measured it; add 'measured_by:' to the table, {measured_by}",
    _undeviced: "depends on a device and none is named; add 'device:' to the table, {device}",
    _unbased: "a speedup without its baseline; name a row of the table in a column 'baseline', or "
    "one of another table in baselines.csv",
}
"""What is asked of each number, and what to say where it fails."""


def _unsaid(key: str, resource: dict) -> Iterator[tuple]:
    """Yield what the numbers of a column leave open, the rows, and the place of the quantity."""
    cells = folders.cells_of(key, resource["name"])
    based = _has_baselines(key, resource["name"])
    for at, field in enumerate(resource["schema"]["fields"]):
        for spot, quantity in enumerate(field.get("quantities", [])):
            if TODO in map(str, quantity.values()):
                continue  # which is asked already
            reported = {row: own for row, own in cells.items() if _reports(own, field)}
            resolved = {row: folders.resolve(quantity, own) for row, own in reported.items()}
            for rule, words in RULES.items():
                rows = [row for row in reported if rule(resolved[row], reported[row], resource)]
                if rows and not (rule is _unbased and based):
                    where = "" if len(rows) == len(reported) else f" (row {', '.join(rows)})"
                    told = words.format(**{each: allowed(each) for each in ASKED})
                    place = ("schema", "fields", at, "quantities", spot, "metric")
                    yield f"{field['name']}{where}: {told}", *place


ASKED = ("task", "split", "measured_by", "device")


def _reports(own: dict, field: dict) -> bool:
    return own.get(field["name"], "") not in NOT_REPORTED


def _is_score(quantity: dict) -> bool:
    return quantity["metric"] in vocabulary.METRICS_OF_SCORES


def _has_baselines(key: str, name: str) -> bool:
    path = sources.folder(key) / "baselines.csv"
    return path in path.parent.iterdir() and f"{key}/{name}" in set(sources.read_csv(path)["table"])


def _fractions(key: str, resource: dict) -> Iterator[tuple]:
    """Yield quantities whose scores are all at most 1 where they count in per cent."""
    if TODO in str(resource):
        return
    numbers = [
        each
        for each in records.of_table(key, resource["name"], corrected=True)
        if not isinstance(each, Fault) and _is_score(each) and each["unit"] == "%"
    ]
    for at, field in enumerate(resource["schema"]["fields"]):
        for spot, quantity in enumerate(field.get("quantities", [])):
            own = [each["value"] for each in numbers if _is_of(each, quantity)]
            if any(own) and max(map(abs, own)) <= 1:
                metric = quantity["metric"]
                words = f"{field['name']}: no score is above 1, and {metric} counts in per cent"
                place = ("schema", "fields", at, "quantities", spot, "metric")
                yield f"{words}; add 'scale: 100' to the quantity if these are shares of 1", *place


def _is_of(number: dict, quantity: dict) -> bool:
    parts = ("metric", "task")
    return all(number[part] == quantity.get(part, "") for part in parts)


SETTINGS = ("technique", "architecture", "bits")
"""What two rows of one model agree on."""


def _names(key: str, resource: dict) -> Iterator[Fault]:
    """Yield names that stand for two models: rows that differ in kind, or in a score of one task.

    Two rows may be one model, measured twice: the column ``name`` then says so.
    """
    cells = folders.cells_of(key, resource["name"])
    (first, *_) = [each["name"] for each in folders.fields(resource, printed=True)]
    fields = folders.quantified(resource)
    scored = [each for each in fields if any(map(_is_score, each["quantities"]))]
    spreads = {own.get("sd_row") for own in cells.values()}  # no models
    rows = {row for row, own in cells.items() if any(_reports(own, each) for each in scored)}
    known: dict[str, str] = {}
    path = folders.folder(key) / resource["path"]
    for number, (row, own) in enumerate(cells.items(), start=1):
        if row not in rows - spreads:
            continue
        name = own.get("name") or own[first]
        other = known.setdefault(name, row)
        if other == row:
            continue
        pairs = [(each, own.get(each), cells[other].get(each)) for each in SETTINGS]
        unlike = [each for each, one, two in pairs if one != two and TODO not in (one, two)]
        if unlike or (not own.get("name") and any(_both(own, cells[other], at) for at in scored)):
            why = f"which differs in {', '.join(unlike)}" if unlike else "which has other scores"
            words = f"{name!r} is also the name of {other}, {why}; give each a name of its own"
            column = "name" if "name" in own else first
            yield positions.fault(path, number, column, f"{words} in a column 'name'")


def _both(one: dict, other: dict, field: dict) -> bool:
    """Tell whether two rows have a score of one task in a column."""
    alike = any(
        folders.resolve(each, one).get("task") == folders.resolve(each, other).get("task")
        for each in field["quantities"]
    )
    return alike and _reports(one, field) and _reports(other, field)
