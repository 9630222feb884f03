"""One clock: how long a shape takes on the processor on which this book timed every one.

``experiments/speed`` builds each shape with random weights; `times_source` has its times. Who was
not timed has an estimate from operations, by the `operations_rule` that the timed shapes follow in
32 bits.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import special

from smallbert import cost, data
from smallbert.data import sources
from smallbert.errors import UserError
from smallbert.memo import cached

BASE_SHAPE = "bert-base"
THREADS = 1
"""Threads of a time, where nobody says how many: it depends least on what else a machine does."""

RUNTIMES = {"onnxruntime": "ONNX Runtime", "openvino": "OpenVINO", "pytorch": "PyTorch"}

RULE_LEVEL = 0.95
"""Probability that the interval of an estimate holds the time."""

LEAST_OPERATIONS = 0.03
"""Share of BERT-base's operations below which the overhead of calls exceeds their arithmetic: no
time follows from operations."""


class Time(NamedTuple):
    """A time [ms], its runtime and the shape that was timed, both empty for an estimate.

    The interval of a measured time is the median's over rounds, of 95 %, widened to hold the
    median of each process.
    """

    ms: float
    low: float
    high: float
    runtime: str
    shape: str


class OperationsRule(NamedTuple):
    """By what a time follows from operations: ``time ratio = factor × operations ratio``.

    ``low`` and ``high`` are the factor's for one further shape, at the probability `RULE_LEVEL`;
    ``error`` is the median of how far each of ``shapes`` is from the rule of the others [%].
    """

    factor: float
    low: float
    high: float
    error: float
    shapes: int


@cached
def times_source() -> str:
    """Return the key of the source with the times of all shapes that this book measured itself."""
    for key in sources.keys():
        tables = sources.tables(key)
        if "models" in tables and "times" in tables and tables["times"].origin == "measured":
            return key
    raise UserError("no source has tables models and measured times; bring its folder back")


@cached
def shape_times() -> pd.DataFrame:
    """Return the times, a line an architecture and setting, each as of the graph that was timed.

    Columns: architecture, timed_as (the graph that was timed), runtime, bits, threads, batch,
    tokens, milliseconds, low, high, rounds, row.
    """
    timed = data.values(times_source(), "times").rename(columns={"latency_cpu": "milliseconds"})
    timed = timed.rename_axis("row").reset_index()
    numbers = ["bits", "threads", "batch", "tokens", "rounds"]
    timed = timed.astype(dict.fromkeys(numbers, int) | dict.fromkeys(["low", "high"], float))
    same = sources.table_of(times_source(), "models")["timed_as"].rename_axis("of").reset_index()
    every = same.merge(timed, left_on="timed_as", right_on="architecture")
    return every.assign(architecture=every["of"]).drop(columns="of")


def machine() -> pd.Series:
    """Return the machine, its instruction sets and the versions, by name."""
    return sources.table_of(times_source(), "machine")["value"]


@cached
def timed_lengths() -> list[int]:
    """Return the lengths in tokens at which one text was timed."""
    timed = shape_times()
    return sorted(map(int, timed.loc[timed["batch"] == 1, "tokens"].unique()))


@cached
def fastest_times() -> pd.DataFrame:
    """Return of `shape_times` the line in the fastest runtime of each architecture and setting.

    ``share`` is of the time that BERT-base takes at that setting in the runtime fastest for it.
    """
    setting = ["bits", "threads", "batch", "tokens"]
    timed = shape_times().sort_values([*setting, "milliseconds"])
    timed = timed.drop_duplicates(["architecture", *setting])
    base = timed[timed["architecture"].eq(BASE_SHAPE)].set_index(setting)["milliseconds"]
    return timed.join(base.rename("base"), on=setting).eval("share = milliseconds / base")


@cached
def _times_by_shape(
    threads: int, batch: int, runtime: str = ""
) -> dict[tuple[str, int, int], Time]:
    """Return a setting's times by architecture, bits and length, the fastest or a runtime's."""
    timed = shape_times().query("runtime == @runtime") if runtime else fastest_times()
    timed = timed[timed["threads"].eq(threads) & timed["batch"].eq(batch)]
    return {
        (row.architecture, row.bits, row.tokens): Time(
            row.milliseconds, row.low, row.high, row.runtime, row.timed_as
        )
        for row in timed.itertuples()
    }


def shape_time(
    architecture: str,
    *,
    bits: int = 32,
    tokens: int = 128,
    threads: int = THREADS,
    batch: int = 1,
    runtime: str = "",
) -> Time | None:
    """Return the time of a shape, or none if it was not timed; without a runtime in the fastest."""
    return _times_by_shape(threads, batch, runtime).get((architecture, bits, tokens))


@cached
def promised_times(tokens: int = 128) -> pd.DataFrame:
    """Return of each timed shape its share of BERT-base's time and of its operations, in 32 bits.

    Index the architecture, one of each graph; columns ``time``, ``operations``, ``off``, their
    ratio, and ``ruled``: whether the rule is of it. Left out of that are shapes with relative
    positions, of which a runtime computes a part when it loads, and those below `LEAST_OPERATIONS`.
    """
    timed = fastest_times().query(
        "threads == @THREADS and batch == 1 and bits == 32 and tokens == @tokens"
    )
    # several shapes are one graph
    timed = timed.drop_duplicates("row").set_index("architecture")
    shapes = {name: cost.architecture(name) for name in timed.index if name != BASE_SHAPE}
    count = {name: cost.operations(each, tokens=tokens).sum() for name, each in shapes.items()}
    base = cost.operations(cost.architecture(BASE_SHAPE), tokens=tokens).sum()
    shares = pd.DataFrame(
        {
            "time": timed["share"],
            "operations": pd.Series(count, dtype=float) / base,
        }
    ).dropna()
    plain = np.array([shapes[name].relative == 0 for name in shares.index])
    return shares.assign(
        off=shares["time"] / shares["operations"],
        ruled=plain & shares["operations"].ge(LEAST_OPERATIONS),
    )


@cached
def operations_rule(tokens: int = 128) -> OperationsRule:
    """Return what a time in 32 bits is for its operations, from the timed shapes.

    Logarithms of the factors are taken as normal; each shape is also predicted by the others.
    """
    known = promised_times(tokens)
    off = np.log(known.loc[known["ruled"], "off"])
    n = len(off)
    half = special.stdtrit(n - 1, (1 + RULE_LEVEL) / 2) * off.std() * np.sqrt(1 + 1 / n)
    predicted = (off.sum() - off) / (n - 1)
    error = float(np.median(np.abs(np.expm1(off - predicted)))) * 100
    middle = off.mean()
    return OperationsRule(*(float(np.exp(middle + each)) for each in (0, -half, half)), error, n)


def estimated_time(operations: float, *, tokens: int = 128) -> Time | None:
    """Return what a model takes in 32 bits by its share of BERT-base's operations."""
    base = shape_time(BASE_SHAPE, tokens=tokens)
    if base is None or not operations >= LEAST_OPERATIONS:
        return None
    known = operations_rule(tokens)
    ends = (operations * each * base.ms for each in (known.factor, known.low, known.high))
    return Time(*ends, "", "")
