"""What this book measured itself: how long the documents' shapes take, and what they compute.

The times, the settings and what ran are tables of the source that `source` finds; the code that
measures lies in ``experiments/speed``.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
from scipy import stats

from smallbert import cost, data
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.paths import cached

CONFIDENCE = 0.95
"""Least probability that an interval holds the median."""

CHANGES = ("layers", "hidden", "feed_forward", "vocabulary", "positions")
"""Fields of an architecture in which an arm may differ from it."""

PRUNED = ["query, key, value", "attention output", "feed-forward", "bottlenecks"]
"""Components whose products are sparse where zeros are left out."""


@cached
def source() -> str:
    """Return the key of the source with the times that this book measured itself.

    Raises
    ------
    UserError
        There is none.
    """
    for key in sources.keys():
        if sources.tables(key).get("latency", {}).get("origin") == "measured":
            return key
    raise UserError("no source has a table latency of origin measured; bring its folder back")


@cached  # each claim on times asks for it
def latencies() -> pd.DataFrame:
    """Return the committed measurement: a line a run, ``times`` as lists of milliseconds."""
    frame = _typed(_measured("latency"))
    return frame.astype({"low": float, "high": float})


def components() -> pd.DataFrame:
    """Return the committed latencies by component, likewise."""
    return _typed(_measured("components"))


def machine() -> pd.Series:
    """Return the description of the machine and of the committed measurement."""
    return sources.table(source(), "machine")["value"]


def arms() -> pd.DataFrame:
    """Return what ran, a line an arm: its product, zeros [%], rank, cached layers and question."""
    frame = sources.table(source(), "arms")
    numbers = ["share", "rank", "cached_layers", "question"]
    return frame.assign(**{name: frame[name].replace("", "0").astype(int) for name in numbers})


def _measured(name: str) -> pd.DataFrame:
    return data.values(source(), name).rename(columns={"latency_cpu": "milliseconds"})


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    for name in ("batch", "tokens"):
        frame[name] = frame[name].astype(int)
    frame["times"] = [[float(word) for word in each.split()] for each in frame["times"]]
    return frame


def settings() -> list[tuple[int, int]]:
    """Return batch and tokens of the settings at which shapes are compared, in order.

    The arms with cached layers have lengths of their own, which are none.
    """
    runs, what = latencies(), arms()
    compared = runs["baseline"].ne(runs.index) & runs["arm"].map(what["cached_layers"]).eq(0)
    pairs = runs.loc[compared, ["batch", "tokens"]].drop_duplicates()
    return list(pairs.itertuples(index=False, name=None))


def at(frame: pd.DataFrame, *, batch: int, sequence_length: int) -> pd.DataFrame:
    """Return the measurements at one of the `settings`.

    Parameters
    ----------
    frame : pandas.DataFrame
        From `latencies` or `components`.
    batch, sequence_length : int
        Inputs of a call, tokens of an input.

    Returns
    -------
    pandas.DataFrame
        Indexed by the name of the arm, and of the component where there is one.

    Raises
    ------
    UserError
        The setting was not measured; the message lists those that were.
    """
    if (batch, sequence_length) not in settings():
        known = ", ".join(f"batch {b} with {n} tokens" for b, n in settings())
        wanted = f"batch {batch} with {sequence_length} tokens"
        raise UserError(f"{wanted} was not measured; use one of {known}")
    chosen = frame[(frame["batch"] == batch) & (frame["tokens"] == sequence_length)]
    keys = ["arm", "component"] if "component" in chosen else ["arm"]
    return chosen.set_index(keys)


def speedups() -> pd.DataFrame:
    """Return `latencies` with each run's speedup over its baseline.

    Returns
    -------
    pandas.DataFrame
        With ``speedup``, ``speedup_low`` and ``speedup_high`` [times], taken round by round, and
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
    """Return median and interval of the speedup, taken round by round.

    Parameters
    ----------
    baseline, values : sequence of float
        Times of both in the same rounds and the same unit.

    Examples
    --------
    >>> speedup([4.0] * 6, [2.0, 2.0, 2.0, 2.0, 1.0, 1.0])
    (2.0, 2.0, 4.0)
    """
    return interval(np.asarray(baseline, dtype=float) / np.asarray(values, dtype=float))


def interval(values) -> tuple[float, float, float]:
    """Return the median and an interval for it, of the confidence `CONFIDENCE`.

    Parameters
    ----------
    values : sequence of float
        Independent values of one quantity; the interval of fewer than six has no ends (NaN).

    Returns
    -------
    tuple of float
        Median, lower end, upper end, in the values' unit.

    Notes
    -----
    The ends are order statistics, by the binomial distribution of the number of values below the
    median (Conover 1999, through `scipy.stats.quantile_test`): no distribution of the values is
    assumed.

    Examples
    --------
    >>> interval(range(1, 32))
    (16.0, 10.0, 22.0)
    """
    ordered = np.sort(np.asarray(list(values), dtype=float))
    low, high = (np.nan if each is None else float(ordered[each]) for each in _ends(len(ordered)))
    return float(np.median(ordered)), low, high


@cache  # slow, and the same for all that were measured equally often
def _ends(count: int) -> tuple[int | None, ...]:
    """Return which of so many values, in order, are the ends of the interval, as far as it has."""
    ends = stats.quantile_test(range(count), p=0.5).confidence_interval(CONFIDENCE)
    return tuple(None if np.isnan(each) else int(each) for each in ends)


def operations() -> pd.Series:
    """Return the operations of one call of each run, in 1e9; a multiply-add counts as two.

    Notes
    -----
    By `smallbert.cost.operations`, embeddings looked up; with cached layers by
    `smallbert.cost.decomposed`. Zeros that are stored are computed, zeros that are left out are
    not. Codes of 8 bits count like floats.
    """
    return _counted().copy()


@cached  # seven claims ask for it
def _counted() -> pd.Series:
    runs, what = latencies(), arms()
    counts = [
        _operations(what.loc[run.arm], batch=run.batch, tokens=run.tokens)
        for run in runs.itertuples()
    ]
    return pd.Series(counts, runs.index)


def fewer(bases: pd.Series) -> pd.Series:
    """Return by what factor the operations of runs fall against their bases.

    Parameters
    ----------
    bases : pandas.Series
        Name of each run's base, indexed by the name of the run.
    """
    count = operations()
    return pd.Series(count[bases].to_numpy() / count[bases.index].to_numpy(), bases.index)


def _operations(arm: pd.Series, *, batch: int, tokens: int) -> float:
    shape = _shape(arm)
    count = cost.operations(shape, tokens=tokens, batch=batch)
    if arm["cached_layers"]:
        question, cached = arm["question"], arm["cached_layers"]
        layers = cost.decomposed(shape, tokens=tokens, question=question, cached=cached)
        return float(batch * layers + count["pooler"]) / 1e9
    left_out = arm["share"] / 100 if arm["product"] == "csr" else 0
    return float(count.sum() - left_out * count[PRUNED].sum()) / 1e9


def _shape(arm: pd.Series) -> cost.Architecture:
    changes = {name: int(arm[name]) for name in CHANGES if arm[name]}
    shape = replace(cost.architecture(arm["architecture"]), **changes)
    return cost.factored(shape, rank=int(arm["rank"])) if arm["rank"] else shape
