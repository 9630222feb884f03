"""The rows of other works from which the numbers of a borrowed row may come."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from smallbert.data import sources, vocabulary
from smallbert.data.cells import NOT_REPORTED
from smallbert.data.faults import DataError
from smallbert.data.files import cached
from smallbert.data.originals import TASKS

SHOWN = 3
"""Rows that may be an original, as many as are named."""

SURE = 3
"""Scores that a row has from another, so many that it is the guess."""

FEW = 2
"""Scores that are enough for the guess if the row has no others."""

CLEAR = 3
"""Scores that it has from there for each that it has otherwise, at least."""

UNDECIDED = "TODO"
"""How a word begins that may still be any."""

UNSAID = {"", "mixed", "unstated"}
"""Splits that may be any."""

UNNAMED = "score"
"""The metric of a score whose document names none."""

ADDRESS = r"https?://[^\s<>()]*[^\s<>().,;:]"
PAPER = r"\b(their|the) (?:[\w-]+ )?(paper|article|leaderboard|appendix)\b"
"""What a footnote names that is no repository."""


class _Number(NamedTuple):
    """A number of a row: as printed, and what it is."""

    printed: str
    task: str
    metric: str
    split: str


def lenders(key: str, table: str, cells: dict[str, str], *, scores_alone: bool) -> tuple[str, str]:
    """Return the row of another work from which a row is likely borrowed, and what to know of it.

    Rows of its model are compared with it score by score: of one task, and of one split and metric
    as far as both say them. Those that share most come first, and the first is the guess, and
    alone, if it shares many, or all of a few; then it is said what differs. Where a score does, or
    no row is the guess, and the row's footnote names another document, that is. Rows of one
    table and model that have tasks of their own are one guess. Rows of models whose names begin
    with its name count where they share scores, or where no model has its name, and any rows that
    share many where no such row shares any; these names are said.

    Parameters
    ----------
    key, table : str
        The work that borrows, and the table.
    cells : dict of str
        The row, by the columns of the CSV.
    scores_alone : bool
        Whether sizes, times and the like are the authors' own.

    Returns
    -------
    tuple of str
        The guess, ``source/table/row``, perhaps of several rows, and a hint; each may be empty.
    """
    model = _letters(cells.get("name") or list(cells.values())[2])
    own = [each for each in _numbers(key, table, cells) if each.task or not scores_alone]
    try:
        tidy = _lending(key)
    except DataError:  # which the check of that work tells
        return "", ""
    if "quantization" not in cells.get("technique", ""):
        tidy = tidy[~tidy["technique"].str.contains("quantization")]
    rows = _rows_called(model, tidy)
    if not any(_shared(own, held) for held in rows.values()):
        rows = _rows_scoring(own, tidy) or rows
    rows = _joined(rows, own)
    names = {row: held[0].model for row, held in rows.items()}
    shared = {row: _shared(own, held) for row, held in rows.items()}
    called = [row for row in rows if _letters(names[row]) == model]
    sharing = [row for row in rows if shared[row]]
    known = sorted(sharing, key=lambda row: -shared[row])
    scores = sum(bool(each.task) for each in own)
    enough = min(SURE, max(FEW, scores))
    apart = sum(_differs(each, rows[known[0]]) for each in own) if known else 0
    sure = bool(known) and shared[known[0]] >= max(enough, CLEAR * apart)
    known = known[: 1 if sure else SHOWN]
    told = [f"{row}{_in_words(own if sure else [], rows[row], shared[row])}" for row in known]
    differing = [number for number in own if sure and _differs(number, rows[known[0]])]
    elsewhere = _named_elsewhere(key, table, cells, known) if differing or not sure else ""
    guess = elsewhere if "://" in elsewhere else ""
    if guess or (differing and elsewhere):
        apart = [_otherwise(number, rows[known[0]]) for number in differing]
        but = f"; not all scores are those of {known[0]}: {'; '.join(apart)}" if apart else ""
        return guess, f"the footnote names {elsewhere}{but}"
    others = dict.fromkeys(repr(names[row]) for row in known if row not in called)
    same = f"in the book it is called {' and '.join(others)}, and then here, too; "
    hint = same if others else ""
    return known[0] if sure else "", f"{hint}it may be {' or '.join(told)}" if told else ""


def _named_elsewhere(key: str, table: str, cells: dict[str, str], known: list[str]) -> str:
    """Return what else than the documents of some lenders a row's footnote names, or nothing.

    It is an address of another place, or a paper where a lender's document is a repository.
    """
    notes = footnotes(key, table, next(iter(cells.values())))
    places = [place.split("/") for row in known for place in row.split()]
    documents = [
        sources.document(work, sources.tables(work)[name]).get("repository", "")
        for work, name, _ in places
    ]
    repositories = [each for each in documents if each]
    address = re.search(ADDRESS, " ".join(notes))
    if address:
        return "" if any(each in address[0] for each in repositories) else address[0]
    paper = re.search(PAPER, " ".join(notes), re.IGNORECASE)
    return paper[0] if paper and repositories else ""


def footnotes(key: str, table: str, row: str) -> list[str]:
    """Return what the page says below a table on a row, or what is still asked of it."""
    notes = sources.tables(key).get(table, {}).get("shown", {}).get("notes", [])
    return [str(note["note"]) for note in notes if row in note.get("rows", [])]


def _rows_called(model: str, tidy: pd.DataFrame) -> dict[str, list]:
    """Return the rows of other works with scores whose model's name begins with a name."""
    names = tidy["letters"]
    called = names.str.startswith(model) if len(model) >= len("PKD") else names.eq(model)
    rows = _by_row(tidy[called])
    return {row: held for row, held in rows.items() if any(other.task for other in held)}


def _rows_scoring(own: list[_Number], tidy: pd.DataFrame) -> dict[str, list]:
    """Return the rows of other works that share `SURE` scores or more, whatever their name."""
    printed = tidy["printed"].str.rstrip("%").isin({each.printed for each in own})
    places = tidy["source"] + "/" + tidy["table"] + "/" + tidy["row"]
    often = places[printed & tidy["task"].ne("")].value_counts()
    rows = _by_row(tidy[places.isin(often.index[often >= SURE])])
    return {row: held for row, held in rows.items() if _shared(own, held) >= SURE}


def _by_row(tidy: pd.DataFrame) -> dict[str, list]:
    rows: dict[str, list] = {}
    for other in tidy.itertuples():
        rows.setdefault(f"{other.source}/{other.table}/{other.row}", []).append(other)
    return rows


def _joined(rows: dict[str, list], own: list[_Number]) -> dict[str, list]:
    """Join rows of one table and one model that have tasks of their own, if a row has these, too.

    A number whose task is open counts for the rows that print the same.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for row, held in rows.items():
        tasked = any(_of_task(number, held) for number in own if _is_of_task(number))
        if tasked or _shared(own, held):
            groups.setdefault((row.rpartition("/")[0], held[0].model), []).append(row)
    several = [group for group in groups.values() if group[1:] and _have_own_tasks(group, rows)]
    joined = {" ".join(group): [n for row in group for n in rows[row]] for group in several}
    apart = rows.keys() - {row for group in several for row in group}
    return joined | {row: held for row, held in rows.items() if row in apart}


def _is_of_task(number: _Number) -> bool:
    return bool(number.task) and not _undecided(number.task)


def _have_own_tasks(group: list[str], rows: dict[str, list]) -> bool:
    """Tell whether no two rows of a group have numbers of one task."""
    tasks = [task for row in group for task in {number.task for number in rows[row]} - {""}]
    return len(tasks) == len(set(tasks))


@cached  # each question of `fill` looks through all that is asked
def _lending(key: str) -> pd.DataFrame:
    """Return what works but one print as their own, with the letters of the models' names."""
    tidy = sources.results(*(each for each in sources.keys() if each != key))
    tidy = tidy[(tidy["original"] == "") & (tidy["origin"] == "printed")]
    return tidy.assign(letters=tidy["model"].map(_letters))


def _numbers(key: str, table: str, cells: dict[str, str]) -> Iterator[_Number]:
    """Yield the numbers of a row, as far as its columns are described."""
    resource = sources.tables(key).get(table, {})  # the file may be called otherwise
    for field in sources.quantified(resource) if resource else ():
        parts = re.split(r"\s*/\s*", cells.get(field["name"], ""))
        for quantity, printed in zip(field["quantities"], parts, strict=False):
            task, split = (str(quantity.get(name, "")) for name in ("task", "split"))
            known = task or not str(quantity["metric"]).startswith(UNDECIDED)
            if printed not in NOT_REPORTED and known:
                split = split or str(resource.get("split", ""))
                yield _Number(printed.rstrip("%"), task, str(quantity["metric"]), split)


def _of_task(own: _Number, held: list) -> list:
    """Return the numbers of another row of a number's task, or of no task as it is."""
    task = TASKS.get(own.task, own.task)
    if _undecided(task):
        return [other for other in held if other.task]
    alike = [other for other in held if TASKS.get(other.task, other.task) == task]
    return alike if task else [other for other in alike if other.metric == own.metric]


def _like(own: _Number, held: list) -> list:
    """Return those that may be of its split and metric, too."""
    return [
        other
        for other in _of_task(own, held)
        if (_undecided(own.metric) or own.metric in (UNNAMED, other.metric) or _unnamed(other))
        and (_undecided(own.split) or own.split == other.split or {own.split, other.split} & UNSAID)
    ]


def _undecided(word: str) -> bool:
    return word.startswith(UNDECIDED)


def _unnamed(number) -> bool:
    return number.metric == UNNAMED


def _same(own: _Number, held: list) -> list:
    """Return the numbers of another row that are a score of its own, as printed."""
    like = _like(own, held) if own.task else []
    return [other for other in like if other.printed.rstrip("%") == own.printed]


def _shared(own: list[_Number], held: list) -> int:
    """Return how many scores of a row another one has."""
    return sum(bool(_same(number, held)) for number in own)


def _in_words(own: list[_Number], held: list, count: int) -> str:
    """Return how many scores of a row another one has, and what of its numbers it has otherwise."""
    told = [f"{count} of its numbers"] if count else []
    told += filter(None, (_otherwise(number, held) for number in own))
    for kind, words in {ABSENT: "it has no {}", UNNAMED: "it names no metric on {}"}.items():
        alike = [_what(number) for number in own if _how(number, held) == kind]
        told += [words.format(", ".join(alike))] if alike else []
    return f" ({'; '.join(told)})" if told else ""


def _differs(own: _Number, held: list) -> bool:
    """Tell whether another row has another score in the place of one."""
    return bool(own.task and _like(own, held) and not _same(own, held))


ABSENT = "absent"
"""How another row has a number that it does not have; without a metric it has it as `UNNAMED`."""


def _how(own: _Number, held: list) -> str:
    """Return that another row lacks a number, or has it without a metric; else nothing."""
    if same := _same(own, held):
        alike = own.metric == same[0].metric or _undecided(own.metric)
        return UNNAMED if _unnamed(same[0]) and not alike else ""
    return "" if _of_task(own, held) else ABSENT


def _otherwise(own: _Number, held: list) -> str:
    """Return in words what another row has in the place of a number that it has otherwise."""
    what = _what(own)
    if same := _same(own, held):
        named = _unnamed(same[0]) or own.metric == same[0].metric or _undecided(own.metric)
        return "" if named else f"its {what} is {vocabulary.names('metrics')[same[0].metric]}"
    if like := _like(own, held):
        return f"not {own.printed} on {what}, there {like[0].printed}" if own.task else ""
    return f"its {what} is of another split or metric" if _of_task(own, held) else ""


def _what(own: _Number) -> str:
    """Return what a number is, by its task or else its metric."""
    metrics = vocabulary.names("metrics")
    return vocabulary.names("tasks").get(own.task) or metrics.get(own.metric, own.metric)


def _letters(model: str) -> str:
    return re.sub(r"[^a-z0-9]", "", model.lower())
