"""What each table says of its rows' cost, gathered for `smallbert.compare.cost_axes`."""

from collections import defaultdict

import pandas as pd

from smallbert import cost
from smallbert.compare.cost_axes import Costed
from smallbert.data import sources, vocabulary

DEFAULT = "bert-base"
"""Shape of the baseline of a row for which no baseline is named."""


def gather(tidy: pd.DataFrame, scores: pd.DataFrame, known: dict) -> dict[tuple, Costed]:
    """Return what is known of the cost of every scored row.

    Parameters
    ----------
    tidy : pandas.DataFrame
        Results that hold no scores count here.
    scores : pandas.DataFrame
        The scores among them.
    known : dict
        From ids to lines of the tidy results.

    Returns
    -------
    dict
        By source, table, row and model.
    """
    numbers = defaultdict(dict)
    for number in tidy[tidy["metric"].isin(METRICS)].astype(object).itertuples(index=False):
        own = numbers[number.source, number.table, number.row, number.model]
        own[number.metric] = number
        if number.metric == "remaining-weights":
            own["prune-ratio"] = number._replace(metric="prune-ratio", value=100 - number.value)
    techniques, called = {}, defaultdict(set)
    columns = scores[["source", "table", "row", "model", "technique", "baseline"]].astype(object)
    for *place, technique, baseline in columns.itertuples(index=False, name=None):
        techniques.setdefault(tuple(place), technique)
        called[tuple(place)].add(baseline)
    tables = {key: _labels(*key) for key in {place[:2] for place in techniques}}
    shapes = vocabulary.names("architectures")
    costs = {}
    for place, technique in techniques.items():
        labels = tables[place[:2]]
        own = labels[place[2]]
        base = _baseline(technique, own, labels, numbers[place], called[place], shapes)
        costs[place] = _costed(technique, own, base, numbers[place], known, shapes)
    return costs


def _labels(source: str, table: str) -> dict[str, dict]:
    """Return the cells of a table by row, each with what the table says of its operations."""
    whole, cells = sources.tables(source)[table], sources.cells_of(source, table)
    tokens, removed = whole.get("tokens", 0), whole.get("removed", False)
    return {
        row: own | {"tokens": own.get("tokens") or tokens, "removed": removed}
        for row, own in cells.items()
    }


METRICS = (
    *("compression-factor", "size-with-embeddings", "size-without-embeddings", "prune-ratio"),
    "remaining-weights",
    *("parameters", "parameters-without-embeddings", "size", "operations", "memory"),
    *("memory-reduction", "speedup", "speedup-gpu", "speedup-cpu"),
    *("hidden-size", "vocabulary-size"),
)
"""Metrics of a cost."""


def _costed(
    technique: str, own: dict, base: str, numbers: dict, known: dict, shapes: dict
) -> Costed:
    """Return what is known of the cost of a row with the cells `own`."""
    name = own.get("architecture", "")
    bases = {
        metric: known[each.baseline].value
        for metric, each in numbers.items()
        if each.baseline and technique != "none"  # which is its own measure
    }
    shape, full = (cost.architecture(each) if each else None for each in (name, base))
    bits, tokens = float(own.get("bits") or 32), int(own["tokens"])
    named = shapes.get(base, "")
    return Costed(technique, numbers, bases, shape, full, named, bits, tokens, own["removed"])


def _baseline(
    technique: str,
    own: dict,
    labels: dict[str, dict],
    numbers: dict,
    called: set[str],
    shapes: dict[str, str],
) -> str:
    """Return the shape that a row is measured by, or an empty string where it is not known.

    That of its baseline is what the baseline's own line in the table states, or the shape that has
    the baseline's name. Fewer bits and pruned weights leave a shape as it is.
    """
    name, row = own.get("architecture", ""), own.get("baseline", "")
    stated = labels.get(row, {}).get("architecture", "")
    stated = stated or next((shape for shape, title in shapes.items() if title in called), "")
    usual = "" if row in labels or any(called) else DEFAULT
    if technique == "none":
        itself = labels.get(row, own) is own
        return name or (stated or usual if itself else "")
    kept = technique == "quantization" or "prune-ratio" in numbers
    return stated or (name if kept else "") or usual
