"""The evidence of all sources as one export, from which Python and the browser answer alike."""

from collections.abc import Iterable

import pandas as pd

from smallbert import compare, cost
from smallbert.data import bibliography, sources, vocabulary
from smallbert.guide import rules, speedups
from smallbert.paths import cached

STRENGTH = ("printed", "published", "measured", "derived", "digitised")
"""Origins of a number, the strongest first."""

COSTS = {"size": "megabytes", "factor": "bytes", "operations": "gigaoperations"}
"""The costs of a method and the columns of `smallbert.compare.rows` that tell them."""

WHOLE = "bert-base"
"""The shape that is compressed; its costs stand for not compressing."""


@cached
def data(*, corrected: bool = True) -> dict:
    """Return all that an answer is made from, as JSON can hold it.

    Parameters
    ----------
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    dict
        ``methods``, each a model with its method, technique, ways (what it needs), costs, speedups
        by device and task, the one to prefer first, and scores by task, the strongest row first;
        ``groups`` of rows that may be ranked together, with titles; ``credits`` by source; the
        choices ``tasks``, ``abilities``, ``devices``, ``techniques``; ``limits``,
        ``words`` and ``suggestions``; ``whole``, the model before any compression.

    Notes
    -----
    It is shared, so do not change it. Numbers are rounded here and nowhere later: sizes, factors,
    operations, shares and errors to two decimals.
    """
    rows, variants = _rows(corrected), rules.variants()
    printed, runs = speedups.printed(corrected=corrected), speedups.runs()
    lines = rows.astype(object).itertuples()
    methods = [
        {"model": model, "method": variants.get(model, model)}
        | _method(model, own, printed.get(model, []), runs)
        for model, own in sorted(_by("method", lines).items())
    ]
    return {
        "tasks": rules.TASKS,
        "abilities": rules.abilities(),
        "devices": rules.devices(),
        "techniques": vocabulary.names("techniques"),
        "groups": _groups(rows),
        "credits": {
            key: bibliography.short(sources.describe(key)["cites"])
            for key in sorted(set(rows["source"]))
        },
        "can": rules.CAN,
        "limits": rules.LIMITS,
        "words": rules.WORDS,
        "suggestions": rules.suggestions(),
        "whole": _whole(),
        "methods": methods,
    }


USED = ["id", "source", "table", "row", "model", "technique", "task", "metric", "split", "origin"]
USED += [
    "score",
    "baseline",
    "baseline_score",
    "baseline_note",
    "kept",
    "lost",
    "error",
    "teacher",
    "set",
]
USED += ["key", "locator", *COSTS.values(), *(f"{column}_origin" for column in COSTS.values())]
"""The columns of `smallbert.compare.rows` that the guide is made from."""


def _rows(corrected: bool) -> pd.DataFrame:
    """Return the scores of compressed models on the guide's tasks, the strongest first."""
    rows = compare.rows(corrected=corrected)[USED]
    choice = {task: score for score, tasks in compare.SCORES.items() for task in tasks}
    rows = rows[rows["task"].isin(choice) & rows["metric"].isin(vocabulary.scores())]
    rows = rows[rows["technique"].ne("none") & rows["kept"].notna()]
    rows = rows.assign(choice=rows["task"].map(choice))
    rows["method"] = rows["model"].replace(rules.same())
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


LOSES = 3
"""Points that a model must lose on another task to be warned of."""


def _worst_elsewhere(rows: pd.DataFrame) -> list[str]:
    """Say of each row where the same row loses most, if that is much more than here."""
    worst = rows.loc[rows.groupby(["source", "table", "row"])["lost"].transform("idxmax")]
    tasks, much = worst["choice"].map(rules.TASKS), (2 * rows["lost"]).clip(lower=LOSES)
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
    technique = rows[0].technique
    ways = rules.ways(technique, model)
    if not any(each["device"] == speedups.OWN for each in printed):
        printed = printed + speedups.measured(model, rows[0], runs)
    return {
        "technique": technique,
        "ways": ways,
        "costs": {name: _cost(rows, column) for name, column in COSTS.items()},
        "speedups": printed,
        "scores": {
            task: [_score(row, own, ways) for row in own]
            for task, own in _by("choice", rows).items()
        },
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
    error = 100 * row.error / row.baseline_score
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
        "cites": sources.describe(row.source)["cites"],
        "credit": bibliography.short(sources.describe(row.source)["cites"]),
        "locator": row.locator,
    }


def _flags(row, rows: list, ways: list[dict]) -> list[str]:
    """Say where the evidence of a row is thin."""
    flags, count = [row.elsewhere] if row.elsewhere else [], len(_by("source", rows))
    if row.own_baseline != row.baseline_score:
        own = f"{row.own_kept:.1f} % of its own work's baseline, {row.own_baseline:g}"
        flags.append(f"it keeps {own}")
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


SPLIT_FLAGS = {
    "dev": "scored on the development set",
    "mixed": "its source mixes test and development scores",
    "unstated": "no source says which split",
}
"""What to say of a score that no hidden test set decided."""


def _groups(rows: pd.DataFrame) -> dict[str, dict]:
    """Return the groups of rows that may be ranked together, best splits and largest first."""
    groups = []
    for key, own in rows.groupby("key"):
        at = compare.SPLITS.index(own["set"].iloc[0].split()[0])
        groups.append((at, -len(own), key, {"title": _title(own)}))
    return {key: group for _, _, key, group in sorted(groups, key=lambda each: each[:3])}


def _title(rows: pd.DataFrame) -> str:
    """Return in words what the rows of a group share."""
    first = rows.iloc[0]
    low, high = (
        f"{each:.1f}" for each in (rows["baseline_score"].min(), rows["baseline_score"].max())
    )
    score = low if low == high else f"{low} to {high}"
    return compare.in_words(first, against=f"{first['baseline']} with {score} %")


def _whole() -> dict:
    """Return the model before compression, with its costs."""
    shape = cost.architecture(WHOLE)
    operations = cost.operations(shape, tokens=128).sum() / 1e9
    costs = {"size": cost.megabytes(shape), "factor": 1, "operations": operations}
    return {
        "model": vocabulary.table("architectures").loc[WHOLE, "name"],
        "costs": {name: round(float(value), 2) for name, value in costs.items()},
    }
