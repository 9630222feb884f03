"""Which printed numbers are derived from others, and by which rule each is recomputed.

Every number of the documents is either named here as derived, with its rule, or as primary. A
new table or metric that is neither is a fault; see `unclassified`.
"""

from collections.abc import Callable

from smallbert.audit import copies, costs, said, scores
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import Numbers, Result

Rule = Callable[[Numbers, Result], Interval]

DERIVED: dict[tuple[str, str], Rule] = {
    ("cao2020deformer/claims", "accuracy"): said.remark_after,
    ("cao2020deformer/claims", "size-fraction"): said.remark_size,
    ("cao2020deformer/table1", "drop"): scores.drop,
    ("cao2020deformer/table1", "memory-reduction"): costs.memory_reduction,
    ("cao2020deformer/table1", "relative-drop"): scores.relative_drop,
    ("cao2020deformer/table1", "speedup"): costs.speedup,
    ("desislavov2021compute/points", "score"): scores.average_without_parts,
    ("desislavov2021compute/published_models", "score"): scores.average_without_parts,
    ("ganesh2021case/effectiveness", "average-drop"): scores.average_drop,
    ("ganesh2021case/effectiveness", "size-with-embeddings"): costs.size_share,
    ("ganesh2021case/effectiveness", "size-without-embeddings"): costs.size_share,
    ("ganesh2021case/effectiveness", "speedup-cpu"): costs.speedup,
    ("ganesh2021case/effectiveness", "speedup-gpu"): costs.speedup,
    ("gordon2020compressing/published_anchors", "average"): scores.average_without_parts,
    ("guo2019rpp/claims", "accuracy"): said.remark_after,
    ("guo2019rpp/claims", "size-fraction"): said.remark_size,
    ("guo2019rpp/table1a", "change"): scores.change,
    ("guo2019rpp/table1b", "change"): scores.change,
    ("sun2020mobilebert/claims", "accuracy"): said.remark_after,
    ("sun2020mobilebert/claims", "size-fraction"): said.remark_size,
    ("sun2020mobilebert/published_glue", "average"): scores.glue_score,
    ("sun2020mobilebert/table3", "average"): scores.glue_score,
    ("turc2019wellread/claims", "accuracy"): said.remark_after,
    ("turc2019wellread/claims", "size-fraction"): said.remark_size,
    ("turc2019wellread/published_readme", "average"): scores.glue_score,
    ("turc2019wellread/table3", "average"): scores.meta_score,
    ("wu2022xtc/annotations", "label-position"): copies.label_position,
    ("wu2022xtc/points", "average"): scores.average_without_parts,
    ("yang2024memory3/points", "average"): scores.average_without_parts,
    ("yang2024memory3/published_table16", "average"): scores.few_shot_average,
    ("zhao2019extreme/claims", "accuracy"): said.remark_after,
    ("zhao2019extreme/claims", "size-fraction"): said.remark_size,
    ("zhao2019extreme/table3", "compression-factor"): costs.compression_factor,
}
"""(table, metric) of every derived number, and its rule."""

PRIMARY: dict[str, tuple[str, ...]] = {
    "cao2020deformer/table1": ("accuracy", "f1", "score", "input-length"),
    "cao2020deformer/table2": ("f1", "memory", "operations"),
    "cao2020deformer/table3": ("latency-cpu", "latency-gpu", "latency-phone"),
    "desislavov2021compute/axes": ("axis-limit",),
    "desislavov2021compute/points": ("operations",),
    "ganesh2021case/effectiveness": ("accuracy", "f1", "score"),
    "gordon2020compressing/facts": ("prune-ratio",),
    "guo2019rpp/table1a": ("accuracy", "f1", "score", "prune-ratio"),
    "guo2019rpp/table1b": ("accuracy", "f1", "prune-ratio"),
    "sun2020mobilebert/table3": (
        *("accuracy", "f1", "matthews", "spearman"),
        *("operations", "parameters"),
    ),
    "sun2020mobilebert/training_examples": ("training-examples",),
    "turc2019wellread/table3": ("accuracy", "f1"),
    "wu2022xtc/points": ("size",),
    "wu2022xtc/ticks": ("axis-tick",),
    "yang2024memory3/axes": ("axis-limit",),
    "yang2024memory3/points": ("parameters-without-embeddings",),
    "zhao2019extreme/table3": ("accuracy", "f1", "hidden-size", "vocabulary-size"),
}
"""Metrics, by table, that the source measured, chose or read off, and did not derive."""

EVENLY = ("sun2020mobilebert/table3/pkd-3/operations", "sun2020mobilebert/table3/pkd-3/parameters")
ALIKE = {
    "sun2020mobilebert/table3": ("operations", "parameters"),
    "desislavov2021compute/points": ("operations",),
    "wu2022xtc/points": ("size",),
}
"""Tables, and metrics of them, in which models of one shape can be told to be so."""


def rule_of(each: Result) -> Rule | None:
    """Return the rule of a derived number; None for any other."""
    if each.table == "claims" and each.quantity == "mnli-before":
        return said.remark_before
    return DERIVED.get((f"{each.source}/{each.table}", each.metric))


def unclassified(numbers: Numbers) -> list[str]:
    """Return the ids of numbers in the documents that are named neither derived nor primary."""
    return [
        each.id
        for each in numbers
        if each.origin in ("printed", "digitised")
        and rule_of(each) is None
        and each.metric not in PRIMARY.get(f"{each.source}/{each.table}", ())
    ]
