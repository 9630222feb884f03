"""What each technique costs: families at each factor, networks before and after fewer bits, zeros.

`families` says which of them keeps most of one baseline's score, `quantized` what fewer bits cost
each network, `pruned` what zeros of each pattern buy.
"""

from itertools import pairwise

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.compare import comparability
from smallbert.compare.best import costs, many_to_one
from smallbert.compare.retained import evidence
from smallbert.compare.rows import SCORES, by_metric, rows
from smallbert.compare.uncertainty import LEVEL, differences
from smallbert.data import sources, vocabulary
from smallbert.data.results import BORROWED, UNSTATED
from smallbert.errors import UserError
from smallbert.paths import cached

FAMILIES = {
    "distillation": "distillation",
    "pruning": "pruning",
    "pruning+distillation": "pruning, with a teacher",
    "quantization": "quantization",
    "quantization+distillation": "quantization, with a teacher",
}
"""The families compared, by their techniques."""

BASELINE = "BERT-base"
"""The model that all are compared with, each with its own work's run of it."""

FACTORS = {
    "2 to 5 times smaller": (2, 5),
    "5 to 10 times smaller": (5, 10),
    "10 times smaller or more": (10, np.inf),
}
"""What counts as how many times smaller: from the first factor to below the second."""


def families(score: str = "mnli", split: str = "dev") -> pd.DataFrame:
    """Return the models of each family that one benchmark and `BASELINE` make comparable.

    `score` is a key of `smallbert.compare.SCORES`, `split` test or dev. As
    `smallbert.compare.evidence`, a line a model and work, with ``family``, ``smaller``, a key of
    `FACTORS`, and ``half_width`` of ``retained``, half of its 95 % interval: other examples and
    other runs of both, and two laboratories where the baseline is another's. Copies of other works'
    scores are left out, and what is less than twice as small.
    """
    if split not in ("test", "dev"):
        raise UserError(f"split is {split!r}; use test or dev")
    found = evidence(score=score, splits=split)
    against = found["baseline"].str.replace(r" \(.*", "", regex=True)
    found = found[against.eq(BASELINE) & ~found["borrowed"]]
    found = found[found["technique"].isin(FAMILIES)]
    sizes = costs()["parameters"]  # one factor for one shape, however works round its weights
    counted = sizes[BASELINE] / found["model"].map(sizes)
    factor = found["factor"].mask(found["technique"].eq("distillation"), counted)
    factor = factor.fillna(found["factor"])
    smaller = [factor.ge(low) & factor.lt(high) for low, high in FACTORS.values()]
    found = found.assign(
        factor=factor,
        family=found["technique"].map(FAMILIES),
        smaller=np.select(smaller, list(FACTORS), ""),
    )
    found = found[found["smaller"].ne("")].reset_index(drop=True)
    own = _by_id()
    scored = own.loc[found["id"]]
    apart = differences(scored, own.loc[scored["baseline_id"]], measure="kept")
    return found.assign(half_width=apart["margin"])


def leads(found: pd.DataFrame) -> pd.DataFrame:
    """Return of `families` who leads at each factor, and whether that is sure.

    Returns
    -------
    pandas.DataFrame
        A line a factor and family that has a model there: works, models, ``median``; ``best`` with
        its id, model and ``half_width``; how far it is ``behind`` the best of all families, the
        ``margin`` that chance explains [% of the baseline]; whether it is ``sure`` to be behind.

    Notes
    -----
    The margin is the critical value of `smallbert.compare.best.many_to_one` for all models of the
    factor times the standard error of the difference; missing where that is not known.
    """
    own, lines = _by_id(), []
    order = {"smaller": [*FACTORS], "family": [*FAMILIES.values()]}
    for _, part in found.groupby("smaller"):
        groups = part.groupby("family")
        best = part.loc[groups["retained"].idxmax()].set_index("family")
        first = best.loc[best["retained"].idxmax()]
        apart = differences(own.loc[[first["id"]] * len(best)], own.loc[best["id"]], measure="kept")
        df, several = float(apart["df"].min()), len(part) > 1
        critical = many_to_one(len(part), df, LEVEL) if several and df > 0 else np.nan
        table = best[["smaller", "id", "model", "half_width"]].assign(
            works=groups["source"].nunique(),
            models=groups.size(),
            median=groups["retained"].median(),
            best=best["retained"],
            behind=first["retained"] - best["retained"],
            margin=critical * apart["error"].to_numpy(),
        )
        lines.append(table.assign(sure=table["behind"] > table["margin"]).reset_index())
    if not lines:
        raise UserError("no family has a model of known size on this set; choose another score")
    table = pd.concat(lines)
    table = table.sort_values([*order], key=lambda each: each.map(order[each.name].index))
    return table[[*order, *table.columns.drop([*order])]].reset_index(drop=True)


def _by_id() -> pd.DataFrame:
    """Return `smallbert.compare.rows` by the ids of their scores."""
    return rows().drop_duplicates("id").set_index("id", drop=False)


@cached
def quantized() -> pd.DataFrame:
    """Return every pair of scores of one network on one task, before and after quantization.

    Returns
    -------
    pandas.DataFrame
        A line a pair: id (of the score after), source, table, row, model, technique, task, metric,
        origin, ``score`` and ``before`` [%], ``change`` [% of the score before], ``bits`` of
        a weight, ``ranges``, how those of the activations are set (static, dynamic, trained, or not
        stated), ``runtime``, and ``times``, how many times as fast it answers as before on the CPU
        that its work used, with ``times_id``; missing where that is not known.

    Notes
    -----
    The network before is the row that ``unquantized`` names, or else the baseline, if nothing but
    quantization parts the two. Where a table has no such row but prints what the score drops by,
    the score before is the sum. One metric of a task counts, averages over tasks and copies of
    other rows of the survey do not, nor does the mismatched half of MNLI beside the matched.
    """
    tidy = data.usable(data.results())
    scores = comparability.scores(tidy)
    scores = by_metric(scores[scores["metric"].ne("average") & scores["task"].ne("mnli-mm")])
    place = ["source", "table", "row", "task", "metric"]
    known = dict(
        zip(scores[place].itertuples(index=False, name=None), scores["value"], strict=True)
    )
    drops, times = (_numbers(tidy, metric) for metric in ("drop", "speedup-cpu"))
    copied = scores["measured_by"].eq(BORROWED) & ~scores["original"].str.contains("://")
    after = scores["technique"].str.contains("quantization") & ~copied
    lines = []
    for each in scores[after].itertuples():
        labels = sources.cells_of(each.source, each.table)
        own = labels[each.row]
        whole = _whole(own, labels)
        before = known.get((each.source, each.table, whole, each.task, each.metric))
        dropped, _ = drops.get((each.source, each.table, each.row), (None, ""))
        if not own.get("bits") or (before is None and dropped is None):
            continue
        faster, at = times.get((each.source, each.table, each.row), (None, ""))
        same = own.get("baseline") == whole
        line = {"before": each.value + dropped if before is None else before}
        line |= {"score": each.value, "bits": int(own["bits"])}
        line |= {"ranges": own.get("ranges") or UNSTATED, "runtime": own.get("runtime", "")}
        lines.append({**each._asdict(), **line, "times": faster if same else None, "times_id": at})
    names = ["id", "source", "table", "row", "model", "technique", "task", "stated_task", "metric"]
    names += ["origin", "before", "score", "bits", "ranges", "runtime", "times", "times_id"]
    pairs = pd.DataFrame(lines, columns=names).astype({"times": float})
    pairs = pairs.drop_duplicates(["source", "table", "row", "task"], ignore_index=True)
    return pairs.assign(change=100 * (pairs["score"] / pairs["before"] - 1))


def _whole(own: dict, labels: dict) -> str:
    """Return the row of the same network before quantization, or an empty string."""
    base = own.get("baseline", "")
    parts = [each.get("technique", "").split("+") for each in (own, labels.get(base, {}))]
    own_parts, whole = ({*each} - {"quantization", "architecture", "none"} for each in parts)
    return own.get("unquantized") or (base if base in labels and own_parts == whole else "")


def _numbers(tidy: pd.DataFrame, metric: str) -> dict[tuple, tuple[float, str]]:
    """Return the numbers of a metric, with their ids, by source, table and row."""
    rows = tidy[tidy["metric"].eq(metric)]
    return {(row.source, row.table, row.row): (row.value, row.id) for row in rows.itertuples()}


PATTERNS = {
    "unstructured": "single weights",
    "blocks and single weights": "blocks in attention, single weights elsewhere",
    "blocks": "square blocks",
    "rows": "single rows in attention, whole neurons elsewhere",
    "hybrid": "blocks in attention, whole neurons elsewhere",
    "hybrid, filled": "the same, each head that keeps a block restored as a whole",
    "structured": "whole heads and neurons",
}
"""What pruning removes, the least regular first, and what a reader calls it."""


def pruned(score: str = "squad") -> pd.DataFrame:
    """Return the pruned networks of every table that says by a column ``pattern`` what is removed.

    One row a network, by pattern: id (of its speedup), source, table, row, pattern, ``teacher`` and
    ``bert`` (base or large; empty where no source says it), ``removed`` and ``left``, shares of the
    weights of its layers [%], speedup [times] and the score [%], a key of `SCORES`. What is
    unusable elsewhere is here: nothing is ranked by it.
    """
    tidy, place = data.results(), ["source", "table", "row"]
    rows = tidy[place].drop_duplicates().itertuples(index=False)
    ours = [at for at in rows if "pattern" in sources.cells_of(at.source, at.table)[at.row]]
    tidy = tidy.merge(pd.DataFrame(ours))
    scored = tidy["task"].isin(SCORES.get(score, ())) & tidy["metric"].isin(vocabulary.scores())
    chosen = {"removed": tidy["metric"].eq("prune-ratio"), "score": scored}
    chosen |= {"speedup": tidy["metric"].str.startswith("speedup")}
    wide = {name: tidy[own].drop_duplicates(place).set_index(place) for name, own in chosen.items()}
    networks = pd.DataFrame({name: wide[name]["value"] for name in ("removed", "speedup", "score")})
    networks = networks.dropna()
    if networks.empty:
        raise UserError(f"score is {score!r}: no pruned network with a speedup is scored on it")
    for name in ("pattern", "teacher", "bert"):
        networks[name] = [sources.cells_of(key, at)[row][name] for key, at, row in networks.index]
    networks = networks.assign(left=100 - networks["removed"], id=wide["speedup"]["id"])
    order = networks["pattern"].map(list(PATTERNS).index)
    return networks.loc[order.sort_values(kind="stable").index].reset_index()


def by_share(rows: pd.DataFrame, edges: list[float]) -> pd.DataFrame:
    """Return what each pattern of `pruned` buys between shares of removed weights [%].

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
