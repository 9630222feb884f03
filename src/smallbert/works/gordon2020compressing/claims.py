"""Statements of Gordon et al.'s caption, whose curves the documents do not have.

Each is a row of ``facts``: a series has a measure equal, lower or highest against another.
It can be decided once a table of the source has both series; until then the finding says
which is missing.
"""

import pandas as pd

from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.data import sources

SOURCE = "gordon2020compressing"
METRICS = {"training loss": "training-loss", "development accuracy": "average"}
UNPRUNED = "unpruned"


@kind
def as_stated(material: Material, *, fact: str) -> Finding:
    """Tell whether a series of the figure lies to another as the caption states."""
    stated = material.labels(f"{SOURCE}/facts").loc[fact]
    measured = _measured(material, stated["measure"])
    partner = stated["against"] or UNPRUNED
    lowest = stated["relation"] in ("lowest", "highest")
    others = measured.index.drop(stated["series"], errors="ignore") if lowest else [partner]
    needed = [stated["series"], *others]
    missing = [row for row in needed if row not in measured.index]
    if missing or len(needed) < 2:
        raise LackingError(f"{stated['measure']} of {' and '.join(missing) or 'any pruned model'}")
    gaps = measured["value"][stated["series"]] - measured.loc[others, "value"]
    widths = measured.loc[others, "half_width"] + measured["half_width"][stated["series"]]
    lower, higher = (gaps < -widths).all(), (gaps > widths).all()
    near = (gaps.abs() <= widths).all()
    agrees = {
        "equal": near,
        "lower": lower,
        "lowest": lower,
        "highest": higher,
        "equal or lower": lower or near,
    }
    return Finding(
        verdict=HOLDS if agrees[stated["relation"]] else FAILS,
        evidence=tuple(measured.loc[needed, "id"]),
        value=gaps.iloc[0],
        decided_by=f"{stated['series']} {number(gaps.iloc[0], '+.2f')} against {others[0]}",
        comparisons=len(gaps),
    )


@kind
def free_share(material: Material, *, points: float = 0.5) -> Finding:
    """Tell whether models pruned by the caption's shares lose at most so many points."""
    measured = _measured(material, "development accuracy")
    band = material.column(f"{SOURCE}/facts", "prune-ratio-low")["value"].iloc[0]
    ratios = _results(material)
    ratios = ratios[ratios["metric"].eq("prune-ratio") & ratios["table"].ne("facts")]
    pruned = measured[measured.index.isin(ratios.loc[ratios["value"] >= band, "row"])]
    if pruned.empty:
        raise LackingError(f"accuracy of a model with {band:g} % of its weights pruned")
    loss = measured["value"][UNPRUNED] - pruned["value"]
    return Finding(
        verdict=choose(holds=loss.max() <= points, fails=loss.max() > points),
        evidence=(measured["id"][UNPRUNED], *pruned["id"]),
        value=loss.max(),
        decided_by=f"loss of at most {loss.max():.2f} points",
        comparisons=len(pruned),
    )


@kind
def not_overfitting(material: Material) -> Finding:
    """Tell whether each pruned model has the higher training loss and the lower accuracy."""
    loss, accuracy = (_measured(material, measure)["value"] for measure in METRICS)
    pruned = loss.index.intersection(accuracy.index).drop(UNPRUNED)
    if pruned.empty:
        raise LackingError("training loss and accuracy of any pruned model")
    over = (loss[pruned] < loss[UNPRUNED]) & (accuracy[pruned] < accuracy[UNPRUNED])
    ids = [_measured(material, measure)["id"] for measure in METRICS]
    return Finding(
        verdict=FAILS if over.any() else HOLDS,
        evidence=tuple(each[row] for row in [UNPRUNED, *pruned] for each in ids),
        value=float(over.sum()),
        decided_by=f"{over.sum()} of {len(pruned)} fit better and score less",
        comparisons=len(pruned),
    )


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
    return Finding(
        verdict=HOLDS if apart <= points else FAILS,
        evidence=tuple(tasks["id"]),
        value=apart,
        decided_by=f"a task is {apart:.2f} points off the mean",
        comparisons=loss.size,
    )


@kind
def clash_on_loss(material: Material) -> Finding:
    """Tell whether a series is said to be below one that is said to be lowest of all."""
    facts = material.labels(f"{SOURCE}/facts")
    loss = facts[facts["measure"] == "training loss"]
    lowest = set(loss.loc[loss["relation"] == "lowest", "series"])
    clash = loss[loss["relation"].eq("lower") & loss["against"].isin(lowest)]
    return Finding(
        verdict=HOLDS if len(clash) else FAILS,
        evidence=tuple(_measured(material, "training loss")["id"]),
        value=float(len(clash)),
        decided_by=f"{len(clash)} of {len(loss)} statements contradict each other: "
        + (" and ".join([*clash.index, *loss.index[loss["relation"] == "lowest"]]) or "none"),
        comparisons=len(loss) - 1,
    )


def _measured(material: Material, measure: str) -> pd.DataFrame:
    """Return what the source's tables have of a measure: value, half_width, id by row."""
    tidy = _results(material)
    tidy = tidy[tidy["metric"].eq(METRICS[measure]) & tidy["task"].eq("glue-5")]
    return tidy.set_index("row")[["value", "half_width", "id"]]


def _results(material: Material) -> pd.DataFrame:
    """Return the source's results of all tables."""
    names = [name for name in sources.tables(SOURCE) if name != "series"]
    found = [material.tidy(f"{SOURCE}/{name}") for name in names]
    return pd.concat(found)
