"""What scores share that may be compared: those on the same examples, from the same start."""

import pandas as pd

from smallbert.data import side_tables, vocabulary
from smallbert.data.amounts_in_words import listed
from smallbert.data.results import BORROWED, REMARKS, SAME_TASKS, UNSTATED
from smallbert.memo import cached

GROUND_KEY = ["task", "metric", "definition", "set", "protocol", "baseline", "teacher"]
"""What rows must share to be compared; which cost is one more, chosen with the axis."""

GROUNDS = {
    "same_ground": "task, metric, split, training protocol, baseline and kind of teacher are "
    "the same",
    "any_teacher": "the same, except that teachers may be of any kind",
    "own_baseline": "task and metric are the same, and each score is in per cent of its own "
    "baseline's",
}
"""The levels of comparison, from the strictest to the loosest: what two rows must share."""

PROPOSED = "proposed"
"""The role of what the authors propose; ``grounds.csv`` says of which rows it is another."""

KNOWN_SETS = ("test", "dev", "train")

SPLIT_WORDS = {
    "test": "test set",
    "dev": "development set",
    "train": "training set",
    "mixed": "test and development mixed",
    "unstated": "split not stated",
}
"""How a ground's split is called where it is read; see ``data/vocabulary/splits.csv``."""


def scores_among(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the scores among the tidy results; remarks on slides are none.

    MNLI is one task; ``stated_task`` is what the document says, as `task_words` reads it.
    """
    chosen = tidy["metric"].isin(vocabulary.scores()) & tidy["unit"].eq("%") & tidy["model"].ne("")
    found = tidy[chosen & ~tidy["table"].eq(REMARKS)]
    return found.assign(task=found["task"].replace(SAME_TASKS), stated_task=found["task"])


def stated_tasks(scores: pd.Series) -> str:
    """Return the tasks that some documents state, joined by +."""
    return "+".join(sorted({task for stated in scores for task in stated.split("+")}))


def task_words(stated: str) -> str:
    """Return what a ``stated_task``, or several joined by +, is called.

    Examples
    --------
    >>> task_words("mnli-m"), task_words("mnli"), task_words("qqp")
    ('MNLI matched', 'MNLI, half not stated', 'QQP')
    >>> task_words("mnli+mnli-m")
    'MNLI matched, half not stated by some works'
    """
    names, tasks = vocabulary.names("tasks"), stated.split("+")
    exact = [each for each in tasks if each not in SAME_TASKS]
    if exact == tasks:
        return names[stated]
    if exact:
        return f"{names[exact[0]]}, half not stated by some works"
    return f"{names[stated]}, half not stated"


def sets_of_scores(scores: pd.DataFrame) -> pd.Series:
    """Return the set that each score is on: test, dev or train, or, say, unstated in its source.

    It is the split that the source states, else the one that its ``grounds.csv`` knows of; else it
    is the source's own, whose scores that name none are at least scored alike.
    """
    return pd.Series(
        [known["set"] for known in _facts_of_scores(scores)], scores.index, dtype=object
    )


def add_grounds(scores: pd.DataFrame) -> pd.DataFrame:
    """Add what a comparison stands on: definition, protocol, role, teacher, set and key.

    ``definition`` says what an average over GLUE is. ``protocol`` is the word of
    ``data/vocabulary/protocols.csv``, with the table where rows of other tables may not be compared
    under it. ``role`` is proposed, unless a source's ``grounds.csv`` says comparison or ablation;
    it is empty of what nobody compressed. ``teacher`` is large or other if ``grounds.csv`` states
    it, else empty. ``set`` is that of `sets_of_scores`, ``key`` are the words of `GROUND_KEY`.
    """
    facts = pd.DataFrame(
        _facts_of_scores(scores), scores.index, ["role", "teacher", "set"], dtype=object
    )
    apart = scores["protocol"].map(vocabulary.entries("protocols")["shared"].eq("yes")).eq(False)
    of_table = scores["protocol"] + " in " + scores["source"] + "/" + scores["table"]
    grounded = scores.assign(
        definition=definitions_of_averages(scores),
        role=facts["role"].mask(scores["technique"].eq("none"), ""),
        teacher=facts["teacher"],
        set=facts["set"],
        protocol=scores["protocol"].mask(apart, of_table),
    )
    lines = grounded[["source", *GROUND_KEY]].astype(object).itertuples(index=False)
    parts = [
        [
            f"{score.task} {metric_in_words(score.metric, score.source)}",
            *score[3:7],
            score.teacher and f"{score.teacher} teacher",
        ]
        for score in lines
    ]
    return grounded.assign(key=[", ".join(filter(None, words)) for words in parts])


def _facts_of_scores(scores: pd.DataFrame) -> list[dict[str, str]]:
    """Return role, teacher and set of each score, from ``grounds.csv``; an empty row is all."""
    facts_by_table = _grounds_by_table()
    places = (scores[name] for name in ("source", "table", "row", "task", "split"))
    facts = []
    for source, table, row, task, split in zip(*places, strict=True):
        role = teacher = ""
        for fact in facts_by_table.get(f"{source}/{table}", []):
            if fact.row in ("", row) and fact.task in ("", task):
                # The first line that says it counts: those of one row come before the table's.
                role, teacher = role or fact.role, teacher or fact.teacher
                split = (fact.split or split) if split not in KNOWN_SETS else split
        known_set = split if split in KNOWN_SETS else f"{split} in {source}"
        facts.append({"role": role or PROPOSED, "teacher": teacher, "set": known_set})
    return facts


def definitions_of_averages(scores: pd.DataFrame) -> list[str]:
    """Return how many tasks each average over GLUE is of, and how; a whole one of ``glue_scores``.

    Where one of tasks, WNLI and what becomes of two metrics is not known, it is its table's own.
    """
    definitions = {}
    for average in side_tables.gather("glue_scores").itertuples(index=False):
        complete = average.tasks and average.two_metrics and average.wnli in ("yes", "no")
        wnli = {"yes": "with WNLI", "no": "without WNLI"}.get(average.wnli)
        definition = f"{average.tasks} tasks {wnli}; two metrics of a task: {average.two_metrics}"
        quantity = (average.source, average.table, average.quantity)
        definitions[quantity] = definition if complete else ""
    of_scores = []
    for score in scores[["id", "source", "table", "task"]].itertuples(index=False):
        table, quantity = (score.source, score.table), score.id.rsplit("/", 1)[1]
        definition = definitions.get((*table, quantity)) or definitions.get((*table, ""))
        definition = definition or f"as in {score.source}/{score.table}"
        of_scores.append(definition if score.task.startswith("glue") else "")
    return of_scores


@cached
def _grounds_by_table() -> dict[str, list]:
    """Return the lines of ``grounds.csv`` of all works by the table that they speak of.

    Lines of one row come first, for they override what is said of the whole table.
    """
    facts_by_table = {}
    lines = side_tables.gather("grounds").sort_values(["row", "task"], ascending=False)
    for fact in lines.itertuples(index=False):
        facts_by_table.setdefault(fact.table, []).append(fact)
    return facts_by_table


def metric_in_words(metric: str, source: str) -> str:
    """Return a metric in words; one that a source does not name is that source's own."""
    return f"score of {source}" if metric == "score" else metric


def numbers_in_words(numbers: pd.DataFrame) -> str:
    """Return in words what some lines of the tidy results of one table are.

    Such as "Scores: accuracy, but F1 (MRPC, QQP); development set; mean of runs (5). Latency:
    K80.": headings such as "MRPC" or "speedup" leave it open.
    """
    scores = numbers[numbers["metric"].isin(vocabulary.scores()) & numbers["task"].ne("")]
    timed = numbers[numbers["metric"].isin(vocabulary.metrics_of_devices())]
    parts = []
    if len(scores):
        single = scores[scores["metric"].ne("average")]  # that a mean is one, its heading says
        names = vocabulary.names("metrics") | {"score": "metric not stated"}
        metrics = _most_and_exceptions(single["metric"].map(names), single["task"]) or "means"
        sets, unstated = sets_of_scores(scores), scores["split"].eq("unstated")
        known_splits = sets.str.partition(" in ")[0]
        split_words = scores["split"].mask(unstated, known_splits).map(SPLIT_WORDS)
        by_evidence = unstated & known_splits.ne("unstated")  # a line of grounds.csv says it
        split_words += by_evidence.map({True: " by other evidence", False: ""})
        splits = _most_and_exceptions(split_words, scores["task"])
        parts.append(f"Scores: {'; '.join([metrics, splits, *_protocols_in_words(scores)])}.")
    if len(timed):
        kinds = ("latency", "speedup", "throughput", "memory")
        kinds = [kind for kind in kinds if timed["metric"].str.contains(kind).any()]
        stated = timed["device"].ne(UNSTATED)
        # Of a copied number the table need not say where it ran, if it does so of its own.
        aside = timed["measured_by"].eq(BORROWED) & ~stated & stated.any()
        devices = timed.loc[~aside, "device"].replace(UNSTATED, "device not stated")
        device_words = _few_or_count([*dict.fromkeys(devices)], "devices")
        device_words += "; borrowed numbers aside" if aside.any() else ""
        parts.append(f"{listed(kinds).capitalize()}: {device_words}.")
    return " ".join(parts)


def _most_and_exceptions(of_scores: pd.Series, tasks: pd.Series) -> str:
    """Return the words of most tasks, and the others with their tasks in brackets."""
    by_task = of_scores.groupby(tasks, sort=False).unique().map(" and ".join)
    names, counts = vocabulary.names("tasks"), by_task.value_counts(sort=False)
    most = counts.idxmax() if len(counts) else ""
    tasks_of = {
        word: [names[task] for task in by_task.index[by_task == word]] for word in counts.index
    }
    others = [
        f"{word} ({_few_or_count(called, 'tasks')})"
        for word, called in tasks_of.items()
        if word != most
    ]
    return f"{most}, but {', '.join(others)}" if others else most


def _protocols_in_words(scores: pd.DataFrame) -> list[str]:
    """Return the protocols of scores that are not borrowed, and how many runs are behind them."""
    names = vocabulary.names("protocols") | {"unstated": "protocol not stated"}
    measured, protocols = scores[scores["measured_by"].ne(BORROWED) & scores["protocol"].ne("")], []
    for protocol, rows in measured.groupby("protocol", sort=False):
        runs = sorted(rows["n"].dropna().unique())
        protocols.append(
            names[protocol] + f" ({_few_or_count([f'{n:g}' for n in runs], '')})" * bool(runs)
        )
    aside = protocols and scores["measured_by"].eq(BORROWED).any()
    return [*protocols, "scores copied from other works may differ"] if aside else protocols


def _few_or_count(names: list[str], kind: str) -> str:
    """Return up to four names, or the number of more."""
    return ", ".join(names) if len(names) <= 4 else f"{len(names)} {kind}"
