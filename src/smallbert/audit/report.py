"""The audit: a line for each number that a rule derives or that stands twice, and in words.

Tables of a work show it as marks on their cells, a page as the exhibit ``<key>-audit``.
"""

import inspect
from math import nan

import pandas as pd

from smallbert import compare, data
from smallbert.audit import judge
from smallbert.audit.interval import Numbers
from smallbert.audit.rules_of_copies import BORROWED, REPORTS
from smallbert.data import sources, survey, vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.errors import Fault
from smallbert.paths import cached

COLUMNS = (
    *("id", "source", "table", "row", "quantity", "printed", "recomputed", "difference"),
    *("tolerance", "spread", "rule", "verdict", "rests_on", "document", "note", "inputs"),
)
PAGE = ["Rule", "Number", "Verdict", "Lines", "In words"]
"""Columns of a work's audit on its page."""

PUBLISHED = "published"
"""Stands for the document where a number is from a cited paper and in none of the documents."""

FAR = 5
"""Points beyond which two reports of one model ask for an explanation: three times what chance
explains on MNLI. It is no count from the reports, which an error in one of them would move, too."""


@cached
def table(work: str = "") -> pd.DataFrame:
    """Return the audit of all sources, or of one alone, with corrections or without.

    One row a comparison, in the order of the tidy results: id, source, table, row, quantity;
    printed, recomputed, difference (printed less recomputed) and tolerance in the number's unit;
    spread, the standard deviation of two laboratories' difference where two reports differ and
    enough others tell it; rule;
    verdict, one of `smallbert.audit.VERDICTS`; rests_on, what an agreement rests on; document, or
    "published"; note, what explains the line or what is missing; inputs, the ids of the numbers
    used, joined by blanks.
    """
    if not work:
        parts = [table(key) for key in sources.keys()]
        return pd.concat([each for each in parts if len(each)], ignore_index=True)
    frame = recomputed(_numbers(), work=work)
    missing = frame["verdict"].eq(judge.UNKNOWN) & frame["rule"].ne(BORROWED)
    explained = frame["id"].map(notes())
    return frame.assign(note=frame["note"].where(missing | explained.isna(), explained))


@cached
def _numbers() -> Numbers:
    return Numbers(data.results())


def recomputed(numbers: Numbers, *, work: str = "") -> pd.DataFrame:
    """Return the lines that numbers allow, of one source or of all, as `table` has them.

    Nothing that somebody says explains a line.
    """
    found = judge.checks(numbers, work)
    frame = pd.DataFrame([judge.line(check, numbers) for check in found], columns=list(COLUMNS))
    about = [check.number for check in found]
    known = compare.laboratories().query("df >= @compare.LEAST")
    spreads = known.set_index(["task", "metric", "split"])["sd"].to_dict()
    frame["document"] = [
        sources.document_name(own.source) if own.origin in sources.IN_DOCUMENTS else PUBLISHED
        for own in about
    ]
    frame["spread"] = [
        2**0.5 * spreads.get((SAME_TASKS.get(own.task, own.task), own.metric, own.split), nan)
        if own.metric in vocabulary.scores() and verdict == judge.ANOTHER and rule in REPORTS
        else nan
        for own, verdict, rule in zip(about, frame["verdict"], frame["rule"], strict=True)
    ]
    return frame


def notes() -> dict[str, str]:
    """Return what explains a line of the audit, as far as documents and cited works tell, by id."""
    frame = survey.gather("audit_notes")
    return dict(zip(frame["line"], frame["note"], strict=True))


def unexplained(work: str = "") -> list[Fault]:
    """Return the lines, of one source or of all, that a person has to explain, each at its cell.

    They are the disagreements, other measurements further apart than laboratories are or of no
    score, and borrowed numbers that their original lacks, unless a note or an erratum explains.
    """
    explained = {*notes(), *" ".join(survey.gather("errata")["evidence"]).split()}
    lines = table(work)
    unlent = lines["verdict"].eq(judge.UNKNOWN) & lines["rule"].eq(BORROWED)
    metrics = data.results().set_index("id")["metric"]
    scores = lines["id"].str.rsplit("/", n=1).str[0].map(metrics).isin(vocabulary.scores())
    near = scores & lines["rule"].isin(REPORTS) & (lines["difference"].abs() <= FAR)
    asked = lines["verdict"].isin(judge.OFF) & ~near & lines["note"].eq("") | unlent
    open_ones = described(lines[asked & ~lines["id"].isin(explained)])
    return [_at_cell(each) for each in open_ones.itertuples()]


def _at_cell(line) -> Fault:
    """Return a line of `unexplained`, as a named tuple, at the cell of its number."""
    path = sources.path_of(line.source, line.table)
    record = list(sources.cells_of(line.source, line.table)).index(line.row) + 1
    column = sources.columns_of(line.source, line.table)[line.row, line.quantity]
    mend = "Name a row or an address that has it as the original"
    mend = mend if line.verdict == judge.UNKNOWN else "Mend the cell"
    file, grave = survey.shown("audit_notes", line.source), vocabulary.words("severities")
    what = (
        f"{line.rule.replace('_', ' ')}: {line.words} {mend}, or explain it in {file} (columns "
        f"line,note,severity): the line {line.id}, why it differs, and as severity "
        f"{' or '.join(grave)}; empty means number"
    )
    return Fault.of_cell(path, record, column, what)


def withdrawn() -> pd.DataFrame:
    """Return the rows that their authors withdraw: source, table, row, reason and place."""
    barred = survey.gather("unusable")
    return barred[barred["notice"].ne("")].reset_index(drop=True)


def rule_in_words(name: str) -> str:
    """Return what a rule does, in its own words, on one line."""
    return " ".join(inspect.getdoc(judge.function(name)).split())


def document(file: str) -> str:
    """Return what pages call a document: ``short`` in a descriptor, or else its file."""
    if file == PUBLISHED:
        return "Tables of papers"
    named = {sources.document_name(key): sources.document(key) for key in sources.keys()}
    return named.get(file, {}).get("short") or file


def described(lines: pd.DataFrame) -> pd.DataFrame:
    """Add to the audit's lines model, what (task and quantity), unit and words (a sentence)."""
    if lines.empty:  # of no source: all would be read
        return lines.assign(model="", what="", unit="", words="")
    numbers = lines["id"].str.rsplit("/", n=1).str[0]
    about = data.results(*lines["source"].unique()).set_index("id").reindex(numbers)
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    what = about["task"].map(tasks).fillna("") + " " + about["metric"].map(metrics)
    return lines.assign(
        model=about["model"].where(about["model"] != "", lines["row"].to_numpy()).to_numpy(),
        what=what.str.strip().to_numpy(),
        unit=about["unit"].replace("1", "").to_numpy(),
        words=[_sentence(each) for each in lines.itertuples()],
    )


def _sentence(line) -> str:
    """Return one line of the audit in a sentence or two."""
    if line.verdict == judge.UNKNOWN:
        return closed(line.note)
    printed, recomputed = two_numbers(line)
    there, _, quantity = line.inputs.rpartition("/")
    text = f"The source has {printed}; the rule gives {recomputed}"
    if line.rule == BORROWED:
        text = f"This work has {printed}; the original, {there}, has {recomputed}"
        if quantity != line.quantity:
            unnamed = quantity.endswith("-score") != line.quantity.endswith("-score")
            why = ": one of the two names no metric" if unnamed else ""
            text += f" ({quantity} there, {line.quantity} here{why})"
    elif line.verdict == judge.ANOTHER and line.inputs:
        text = f"This table has {printed}; {there} has {recomputed}"
    gap, rounding = _number(abs(line.difference)), _number(line.tolerance)
    if line.verdict in judge.OFF:
        text += f", a difference of {gap}, of which rounding explains {rounding}"
    elif line.verdict == judge.TRUNCATED:
        text += ", cut off instead of rounded"
    if line.spread == line.spread:
        text += f"; two laboratories differ by {line.spread:.2f} (standard deviation)"
    if line.rests_on == judge.INPUTS:
        text += ", which fits if its inputs have more digits than are printed or read"
    return f"{text}. {closed(line.note)}" if line.note else f"{text}."


def two_numbers(line) -> tuple[str, str]:
    """Return the printed and the recomputed number of a line, in digits that tell them apart."""
    digits = 4 if _number(line.printed) != _number(line.recomputed) else 6
    return _number(line.printed, digits), _number(line.recomputed, digits)


def closed(note: str) -> str:
    """Return a note as a sentence of its own."""
    return f"{note[0].upper()}{note[1:]}."


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}g}".replace("-", "−")


def of_work(key: str) -> pd.DataFrame:
    """Return a work's audit for its page: Rule, Number (or "several"), Verdict, Lines, In words.

    One row is for all lines of a rule that follow from the printed digits, one for all that lack
    the same input, and one for each other line.
    """
    own = described(table(key))
    plain = own["rests_on"].eq(judge.DIGITS) | own["verdict"].eq(judge.UNKNOWN)
    one = own["rule"].map(rule_in_words).where(own["verdict"] != judge.UNKNOWN, own["words"])
    names = own["model"] + ", " + own["what"]
    frame = pd.DataFrame(
        {
            "Rule": own["rule"].str.replace("_", " "),
            "Number": names.mask(plain, "several"),
            "Verdict": own["verdict"],
            "In words": one.where(plain, own["words"]),
        }
    )
    if frame.empty:
        nothing = "No printed number of this work can be recomputed from its others."
        return pd.DataFrame([["none", "none", "", 0, nothing]], columns=PAGE, dtype=object)
    frame["Number"] = names.mask(plain & frame.duplicated(keep=False), "several")
    rows = frame.groupby(list(frame), sort=False).size().rename("Lines").reset_index()
    return rows.sort_values("Rule", kind="stable")[PAGE].reset_index(drop=True)


@cached
def marks(key: str, name: str) -> dict[tuple[str, str], str]:
    """Return notes on cells that do not follow from printed digits, by (row, column).

    A score that another laboratory measured otherwise has none: neither of the two is wrong.
    """
    lines = described(table(key))
    elsewhere = lines["verdict"].eq(judge.ANOTHER) & lines["rule"].isin(REPORTS)
    doubtful = lines["rests_on"].ne(judge.DIGITS) & lines["verdict"].ne(judge.UNKNOWN) & ~elsewhere
    texts, columns = {}, sources.columns_of(key, name)
    for each in lines[lines["table"].eq(name) & doubtful].itertuples():
        cell = each.row, columns.get((each.row, each.quantity), "")
        text = f"audit, {each.rule.replace('_', ' ')}: {each.verdict}. {each.words}"
        texts[cell] = f"{texts[cell]}; {text}" if cell in texts else text
    return texts
