"""What this book measured itself: how long the documents' shapes take, and what they compute.

The times, the settings and what ran are tables of the source that `source` finds; the code that
measures lies in ``experiments/speed``.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
from scipy import special

from smallbert import cost, data
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.memo import cached

CONFIDENCE = 0.95
"""Least probability that an interval holds the median."""

CHANGES = ("layers", "hidden", "feed_forward", "vocabulary", "positions")
"""Fields of an architecture in which an arm may differ from it."""


@cached
def source() -> str:
    """Return the key of the source with the times that this book measured itself."""
    for key in sources.keys():
        tables = sources.tables(key)
        if "latency" in tables and tables["latency"].origin == "measured":
            return key
    raise UserError("no source has a table latency of origin measured; bring its folder back")


@cached  # each claim on times asks for it
def latencies() -> pd.DataFrame:
    """Return the committed measurement: a line a run, ``times`` as lists of milliseconds."""
    return _measured("latency").astype({"low": float, "high": float})


def components() -> pd.DataFrame:
    """Return the committed latencies by component, likewise."""
    return _measured("components")


def _measured(name: str) -> pd.DataFrame:
    frame = data.values(source(), name).rename(columns={"latency_cpu": "milliseconds"})
    frame = frame.astype({"batch": int, "tokens": int})
    return frame.assign(times=[[float(word) for word in each.split()] for each in frame["times"]])


def machine() -> pd.Series:
    """Return the description of the machine and of the committed measurement."""
    return sources.table_of(source(), "machine")["value"]


def arms() -> pd.DataFrame:
    """Return what ran, a line an arm: its product, zeros [%], rank, cached layers and question."""
    frame = sources.table_of(source(), "arms")
    numbers = ["share", "rank", "cached_layers", "question"]
    return frame.assign(**{name: frame[name].replace("", "0").astype(int) for name in numbers})


@cached
def whole() -> dict[str, str]:
    """Return the arm that runs a shape as it is, in 32 bits, by the shape's name."""
    frame = arms()
    own = frame["product"].eq("dense") & frame["cached_layers"].eq(0)
    own &= frame[[*CHANGES]].eq("").all(axis=1)
    names = frame.loc[own, "architecture"].drop_duplicates()
    return dict(zip(names, names.index, strict=True))


def settings() -> list[tuple[int, int]]:
    """Return batch and tokens of the settings at which shapes are compared, in order.

    The arms with cached layers have lengths of their own, which are none.
    """
    runs, what = latencies(), arms()
    compared = runs["baseline"].ne(runs.index) & runs["arm"].map(what["cached_layers"]).eq(0)
    pairs = runs.loc[compared, ["batch", "tokens"]].drop_duplicates()
    return list(pairs.itertuples(index=False, name=None))


def at(frame: pd.DataFrame, *, batch: int, sequence_length: int) -> pd.DataFrame:
    """Return of `latencies` what was measured at one of the `settings`, by the name of the arm."""
    if (batch, sequence_length) not in settings():
        known = ", ".join(f"batch {b} with {n} tokens" for b, n in settings())
        wanted = f"batch {batch} with {sequence_length} tokens"
        raise UserError(f"{wanted} was not measured; use one of {known}")
    chosen = frame[(frame["batch"] == batch) & (frame["tokens"] == sequence_length)]
    return chosen.set_index("arm")


def speedups() -> pd.DataFrame:
    """Return `latencies` with each run's speedup over its baseline.

    They are ``speedup``, ``speedup_low`` and ``speedup_high`` [times], taken round by round, and
    ``fewer``, by what factor the operations fall.
    """
    frame = latencies()
    base = frame.loc[frame["baseline"], "times"]
    ratios = [speedup(*pair) for pair in zip(base, frame["times"], strict=True)]
    frame[["speedup", "speedup_low", "speedup_high"]] = ratios
    return frame.assign(fewer=fewer(frame["baseline"]))


def pair(frame: pd.DataFrame, slow: str, fast: str) -> tuple[float, float, float]:
    """Return median and interval of the speedup of one row of `frame` over another."""
    return speedup(frame.loc[slow, "times"], frame.loc[fast, "times"])


def speedup(baseline, values) -> tuple[float, float, float]:
    """Return median and interval of the speedup from times in the same rounds, round by round."""
    return interval(np.asarray(baseline, dtype=float) / np.asarray(values, dtype=float))


def interval(values) -> tuple[float, float, float]:
    """Return median and interval, of the confidence `CONFIDENCE`, of independent values.

    The ends are order statistics, by the binomial distribution of the number of values below the
    median (Conover 1999): no distribution of the values is assumed. The interval of fewer than six
    has no ends (NaN).

    Examples
    --------
    >>> interval(range(1, 32))
    (16.0, 10.0, 22.0)
    """
    ordered = np.sort(np.asarray(list(values), dtype=float))
    below = special.bdtr(np.arange(len(ordered)), len(ordered), 0.5)
    outside = (below <= (1 - CONFIDENCE) / 2).sum()
    low, high = ordered[[outside - 1, len(ordered) - outside]] if outside else (np.nan, np.nan)
    return float(np.median(ordered)), float(low), float(high)


@cached  # seven claims ask for it
def operations() -> pd.Series:
    """Return the operations of one call of each run, in 1e9; a multiply-add counts as two.

    They are those of `smallbert.cost.operations`, embeddings looked up; with cached layers of
    `smallbert.cost.decomposed`. Zeros that are stored are computed, zeros that are left out are
    not. Codes of 8 bits count like floats.
    """
    runs, what = latencies(), arms()
    counts = []
    for run in runs.itertuples():
        arm, tokens, batch = what.loc[run.arm], run.tokens, run.batch
        changes = {name: int(arm[name]) for name in CHANGES if arm[name]}
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


def fewer(bases: pd.Series) -> pd.Series:
    """Return by what factor the operations of runs fall against their bases, named by run."""
    count = operations()
    return pd.Series(count[bases].to_numpy() / count[bases.index].to_numpy(), bases.index)
