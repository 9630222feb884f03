"""Rules for numbers that stand in more than one place, and rows and columns that look copied."""

import re
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result, recomputes
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.data.results import REMARKS, SAME_TASKS
from smallbert.memo import cached

LEADERBOARD = ("glue", "glue-9")
"""The tasks under which documents print GLUE's average over nine tasks, some without its metric."""

BORROWED_NUMBER = "borrowed_number"
"""The rule by which a borrowed number is compared with its original."""

REPORTS = ("shared_number", "repeated_report")
"""Rules that compare two reports of one model, neither of which claims to repeat the other."""

COPIES = (*REPORTS, BORROWED_NUMBER, "figure_read")
"""Rules that compare two places which print one thing; no arithmetic can be wrong there."""


def as_copy(own: Result, other: Result) -> Interval:
    """Return the other number as a copy: its print hides nothing that a rounder copy could show."""
    return Interval.around(other.value, max(0.0, other.half_width - own.half_width))


@recomputes()
def shared_number(numbers: Numbers, own: Result) -> Interval:
    """Recompute a number from the first other table that has it for the same model.

    Two tables that print one score of one model, or its size or operations, print one number.
    Where they do not, the model was trained, tested or counted more than once, or a number was
    miscopied; arithmetic cannot tell which.
    """
    return as_copy(own, numbers.look_up(shared_first(numbers)[own.id]))


@recomputes()
def repeated_report(numbers: Numbers, own: Result) -> Interval:
    """Recompute a score from the first other table that reports it for the same model.

    Each is its work's own report, on the same task, metric and split; neither repeats the other.
    """
    return as_copy(own, numbers.look_up(reported_first(numbers)[own.id]))


@cached
def sharing() -> tuple[str, ...]:
    """Return the tables that share models with others, the lowest ``precedence`` first."""
    ranked = [
        (table.precedence, f"{key}/{name}")
        for key in sources.keys()
        for name, table in sources.tables(key).items()
        if table.precedence is not None
    ]
    return tuple(place for _, place in sorted(ranked))


@lru_cache(maxsize=2)
def shared_first(numbers: Numbers) -> dict[str, str]:
    """Return the ids of numbers that an earlier table has too, with the id in the first one."""
    order = {place: at for at, place in enumerate(sharing())}
    shared_metrics = {*vocabulary.scores(), "operations", "parameters"}
    shared = [
        own for own in numbers.values() if own.place in order and own.metric in shared_metrics
    ]
    return _again(sorted(shared, key=lambda own: order[own.place]))


@lru_cache(maxsize=2)
def reported_first(numbers: Numbers) -> dict[str, str]:
    """Return the ids of scores that a work reports of a model as another does, or another table.

    Borrowed, unusable and digitised ones, remarks, and those on no known split are left out.
    """
    named = {*vocabulary.scores()} - {"score"}  # which may be one metric here and another there
    scores = [
        own
        for own in numbers.values()
        if own.metric in named and own.split in ("dev", "test") and own.origin != "digitised"
        if own.model and own.table != REMARKS and not own.original and not own.unusable
    ]
    return _again(scores, by_set=True)


def _again(reports: Iterable[Result], by_set: bool = False) -> dict[str, str]:
    """Return the ids of numbers of which an earlier table has another, with the first one's id."""
    aliases, first, again = survey.gather("aliases"), {}, {}
    known = dict(zip(aliases["model"], aliases["known_as"], strict=True))
    for own in reports:
        what = SAME_TASKS.get(own.task, own.task), own.metric
        what = LEADERBOARD if own.task in LEADERBOARD else what
        split = own.split if by_set else ""
        there = first.setdefault((known.get(own.model, own.model), *what, split), own)
        if there.place != own.place:
            again[own.id] = there.id
    return again


@recomputes()
def borrowed_number(numbers: Numbers, own: Result) -> Interval:
    """Recompute a borrowed number from the table that published it first."""
    if id := _original(numbers, own):
        return as_copy(own, numbers.look_up(id))
    if there := ", ".join(each.quantity for each in _lent(numbers, own)):
        raise MissingError(f"of this task the original has {there}, and no {own.quantity}")
    raise MissingError(f"the original, {own.original}, has no {own.quantity}")


def _original(numbers: Numbers, own: Result) -> str:
    """Return the id of a borrowed number in the row that it names as the original, or nothing.

    One of the two may name the half of MNLI, or the metric, and the other not.
    """
    if (id := f"{own.original}/{own.quantity}") in numbers:
        return id
    alike = [own.metric, "score"] if own.metric != "score" else vocabulary.scores()
    near = [each.id for each in _lent(numbers, own) if each.metric in alike]
    return near[0] if len(near) == 1 else ""


def _lent(numbers: Numbers, own: Result) -> list[Result]:
    """Return the scores of a borrowed score's task in the row that it names as the original."""
    scores, task = vocabulary.scores(), SAME_TASKS.get(own.task, own.task)
    there = numbers.rows.get(own.original, []) if own.metric in scores else []
    return [
        each
        for each in there
        if each.metric in scores and SAME_TASKS.get(each.task, each.task) == task
    ]


def is_borrowed(numbers: Numbers, own: Result) -> bool:
    """Tell whether a number can be compared with the row that it names as the original.

    A score of a task of which that row has none may be from another table of the same work. A size
    or a time may not: who borrows it names a row that has it. A baseline's own 1x needs none.
    """
    if own.original not in numbers.rows:
        return False
    if own.task or own.metric in vocabulary.scores():
        return bool(_original(numbers, own) or _lent(numbers, own))
    return bool(_original(numbers, own)) or own.value != 1 or not own.is_baseline


@recomputes()
def figure_read(numbers: Numbers, own: Result) -> Interval:
    """Recompute a point read from a figure from the published table behind the figure.

    A reading by eye is the published number within the half-width of the reading.
    """
    return numbers.number(published_behind(own))


def published_behind(own: Result) -> str:
    """Return the id that a number read from a figure has in the published table, or nothing.

    That table names the table of the figure by ``behind``, and a point in its column ``reads``.
    """
    for name, table in sources.tables(own.source).items():
        if table.behind == own.table:
            for row, cells in sources.cells_of(own.source, name).items():
                if cells["reads"] == own.row:
                    return f"{own.source}/{name}/{row}/{own.quantity}"
    return ""


COPY = "borrowed-row"
"""Ends the id of a note on a row that repeats another's scores and is no copy."""

FEWEST = 4
"""Scores that two rows need in common before one is taken for a copy of the other."""


@cached
def repeated(work: str) -> pd.DataFrame:
    """Return the rows of a work that repeat another work's scores and are said to be its own.

    One row each, by place (source/table/row): like, the row that it repeats, and what that has as
    its model and original; equal, how many scores are alike, of ``both``, at least `FEWEST`, on the
    same task, metric and split. More than half of them have the same digits. Who prints them later
    repeats them, so a row whose own source is younger than the work is none that it repeats.
    """
    tidy = data.usable(data.results())
    named = {*vocabulary.scores()} - {"score"}  # which may be one metric here and another there
    of_sets = tidy["split"].isin(["dev", "test"]) & tidy["origin"].isin(["printed", "published"])
    tidy = tidy[tidy["metric"].isin(named) & of_sets & tidy["table"].ne(REMARKS)]
    tidy = tidy.assign(
        place=tidy["id"].str.rsplit("/", n=1).str[0],
        task=tidy["task"].replace(SAME_TASKS),
        digits=tidy["printed"].str.extract(r"(\d+(?:\.\d+)?)", expand=False),
        since=[*map(_since, tidy["source"], tidy["original"])],
    )
    told = tidy["measured_by"].eq("authors") & tidy["original"].eq("")
    own, others = tidy[told & tidy["source"].eq(work)], tidy[tidy["source"].ne(work)]
    others = others[~others["original"].str.startswith(f"{work}/")]
    pairs = own.merge(others, on=["task", "metric", "split"], suffixes=("", "_of"))
    pairs = pairs[pairs["since_of"] <= pairs["since"]]
    pairs = pairs.drop_duplicates(["place", "place_of", "task", "metric", "split"])
    pairs = pairs.assign(equal=pairs["digits"].eq(pairs["digits_of"]))
    found = pairs.groupby(["place", "place_of"]).agg(
        equal=("equal", "sum"),
        both=("equal", "size"),
        model=("model_of", "first"),
        original=("original_of", "first"),
    )
    found = found.reset_index().rename(columns={"place_of": "like"})
    found = found[(found["both"] >= FEWEST) & (2 * found["equal"] > found["both"])]
    found = found.sort_values("equal", ascending=False, kind="stable")
    return found.drop_duplicates("place").set_index("place")


def _since(source: str, original: str) -> int:
    """Return the year of what prints a number first: an article of arXiv, or else a work."""
    if arxiv := re.search(r"arxiv\.org/\w+/(\d\d)\d\d\.", original):
        return 2000 + int(arxiv[1])
    lender = original.partition("/")[0]
    key = lender if lender in sources.keys() else source
    entry = bibliography.bibliography().entries[sources.work(key).cites.split(",")[0]]
    return int(entry.fields.get("year", 0))


CHANCE = 0.01
"""Pairs that chance may make alike, of all that the survey has, before one is called a copy."""

APART, NEAR = 1.5, 0.05
"""A speed is another model's if it is so many times its own model's and so near to the other's."""


@cached
def copied() -> pd.DataFrame:
    """Return what looks copied: rows, columns, and speeds that are another model's.

    One row each: source, place (a row, or a table's column), like (the other place), both also as
    pages name them (what and whose: models, or tasks), words, and known, why the survey leaves the
    numbers out, or empty.

    Notes
    -----
    Two rows, or columns, are alike if at least half of the scores that both have are equal and
    chance would hardly make one such pair: a score that takes one of k values (the range of most
    scores of its task in steps of the print, or of one example) is equal by chance once in k times.
    A model in 16 bits has the scores of the one in 32 as a rule, and is no copy.
    """
    tidy = data.results()
    tidy = tidy[tidy["model"].ne("") & tidy["original"].eq("") & tidy["origin"].ne("digitised")]
    tidy = tidy.assign(place=tidy["id"].str.rsplit("/", n=1).str[0])
    scores = tidy[tidy["metric"].isin(vocabulary.scores()) & tidy["task"].ne("")]
    scores = scores.assign(task=scores["task"].replace(SAME_TASKS))
    scores = scores.assign(digits=np.log10(_possible(scores).clip(lower=1)))
    columns = scores.assign(place=scores["source"] + "/" + scores["table"] + ": " + scores["task"])
    columns["own"] = columns["source"] + "/" + columns["table"] + "/" + columns["model"]
    rows = _alike(scores, "task", "model")
    rows = rows[~(rows["place"].map(_in_16_bits) | rows["like"].map(_in_16_bits))]
    parts = [rows, _alike(columns, "own", "task"), _misplaced(tidy)]
    found = pd.concat(parts, ignore_index=True)
    barred = pd.concat([tidy, columns]).query("unusable != ''").drop_duplicates("place")
    why = barred.set_index("place")["unusable"]
    known = found["place"].map(why).fillna(found["like"].map(why)).fillna("")
    names = dict(zip(columns["place"], columns["task"].map(vocabulary.names("tasks")), strict=True))
    names |= dict(zip(tidy["place"], tidy["model"], strict=True))
    what, whose = (found[place].map(names).fillna(found[place]) for place in ("place", "like"))
    source = found["place"].str.partition("/")[0]
    return found.assign(source=source, known=known, what=what, whose=whose)


def _in_16_bits(place: str) -> bool:
    """Tell whether a row says that its model is in 16 bits."""
    key, table, row = place.split("/")
    return sources.cells_of(key, table)[row].get("bits") == "16"


def _possible(scores: pd.DataFrame) -> pd.Series:
    """Return how many values most scores of each one's task may have."""
    sizes = vocabulary.entries("task_sizes")["examples"].astype(float).groupby("task").max()
    step = np.fmax(2 * scores["half_width"], 100 / scores["task"].map(sizes))
    most = scores.groupby("task")["value"].quantile([0.1, 0.9]).unstack()
    return scores["task"].map(most[0.9] - most[0.1]) / step


def _alike(scores: pd.DataFrame, shared: str, differs: str) -> pd.DataFrame:
    """Return the pairs of places alike, each cell with its fellow of one `shared`."""
    cells = scores[["place", shared, differs, "value", "digits"]].drop_duplicates(["place", shared])
    pairs = cells.merge(cells, on=[shared, "value"], suffixes=("", "_of"))
    other = pairs[differs] != pairs[f"{differs}_of"]
    pairs = pairs[(pairs["place"] < pairs["place_of"]) & other]
    pairs = pairs.assign(digits=pairs[["digits", "digits_of"]].min(axis=1))
    equal = pairs.groupby(["place", "place_of"])["digits"].agg(["size", "sum"]).reset_index()
    of = cells.groupby("place")[shared].agg(set)
    both = zip(equal["place"], equal["place_of"], strict=True)
    equal["both"] = [len(of[one] & of[other]) for one, other in both]
    chance = len(of) ** 2 / 2 * 10.0 ** -equal["sum"]
    found = equal[(chance < CHANCE) & (2 * equal["size"] >= equal["both"])]
    words = found["size"].astype(str) + " of " + found["both"].astype(str) + " scores are equal"
    return pd.DataFrame({"place": found["place"], "like": found["place_of"], "words": words})


def _misplaced(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return rows of a whole model whose speed in their table is another's and not their own."""
    speeds = tidy[tidy["metric"].eq("throughput") & tidy["technique"].eq("none")]
    lines = []
    for _, table in speeds.groupby(["source", "table", "metric"]):
        usual = table.groupby("model")["value"].median()
        for own in table[table.groupby("model")["value"].transform("size") > 2].itertuples():
            off = max(own.value / usual[own.model], usual[own.model] / own.value)
            near = (usual.drop(own.model) / own.value - 1).abs()
            if off > APART and len(near) and near.min() < NEAR:
                like = near.idxmin()
                words = (
                    f"{own.model} has {own.value:g}, its other rows {usual[own.model]:g} in the "
                )
                words += f"median, and {like} has {usual[like]:g}"
                lines.append({"place": own.place, "like": like, "words": words})
    return pd.DataFrame(lines, columns=["place", "like", "words"])
