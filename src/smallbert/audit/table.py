"""The audit: a line for each number that a rule derives or that stands twice."""

from math import nan

import pandas as pd

from smallbert import compare, data
from smallbert.audit import checks, judge
from smallbert.audit.rule_inputs import Numbers
from smallbert.audit.rules_of_copies import BORROWED_NUMBER, REPORTS
from smallbert.data import side_tables, sources, vocabulary
from smallbert.data.results import exact_task
from smallbert.memo import cached

COLUMNS = (
    *("id", "source", "table", "row", "quantity", "printed", "recomputed", "difference"),
    *("tolerance", "spread", "rule", "verdict", "rests_on", "document", "note", "inputs"),
)
PUBLISHED = "published"
"""Stands for the document where a number is from a cited paper and in none of the documents."""


@cached
def audit_table(work: str = "") -> pd.DataFrame:
    """Return the audit of all sources, or of one alone.

    One row a comparison, in the order of the tidy results: id, source, table, row, quantity;
    printed, recomputed, difference (printed less recomputed) and tolerance in the number's unit;
    spread, the standard deviation of two laboratories' difference where two reports differ and
    enough others tell it; rule; verdict, one of `smallbert.audit.AUDIT_VERDICTS`; rests_on, what
    an agreement rests on; document, or "published"; note, what explains the line or what is
    missing; inputs, the ids of the numbers used, joined by blanks.
    """
    if not work:
        parts = [audit_table(key) for key in sources.keys()]
        return pd.concat([each for each in parts if len(each)], ignore_index=True)
    frame = recomputed(_numbers_of_all(), work=work)
    missing = frame["verdict"].eq(judge.NOT_RECOMPUTABLE) & frame["rule"].ne(BORROWED_NUMBER)
    explained = frame["id"].map(notes())
    return frame.assign(note=frame["note"].where(missing | explained.isna(), explained))


@cached
def _numbers_of_all() -> Numbers:
    return Numbers(data.results())


def recomputed(numbers: Numbers, *, work: str = "") -> pd.DataFrame:
    """Return the lines that numbers allow, of one source or of all, as `table` has them.

    Nothing that somebody says explains a line.
    """
    line_checks = checks.all_checks(numbers, work)
    frame = pd.DataFrame(
        [checks.audit_line(check, numbers) for check in line_checks], columns=list(COLUMNS)
    )
    results = [check.number for check in line_checks]
    spreads = compare.laboratory_spreads().set_index(["task", "metric", "split"])["sd"].to_dict()
    frame["document"] = [
        sources.document_name(result.source) if result.origin in sources.IN_DOCUMENTS else PUBLISHED
        for result in results
    ]
    scores = vocabulary.scores()
    frame["spread"] = [
        spreads.get((exact_task(result.task), result.metric, result.split), nan)
        if result.metric in scores and verdict == judge.ANOTHER and rule in REPORTS
        else nan
        for result, verdict, rule in zip(results, frame["verdict"], frame["rule"], strict=True)
    ]
    # each of the two reports has its laboratory's effect: the variances of both add up
    frame["spread"] *= 2**0.5
    return frame


def withdrawn() -> pd.DataFrame:
    """Return the rows that their authors withdraw: source, table, row, reason and place."""
    barred = side_tables.gather("unusable")
    return barred[barred["notice"].ne("")].reset_index(drop=True)


def notes() -> dict[str, str]:
    """Return what explains a line of the audit, as far as documents and cited works tell, by id."""
    frame = side_tables.gather("audit_notes")
    return dict(zip(frame["line"], frame["note"], strict=True))
