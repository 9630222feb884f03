"""Kinds of claims: functions that judge a statement by the results.

A kind takes the material first and its thresholds as keywords, whose defaults are those of most
claims. One that fits a single work is a function of ``smallbert.works.<key>`` and known to the
claims of that work alone.

What says that one model scores more than another has one standard: `higher`, or `mean_higher` over
tasks, beyond what chance explains by `smallbert.compare.differences`.
"""

import inspect
import math
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import pandas as pd

from smallbert import audit, compare
from smallbert.claims.correlation import Correlation, rank_correlation
from smallbert.claims.finding import (
    AGREES,
    FAILS,
    HOLDS,
    NOT_TESTABLE,
    UNDECIDABLE,
    Finding,
    above,
    direction,
    independent,
    lacking,
    verdict_of,
    with_minus,
)
from smallbert.claims.material import LackingError, Material, evidence_ids
from smallbert.claims.residuals import distances, quantiles
from smallbert.claims.slide_remarks import remark
from smallbert.compare import laws
from smallbert.data import sources, vocabulary
from smallbert.data.amounts_in_words import amount
from smallbert.data.results import SAME_TASKS
from smallbert.errors import UserError

Kind = Callable[..., Finding]

MOST_DECIMALS = 4
"""That a sentence repeats of a printed number; files of results have up to sixteen."""

SURE = ("no", "", "yes")
"""What `smallbert.claims.finding.above` says of a lead, the surest last."""


def higher(
    material: Material,
    *,
    pairs: dict,
    table: str = "",
    quantities: list | None = None,
    points: float = 0,
    some: bool = False,
    level: float = 0.95,
) -> Finding:
    """Tell whether each row named scores more than its partners, by more than chance explains.

    `pairs` names rows of the table, or results by id, each with a partner or several; ``*`` are all
    rows that are not named. All `quantities` of the table count. The lead must exceed `points`;
    below 0, so much may be lost. With `some` one such lead is enough, and the claim fails only if
    all fall short for sure. A verdict by one of several leads, picked after a look at all, needs
    the surer level of Bonferroni. What is no score counts by its digits.
    """
    couples = list(_couples(material, pairs, table, quantities))
    id_pairs = [
        [f"{table}/{row}/{quantity}" if table else row for row in couple]
        for couple in couples
        for quantity in quantities or [""]
    ]
    sides = [material.results(ids).reset_index(drop=True) for ids in zip(*id_pairs, strict=True)]
    leads = _leads(*sides, level)
    answers = _answers(leads, points)
    # which lead decides alone is seen only after a look at all, so it needs Bonferroni's level;
    # where all must hold none is picked
    decides_alone = answers.eq("yes" if some else "no")
    if decides_alone.any() and len(leads) > 1:
        surer = _leads(*sides, 1 - (1 - level) / len(leads))
        leads["margin"] = leads["margin"].mask(decides_alone, surer["margin"])
        answers = _answers(leads, points)
    order = leads.assign(
        sure=answers.map(SURE.index), beyond=leads["lead"] - leads["margin"].fillna(0)
    ).sort_values(["sure", "beyond"], ascending=not some)
    picked = order.index[0]
    lead, margin = leads.loc[picked, ["lead", "margin"]]
    answers = {*answers}
    which = f", the {'most' if some else 'least'} sure of {len(leads)}" if len(leads) > 1 else ""
    return Finding(
        verdict=verdict_of(
            holds="yes" in answers if some else answers == {"yes"},
            fails=answers == {"no"} if some else "no" in answers,
        ),
        evidence=tuple(dict.fromkeys(chain.from_iterable(id_pairs))),
        value=lead,
        decided_by=_pair_in_words(*(side.iloc[picked] for side in sides), lead, margin, which),
        comparisons=independent(couples),
        # one lead is all that such a claim states, so others below it contradict nothing
        shows=AGREES
        if some and leads["lead"].gt(points).any()
        else direction(leads["lead"] - points),
        chance=float(margin) if math.isfinite(margin) else None,
    )


def _pair_in_words(result, partner, lead: float, margin: float, which: str) -> str:
    """Return what two results say of each other; chance is told of scores alone."""
    both = f"{_quoted(result)}; {_quoted(partner)}{_on_task(result)}"
    gap = f". Difference {with_minus(lead, '+.2f')}{which}; {_explained(margin)}"
    return both + gap * (result["metric"] in vocabulary.scores())


def mean_higher(
    material: Material,
    *,
    tables: list | None = None,
    one: str = "",
    other: str = "",
    pairs: dict | None = None,
    points: float = 0,
    level: float = 0.95,
) -> Finding:
    """Tell whether a row scores more than another in the mean over their tasks, beyond chance.

    `pairs` names results by id, each with its partner, where each task has rows of its own. A
    task's metrics are averaged first, and the halves of MNLI are one task. Chance is that of the
    tasks, as if they were independent of each other, but for the luck of two laboratories, which is
    common to the tasks; `points` is as for `higher`.
    """
    if pairs:
        scores, partners = (material.results(side) for side in (pairs, pairs.values()))
    else:
        scores, partners = _shared_scores(material, tables or [], one, other)
    leads = _leads(scores.reset_index(drop=True), partners.reset_index(drop=True), level)
    task = scores["task"].replace(SAME_TASKS | {"mnli-mm": "mnli-m"}).to_numpy()
    # a margin that is not known leaves the mean open, where a mean over the others would not
    tasks = leads.fillna(np.inf).groupby(task).mean()
    lead = tasks["lead"].mean()
    common, apart = (
        (tasks["margin"] * np.sqrt(share)).to_numpy()
        for share in (tasks["common"], 1 - tasks["common"])
    )
    # luck common to the tasks stays whole in their mean, what is independent averages out
    margin = float(np.hypot(common.mean(), np.sqrt((apart**2).sum()) / len(tasks)))
    answer = above(lead - points, margin)
    names, ends = vocabulary.names("tasks"), (tasks["lead"].idxmin(), tasks["lead"].idxmax())
    least, most = (
        f"{with_minus(tasks.at[each, 'lead'], '+.1f')} on {names.get(each, each)}" for each in ends
    )
    return Finding(
        verdict=verdict_of(holds=answer == "yes", fails=answer == "no"),
        evidence=(*scores["id"], *partners["id"]),
        value=lead,
        decided_by=f"{with_minus(lead, '+.2f')} points on average over {len(tasks)} tasks, from "
        f"{least} to {most}; {_explained(margin)}",
        comparisons=1,
        shows=direction(tasks["lead"] - points),
        chance=margin if math.isfinite(margin) else None,
    )


def _shared_scores(
    material: Material, tables: list, row: str, partner: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the scores of two rows on what both have, by quantity."""
    scores = pd.concat([material.tidy(table) for table in tables])
    # a printed average is of the very scores that are averaged here, and would count them twice
    scores = scores[scores["metric"].isin(vocabulary.scores()) & scores["metric"].ne("average")]
    sides = [scores[scores["row"] == each].set_index("quantity") for each in (row, partner)]
    shared = sides[0].index.intersection(sides[1].index)
    if shared.empty:
        raise LackingError(f"a score of both {row} and {partner}")
    return sides[0].loc[shared], sides[1].loc[shared]


def _couples(
    material: Material, pairs: dict, table: str, quantities: list | None
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of rows that a threshold names."""
    for row, partners in pairs.items():
        for partner in [partners] if isinstance(partners, str) else partners:
            if partner == "*":
                rows = material.column(table, quantities[0]).index
                yield from ((row, unnamed) for unnamed in rows if unnamed not in pairs)
            else:
                yield row, partner


def _leads(ones: pd.DataFrame, others: pd.DataFrame, level: float) -> pd.DataFrame:
    """Return by how much results are above others, and how much of that chance explains.

    ``common`` is the share of that chance's variance which is two laboratories'.
    """
    judged = compare.differences(ones, others, level=level)
    is_score = ones["metric"].isin(vocabulary.scores())
    # a time or a size is taken as printed: its digits alone leave room
    digits = ones["half_width"] + others["half_width"]
    return pd.DataFrame(
        {
            "lead": ones["value"] - others["value"],
            "margin": judged["margin"].where(is_score, digits),
            "common": judged["common"].where(is_score, 0.0).fillna(0.0),
        }
    )


def _answers(leads: pd.DataFrame, points: float) -> pd.Series:
    pairs = zip(leads["lead"], leads["margin"], strict=True)
    return pd.Series([above(lead - points, margin) for lead, margin in pairs], leads.index)


def _explained(margin: float) -> str:
    return (
        "how much chance explains is not known"
        if not math.isfinite(margin)
        else f"chance explains {margin:.2f}"
    )


def _quoted(result: pd.Series) -> str:
    """Return a result as a reader calls it, such as "BERT-base: 84.5 %"."""
    model = result["model"] if result["model"] else result["row"]
    return f"{model}: {amount(result['value'], result['unit'], _short_print(result['printed']))}"


def _short_print(printed: str) -> str:
    """Return what a source prints; of a file of results with all its digits nothing."""
    return "" if len(printed.partition(".")[2]) > MOST_DECIMALS else printed


def _on_task(result: pd.Series) -> str:
    """Return on which task a result is, if on one, in brackets."""
    name = vocabulary.names("tasks").get(result["task"], "")
    return f" ({name})" if name else ""


def every(
    material: Material,
    *,
    table: str,
    quantity: str,
    rows: list | None = None,
    least: float = -math.inf,
    most: float = math.inf,
) -> Finding:
    """Tell whether each row has at least `least` and at most `most`, as printed."""
    column = material.column(table, quantity, rows)
    value = column["value"]
    is_within = value.between(least, most)
    # the nearest to a limit, or the farthest beyond it, is what decides
    decisive = column.loc[np.minimum(value - least, most - value).idxmin()]
    share = f"all {len(column)}; nearest to the limit:"
    share = share if is_within.all() else f"{is_within.sum()} of {len(column)}, not of"
    true_of = f"true of {share} " if len(column) > 1 else ""
    return Finding(
        verdict=HOLDS if is_within.all() else FAILS,
        evidence=tuple(column["id"]),
        value=decisive["value"],
        decided_by=f"{true_of}{_quoted(decisive)}{_on_task(decisive)}",
        comparisons=len(column),
    )


def ratio(
    material: Material, *, one: str, other: str, least: float, most: float = math.inf
) -> Finding:
    """Tell whether a result is so many times another, both as printed and named by id."""
    both = material.results([one, other])
    over, under = both["value"]
    times = over / under
    metrics = both["metric"].map(vocabulary.names("metrics"))
    # two numbers of one model differ in what they count, not in whose they are
    in_brackets = "" if both["model"].nunique() > 1 else " ({})"
    quotes = "; ".join(
        _quoted(result) + in_brackets.format(metric)
        for result, metric in zip(both.iloc, metrics, strict=True)
    )
    return Finding(
        # as rounding has it: from 0.965 to below 0.975 it is "97 %"
        verdict=HOLDS if least <= times < most else FAILS,
        evidence=(one, other),
        value=times,
        decided_by=f"{quotes}: {times:.{3 if times < 1 else 2}f} times",
        comparisons=1,
    )


def counts_a_pass(material: Material, *, table: str) -> Finding:
    """Tell whether the operations of a table are for one pass and not a second.

    Fails, as a statement that they are a rate, if most of those that can be counted from a shape
    follow from one input. That none does would not show a rate, so it never holds.
    """
    counted = audit.counted(material.tidy(table), ["operations"])
    counted = counted[counted["verdict"] != "not countable"]
    if counted.empty:
        raise LackingError(f"operations of a known shape in {table}")
    # by another rule, too: whichever convention counts them, they are of one input
    explained = counted["verdict"].str.startswith(("agrees", "close"))
    return Finding(
        verdict=FAILS if explained.mean() > 0.5 else UNDECIDABLE,
        evidence=tuple(counted["id"]),
        value=explained.mean(),
        decided_by=f"{explained.sum()} of {len(counted)} numbers equal the count for one input",
        comparisons=len(counted),
    )


def beyond_results(material: Material, *, why: str) -> Finding:
    """Say why no result can show it: advice, or a judgement."""
    return Finding(verdict=NOT_TESTABLE, decided_by=why)


def without_numbers(material: Material, *, missing: str) -> Finding:
    """Say which numbers a statement would need that none of the works prints."""
    return lacking(missing)


def trend(
    material: Material, *, table: str, x: str, y: str, weak: float = 0.3, level: float = 0.95
) -> Finding:
    """Tell whether more of `x` goes with more of `y`.

    Holds if the whole interval of the rank correlation is above 0; fails if all of it is below
    `weak`, so that at best a weak trend is left; else the points are too few to tell.
    """
    chart = material.points(table, x, y)
    correlation = rank_correlation(chart["x"], chart["y"], level=level)
    return risen(correlation, weak, evidence_ids(chart), f"rank correlation {correlation}")


def risen(correlation: Correlation, weak: float, evidence: tuple, decided_by: str) -> Finding:
    """Find whether a correlation's whole interval is above 0, or all of it below `weak`."""
    return Finding(
        # few points have a wide interval, so a low value alone refutes no trend
        verdict=verdict_of(holds=correlation.low > 0, fails=correlation.high < weak),
        evidence=evidence,
        value=correlation.value,
        decided_by=decided_by,
        comparisons=correlation.points,
        shows=direction([correlation.value]),
    )


def loses_least(
    material: Material, *, law: str, than: list, task: str = "all", level: float = 0.95
) -> Finding:
    """Tell whether one way to compress loses less for each halving than each of others.

    Over all works: what each laboratory's models lose is one value (`smallbert.compare.laws`), and
    Welch's t compares the laboratories' means, at the surer level of Bonferroni. Of the results of
    all works, never of others in their place.
    """
    from scipy import stats  # takes a second, and rendering needs none of it

    slopes = laws.slopes_of_laboratories(task)
    # one value has no variance, and without one there is no test
    if missing := [name for name in (law, *than) if len(slopes.get(name, ())) < 2]:
        raise LackingError(f"two laboratories that measured {' and '.join(missing)}")
    least, surer = slopes[law], 1 - (1 - level) / len(than)
    # Welch's: laboratories need not differ as much in one way to compress as in another
    tests = [stats.ttest_ind(slopes[name], least, equal_var=False) for name in than]
    ends = [test.confidence_interval(surer) for test in tests]
    leads = pd.DataFrame(
        [((end.low + end.high) / 2, (end.high - end.low) / 2) for end in ends],
        than,
        ["lead", "margin"],
    )
    answers = {above(*line) for line in leads.itertuples(index=False)}
    picked = (leads["lead"] - leads["margin"]).idxmin()
    lead, margin = leads.loc[picked]
    models = laws.checkpoint_losses(task).query("law == @law or law in @than")
    return Finding(
        verdict=verdict_of(holds=answers == {"yes"}, fails="no" in answers),
        evidence=tuple(models["id"]),
        value=lead,
        decided_by=f"{picked} loses {with_minus(lead)} % more per halving of the layers' bytes "
        f"({len(slopes[picked])} and {len(least)} laboratories); {_explained(margin)}",
        comparisons=len(than),
        shows=direction(leads["lead"]),
        chance=float(margin),
    )


def outliers(
    material: Material, *, table: str, x: str, y: str, rows: list, level: float = 0.95
) -> Finding:
    """Tell whether each of the rows named lies apart from the line through the others.

    Over the logarithm of `x`. Holds if each is farther off than an outlier picked from all
    points must be; fails if one is nearer than a point chosen beforehand must be.
    """
    chart = material.points(table, x, y)
    if missing := [row for row in rows if row not in chart.index]:
        raise LackingError(f"{' and '.join(missing)} in {table}")
    far = pd.Series(distances(np.log2(chart["x"]), chart["y"]), chart.index)[rows]
    # between the two it is open: an outlier if named in advance, none if picked by its looks
    if_named, if_picked = quantiles(len(chart), level=level)
    names = material.column(table, y)["model"]
    apart = " and ".join(f"{names[row]} {with_minus(value, '+.2f')}" for row, value in far.items())
    return Finding(
        verdict=verdict_of(holds=far.abs().min() > if_picked, fails=far.abs().min() <= if_named),
        evidence=evidence_ids(chart),
        value=far[far.abs().idxmin()],
        decided_by=f"{apart} standard errors from the line; an outlier needs {if_named:.2f} if "
        f"named beforehand, {if_picked:.2f} if picked from {len(chart)}",
        comparisons=len(far),
    )


KINDS = {
    function.__name__: function
    for function in (
        *(higher, mean_higher, every, ratio, counts_a_pass, beyond_results, without_numbers),
        *(trend, loses_least, outliers, remark),
    )
}
"""The general kinds by name."""


THRESHOLD_TYPES = {
    str: ("a text", str),
    list: ("a list", list),
    dict: ("a mapping", dict),
    bool: ("true or false", bool),
    int: ("a whole number", int),
    float: ("a number", int | float),
}
"""Of each type that a threshold may have, what to call it and what is accepted."""


def named(name: str, work: str = "") -> Kind:
    """Return the kind of that name: a general one, else one of the work's own; or refuse it."""
    if name in KINDS:
        return KINDS[name]
    if name in (kinds_of_work := of_work(work)):
        return kinds_of_work[name]
    raise UserError(
        f"kind {name!r} is unknown; use one of {', '.join(sorted(KINDS | kinds_of_work))}, or "
        f"add a function of that name to src/smallbert/works/{work or '<key>'}.py"
    )


def of_work(work: str) -> dict[str, Kind]:
    """Return the kinds by name that only claims of a work can have."""
    names = vars(sources.module(work)) if work and sources.module(work) else {}
    return {
        name: function
        for name, function in names.items()
        if inspect.isfunction(function)
        and f"{function.__module__}.".startswith(f"{names['__name__']}.")  # or of its package
        and inspect.signature(function).return_annotation is Finding
    }


def complete_thresholds(kind: Kind, given: dict) -> dict:
    """Return all arguments of a kind but the material: those given, else the defaults.

    One that is unknown or of another type, or needed and not given, is a TypeError.
    """
    signature = inspect.signature(kind)
    bound = signature.bind(None, **given)
    for name, value in given.items():
        annotation = signature.parameters[name].annotation
        wanted = next(each for each in THRESHOLD_TYPES if annotation in (each, each | None))
        type_in_words, types = THRESHOLD_TYPES[wanted]
        # to Python True is an int
        if not isinstance(value, types) or (isinstance(value, bool) and wanted is not bool):
            raise TypeError(f"{name} is {value!r}; give {type_in_words}")
    bound.apply_defaults()
    _, *named = bound.arguments.items()
    unsaid = (None, "", math.inf, -math.inf)
    return {name: value for name, value in named if value not in unsaid}
