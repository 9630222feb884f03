"""Rows of all sources on common axes: how much smaller or faster, and how much score is kept."""

import pandas as pd

from smallbert import cost, paths, sources, vocabulary
from smallbert.faults import UserError

SCORES = {
    "mnli": ("mnli-m", "mnli"),
    "sst-2": ("sst-2",),
    "qqp": ("qqp",),
    "mrpc": ("mrpc",),
    "qnli": ("qnli",),
    "squad": ("squad-1.1",),
}
"""The tasks behind each choice of score."""

METRICS = ("accuracy", "score", "f1")
"""Metrics of a score, the one to prefer first."""

AXES = {
    "with_embeddings": "compression of the stored weights, embeddings counted",
    "without_embeddings": "compression of the stored weights, embeddings left out",
    "speedup": "speedup as the source measures it",
}
"""What a cost axis means; 1 is the row's own baseline, more is smaller or faster."""

PRINTED_COSTS = {
    "with_embeddings": {"compression-factor": float, "size-with-embeddings": lambda v: 100 / v},
    "without_embeddings": {
        "size-without-embeddings": lambda v: 100 / v,
        "prune-ratio": lambda v: 100 / (100 - v),
    },
    "speedup": {"speedup-gpu": float, "speedup": float},
}
"""Metrics that give a cost axis by themselves, and how."""


def evidence(
    *, score: str = "mnli", size_axis: str = "with_embeddings", corrected: bool = True
) -> pd.DataFrame:
    """Return every row of every source that has a score, a baseline and a place on the axis.

    Parameters
    ----------
    score : str
        A key of `SCORES`.
    size_axis : str
        A key of `AXES`.
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a model: source, table, row, model, technique, task, metric, split, origin,
        ``score`` and ``baseline_score`` [%], ``baseline`` (what it is compared with),
        ``retained`` [% of the baseline's score], ``change`` [points], ``factor`` [times] on the
        axis, ``factor_origin`` (printed or derived) and locator.

    Raises
    ------
    UserError
        `score` or `size_axis` is unknown.
    """
    for name, value, allowed in (("score", score, SCORES), ("size_axis", size_axis, AXES)):
        if value not in allowed:
            raise UserError(f"{name} is {value!r}; use one of {', '.join(allowed)}")
    tidy = sources.results(corrected=corrected, only=lambda table: _may_have(table, SCORES[score]))
    rows = _scores(tidy, SCORES[score])
    factors = [_factor(row, tidy, size_axis) for row in rows.itertuples()]
    rows[["factor", "factor_origin"]] = pd.DataFrame(factors, index=rows.index)
    rows["retained"] = 100 * rows["score"] / rows["baseline_score"]
    rows["change"] = rows["score"] - rows["baseline_score"]
    rows = rows.dropna(subset="factor")
    again = rows["origin"].eq("published") & rows.duplicated(["source", "model", "split"])
    return rows[~again].reset_index(drop=True)


def _may_have(table: dict, tasks: tuple[str, ...]) -> bool:
    """Tell by its descriptor whether a table may hold scores of the tasks."""
    named = [each.get("task", "") for each in sources.quantities(table)]
    return any(task in tasks or task.startswith("$") for task in named)


def of_technique(rows: pd.DataFrame, technique: str) -> pd.DataFrame:
    """Return the rows that use `technique`; ``compound`` means rows that use several."""
    parts = rows["technique"].str.split("+")
    if technique == "compound":
        return rows[parts.str.len() > 1]
    return rows[parts.map(lambda names: technique in names).astype(bool)]


def shown(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the evidence as a table for a page: words for keys, rounded numbers."""
    tasks, names = vocabulary.table("tasks")["name"], vocabulary.table("metrics")["name"]
    frame = pd.DataFrame(
        {
            "Model": rows["model"],
            "Source": rows["source"],
            "Task": rows["task"].map(tasks) + ", " + rows["metric"].map(names),
            "Split": rows["split"],
            "Baseline": rows["baseline"],
            "Score [%]": rows["score"].map("{:.1f}".format),
            "Baseline's [%]": rows["baseline_score"].map("{:.1f}".format),
            "Kept [%]": rows["retained"].map("{:.1f}".format),
            "Factor [x]": rows["factor"].map("{:.2f}".format),
            "Factor is": rows["factor_origin"],
            "Score is": rows["origin"],
        }
    )
    return frame.sort_values(["Split", "Source"], kind="stable").reset_index(drop=True)


def _scores(tidy: pd.DataFrame, tasks: tuple[str, ...]) -> pd.DataFrame:
    """Return one score for each row of each table, with the baseline that belongs to it."""
    chosen = tidy[tidy["task"].isin(tasks) & tidy["metric"].isin(METRICS)]
    chosen = chosen[~chosen["table"].eq("claims")]
    records = []
    for each in chosen.itertuples():
        value, name = _baseline(each, tidy)
        if value is not None and each.technique != "none":
            kept = {key: getattr(each, key) for key in KEPT}
            records.append(kept | {"score": each.value, "baseline_score": value, "baseline": name})
    frame = pd.DataFrame(records, columns=[*KEPT, "score", "baseline_score", "baseline"])
    rank = frame["metric"].map(METRICS.index) + 10 * frame["task"].map(tasks.index)
    frame = frame.assign(rank=rank).sort_values("rank", kind="stable")
    frame = frame.drop_duplicates(["source", "table", "row"]).sort_index()
    return frame.drop(columns="rank").reset_index(drop=True)


KEPT = ["source", "table", "row", "model", "technique", "task", "metric", "split", "origin"]
KEPT += ["locator"]


def _baseline(each, tidy: pd.DataFrame) -> tuple[float | None, str]:
    """Find the score that a row is compared with: its own, one implied, or one from elsewhere."""
    if each.baseline:
        base = tidy[tidy["id"] == each.baseline].iloc[0]
        return base["value"], base["model"]
    change = tidy[tidy["id"] == each.id.rsplit("/", 1)[0] + f"/{each.task}-change"]
    if len(change):
        return each.value - change["value"].iloc[0], f"implied by the change of {each.model}"
    for other in baselines().itertuples():
        if (other.table, other.split) == (f"{each.source}/{each.table}", each.split):
            quantity = each.id.rsplit("/", 1)[1]
            there = tidy[tidy["id"] == f"{other.baseline}/{quantity}"]
            if len(there):
                return there["value"].iloc[0], f"{there['model'].iloc[0]} ({other.baseline})"
    return None, ""


def baselines() -> pd.DataFrame:
    """Return the baselines that a table borrows from another: table, split, baseline, reason."""
    return sources.read_csv(paths.data() / "baselines.csv")


def _factor(each, tidy: pd.DataFrame, axis: str) -> tuple[float | None, str]:
    """Place a row on a cost axis: by a printed number, else by parameters, bits or shape."""
    own = tidy[(tidy["source"] == each.source) & (tidy["table"] == each.table)]
    own = own[own["row"] == each.row]
    for metric, turn in PRINTED_COSTS[axis].items():
        printed = own.loc[own["metric"] == metric, "value"]
        if len(printed):
            return turn(printed.iloc[0]), "printed"
    counted = own[own["metric"] == "parameters"]
    if axis == "with_embeddings" and len(counted):
        base, _ = _baseline(counted.iloc[0], tidy)
        if base:
            return base / counted["value"].iloc[0], "printed"
    return (None, "") if axis == "speedup" else (_by_shape(each, own, axis), "derived")


def _by_shape(each, own: pd.DataFrame, axis: str) -> float | None:
    """Derive a row's compression from its shape, bits and prune ratio; None without a shape."""
    table = sources.table(each.source, each.table)
    labels = table.loc[each.row]
    if not labels.get("architecture"):
        return None
    shape = cost.architecture(labels["architecture"])
    ratio = own.loc[own["metric"] == "prune-ratio", "value"]
    if len(ratio):  # pruned weights are those outside the embeddings
        whole = cost.parameters(shape)
        inside = cost.without_embeddings(whole)
        return whole.sum() / (whole.sum() - inside * ratio.iloc[0] / 100)
    full = cost.architecture(_architecture(table, labels.get("baseline", "")) or "bert-base")
    bits = float(labels.get("bits") or 32)
    if axis == "with_embeddings":
        return cost.megabytes(full) / cost.megabytes(shape, weight_bits=bits, embedding_bits=bits)
    before = cost.without_embeddings(cost.parameters(full))
    return before / cost.without_embeddings(cost.parameters(shape)) * 32 / bits


def _architecture(table: pd.DataFrame, row: str) -> str:
    """Return the shape of a row, or an empty string where the row or its shape is not stated."""
    return table.loc[row].get("architecture", "") if row in table.index else ""
