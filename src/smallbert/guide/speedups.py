"""How fast the guide takes a model to be: as works print it, else by its shape as measured here."""

import pandas as pd

from smallbert import compare, data
from smallbert.data import sources
from smallbert.guide import rules


def printed(*, corrected: bool = True) -> dict[str, list[dict]]:
    """Return how many times faster than its baseline each model was measured.

    Returns
    -------
    dict
        By model, a list with ``device`` and ``task`` (each empty where none is stated), ``times``
        and an empty ``note``; a speedup of a task before one of no task, a printed one before a
        ratio of two printed times.

    Notes
    -----
    A phone's time without its baseline is set against the phone of
    ``data/survey/guide/devices.csv``.
    """
    tidy = data.usable(data.results(corrected=corrected, only=_timed))
    timed = compare.speedups(tidy[tidy["origin"].ne("measured")])
    timed = timed[timed["kind"].eq("speedup") | timed["on"].ne("")]
    timed = timed.sort_values("metric", kind="stable", ascending=False)
    names, tasks = rules.same(), rules.timed()
    choice = {task: score for score, own in compare.SCORES.items() for task in own}
    by_model: dict[str, dict[tuple, dict]] = {}
    for result in timed.itertuples():
        times = result.times
        if pd.isna(times):
            times = rules.devices()[result.on]["base_ms"] / (result.value * PER_UNIT[result.unit])
        task = result.task or tasks.get(f"{result.source}/{result.table}/{result.row}", "")
        line = {"device": result.on, "task": choice.get(task, task)}
        line |= {"times": round(float(times), 2), "note": ""}
        own = by_model.setdefault(names.get(result.model, result.model), {})
        own.setdefault((line["device"], line["task"]), line)
    return {
        model: sorted(own.values(), key=lambda each: each["task"] == "")
        for model, own in by_model.items()
    }


def runs() -> pd.DataFrame:
    """Return this book's own runs of dense networks, one input of the device's length at a time."""
    tokens, own = rules.devices()[OWN]["tokens"], compare.timings.speedups()
    return own[own["batch"].eq(1) & own["tokens"].eq(tokens) & own["technique"].isin(SHAPED)]


def measured(model: str, row, runs: pd.DataFrame) -> list[dict]:
    """Return this book's own speedup of a model, for one that no source timed on `OWN`.

    It is that of the run with the model's name, else of the one with its shape, which is that of
    its first line of `smallbert.compare.rows`, a named tuple.
    """
    if row.technique not in SHAPED:
        return []
    shape = sources.cells_of(row.source, row.table)[row.row].get("architecture", "")
    named = runs["name"].eq(model)
    own = runs[named if named.any() else runs["architecture"].eq(shape) & (shape != "")]
    if len(own) != 1:
        return []
    times = round(float(own["speedup"].iloc[0]), 2)
    return [{"device": OWN, "task": "", "times": times, "note": "measured"}]


OWN = "cpu"
"""The device that this book has measured on."""

SHAPED = ("distillation", "architecture")
"""Techniques that leave a dense network, whose time follows from its shape alone."""


def _timed(table: dict) -> bool:
    return any(each["metric"].startswith(TIMES) for each in sources.quantities(table))


TIMES = ("speedup", "latency-")
"""How the names of metrics begin that tell how fast a model is."""

PER_UNIT = {"ms": 1, "s": 1000}
"""Milliseconds in a unit of time."""
