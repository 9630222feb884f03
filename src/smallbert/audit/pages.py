"""The audit's lines for the page of one work: its table, and marks on its cells."""

import pandas as pd

from smallbert.audit import words
from smallbert.audit.lines import table
from smallbert.audit.verdict import DIGITS, UNKNOWN
from smallbert.data import sources


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
        lack the same input, and one for each other line: Rule, Number, Verdict, Lines, In words.
    """
    own = words.described(table(key, corrected=corrected))
    plain = own["rests_on"].eq(DIGITS) | own["verdict"].eq(UNKNOWN)
    one = own["rule"].map(words.rule).where(own["verdict"] != UNKNOWN, own["words"])
    number = (own["model"] + ", " + own["what"]).where(~plain, "")
    frame = pd.DataFrame(
        {
            "Rule": own["rule"].str.replace("_", " "),
            "Number": number,
            "Verdict": own["verdict"],
            "In words": one.where(plain, own["words"]),
        }
    )
    found = frame.groupby(list(frame), sort=False).size().rename("Lines").reset_index()
    found = found.sort_values("Rule", kind="stable").reset_index(drop=True)
    return found[["Rule", "Number", "Verdict", "Lines", "In words"]]


def marks(
    key: str,
    name: str,
    *,
    corrected: bool = True,
    columns: dict | None = None,
    notes: dict | None = None,
) -> dict:
    """Return notes for the cells that do not follow from printed digits, for a layout's ``notes``.

    Parameters
    ----------
    key, name : str
        The source and its table.
    corrected : bool
        Whether corrections apply.
    columns : dict, optional
        From the table's columns to the columns as shown; others are left out. Without it all are
        shown as they are called.
    notes : dict, optional
        Notes that the cells have already; they stay, and come first.
    """
    lines = words.described(table(key, corrected=corrected))
    own = lines[lines["table"] == name]
    found = dict(notes or {})
    for line in own[(own["rests_on"] != DIGITS) & (own["verdict"] != UNKNOWN)].itertuples():
        column = _column(key, name, line.quantity)
        if columns is None or column in columns:
            cell = line.row, (columns or {}).get(column, column)
            text = f"audit, {line.rule.replace('_', ' ')}: {line.verdict}. {line.words}"
            found[cell] = f"{found[cell]}; {text}" if cell in found else text
    return found


def _column(key: str, name: str, quantity: str) -> str:
    """Return the column of a table that holds a quantity."""
    for field in sources.tables(key)[name]["schema"]["fields"]:
        for each in field.get("quantities", []):
            parts = (each.get("task", ""), each["metric"])
            if quantity == each.get("name", "-".join(part for part in parts if part)):
                return field["name"]
    return ""
