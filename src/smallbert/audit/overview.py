"""Tables of the audit as a whole, for its page: lines in words, what is missing, the rules."""

import pandas as pd

from smallbert import data
from smallbert.audit import lines as audited
from smallbert.audit import words
from smallbert.audit.copy_rules import BORROWED
from smallbert.audit.verdict import DISAGREES, INPUTS, UNKNOWN, VERDICTS
from smallbert.data import sources, survey, vocabulary
from smallbert.errors import Fault

HEADS = {
    "group": "Where",
    "source": "Work",
    "model": "Model",
    "what": "Number",
    "unit": "Unit",
    "rule": "Rule",
    "words": "In words",
    "note": "What is missing",
    "printed": "Printed",
    "recomputed": "Recomputed",
    "tolerance": "Tolerance",
    "verdict": "Verdict",
}
"""What a page's table calls the columns of `smallbert.audit.in_words`."""

COPIES = ("shared_number", "borrowed_number", "figure_read", "label_position")
"""Rules that compare two places which print one thing; no arithmetic can be wrong there."""


def with_exact_inputs(lines: pd.DataFrame, *, corrected: bool = True) -> pd.DataFrame:
    """Return the audit's lines as if no input hid digits: only the printed number is rounded.

    Parameters
    ----------
    lines : pandas.DataFrame
        Of `smallbert.audit.table`.
    corrected : bool
        Whether corrections apply.
    """
    loose = lines["rests_on"] == INPUTS
    half = data.results(corrected=corrected).set_index("id")["half_width"]
    own = half.reindex(lines["id"].str.rpartition("/")[0]).to_numpy()
    return lines.assign(
        tolerance=lines["tolerance"].mask(loose, own),
        verdict=lines["verdict"].mask(loose, DISAGREES),
    )


def in_tolerances(lines: pd.DataFrame) -> pd.DataFrame:
    """Return the lines that can be recomputed with ``units``, the difference in tolerances."""
    known = lines[lines["verdict"] != UNKNOWN]
    units = known["difference"] / known["tolerance"].where(known["tolerance"] > 0)
    return known.assign(units=units.fillna(0))


def gathered(lines: pd.DataFrame) -> pd.DataFrame:
    """Return lines with all repositories as one group."""
    repositories = lines["document"].map(sources.is_repository)
    return lines.assign(group=lines["group"].mask(repositories, "Repositories"))


def as_table(lines: pd.DataFrame) -> pd.DataFrame:
    """Return lines as a page's table: where, which number, and what is to be said of it."""
    return _headed(lines[["group", "source", "model", "what", "unit", "rule", "words"]])


def as_numbers(lines: pd.DataFrame) -> pd.DataFrame:
    """Return lines as a page's table of numbers, to five digits, by the lines' ids."""
    numbers = ["printed", "recomputed", "tolerance"]
    frame = lines[["group", "model", "what", *numbers, "verdict"]].copy()
    frame[numbers] = frame[numbers].map("{:.5g}".format, na_action="ignore").fillna("")
    return _headed(frame).set_index(pd.Index(lines["id"]))


def links(table: pd.DataFrame) -> dict[tuple, list]:
    """Return each printed number of `as_numbers` with its id, for links to their cards."""
    printed = table["Printed"][table["Printed"] != ""]
    return {(id, "Printed"): [(text, id.rpartition("/")[0])] for id, text in printed.items()}


def missing(lines: pd.DataFrame) -> pd.DataFrame:
    """Return what cannot be recomputed: where, by which rule, what is missing, how many lines."""
    unknown = lines[lines["verdict"] == UNKNOWN]
    grouped = unknown.groupby(["group", "source", "rule", "note"], sort=False).size()
    return _headed(grouped.rename("Lines").reset_index())


def unexplained(work: str = "") -> list[Fault]:
    """Return each line that a person has to explain, as `to_explain`, at the cell of its number.

    Parameters
    ----------
    work : str
        Those of this source alone.
    """
    return [at_cell(line) for line in to_explain(work).itertuples()]


def to_explain(work: str = "") -> pd.DataFrame:
    """Return the lines of the audit, in words, that no note and no erratum explains.

    They are the disagreements, and the borrowed numbers that their original does not have.
    """
    told = {*audited.notes(), *" ".join(survey.gather("errata")["evidence"]).split()}
    lines = audited.table(work)
    unlent = lines["verdict"].eq(UNKNOWN) & lines["rule"].eq(BORROWED)
    asked = lines["verdict"].eq(DISAGREES) | unlent
    return words.described(lines[asked & ~lines["id"].isin(told)])


MEND = {DISAGREES: "Mend the cell", UNKNOWN: "Name a row or an address that has it as the original"}
EXPLAIN = (
    "{mend}, or explain it in {file} (columns line,note,severity): the line {id}, why it "
    "differs, and as severity {severities}; empty means number"
)
"""What to do about a disagreement."""


def at_cell(line) -> Fault:
    """Return a line of `to_explain`, as a named tuple, at the cell of its number."""
    path = sources.folder(line.source) / sources.tables(line.source)[line.table]["path"]
    record = sources.table(line.source, line.table).index.get_loc(line.row) + 1
    column = sources.columns_of(line.source, line.table)[line.row, line.quantity]
    file, known = survey.shown("audit_notes", line.source), vocabulary.words("severities")
    how = EXPLAIN.format(
        mend=MEND[line.verdict],
        file=file,
        id=line.id,
        severities=" or ".join(known),
    )
    why = f"{line.rule.replace('_', ' ')}: {line.words} {how}"
    return Fault.of_cell(path, record, column, why)


def rules(lines: pd.DataFrame) -> pd.DataFrame:
    """Return every rule with what it does, in its own words, and the verdicts that it gave."""
    counts = pd.crosstab(lines["rule"], lines["verdict"]).reindex(columns=VERDICTS, fill_value=0)
    counts.insert(0, "What it does", counts.index.map(words.rule))
    return _headed(counts.reset_index())


def _headed(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with a page's heads, its rules as words and its rows numbered."""
    if "rule" in frame:
        frame = frame.assign(rule=frame["rule"].str.replace("_", " "))
    return frame.rename(columns=HEADS).reset_index(drop=True)
