"""Every score of every source as one row: what it cost, what it lost, how sure it is."""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from smallbert import data
from smallbert.compare import comparability, row_costs, uncertainty
from smallbert.compare.comparability import scores_among
from smallbert.data import side_tables, vocabulary
from smallbert.memo import cached

SCORES = {
    "mnli": ("mnli-m", "mnli"),
    "sst-2": ("sst-2",),
    "qqp": ("qqp",),
    "mrpc": ("mrpc",),
    "qnli": ("qnli",),
    "squad": ("squad-1.1",),
    "glue": ("glue-8", "glue-9", "glue-6"),
}
"""The tasks behind each choice of score."""

SPLITS = ("test", "dev", "mixed", "unstated")
"""Splits, the strongest first."""

BASELINE_COLUMNS = ["baseline", "baseline_id", "baseline_score", "baseline_note", "baseline_words"]
FIRST_COLUMNS = ["id", "source", "table", "row", "model", "technique", "task", "metric", "split"]
FIRST_COLUMNS += ["origin", "score", *BASELINE_COLUMNS, "lost", "kept", "teacher", "locator"]


@cached
def scored_rows(*wanted: str, without_baseline: bool = False) -> pd.DataFrame:
    """Return one row for each score of a compressed model and of each baseline.

    Of the sources `wanted`, or of all; with `without_baseline` also scores of compressed models for
    whose baseline no source has a score: ``lost`` and ``kept`` are missing there.

    Returns
    -------
    pandas.DataFrame
        With the score's id, source, table, row, model, technique (``none`` for a baseline), task,
        metric, split, origin, locator and score [%]; its baseline's name, id, score, note (where it
        comes from, if not from the same table) and words; lost [points] and kept [% of the
        baseline's score]; the axes `COST_AXES` [times], each with ``_origin`` (printed, digitised,
        published, derived, or empty), ``_error`` (one standard deviation of its logarithm) and
        ``_id`` (of the result behind it, empty where it follows from the shape alone);
        speedup_device; the sizes of `smallbert.compare.row_costs.ROW_SIZES`, each with ``_origin``
        and ``_id``; layers and hidden; and what `smallbert.compare.uncertainty` and
        `smallbert.compare.comparability` add.
    """
    tidy = data.results(*wanted)
    return scored_rows_of(tidy, without_baseline=without_baseline)


def scored_rows_of(
    tidy: pd.DataFrame,
    *,
    tasks: tuple[str, ...] = (),
    without_baseline: bool = False,
    every: bool = False,
) -> pd.DataFrame:
    """Return `scored_rows` of the tidy results given, of the tasks given or of all.

    Results that are unusable take no part. With `every` the scores of models that are neither
    compressed nor a baseline are there, too.
    """
    tidy = data.usable(tidy)
    rows = scores_among(tidy)
    rows = _with_baselines(rows[rows["task"].isin(tasks)] if tasks else rows, tidy)
    if not every:
        compressed = rows["technique"].ne("none")
        baseline = rows["id"].isin(rows.loc[compressed, "baseline_id"])
        wanted = compressed & (rows["baseline_score"].notna() | without_baseline)
        rows = rows[wanted | baseline]
    rows = _counted_once(rows).reset_index(drop=True)
    rows = uncertainty.add_errors(comparability.add_grounds(row_costs.add_costs(rows, tidy)))
    rows = rows.rename(columns={"half_width": "printed_half_width"})
    return rows[[*FIRST_COLUMNS, *[name for name in rows if name not in FIRST_COLUMNS]]]


def _counted_once(rows: pd.DataFrame) -> pd.DataFrame:
    """Drop a published score that the source's own table has too, and what is borrowed from a row.

    A score that several tables borrow from a row of the survey counts there, or else in the first
    of them. One from elsewhere stays in each, for each sets it against a baseline of its own; a
    borrowed baseline stays, too.
    """
    same = ["source", "model", "task", "metric", "split"]
    rows = rows[~(rows["origin"].eq("published") & rows.duplicated(same))]
    places = rows["source"] + "/" + rows["table"] + "/" + rows["row"]
    original = rows["original"].mask(rows["original"].str.contains("://"), "")
    places = original.where(original != "", places)
    once = rows[["task", "metric"]].assign(place=places, borrowed=original.ne(""))
    again = once.sort_values("borrowed", kind="stable").duplicated(["task", "metric", "place"])
    return rows[~(again.reindex(rows.index) & once["borrowed"] & rows["technique"].ne("none"))]


def _with_baselines(scores: pd.DataFrame, tidy: pd.DataFrame) -> pd.DataFrame:
    """Add the baseline's name, id, score and place, and what is lost against it."""
    by_id = {number.id: number for number in tidy.astype(object).itertuples(index=False)}
    borrowed = list(side_tables.gather("baselines").itertuples(index=False))
    based = [
        _baseline_of_score(score, by_id, borrowed)
        for score in scores.astype(object).itertuples(index=False)
    ]
    based = pd.DataFrame(based, scores.index, columns=BASELINE_COLUMNS)
    dropped = ["unit", "printed", "corrected", "baseline", "unusable", "device"]
    scores = scores.drop(columns=dropped).rename(columns={"value": "score"})
    scores = scores.join(based.astype({"baseline_score": float}))
    score, base = scores["score"], scores["baseline_score"]
    return scores.assign(lost=base - score, kept=100 * (score / base))


class Baseline(NamedTuple):
    """What a score is set against: the fields are `BASELINE_COLUMNS` without their prefix."""

    name: str = ""
    id: str = ""
    score: float | None = None
    note: str = ""  # where it comes from, if not from the same table
    words: str = ""  # the name, with its place if that is another


def _baseline_of_score(score, by_id: Mapping[str, NamedTuple], borrowed: list) -> Baseline:
    """Return the baseline of a score; one without fields where there is none.

    It is a row of its own table; or what a printed change implies, as RPP's tables print both; or
    the one that the survey's ``baselines`` name for the table and split.
    """
    if score.technique == "none" or score.baseline:
        base = by_id[score.id if score.technique == "none" else score.baseline]
        return Baseline(base.model, base.id, base.value, words=base.model)
    row, quantity = score.id.rsplit("/", 1)
    if change := by_id.get(f"{row}/{quantity.removesuffix(score.metric)}change"):
        note = f"from the printed change of {score.model}"
        return Baseline(score=score.value - change.value, note=note, words=note)
    table_and_split = (f"{score.source}/{score.table}", score.split)
    for lender in borrowed:
        base = by_id.get(f"{lender.baseline}/{quantity}")
        if base and (lender.table, lender.split) == table_and_split:
            work = data.bibliography.label(lender.baseline.partition("/")[0])
            words = f"{base.model} of {work}"
            return Baseline(base.model, base.id, base.value, lender.reason, words)
    return Baseline()


def by_metric(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows in the order of preference of their metrics."""
    rank = rows["metric"].map(vocabulary.scores().index)
    return rows.loc[rank.sort_values(kind="stable").index]
