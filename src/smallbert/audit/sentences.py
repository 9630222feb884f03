"""The audit in words: a sentence for each line, and what pages call rules and documents."""

import inspect
import math
import re

import pandas as pd

from smallbert import data
from smallbert.audit import checks, judge
from smallbert.audit.interval import NOISE
from smallbert.audit.rules_of_copies import BORROWED_NUMBER, COPIES
from smallbert.audit.table import PUBLISHED
from smallbert.data import bibliography, sources, vocabulary
from smallbert.memo import cached

RULE_NAMES = {
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


def rule_in_words(name: str) -> str:
    """Return what a rule does, in its own words, on one line."""
    return " ".join(inspect.getdoc(checks.rule_named(name)).split())


def document_label(file: str) -> str:
    """Return what pages call a document: ``short`` in a descriptor, or else its file."""
    if file == PUBLISHED:
        return "Tables of papers"
    return _labels().get(file) or file


@cached
def _labels() -> dict[str, str]:
    """Return the ``short`` name of each document that has one, by its file."""
    return {sources.document_name(key): sources.work(key).document.short for key in sources.keys()}


def described(lines: pd.DataFrame) -> pd.DataFrame:
    """Add to the audit's lines model, what (task and quantity), unit, cell and words (a sentence).

    ``cell`` is the number as the source prints it.
    """
    if lines.empty:  # of no source: all would be read
        return lines.assign(model="", what="", unit="", cell="", words="")
    numbers = lines["id"].str.rsplit("/", n=1).str[0]
    about = data.results(*lines["source"].unique()).set_index("id").reindex(numbers)
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    quantities = about["task"].map(tasks).fillna("") + " " + about["metric"].map(metrics)
    in_words = lines.assign(
        model=about["model"].where(about["model"] != "", lines["row"].to_numpy()).to_numpy(),
        what=quantities.str.strip().to_numpy(),
        unit=about["unit"].replace("1", "").to_numpy(),
        cell=about["printed"].to_numpy(),
    )
    return in_words.assign(words=[_line_in_words(each) for each in in_words.itertuples()])


def _line_in_words(audit_line) -> str:
    """Return one line of the audit, a named tuple of `described`, in a sentence or two."""
    if audit_line.verdict == judge.NOT_RECOMPUTABLE:
        return as_sentence(audit_line.note)
    text = _both_in_words(audit_line)
    _, scale, _ = written(audit_line.printed, audit_line.cell, audit_line.unit)
    gap, rounding = (
        _in_digits(abs(points / scale)) for points in (audit_line.difference, audit_line.tolerance)
    )
    if audit_line.verdict in judge.OFF:
        text += f", a difference of {gap}, of which rounding explains {rounding}"
    elif audit_line.verdict == judge.TRUNCATED:
        text += ", cut off instead of rounded"
    if not math.isnan(audit_line.spread):
        text += f"; two laboratories differ by {audit_line.spread:.2f} (standard deviation)"
    if audit_line.rests_on == judge.INPUTS:
        text += ", which fits if its inputs have more digits than are printed or read"
    return f"{text}. {as_sentence(audit_line.note)}" if audit_line.note else f"{text}."


def _both_in_words(audit_line) -> str:
    """Say which number a source prints and which its rule gives, or the other place has."""
    printed, recomputed = two_numbers(audit_line)
    source, quantity = audit_line.inputs.partition("/")[0], audit_line.inputs.rpartition("/")[2]
    if audit_line.rule in COPIES:  # nothing is computed: its one input is quoted as printed
        recomputed = _quotes()[audit_line.inputs]
    if audit_line.rule == BORROWED_NUMBER:
        text = f"The source has {printed}; the original, {bibliography.label(source)}, "
        text += f"has {recomputed}"
        if quantity == audit_line.quantity:
            return text
        unnamed = quantity.endswith("-score") != audit_line.quantity.endswith("-score")
        return text + (" (one of the two names no metric)" if unnamed else " (by another metric)")
    if audit_line.verdict == judge.ANOTHER and audit_line.rule in COPIES:
        is_here = source == audit_line.source
        other = "another" if is_here else f"a table of {bibliography.label(source)}"
        return f"This table has {printed}; {other} has {recomputed}"
    beginning = "The reading is" if audit_line.rule == "figure_read" else "The source has"
    return f"{beginning} {printed}; {SECOND.get(audit_line.rule, 'recomputed it is')} {recomputed}"


@cached
def _quotes() -> dict[str, str]:
    """Return every number as its source prints it, with its unit, by id."""
    names = ["value", "printed", "unit"]
    tidy = data.results().set_index("id")[names].astype(object)
    parts = [(id, written(*row)) for id, *row in tidy.itertuples(name=None)]
    return {id: f"{digits}{unit}" for id, (digits, _, unit) in parts}


def two_numbers(audit_line) -> tuple[str, str]:
    """Return the printed and the recomputed number of a line of `described`, as its source writes.

    Both have the source's sign, unit and power of ten, the first its digits, the second enough to
    tell the two apart.
    """
    digits, scale, unit = written(audit_line.printed, audit_line.cell, audit_line.unit)
    printed, recomputed = (number / scale for number in (audit_line.printed, audit_line.recomputed))
    if math.isclose(printed, recomputed, abs_tol=NOISE):
        return f"{digits}{unit}", f"{digits}{unit}"
    integers, _, decimals = digits.lstrip("−").partition(".")
    places = max(4, len(integers) + len(decimals) + 1)
    if _in_digits(printed, places) == _in_digits(recomputed, places):
        places += 2  # else a difference would be told of two numbers that look equal
    return f"{digits}{unit}", f"{_in_digits(recomputed, places)}{unit}"


POWER_UNITS = {"k": 3, "M": 6, "B": 9, "G": 9}
"""Units that are powers of ten."""

IN_WORDS = {3: "thousand", 6: "million", 9: "billion"}
UNITS_WRITTEN = {"1": "", "X": "x"}
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
        digits, scale, tens, sign = _in_digits(value), 1.0, 0, ""
    if len(digits.partition(".")[2]) > MOST:
        digits = _in_digits(number)
    if unit in POWER_UNITS:
        named = IN_WORDS.get(POWER_UNITS[unit] + tens, "")
    else:
        named = UNITS_WRITTEN.get(sign or unit, sign or unit) if sign or not tens else ""
    return digits.replace("-", "−"), scale, "x" if named == "x" else f" {named}".rstrip()


def as_sentence(note: str) -> str:
    """Return a note as a sentence of its own."""
    return f"{note[0].upper()}{note[1:]}."


def _in_digits(value: float, digits: int = 4) -> str:
    form = ".0f" if abs(value) >= 10**digits else f".{digits}g"  # no power of ten
    return f"{value:{form}}".replace("-", "−")
