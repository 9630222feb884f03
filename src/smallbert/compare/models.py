"""Every model of the survey in one line; who else reports it; the best below a size."""

import math

import pandas as pd
from scipy.integrate import quad
from scipy.stats import norm

from smallbert import data
from smallbert.compare import costs
from smallbert.compare.comparability import plain
from smallbert.compare.costs import METRICS, SHAPE, SIZES, speedups
from smallbert.compare.rows import SCORES, SPLITS, of_tidy
from smallbert.compare.uncertainty import sampling_error
from smallbert.data import bibliography, sources, vocabulary
from smallbert.data.exhibits import slug
from smallbert.errors import UserError
from smallbert.paths import cached

KEY = ["source", "model"]
"""What a line is of: the same network in two works has two lines."""

TASKS = {choice: SCORES[choice] for choice in ("mnli", "glue", "squad")}
TASKS["glue"] += ("glue",)
"""The scores that have a column, with their tasks, the one to prefer first."""

RANKED = [task for tasks in (SCORES | TASKS).values() for task in tasks]
RANKED += [*SPLITS, "printed", "published", "digitised", "derived"]
"""Words of several columns, each the earlier the more it is preferred in its own.

What a work reports comes before what follows from it.
"""


@cached
def models(*, corrected: bool = True) -> pd.DataFrame:
    """Return one line for each model of each work, compressed or not, by work and model.

    Returns
    -------
    pandas.DataFrame
        id (work/model), model, technique, source, work, year, layers, hidden; compression of the
        stored bytes [times] and the sizes of `smallbert.compare.costs.SIZES`, each with ``_origin``
        and ``_id``; mnli, glue, squad [%], each with ``_origin``, ``_id`` and ``_ground``, what
        another score must share to be compared with it; ground, the three in short; speedup_gpu,
        speedup_cpu, speedup_phone, and speedup on a device that its work does not name [times],
        each with ``_id`` and ``_task``. What no work gives and no shape implies is missing.

    Notes
    -----
    Unusable results take no part, nor do remarks on slides and what this book measured itself. Of
    several scores of a model the one on the stronger set counts, then the one that stands in
    a document; of several speedups on one device that on the first task of
    `smallbert.compare.SCORES`.
    """
    names = {"bytes": "compression"} | {size: size for size in SIZES}
    tidy = data.usable(data.results(corrected=corrected))
    tidy = tidy[tidy["model"].ne("") & tidy["table"].ne("claims") & tidy["origin"].ne("measured")]
    scored = _plain(of_tidy(tidy, every=True))
    costed = pd.concat([scored, _plain(_unscored(tidy, scored))], ignore_index=True)
    timed = _plain(speedups(tidy).dropna(subset="times"))
    parts = [_costs(costed, column, name) for column, name in names.items()]
    order = ["task", "split", "origin", "metric"]
    chosen = {name: _first(scored[scored["task"].isin(of)], order) for name, of in TASKS.items()}
    for choice, rows in chosen.items():
        ends = {"score": "", "origin": "_origin", "id": "_id", "key": "_ground"}
        parts += [rows[[*ends]].rename(columns={each: choice + ends[each] for each in ends})]
    parts += [_grounds(pd.concat(chosen.values()))]
    for on in ("gpu", "cpu", "phone", ""):
        name = "_".join(filter(None, ("speedup", on)))
        columns = {"times": name, "id": f"{name}_id", "task": f"{name}_task"}
        rows = _first(timed[timed["on"].eq(on)], ["task"])
        parts += [rows[[*columns]].rename(columns=columns)]
    lines = pd.concat(parts, axis=1).sort_index()
    lines = lines.dropna(how="all", subset=lines.select_dtypes("number").columns)
    known = pd.concat([costed, timed], ignore_index=True)  # some have a time and nothing else
    technique = known.drop_duplicates(KEY).set_index(KEY)["technique"]
    shape = costed.dropna(subset=[*SHAPE]).drop_duplicates(KEY).set_index(KEY)[[*SHAPE]]
    lines = lines.assign(technique=technique).join(shape).reset_index()
    cited = lines["source"].map(lambda key: sources.describe(key)["cites"])
    slugs = [f"{each.source}/{slug(each.model)}" for each in lines.itertuples()]
    years = [int(bibliography.bibliography().entries[key].fields["year"]) for key in cited]
    lines = lines.assign(id=slugs, work=cited.map(bibliography.short), year=years)
    first = ["id", "model", "technique", "source", "work", "year", *SHAPE]
    return lines[[*first, *[name for name in lines if name not in first]]]


def _plain(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(model=frame["model"].map(plain))


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
    known = known[known["technique"].ne("none")] if name == "compression" else known
    return _first(known, [f"{column}_origin", "origin"])[[*parts]].rename(columns=parts)


def _grounds(rows: pd.DataFrame) -> pd.Series:
    """Return on which sets each model is scored and against what, as "MNLI (dev); BERT_BASE"."""
    names = vocabulary.names("tasks")
    on = rows["task"].map(names) + " (" + rows["set"].str.partition(" in ")[0] + ")"
    teacher = rows["teacher"].map({"base": "", "large": ", large teacher"})
    against = "; " + rows["baseline"] + teacher
    rows = rows.assign(on=on, against=against.where(rows["technique"].ne("none"), ""))
    words = rows.groupby([*KEY, "against"])["on"].agg(", ".join).reset_index("against")
    return (words["on"] + words["against"]).groupby(KEY).agg("; ".join).rename("ground")


def _first(rows: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Return the first row of each model in the order that the columns `order` give."""
    ranks = pd.DataFrame({name: rows[name].map(_rank) for name in order}, rows.index)
    ranks = ranks.sort_values(order, kind="stable")
    return rows.loc[ranks.index].drop_duplicates(KEY).set_index(KEY)


def _rank(word: str) -> int:
    ranked = [*RANKED, *vocabulary.scores()]
    return ranked.index(word) if word in ranked else len(ranked)


def reports(score: str = "mnli", *, corrected: bool = True) -> pd.DataFrame:
    """Return the scores, a key of `SCORES`, of models that several works report on the same set.

    One row a model, set and work, the most reported first: id, source, model, set, ``what`` (model
    and set), origin, score [%] and ``sampling``, the error of the set's size [points]. Scores that
    a work borrows are left out, and of several of a work the first counts.
    """
    sets = {"test": "test set", "dev": "development set"}
    tidy = data.usable(data.results(corrected=corrected))
    rows = of_tidy(tidy[tidy["original"].eq("")], every=True, tasks=SCORES[score])
    rows = _plain(rows)[rows["set"].isin(sets)]
    rows = rows.drop_duplicates(["source", "model", "set"])
    rows["what"] = rows["model"] + ", " + rows["set"].map(sets)
    count = rows.groupby("what")["source"].transform("nunique")
    rows = rows.assign(works=count)[count > 1]
    rows = rows.sort_values(["works", "what"], ascending=[False, True], kind="stable")
    names = ["id", "source", "model", "set", "what", "origin", "score", "sampling"]
    return rows[names].reset_index(drop=True)


def report_ranges(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how far `reports` of each model differ, and how far chance alone would spread them.

    By ``what``: works, lowest and highest score, ``range`` between them [points], and ``expected``,
    the mean range of as many draws with the error of sampling [points]: in quality control d₂.
    """

    def width(count: int) -> float:
        return quad(lambda x: 1 - norm.cdf(x) ** count - norm.sf(x) ** count, -8, 8)[0]

    groups = rows.groupby("what", sort=False)
    ranges = groups["score"].agg(works="size", lowest="min", highest="max")
    widths = {count: width(count) for count in set(ranges["works"])}
    return ranges.assign(
        range=ranges["highest"] - ranges["lowest"],
        expected=groups["sampling"].mean() * ranges["works"].map(widths),
    )


WEIGHTS = {"with_embeddings": "millions", "without_embeddings": "millions_without_embeddings"}
"""What counts as the size of an encoder, by the words of the parameter ``size_axis``."""


def alike(
    benchmark: str, *, size_axis: str = "with_embeddings", corrected: bool = True
) -> pd.DataFrame:
    """Return the encoders of every table that was scored by one recipe on a task, whoever made it.

    One row a model and table, the smallest first: id (of the score), source, table, model,
    technique, ``millions`` of weights, ``score`` [%] and ``error``, its standard deviation over
    other examples of the task [points], missing where that is not known.
    """
    if size_axis not in WEIGHTS:
        raise UserError(f"size_axis is {size_axis!r}; here use one of {', '.join(WEIGHTS)}")
    tidy = data.usable(data.results(corrected=corrected))
    rows = tidy[tidy["protocol"].eq("one-recipe") & tidy["task"].eq(benchmark)]
    rows = _plain(rows).assign(score=rows["value"])
    sizes = models(corrected=corrected).set_index(["source", "model"])[WEIGHTS[size_axis]]
    rows = rows.join(sizes.rename("millions"), on=["source", "model"]).dropna(subset="millions")
    rows["error"] = [
        sampling_error(each.score, task=each.task, metric=each.metric, split=each.split)
        for each in rows.itertuples()
    ]
    names = ["id", "source", "table", "model", "technique", "millions", "score", "error"]
    return rows[names].sort_values(["source", "table", "millions"], ignore_index=True)


def best_under(rows: pd.DataFrame, budgets: list[float]) -> pd.DataFrame:
    """Return the best of `alike` below each size [millions], and who comes as near as chance.

    One row a table and budget that has a model: source, table, budget, id, model, technique,
    millions, score, ``lead`` over the next [points; missing where it is alone], and ``tied``, the
    names of those whose score is not told apart from the best at 95 %.
    """
    lines = []
    for (source, table), group in rows.groupby(["source", "table"], sort=False):
        for budget in budgets:
            own = group[group["millions"] <= budget].sort_values("score", ascending=False)
            if own.empty:
                continue
            best, others = own.iloc[0], own.iloc[1:]
            # 1.96 standard deviations of a difference tell two scores apart
            apart = 1.96 * (others["error"] ** 2 + best["error"] ** 2).pow(0.5)
            behind = best["score"] - others["score"]
            lines.append(
                {"source": source, "table": table, "budget": budget}
                | best[["id", "model", "technique", "millions", "score"]].to_dict()
                | {"lead": behind.min() if len(others) else math.nan}
                | {"tied": list(others.loc[behind <= apart.fillna(0), "model"])}
            )
    return pd.DataFrame(lines)


def budget_table(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the best of each size as one table: a line a source and size, a column a task.

    The tables are those of `best_under`, by task. A cell has the model with its score, its lead
    over the next in brackets, and ``≈`` those that are tied with it.
    """
    columns = {}
    for task, table in tables.items():
        lines = table.set_index(["source", "budget"])
        lead = lines["lead"].map(" (+{:.1f})".format).where(lines["lead"].notna(), "")
        tied = lines["tied"].map("; ".join).radd(" ≈ ").where(lines["tied"].map(bool), "")
        columns[vocabulary.names("tasks")[task]] = (
            lines["model"] + lines["score"].map(" {:.1f}".format) + lead + tied
        )
    found = pd.DataFrame(columns).fillna("–").rename_axis(["Source", "Millions at most"])
    return found.rename(index=bibliography.label, level="Source").reset_index()
