"""Which printed numbers are derived from others, and by which rule each is recomputed.

The descriptor says it beside a quantity's metric: ``derived: change``, or with the rule's inputs
``derived: {rule: average_drop, over: [mnli-accuracy, qqp-score]}``. Every other number is primary:
the source measured, chose or read it off. ``checked`` lists rules that hold for a primary number
all the same, such as two models of one shape having one size; ``row`` keeps one to a row.
"""

import inspect
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType

from smallbert.audit import copy_rules, remark_rules, score_rules, size_rules
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.data import sources
from smallbert.errors import UserError

MODULES: tuple[ModuleType, ...] = (score_rules, size_rules, copy_rules, remark_rules)
"""Where rules are that more than one work may name."""


SPEEDUPS = ("speedup", "speedup-gpu", "speedup-cpu", "step-speedup")
WEIGHTS = ("parameters", "parameters-without-embeddings", "size", "operations")
METRICS = {
    "average_drop": ("average-drop",),
    "change": ("change",),
    **dict.fromkeys(("meta_score", "glue_score", "few_shot_average"), ("average",)),
    **dict.fromkeys(("mean_of", "average_without_parts"), ("average", "score")),
    "relative_drop": ("relative-drop",),
    "compression_factor": ("compression-factor",),
    "parameters_of_shape": ("parameters",),
    "backbone_of_shape": ("parameters-without-embeddings",),
    "size_share": ("size-with-embeddings", "size-without-embeddings"),
    **dict.fromkeys(("speedup", "throughput_ratio", "time_ratio"), SPEEDUPS),
    **dict.fromkeys(("evenly_by_layer", "same_shape"), WEIGHTS),
    "label_position": ("label-position",),
    **dict.fromkeys(("remark_before", "remark_after"), ("accuracy",)),
    "remark_size": ("size-fraction",),
}
"""The metrics that each rule is for; one that is not here finds its numbers by itself."""


@dataclass(frozen=True)
class Rule:
    """A way to recompute a number, and what the descriptor gives it.

    Attributes
    ----------
    name : str
        Of the function, in one of `MODULES` or in the work's own module.
    work : str
        Key of the source whose numbers it recomputes.
    inputs : dict
        Keyword arguments of the function; ``missing`` names an input that no document prints, for
        all rows or by row.
    """

    name: str
    work: str
    inputs: dict = field(default_factory=dict, compare=False)

    def __call__(self, numbers: Numbers, own: Result) -> Interval:
        """Recompute a number.

        Raises
        ------
        MissingError
            An input is not printed; the message says which.
        """
        missing = self.inputs.get("missing", {})
        reason = missing.get(own.row) if isinstance(missing, dict) else missing
        if reason:
            raise MissingError(reason)
        inputs = {name: value for name, value in self.inputs.items() if name != "missing"}
        return function(self.name, self.work)(numbers, own, **inputs)


def rules_of(own: Result) -> list[Rule]:
    """Return the rules of a number: that of a derived one first, then those that hold besides."""
    stated = quantity(own)
    derived, checked = stated.get("derived"), stated.get("checked", [])
    here = [each for each in checked if isinstance(each, str) or each["row"] == own.row]
    return [_rule(own, each) for each in ([derived] if derived else []) + here]


def works_with_rules() -> list[str]:
    """Return the keys of the sources that have derived numbers."""
    return [
        key
        for key in sources.keys()
        if any("derived" in each for table in sources.tables(key).values() for each in _all(table))
    ]


def quantity(own: Result) -> dict:
    """Return what the descriptor says of a number's quantity; empty where it has none."""
    table = sources.tables(own.source).get(own.table)
    return next((each for each in _all(table) if _is(each, own)), {}) if table else {}


def _all(table: dict) -> list[dict]:
    return sources.quantities(table)


def _is(quantity: dict, own: Result) -> bool:
    """Tell whether a number is of a quantity; ``$column`` in the descriptor may be anything."""
    if "name" in quantity:
        return quantity["name"] == own.quantity
    parts = {"metric": own.metric, "task": own.task}
    stated = {part: quantity.get(part, "") for part in parts}
    return all(stated[part] in (word, *_any(stated[part])) for part, word in parts.items())


def _any(stated: str) -> tuple[str, ...]:
    return (stated,) if stated.startswith("$") else ()


def _rule(own: Result, stated: str | dict) -> Rule:
    """Return a rule as the descriptor states it.

    Raises
    ------
    UserError
        There is no such rule, it is for another metric, or it takes no such input.
    """
    given = {"rule": stated} if isinstance(stated, str) else stated
    inputs = {name: value for name, value in given.items() if name not in ("rule", "row")}
    rule = Rule(given.get("rule", ""), own.source, inputs)
    place = f"data/sources/{own.source}/datapackage.yaml: {own.table}, {own.quantity}"
    try:
        taken = inspect.signature(function(rule.name, own.source, own.metric)).parameters
    except LookupError as why:
        raise UserError(f"{place}: {why}") from None
    known = ["missing", *list(taken)[2:]]
    needed = {name for name, each in taken.items() if each.kind is each.KEYWORD_ONLY}
    needed = {name for name in needed if taken[name].default is inspect.Parameter.empty}
    for name in [*sorted(set(inputs) - set(known)), *sorted(needed - set(inputs))]:
        raise UserError(f"{place}: {rule.name} {'takes no' if name in inputs else 'needs'} {name}")
    return rule


def function(name: str, work: str = "", metric: str = ""):
    """Return a rule's function: the work's own, else the general one.

    Raises
    ------
    LookupError
        There is none, or it is for other metrics than the one named; the message says which
        general ones are for that, and what each recomputes.
    """
    known, own = _general(), _rules(sources.module(work) if work else None)
    if name in own or (name in known and metric in ("", *METRICS.get(name, ()))):
        return (known | own)[name]
    wrong = f"is for {' or '.join(METRICS[name])}" if name in METRICS else "is unknown"
    fitting = [
        f"{each} ({_what(known[each])})" for each in known if metric in METRICS.get(each, ())
    ]
    remedy = f"use {' or '.join(fitting)}" if fitting else "there is none; leave it out"
    raise LookupError(f"rule {name!r} {wrong}; for {metric} {remedy}")


def _what(rule) -> str:
    """Return what a rule recomputes, in the first sentence of its own words."""
    first = inspect.getdoc(rule).partition(".\n")[0].removesuffix(".")
    return " ".join(first.removeprefix("Recompute ").split())


@cache
def _general() -> dict:
    """Return the rules of `MODULES` by name."""
    return {rule: each for module in MODULES for rule, each in _rules(module).items()}


@cache
def _rules(module: ModuleType | None) -> dict:
    """Return a module's rules by name: the functions whose first words are "Recompute"."""
    members = vars(module) if module else {}
    return {
        name: each
        for name, each in members.items()
        if inspect.isfunction(each) and (each.__doc__ or "").startswith("Recompute ")
    }
