"""What each table says of its rows' cost, gathered for `smallbert.compare.cost_axes`."""

from collections import defaultdict

import pandas as pd

from smallbert import cost
from smallbert.compare.cost_axes import Costed
from smallbert.data import sources, vocabulary

DEFAULT = "bert-base"
"""Shape of the baseline where a table has no row for it."""


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
    for each in tidy[tidy["metric"].isin(METRICS)].itertuples(index=False):
        numbers[each.source, each.table, each.row, each.model][each.metric] = each
    tables = {place: sources.table(*place) for place, _ in scores.groupby(["source", "table"])}
    found = {}
    for key, part in scores.groupby(["source", "table", "row", "model"], sort=False):
        labels = tables[key[:2]]
        found[key] = _costed(part["technique"].iloc[0], numbers[key], labels, key[2], known)
    return found


METRICS = (
    *("compression-factor", "size-with-embeddings", "size-without-embeddings", "prune-ratio"),
    *("parameters", "size", "operations", "memory", "memory-reduction", "speedup", "speedup-gpu"),
)
"""Metrics of a cost."""


def _costed(technique: str, numbers: dict, labels: pd.DataFrame, row: str, known: dict) -> Costed:
    own = labels.loc[row]
    name, base = own.get("architecture", ""), _architecture(labels, own.get("baseline", ""))
    if technique == "none" or "prune-ratio" in numbers:
        base = name  # a baseline is its own; pruning removes weights of the shape itself
    bases = {
        metric: known[each.baseline].value for metric, each in numbers.items() if each.baseline
    }
    shape = cost.architecture(name) if name else None
    full = cost.architecture(base or DEFAULT)
    called = vocabulary.table("architectures").at[base or DEFAULT, "name"]
    return Costed(technique, numbers, bases, shape, full, called, float(own.get("bits") or 32))


def _architecture(table: pd.DataFrame, row: str) -> str:
    """Return the shape of a row, or an empty string where the row or its shape is not stated."""
    return table.loc[row].get("architecture", "") if row in table.index else ""
