"""The audit: a line for every derived number and for every number that stands twice."""

from dataclasses import dataclass

import pandas as pd

from smallbert import data
from smallbert.audit import copy_rules, coverage, figures, remark_rules, size_rules, verdict
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.data import sources, survey
from smallbert.errors import UserError
from smallbert.paths import cached

COLUMNS = (
    *("id", "source", "table", "row", "quantity", "printed", "recomputed", "difference"),
    *("tolerance", "rule", "verdict", "rests_on", "document", "note", "inputs"),
)
PUBLISHED = "published"
"""Stands for the document where a number is from a cited paper and in none of the five."""


@dataclass(frozen=True)
class Check:
    """A number and the rule that recomputes it."""

    result: str
    rule: coverage.Rule

    @property
    def id(self) -> str:
        """The id of the audit's line."""
        return f"{self.result}/{self.rule.name.replace('_', '-')}"


@cached
def table(work: str = "", *, corrected: bool = True) -> pd.DataFrame:
    """Return the audit.

    Parameters
    ----------
    work : str
        Audit this source alone, and read no other than its rules look at.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a comparison, in the order of the tidy results: id, source, table, row, quantity;
        printed, recomputed, difference (printed less recomputed) and tolerance in the number's
        unit; rule; verdict, one of `smallbert.audit.verdict.VERDICTS`; rests_on, what an
        agreement rests on; document, or "published"; note, what explains the line or what is
        missing; inputs, the ids of the numbers used, joined by blanks.
    """
    parts = [] if work else [table(key, corrected=corrected) for key in sources.keys()]
    if parts := [each for each in parts if len(each)]:
        return pd.concat(parts, ignore_index=True)
    frame = _lines(work, corrected=corrected)
    explained = frame["id"].map(notes())
    unlent = frame["rule"] == copy_rules.BORROWED
    missing = (frame["verdict"] == verdict.UNKNOWN) & ~unlent
    return frame.assign(note=frame["note"].where(missing | explained.isna(), explained))


@cached
def _lines(work: str, *, corrected: bool) -> pd.DataFrame:
    """Return the audit without what explains its lines, which changes more often than numbers."""
    read = [work, *copy_rules.looks_at(work)] if work else sources.keys()
    results = data.results(*read, corrected=corrected)
    frame = recomputed(results, work=work)
    files = frame["source"].map({key: sources.document_name(key) for key in read})
    inside = set(results.loc[results["origin"].isin(sources.IN_DOCUMENTS), "id"])
    in_documents = frame["id"].str.rsplit("/", n=1).str[0].isin(inside)
    return frame.assign(document=files.where(in_documents, PUBLISHED))


def recomputed(results: pd.DataFrame, *, work: str = "") -> pd.DataFrame:
    """Return the lines that tidy results allow, of one source or of all, as `table` has them.

    The column of documents is left empty, and nothing explains a line.
    """
    numbers = Numbers(results)
    lines = [line(check, numbers) for check in checks(numbers, work)]
    return pd.DataFrame(lines, columns=list(COLUMNS))


def notes() -> dict[str, str]:
    """Return what explains a line of the audit, as far as documents and cited works tell, by id."""
    frame = survey.gather("audit_notes")
    return dict(zip(frame["line"], frame["note"], strict=True))


def both() -> pd.DataFrame:
    """Return the audit with corrections and, in the column ``as_printed``, the verdict without.

    The column is empty where the document prints no such number before a correction.
    """
    plain = table(corrected=False).set_index("id")["verdict"]
    frame = table()
    return frame.assign(as_printed=frame["id"].map(plain).fillna(""))


def checks(numbers: Numbers, work: str = "") -> list[Check]:
    """Return every comparison that the numbers allow, of one source or of all, in their order."""
    again, beside = copy_rules.shared_again(numbers), copy_rules.published_beside(numbers)
    lines = []
    for own in numbers:
        if work and own.source != work:
            continue
        rules = [rule for rule in coverage.rules_of(own) if _applies(rule, numbers, own)]
        rules += [_shared(own)] if own.id in again else []
        borrowed = copy_rules.compares(numbers, own)
        rules += [coverage.Rule(copy_rules.BORROWED, own.source)] if borrowed else []
        rules += [coverage.Rule("figure_read", own.source)] if own.id in beside else []
        lines += [Check(own.id, rule) for rule in rules]
    return lines


def _applies(rule: coverage.Rule, numbers: Numbers, own: Result) -> bool:
    return rule.name != "same_shape" or size_rules.repeats_a_shape(numbers, own)


def _shared(own: Result) -> coverage.Rule:
    """Return the rule for a number that stands twice, with the reason if it cannot be compared."""
    reason = coverage.quantity(own).get("unshared", "")
    return coverage.Rule("shared_number", own.source, {"missing": reason} if reason else {})


def line(check: Check, numbers: Numbers) -> dict:
    """Return one line of the audit; a rule without enough inputs says what is missing."""
    own = numbers.get(check.result)
    numbers.used.clear()
    shared = {
        "id": check.id,
        **{part: getattr(own, part) for part in ("source", "table", "row", "quantity")},
        "printed": own.value,
        "rule": check.rule.name,
    }
    try:
        recomputed = check.rule(numbers, own)
        cuts = numbers.cuts_digits(own)
        judged = verdict.judge(_range(own), recomputed, unit=_unit(own), cuts=cuts)
        note = _otherwise(check, own, numbers) if judged.verdict == verdict.DISAGREES else ""
        outcome = {"recomputed": recomputed.value, **vars(judged), "note": note}
    except (MissingError, UserError) as reason:  # an input or a shape is not there
        outcome = _not_recomputed(str(reason))
    except ZeroDivisionError:
        outcome = _not_recomputed("an input is 0 and cannot divide")
    return shared | outcome | {"inputs": " ".join(sorted(numbers.used))}


OF_SHAPE = ("parameters_of_shape", "backbone_of_shape")


def _otherwise(check: Check, own: Result, numbers: Numbers) -> str:
    """Return by which other rule a number of weights agrees, as the page on costs has it."""
    if check.rule.name not in OF_SHAPE or not own.value:
        return ""
    counted = dict(figures.ways(own, numbers.labels(own).loc[own.row]))
    agreement, rule = figures.explain(own.value, own.half_width, counted)
    asked = "; if so, the metric is parameters-without-embeddings"
    rule += asked if rule.startswith(figures.WITHOUT) else ""
    return f"{verdict.COUNTED}: {rule}" if agreement == verdict.OTHERWISE else ""


def _not_recomputed(why: str) -> dict:
    return {"verdict": verdict.UNKNOWN, "rests_on": "", "note": why}


def _range(own: Result) -> Interval:
    return remark_rules.written_fraction(own.printed) if "/" in own.printed else own.interval


def _unit(own: Result) -> float | None:
    """Return one unit in the last printed place; None for readings and fractions."""
    return 2 * own.half_width if own.origin != "digitised" and "/" not in own.printed else None
