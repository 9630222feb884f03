"""By which rule each printed number is recomputed, and what comes of it.

The descriptor says it beside a quantity's metric: ``derived: change``, or with the rule's inputs
``derived: {rule: average_drop, over: [mnli-accuracy, qqp-score]}``. Every other number is primary:
the source measured, chose or read it off.
"""

import inspect
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cache

from smallbert.audit import rules_of_copies, rules_of_costs, rules_of_scores
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
from smallbert.audit.rule_inputs import MissingError, Numbers, Result
from smallbert.data import descriptor_schema, sources
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
    shared, checks = rules_of_copies.shared_first(numbers), []
    reports = rules_of_copies.reported_first(numbers)
    for result in numbers.works.get(work, []) if work else numbers.values():
        stated = stated_quantity(result)
        if stated and stated.derived is not None:
            checks.append(_stated(result, stated.derived))
        # a borrowed number is compared with its original alone, which other tables may repeat, too
        borrowed = rules_of_copies.is_borrowed(numbers, result)
        if result.id in shared and not borrowed:
            reason = stated.unshared if stated else None
            checks.append(Check(result, "shared_number", {"missing": reason} if reason else {}))
        elif result.id in reports and not borrowed:
            checks.append(Check(result, "repeated_report"))
        if borrowed:
            checks.append(Check(result, rules_of_copies.BORROWED_NUMBER))
        if rules_of_copies.published_behind(result) in numbers:
            checks.append(Check(result, "figure_read"))
    return checks


def stated_quantity(result: Result) -> Quantity | None:
    """Return what the descriptor says of a number's quantity; ``$column`` may be anything."""
    table = sources.tables(result.source).get(result.table)
    for quantity in table.quantities if table else []:
        if quantity.name == result.quantity:
            return quantity
        pairs = [(quantity.metric, result.metric), (quantity.task or "", result.task)]
        if quantity.name is None and all(a == b or a.startswith("$") for a, b in pairs):
            return quantity
    return None


def _stated(result: Result, stated: str | dict) -> Check:
    """Return a check as the descriptor states it; refuse a rule or an input that is not there."""
    inputs = {"rule": stated} if isinstance(stated, str) else dict(stated)
    name = inputs.pop("rule", "")
    descriptor = f"data/sources/{result.source}/datapackage.yaml"
    quantity_place = f"{descriptor}: {result.table}, {result.quantity}"
    try:
        stated_rule = rule_named(name, result.metric)
    except LookupError as why:
        raise UserError(f"{quantity_place}: {why}") from None
    taken, either = inspect.signature(stated_rule).parameters, stated_rule.one_of
    for given in inputs:
        # every rule takes the numbers and the one that it recomputes first
        if given not in ["missing", "unstated", *list(taken)[2:]]:
            raise UserError(f"{quantity_place}: {name} takes no {given}")
    for needed, parameter in taken.items():
        keyword = parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty
        if keyword and needed not in inputs:
            raise UserError(f"{quantity_place}: {name} needs {needed}")
    if either and not {*either, "missing"} & {*inputs}:
        asked = " or ".join(
            f"{each} ({descriptor_schema.meaning(each, 'rule')})" for each in either
        )
        raise UserError(f"{quantity_place}: {name} needs {asked}")
    return Check(result, name, inputs)


def rule_named(name: str, metric: str = "") -> Callable:
    """Return a rule; raise `LookupError` where there is none, or for other metrics only."""
    rules = audit_rules()
    if name in rules and (not metric or metric in rules[name].metrics):
        return rules[name]
    # a rule without metrics is for the audit to apply, as `shared_number`: no descriptor names it
    metrics = rules[name].metrics if name in rules else ()
    wrong = f"is for {' or '.join(metrics)}" if metrics else "is unknown"
    fitting = " or ".join(each for each, rule in rules.items() if metric in rule.metrics)
    remedy = f"use {fitting}" if fitting else "there is none; leave it out"
    raise LookupError(f"rule {name!r} {wrong}; for {metric} {remedy}")


@cache
def audit_rules() -> dict[str, Callable]:
    """Return the rules by name."""
    modules = (rules_of_scores, rules_of_costs, rules_of_copies)
    members = [each for module in modules for each in vars(module).items()]
    return {name: each for name, each in members if hasattr(each, "metrics")}


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What comes of a check: one of `AUDIT_VERDICTS`, what it rests on, and the numbers behind it.

    ``difference`` (printed less recomputed) and ``tolerance`` are in the number's unit, missing
    where nothing is recomputed; ``note`` says what explains the verdict or what is missing.
    """

    verdict: str = NOT_RECOMPUTABLE
    rests_on: str = ""
    recomputed: float = math.nan
    difference: float = math.nan
    tolerance: float = math.nan
    note: str = ""


def audit_line(check: Check, numbers: Numbers) -> dict:
    """Return one line of the audit; a rule without enough inputs says what is missing."""
    result = check.number
    numbers.used.clear()
    place = {part: getattr(result, part) for part in ("source", "table", "row", "quantity")}
    checked = {"id": check.id, "printed": result.value, "rule": check.rule} | place
    # the outcome first: judging is what fills `used`
    checked |= asdict(_outcome(check, numbers))
    return checked | {"inputs": " ".join(sorted(numbers.used))}


def _outcome(check: Check, numbers: Numbers) -> Outcome:
    try:
        outcome = _judged_by(check.number, check.recompute(numbers))
        return _excused(check, outcome) if outcome.verdict == DISAGREES else outcome
    except (MissingError, UserError) as reason:  # an input or a shape is not there
        return Outcome(note=str(reason))
    except ZeroDivisionError:
        return Outcome(note="an input is 0 and cannot divide")


def _judged_by(result: Result, recomputed: Interval) -> Outcome:
    # a reading has no last digit that could be cut off
    unit = None if result.origin == "digitised" else 2 * result.half_width
    table = sources.tables(result.source).get(result.table)
    cuts = table is not None and table.cuts_digits
    verdict = judge(result.interval, recomputed, unit=unit, cuts=cuts)
    return Outcome(**verdict._asdict(), recomputed=recomputed.value)


def _excused(check: Check, outcome: Outcome) -> Outcome:
    """Return the outcome of a disagreement that may be no error of the document."""
    if check.rule in rules_of_copies.REPORTS:  # neither of the two claims to repeat the other
        return replace(outcome, verdict=ANOTHER)
    if unstated := check.inputs.get("unstated"):
        return Outcome(note=f"not stated: {unstated}")
    if check.rule.endswith("_of_shape") and check.number.value:
        return _counted_otherwise(check.number, outcome)
    return outcome


def _counted_otherwise(result: Result, outcome: Outcome) -> Outcome:
    """Return the outcome for a number of weights that another way to count or its zeros explain."""
    labels = sources.cells_of(result.source, result.table)[result.row]
    counts = rules_of_costs.counts_of(result, labels)
    outcomes = {name: _judged_by(result, Interval.around(n)) for name, n in counts.items()}
    fitting = {name: each for name, each in outcomes.items() if each.verdict != DISAGREES}
    # a count without embeddings fits another metric, so it excuses no number of all weights
    of_metric = [name for name in fitting if not name.startswith(rules_of_costs.WITHOUT)]
    if of_metric:
        name = min(of_metric, key=lambda name: fitting[name].verdict == TRUNCATED)
        return replace(fitting[name], rests_on=OTHERWISE, note=name)
    # the zeros of 400M may be no digits: then it is 350 to 450, or up to 500 cut off
    meant = Interval.around(result.value, result.half_width * 10.0 ** _zeros(result.printed))
    tolerance = meant.high - meant.value
    if meant.low <= outcome.recomputed <= meant.high:
        return replace(outcome, verdict=AGREES, rests_on=ROUND, tolerance=tolerance)
    if result.value <= outcome.recomputed < result.value + 2 * tolerance:
        return replace(outcome, verdict=TRUNCATED, rests_on=CUT, tolerance=tolerance)
    if fitting:
        asked = "if so, the metric is parameters-without-embeddings"
        return replace(outcome, note=f"{COUNTED_OTHERWISE}: {next(iter(fitting))}; {asked}")
    is_close = abs(outcome.recomputed / result.value - 1) <= CLOSE
    return replace(outcome, verdict=ANOTHER) if is_close else outcome


def _zeros(printed: str) -> int:
    """Return how many zeros a whole number ends with, as 2 of 400M; they need not be digits."""
    digits = "".join(each for each in printed if each.isdigit() or each == ".")
    return 0 if "." in digits else len(digits) - len(digits.rstrip("0"))
