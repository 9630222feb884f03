"""The audit of a work as its page shows it, and the notes on cells that it finds wrong."""

import pandas as pd

from smallbert.audit import judge
from smallbert.audit.sentences import RULE_NAMES, described, rule_in_words
from smallbert.audit.table import audit_table
from smallbert.data import sources
from smallbert.memo import cached

PAGE = ["Rule", "Number", "Verdict", "Lines", "In words"]
"""Columns of a work's audit on its page."""


def of_work(key: str) -> pd.DataFrame:
    """Return a work's audit for its page: Rule, Number (or "several"), Verdict, Lines, In words.

    One row is for all lines of a rule that follow from the printed digits, one for all that lack
    the same input, and one for each other line. A work without lines has one row that says so, so
    that a page shows each in the same way.
    """
    lines = described(audit_table(key))
    is_recomputed = lines["verdict"] != judge.NOT_RECOMPUTABLE
    # only what a reader may doubt has a sentence of its own
    plain = lines["rests_on"].eq(judge.DIGITS) | ~is_recomputed
    rules = lines["rule"].map(rule_in_words).where(is_recomputed, lines["words"])
    names = lines["model"] + ", " + lines["what"]
    frame = pd.DataFrame(
        {
            "Rule": lines["rule"].map(RULE_NAMES),
            "Number": names.mask(plain, "several"),
            "Verdict": lines["verdict"],
            "In words": rules.where(plain, lines["words"]),
        }
    )
    if frame.empty:
        nothing = "No printed number of this work can be recomputed from its others."
        return pd.DataFrame([["none", "none", "none", 0, nothing]], columns=PAGE, dtype=object)
    frame["Number"] = names.mask(plain & frame.duplicated(keep=False), "several")
    rows = frame.groupby(list(frame), sort=False).size().rename("Lines").reset_index()
    return rows.sort_values("Rule", kind="stable")[PAGE].reset_index(drop=True)


@cached
def marks(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return notes on the cells that the audit finds wrong, by (row, column).

    That another work measured another number, or that digits are cut off, is in the work's audit.
    """
    lines = described(audit_table(key))
    wrong = lines["table"].eq(name) & lines["verdict"].eq(judge.DISAGREES)
    texts, columns = {}, sources.columns_of(key, name)
    for error in lines[wrong].itertuples():
        cell = error.row, columns.get((error.row, error.quantity), "")
        text = f"audit, {RULE_NAMES[error.rule]}: {error.verdict}. {error.words}"
        texts[cell] = f"{texts[cell]}; {text}" if cell in texts else text
    return texts
