"""The audit's lines in words, for pages."""

import inspect
from types import ModuleType

import pandas as pd

from smallbert.audit import copies, costs, said, scores
from smallbert.audit.lines import PUBLISHED
from smallbert.audit.verdict import DISAGREES, INPUTS, TRUNCATED, UNKNOWN
from smallbert.data import sources, vocabulary

MODULES: tuple[ModuleType, ...] = (scores, costs, copies, said)
DOCUMENTS = {
    "000": "Figure: GLUE score, size",
    "001": "Figure: GLUE score, operations",
    "002": "Figure: score, parameters",
    "003": "Poster",
    "004": "Slide deck",
    PUBLISHED: "Published tables",
}
"""What pages call a document, by the number of its file."""


def document(file: str) -> str:
    """Return what pages call a document, or the tables of cited papers."""
    return DOCUMENTS[file.partition("_")[0]]


def rule(name: str) -> str:
    """Return what a rule does, in its own words, on one line."""
    function = next(getattr(each, name) for each in MODULES if hasattr(each, name))
    return " ".join(inspect.getdoc(function).split())


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
    about = sources.results(*frame["source"].unique())[
        ["id", "model", "task", "metric", "unit"]
    ].set_index("id")
    about = about.reindex(frame["id"].str.rpartition("/")[0])
    tasks, metrics = (vocabulary.table(name)["name"] for name in ("tasks", "metrics"))
    what = about["task"].map(tasks).fillna("") + " " + about["metric"].map(metrics)
    found = frame.assign(
        model=about["model"].where(about["model"] != "", frame["row"].to_numpy()).to_numpy(),
        what=what.str.strip().to_numpy(),
        unit=about["unit"].replace({"1": "", "%": "%"}).to_numpy(),
    )
    return found.assign(words=[sentence(line) for line in found.itertuples()])


def sentence(line) -> str:
    """Return one line of the audit in a sentence or two."""
    if line.verdict == UNKNOWN:
        return closed(line.note)
    text = f"The print has {_number(line.printed)}, the rule gives {_number(line.recomputed)}"
    if line.verdict == DISAGREES:
        text += f": {_number(abs(line.difference))} apart, while rounding explains "
        text += f"{_number(line.tolerance)}"
    elif line.verdict == TRUNCATED:
        text += ", cut off instead of rounded"
    elif line.rests_on == INPUTS:
        text += ", within what its inputs' rounding or reading hides"
    return f"{text}. {closed(line.note)}" if line.note else f"{text}."


def closed(note: str) -> str:
    """Return a note as a sentence of its own."""
    return f"{note[0].upper()}{note[1:]}."


def _number(value: float) -> str:
    return f"{value:.4g}".replace("-", "−")
