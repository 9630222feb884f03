"""How far the ratios of this book's times carry to other machines: those that works print."""

import numpy as np
import pandas as pd

from smallbert import data
from smallbert.compare import own_times
from smallbert.data import sources
from smallbert.memo import cached
from smallbert.works import speed

SHARED_SETTING = ("source", "device", "runtime", "precision", "tokens")
"""What two times on a machine must share so that they have a ratio."""

LEAST_TIME_SHARE = 0.03
"""Share of BERT-base's time below which a shape is mostly overhead of its calls and left out."""


@cached
def ratios_elsewhere() -> pd.DataFrame:
    """Return what shapes take on other machines, as shares of BERT-base's time there and here.

    One text at a time. Columns: source, device, architecture, ``there``, the median over runtimes,
    precisions and lengths; ``here``, on this book's clock in 32 bits, at the nearest length; and
    ``off``, their ratio. ``cpu`` is true of the other processor on which this book timed shapes.
    """
    printed = _printed_ratios()
    shares_here = [
        _share_here(row.architecture, row.tokens)
        for row in printed[["architecture", "tokens"]].itertuples()
    ]
    printed = printed.assign(here=shares_here).dropna(subset=["here"])
    every = pd.concat([printed.assign(cpu=False), _measured_ratios().assign(cpu=True)])
    by = ["cpu", "source", "device", "architecture"]
    ratios = every.groupby(by)[["there", "here"]].median().reset_index()
    ratios = ratios[ratios["here"] >= LEAST_TIME_SHARE]
    return ratios.assign(off=ratios["there"] / ratios["here"])


def _share_here(architecture: str, tokens: int, runtime: str = "") -> float:
    """Return the share of BERT-base's time at the timed length that is nearest."""
    near = min(own_times.timed_lengths(), key=lambda each: abs(each - tokens))
    times = [
        own_times.shape_time(each, tokens=near, runtime=runtime)
        for each in (architecture, own_times.BASE_SHAPE)
    ]
    return times[0].ms / times[1].ms if all(times) else np.nan


def _printed_ratios() -> pd.DataFrame:
    """Return the ratios that rows of one table have, at one setting."""
    tidy = data.usable(data.results())
    tidy = tidy[tidy["metric"].str.startswith("latency") & tidy["origin"].ne("measured")]
    # Of median and 99th percentile in one row the median.
    tidy = tidy.sort_values("value").drop_duplicates(["source", "table", "row", "model"])
    rows = []
    for run in tidy[tidy["unit"].eq("ms")].itertuples():
        cell = sources.cells_of(run.source, run.table)[run.row]
        if cell.get("batch") == "1" and cell.get("tokens") and cell.get("architecture"):
            about = {name: cell.get(name, "") for name in ("runtime", "precision", "architecture")}
            bits = {"precision": f"{about['precision']} {run.model.rpartition(' in ')[2]}"}
            where = {"source": run.source, "device": run.device, "tokens": int(cell["tokens"])}
            rows.append(about | bits | where | {"ms": run.value})
    frame = (
        pd.DataFrame(rows).groupby([*SHARED_SETTING, "architecture"])["ms"].median().reset_index()
    )
    base = frame[frame["architecture"].eq(own_times.BASE_SHAPE)].drop(columns="architecture")
    both = frame[frame["architecture"].ne(own_times.BASE_SHAPE)].merge(
        base, on=[*SHARED_SETTING], suffixes=("", "_base")
    )
    return both.assign(there=both["ms"] / both["ms_base"])


def _measured_ratios() -> pd.DataFrame:
    """Return the ratios on the processor on which this book timed the documents' shapes."""
    runs, whole_arms = speed.measured_speedups(), speed.whole_shape_arms()
    names = {arm: name for name, arm in whole_arms.items() if name != own_times.BASE_SHAPE}
    compared = (
        runs["batch"].eq(1)
        & runs["tokens"].isin(own_times.timed_lengths())
        & runs["arm"].isin(names)
    )
    runs = runs[compared & runs["baseline"].map(runs["arm"]).eq(whole_arms[own_times.BASE_SHAPE])]
    runs = runs.assign(architecture=runs["arm"].map(names), there=1 / runs["speedup"])
    shares_here = [
        _share_here(*each, "pytorch")
        for each in zip(runs["architecture"], runs["tokens"], strict=True)
    ]
    device = speed.run_machine()["processor"]
    return runs.assign(source=speed.KEY, device=device, here=shares_here).dropna(subset=["here"])


@cached
def largest_spread(*, cpu: bool) -> float:
    """Return the largest factor by which a ratio on another machine differs from that here."""
    found = ratios_elsewhere()
    off = np.log(found.loc[found["cpu"].eq(cpu), "off"])
    return float(np.exp(off.abs().max()))
