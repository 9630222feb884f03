"""The audit on the page of a work: its lines as a table, and notes on the cells of its tables."""

from functools import partial

import pandas as pd

from smallbert import data
from smallbert.audit import words
from smallbert.audit.lines import table
from smallbert.audit.verdict import DIGITS, UNKNOWN
from smallbert.data import sources
from smallbert.paths import cached

CAPTION = (
    "The audit of this work by rule. Numbers that follow from a rule share a row, which states the "
    "rule; numbers that cannot be recomputed share one that says what is missing."
)

SEVERAL = "several"
"""Stands for the numbers that share a row."""

NOTHING = {
    "Rule": "none",
    "Number": "none",
    "Lines": 0,
    "In words": "No printed number of this work can be recomputed from its others.",
}
"""What the audit shows of a work without derived numbers."""


@cached
def of_work(key: str, *, corrected: bool = True) -> pd.DataFrame:
    """Return a work's audit for its page.

    Parameters
    ----------
    key : str
        The source.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row for all lines of a rule that follow from the printed digits, one for all that
        lack the same input, and one for each other line: Rule, Number (its name, or `SEVERAL`),
        Verdict, Lines, In words.
    """
    own = words.described(table(key, corrected=corrected))
    plain = own["rests_on"].eq(DIGITS) | own["verdict"].eq(UNKNOWN)
    one = own["rule"].map(words.rule).where(own["verdict"] != UNKNOWN, own["words"])
    names = own["model"] + ", " + own["what"]
    frame = pd.DataFrame(
        {
            "Rule": own["rule"].str.replace("_", " "),
            "Number": names.mask(plain, SEVERAL),
            "Verdict": own["verdict"],
            "In words": one.where(plain, own["words"]),
        }
    )
    shares = frame.duplicated(keep=False)
    frame["Number"] = names.mask(plain & shares, SEVERAL)
    rows = frame.groupby(list(frame), sort=False).size().rename("Lines").reset_index()
    rows = rows.sort_values("Rule", kind="stable").reset_index(drop=True)
    if rows.empty:
        rows = pd.DataFrame([dict.fromkeys(frame, "") | NOTHING], dtype=object)
    return rows[["Rule", "Number", "Verdict", "Lines", "In words"]]


@cached
def marks(key: str, name: str, *, corrected: bool = True) -> dict[tuple[str, str], str]:
    """Return notes for the cells that do not follow from printed digits, by (row, column).

    Parameters
    ----------
    key, name : str
        The source and its table.
    corrected : bool
        Whether corrections apply.
    """
    lines = words.described(table(key, corrected=corrected))
    open_ones = lines["rests_on"].ne(DIGITS) & lines["verdict"].ne(UNKNOWN)
    texts, columns = {}, sources.columns_of(key, name)
    for line in lines[lines["table"].eq(name) & open_ones].itertuples():
        cell = line.row, columns.get((line.row, line.quantity), "")
        text = f"audit, {line.rule.replace('_', ' ')}: {line.verdict}. {line.words}"
        texts[cell] = f"{texts[cell]}; {text}" if cell in texts else text
    return texts


def document_table(key: str, name: str, *, corrected: bool = True, **shown) -> None:
    """Show a table of a document, with notes on the cells that the audit does not confirm.

    Parameters
    ----------
    key, name : str
        The source and its table.
    corrected : bool
        Whether corrections apply.
    **shown
        See `smallbert.charts.document_tables.document_table`.
    """
    own = marks(key, name, corrected=corrected)
    from smallbert.charts import document_tables  # seconds that a check does not need

    how = {"marks": own, "grounds": partial(_grounds, key, name)}
    document_tables.document_table(key, name, corrected=corrected, **how, **shown)


@cached
def _grounds(key: str, name: str, numbers: tuple[str, ...]) -> str:
    """Return in words what some numbers of a table are."""
    from smallbert.compare.grounds import grounds  # likewise

    tidy = data.results(key, only=lambda table: table["name"] == name)
    return grounds(tidy[tidy["id"].isin(numbers)])


def show(key: str, *, corrected: bool = True) -> None:
    """Show the audit of a work, as the exhibit ``<key>-audit``."""
    from smallbert.charts import publish  # likewise

    lines, how = of_work(key, corrected=corrected), {"groups": "Rule", "span": ["Rule"]}
    if list(lines["Lines"]) == [0]:  # a sentence tells all
        publish.table(f"{key}-audit", lines[["In words"]], data=lines)
    else:
        publish.table(f"{key}-audit", lines, caption=CAPTION, **how)
