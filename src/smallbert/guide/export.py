"""The evidence of all sources as one export, from which Python and the browser answer alike."""

from collections.abc import Iterable

import pandas as pd

from smallbert import compare, cost, data
from smallbert.data import bibliography, sources, vocabulary
from smallbert.guide import choices
from smallbert.paths import cached

STRENGTH = ("printed", "published", "measured", "derived", "digitised")
"""Origins of a number, the strongest first."""

COSTS = {"size": "megabytes", "factor": "bytes", "operations": "gigaoperations"}
"""The costs of a method and the columns of `smallbert.compare.rows` that tell them."""

WHOLE = "bert-base"
"""The shape that is compressed; its costs stand for not compressing."""

OWN = "cpu"
"""The device that this book has measured on."""

SHAPED = ("distillation", "architecture")
"""Techniques that leave a dense network, whose time follows from its shape alone."""


@cached
def export() -> dict:
    """Return all that an answer is made from, as JSON can hold it.

    ``methods`` are the models with their ways, costs, speedups (the one to prefer first) and scores
    by task (the strongest row first); ``groups`` are of rows that may be ranked together. It is
    shared, so do not change it. Numbers are rounded here, to two decimals, and nowhere later.
    """
    rows, variants = _rows(), choices.variants()
    printed, runs = _printed(), _runs()
    lines = rows.astype(object).itertuples()
    methods = [
        {"model": model, "method": variants.get(model, model)}
        | _method(model, own, printed.get(model, []), runs)
        for model, own in sorted(_by("method", lines).items())
    ]
    cites = {key: sources.describe(key)["cites"] for key in set(rows["source"])}
    return {
        "tasks": choices.TASKS,
        "abilities": choices.abilities(),
        "devices": choices.devices(),
        "techniques": vocabulary.names("techniques"),
        "groups": _groups(rows),
        "credits": {key: bibliography.short(cites[key]) for key in sorted(cites)},
        "can": choices.CAN,
        "limits": choices.LIMITS,
        "words": choices.WORDS,
        "suggestions": choices.suggestions(),
        "whole": _whole(),
        "methods": methods,
    }


# the columns of compare.rows that the guide is made from
USED = ["id", "source", "table", "row", "model", "technique", "task", "metric", "split", "origin"]
USED += ["score", "baseline", "baseline_score", "baseline_note", "kept", "lost", "error", "teacher"]
USED += ["set", "definition"]
USED += ["key", "locator", *COSTS.values(), *(f"{column}_origin" for column in COSTS.values())]


def _rows() -> pd.DataFrame:
    """Return the scores of compressed models on the guide's tasks, the strongest first."""
    rows = compare.rows()[USED]
    choice = {task: score for score, tasks in compare.SCORES.items() for task in tasks}
    rows = rows[rows["task"].isin(choice) & rows["metric"].isin(vocabulary.scores())]
    rows = rows[rows["technique"].ne("none") & rows["kept"].notna()]
    rows = rows.assign(choice=rows["task"].map(choice))
    rows["method"] = rows["model"].replace(choices.same())
    rows["metric_rank"] = rows["metric"].map(vocabulary.scores().index)
    rows = rows.sort_values("metric_rank", kind="stable")
    rows = rows.drop_duplicates(["source", "table", "row", "choice"])
    rows["strength"] = rows["origin"].map(STRENGTH.index)
    rows["split_rank"] = rows["split"].map(compare.SPLITS.index)
    rows["noted"] = rows["baseline_note"].ne("")
    own = compare.with_own_baselines(rows)
    rows["own_baseline"], rows["own_kept"] = own["baseline_score"], own["kept"]
    rows["elsewhere"] = _worst_elsewhere(rows)
    order = ["choice", "strength", "split_rank", "noted", "source", "id"]
    return rows.sort_values(order).reset_index(drop=True)


def _worst_elsewhere(rows: pd.DataFrame) -> list[str]:
    """Say of each row where the same row loses most, if that is much more than here."""
    worst = rows.loc[rows.groupby(["source", "table", "row"])["lost"].transform("idxmax")]
    tasks, much = worst["choice"].map(choices.TASKS), (2 * rows["lost"]).clip(lower=3)
    return [
        f"the same model loses {lost:.1f} points on {task}" if lost >= least else ""
        for lost, task, least in zip(worst["lost"], tasks, much, strict=True)
    ]


def _by(name: str, rows: Iterable) -> dict[str, list]:
    """Return lines by what one of their columns says, in their order."""
    groups = {}
    for row in rows:
        groups.setdefault(getattr(row, name), []).append(row)
    return groups


def _method(model: str, rows: list, printed: list[dict], runs: pd.DataFrame) -> dict:
    """Return a method's technique, ways, costs, speedups and scores from its lines of `_rows`."""
    technique, scores = rows[0].technique, _by("choice", rows)
    ways = choices.ways(technique, model)
    if not any(each["device"] == OWN for each in printed):
        printed = printed + _measured(model, rows[0], runs)
    return {
        "technique": technique,
        "ways": ways,
        "costs": {name: _cost(rows, column) for name, column in COSTS.items()},
        "speedups": printed,
        "scores": {k: [_score(row, own, ways) for row in own] for k, own in scores.items()},
    }


def _cost(rows: list, column: str) -> float | None:
    """Return a cost of a method: of the strongest origin that tells it, rounded."""
    known = [row for row in rows if pd.notna(getattr(row, column))]
    if not known:
        return None
    best = min(known, key=lambda row: STRENGTH.index(getattr(row, f"{column}_origin")))
    return round(getattr(best, column), 2)


def _score(row, rows: list, ways: list[dict]) -> dict:
    """Return one row of evidence; `rows` are all of its method on its task."""
    error, cites = 100 * row.error / row.baseline_score, sources.describe(row.source)["cites"]
    return {
        "id": row.id,
        "group": row.key,
        "split": row.split,
        "origin": row.origin,
        "score": round(row.score, 2),
        "baseline": row.baseline,
        "baseline_score": round(row.baseline_score, 2),
        "kept": round(row.kept, 2),
        "error": round(error, 2),
        "cautious": round(row.kept - error, 2),
        "hopeful": round(row.kept + error, 2),
        "flags": _flags(row, rows, ways),
        "cites": cites,
        "credit": bibliography.short(cites),
        "locator": row.locator,
    }


def _flags(row, rows: list, ways: list[dict]) -> list[str]:
    """Say where the evidence of a row is thin."""
    flags, count = [row.elsewhere] if row.elsewhere else [], len(_by("source", rows))
    if row.own_baseline != row.baseline_score:
        own = f"its own work's baseline, {row.own_baseline:g}"
        flags.append(f"it keeps {row.own_kept:.1f} % of {own}")
    if count == 1:
        flags.append("one source reports it")
    elif len({round(each.score, 2) for each in rows}) == 1:
        flags.append(f"{count} sources print the same number, so it counts as one measurement")
    if row.origin == "digitised":
        flags.append("read by eye from a figure")
    known = row.set.split()[0]
    if known != row.split:
        flags.append("its source does not say which split; the work itself does")
    if known != "test":
        flags.append(SPLIT_FLAGS[known])
    if row.baseline_note:
        flags.append(f"its baseline is printed elsewhere: {row.baseline_note}")
    if all("sparse" in each["needs"] for each in ways):
        flags.append("its size leaves out the positions of the weights that are not zero")
    return flags


# what to say of a score that no hidden test set decided
SPLIT_FLAGS = {
    "dev": "scored on the development set",
    "mixed": "its source mixes test and development scores",
    "unstated": "no source says which split",
}


def _groups(rows: pd.DataFrame) -> dict[str, dict]:
    """Return the groups of rows that may be ranked together, best splits and largest first."""
    groups = []
    for key, own in rows.groupby("key"):
        at = compare.SPLITS.index(own["set"].iloc[0].split()[0])
        first, scores = own.iloc[0], own["baseline_score"].agg(["min", "max"])
        score = " to ".join(dict.fromkeys(scores.map("{:.1f}".format)))
        title = compare.in_words(first, against=f"{first['baseline']} with {score} %")
        groups.append((at, -len(own), key, {"title": title}))
    return {key: group for _, _, key, group in sorted(groups, key=lambda each: each[:3])}


def _whole() -> dict:
    """Return the model before compression, with its costs."""
    shape = cost.architecture(WHOLE)
    operations = cost.operations(shape, tokens=128).sum() / 1e9
    costs = {"size": cost.megabytes(shape), "factor": 1, "operations": operations}
    return {
        "model": vocabulary.entries("architectures").loc[WHOLE, "name"],
        "costs": {name: round(float(value), 2) for name, value in costs.items()},
    }


def _printed() -> dict[str, list[dict]]:
    """Return how many times faster than its baseline each model was measured."""
    tidy = data.usable(data.results(only=_tells_time))
    timed = compare.speedups(tidy[tidy["origin"].ne("measured")])
    # a phone's time without its baseline is set against the phone of devices.csv
    timed = timed[timed["kind"].eq("speedup") | timed["on"].ne("")]
    timed = timed.sort_values("metric", kind="stable", ascending=False)
    names, tasks = choices.same(), choices.timed()
    choice = {task: score for score, own in compare.SCORES.items() for task in own}
    by_model: dict[str, dict[tuple, dict]] = {}
    for result in timed.itertuples():
        times = result.times
        if pd.isna(times):
            milliseconds = result.value * {"ms": 1, "s": 1000}[result.unit]
            times = choices.devices()[result.on]["base_ms"] / milliseconds
        task = result.task or tasks.get(f"{result.source}/{result.table}/{result.row}", "")
        line = {"device": result.on, "task": choice.get(task, task)}
        line |= {"times": round(float(times), 2), "note": ""}
        own = by_model.setdefault(names.get(result.model, result.model), {})
        own.setdefault((line["device"], line["task"]), line)
    return {
        model: sorted(own.values(), key=lambda each: each["task"] == "")
        for model, own in by_model.items()
    }


def _runs() -> pd.DataFrame:
    """Return this book's own runs of dense networks, one input of the device's length at a time."""
    tokens, own = choices.devices()[OWN]["tokens"], compare.timings.speedups()
    return own[own["batch"].eq(1) & own["tokens"].eq(tokens) & own["technique"].isin(SHAPED)]


def _measured(model: str, row, runs: pd.DataFrame) -> list[dict]:
    """Return this book's own speedup of a model, for one that no source timed on `OWN`."""
    if row.technique not in SHAPED:
        return []
    shape = sources.cells_of(row.source, row.table)[row.row].get("architecture", "")
    named = runs["name"].eq(model)
    own = runs[named if named.any() else runs["architecture"].eq(shape) & (shape != "")]
    if len(own) != 1:
        return []
    times = round(float(own["speedup"].iloc[0]), 2)
    return [{"device": OWN, "task": "", "times": times, "note": "measured"}]


def _tells_time(table: dict) -> bool:
    names = [each["metric"] for each in sources.quantities(table)]
    return any(name.startswith(("speedup", "latency-")) for name in names)
