"""The audit: a line for every derived number and for every number that stands twice."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from smallbert.audit import copies, costs, coverage, notes, said, verdict
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result
from smallbert.data import sources
from smallbert.data.faults import UserError

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
        return f"{self.result}/{self.rule.__name__.replace('_', '-')}"


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
    read = [work, *copies.looks_at(work)] if work else sources.keys()
    results = sources.results(*read, corrected=corrected)
    frame = recomputed(results, work=work)
    documents = {key: sources.describe(key).get("document", {}) for key in read}
    files = frame["source"].map({key: each.get("file", "") for key, each in documents.items()})
    inside = set(results.loc[results["origin"].isin(sources.IN_DOCUMENTS), "id"])
    in_documents = [each.rpartition("/")[0] in inside for each in frame["id"]]
    return frame.assign(document=files.where(in_documents, PUBLISHED))


def recomputed(results: pd.DataFrame, *, work: str = "") -> pd.DataFrame:
    """Return the lines that tidy results allow, of one source or of all, as `table` has them.

    The column of documents is left empty.
    """
    numbers, start = Numbers(results), f"{work}/" if work else ""
    found = [each for each in checks(numbers) if each.result.startswith(start)]
    return pd.DataFrame([line(each, numbers) for each in found], columns=list(COLUMNS))


def both() -> pd.DataFrame:
    """Return the audit with corrections and, in the column ``as_printed``, the verdict without.

    The column is empty where the document prints no such number before a correction.
    """
    plain = table(corrected=False).set_index("id")["verdict"]
    frame = table()
    return frame.assign(as_printed=frame["id"].map(plain).fillna(""))


def checks(numbers: Numbers) -> list[Check]:
    """Return every comparison that the numbers allow, in their order."""
    found = [Check(each.id, rule) for each in numbers if (rule := coverage.rule_of(each))]
    found += [Check(each, costs.evenly_by_layer) for each in coverage.EVENLY]
    found += [Check(each, costs.same_shape) for each in _alike(numbers)]
    found += [Check(each, copies.shared_number) for each in copies.shared_again(numbers)]
    found += [Check(each, copies.figure_read) for each in copies.published_beside(numbers)]
    order = {each.id: at for at, each in enumerate(numbers)}
    return sorted((each for each in found if each.result in order), key=lambda c: order[c.result])


def _alike(numbers: Numbers) -> Iterator[str]:
    """Yield the ids of numbers whose table has an earlier model of the same shape."""
    for place, metrics in coverage.ALIKE.items():
        if place.partition("/")[0] not in numbers.sources:
            continue
        frame = sources.table(*place.split("/"))
        known = frame[frame["architecture"] != ""]
        again = known.duplicated([each for each in ("architecture", "bits") if each in known])
        for row in known.index[again]:
            wanted = (f"{place}/{row}/{metric}" for metric in metrics)
            yield from (id for id in wanted if id in numbers)


def line(check: Check, numbers: Numbers) -> dict:
    """Return one line of the audit; a rule without enough inputs says what is missing."""
    own = numbers.get(check.result)
    numbers.used.clear()
    shared = {
        "id": check.id,
        **{each: getattr(own, each) for each in ("source", "table", "row", "quantity")},
        "printed": own.value,
        "rule": check.rule.__name__,
    }
    try:
        recomputed = check.rule(numbers, own)
        found = verdict.judge(_range(own), recomputed, unit=_unit(own))
        outcome = {"recomputed": recomputed.value, **vars(found), "note": notes.of(check.id)}
    except (MissingError, UserError) as reason:  # an input or a shape is not there
        outcome = _not_recomputed(str(reason))
    except ZeroDivisionError:
        outcome = _not_recomputed("an input is 0 and cannot divide")
    return shared | outcome | {"inputs": " ".join(sorted(numbers.used))}


def _not_recomputed(why: str) -> dict:
    return {"verdict": verdict.UNKNOWN, "rests_on": "", "note": why}


def _range(own: Result) -> Interval:
    return said.written_fraction(own.printed) if "/" in own.printed else own.interval


def _unit(own: Result) -> float | None:
    """Return one unit in the last printed place; None for readings and fractions."""
    return 2 * own.half_width if own.origin != "digitised" and "/" not in own.printed else None
