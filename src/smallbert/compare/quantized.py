"""What fewer bits cost: each network before and after quantization, on the same task."""

import pandas as pd

from smallbert import data
from smallbert.compare import comparability
from smallbert.compare.rows import by_metric
from smallbert.data import sources
from smallbert.data.results import BORROWED
from smallbert.paths import cached

UNSTATED = "not stated"


@cached
def quantized(*, corrected: bool = True) -> pd.DataFrame:
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
    tidy = data.usable(data.results(corrected=corrected))
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
    names = ["id", "source", "table", "row", "model", "technique", "task", "metric"]
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
