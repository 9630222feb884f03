"""What is asked of a work that `smallbert new` began, by the name of what it lacks."""

import re

SCORES_FROM = "scores_from"
"""The column that says from where a row's scores are borrowed, as `smallbert new` calls it."""

ORIGINAL = "original"
"""The column that says from where all numbers of a row are borrowed."""

ASKS = {
    "title": "say how the work, or the table, is called",
    "repository": "give owner/name",
    "commit": "give the 40 hexadecimal digits of the commit that you read",
    "path": "give the file of the repository",
    "reading": "say how the numbers came from the document into the book: how the tables were "
    "transcribed, and what was compared by hand, such as: Transcribed by hand; every column "
    "compared again",
    "note": "say in your own words what the footnote says",
    "place": "say under which heading the file prints it; 'the table' if under none",
    "author": "name the authors, joined by 'and'",
    "technique": "say what makes it small: {techniques}; join several by +",
    "removed": "say yes if whole heads, neurons, blocks or layers are taken out of its pruned "
    "models, no if weights are set to zero: then operations follow from the shape that is pruned",
    "metric": "say what its numbers are: a word of data/vocabulary/metrics.csv, such as accuracy, "
    "f1 or latency, or score if the file names none; with a task, of tasks.csv, if it is a score; "
    "leave 'quantities' out if it is of none",
    "split": "say on which part of the data: {splits}",
    "protocol": "say how its rows were trained and which score counts: one of {protocols}",
    "unit": "say in which unit its numbers are: s or ms",
    "scale": "give 0.001 if its numbers are in millions, 1 if in billions, 1.0e-9 if in full",
    "device": "say on what {timed} were measured, with batch and length; 'not stated' if the file "
    "does not say",
    "task": "say of which task its scores are; of an average, say glue, or several if it is over "
    "other tasks too",
    "n": "give the number of runs behind a score; - if no document says it",
    SCORES_FROM: "say where the row's scores were printed first: as source/table/row if this book "
    "has the row (several, with spaces, if its tasks have rows of their own), else as an address, "
    "https:; - if the authors of this work measured them",
    ORIGINAL: "say where the row's numbers were printed first: as source/table/row if this book "
    "has the row (several, with spaces, if its tasks have rows of their own), else as an address, "
    "https:; - if the authors of this work measured them",
    "baseline": "name the row of this table with which it is compared",
    "bits": "give the bits at which its weights are stored",
    "line": "say on which line the file prints the row",
}
"""What to do about a word that is missing, by the name before it; see `brief`."""

ASKS_OF_RERUN = {
    "protocol": "say how the row was trained and which score counts, or - if as the others: "
    "{protocols}",
    "n": "give the number of runs behind a score of the row; - if it is as the others",
}
"""The same where it is asked of a row that the authors ran, besides theirs."""

ASKS_OF_BORROWED = {
    "protocol": "say how the row was trained and which score counts, in the work that it is from: "
    "{protocols}",
    "n": "give the number of runs behind a score in the work that it is from; - if that does not "
    "say",
    "baseline": "name the row with which its own work compares this borrowed row, if this table "
    "borrows that one, too; else -, and charts of the score kept leave it out",
}
"""The same where it is asked of a borrowed row."""


def brief(ask: str) -> str:
    """Return what is asked for, without the words and forms that are taken.

    Examples
    --------
    >>> brief("say on which part of the data: dev, test")
    'say on which part of the data'
    """
    return re.split("[:;] ", ask, maxsplit=1)[0]
