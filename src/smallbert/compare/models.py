"""Every model of the survey in one line, as its work reports it."""

import pandas as pd

from smallbert import data
from smallbert.compare import score_rows, scores
from smallbert.compare.baselines import plain
from smallbert.compare.cost_axes import SHAPE, SIZES
from smallbert.compare.row_costs import METRICS as COSTED
from smallbert.compare.speedups import speedups
from smallbert.data import bibliography, sources, vocabulary
from smallbert.data.exhibits import slug
from smallbert.paths import cached

KEY = ["source", "model"]
"""What a line is of: the same network in two works has two lines."""

TASKS = {choice: scores.SCORES[choice] for choice in ("mnli", "glue", "squad")}
TASKS["glue"] += ("glue",)
"""The scores that have a column, with their tasks, the one to prefer first."""

ON = {"gpu": "GPU", "cpu": "CPU", "phone": "phone", "": "device not stated"}
"""Kinds of devices of speedups, as metrics end with them."""

ORIGINS = ("printed", "published", "digitised", "derived")
"""Origins of a number, the one to prefer first: what a work reports before what follows from it."""

COSTS = {"bytes": "compression"} | {size: size for size in SIZES}
"""The columns of `smallbert.compare.rows` that are costs, and what they are called here."""


@cached
def models(*, corrected: bool = True) -> pd.DataFrame:
    """Return one line for each model of each work, compressed or not.

    Parameters
    ----------
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        Sorted by work and model; a number that no work gives and no shape implies is missing.
        Columns:

        - id (work/model), model, technique, source, work (authors and year), year, layers and
          hidden (of the shape that a table of the work states);
        - compression (of the stored bytes) [times] and the sizes of
          `smallbert.compare.cost_axes.SIZES`, each with ``_origin`` and ``_id``;
        - mnli, glue, squad [%], each with ``_origin``, ``_id`` and ``_ground``: what another score
          must share to be compared with it; ground, the three in short;
        - speedup_gpu, speedup_cpu, speedup_phone, speedup [times], the last on a device that its
          work does not name, each with ``_id`` (of the speedup, or of the time that is set against
          its baseline's) and ``_task``.

    Notes
    -----
    Unusable results take no part, nor do remarks on slides and what this book measured itself. Of
    several scores of a model the one on the stronger set counts, then the one that stands in
    a document; of several speedups on one device that on the task that comes first in
    `smallbert.compare.SCORES`.
    """
    tidy = data.usable(data.results(corrected=corrected))
    tidy = tidy[tidy["model"].ne("") & tidy["table"].ne("claims") & tidy["origin"].ne("measured")]
    scored = _plain(score_rows.of_tidy(tidy, every=True))
    costed = pd.concat([scored, _plain(_unscored(tidy, scored))], ignore_index=True)
    timed = _plain(speedups(tidy).dropna(subset="times"))
    parts = [_costs(costed, column, name) for column, name in COSTS.items()]
    chosen = {choice: _scored(scored, choice) for choice in TASKS}
    parts += [_scores(rows, choice) for choice, rows in chosen.items()]
    parts += [_grounds(pd.concat(chosen.values()))]
    parts += [_timed(timed, on) for on in ON]
    lines = pd.concat(parts, axis=1).sort_index()
    lines = lines.dropna(how="all", subset=lines.select_dtypes("number").columns)
    known = pd.concat([costed, timed], ignore_index=True)  # some have a time and nothing else
    technique = known.drop_duplicates(KEY).set_index(KEY)["technique"]
    shape = costed.dropna(subset=[*SHAPE]).drop_duplicates(KEY).set_index(KEY)[[*SHAPE]]
    return _named(lines.assign(technique=technique).join(shape).reset_index())


def _plain(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(model=frame["model"].map(plain))


def _unscored(tidy: pd.DataFrame, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the costs of what a work gives a cost and no score, a line a row of its tables."""
    place = ["source", "table", "row", "model"]
    rows = tidy[tidy["metric"].isin(COSTED)].drop_duplicates(place)
    rows = rows.assign(baseline=rows["model"].where(rows["technique"].eq("none"), ""))
    rows = rows[~rows.set_index(place).index.isin(scored.set_index(place).index)]
    known = {each.id: each for each in tidy.astype(object).itertuples(index=False)}
    return score_rows.with_costs(rows.reset_index(drop=True), tidy, known)


def _costs(rows: pd.DataFrame, column: str, name: str) -> pd.DataFrame:
    """Return a cost of each model, of the origin to prefer; only the compressed have a factor."""
    parts = {column: name} | {f"{column}{end}": f"{name}{end}" for end in ("_origin", "_id")}
    known = rows.dropna(subset=column)
    known = known[known["technique"].ne("none")] if name == "compression" else known
    return _first(known, [f"{column}_origin", "origin"])[[*parts]].rename(columns=parts)


def _scored(rows: pd.DataFrame, choice: str) -> pd.DataFrame:
    known = rows[rows["task"].isin(TASKS[choice])]
    return _first(known, ["task", "split", "origin", "metric"])


def _scores(rows: pd.DataFrame, choice: str) -> pd.DataFrame:
    """Return a score of each model on a choice of tasks, with what it may be compared with."""
    parts = {"score": "", "origin": "_origin", "id": "_id", "key": "_ground"}
    return rows[[*parts]].rename(columns={name: f"{choice}{end}" for name, end in parts.items()})


def _grounds(rows: pd.DataFrame) -> pd.Series:
    """Return on which sets each model is scored and against what, as "MNLI (dev); BERT_BASE"."""
    names = vocabulary.table("tasks")["name"]
    on = rows["task"].map(names) + " (" + rows["set"].str.partition(" in ")[0] + ")"
    against = (
        "; " + rows["baseline"] + rows["teacher"].map({"base": "", "large": ", large teacher"})
    )
    rows = rows.assign(on=on, against=against.where(rows["technique"].ne("none"), ""))
    words = rows.groupby([*KEY, "against"])["on"].agg(", ".join).reset_index("against")
    return (words["on"] + words["against"]).groupby(KEY).agg("; ".join).rename("ground")


def _timed(rows: pd.DataFrame, on: str) -> pd.DataFrame:
    name = "_".join(filter(None, ("speedup", on)))
    parts = {"times": name, "id": f"{name}_id", "task": f"{name}_task"}
    return _first(rows[rows["on"].eq(on)], ["task"])[[*parts]].rename(columns=parts)


def _first(rows: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Return the first row of each model in the order that the columns `order` give."""
    ranks = pd.DataFrame({name: rows[name].map(_rank) for name in order}, rows.index)
    ranks = ranks.sort_values(order, kind="stable")
    return rows.loc[ranks.index].drop_duplicates(KEY).set_index(KEY)


def _rank(word: str) -> int:
    ranked = [*RANKED, *vocabulary.scores()]
    return ranked.index(word) if word in ranked else len(ranked)


RANKED = [task for tasks in (scores.SCORES | TASKS).values() for task in tasks]
RANKED += [*scores.SPLITS, *ORIGINS]
"""Words of several columns, each the earlier the more it is preferred in its own."""


def _named(lines: pd.DataFrame) -> pd.DataFrame:
    """Give each line its id, its work and its year."""
    cited = {key: sources.describe(key)["cites"] for key in lines["source"].unique()}
    entries = bibliography.bibliography().entries
    return lines.assign(
        id=[f"{each.source}/{slug(each.model)}" for each in lines.itertuples()],
        work=lines["source"].map(cited).map(bibliography.short),
        year=[int(entries[cited[key]].fields["year"]) for key in lines["source"]],
    ).pipe(lambda frame: frame[[*FIRST, *[name for name in frame if name not in FIRST]]])


FIRST = ["id", "model", "technique", "source", "work", "year", *SHAPE]
