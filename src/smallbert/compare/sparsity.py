"""What removed weights buy in time, by what is removed: single weights, blocks or whole parts."""

from itertools import pairwise

import pandas as pd

from smallbert import data
from smallbert.compare.scores import SCORES
from smallbert.data import sources, vocabulary
from smallbert.errors import UserError

PATTERNS = {
    "unstructured": "single weights",
    "blocks and single weights": "blocks in attention, single weights elsewhere",
    "blocks": "square blocks",
    "rows": "single rows in attention, whole neurons elsewhere",
    "hybrid": "blocks in attention, whole neurons elsewhere",
    "hybrid, filled": "the same, each head that keeps a block restored as a whole",
    "structured": "whole heads and neurons",
}
"""What is removed, the least regular first, and what a reader calls it."""

ROW = ["source", "table", "row"]


def pruned(score: str = "squad", *, corrected: bool = True) -> pd.DataFrame:
    """Return the pruned networks of every table that says by a column ``pattern`` what is removed.

    Parameters
    ----------
    score : str
        A key of `smallbert.compare.SCORES`.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a network: id (of its speedup), source, table, row, pattern (a key of `PATTERNS`,
        in their order), ``teacher`` and ``bert`` (base or large; empty where no source says it),
        ``removed`` and ``left``, shares of the weights of its layers [%], speedup [times] and
        score [%]. What is unusable elsewhere is here: nothing is ranked by it.

    Raises
    ------
    UserError
        No such network is scored on it.
    """
    tidy = data.results(corrected=corrected, only=_has_pattern)
    wide = {
        name: tidy[chosen].drop_duplicates(ROW).set_index(ROW)
        for name, chosen in {
            "removed": tidy["metric"].eq("prune-ratio"),
            "speedup": tidy["metric"].str.startswith("speedup"),
            "score": tidy["task"].isin(SCORES.get(score, ()))
            & tidy["metric"].isin(vocabulary.scores()),
        }.items()
    }
    networks = pd.DataFrame({name: part["value"] for name, part in wide.items()}).dropna()
    if networks.empty:
        raise UserError(f"score is {score!r}: no pruned network with a speedup is scored on it")
    labels = {place: sources.table(*place) for place in set(networks.index.droplevel("row"))}
    for name in ("pattern", "teacher", "bert"):
        networks[name] = [labels[key, at].at[row, name] for key, at, row in networks.index]
    networks = networks.assign(left=100 - networks["removed"], id=wide["speedup"]["id"])
    order = networks["pattern"].map(list(PATTERNS).index)
    return networks.loc[order.sort_values(kind="stable").index].reset_index()


def _has_pattern(resource: dict) -> bool:
    return any(each["name"] == "pattern" for each in resource["schema"]["fields"])


def by_share(rows: pd.DataFrame, edges: list[float]) -> pd.DataFrame:
    """Return what each pattern buys between shares of removed weights.

    Parameters
    ----------
    rows : pandas.DataFrame
        Of `pruned`.
    edges : list of float
        Ends of the ranges, in order [%].

    Returns
    -------
    pandas.DataFrame
        By pattern and ``range``: networks, their median ``speedup``, the best ``score`` and
        ``best_speedup``, that of the network that has it; a range that a pattern lacks has no line.
    """
    names = [f"{low:g} to {high:g} %" for low, high in pairwise(edges)]
    ranges = pd.cut(rows["removed"], edges, labels=names)
    groups = rows.groupby(["pattern", ranges.rename("range")], sort=False, observed=True)
    summary = groups.agg(networks=("id", "size"), speedup=("speedup", "median"))
    best = rows.loc[groups["score"].idxmax()]
    summary[["score", "best_speedup"]] = best[["score", "speedup"]].to_numpy()
    order = {"pattern": list(PATTERNS), "range": names}
    return summary.sort_index(key=lambda level: level.map(order[level.name].index))
