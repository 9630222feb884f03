"""How many times faster than their baselines works say that models are."""

import pandas as pd

KINDS = r"^(?P<kind>speedup|latency)(?:-(?P<on>.+))?$"
"""Metrics of speed, as their names have what is told and, if the work says so, on which kind."""


def speedups(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the speedups of compressed models, and the times that are set against a baseline's.

    Parameters
    ----------
    tidy : pandas.DataFrame
        Tidy results, those of the baselines among them.

    Returns
    -------
    pandas.DataFrame
        The lines of the tidy results that tell them, each with ``kind`` (speedup or latency),
        ``on`` (gpu, cpu or phone; empty where that is not stated) and ``times``: the speedup, or
        the baseline's time divided by the model's, missing where the baseline's is not printed for
        the same device.
    """
    rows = tidy.join(tidy["metric"].str.extract(KINDS).fillna(""))
    base = tidy.set_index("id")
    same = rows["baseline"].map(base["device"]).eq(rows["device"])
    base = rows["baseline"].map(base["value"]).where(same)
    times = rows["value"].where(rows["kind"].eq("speedup"), base / rows["value"])
    own = rows["kind"].ne("") & rows["technique"].ne("none")
    return rows.assign(times=times)[own]
