"""By which rule each printed number is recomputed, and what comes of it.

The descriptor says it beside a quantity's metric: ``derived: change``, or with the rule's inputs
``derived: {rule: average_drop, over: [mnli-accuracy, qqp-score]}``. Every other number is primary:
the source measured, chose or read it off.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from smallbert.audit import rules_of_copies, rules_of_scores, rules_of_sizes
from smallbert.audit.interval import Interval
from smallbert.audit.judge import (
    AGREES,
    ANOTHER,
    CLOSE,
    COUNTED_OTHERWISE,
    CUT,
    DISAGREES,
    NOT_RECOMPUTABLE,
    OTHERWISE,
    ROUND,
    TRUNCATED,
    judge,
)
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.data import schema, sources
from smallbert.data.descriptors import Quantity
from smallbert.errors import UserError


@dataclass(frozen=True)
class Check:
    """A number, the name of the rule that recomputes it, and what the rule is given.

    What a descriptor calls ``missing`` is an input that no document prints; ``unstated``, what of
    the number's definition none tells, so that it may be another than the rule's.
    """

    number: Result
    rule: str
    inputs: dict = field(default_factory=dict, compare=False)

    @property
    def id(self) -> str:
        """The id of the audit's line."""
        return f"{self.number.id}/{self.rule.replace('_', '-')}"

    def recompute(self, numbers: Numbers) -> Interval:
        """Return what the rule gives; raise `MissingError` where an input is not printed."""
        inputs = dict(self.inputs)
        inputs.pop("unstated", "")
        missing = inputs.pop("missing", "")
        reason = missing.get(self.number.row) if isinstance(missing, dict) else missing
        if reason:
            raise MissingError(reason)
        return rule_named(self.rule)(numbers, self.number, **inputs)


def all_checks(numbers: Numbers, work: str = "") -> list[Check]:
    """Return every comparison that the numbers allow, of one source or of all, in their order."""
    again, found = rules_of_copies.shared_first(numbers), []
    reports = rules_of_copies.reported_first(numbers)
    for own in numbers.works.get(work, []) if work else numbers.values():
        stated = stated_quantity(own)
        if stated and stated.derived is not None:
            found.append(_stated(own, stated.derived))
        borrowed = rules_of_copies.is_borrowed(numbers, own)
        if own.id in again and not borrowed:
            reason = stated.unshared if stated else None
            found.append(Check(own, "shared_number", {"missing": reason} if reason else {}))
        elif own.id in reports and not borrowed:
            found.append(Check(own, "repeated_report"))
        if borrowed:
            found.append(Check(own, rules_of_copies.BORROWED_NUMBER))
        if rules_of_copies.published_behind(own) in numbers:
            found.append(Check(own, "figure_read"))
    return found


def stated_quantity(own: Result) -> Quantity | None:
    """Return what the descriptor says of a number's quantity; ``$column`` may be anything."""
    table = sources.tables(own.source).get(own.table)
    for stated in table.quantities if table else []:
        if stated.name == own.quantity:
            return stated
        parts = [(stated.metric, own.metric), (stated.task or "", own.task)]
        if stated.name is None and all(a == b or a.startswith("$") for a, b in parts):
            return stated
    return None


def _stated(own: Result, stated: str | dict) -> Check:
    """Return a check as the descriptor states it; refuse a rule or an input that is not there."""
    inputs = {"rule": stated} if isinstance(stated, str) else dict(stated)
    name = inputs.pop("rule", "")
    place = f"data/sources/{own.source}/datapackage.yaml: {own.table}, {own.quantity}"
    try:
        stated_rule = rule_named(name, own.metric)
    except LookupError as why:
        raise UserError(f"{place}: {why}") from None
    taken, either = inspect.signature(stated_rule).parameters, stated_rule.one_of
    for given in inputs:
        if given not in ["missing", "unstated", *list(taken)[2:]]:
            raise UserError(f"{place}: {name} takes no {given}")
    for needed, each in taken.items():
        keyword = each.kind is each.KEYWORD_ONLY and each.default is each.empty
        if keyword and needed not in inputs:
            raise UserError(f"{place}: {name} needs {needed}")
    if either and not {*either, "missing"} & {*inputs}:
        asked = " or ".join(f"{each} ({schema.meaning(each, 'rule')})" for each in either)
        raise UserError(f"{place}: {name} needs {asked}")
    return Check(own, name, inputs)


def rule_named(name: str, metric: str = "") -> Callable:
    """Return a rule; raise `LookupError` where there is none, or for other metrics only."""
    known = audit_rules()
    if name in known and (not metric or metric in known[name].metrics):
        return known[name]
    metrics = known[name].metrics if name in known else ()
    wrong = f"is for {' or '.join(metrics)}" if metrics else "is unknown"
    fitting = " or ".join(each for each, rule in known.items() if metric in rule.metrics)
    remedy = f"use {fitting}" if fitting else "there is none; leave it out"
    raise LookupError(f"rule {name!r} {wrong}; for {metric} {remedy}")


@cache
def audit_rules() -> dict[str, Callable]:
    """Return the rules by name."""
    modules = (rules_of_scores, rules_of_sizes, rules_of_copies)
    members = [each for module in modules for each in vars(module).items()]
    return {name: each for name, each in members if hasattr(each, "metrics")}


def audit_line(check: Check, numbers: Numbers) -> dict:
    """Return one line of the audit; a rule without enough inputs says what is missing."""
    own = check.number
    numbers.used.clear()
    shared = {"id": check.id, "printed": own.value, "rule": check.rule}
    shared |= {part: getattr(own, part) for part in ("source", "table", "row", "quantity")}
    outcome = {"verdict": NOT_RECOMPUTABLE, "rests_on": ""}
    try:
        outcome |= _judged(own, check.recompute(numbers))
        if outcome["verdict"] == DISAGREES and check.rule in rules_of_copies.REPORTS:
            outcome["verdict"] = ANOTHER
        elif outcome["verdict"] == DISAGREES and (unstated := check.inputs.get("unstated")):
            outcome = {
                "verdict": NOT_RECOMPUTABLE,
                "rests_on": "",
                "note": f"not stated: {unstated}",
            }
        elif outcome["verdict"] == DISAGREES and check.rule.endswith("_of_shape") and own.value:
            outcome |= _otherwise(own, outcome["recomputed"])
    except (MissingError, UserError) as reason:  # an input or a shape is not there
        outcome["note"] = str(reason)
    except ZeroDivisionError:
        outcome["note"] = "an input is 0 and cannot divide"
    return shared | outcome | {"inputs": " ".join(sorted(numbers.used))}


def _judged(own: Result, recomputed: Interval) -> dict:
    unit = None if own.origin == "digitised" else 2 * own.half_width
    table = sources.tables(own.source).get(own.table)
    cuts = table is not None and table.cuts_digits
    verdict = judge(own.interval, recomputed, unit=unit, cuts=cuts)
    return verdict._asdict() | {"recomputed": recomputed.value, "note": ""}


def _otherwise(own: Result, recomputed: float) -> dict:
    """Return the outcome for a number of weights that another way to count or its zeros explain."""
    labels = sources.cells_of(own.source, own.table)[own.row]
    counts = {name: Interval.around(n) for name, n in rules_of_sizes.counts_of(own, labels).items()}
    met = {name: _judged(own, count) for name, count in counts.items()}
    met = {name: each for name, each in met.items() if each["verdict"] != DISAGREES}
    own_metric = [name for name in met if not name.startswith(rules_of_sizes.WITHOUT)]
    if own_metric:
        name = min(own_metric, key=lambda name: met[name]["verdict"] == TRUNCATED)
        return met[name] | {"rests_on": OTHERWISE, "note": name}
    meant = Interval.around(own.value, own.half_width * 10.0 ** _zeros(own.printed))
    tolerance = meant.high - meant.value
    if meant.low <= recomputed <= meant.high:
        return {"verdict": AGREES, "rests_on": ROUND, "tolerance": tolerance}
    if own.value <= recomputed < own.value + 2 * tolerance:
        return {"verdict": TRUNCATED, "rests_on": CUT, "tolerance": tolerance}
    for name in met:
        asked = "if so, the metric is parameters-without-embeddings"
        return {"note": f"{COUNTED_OTHERWISE}: {name}; {asked}"}
    return {"verdict": ANOTHER} if abs(recomputed / own.value - 1) <= CLOSE else {}


def _zeros(printed: str) -> int:
    """Return how many zeros a whole number ends with, as 2 of 400M; they need not be digits."""
    whole = "".join(each for each in printed if each.isdigit() or each == ".")
    return 0 if "." in whole else len(whole) - len(whole.rstrip("0"))
