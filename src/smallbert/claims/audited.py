"""Claims on whether printed numbers follow from those beside them, as the audit finds."""

import pandas as pd

from smallbert import audit
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material, once


@kind
def disagrees(material: Material, *, audited: str) -> Finding:
    """Tell whether a line of the audit says that a number cannot follow from its inputs."""
    work, rule = audited.split("/")[0], audited.rsplit("/", 1)[1]
    lines = _lines(material, work, rule.replace("-", "_")).set_index("id")
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


@kind
def follow(material: Material, *, work: str, rule: str) -> Finding:
    """Tell whether every number of a rule that can be recomputed agrees."""
    lines = _lines(material, work, rule)
    agree = lines["verdict"].str.startswith(audit.AGREES)
    return _all(lines, agree, "agree", lines["difference"].abs().max())


@kind
def none_follow(material: Material, *, table: str, rule: str) -> Finding:
    """Tell whether every number of a rule in a table disagrees with its recomputation."""
    work, name = table.split("/")
    lines = _lines(material, work, rule)
    if (lines := lines[lines["table"].eq(name)]).empty:
        raise LackingError(f"numbers of {table} for {rule}")
    off = lines["verdict"].eq(audit.DISAGREES)
    return _all(lines, off, "disagree", lines["difference"].abs().min())


@kind
def rest_on_digits(material: Material, *, work: str, rule: str, times: float = 10) -> Finding:
    """Tell whether so many times more agreements rest on printed digits than on hidden ones."""
    basis = (lines := _lines(material, work, rule))["rests_on"].value_counts()
    firm, loose = (int(basis.get(each, 0)) for each in (audit.DIGITS, audit.INPUTS))
    return Finding(
        verdict=HOLDS if firm >= times * loose else FAILS,
        evidence=_numbers(lines),
        value=float(firm),
        decided_by=f"{firm} follow from printed digits, {loose} need hidden ones",
        comparisons=len(lines),
    )


def _all(lines: pd.DataFrame, right: pd.Series, words: str, value: float) -> Finding:
    """Find whether all lines are as claimed; `value` is the difference nearest to the contrary."""
    return Finding(
        verdict=HOLDS if right.all() else FAILS,
        evidence=_numbers(lines),
        value=value,
        decided_by=f"{right.sum()} of {len(lines)} {words}",
        comparisons=len(lines),
    )


def _lines(material: Material, work: str, rule: str) -> pd.DataFrame:
    """Return the lines of a rule that can be recomputed from the numbers of one source."""
    lines = _audited(material, work)
    lines = lines[lines["rule"].eq(rule) & lines["verdict"].ne(audit.UNKNOWN)]
    if lines.empty:
        raise LackingError(f"numbers of {work} for {rule}")
    return lines


@once
def _audited(material: Material, work: str) -> pd.DataFrame:
    return audit.recomputed(material.source(work), work=work)


def _numbers(lines: pd.DataFrame) -> tuple[str, ...]:
    return tuple(lines["id"].str.rpartition("/")[0])
