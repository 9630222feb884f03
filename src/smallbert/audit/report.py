"""The audit: a line for each number that a rule derives or that stands twice, and in words.

Tables of a work mark the cells that it finds wrong, a page as the exhibit ``<key>-audit``.
"""

import inspect
import math
import re
from math import nan
from pathlib import Path

import pandas as pd

from smallbert import compare, data
from smallbert.audit import judge, traps
from smallbert.audit.interval import NOISE, Numbers
from smallbert.audit.rules_of_copies import BORROWED, COPIES, COPY, REPORTS, repeated
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.data.results import SAME_TASKS
from smallbert.errors import Fault
from smallbert.memo import cached

COLUMNS = (
    *("id", "source", "table", "row", "quantity", "printed", "recomputed", "difference"),
    *("tolerance", "spread", "rule", "verdict", "rests_on", "document", "note", "inputs"),
)
RULES = {
    "average_drop": "mean loss over tasks",
    "borrowed_number": "number taken from another source",
    "change": "change from the unpruned model",
    "compression_factor": "compression factor",
    "drop": "loss in points",
    "figure_read": "point read from a figure",
    "glue_score": "GLUE score",
    "mean_of": "average over tasks",
    "meta_score": "mean over six tasks",
    "parameters_of_shape": "weights, from the shape",
    "relative_drop": "loss in per cent",
    "repeated_report": "one model, two reports",
    "retained_score": "per cent of the baseline",
    "shared_number": "one number, two tables",
    "speedup": "speedup, from times",
    "throughput_ratio": "speedup, from throughputs",
    "time_ratio": "speedup over another row",
}
"""What pages call each rule."""

SECOND = {"figure_read": "the paper's table has", "shared_number": "the other table has"}
"""How a sentence begins on the second number where it is none that the rule computes."""

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
    known = compare.laboratories()
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

    They are rows that look borrowed, the disagreements, other measurements further apart than
    laboratories are or of no score, borrowed numbers that their original lacks, and `traps`, unless
    a note or an erratum explains.
    """
    explained = {*notes(), *" ".join(survey.gather("errata")["evidence"]).split()}
    lines = table(work)
    unlent = lines["verdict"].eq(judge.UNKNOWN) & lines["rule"].eq(BORROWED)
    metrics = data.results().set_index("id")["metric"]
    scores = lines["id"].str.rsplit("/", n=1).str[0].map(metrics).isin(vocabulary.scores())
    near = scores & lines["rule"].isin(REPORTS) & (lines["difference"].abs() <= FAR)
    asked = lines["verdict"].isin(judge.OFF) & ~near & lines["note"].eq("") | unlent
    open_ones = described(lines[asked & ~lines["id"].isin(explained)])
    caught = pd.concat([traps.table(key) for key in ([work] if work else sources.keys())])
    caught = caught[~caught["line"].isin(explained)]
    return [
        *(_at_cell(each) for each in open_ones.itertuples()),
        *(_trapped(each) for each in caught.itertuples()),
        *(each for key in [work] * bool(work) or sources.keys() for each in _copies(key)),
    ]


def _trapped(trap) -> Fault:
    """Return a trap, as a named tuple of `traps.table`, at the cell of its number."""
    source = trap.id.partition("/")[0]
    file = survey.file_of("audit_notes", source)
    words = f"{trap.words} Mend the cell or its descriptor, or say in {file} (columns line,note) "
    return Fault.of_cell(*_place(*trap.id.split("/")), f"{words}of the line {trap.line} why not")


def _place(source: str, table: str, row: str, quantity: str) -> tuple[Path, int, str]:
    """Return file, record and column of a number."""
    record = list(sources.cells_of(source, table)).index(row) + 1
    column = sources.columns_of(source, table)[row, quantity]
    return sources.path_of(source, table), record, column


def _copies(work: str) -> list[Fault]:
    """Return the rows that look borrowed and are said to be the work's own, unless a note tells."""
    found = []
    for place, own in repeated(work).iterrows():
        source, name, row = place.split("/")
        if f"{place}/{COPY}" in notes():
            continue
        path = sources.path_of(source, name)
        record = list(sources.cells_of(source, name)).index(row) + 1
        words = (
            f"{own['equal']} of {own['both']} scores of this row equal those of {own['model']} in "
            f"{own['like']}: borrowed? If so, write in the columns measured_by borrowed and "
            f"original {own['original'] or own['like']}; if not, explain it in "
            f"{survey.file_of('audit_notes', source)}: the line {place}/{COPY} and why"
        )
        found.append(Fault.of_cell(path, record, "measured_by", words))
    return found


def _at_cell(line) -> Fault:
    """Return a line of `unexplained`, as a named tuple, at the cell of its number."""
    place = _place(line.source, line.table, line.row, line.quantity)
    mend = "Name a row or an address that has it as the original"
    mend = mend if line.verdict == judge.UNKNOWN else "Mend the cell"
    seen = f" See {line.inputs}." if line.rule in COPIES and line.inputs else ""
    file, grave = survey.file_of("audit_notes", line.source), vocabulary.words("severities")
    what = (
        f"{RULES[line.rule]}: {line.words}{seen} {mend}, or explain it in {file} (columns "
        f"line,note,severity): the line {line.id}, why it differs, and as severity "
        f"{' or '.join(grave)}; empty means number"
    )
    return Fault.of_cell(*place, what)


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
    named = {sources.document_name(key): sources.work(key).document.short for key in sources.keys()}
    return named.get(file) or file


def described(lines: pd.DataFrame) -> pd.DataFrame:
    """Add to the audit's lines model, what (task and quantity), unit, cell and words (a sentence).

    ``cell`` is the number as the source prints it.
    """
    if lines.empty:  # of no source: all would be read
        return lines.assign(model="", what="", unit="", cell="", words="")
    numbers = lines["id"].str.rsplit("/", n=1).str[0]
    about = data.results(*lines["source"].unique()).set_index("id").reindex(numbers)
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    what = about["task"].map(tasks).fillna("") + " " + about["metric"].map(metrics)
    found = lines.assign(
        model=about["model"].where(about["model"] != "", lines["row"].to_numpy()).to_numpy(),
        what=what.str.strip().to_numpy(),
        unit=about["unit"].replace("1", "").to_numpy(),
        cell=about["printed"].to_numpy(),
    )
    return found.assign(words=[_sentence(each) for each in found.itertuples()])


def _sentence(line) -> str:
    """Return one line of the audit in a sentence or two."""
    if line.verdict == judge.UNKNOWN:
        return closed(line.note)
    printed, recomputed = two_numbers(line)
    recomputed = _quotes()[line.inputs] if line.rule in COPIES else recomputed
    source, quantity = line.inputs.partition("/")[0], line.inputs.rpartition("/")[2]
    first = "The reading is" if line.rule == "figure_read" else "The source has"
    text = f"{first} {printed}; {SECOND.get(line.rule, 'recomputed it is')} {recomputed}"
    if line.rule == BORROWED:
        text = f"The source has {printed}; the original, {bibliography.label(source)}, "
        text += f"has {recomputed}"
        if quantity != line.quantity:
            unnamed = quantity.endswith("-score") != line.quantity.endswith("-score")
            text += " (one of the two names no metric)" if unnamed else " (by another metric)"
    elif line.verdict == judge.ANOTHER and line.rule in COPIES:
        other = "another" if source == line.source else f"a table of {bibliography.label(source)}"
        text = f"This table has {printed}; {other} has {recomputed}"
    _, scale, _ = written(line.printed, line.cell, line.unit)
    gap, rounding = (_number(abs(each / scale)) for each in (line.difference, line.tolerance))
    if line.verdict in judge.OFF:
        text += f", a difference of {gap}, of which rounding explains {rounding}"
    elif line.verdict == judge.TRUNCATED:
        text += ", cut off instead of rounded"
    if line.spread == line.spread:
        text += f"; two laboratories differ by {line.spread:.2f} (standard deviation)"
    if line.rests_on == judge.INPUTS:
        text += ", which fits if its inputs have more digits than are printed or read"
    return f"{text}. {closed(line.note)}" if line.note else f"{text}."


@cached
def _quotes() -> dict[str, str]:
    """Return every number as its source prints it, with its unit, by id."""
    names = ["value", "printed", "unit"]
    tidy = data.results().set_index("id")[names].astype(object)
    parts = [(id, written(*row)) for id, *row in tidy.itertuples(name=None)]
    return {id: f"{digits}{unit}" for id, (digits, _, unit) in parts}


def two_numbers(line) -> tuple[str, str]:
    """Return the printed and the recomputed number of a line of `described`, as its source writes.

    Both have the source's sign, unit and power of ten, the first its digits, the second enough to
    tell the two apart.
    """
    digits, scale, unit = written(line.printed, line.cell, line.unit)
    own, recomputed = (each / scale for each in (line.printed, line.recomputed))
    if math.isclose(own, recomputed, abs_tol=NOISE):
        return f"{digits}{unit}", f"{digits}{unit}"
    whole, _, decimals = digits.lstrip("−").partition(".")
    places = max(4, len(whole) + len(decimals) + 1)
    if _number(own, places) == _number(recomputed, places):
        places += 2
    return f"{digits}{unit}", f"{_number(recomputed, places)}{unit}"


POWERS = {"k": 3, "M": 6, "B": 9, "G": 9}
"""Units that are powers of ten."""

IN_WORDS = {3: "thousand", 6: "million", 9: "billion"}
UNITS = {"1": "", "X": "x"}
"""Units that a sentence writes otherwise."""

MOST = 6
"""Decimals that a sentence repeats; files of results have up to sixteen."""


def written(value: float, cell: str, unit: str) -> tuple[str, float, str]:
    """Return the digits of a printed number, what one of them is in its result's unit, and a unit.

    `value` is the number in `unit`, `cell` what the source prints. What is no power of ten of its
    print, such as 1/6, is as the result has it.

    Examples
    --------
    >>> written(0.304, "304", "B"), written(0.58, "-0.58%", "%"), written(80.7, "0.807", "%")
    (('304', 0.001, ' million'), ('−0.58', -1.0, ' %'), ('0.807', 100.0, ''))
    >>> written(3.2, "3.2x", "x"), written(1 / 4, "1/4", "1")
    (('3.2', 1.0, 'x'), ('0.25', 1.0, ''))
    """
    digits, sign = re.match(r"([+-]?[\d,.]+)\s?([a-zA-Z%]*)", cell).groups()
    number = float(digits.replace(",", ""))
    tens = round(math.log10(abs(value / number))) if value and number else 0
    scale = math.copysign(10.0**tens, value * number) if value and number else 1.0
    if not math.isclose(scale * number, value):  # a fraction, or bytes by 1024
        digits, scale, tens, sign = _number(value), 1.0, 0, ""
    if len(digits.partition(".")[2]) > MOST:
        digits = _number(number)
    if unit in POWERS:
        named = IN_WORDS.get(POWERS[unit] + tens, "")
    else:
        named = UNITS.get(sign or unit, sign or unit) if sign or not tens else ""
    return digits.replace("-", "−"), scale, "x" if named == "x" else f" {named}".rstrip()


def closed(note: str) -> str:
    """Return a note as a sentence of its own."""
    return f"{note[0].upper()}{note[1:]}."


def _number(value: float, digits: int = 4) -> str:
    form = ".0f" if abs(value) >= 10**digits else f".{digits}g"  # no power of ten
    return f"{value:{form}}".replace("-", "−")


def of_work(key: str) -> pd.DataFrame:
    """Return a work's audit for its page: Rule, Number (or "several"), Verdict, Lines, In words.

    One row is for all lines of a rule that follow from the printed digits, one for all that lack
    the same input, and one for each other line. A work without lines has one row that says so, so
    that a page shows each in the same way.
    """
    own = described(table(key))
    plain = own["rests_on"].eq(judge.DIGITS) | own["verdict"].eq(judge.UNKNOWN)
    one = own["rule"].map(rule_in_words).where(own["verdict"] != judge.UNKNOWN, own["words"])
    names = own["model"] + ", " + own["what"]
    frame = pd.DataFrame(
        {
            "Rule": own["rule"].map(RULES),
            "Number": names.mask(plain, "several"),
            "Verdict": own["verdict"],
            "In words": one.where(plain, own["words"]),
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
    lines = described(table(key))
    wrong = lines["table"].eq(name) & lines["verdict"].eq(judge.DISAGREES)
    texts, columns = {}, sources.columns_of(key, name)
    for each in lines[wrong].itertuples():
        cell = each.row, columns.get((each.row, each.quantity), "")
        text = f"audit, {RULES[each.rule]}: {each.verdict}. {each.words}"
        texts[cell] = f"{texts[cell]}; {text}" if cell in texts else text
    return texts
