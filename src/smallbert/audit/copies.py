"""Rules for numbers that stand in more than one place."""

from functools import lru_cache

from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.data import sources

ALIASES = {
    "BERT_BASE (teacher)": "BERT_BASE",
    "DeFormer": "DeFormer, BERT_BASE",
    "Extreme compression, 48": "DualTrain + SharedProjDown, 48",
    "OpenAI GPT on STILTs": "GPT-1",
    "ELMo-BiLSTM-Attn": "ELMo",
}
"""Names that documents give to what they take for one model; ours is the second."""

TASKS = {"mnli": "mnli-m", "glue-9": "glue"}
"""Tasks that one document names more exactly than another."""

METRICS = {"glue": "average"}
"""Of the tasks whose metric one document does not name."""

SCORES = ("accuracy", "f1", "matthews", "spearman", "score", "average")
SHARED = (*SCORES, "operations", "parameters")
ORDER = (
    "sun2020mobilebert/table3",
    "cao2020deformer/table1",
    "zhao2019extreme/table3",
    "turc2019wellread/table3",
    "cao2020deformer/table2",
    "ganesh2021case/effectiveness",
    "desislavov2021compute/points",
)
"""Tables that share models; a number is compared with the first that has it."""

READ_FROM = {
    "wu2022xtc/points": "wu2022xtc/published_sizes",
    "desislavov2021compute/points": "desislavov2021compute/published_models",
    "yang2024memory3/points": "yang2024memory3/published_table16",
}
"""Figures read by eye, and the published tables behind them."""


def shared_number(numbers: Numbers, own: Result) -> Interval:
    """Recompute a number from the first other table that prints it for the same model.

    Two tables that print one score of one model, or its size or operations, print one number.
    Where they do not, the model was trained, tested or counted more than once, or a number was
    miscopied; arithmetic cannot tell which.
    """
    if own.metric == "operations" and own.source == "cao2020deformer":
        raise MissingError(
            "operations depend on the input's length, which the other table does not print"
        )
    return as_copy(own, numbers.get(first_place(numbers)[_subject(own)]))


def figure_read(numbers: Numbers, own: Result) -> Interval:
    """Recompute a point read from a figure from the published table behind the figure.

    A reading by eye is the published number within the half-width of the reading.
    """
    return numbers.number(published_beside(numbers)[own.id])


def label_position(numbers: Numbers, own: Result) -> Interval:
    """Recompute where a label stands from the point that it names."""
    point = numbers.label(own, "point")
    quantity = {"x": "size", "y": "glue-8-average"}[own.quantity]
    return as_copy(own, numbers.get(f"{own.source}/points/{point}/{quantity}"))


@lru_cache(maxsize=2)
def first_place(numbers: Numbers) -> dict[tuple, str]:
    """Return for each model and quantity the id of the first table that has it."""
    found = {}
    for place in ORDER:
        for each in numbers:
            if _place(each) == place and each.metric in SHARED:
                found.setdefault(_subject(each), each.id)
    return found


def looks_at(work: str) -> list[str]:
    """Return the other sources whose numbers a work's are compared with."""
    works = list(dict.fromkeys(place.partition("/")[0] for place in ORDER))
    return works[: works.index(work)] if work in works else []


def shared_again(numbers: Numbers) -> list[str]:
    """Return the ids of the numbers that an earlier table has too."""
    first = first_place(numbers)
    shared = (each for each in numbers if _place(each) in ORDER and each.metric in SHARED)
    return [each.id for each in shared if not first[_subject(each)].startswith(_place(each))]


@lru_cache(maxsize=2)
def published_beside(numbers: Numbers) -> dict[str, str]:
    """Return for each number read from a figure the id of the published one."""
    found = {}
    for points, published in READ_FROM.items():
        if points.partition("/")[0] not in numbers.sources:
            continue
        reads = sources.table(*published.split("/"))["reads"]
        for row, point in reads[reads != ""].items():
            for each in list(numbers):
                if each.id.startswith(f"{points}/{point}/"):
                    other = f"{published}/{row}/{each.quantity}"
                    if other in numbers:
                        found[each.id] = other
    return found


def _place(each: Result) -> str:
    return f"{each.source}/{each.table}"


def _subject(each: Result) -> tuple:
    """Return what a number is about: model, task, metric."""
    task = TASKS.get(each.task, each.task)
    metric = METRICS.get(task, each.metric)
    return ALIASES.get(each.model, each.model), task, metric


def as_copy(own: Result, other: Result) -> Interval:
    """Return the other number as a copy: its print hides nothing that a rounder copy could show."""
    return Interval.around(other.value, max(0.0, other.half_width - own.half_width))
