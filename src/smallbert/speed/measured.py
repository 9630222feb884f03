"""The committed measurement, as tables."""

import pandas as pd

from smallbert.data import sources
from smallbert.data.faults import UserError
from smallbert.speed import measure, plan
from smallbert.speed.operations import fewer

SOURCE = "speed"
"""Key of the measured values among the sources."""


def latencies() -> pd.DataFrame:
    """Return the committed measurement: a line a run, ``times`` as lists of milliseconds."""
    frame = sources.values(SOURCE, "latency").rename(columns={"latency_cpu": "milliseconds"})
    for name in ("low", "high"):
        frame[name] = frame[name].astype(float)
    return _typed(frame)


def components() -> pd.DataFrame:
    """Return the committed latencies by component, likewise."""
    return _typed(
        sources.values(SOURCE, "components").rename(columns={"latency_cpu": "milliseconds"})
    )


def machine() -> pd.Series:
    """Return the description of the machine and of the committed measurement."""
    return sources.table(SOURCE, "machine")["value"]


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    for name in ("batch", "tokens"):
        frame[name] = frame[name].astype(int)
    frame["times"] = [[float(word) for word in each.split()] for each in frame["times"]]
    return frame


def at(frame: pd.DataFrame, *, batch: int, sequence_length: int) -> pd.DataFrame:
    """Return the measurements at one of the settings at which everything was measured.

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
    if (batch, sequence_length) not in plan.SETTINGS:
        known = ", ".join(f"batch {b} with {n} tokens" for b, n in plan.SETTINGS)
        wanted = f"batch {batch} with {sequence_length} tokens"
        raise UserError(f"{wanted} was not measured; use one of {known}")
    chosen = frame[(frame["batch"] == batch) & (frame["tokens"] == sequence_length)]
    keys = ["arm", "component"] if "component" in chosen else ["arm"]
    return chosen.set_index(keys)


def speedups() -> pd.DataFrame:
    """Return `latencies` with each run's speed-up against its baseline.

    Returns
    -------
    pandas.DataFrame
        With ``speedup``, ``speedup_low`` and ``speedup_high`` [times], taken round by round, and
        ``fewer``, by what factor the operations fall.
    """
    frame = latencies()
    base = frame.loc[frame["baseline"], "times"]
    found = [measure.speedup(*pair) for pair in zip(base, frame["times"], strict=True)]
    frame[["speedup", "speedup_low", "speedup_high"]] = found
    return frame.assign(fewer=fewer(frame["baseline"]))


def pair(frame: pd.DataFrame, slow: str, fast: str) -> tuple[float, float, float]:
    """Return median and interval of the speed-up of one row of `frame` over another."""
    return measure.speedup(frame.loc[slow, "times"], frame.loc[fast, "times"])
