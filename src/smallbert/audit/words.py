"""The audit's lines in words, for pages."""

import inspect
from contextlib import suppress

import pandas as pd

from smallbert import data
from smallbert.audit import coverage
from smallbert.audit.copy_rules import BORROWED
from smallbert.audit.lines import PUBLISHED
from smallbert.audit.verdict import DISAGREES, INPUTS, TRUNCATED, UNKNOWN
from smallbert.data import sources, vocabulary

NAME = "Published tables"
"""What pages call the tables of cited papers."""


def document(file: str) -> str:
    """Return what pages call a document: ``short`` in a descriptor, or else its file."""
    if file == PUBLISHED:
        return NAME
    short = {
        sources.document_name(key): sources.document(key).get("short") for key in sources.keys()
    }
    return short.get(file) or file


def rule(name: str, work: str = "") -> str:
    """Return what a rule, perhaps of one work, does, in its own words, on one line."""
    for key in [work] if work else ["", *sources.keys()]:
        with suppress(LookupError):
            return " ".join(inspect.getdoc(coverage.function(name, key)).split())
    raise LookupError(f"rule {name!r} is unknown")


def in_words(lines: pd.DataFrame) -> pd.DataFrame:
    """Return the audit's lines by document, in words.

    Parameters
    ----------
    lines : pandas.DataFrame
        Of `smallbert.audit.table`.

    Returns
    -------
    pandas.DataFrame
        With the column group, what pages call the document, and those of `described`.
    """
    groups = {file: document(file) for file in lines["document"].unique()}
    lines = lines.assign(group=lines["document"].map(groups))
    return described(lines.sort_values("document", kind="stable"))


def described(frame: pd.DataFrame) -> pd.DataFrame:
    """Add to the audit's lines what their numbers are, in words.

    Parameters
    ----------
    frame : pandas.DataFrame
        Of `smallbert.audit.table`.

    Returns
    -------
    pandas.DataFrame
        With the columns model, what (task and quantity), unit and words (a sentence or two).
    """
    if frame.empty:  # of no source: all would be read
        return frame.assign(model="", what="", unit="", words="")
    about = data.results(*frame["source"].unique())[
        ["id", "model", "task", "metric", "unit"]
    ].set_index("id")
    about = about.reindex(frame["id"].str.rsplit("/", n=1).str[0])
    tasks, metrics = (vocabulary.table(name)["name"] for name in ("tasks", "metrics"))
    what = about["task"].map(tasks).fillna("") + " " + about["metric"].map(metrics)
    whole = frame.assign(
        model=about["model"].where(about["model"] != "", frame["row"].to_numpy()).to_numpy(),
        what=what.str.strip().to_numpy(),
        unit=about["unit"].replace({"1": "", "%": "%"}).to_numpy(),
    )
    return whole.assign(words=[sentence(line) for line in whole.itertuples()])


def sentence(line) -> str:
    """Return one line of the audit in a sentence or two."""
    if line.verdict == UNKNOWN:
        return closed(line.note)
    text = _both(line, *numbers(line))
    if line.verdict == DISAGREES:
        text += f", a difference of {_number(abs(line.difference))}, of which rounding explains "
        text += f"{_number(line.tolerance)}"
    elif line.verdict == TRUNCATED:
        text += ", cut off instead of rounded"
    if line.rests_on == INPUTS:
        text += ", which fits if its inputs have more digits than are printed or read"
    return f"{text}. {closed(line.note)}" if line.note else f"{text}."


def numbers(line) -> tuple[str, str]:
    """Return the printed and the recomputed number of a line, in digits that tell them apart."""
    digits = 4 if _number(line.printed) != _number(line.recomputed) else 6
    return _number(line.printed, digits), _number(line.recomputed, digits)


def _both(line, printed: str, recomputed: str) -> str:
    """Say whose each of the two numbers of a line is."""
    if line.rule != BORROWED:
        return f"The source has {printed}; the rule gives {recomputed}"
    original, _, there = line.inputs.rpartition("/")
    text = f"This work has {printed}; the original, {original}, has {recomputed}"
    if there == line.quantity:
        return text
    unnamed = there.endswith("-score") != line.quantity.endswith("-score")
    why = ": one of the two names no metric" if unnamed else ""
    return f"{text} ({there} there, {line.quantity} here{why})"


def closed(note: str) -> str:
    """Return a note as a sentence of its own."""
    return f"{note[0].upper()}{note[1:]}."


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}g}".replace("-", "−")
