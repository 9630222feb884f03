"""What each number must say of itself: task, split, who measured it, its device, its baseline.

A table that is ``unusable`` as a whole decides nothing, and running text is no table: they are left
out.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from smallbert.data import positions, sources, vocabulary
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.exhibits import slug
from smallbert.data.results import of_table
from smallbert.data.todo import TODO, allowed
from smallbert.data.todo import faults as unfilled  # noqa: F401
from smallbert.errors import Fault


def faults(folder: Path) -> Iterator[Fault]:
    """Yield what numbers leave open, scores that are no per cent, and names of two models."""
    key, path = folder.name, folder / sources.DESCRIPTOR
    text, known = path.read_text(encoding="utf-8"), {}
    for number, resource in enumerate(sources.describe(key)["resources"]):
        if resource["name"] == sources.CORRECTIONS or _decides_nothing(resource):
            continue
        for message, *at in (*_unsaid(key, resource), *_fractions(key, resource)):
            yield Fault(path, *positions.of_setting(text, "resources", number, *at), message)
        yield from _names(key, resource, known)


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
    _untasked: "scores without their task; add 'task:' to the quantities, {task}",
    _unsplit: "scores without their split; add 'split:' to the table or quantities, {split}",
    _unmeasured: "scores without who measured them; add 'measured_by:' to the table, {measured_by}",
    _undeviced: "depends on a device and none is named; add 'device:' to the table, {device}",
    _unbased: "speedups without their baseline; name a row of the table in a column 'baseline', or "
    "one of another table in baselines.csv (table,split,baseline,reason)",
}
"""What is asked of each number, and what to say where it fails."""

ASKED = ("task", "split", "measured_by", "device")


def _unsaid(key: str, resource: dict) -> Iterator[tuple]:
    """Yield what the numbers of a table leave open, with their columns, and the first's place."""
    cells = sources.cells_of(key, resource["name"], corrected=False)
    words = {each: allowed(each) for each in ASKED}
    failing: dict[Callable, dict[str, tuple]] = {rule: {} for rule in RULES}
    for at, field in enumerate(resource["schema"]["fields"]):
        reported = [own for own in cells.values() if _reports(own, field)]
        for spot, quantity in enumerate(field.get("quantities", [])):
            if TODO in map(str, quantity.values()):
                continue  # which is asked already
            for rule in RULES:
                if any(rule(sources.resolve(quantity, own), own, resource) for own in reported):
                    place = ("schema", "fields", at, "quantities", spot, "metric")
                    failing[rule].setdefault(field["name"], place)
    if _has_baselines(key, resource["name"]):
        del failing[_unbased]
    for rule, columns in failing.items():
        for place in list(columns.values())[:1]:
            yield f"{', '.join(columns)}: {RULES[rule].format(**words)}", *place


def _reports(own: dict, field: dict) -> bool:
    return own.get(field["name"], "") not in NOT_REPORTED


def _is_score(quantity: dict) -> bool:
    return quantity["metric"] in vocabulary.scores()


def _has_baselines(key: str, name: str) -> bool:
    path = sources.folder(key) / "baselines.csv"
    return path in path.parent.iterdir() and f"{key}/{name}" in set(sources.read_csv(path)["table"])


def _fractions(key: str, resource: dict) -> Iterator[tuple]:
    """Yield quantities whose scores are all at most 1 where they count in per cent."""
    if TODO in str(resource):
        return
    numbers = [
        each
        for each in of_table(key, resource["name"], corrected=False)
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


def _names(key: str, resource: dict, known: dict[str, tuple]) -> Iterator[Fault]:
    """Yield names that stand for two models: of rows that differ in kind or in a score of a task.

    Two rows may be one model, measured twice: then the column ``name`` says so of both.

    Parameters
    ----------
    key, resource
        The source and the description of one of its tables.
    known : dict
        The first row of each name in the tables before, by its address; it is added to.
    """
    cells = sources.cells_of(key, resource["name"], corrected=False)
    first = sources.fields(resource, printed=True)[0]["name"]
    spreads = {own.get("sd_row") for own in cells.values()}  # no models
    for number, (row, own) in enumerate(cells.items(), start=1):
        scores = _scores(resource, own)
        if row in spreads or not scores or resource["origin"] != "printed":
            continue
        table, name = resource["name"], own.get("name") or own[first]
        here = (f"{table}/{row}", name, own, scores)
        place, like, other, those = known.setdefault(slug(name), here)
        pairs = [(each, own.get(each), other.get(each)) for each in SETTINGS if each in other]
        unlike = [each for each, one, two in pairs if one != two and TODO not in (one, two)]
        again = place.startswith(f"{table}/") and place != f"{table}/{row}"
        apart = [at for at in scores.keys() & those.keys() if again or scores[at] != those[at]]
        said = own.get("name") and other.get("name")
        if name != like or (unlike and again) or (apart and not said):
            why = f"differs in {', '.join(unlike)}" if unlike and again else "has other scores"
            words = f"{name!r} is also the name of {place}, which {why}"
            words = f"{name!r} has the address of {like!r} in {place}" if name != like else words
            path = sources.folder(key) / resource["path"]
            column = "name" if "name" in own else first
            yield Fault.of_cell(
                path, number, column, f"{words}; give each a name of its own in a column 'name'"
            )


def _scores(resource: dict, own: dict) -> dict[tuple, str]:
    """Return the cell of each score of a row, by metric, task and split."""
    full = [
        (sources.resolve(each, own), own[field["name"]])
        for field in sources.quantified(resource)
        for each in field["quantities"]
        if _reports(own, field)
    ]
    whole = resource.get("split", "")
    scored = [(each, cell) for each, cell in full if _is_score(each)]
    return {(q["metric"], q.get("task"), q.get("split", whole)): cell for q, cell in scored}
