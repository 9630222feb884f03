"""Every model of the survey in one line; who else reports it; the best below a size."""

import pandas as pd

from smallbert import cost, data
from smallbert.compare import comparability, costs
from smallbert.compare.costs import METRICS, SHAPE, SIZES, WHOLE, speedups
from smallbert.compare.rows import SCORES, SPLITS, of_tidy
from smallbert.data import bibliography, sources, survey, vocabulary
from smallbert.data.addresses import slug
from smallbert.data.results import REMARKS
from smallbert.memo import cached

KEY = ["source", "model"]
"""What a line is of: the same network in two works has two lines."""

TASKS = {"mnli": SCORES["mnli"], "glue": (*SCORES["glue"], "glue")}
TASKS |= {"squad": SCORES["squad"], "squad_em": SCORES["squad"]}
"""The scores that have a column, with their tasks, the one to prefer first."""

RANKED = [task for tasks in (SCORES | TASKS).values() for task in tasks]
RANKED += [*SPLITS, "printed", "published", "digitised", "derived"]
"""Words of several columns, each the earlier the more it is preferred in its own.

What a work reports comes before what follows from it.
"""


@cached
def described() -> set[str]:
    """Return the ids of the models that have a page, ``models/<id>.html``.

    At least two works report them, or one does and pre-trained weights are released.
    """
    lines, known = compared(), survey.gather("checkpoints")
    works = lines.groupby("model_key")["source"].nunique()
    released = set(known.loc[known["kind"].ne("fine-tuned"), "model"])
    return {key for key, count in works.items() if count > 1 or key in released}


@cached
def longest() -> dict[str, int]:
    """Return the tokens of a model's longest input by its id, where that is known.

    What its makers set comes before what its learned positions allow. RoBERTa numbers them from
    two on and stores 514 of them for 512 tokens, as all do that store so many.
    """
    known = sources.survey_models().set_index("id")
    stated = known.loc[known["longest"].ne(""), "longest"].astype(int).to_dict()
    shapes = {id: cost.architecture(key) for id, key in known["architecture"].items() if key}
    allowed = {id: shape.positions for id, shape in shapes.items() if shape.positions}
    return {id: 512 if count == 514 else count for id, count in allowed.items()} | stated


def reported() -> pd.DataFrame:
    """Return the usable results of models that works report: no remarks, and nothing of our own."""
    tidy = data.usable(data.results())
    own = tidy["table"].eq(REMARKS) | tidy["origin"].eq("measured")
    return tidy[tidy["model"].ne("") & ~own]


def compared() -> pd.DataFrame:
    """Return the lines of `models` that have a score of `TASKS`, a size or a speed."""
    lines = models()
    return lines.dropna(how="all", subset=lines.select_dtypes("number").columns.drop(OF_LINES))


OF_LINES = ["other", "year"]
"""Numbers of `models` by which no model is compared with others."""


@cached
def models() -> pd.DataFrame:
    """Return one line for each model of each work, compressed or not, by work and model.

    Returns
    -------
    pandas.DataFrame
        id (work/model), model, its ``model_key`` and ``checkpoint`` as the survey's ``models`` and
        ``checkpoints`` have them, technique, source, work, year, layers, hidden; megabytes_32 and
        megabytes_8, of its whole shape at 32 and 8 bits a weight; compression of the stored bytes
        [times] and the sizes of `smallbert.compare.costs.SIZES`, each with ``_origin`` and ``_id``;
        mnli, glue, squad (F1, or what its work does not name) and squad_em (exact
        match) [%], each with ``_origin``, ``_id`` and ``_ground``, what another score must share to
        be compared with it; glue_definition; ground, all in short; of a model without these, its
        first score of another task, other, an average if its table has one, with ``other_id`` and
        ``other_ground``, its task, metric and split; speedup_gpu, speedup_cpu,
        speedup_phone, and speedup on a device that its work does not name [times], each with
        ``_id`` and ``_task``. A factor has the model that it is measured by in ``_baseline``, where
        that is known. What no work gives and no shape implies is missing.

    Notes
    -----
    Unusable results take no part, nor do remarks on slides and what this book measured itself. Of
    several scores of a model the one on the stronger set counts, then the one that stands in
    a document; of several speedups on one device that on the first task of
    `smallbert.compare.SCORES`.
    """
    names = {"bytes": "compression"} | {size: size for size in SIZES}
    tidy = reported()
    scored = of_tidy(tidy, every=True)
    costed = pd.concat([scored, _unscored(tidy, scored)], ignore_index=True)
    timed = speedups(tidy).dropna(subset="times")
    costed = costed.assign(rests_on=costed["bytes_id"].map(tidy.set_index("id")["origin"]))
    parts = [_costs(costed, column, name) for column, name in names.items()]
    chosen = {}
    for name, tasks in TASKS.items():
        exact = scored["metric"].eq("exact-match").eq(name == "squad_em")
        rows = scored[scored["task"].isin(tasks) & exact]
        rows = rows.assign(key=[*map(_ground, rows["task"], rows["stated_task"], rows["key"])])
        chosen[name] = _first(rows, ["task", "split", "origin", "metric", "stated_task"])
    for choice, rows in chosen.items():
        ends = {"score": "", "origin": "_origin", "id": "_id", "key": "_ground"}
        ends |= {"definition": "_definition"} if choice == "glue" else {}
        parts += [rows[[*ends]].rename(columns={each: choice + ends[each] for each in ends})]
    others = _others(tidy)
    others = others[~others.index.isin(pd.concat(chosen.values()).index)]
    parts += [others[["other", "other_id", "other_ground"]]]
    parts += [_grounds(pd.concat(chosen.values()))]
    for on in ("gpu", "cpu", "phone", ""):
        name = "_".join(filter(None, ("speedup", on)))
        columns = {"times": name} | {end: f"{name}_{end}" for end in ("id", "task", "baseline")}
        rows = _first(timed[timed["on"].eq(on)], ["task"])
        parts += [rows[[*columns]].rename(columns=columns)]
    lines = pd.concat(parts, axis=1).rename_axis(KEY).sort_index()
    lines = lines.dropna(how="all", subset=lines.select_dtypes("number").columns)
    known = pd.concat([costed, timed], ignore_index=True)  # some have a time and nothing else
    known = pd.concat([known, others.reset_index()], ignore_index=True)
    technique = known.drop_duplicates(KEY).set_index(KEY)["technique"]
    lines = lines.assign(technique=technique)
    for names in ([*SHAPE], [*WHOLE]):
        shape = costed.dropna(subset=names).drop_duplicates(KEY).set_index(KEY)
        lines = lines.join(shape[names])
    lines = lines.reset_index()
    cited = lines["source"].map(lambda key: sources.work(key).cites)
    known = sources.survey_models()["id"]
    lines = lines.assign(
        id=[f"{each.source}/{slug(each.model)}" for each in lines.itertuples()],
        model_key=lines["model"].map(known),
        checkpoint=lines["model"].map(known).map(survey.checkpoints()),
        work=cited.map(bibliography.short),
        year=[int(bibliography.bibliography().entries[key].fields["year"]) for key in cited],
    )
    first = ["id", "model", "model_key", "checkpoint", "technique", "source", "work", "year"]
    first += [*SHAPE, *WHOLE]
    return lines[[*first, *[name for name in lines if name not in first]]]


def _others(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the first score of each model, an average if there is one, whatever its task."""
    rows = tidy[tidy["metric"].isin(vocabulary.scores())]
    rows = rows.sort_values("metric", key=lambda metric: metric.ne("average"), kind="stable")
    rows = rows.drop_duplicates(KEY).set_index(KEY)
    tasks, metrics = vocabulary.names("tasks"), vocabulary.names("metrics")
    words = rows["task"].map(tasks).fillna("no task") + ", " + rows["metric"].map(metrics)
    rows = rows.assign(other_ground=words + ", " + rows["split"])
    return rows.rename(columns={"value": "other", "id": "other_id"})


def _unscored(tidy: pd.DataFrame, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the costs of what a work gives a cost and no score, a line a row of its tables."""
    place = ["source", "table", "row", "model"]
    rows = tidy[tidy["metric"].isin(METRICS)].drop_duplicates(place)
    rows = rows.assign(baseline=rows["model"].where(rows["technique"].eq("none"), ""))
    rows = rows[~rows.set_index(place).index.isin(scored.set_index(place).index)]
    return costs.add(rows.reset_index(drop=True), tidy)


def _costs(rows: pd.DataFrame, column: str, name: str) -> pd.DataFrame:
    """Return a cost of each model, of the origin to prefer; only the compressed have a factor."""
    parts = {column: name} | {f"{column}{end}": f"{name}{end}" for end in ("_origin", "_id")}
    known = rows.dropna(subset=column)
    if name == "compression":
        known = known[known["technique"].ne("none")]
        parts |= {"baseline": f"{name}_baseline"}
    order = [f"{column}_origin", *["rests_on"] * (name == "compression"), "origin"]
    return _first(known, order)[[*parts]].rename(columns=parts)


def _ground(task: str, stated: str, key: str) -> str:
    """Return what another score must share, with what is not stated of the task."""
    return key if task == stated else key.replace(task, f"{stated} (half not stated)", 1)


def _grounds(rows: pd.DataFrame) -> pd.Series:
    """Return on which sets each model is scored and against what, as "QQP (dev); BERT-base"."""
    averaged = rows["definition"].where(~rows["definition"].str.startswith("as in"), "its own mean")
    averaged = averaged.mask(averaged.ne(""), averaged + ", ")
    names = rows["stated_task"].map(comparability.task_words)
    on = names + " (" + averaged + rows["set"].str.partition(" in ")[0] + ")"
    against = "; " + rows["baseline"].mask(rows["baseline"].eq(""), "baseline not stated")
    against += (", " + rows["teacher"] + " teacher").mask(rows["teacher"].eq(""), "")
    rows = rows.assign(on=on, against=against.where(rows["technique"].ne("none"), ""))
    words = rows.groupby([*KEY, "against"])["on"].agg(", ".join).reset_index("against")
    return (words["on"] + words["against"]).groupby(KEY).agg("; ".join).rename("ground")


def _first(rows: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Return the first row of each model in the order that the columns `order` give."""
    ranked = dict.fromkeys([*RANKED, *vocabulary.scores()])
    ranks = {word: at for at, word in enumerate(ranked)}
    ranks = rows[order].map(lambda word: ranks.get(word, len(ranks)))
    order = ranks.sort_values(order, kind="stable").index
    return rows.loc[order].drop_duplicates(KEY).set_index(KEY)
