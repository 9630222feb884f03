"""Rules for numbers that stand in more than one place."""

from functools import lru_cache

from smallbert import data
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.data import sources, survey
from smallbert.data.results import SAME_TASKS
from smallbert.paths import cached

METRICS = {"glue": "average"}
"""Of the tasks whose metric one document does not name."""

SCORES = ("accuracy", "f1", "exact-match", "matthews", "spearman", "pearson", "score", "average")
SHARED = (*SCORES, "operations", "parameters")

BORROWED = "borrowed_number"
"""The rule by which a borrowed number is compared with its original."""


def shared_number(numbers: Numbers, own: Result) -> Interval:
    """Recompute a number from the first other table that prints it for the same model.

    Two tables that print one score of one model, or its size or operations, print one number.
    Where they do not, the model was trained, tested or counted more than once, or a number was
    miscopied; arithmetic cannot tell which.
    """
    return as_copy(own, numbers.get(first_ids(numbers)[own.id]))


def borrowed_number(numbers: Numbers, own: Result) -> Interval:
    """Recompute a borrowed number from the table that printed it first."""
    if id := original_id(numbers, own):
        return as_copy(own, numbers.get(id))
    if there := ", ".join(each.quantity for each in lent(numbers, own)):
        raise MissingError(f"of this task the original has {there}, and no {own.quantity}")
    raise MissingError(f"the original, {own.original}, has no {own.quantity}")


def original_id(numbers: Numbers, own: Result) -> str:
    """Return the id of a borrowed number in the row that it names as the original, or nothing.

    One of the two may name the half of MNLI, or the metric, and the other not.
    """
    if (id := f"{own.original}/{own.quantity}") in numbers:
        return id
    alike = [own.metric, "score"] if own.metric != "score" else SCORES
    near = [each.id for each in lent(numbers, own) if each.metric in alike]
    return near[0] if len(near) == 1 else ""


def compares(numbers: Numbers, own: Result) -> bool:
    """Tell whether a number can be compared with the row that it names as the original.

    A score of a task of which that row has none may be from another table of the same work. A size
    or a time may not: who borrows it names a row that has it. A baseline's own 1x needs none.
    """
    if original_id(numbers, own) or lent(numbers, own):
        return True
    if own.task or own.metric in SCORES or own.original.partition("/")[0] not in numbers.sources:
        return False
    return own.value != 1 or numbers.labels(own).get("baseline", {}).get(own.row) != own.row


def lent(numbers: Numbers, own: Result) -> list[Result]:
    """Return the scores of a borrowed score's task in the row that it names as the original."""
    if own.metric not in SCORES or own.original.partition("/")[0] not in numbers.sources:
        return []
    there = (each for each in numbers if each.id.startswith(f"{own.original}/"))
    scores = (each for each in there if each.metric in SCORES)
    task = SAME_TASKS.get(own.task, own.task)
    return [each for each in scores if SAME_TASKS.get(each.task, each.task) == task]


def figure_read(numbers: Numbers, own: Result) -> Interval:
    """Recompute a point read from a figure from the published table behind the figure.

    A reading by eye is the published number within the half-width of the reading.
    """
    return numbers.number(published_beside(numbers)[own.id])


def label_position(numbers: Numbers, own: Result, *, table: str, quantity: str) -> Interval:
    """Recompute where a label stands from the point that it names."""
    point = numbers.label(own, "point")
    return as_copy(own, numbers.get(f"{own.source}/{table}/{point}/{quantity}"))


@cached
def sharing() -> tuple[str, ...]:
    """Return the tables that share models with others, the first that counts first.

    A number is compared with that of the first table that has it. The descriptors say so, by
    ``precedence``: the lowest comes first.
    """
    ranked = [
        (resource["precedence"], f"{key}/{name}")
        for key in sources.keys()
        for name, resource in sources.tables(key).items()
        if "precedence" in resource
    ]
    return tuple(place for _, place in sorted(ranked))


@lru_cache(maxsize=2)
def first_ids(numbers: Numbers) -> dict[str, str]:
    """Return for each number that may be shared its id in the first table that has it."""
    order, known = {place: at for at, place in enumerate(sharing())}, aliases()
    shared = [own for own in numbers if _place(own) in order and own.metric in SHARED]
    subjects, first = {own.id: _subject(own, known) for own in shared}, {}
    for own in sorted(shared, key=lambda own: order[_place(own)]):
        first.setdefault(subjects[own.id], own.id)
    return {id: first[subject] for id, subject in subjects.items()}


@cached
def looks_at(work: str) -> tuple[str, ...]:
    """Return the other sources whose numbers a work's are compared with."""
    works = list(dict.fromkeys(place.partition("/")[0] for place in sharing()))
    places = data.results(work)["original"]
    lenders = {place.partition("/")[0] for place in places} & {*sources.keys()} - {work}
    return *(works[: works.index(work)] if work in works else []), *sorted(lenders)


def shared_again(numbers: Numbers) -> dict[str, str]:
    """Return the ids of the numbers that an earlier table has too, each with the id there."""
    first = first_ids(numbers)
    return {id: there for id, there in first.items() if _table(id) != _table(there)}


@lru_cache(maxsize=2)
def published_beside(numbers: Numbers) -> dict[str, str]:
    """Return for each number read from a figure the id of the published one.

    A published table names the table of the figure by ``behind`` in its descriptor, and the
    point of a row in its column ``reads``.
    """
    published = {}
    for key, points, name in _read_and_published():
        if key in numbers.sources:
            published |= _behind(numbers, key, points, name)
    return published


@cached
def _read_and_published() -> tuple[tuple[str, str, str], ...]:
    """Return the sources that have both, with the table of a figure's points and the published."""
    return tuple(
        (key, resource["behind"], name)
        for key in sources.keys()
        for name, resource in sources.tables(key).items()
        if "behind" in resource
    )


def _behind(numbers: Numbers, key: str, points: str, published: str) -> dict[str, str]:
    reads = sources.table(key, published)["reads"]
    rows = {point: row for row, point in reads[reads != ""].items()}
    pairs = {
        own.id: f"{key}/{published}/{rows[own.row]}/{own.quantity}"
        for own in numbers
        if (own.source, own.table) == (key, points) and own.row in rows
    }
    return {id: other for id, other in pairs.items() if other in numbers}


@cached
def aliases() -> dict[str, str]:
    """Return the one name of models that documents call otherwise, by their other name."""
    frame = survey.gather("aliases")
    return dict(zip(frame["model"], frame["known_as"], strict=True))


def _place(own: Result) -> str:
    return f"{own.source}/{own.table}"


def _table(id: str) -> str:
    """Return source and table of a number."""
    return id.rsplit("/", 2)[0]


def _subject(own: Result, known: dict[str, str]) -> tuple:
    """Return what a number is about: model, task, metric."""
    task = SAME_TASKS.get(own.task, own.task)
    metric = METRICS.get(task, own.metric)
    return known.get(own.model, own.model), task, metric


def as_copy(own: Result, other: Result) -> Interval:
    """Return the other number as a copy: its print hides nothing that a rounder copy could show."""
    return Interval.around(other.value, max(0.0, other.half_width - own.half_width))
