"""What of Gordon et al. is code: kinds of claims on the caption's statements.

A statement is a row of ``facts``: a series has a measure equal, lower or highest against another.
It can be decided once a table of the source has both series; until then the finding says which is
missing.
"""

import pandas as pd

from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.data import sources

KEY, UNPRUNED = "gordon2020compressing", "unpruned"
METRICS = {"training loss": "training-loss", "development accuracy": "average"}


@kind
def as_stated(material: Material, *, fact: str) -> Finding:
    """Tell whether a series of the figure lies to another as the caption states."""
    stated = material.labels(f"{KEY}/facts").loc[fact]
    series, measured = stated["series"], _measured(material, stated["measure"])
    others = [stated["against"] or UNPRUNED]
    if stated["relation"] in ("lowest", "highest"):
        others = list(measured.index.drop(series, errors="ignore"))
    missing = [row for row in (series, *others) if row not in measured.index]
    if missing or not others:
        raise LackingError(f"{stated['measure']} of {' and '.join(missing) or 'any pruned model'}")
    gaps = measured["value"][series] - measured.loc[others, "value"]
    widths = measured.loc[others, "half_width"] + measured["half_width"][series]
    lower, near = (gaps < -widths).all(), (gaps.abs() <= widths).all()
    agrees = {"equal": near, "lower": lower, "lowest": lower, "equal or lower": lower or near}
    agrees["highest"] = (gaps > widths).all()
    decided = f"{series} {number(gaps.iloc[0], '+.2f')} against {others[0]}"
    ids = measured.loc[[series, *others], "id"]
    return _found(agrees[stated["relation"]], gaps.iloc[0], decided, ids, len(gaps))


@kind
def free_share(material: Material, *, points: float = 0.5) -> Finding:
    """Tell whether models pruned by the caption's shares lose at most so many points."""
    measured, tidy = _measured(material, "development accuracy"), _results(material)
    band = material.column(f"{KEY}/facts", "prune-ratio-low")["value"].iloc[0]
    ratios = tidy[tidy["metric"].eq("prune-ratio") & tidy["table"].ne("facts")]
    pruned = measured[measured.index.isin(ratios.loc[ratios["value"] >= band, "row"])]
    if pruned.empty:
        raise LackingError(f"accuracy of a model with {band:g} % of its weights pruned")
    most = (measured["value"][UNPRUNED] - pruned["value"]).max()
    ids = [measured["id"][UNPRUNED], *pruned["id"]]
    return _found(most <= points, most, f"loss of at most {most:.2f} points", ids, len(pruned))


@kind
def not_overfitting(material: Material) -> Finding:
    """Tell whether each pruned model has the higher training loss and the lower accuracy."""
    both = [_measured(material, measure) for measure in METRICS]
    loss, accuracy = (measured["value"] for measured in both)
    pruned = loss.index.intersection(accuracy.index).drop(UNPRUNED)
    if pruned.empty:
        raise LackingError("training loss and accuracy of any pruned model")
    over = (loss[pruned] < loss[UNPRUNED]) & (accuracy[pruned] < accuracy[UNPRUNED])
    ids = [measured["id"][row] for row in [UNPRUNED, *pruned] for measured in both]
    decided = f"{over.sum()} of {len(pruned)} fit better and score less"
    return _found(not over.any(), over.sum(), decided, ids, len(pruned))


@kind
def tasks_alike(material: Material, *, points: float = 1) -> Finding:
    """Tell whether each task's loss stays within so many points of the mean's."""
    tidy = _results(material)
    tasks = tidy[tidy["task"].ne("glue-5") & tidy["metric"].isin(["accuracy", "matthews", "f1"])]
    if tasks.empty:
        raise LackingError("accuracy of single tasks")
    wide = tasks.pivot_table(index="row", columns="task", values="value")
    loss = wide.loc[UNPRUNED] - wide.drop(index=UNPRUNED)
    apart = loss.sub(loss.mean(axis=1), axis=0).abs().max().max()
    decided = f"a task is {apart:.2f} points off the mean"
    return _found(apart <= points, apart, decided, tasks["id"], loss.size)


@kind
def clash_on_loss(material: Material) -> Finding:
    """Tell whether a series is said to be below one that is said to be lowest of all."""
    loss = material.labels(f"{KEY}/facts").query("measure == 'training loss'")
    lowest = loss[loss["relation"] == "lowest"]
    clash = loss[loss["relation"].eq("lower") & loss["against"].isin(lowest["series"])]
    named = " and ".join([*clash.index, *lowest.index]) or "none"
    decided = f"{len(clash)} of {len(loss)} statements contradict each other: {named}"
    ids = _measured(material, "training loss")["id"]
    return _found(len(clash) > 0, len(clash), decided, ids, len(loss) - 1)


def _found(holds: bool, value: float, decided: str, ids, comparisons: int) -> Finding:
    """Return the finding of a statement that holds or fails."""
    return Finding(
        verdict=HOLDS if holds else FAILS,
        evidence=tuple(ids),
        value=float(value),
        decided_by=decided,
        comparisons=comparisons,
    )


def _measured(material: Material, measure: str) -> pd.DataFrame:
    """Return what the source's tables have of a measure: value, half_width, id by row."""
    tidy = _results(material)
    tidy = tidy[tidy["metric"].eq(METRICS[measure]) & tidy["task"].eq("glue-5")]
    return tidy.set_index("row")[["value", "half_width", "id"]]


def _results(material: Material) -> pd.DataFrame:
    """Return the source's results of all tables."""
    names = [name for name in sources.tables(KEY) if name != "series"]
    return pd.concat(material.tidy(f"{KEY}/{name}") for name in names)
