"""Kinds of claims: functions that judge a statement by the results.

A kind takes the material first and its thresholds as keywords, whose defaults are those of most
claims. General kinds are here and in the modules beside this one; one that fits a single work is a
function of ``smallbert.works.<key>`` and known to the claims of that work.
"""

import inspect
import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pandas as pd
from scipy.stats import norm

from smallbert import audit, compare, cost
from smallbert.claims import survey, trends
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    NOT_TESTABLE,
    UNDECIDABLE,
    Finding,
    LackingError,
    Material,
    above,
    all_above,
    choose,
    lacking,
    number,
)
from smallbert.claims.remarks import remark
from smallbert.data import sources, vocabulary
from smallbert.errors import UserError

Kind = Callable[..., Finding]

SCORE = ["task", "metric", "split"]
"""What two scores must share to be set beside each other."""


def rises(
    material: Material, *, table: str, quantity: str, rows: list, margins: float = 1
) -> Finding:
    """Tell whether each of the rows, in the order named, has more than the one before."""
    column = material.column(table, quantity, rows)
    steps = [b - a for a, b in pairwise(column["value"])]
    widths = [margins * (a + b) for a, b in pairwise(column["half_width"])]
    words = f"smallest of {len(steps)} steps" if len(steps) > 1 else "the step is"
    return Finding(
        verdict=all_above(steps, widths),
        evidence=tuple(column["id"]),
        value=min(steps),
        decided_by=f"{words} {number(min(steps), '+.2f')}",
        comparisons=len(steps),
    )


def highest(
    material: Material,
    *,
    table: str,
    quantity: str,
    rows: list,
    margins: float = 1,
    among: list | None = None,
) -> Finding:
    """Tell whether each of the rows named has more than every other row, or each of `among`."""
    column = material.column(table, quantity)
    if among:
        column = column.loc[[row for row in column.index if row in [*among, *rows]]]
    named = material.column(table, quantity, rows)
    others = column.drop(index=named.index)
    least, rival = named["value"].min(), others["value"].idxmax()
    lead = least - others["value"]
    width = margins * (named.loc[named["value"].idxmin(), "half_width"] + others["half_width"])
    return Finding(
        verdict=all_above(lead, width),
        evidence=(*named["id"], *others["id"]),
        value=lead.min(),
        decided_by=f"lead over {rival} {number(lead.min(), '+.2f')}",
        comparisons=len(others),
    )


def every(
    material: Material,
    *,
    table: str,
    quantity: str,
    rows: list | None = None,
    least: float | None = None,
    most: float | None = None,
    strict: bool = False,
    inside: str = HOLDS,
) -> Finding:
    """Tell whether each row has at least `least` and at most `most`; `strict`: is between.

    A row outside fails. `inside` is the verdict if there is none: a bound that other causes keep
    as well can refute and not confirm.
    """
    column = material.column(table, quantity, rows)
    value = column["value"]
    least, most = -np.inf if least is None else least, np.inf if most is None else most
    kept = (value > least) & (value < most) if strict else value.between(least, most)
    row = np.minimum(value - least, most - value).idxmin()
    return Finding(
        verdict=inside if kept.all() else FAILS,
        evidence=tuple(column["id"]),
        value=value[row],
        decided_by=f"true of {kept.sum()} of {len(column)} rows; {row} has {value[row]:g}",
        comparisons=len(column),
    )


def ahead(
    material: Material,
    *,
    tables: list,
    one: str,
    other: str,
    share: float = 1,
    most: float = 1,
) -> Finding:
    """Tell whether a row has more than another in a share of all scores, from `share` to `most`."""
    leads, evidence = _leads(material, tables, one, other)
    won = sum(lead > 0 for lead in leads)
    return Finding(
        verdict=HOLDS if share <= won / len(leads) <= most else FAILS,
        evidence=evidence,
        value=won / len(leads),
        decided_by=f"ahead in {won} of {len(leads)} scores",
        comparisons=1,
    )


def ahead_in_the_mean(material: Material, *, tables: list, one: str, other: str) -> Finding:
    """Tell whether one row is above another in the mean over all scores of both."""
    leads, evidence = _leads(material, tables, one, other)
    mean = float(np.mean(leads))
    return Finding(
        verdict=HOLDS if mean > 0 else FAILS,
        evidence=evidence,
        value=mean,
        decided_by=f"{number(mean, '+.2f')} points on average over {len(leads)} scores",
        comparisons=1,
    )


def both_higher(
    material: Material, *, table: str, one: str, other: str, first: str, second: str
) -> Finding:
    """Tell whether one row has more than another of both quantities, each by its rounding."""
    parts = [material.column(table, quantity, [one, other]) for quantity in (first, second)]
    gaps = [part["value"][one] - part["value"][other] for part in parts]
    return Finding(
        verdict=all_above(gaps, [part["half_width"].sum() for part in parts]),
        evidence=tuple(each for part in parts for each in part["id"]),
        value=gaps[0],
        decided_by=f"{number(gaps[0], '+.2f')} in {first}, {number(gaps[1], '+.2f')} in {second}",
        comparisons=1,
    )


def surely_higher(
    material: Material, *, table: str, quantity: str, pairs: dict, level: float = 0.95
) -> Finding:
    """Tell whether each row named has more than its partner, by more than chance explains.

    Chance is that of the examples of the test set, and of the runs where a source prints their
    spread, as if the errors of the two were independent.
    """
    sides = [material.column(table, quantity, list(side)) for side in (pairs, pairs.values())]
    tidy = material.tidy(table).set_index("id")
    errors = [compare.standard_errors(tidy.loc[side["id"]]).to_numpy() for side in sides]
    gaps = sides[0]["value"] - sides[1]["value"].to_numpy()
    margins = norm.ppf(level) * np.hypot(*errors)
    words = f"smallest of {len(gaps)} gaps" if len(gaps) > 1 else "the gap is"
    return Finding(
        verdict=all_above(gaps, margins),
        evidence=tuple(dict.fromkeys(each for side in sides for each in side["id"])),
        value=gaps.min(),
        decided_by=f"{words} {number(gaps.min(), '+.2f')}; "
        f"chance may explain {margins[gaps.argmin()]:.2f}",
        comparisons=len(gaps),
    )


def leads(material: Material, *, higher: str, than: str, smaller: str, of: str) -> Finding:
    """Tell whether a result is above another and a size below another, each by its rounding.

    All four are ids of results; the two scores must be of one task, metric and split.
    """
    needed = [higher, than, smaller, of]
    score, rival, size, bound = map(material.result, needed)
    assert (score[SCORE] == rival[SCORE]).all(), f"{higher} and {than} are not scores of one kind"
    gap = score["value"] - rival["value"]
    answers = {
        above(gap, score["half_width"] + rival["half_width"]),
        above(bound["value"] - size["value"], size["half_width"] + bound["half_width"]),
    }
    return Finding(
        verdict=choose(holds=answers == {"yes"}, fails="no" in answers),
        evidence=tuple(needed),
        value=gap,
        decided_by=f"{number(gap, '+.1f')} points; {size['value']:g} against {bound['value']:g} "
        f"{size['unit']}",
        comparisons=1,
    )


def ratio(material: Material, *, one: str, other: str, least: float) -> Finding:
    """Tell whether a result is at least so many times another; both are ids."""
    times = material.result(one)["value"] / material.result(other)["value"]
    return Finding(
        verdict=HOLDS if times >= least else FAILS,
        evidence=(one, other),
        value=times,
        decided_by=f"{times:.{3 if times < 1 else 2}f} times",
        comparisons=1,
    )


def rests_on_task(material: Material, *, table: str, one: str, other: str, without: str) -> Finding:
    """Tell whether one row leads another in the mean over tasks, and no longer without a task."""
    tidy = material.tidy(table)
    tasks = tidy[tidy["task"].ne("") & tidy["metric"].ne("average")]
    tasks = tasks[tasks["row"].isin([one, other])].replace({"task": {"mnli-mm": "mnli-m"}})
    wide = tasks.pivot_table(index="row", columns="task", values="value")
    if missing := [row for row in (one, other) if row not in wide.index]:
        raise LackingError(f"{' and '.join(missing)} in {table}")
    lead: pd.Series = wide.loc[one] - wide.loc[other]
    whole, rest = lead.mean(), lead.drop(without).mean()
    return Finding(
        verdict=HOLDS if whole > 0 >= rest else FAILS,
        evidence=tuple(tasks["id"]),
        value=rest,
        decided_by=f"{number(whole, '+.2f')} points over {len(lead)} tasks, "
        f"{number(rest, '+.2f')} without {without}",
        comparisons=1,
    )


def disagrees(material: Material, *, audited: str) -> Finding:
    """Tell whether a line of the audit says that a number cannot follow from its inputs."""
    work, rule = audited.split("/")[0], audited.rsplit("/", 1)[1]
    lines = recomputed(material, work, rule.replace("-", "_")).set_index("id")
    if audited not in lines.index:
        raise LackingError(audited)
    own = lines.loc[audited]
    return Finding(
        verdict=HOLDS if own["verdict"] == audit.DISAGREES else FAILS,
        evidence=(audited.rsplit("/", 1)[0], *own["inputs"].split()),
        value=abs(own["difference"]),
        decided_by=f"{number(own['printed'], 'g')} printed, {number(own['recomputed'], '.2f')} "
        f"recomputed; rounding explains {own['tolerance']:.2g}",
        comparisons=1,
    )


def follow(
    material: Material, *, work: str, rule: str, table: str = "", contrary: bool = False
) -> Finding:
    """Tell whether every number of a rule that can be recomputed agrees; `contrary`: disagrees.

    Of a work, or of a table of it.
    """
    lines = recomputed(material, work, rule, table)
    agree = lines["verdict"].str.startswith(audit.AGREES)
    right = lines["verdict"].eq(audit.DISAGREES) if contrary else agree
    off = lines["difference"].abs()
    return Finding(
        verdict=HOLDS if right.all() else FAILS,
        evidence=tuple(lines["id"].str.rpartition("/")[0]),
        value=off.min() if contrary else off.max(),
        decided_by=f"{right.sum()} of {len(lines)} {'dis' * contrary}agree",
        comparisons=len(lines),
    )


def counts_a_pass(
    material: Material, *, table: str, tokens: int, within: float = 20, technique: str = ""
) -> Finding:
    """Tell whether the operations of a table are for one pass and not a second.

    Fails, as a statement that they are a rate, if in the median over models of known shape (and of
    the technique, if one is named) the printed number is within so many per cent of the operations
    that one input takes. That no pass explains it would not show a rate, so it never holds.
    """
    labels = material.labels(table)
    labels = labels[labels["architecture"] != ""]
    if technique:
        labels = labels[labels["technique"] == technique]
    printed = material.column(table, "operations").reindex(labels.index).dropna()
    if printed.empty:
        raise LackingError(f"operations of a known shape in {table}")
    ratio = pd.Series({row: _nearest(printed, labels, row, tokens) for row in printed.index})
    off = 100 * (ratio - 1).abs().median()
    return Finding(
        verdict=FAILS if off <= within else UNDECIDABLE,
        evidence=tuple(printed["id"]),
        value=off,
        decided_by=f"one pass of {tokens:g} tokens explains them within {off:.0f} % in the median",
        comparisons=len(printed),
    )


def beyond_results(material: Material, *, why: str) -> Finding:
    """Say why no result can show it: advice, or how a model was made."""
    return Finding(verdict=NOT_TESTABLE, evidence=(), value=None, decided_by=why, comparisons=0)


def without_numbers(material: Material, *, missing: str) -> Finding:
    """Say which numbers a statement would need that none of the works prints."""
    return lacking(missing)


def recomputed(material: Material, work: str, rule: str, table: str = "") -> pd.DataFrame:
    """Return the audit's lines of a rule that can be recomputed from a source's numbers."""
    lines = audit.recomputed(material.source(work), work=work)
    lines = lines[lines["rule"].eq(rule) & lines["verdict"].ne(audit.UNKNOWN)]
    if table:
        lines = lines[lines["table"].eq(table)]
    if lines.empty:
        raise LackingError(f"numbers of {work} for {rule}")
    return lines


def _leads(material: Material, tables: list, one: str, other: str) -> tuple[list, tuple]:
    """Return one row's scores less the other's, and the ids of both."""
    metrics = set(vocabulary.scores()) - {"average"}
    leads, evidence = [], []
    for table in tables:
        tidy = material.tidy(table)
        scores = tidy[tidy["metric"].isin(metrics)].set_index("quantity")
        own, their = (scores.loc[scores["row"] == row, ["value", "id"]] for row in (one, other))
        both = own.add_suffix("_one").join(their.add_suffix("_other"), how="inner")
        leads += list(both["value_one"] - both["value_other"])
        evidence += [*both["id_one"], *both["id_other"]]
    if not leads:
        raise LackingError(f"a score of both {one} and {other}")
    return leads, tuple(evidence)


def _nearest(printed: pd.DataFrame, labels: pd.DataFrame, row: str, tokens: int) -> float:
    """Return printed by counted operations, under the rule for word vectors that fits better."""
    shape = cost.architecture(labels["architecture"][row])
    ways = [
        printed["value"][row] / (cost.operations(shape, tokens=tokens, embed=embed).sum() / 1e9)
        for embed in ("lookup", "product")
    ]
    return min(ways, key=lambda ratio: abs(ratio - 1))


KINDS = {
    function.__name__: function
    for function in (
        *(rises, highest, every, ratio, leads, disagrees, follow, counts_a_pass),
        *(ahead, ahead_in_the_mean, both_higher, surely_higher, rests_on_task),
        *(beyond_results, without_numbers, remark),
        *(trends.trend, trends.outliers, trends.low, trends.similar_differ),
        *(survey.placed_above, survey.turns_with_budget, survey.sampling_outweighs),
        *(survey.mostly_open, survey.mostly_explained),
    )
}
"""The general kinds by name."""

TYPES = {
    str: ("a text", str),
    list: ("a list of texts", list),
    dict: ("a mapping", dict),
    bool: ("true or false", bool),
    int: ("a whole number", int),
    float: ("a number", int | float),
}
"""Of each type that a threshold may have, what to call it and what is accepted."""


def of_work(work: str = "") -> dict[str, Kind]:
    """Return the kinds that claims of a work can have by name, its own before general ones."""
    module = sources.module(work)
    own = (
        {
            name: function
            for name, function in vars(module).items()
            if inspect.isfunction(function)
            and function.__module__ == module.__name__
            and inspect.signature(function).return_annotation is Finding
        }
        if module
        else {}
    )
    return KINDS | own


def named(name: str, work: str = "") -> Kind:
    """Return the kind of that name: the work's own, else a general one.

    Raises
    ------
    UserError
        There is none.
    """
    if kind := of_work(work).get(name):
        return kind
    raise UserError(
        f"kind {name!r} is unknown; use one of {', '.join(sorted(of_work(work)))}, or add a "
        f"function of that name to src/smallbert/works/{work or '<key>'}.py"
    )


def parameters(kind: Kind) -> dict[str, inspect.Parameter]:
    """Return a kind's thresholds by name."""
    _, *named = inspect.signature(kind).parameters.items()
    return dict(named)


def thresholds(kind: Kind, given: dict) -> dict:
    """Return all arguments of a kind but the material: those given, else the defaults.

    Raises
    ------
    TypeError
        One of those given is unknown, or one is needed and not given.
    """
    bound = inspect.signature(kind).bind(None, **given)
    bound.apply_defaults()
    _, *named = bound.arguments.items()
    return {name: value for name, value in named if value not in (None, "")}


def mistyped(kind: Kind, given: dict) -> Iterator[tuple[str, str]]:
    """Yield each threshold whose value is not of the type that its kind says, and a line on it."""
    for name, value in given.items():
        wanted = parameters(kind)[name].annotation
        words, types = TYPES[next(each for each in TYPES if wanted in (each, each | None))]
        right = isinstance(value, types) and (types is bool or not isinstance(value, bool))
        if isinstance(value, list | dict):
            right = right and all(isinstance(each, str) for each in value)
        if isinstance(value, float):
            right = right and math.isfinite(value)
        if not right:
            yield name, f"{kind.__name__}: {name} is {value!r}; give {words}"
