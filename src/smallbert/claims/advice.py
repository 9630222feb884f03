"""The poster's suggestions, as far as the rows of its table can test them."""

from itertools import combinations

import pandas as pd

from smallbert.claims.effectiveness import OWN, SIZE, TASKS, chains, rows_of
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, number
from smallbert.claims.material import Material


def compound_beats_single(material: Material, *, equal: float) -> Finding:
    """Tell whether the smallest row of several techniques beats the smallest of a single one."""
    rows = rows_of(material)
    several = chains(rows)
    chain, lone = (rows.frame.loc[mask, SIZE].idxmin() for mask in (several, ~several))
    lead = rows.lead(chain, lone)
    return Finding(
        verdict=HOLDS if rows.beats(chain, lone, equal) else FAILS,
        evidence=rows.evidence([chain, lone]),
        value=lead,
        decided_by=f"{chain} against {lone}: {number(lead, '+.2f')} points over shared tasks",
        comparisons=1,
    )


def longest_chain_smallest(material: Material) -> Finding:
    """Tell whether the row that joins most techniques is the smallest of all."""
    rows = rows_of(material)
    joined = rows.frame["technique"].str.count(r"\+") + 1
    longest, smallest = joined.idxmax(), rows.frame[SIZE].idxmin()
    return Finding(
        verdict=HOLDS if longest == smallest else FAILS,
        evidence=rows.evidence([longest, smallest], (SIZE,)),
        value=rows.frame[SIZE][longest],
        decided_by=f"{longest} joins {joined[longest]} and has {rows.frame[SIZE][longest]:g} %",
        comparisons=1,
    )


def baseline_decides(material: Material, *, least: float) -> Finding:
    """Tell whether, for so many scores, the sign of the change depends on the baseline."""
    rows = rows_of(material)
    own = rows.frame[OWN].apply(pd.to_numeric).set_axis(TASKS, axis=1)
    usual = rows.frame[TASKS].sub(rows.base[TASKS].astype(float)).astype(float)
    fair = (rows.frame[TASKS] - own).astype(float)
    flips = (usual * fair < 0).stack()
    turned = list(flips[flips].index)
    return Finding(
        verdict=HOLDS if len(turned) >= least else FAILS,
        evidence=tuple(rows.ids[each] for each in turned)
        or rows.evidence(own.dropna(how="all").index, TASKS),
        value=float(len(turned)),
        decided_by=f"{len(turned)} of {int(own.notna().sum().sum())} scores change sign",
        comparisons=int(own.notna().sum().sum()),
    )


def special_hardware_pays(material: Material, *, least: float) -> Finding:
    """Tell whether fewer bits or zeros alone run so many times faster in what was measured.

    The poster prints no speedup for them; kernels made for few bits or zeros can show one.
    """
    measured = material.of_origin("measured")
    alone = measured[measured["technique"].isin(["quantization", "pruning"])]
    alone = alone[alone["baseline"].ne("")]
    if alone.empty:
        raise LackingError("a time of fewer bits or zeros on hardware or kernels made for them")
    base = alone["baseline"].map(measured.set_index("id")["value"])
    times = base / alone["value"]
    fastest = alone.loc[times.idxmax()]
    quick = (times >= least).sum()
    return Finding(
        verdict=HOLDS if quick else FAILS,
        evidence=(*alone["id"], *base.index.map(alone["baseline"]).unique()),
        value=times.max(),
        decided_by=f"{quick} of {len(alone)} measured rows; {fastest['model']} {times.max():.1f} "
        "times as fast",
        comparisons=len(alone),
    )


def device_decides(material: Material, *, least: float) -> Finding:
    """Tell whether so many pairs of rows are in another order on the GPU than on the CPU."""
    rows = rows_of(material)
    speed = rows.frame[["speedup-gpu", "speedup-cpu"]].dropna()
    pairs = list(combinations(speed.index, 2))
    gaps = [(speed.loc[a] - speed.loc[b]).to_numpy() for a, b in pairs]
    turned = [pair for pair, (gpu, cpu) in zip(pairs, gaps, strict=True) if gpu * cpu < 0]
    return Finding(
        verdict=HOLDS if len(turned) >= least else FAILS,
        evidence=rows.evidence([row for pair in turned for row in pair], tuple(speed.columns))
        or rows.evidence(speed.index, tuple(speed.columns)),
        value=float(len(turned)),
        decided_by=f"{len(turned)} of {len(pairs)} pairs are in another order",
        comparisons=len(pairs),
    )


def shape_decides(material: Material, *, factor: float, least: float) -> Finding:
    """Tell whether two students of about one size differ in speed by at least this factor."""
    rows = rows_of(material)
    students = rows.alone("distillation").dropna(subset="speedup-gpu").sort_values(SIZE)
    ratios = {}
    for a, b in combinations(students.index, 2):
        if students[SIZE][b] <= factor * students[SIZE][a]:
            pair = students["speedup-gpu"][[a, b]]
            ratios[a, b] = pair.max() / pair.min()
    if not ratios:
        raise LackingError("two students of about one size")
    a, b = max(ratios, key=ratios.get)
    return Finding(
        verdict=HOLDS if ratios[a, b] >= least else FAILS,
        evidence=rows.evidence([a, b], (SIZE, "speedup-gpu")),
        value=ratios[a, b],
        decided_by=f"{a} and {b} differ {ratios[a, b]:.2f} times in speed on a GPU",
        comparisons=len(ratios),
    )
