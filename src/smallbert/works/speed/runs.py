"""What this book measured itself: how long the documents' shapes take, and what they compute.

The times, the settings and what ran are tables of the source `KEY`; the code that
measures lies in ``experiments/speed``.
"""

from dataclasses import replace

import pandas as pd

from smallbert import cost, data
from smallbert.compare.time_medians import paired_speedup
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.memo import cached

KEY = "speed"


@cached  # each claim on times asks for it
def latencies() -> pd.DataFrame:
    """Return the committed measurement: a line a run, ``times`` as lists of milliseconds."""
    return _runs_with_times("latency").astype({"low": float, "high": float})


def components() -> pd.DataFrame:
    """Return the committed latencies by component, likewise."""
    return _runs_with_times("components")


def _runs_with_times(name: str) -> pd.DataFrame:
    frame = data.values(KEY, name).rename(columns={"latency_cpu": "milliseconds"})
    frame = frame.astype({"batch": int, "tokens": int})
    return frame.assign(times=[[float(word) for word in each.split()] for each in frame["times"]])


def run_machine() -> pd.Series:
    """Return the description of the machine and of the committed measurement."""
    return sources.table_of(KEY, "machine")["value"]


def timed_arms() -> pd.DataFrame:
    """Return what ran, a line an arm: its product, zeros [%], rank, cached layers and question."""
    frame = sources.table_of(KEY, "arms")
    numbers = ["share", "rank", "cached_layers", "question"]
    return frame.assign(**{name: frame[name].replace("", "0").astype(int) for name in numbers})


@cached
def whole_shape_arms() -> dict[str, str]:
    """Return the arm that runs a shape as it is, in 32 bits, by the shape's name."""
    frame = timed_arms()
    unchanged = frame["product"].eq("dense") & frame["cached_layers"].eq(0)
    unchanged &= frame[[*cost.CHANGED_FIELDS]].eq("").all(axis=1)
    names = frame.loc[unchanged, "architecture"].drop_duplicates()
    return dict(zip(names, names.index, strict=True))


def compared_settings() -> list[tuple[int, int]]:
    """Return batch and tokens of the settings at which shapes are compared, in order.

    The arms with cached layers have lengths of their own, which are none.
    """
    runs, what = latencies(), timed_arms()
    compared = runs["baseline"].ne(runs.index) & runs["arm"].map(what["cached_layers"]).eq(0)
    pairs = runs.loc[compared, ["batch", "tokens"]].drop_duplicates()
    return list(pairs.itertuples(index=False, name=None))


def at_setting(frame: pd.DataFrame, *, batch: int, sequence_length: int) -> pd.DataFrame:
    """Return of `latencies` what was measured at one of the `compared_settings`, by arm."""
    if (batch, sequence_length) not in compared_settings():
        settings = ", ".join(f"batch {b} with {n} tokens" for b, n in compared_settings())
        wanted = f"batch {batch} with {sequence_length} tokens"
        raise UserError(f"{wanted} was not measured; use one of {settings}")
    chosen = frame[(frame["batch"] == batch) & (frame["tokens"] == sequence_length)]
    return chosen.set_index("arm")


def measured_speedups() -> pd.DataFrame:
    """Return `latencies` with each run's speedup over its baseline.

    They are ``speedup``, ``speedup_low`` and ``speedup_high`` [times], taken round by round, and
    ``fewer``, by what factor the operations fall.
    """
    frame = latencies()
    base = frame.loc[frame["baseline"], "times"]
    ratios = [paired_speedup(*pair) for pair in zip(base, frame["times"], strict=True)]
    frame[["speedup", "speedup_low", "speedup_high"]] = ratios
    return frame.assign(fewer=fewer_operations(frame["baseline"]))


def speedup_of_pair(frame: pd.DataFrame, slow: str, fast: str) -> tuple[float, float, float]:
    """Return median and interval of the speedup of one row of `frame` over another."""
    return paired_speedup(frame.loc[slow, "times"], frame.loc[fast, "times"])


@cached  # seven claims ask for it
def run_operations() -> pd.Series:
    """Return the operations of one call of each run, in 1e9; a multiply-add counts as two.

    They are those of `smallbert.cost.operations`, embeddings looked up; with cached layers of
    `smallbert.cost.decomposed`. Zeros that are stored are computed, zeros that are left out are
    not. Codes of 8 bits count like floats.
    """
    runs, arms = latencies(), timed_arms()
    counts = []
    for run in runs.itertuples():
        arm, tokens, batch = arms.loc[run.arm], run.tokens, run.batch
        changes = {name: int(arm[name]) for name in cost.CHANGED_FIELDS if arm[name]}
        shape = replace(cost.architecture(arm["architecture"]), **changes)
        shape = cost.factored(shape, rank=int(arm["rank"])) if arm["rank"] else shape
        count = cost.operations(shape, tokens=tokens, batch=batch)
        if cached := arm["cached_layers"]:
            asked = {"tokens": tokens, "question": arm["question"], "cached": cached}
            counts.append(batch * cost.decomposed(shape, **asked) + count["pooler"])
        else:
            sparse = ["query, key, value", "attention output", "feed-forward", "bottlenecks"]
            left_out = arm["share"] / 100 if arm["product"] == "csr" else 0
            counts.append(count.sum() - left_out * count[sparse].sum())
    return pd.Series([float(each) / 1e9 for each in counts], runs.index)


def fewer_operations(bases: pd.Series) -> pd.Series:
    """Return by what factor the operations of runs fall against their bases, named by run."""
    count = run_operations()
    return pd.Series(count[bases].to_numpy() / count[bases.index].to_numpy(), bases.index)
