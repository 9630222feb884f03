"""Every model of the survey in one line; who else reports it; the best below a size."""

import pandas as pd

from smallbert import cost, data
from smallbert.compare import comparability, row_costs
from smallbert.compare.row_costs import (
    COST_METRICS,
    ROW_SIZES,
    SHAPE,
    WHOLE_SIZES,
    speedups_by_baseline,
)
from smallbert.compare.scored_rows import SCORES, SPLITS, scored_rows_of
from smallbert.data import bibliography, side_tables, sources, vocabulary
from smallbert.data.anchors import slug
from smallbert.data.results import REMARKS
from smallbert.memo import cached

WORK_AND_MODEL = ["source", "model"]
"""What a line is of: the same network in two works has two lines."""

SCORE_COLUMNS = {"mnli": SCORES["mnli"], "glue": (*SCORES["glue"], "glue")}
SCORE_COLUMNS |= {"squad": SCORES["squad"], "squad_em": SCORES["squad"]}
"""The scores that have a column, with their tasks, the one to prefer first."""

PREFERRED_WORDS = [task for tasks in (SCORES | SCORE_COLUMNS).values() for task in tasks]
PREFERRED_WORDS += [*SPLITS, "printed", "published", "digitised", "derived"]
"""Words of several columns, each the earlier the more it is preferred in its own.

What a work reports comes before what follows from it.
"""


@cached
def described_models() -> set[str]:
    """Return the ids of the models that have a page, ``models/<id>.html``.

    At least two works report them, or one does and pre-trained weights are released.
    """
    lines, checkpoints = compared_models(), side_tables.gather("checkpoints")
    works = lines.groupby("model_key")["source"].nunique()
    released = set(checkpoints.loc[checkpoints["kind"].ne("fine-tuned"), "model"])
    return {key for key, count in works.items() if count > 1 or key in released}


@cached
def longest_inputs() -> dict[str, int]:
    """Return the tokens of a model's longest input by its id, where that is known.

    What its makers set comes before what its learned positions allow. RoBERTa numbers them from
    two on and stores 514 of them for 512 tokens, as all do that store so many.
    """
    models = sources.survey_models().set_index("id")
    stated = models.loc[models["longest"].ne(""), "longest"].astype(int).to_dict()
    shapes = {id: cost.architecture(key) for id, key in models["architecture"].items() if key}
    allowed = {id: shape.positions for id, shape in shapes.items() if shape.positions}
    return {id: 512 if count == 514 else count for id, count in allowed.items()} | stated


def reported_results() -> pd.DataFrame:
    """Return the usable results of models that works report: no remarks, and nothing of our own."""
    tidy = data.usable(data.results())
    own = tidy["table"].eq(REMARKS) | tidy["origin"].eq("measured")
    return tidy[tidy["model"].ne("") & ~own]


def compared_models() -> pd.DataFrame:
    """Return the lines of `models_of_works` that have a score with a column, a size or a speed."""
    lines = models_of_works()
    return lines.dropna(how="all", subset=lines.select_dtypes("number").columns.drop(NOT_COMPARED))


NOT_COMPARED = ["other", "year"]
"""Numbers of `models_of_works` by which no model is compared with others."""


@cached
def models_of_works() -> pd.DataFrame:
    """Return one line for each model of each work, compressed or not, by work and model.

    Returns
    -------
    pandas.DataFrame
        id (work/model), model, its ``model_key`` and ``checkpoint`` as the survey's ``models`` and
        ``checkpoints`` have them, technique, source, work, year, layers, hidden; megabytes_32 and
        megabytes_8, of its whole shape at 32 and 8 bits a weight; compression of the stored bytes
        [times] and the sizes of `smallbert.compare.row_costs.ROW_SIZES`, each with ``_origin`` and
        ``_id``; mnli, glue, squad (F1, or what its work does not name) and squad_em (exact match)
        [%], each with ``_origin``, ``_id`` and ``_ground``, what another score must share to be
        compared with it; glue_definition; ground, all in short; of a model without these, its first
        score of another task, other, an average if its table has one, with ``other_id`` and
        ``other_ground``, its task, metric and split; speedup_gpu, speedup_cpu, speedup_phone, and
        speedup on a device that its work does not name [times], each with ``_id`` and ``_task``. A
        factor has the model that it is measured by in ``_baseline``, where that is known. What no
        work gives and no shape implies is missing.

    Notes
    -----
    Unusable results take no part, nor do remarks on slides and what this book measured itself. Of
    several scores of a model the one on the stronger set counts, then the one that stands in
    a document; of several speedups on one device that on the first task of
    `smallbert.compare.SCORES`.
    """
    tidy = reported_results()
    scored = scored_rows_of(tidy, every=True)
    costed = pd.concat([scored, _costs_without_scores(tidy, scored)], ignore_index=True)
    costed = costed.assign(rests_on=costed["bytes_id"].map(tidy.set_index("id")["origin"]))
    timed = speedups_by_baseline(tidy).dropna(subset="times")
    chosen = {column: _chosen_scores(scored, column) for column in SCORE_COLUMNS}
    all_chosen = pd.concat(chosen.values())
    others = _scores_of_other_tasks(tidy)
    others = others[~others.index.isin(all_chosen.index)]
    sizes = {"bytes": "compression"} | {size: size for size in ROW_SIZES}
    # Each part has a line a work and model, and columns of its own.
    parts = [_cost_of_each_model(costed, column, name) for column, name in sizes.items()]
    parts += [_columns_of_score(rows, column) for column, rows in chosen.items()]
    parts += [others[["other", "other_id", "other_ground"]], _grounds_in_short(all_chosen)]
    parts += [_columns_of_speedup(timed, device) for device in ("gpu", "cpu", "phone", "")]
    lines = pd.concat(parts, axis=1).rename_axis(WORK_AND_MODEL).sort_index()
    lines = lines.dropna(how="all", subset=lines.select_dtypes("number").columns)
    # Some models have a time and nothing else, or a score of another task and nothing else.
    anywhere = pd.concat([costed, timed, others.reset_index()], ignore_index=True)
    lines = lines.assign(technique=_first_values(anywhere, ["technique"])["technique"])
    for columns in ([*SHAPE], [*WHOLE_SIZES]):
        lines = lines.join(_first_values(costed.dropna(subset=columns), columns))
    return _with_names(lines.reset_index())


def _chosen_scores(scored: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return the score of each model that a column of `SCORE_COLUMNS` has, by work and model."""
    exact_match = scored["metric"].eq("exact-match").eq(column == "squad_em")
    rows = scored[scored["task"].isin(SCORE_COLUMNS[column]) & exact_match]
    grounds = [*map(_ground_as_stated, rows["task"], rows["stated_task"], rows["key"])]
    order = ["task", "split", "origin", "metric", "stated_task"]
    return _first_of_each_model(rows.assign(key=grounds), order)


def _columns_of_score(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return chosen scores as a column with its companions, ``_origin``, ``_id``, ``_ground``."""
    names = {"score": "", "origin": "_origin", "id": "_id", "key": "_ground"}
    names |= {"definition": "_definition"} if column == "glue" else {}  # averages alone have one
    return rows[[*names]].rename(columns={name: column + end for name, end in names.items()})


def _columns_of_speedup(timed: pd.DataFrame, device: str) -> pd.DataFrame:
    """Return the speedup of each model on a kind of device; on none, where no work names it."""
    column = "_".join(filter(None, ("speedup", device)))
    names = {"times": column} | {end: f"{column}_{end}" for end in ("id", "task", "baseline")}
    rows = _first_of_each_model(timed[timed["on"].eq(device)], ["task"])
    return rows[[*names]].rename(columns=names)


def _first_values(rows: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Return some columns of the first row of each work and model."""
    return rows.drop_duplicates(WORK_AND_MODEL).set_index(WORK_AND_MODEL)[columns]


def _with_names(lines: pd.DataFrame) -> pd.DataFrame:
    """Add ids, keys, work and year to lines of `models_of_works`, before all other columns."""
    cited = lines["source"].map(lambda key: sources.work(key).cites)
    keys = lines["model"].map(sources.survey_models()["id"])
    entries = bibliography.bibliography().entries
    lines = lines.assign(
        id=[f"{line.source}/{slug(line.model)}" for line in lines.itertuples()],
        model_key=keys,
        checkpoint=keys.map(side_tables.checkpoints()),
        work=cited.map(bibliography.short),
        year=[int(entries[key].fields["year"]) for key in cited],
    )
    names = ["id", "model", "model_key", "checkpoint", "technique", "source", "work", "year"]
    names += [*SHAPE, *WHOLE_SIZES]
    return lines[[*names, *[name for name in lines if name not in names]]]


def _scores_of_other_tasks(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the first score of each model, an average if there is one, whatever its task."""
    rows = tidy[tidy["metric"].isin(vocabulary.scores())]
    rows = rows.sort_values("metric", key=lambda metric: metric.ne("average"), kind="stable")
    rows = rows.drop_duplicates(WORK_AND_MODEL).set_index(WORK_AND_MODEL)
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    words = rows["task"].map(tasks).fillna("no task") + ", " + rows["metric"].map(metrics)
    rows = rows.assign(other_ground=words + ", " + rows["split"])
    return rows.rename(columns={"value": "other", "id": "other_id"})


def _costs_without_scores(tidy: pd.DataFrame, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the costs of what a work gives a cost and no score, a line a row of its tables."""
    row_of = ["source", "table", "row", "model"]
    rows = tidy[tidy["metric"].isin(COST_METRICS)].drop_duplicates(row_of)
    rows = rows.assign(baseline=rows["model"].where(rows["technique"].eq("none"), ""))
    rows = rows[~rows.set_index(row_of).index.isin(scored.set_index(row_of).index)]
    return row_costs.add_costs(rows.reset_index(drop=True), tidy)


def _cost_of_each_model(rows: pd.DataFrame, column: str, name: str) -> pd.DataFrame:
    """Return a cost of each model, of the origin to prefer; only the compressed have a factor."""
    parts = {column: name} | {f"{column}{end}": f"{name}{end}" for end in ("_origin", "_id")}
    costed = rows.dropna(subset=column)
    if name == "compression":
        costed = costed[costed["technique"].ne("none")]
        parts |= {"baseline": f"{name}_baseline"}
    order = [f"{column}_origin", *["rests_on"] * (name == "compression"), "origin"]
    return _first_of_each_model(costed, order)[[*parts]].rename(columns=parts)


def _ground_as_stated(task: str, stated: str, key: str) -> str:
    """Return what another score must share, with what is not stated of the task."""
    return key if task == stated else key.replace(task, f"{stated} (half not stated)", 1)


def _grounds_in_short(rows: pd.DataFrame) -> pd.Series:
    """Return on which sets each model is scored and against what, as "QQP (dev); BERT-base"."""
    averaged = rows["definition"].where(~rows["definition"].str.startswith("as in"), "its own mean")
    averaged = averaged.mask(averaged.ne(""), averaged + ", ")
    names = rows["stated_task"].map(comparability.task_words)
    on = names + " (" + averaged + rows["set"].str.partition(" in ")[0] + ")"
    against = "; " + rows["baseline"].mask(rows["baseline"].eq(""), "baseline not stated")
    against += (", " + rows["teacher"] + " teacher").mask(rows["teacher"].eq(""), "")
    rows = rows.assign(on=on, against=against.where(rows["technique"].ne("none"), ""))
    words = rows.groupby([*WORK_AND_MODEL, "against"])["on"].agg(", ".join).reset_index("against")
    return (words["on"] + words["against"]).groupby(WORK_AND_MODEL).agg("; ".join).rename("ground")


def _first_of_each_model(rows: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Return the first row of each model in the order that the columns `order` give."""
    ranked = dict.fromkeys([*PREFERRED_WORDS, *vocabulary.scores()])
    ranks = {word: at for at, word in enumerate(ranked)}
    ranks = rows[order].map(lambda word: ranks.get(word, len(ranks)))
    order = ranks.sort_values(order, kind="stable").index
    return rows.loc[order].drop_duplicates(WORK_AND_MODEL).set_index(WORK_AND_MODEL)
