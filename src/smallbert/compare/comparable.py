"""Which rows may be compared: those scored on the same examples, from the same start."""

import pandas as pd

from smallbert.data import bibliography, survey, vocabulary

KEY = ["task", "metric", "set", "protocol", "baseline", "teacher"]
"""What rows must share to be compared; which cost is one more, chosen with the axis."""

GROUNDS = {
    "same_ground": "task, metric, split, protocol, baseline and teacher's size are the same",
    "any_teacher": "the same, except that teachers may be of any size",
    "own_baseline": "task and metric are the same; each score is a share of its own baseline's",
}
"""The levels of comparison, from the strictest to the loosest: what two rows must share."""

KNOWN_SETS = ("test", "dev", "train")

SPLIT_WORDS = {
    "test": "test set",
    "dev": "development set",
    "train": "training set",
    "mixed": "test and development mixed",
    "unstated": "split not stated",
}
"""How a ground's split is called where it is read; see ``data/vocabulary/splits.csv``."""

NAMES = {"set": "split", "baseline": "baseline", "teacher": "teacher's size"}


def ground(scores: pd.DataFrame) -> pd.DataFrame:
    """Add what a comparison stands on: teacher, set and key.

    Parameters
    ----------
    scores : pandas.DataFrame
        With source, table, row, task, metric, split and baseline.

    Returns
    -------
    pandas.DataFrame
        With three more columns. ``protocol`` is the word of `data/vocabulary/protocols.csv`, with
        the table where rows of other tables may not be compared under it; a source that states
        none is taken to score as its split says. ``teacher`` is that of a source's ``grounds.csv``,
        else the baseline's size. ``set`` is the split that the source states, else the one that its
        ``grounds.csv`` knows of; else it is the source's own, for the scores of one
        source that names none are at least scored alike as far as it says. ``key`` are the words of
        `KEY`.
    """
    told = {}
    for fact in facts().itertuples(index=False):
        told.setdefault(fact.table, []).append(fact)
    asked = scores[["source", "table", "row", "task", "split"]].astype(object)
    known = [
        _known(each, told.get(f"{each.source}/{each.table}", []))
        for each in asked.itertuples(index=False)
    ]
    large = scores["baseline"].astype(str).str.contains("LARGE").map({True: "large", False: "base"})
    grounded = scores.assign(
        teacher=[teacher or own for (teacher, _), own in zip(known, large, strict=True)],
        set=[split for _, split in known],
        protocol=_protocols(scores),
    )
    parts = grounded[["source", *KEY]].astype(object).itertuples(index=False)
    return grounded.assign(key=[key(each) for each in parts])


def _protocols(scores: pd.DataFrame) -> pd.Series:
    """Return each score's protocol, with its table unless works share the protocol."""
    shared = vocabulary.table("protocols")["shared"].eq("yes")
    apart = scores["protocol"].map(shared).eq(False)
    of_table = scores["protocol"] + " in " + scores["source"] + "/" + scores["table"]
    return scores["protocol"].mask(apart, of_table)


def facts() -> pd.DataFrame:
    """Return what is known beyond the tables: table, row, task, teacher, split, evidence."""
    return survey.gather("grounds")[["table", "row", "task", "teacher", "split", "evidence"]]


def _known(score, told: list) -> tuple[str, str]:
    """Return teacher and set of a score, from the facts on its table.

    An empty row or task in the facts stands for all.
    """
    teacher, split = "", score.split
    for fact in told:
        if fact.row in ("", score.row) and fact.task in ("", score.task):
            teacher = teacher or fact.teacher
            split = (fact.split or split) if split not in KNOWN_SETS else split
    return teacher, split if split in KNOWN_SETS else f"{split} in {score.source}"


def key(score) -> str:
    """Return a row's comparability key in words."""
    metric = stated(score.metric, score.source)
    parts = [f"{score.task} {metric}", score.set, score.protocol, score.baseline]
    return ", ".join(part for part in [*parts, f"{score.teacher} teacher"] if part)


def stated(metric: str, source: str) -> str:
    """Return a metric in words; one that a source does not name is that source's own."""
    return f"score of {source}" if metric == "score" else metric


def ground_words(rows: pd.DataFrame) -> dict[str, str]:
    """Return the key of each ground of some rows in a reader's words, other words for each."""
    first = rows.drop_duplicates("key").itertuples()
    return {row.key: in_words(row, against=row.baseline) + _apart(row) for row in first}


def in_words(row, *, against: str) -> str:
    """Return task, metric, split and baseline of a row's ground in words.

    Parameters
    ----------
    row : namedtuple
        A line of `smallbert.compare.rows`, or of a mean over tasks.
    against : str
        The baseline, and what is to be said of it.
    """
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    metric = "metric not stated" if row.metric == "score" else metrics.get(row.metric, row.metric)
    task = " and ".join(tasks[each] for each in row.task.split(" + "))
    parts = [task, metric, SPLIT_WORDS[row.set.split()[0]], f"against {against}"]
    if row.teacher == "large" and "LARGE" not in row.baseline:
        parts.append("taught by a network of BERT_LARGE's size")
    return ", ".join(parts)


def _apart(row) -> str:
    """Return the work, and the table and protocol, that part a row's ground from others."""
    protocol, _, place = row.protocol.partition(" in ")
    name = vocabulary.table("protocols")["name"].get(protocol, "")
    if place:
        work, _, table = place.partition("/")
        begins = "as in" if protocol == "unstated" else f"{name} in"
        return f"; {begins} {bibliography.label(work)} ({table})"
    if name:
        return f"; {name}"
    alone = " in " in row.set or row.metric == "score"
    return f"; as in {bibliography.label(row.source)}" if alone else ""


def may_compare(a: pd.Series, b: pd.Series, *, axis: str = "") -> str:
    """Tell whether two rows may be compared.

    Parameters
    ----------
    a, b : pandas.Series
        Lines of `smallbert.compare.rows`.
    axis : str
        A cost axis that both must have, or none.

    Returns
    -------
    str
        Empty if they may; else why not.
    """
    for name in KEY:
        if a[name] != b[name]:
            first, second = (row[name] or "none stated" for row in (a, b))
            return f"the {NAMES.get(name, name)} differs: {first} and {second}"
    if a["metric"] == "score" and a["source"] != b["source"]:
        return f"the metric is not stated, and the sources differ: {_both(a, b, 'source')}"
    for row in (a, b) if axis else ():
        if pd.isna(row[axis]):
            return f"{row['model']} of {row['source']} has no {axis}"
    if axis == "speedup" and (a["source"], *_device(a)) != (b["source"], *_device(b)):
        return f"the speedups are from different sources or devices: {_both(a, b, 'source')}"
    return ""


def _both(a: pd.Series, b: pd.Series, column: str) -> str:
    return f"{a[column]} and {b[column]}"


def _device(row: pd.Series) -> tuple:
    return () if row["technique"] == "none" else (row["speedup_device"],)
