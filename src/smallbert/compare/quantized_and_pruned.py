"""What a technique costs and buys: `quantized`, fewer bits; `pruned`, zeros of each pattern."""

from collections.abc import Mapping
from itertools import pairwise

import pandas as pd

from smallbert import data
from smallbert.compare import comparability
from smallbert.compare.scored_rows import SCORES, by_metric
from smallbert.data import sources, vocabulary
from smallbert.data.results import BORROWED, UNSTATED
from smallbert.errors import UserError
from smallbert.memo import cached


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
    scores = comparability.scores_among(tidy)
    scores = by_metric(scores[scores["metric"].ne("average") & scores["task"].ne("mnli-mm")])
    places = scores[["source", "table", "row", "task", "metric"]].itertuples(index=False, name=None)
    value_at = dict(zip(places, scores["value"], strict=True))
    drops, speedups = (_numbers_of_metric(tidy, metric) for metric in ("drop", "speedup-cpu"))
    copied = scores["measured_by"].eq(BORROWED) & ~scores["original"].str.contains("://")
    after = scores["technique"].str.contains("quantization") & ~copied
    lines = []
    for score in scores[after].itertuples():
        rows = sources.cells_of(score.source, score.table)
        row = (score.source, score.table, score.row)
        cells = rows[score.row]
        row_before = _row_before(cells, rows)
        before = value_at.get((score.source, score.table, row_before, score.task, score.metric))
        drop, _ = drops.get(row, (None, ""))
        if not cells.get("bits") or (before is None and drop is None):
            continue
        times, times_id = speedups.get(row, (None, ""))
        # A speedup is over the row's baseline, which need not be the network before.
        over_row_before = cells.get("baseline") == row_before
        pair = score._asdict() | {
            "before": score.value + drop if before is None else before,
            "score": score.value,
            "bits": int(cells["bits"]),
            "ranges": cells.get("ranges") or UNSTATED,
            "runtime": cells.get("runtime", ""),
            "times": times if over_row_before else None,
            "times_id": times_id,
        }
        lines.append(pair)
    names = ["id", "source", "table", "row", "model", "technique", "task", "stated_task", "metric"]
    names += ["origin", "before", "score", "bits", "ranges", "runtime", "times", "times_id"]
    pairs = pd.DataFrame(lines, columns=names).astype({"times": float})
    pairs = pairs.drop_duplicates(["source", "table", "row", "task"], ignore_index=True)
    return pairs.assign(change=100 * (pairs["score"] / pairs["before"] - 1))


def _row_before(cells: Mapping[str, str], rows: Mapping[str, Mapping[str, str]]) -> str:
    """Return the row of the same network before quantization, or an empty string.

    `cells` are those of one of the `rows` of a table.
    """
    baseline = cells.get("baseline", "")
    # A design that both share is no step from one to the other.
    techniques, techniques_before = (
        {*line.get("technique", "").split("+")} - {"quantization", "architecture", "none"}
        for line in (cells, rows.get(baseline, {}))
    )
    same_network = baseline in rows and techniques == techniques_before
    return cells.get("unquantized") or (baseline if same_network else "")


def _numbers_of_metric(tidy: pd.DataFrame, metric: str) -> dict[tuple, tuple[float, str]]:
    """Return the numbers of a metric, with their ids, by source, table and row."""
    rows = tidy[tidy["metric"].eq(metric)]
    return {(row.source, row.table, row.row): (row.value, row.id) for row in rows.itertuples()}


PATTERNS = {
    "unstructured": "single weights",
    "blocks and single weights": "blocks in attention, single weights elsewhere",
    "blocks": "square blocks",
    "rows": "single rows in attention, whole neurons elsewhere",
    "hybrid": "blocks in attention, whole neurons elsewhere",
    "hybrid, filled": "the same, with partly pruned heads restored",
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
    tidy, row_of = data.results(), ["source", "table", "row"]
    rows = tidy[row_of].drop_duplicates().itertuples(index=False)
    with_pattern = [
        place
        for place in rows
        if "pattern" in sources.cells_of(place.source, place.table)[place.row]
    ]
    tidy = tidy.merge(pd.DataFrame(with_pattern))
    scored = tidy["task"].isin(SCORES.get(score, ())) & tidy["metric"].isin(vocabulary.scores())
    chosen = {"removed": tidy["metric"].eq("prune-ratio"), "score": scored}
    chosen |= {"speedup": tidy["metric"].str.startswith("speedup")}
    wide = {
        name: tidy[mask].drop_duplicates(row_of).set_index(row_of) for name, mask in chosen.items()
    }
    networks = pd.DataFrame({name: wide[name]["value"] for name in ("removed", "speedup", "score")})
    networks = networks.dropna()
    if networks.empty:
        raise UserError(f"score is {score!r}: no pruned network with a speedup is scored on it")
    for name in ("pattern", "teacher", "bert"):
        networks[name] = [
            sources.cells_of(key, table_name)[row][name] for key, table_name, row in networks.index
        ]
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
