"""How many times faster than their baselines works say that models are."""

import pandas as pd

KINDS = r"^(?P<kind>speedup|latency)(?:-(?P<device>.+))?$"
"""Metrics of speed, as their names have the kind and, if the work states one, the device."""


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
        ``device`` (empty where none is stated) and ``times``: the speedup, or the baseline's time
        divided by the model's, missing where the baseline's is not printed.
    """
    rows = tidy.join(tidy["metric"].str.extract(KINDS).fillna(""))
    base = rows["baseline"].map(tidy.set_index("id")["value"])
    times = rows["value"].where(rows["kind"].eq("speedup"), base / rows["value"])
    own = rows["kind"].ne("") & rows["technique"].ne("none")
    return rows.assign(times=times)[own]
