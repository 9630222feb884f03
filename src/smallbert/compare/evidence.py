"""The rows behind a technique's page: one score and one cost for each model."""

from dataclasses import dataclass

import pandas as pd

from smallbert import data
from smallbert.compare.score_rows import of_tidy
from smallbert.compare.scores import SCORES, of_models
from smallbert.data import bibliography, sources, vocabulary
from smallbert.errors import UserError
from smallbert.paths import cached

AXES = {
    "with_embeddings": "compression of the stored weights, embeddings counted",
    "without_embeddings": "compression of the stored weights, embeddings left out",
    "speedup": "speedup as the source measures it",
}
"""What a technique page's axis means; 1 is the row's own baseline, more is smaller or faster."""

BEHIND = {
    "with_embeddings": "bytes",
    "without_embeddings": "bytes_without_embeddings",
    "speedup": "speedup",
}
"""The cost behind each of `AXES`: a page on quantization counts bits."""

WEIGHTS = "their factor is not printed beside the score, nor follows from a known shape"
WITHOUT = {
    "with_embeddings": WEIGHTS,
    "without_embeddings": WEIGHTS,
    "speedup": "their speedup is not reported",
}
"""Why models have no place on each of `AXES`."""


BORROWED = "their scores are borrowed from works that measured them"
ALONE = "no baseline is named for them"
"""Why models have a score and nothing to compare it with."""


@dataclass(frozen=True)
class Missing:
    """Who is missing from the rows of a chart; pandas copies ``attrs`` at each step, but not this.

    Attributes
    ----------
    absent : dict of list
        For each reason, see `WITHOUT`, `BORROWED` and `ALONE`, source and name of each model with
        the score that has no place for it.
    kept : list of tuple
        Source and share kept [% of the baseline's score] of each model that is the work's own, with
        a place on the axis or without.
    placed : list of tuple
        Each source and axis on which it has a place.
    """

    absent: dict[str, list[tuple[str, str]]]
    kept: list[tuple[str, float]]
    placed: list[tuple[str, str]]

    def __deepcopy__(self, memo) -> "Missing":
        return self


KEPT = ["id", "source", "table", "row", "model", "technique", "task", "metric", "split", "origin"]
KEPT += ["locator", "score", "baseline_score"]


@cached
def evidence(
    technique: str = "",
    *,
    score: str = "mnli",
    size_axis: str = "with_embeddings",
    splits: str = "apart",
    published: bool = True,
    corrected: bool = True,
) -> pd.DataFrame:
    """Return every row of every source that has a score, a baseline and a place on the axis.

    Parameters
    ----------
    technique : str
        Keep the rows that use it; ``compound`` means rows that use several. Without it, all rows.
    score : str
        A key of `SCORES`.
    size_axis : str
        A key of `AXES`.
    splits : str
        ``test`` or ``dev`` keep the rows scored there; any other word keeps all.
    published : bool
        Whether rows count that stand in no document, only in the cited paper.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a model: id (of the score), source, table, row, model, technique, task, metric,
        split (as far as it is known), origin, ``score`` and ``baseline_score`` [%], ``baseline``
        (what it is compared with), ``retained`` [% of the baseline's score], ``change`` [points],
        ``factor`` [times] on the axis, ``factor_origin`` (printed or derived), ``factor_from`` (the
        metric that it follows from, or ``shape``), locator, ``borrowed``, whether the score is
        another work's, and ``own``, whether the model is the work's: its score is not borrowed, and
        no earlier work of the book has a model of that name. Its ``attrs["missing"]`` is a
        `Missing`.

    Raises
    ------
    UserError
        `score` or `size_axis` is unknown.
    """
    for name, value, allowed in (("score", score, SCORES), ("size_axis", size_axis, AXES)):
        if value not in allowed:
            raise UserError(f"{name} is {value!r}; use one of {', '.join(allowed)}")
    rows, alone = scored(score, corrected=corrected), _alone(score, corrected=corrected)
    kept = rows["origin"].ne("published") | published
    kept &= rows["split"].eq(splits) | (splits not in ("test", "dev"))
    rows = of_technique(rows[kept], technique) if technique else rows[kept]
    alone = of_technique(alone, technique) if technique else alone
    return _on_axis(rows, size_axis, alone)


@cached
def scored(score: str, *, corrected: bool = True) -> pd.DataFrame:
    """Return `smallbert.compare.rows` of all sources with a key of `SCORES`, one a model."""
    tasks = SCORES[score]
    return _one_score(_known(of_tidy(_tidy(score, corrected=corrected), tasks=tasks)), tasks)


@cached
def _tidy(score: str, *, corrected: bool) -> pd.DataFrame:
    """Return the results of all tables that may hold scores of a key of `SCORES`."""
    tidy, tasks = data.results(corrected=corrected), SCORES[score]
    places = {
        (key, name)
        for key in sources.keys()
        for name, table in sources.tables(key).items()
        if _may_have(table, tasks)
    }
    kept = [place in places for place in zip(tidy["source"], tidy["table"], strict=True)]
    return tidy[kept].reset_index(drop=True)


@cached
def _alone(score: str, *, corrected: bool) -> pd.DataFrame:
    """Return models of which `scored` has no row, once a work; ``why`` tells the reason."""
    tidy = of_models(data.usable(_tidy(score, corrected=corrected)))
    tidy = tidy[tidy["task"].isin(SCORES[score]) & tidy["technique"].ne("none")]
    based = set(_models(scored(score, corrected=corrected)))
    alone = tidy[[pair not in based for pair in zip(tidy["source"], tidy["model"], strict=True)]]
    why = alone["measured_by"].map({"borrowed": BORROWED}).fillna(ALONE)
    return alone.assign(why=why).drop_duplicates(["source", "model"])


def _known(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the split that ``grounds.csv`` knows of where their table states none."""
    known = rows["set"].str.partition(" in ")[0]
    return rows.assign(split=rows["split"].mask(rows["split"].eq("unstated"), known))


@cached
def by_task(
    work: str, *, size_axis: str = "with_embeddings", corrected: bool = True
) -> pd.DataFrame:
    """Return `evidence` of one work with a row for each score on single tasks, named by its task.

    Where the work has several models, the model's name follows.
    """
    rows = _known(of_tidy(data.results(work, corrected=corrected)))
    rows = rows[rows["technique"].ne("none") & rows["metric"].ne("average")]
    first = rows.sort_values(
        "metric", key=lambda names: names.map(vocabulary.scores().index), kind="stable"
    )
    first = first.drop_duplicates(["table", "row", "model", "task"]).sort_index()
    rows = _on_axis(first, size_axis)
    names = rows["task"].map(vocabulary.table("tasks")["name"])
    several = rows["model"].nunique() > 1
    return rows.assign(model=names + ", " + rows["model"] if several else names)


def _on_axis(rows: pd.DataFrame, size_axis: str, alone: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the columns of `evidence` of rows that have a baseline and a place on the axis.

    A small model that others are compared with may have none. What is `alone` is told as missing.
    """
    axis = BEHIND[size_axis]
    based = rows.dropna(subset="baseline_score")
    borrowed = data.borrowed(based)
    based = based.assign(borrowed=borrowed, own=~borrowed & _first(based) & ~_rivals(based))
    rows = based.dropna(subset=axis).reset_index(drop=True)
    evident = rows[KEPT].assign(
        baseline=rows["baseline_words"],
        retained=rows["kept"],
        change=-rows["lost"],
        factor=rows[axis],
        factor_origin=rows[f"{axis}_origin"],
        factor_from=rows[f"{axis}_id"].str.replace(".*/", "", regex=True).replace("", "shape"),
        borrowed=rows["borrowed"],
        own=rows["own"],
    )
    shown = _models(rows)
    absent = {WITHOUT[size_axis]: [each for each in _models(based) if each not in shown]}
    if alone is not None:
        absent |= {why: _models(own) for why, own in alone.groupby("why")}
    placed = [(key, name) for name in AXES for key in based.dropna(subset=BEHIND[name])["source"]]
    evident.attrs["missing"] = Missing(absent, _kept(based), list(dict.fromkeys(placed)))
    return evident


def _kept(rows: pd.DataFrame) -> list[tuple[str, float]]:
    own = rows[rows["own"]]
    return list(zip(own["source"], own["kept"], strict=True))


def _first(rows: pd.DataFrame) -> pd.Series:
    """Tell which models no earlier work has scores of."""
    years = {key: bibliography.year(key) for key in rows["source"].unique()}
    return rows["source"].map(years) <= rows["model"].map(_earliest())


@cached
def _earliest() -> pd.Series:
    """Return the year of the first work that has scores of a model, by model."""
    tidy, years = data.results(), {key: bibliography.year(key) for key in sources.keys()}
    scored = tidy[tidy["task"].ne("")]
    return scored["source"].map(years).groupby(scored["model"]).min()


RIVAL, YES = "rival", "yes"
"""The column of a table that says which models its authors ran besides their own, and how."""


def _rivals(rows: pd.DataFrame) -> pd.Series:
    """Tell which rows are of models that the authors of the work ran besides their own."""
    places = dict.fromkeys(zip(rows["source"], rows["table"], strict=True))
    tables = {place: sources.table(*place) for place in places}
    told = {
        (*place, row)
        for place, table in tables.items()
        if RIVAL in table
        for row in table.index[table[RIVAL] == YES]
    }
    models = zip(rows["source"], rows["table"], rows["row"], strict=True)
    return pd.Series([each in told for each in models], rows.index, dtype=bool)


def _models(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the source and the name of each model, once."""
    pairs = zip(rows["source"], rows["model"], strict=True)
    return list(dict.fromkeys(pairs))


def task_name(score: str) -> str:
    """Return what a page calls the task of a score, such as "SQuAD 1.1" for ``squad``."""
    return vocabulary.table("tasks").at[SCORES[score][-1], "name"]


def _may_have(table: dict, tasks: tuple[str, ...]) -> bool:
    """Tell by its descriptor whether a table may hold scores of the tasks."""
    named = [each.get("task", "") for each in sources.quantities(table)]
    return any(task in tasks or task.startswith("$") for task in named)


def _one_score(rows: pd.DataFrame, tasks: tuple[str, ...]) -> pd.DataFrame:
    """Return the compressed models, each with its task's and metric's first choice."""
    rows = rows[rows["technique"].ne("none")]
    rank = rows["metric"].map(vocabulary.scores().index) + 10 * rows["task"].map(tasks.index)
    rows = rows.assign(rank=rank).sort_values("rank", kind="stable")
    rows = rows.drop_duplicates(["source", "table", "row"]).sort_index()
    return rows.drop(columns="rank").reset_index(drop=True)


def of_technique(rows: pd.DataFrame, technique: str) -> pd.DataFrame:
    """Return the rows that use `technique`; ``compound`` means rows that use several."""
    parts = rows["technique"].str.split("+")
    if technique == "compound":
        return rows[parts.str.len() > 1]
    return rows[parts.map(lambda names: technique in names).astype(bool)]
