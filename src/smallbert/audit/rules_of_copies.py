"""Rules for numbers that stand in more than one place, and rows and columns that look copied."""

import re
from collections.abc import Iterable

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.audit.interval import Interval
from smallbert.audit.rule_inputs import MissingError, Numbers, Result, recomputes
from smallbert.data import bibliography, side_tables, sources, vocabulary
from smallbert.data.results import REMARKS, SAME_TASKS, exact_task
from smallbert.memo import cached

LEADERBOARD = ("glue", "glue-9")
"""The tasks under which documents print GLUE's average over nine tasks, some without its metric."""

BORROWED_NUMBER = "borrowed_number"
"""The rule by which a borrowed number is compared with its original."""

REPORTS = ("shared_number", "repeated_report")
"""Rules that compare two reports of one model, neither of which claims to repeat the other."""

COPIES = (*REPORTS, BORROWED_NUMBER, "figure_read")
"""Rules that compare two places which print one thing; no arithmetic can be wrong there."""


def as_copy(result: Result, original: Result) -> Interval:
    """Return the other number as a copy: its print hides nothing that a rounder copy could show."""
    return Interval.around(original.value, max(0.0, original.half_width - result.half_width))


@recomputes()
def shared_number(numbers: Numbers, result: Result) -> Interval:
    """Recompute a number from the first other table that has it for the same model.

    Two tables that print one score of one model, or its size or operations, print one number.
    Where they do not, the model was trained, tested or counted more than once, or a number was
    miscopied; arithmetic cannot tell which.
    """
    return as_copy(result, numbers.look_up(shared_first(numbers)[result.id]))


@recomputes()
def repeated_report(numbers: Numbers, result: Result) -> Interval:
    """Recompute a score from the first other table that reports it for the same model.

    Each is its work's own report, on the same task, metric and split; neither repeats the other.
    """
    return as_copy(result, numbers.look_up(reported_first(numbers)[result.id]))


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


@cached
def shared_first(numbers: Numbers) -> dict[str, str]:
    """Return the ids of numbers that an earlier table has too, with the id in the first one."""
    order = {place: rank for rank, place in enumerate(sharing())}
    shared_metrics = {*vocabulary.scores(), "operations", "parameters"}
    shared = [
        result
        for result in numbers.values()
        if result.place in order and result.metric in shared_metrics
    ]
    return _with_first(sorted(shared, key=lambda result: order[result.place]))


@cached
def reported_first(numbers: Numbers) -> dict[str, str]:
    """Return the ids of scores that a work reports of a model as another does, or another table.

    Borrowed, unusable and digitised ones, remarks, and those on no known split are left out.
    """
    named = {*vocabulary.scores()} - {"score"}  # which may be one metric here and another there
    scores = [
        result
        for result in numbers.values()
        if result.metric in named and result.split in ("dev", "test")
        if result.origin != "digitised"
        if result.model and result.table != REMARKS and not result.original and not result.unusable
    ]
    return _with_first(scores, by_set=True)


def _with_first(reports: Iterable[Result], by_set: bool = False) -> dict[str, str]:
    """Return the ids of numbers of which an earlier table has another, with the first one's id."""
    aliases, first_reports, repetitions = side_tables.gather("aliases"), {}, {}
    exact_names = dict(zip(aliases["model"], aliases["known_as"], strict=True))
    for report in reports:
        quantity = exact_task(report.task), report.metric
        quantity = LEADERBOARD if report.task in LEADERBOARD else quantity
        model = exact_names.get(report.model, report.model)
        key = (model, *quantity, report.split if by_set else "")
        earliest = first_reports.setdefault(key, report)
        if earliest.place != report.place:  # a table may have a model twice, as other runs
            repetitions[report.id] = earliest.id
    return repetitions


@recomputes()
def borrowed_number(numbers: Numbers, result: Result) -> Interval:
    """Recompute a borrowed number from the table that published it first."""
    if id := _original(numbers, result):
        return as_copy(result, numbers.look_up(id))
    if lent := ", ".join(each.quantity for each in _lent(numbers, result)):
        raise MissingError(f"of this task the original has {lent}, and no {result.quantity}")
    raise MissingError(f"the original, {result.original}, has no {result.quantity}")


def _original(numbers: Numbers, result: Result) -> str:
    """Return the id of a borrowed number in the row that it names as the original, or nothing.

    One of the two may name the half of MNLI, or the metric, and the other not.
    """
    if (id := f"{result.original}/{result.quantity}") in numbers:
        return id
    alike = [result.metric, "score"] if result.metric != "score" else vocabulary.scores()
    candidates = [score.id for score in _lent(numbers, result) if score.metric in alike]
    return candidates[0] if len(candidates) == 1 else ""  # of several nothing says which


def _lent(numbers: Numbers, result: Result) -> list[Result]:
    """Return the scores of a borrowed score's task in the row that it names as the original."""
    scores, task = vocabulary.scores(), exact_task(result.task)
    row = numbers.rows.get(result.original, []) if result.metric in scores else []
    return [lent for lent in row if lent.metric in scores and exact_task(lent.task) == task]


def is_borrowed(numbers: Numbers, result: Result) -> bool:
    """Tell whether a number can be compared with the row that it names as the original.

    A score of a task of which that row has none may be from another table of the same work. A size
    or a time may not: who borrows it names a row that has it. A baseline's own 1x needs none.
    """
    if result.original not in numbers.rows:
        return False
    if result.task or result.metric in vocabulary.scores():
        return bool(_original(numbers, result) or _lent(numbers, result))
    return bool(_original(numbers, result)) or result.value != 1 or not result.is_baseline


@recomputes()
def figure_read(numbers: Numbers, result: Result) -> Interval:
    """Recompute a point read from a figure from the published table behind the figure.

    A reading by eye is the published number within the half-width of the reading.
    """
    return numbers.number(published_behind(result))


def published_behind(result: Result) -> str:
    """Return the id that a number read from a figure has in the published table, or nothing.

    That table names the table of the figure by ``behind``, and a point in its column ``reads``.
    """
    for name, table in sources.tables(result.source).items():
        if table.behind == result.table:
            for row, cells in sources.cells_of(result.source, name).items():
                if cells["reads"] == result.row:
                    return f"{result.source}/{name}/{row}/{result.quantity}"
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
    tidy = _printed_scores()
    is_own = tidy["measured_by"].eq("authors") & tidy["original"].eq("")
    rows, others = tidy[is_own & tidy["source"].eq(work)], tidy[tidy["source"].ne(work)]
    # a row that names a row of this work as its original repeats it, not the other way round
    others = others[~others["original"].str.startswith(f"{work}/")]
    pairs = rows.merge(others, on=["task", "metric", "split"], suffixes=("", "_of"))
    pairs = pairs[pairs["since_of"] <= pairs["since"]]
    pairs = pairs.drop_duplicates(["place", "place_of", "task", "metric", "split"])
    pairs = pairs.assign(equal=pairs["digits"].eq(pairs["digits_of"]))
    copies = pairs.groupby(["place", "place_of"]).agg(
        equal=("equal", "sum"),
        both=("equal", "size"),
        model=("model_of", "first"),
        original=("original_of", "first"),
    )
    copies = copies.reset_index().rename(columns={"place_of": "like"})
    copies = copies[(copies["both"] >= FEWEST) & (2 * copies["equal"] > copies["both"])]
    copies = copies.sort_values("equal", ascending=False, kind="stable")
    return copies.drop_duplicates("place").set_index("place")


@cached
def _printed_scores() -> pd.DataFrame:
    """Return the scores that rows may repeat, with place, digits and year of first print."""
    tidy = data.usable(data.results())
    named = {*vocabulary.scores()} - {"score"}  # which may be one metric here and another there
    of_sets = tidy["split"].isin(["dev", "test"]) & tidy["origin"].isin(["printed", "published"])
    tidy = tidy[tidy["metric"].isin(named) & of_sets & tidy["table"].ne(REMARKS)]
    return tidy.assign(
        place=tidy["id"].str.rsplit("/", n=1).str[0],
        task=tidy["task"].replace(SAME_TASKS),
        # of "84.6 ± 0.2" or "84.6%" the number alone, whose last 0 counts: 84.60 is another print
        digits=tidy["printed"].str.extract(r"(\d+(?:\.\d+)?)", expand=False),
        since=[*map(_since, tidy["source"], tidy["original"])],
    )


def _since(source: str, original: str) -> int:
    """Return the year of what prints a number first: an article of arXiv, or else a work."""
    if arxiv := re.search(r"arxiv\.org/\w+/(\d\d)\d\d\.", original):
        return 2000 + int(arxiv[1])
    lender = original.partition("/")[0]
    key = lender if lender in sources.keys() else source
    entry = bibliography.bibliography().entries[sources.work(key).cites.split(",")[0]]
    return int(entry.fields.get("year", 0))


PAIRS_BY_CHANCE = 0.01
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
    scores = scores.assign(digits=np.log10(_values_possible(scores).clip(lower=1)))
    columns = scores.assign(place=scores["source"] + "/" + scores["table"] + ": " + scores["task"])
    # in a column it is the rows of one model that differ: a cell's fellow is of the same model
    columns["own"] = columns["source"] + "/" + columns["table"] + "/" + columns["model"]
    rows = _alike(scores, "task", "model")
    rows = rows[~(rows["place"].map(_in_16_bits) | rows["like"].map(_in_16_bits))]
    parts = [rows, _alike(columns, "own", "task"), _speeds_of_others(tidy)]
    copies = pd.concat(parts, ignore_index=True)
    barred = pd.concat([tidy, columns]).query("unusable != ''").drop_duplicates("place")
    why = barred.set_index("place")["unusable"]
    reason = copies["place"].map(why).fillna(copies["like"].map(why)).fillna("")
    names = dict(zip(columns["place"], columns["task"].map(vocabulary.names("tasks")), strict=True))
    names |= dict(zip(tidy["place"], tidy["model"], strict=True))
    called = {side: copies[side].map(names).fillna(copies[side]) for side in ("place", "like")}
    source = copies["place"].str.partition("/")[0]
    return copies.assign(source=source, known=reason, what=called["place"], whose=called["like"])


def _in_16_bits(row_place: str) -> bool:
    """Tell whether a row says that its model is in 16 bits."""
    key, table, row = row_place.split("/")
    return sources.cells_of(key, table)[row].get("bits") == "16"


def _values_possible(scores: pd.DataFrame) -> pd.Series:
    """Return how many values most scores of each one's task may have."""
    sizes = vocabulary.entries("task_sizes")["examples"].astype(float).groupby("task").max()
    step = np.fmax(2 * scores["half_width"], 100 / scores["task"].map(sizes))
    most = scores.groupby("task")["value"].quantile([0.1, 0.9]).unstack()
    return scores["task"].map(most[0.9] - most[0.1]) / step


def _alike(scores: pd.DataFrame, shared: str, differs: str) -> pd.DataFrame:
    """Return the pairs of places alike, each cell with its fellow of one `shared`."""
    cells = scores[["place", shared, differs, "value", "digits"]].drop_duplicates(["place", shared])
    pairs = cells.merge(cells, on=[shared, "value"], suffixes=("", "_of"))
    differ = pairs[differs] != pairs[f"{differs}_of"]
    pairs = pairs[(pairs["place"] < pairs["place_of"]) & differ]
    pairs = pairs.assign(digits=pairs[["digits", "digits_of"]].min(axis=1))
    equal = pairs.groupby(["place", "place_of"])["digits"].agg(["size", "sum"]).reset_index()
    of = cells.groupby("place")[shared].agg(set)
    both = zip(equal["place"], equal["place_of"], strict=True)
    equal["both"] = [len(of[place] & of[like]) for place, like in both]
    # all pairs of places, times the chance that one of them has so many equal scores
    chance = len(of) ** 2 / 2 * 10.0 ** -equal["sum"]
    alike = equal[(chance < PAIRS_BY_CHANCE) & (2 * equal["size"] >= equal["both"])]
    words = alike["size"].astype(str) + " of " + alike["both"].astype(str) + " scores are equal"
    return pd.DataFrame({"place": alike["place"], "like": alike["place_of"], "words": words})


def _speeds_of_others(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return rows of a whole model whose speed in their table is another's and not their own."""
    speeds = tidy[tidy["metric"].eq("throughput") & tidy["technique"].eq("none")]
    lines = []
    for _, table in speeds.groupby(["source", "table", "metric"]):
        usual = table.groupby("model")["value"].median()
        # of two rows no median says which of them is the model's own
        for run in table[table.groupby("model")["value"].transform("size") > 2].itertuples():
            own_usual = usual[run.model]
            off = max(run.value / own_usual, own_usual / run.value)
            near = (usual.drop(run.model) / run.value - 1).abs()
            if off > APART and len(near) and near.min() < NEAR:
                like = near.idxmin()
                speed = f"{run.model} has {run.value:g}, its other rows {own_usual:g} in the median"
                speed += f", and {like} has {usual[like]:g}"
                lines.append({"place": run.place, "like": like, "words": speed})
    return pd.DataFrame(lines, columns=["place", "like", "words"])
