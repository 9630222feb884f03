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
    for each in tidy[tidy["metric"].isin(METRICS)].itertuples(index=False):
        own = numbers[each.source, each.table, each.row, each.model]
        own[each.metric] = each
        if each.metric == "remaining-weights":
            own["prune-ratio"] = each._replace(metric="prune-ratio", value=100 - each.value)
    tables = {
        place: sources.table(*place).to_dict("index")
        for place, _ in scores.groupby(["source", "table"])
    }
    found = {}
    for key, part in scores.groupby(["source", "table", "row", "model"], sort=False):
        labels, tokens = tables[key[:2]], sources.tables(key[0])[key[1]].get("tokens", 0)
        found[key] = _costed(part, numbers[key], labels, known, tokens)
    return found


METRICS = (
    *("compression-factor", "size-with-embeddings", "size-without-embeddings", "prune-ratio"),
    "remaining-weights",
    *("parameters", "parameters-without-embeddings", "size", "operations", "memory"),
    *("memory-reduction", "speedup", "speedup-gpu", "speedup-cpu"),
    *("hidden-size", "vocabulary-size"),
)
"""Metrics of a cost."""


def _costed(part: pd.DataFrame, numbers: dict, labels: dict, known: dict, tokens: int) -> Costed:
    """Return what is known of the cost of a row, whose scores are `part`.

    Operations are counted at the length that the row states, or else its table.
    """
    technique, own = part["technique"].iloc[0], labels[part["row"].iloc[0]]
    name = own.get("architecture", "")
    base = _of_baseline(labels, own.get("baseline", ""), set(part["baseline"]))
    if technique == "none" or "prune-ratio" in numbers:
        base = name or base  # a baseline is its own; pruning removes weights of the shape itself
    bases = {
        metric: known[each.baseline].value for metric, each in numbers.items() if each.baseline
    }
    shape, full = (cost.architecture(each) if each else None for each in (name, base))
    called = vocabulary.table("architectures").at[base, "name"] if base else ""
    bits, tokens = float(own.get("bits") or 32), int(own.get("tokens") or tokens)
    return Costed(technique, numbers, bases, shape, full, called, bits, tokens)


def _of_baseline(labels: dict[str, dict], row: str, called: set[str]) -> str:
    """Return the shape of the row's baseline, or an empty string where it is not known.

    That is what its own line in the table states, or the shape that has the baseline's name.
    """
    stated = labels.get(row, {}).get("architecture", "")
    names = vocabulary.table("architectures")["name"].items()
    same_name = next((shape for shape, name in names if name in called), "")
    unnamed = row not in labels and not any(called)
    return stated or same_name or (DEFAULT if unnamed else "")
