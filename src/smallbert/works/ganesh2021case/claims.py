"""The poster's findings and suggestions as kinds of claims, judged by the rows of its table."""

from itertools import combinations

import pandas as pd

from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose, number
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.works.ganesh2021case.rows import (
    AVERAGE,
    OWN,
    SIZE,
    TASKS,
    Rows,
    beaten,
    chains,
    rows_of,
    weigh,
)


@kind
def quantization_best(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether no row of another single technique beats a row of quantization alone."""
    rows = rows_of(material)
    own = rows.alone("quantization")
    single = rows.frame[~chains(rows)]
    rivals = single.drop(index=own.index)
    near = {
        (rival, row): rows.lead(rival, row)
        for rival in rivals.index
        for row in own.index
        if rivals[SIZE][rival] <= own[SIZE][row]
    }
    leads = pd.Series(near, dtype=float).dropna()
    if leads.empty:
        raise LackingError("a smaller row of another technique that shares a task")
    rival, row = leads.idxmax()
    return Finding(
        verdict=choose(holds=leads.max() < -equal, fails=leads.max() >= -equal),
        evidence=rows.evidence([row, rival]),
        value=leads.max(),
        decided_by=f"{rival} is smaller than {row} and {number(leads.max(), '+.2f')} points",
        comparisons=len(leads),
    )


@kind
def pruning_is_free(material: Material, *, points: float = 0) -> Finding:
    """Tell whether some row of unstructured pruning loses at most so many points."""
    rows = rows_of(material)
    part = rows.frame[rows.frame["heading"] == "Unstructured Pruning"]
    change = part[AVERAGE].dropna()
    if change.empty:
        raise LackingError("a row of unstructured pruning")
    free = change[change >= -points]
    best = change.idxmax()
    tested = int(part.loc[best, TASKS].notna().sum())
    return Finding(
        verdict=HOLDS if len(free) else FAILS,
        evidence=rows.evidence(change.index, (SIZE, AVERAGE)),
        value=part[SIZE][best],
        decided_by=f"{best} at {part[SIZE][best]:g} % of the size loses "
        f"{abs(change[best]):.2f} points, on {tested} of 4 tasks",
        comparisons=len(free) or len(change),
    )


@kind
def pruning_breaks_down(material: Material, *, points: float = 2) -> Finding:
    """Tell whether the smallest row of unstructured pruning loses most, and so many points."""
    rows = rows_of(material)
    part = rows.frame[rows.frame["heading"] == "Unstructured Pruning"].dropna(subset=AVERAGE)
    if len(part) < 2:
        raise LackingError("two rows of unstructured pruning")
    smallest, worst = part[SIZE].idxmin(), part[AVERAGE].idxmin()
    loss = -part[AVERAGE][smallest]
    return Finding(
        verdict=HOLDS if smallest == worst and loss >= points else FAILS,
        evidence=rows.evidence(part.index, (SIZE, AVERAGE)),
        value=loss,
        decided_by=f"{smallest} at {part[SIZE][smallest]:g} % of the size loses {loss:.2f} points",
        comparisons=len(part) - 1,
    )


@kind
def several_losses_help(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether a student of several losses beats one of one loss, and none the other way."""
    rows = rows_of(material)
    many = rows.frame[rows.frame["heading"] == "Multiple KD combined"]
    one = rows.frame[rows.frame["heading"].isin(["KD from Output Logits", "KD from Attn."])]
    won, lost = beaten(rows, many, one, equal), beaten(rows, one, many, equal)
    return weigh(rows, won, lost, len(many) * len(one))


@kind
def guided_is_better(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether pruning or quantization with a teacher beats it without, and never loses."""
    rows = rows_of(material)
    won, lost, compared = {}, {}, 0
    for technique in ("pruning", "quantization"):
        guided, plain = rows.alone(f"{technique}+distillation"), rows.alone(technique)
        won |= beaten(rows, guided, plain, equal)
        lost |= beaten(rows, plain, guided, equal)
        compared += len(guided) * len(plain)
    return weigh(rows, won, lost, compared)


@kind
def attention_loss_helps(material: Material, *, factor: float = 1.5) -> Finding:
    """Tell whether students of an attention loss lead those of output losses of about their size.

    Over pairs whose sizes are within the factor; without such a pair nothing separates the
    loss from the size.
    """
    rows = rows_of(material)
    attention, outputs = (
        rows.frame[rows.frame["heading"] == heading]
        for heading in ("KD from Attn.", "KD from Output Logits")
    )
    leads = {
        (a, b): rows.lead(a, b)
        for a in attention.index
        for b in outputs.index
        if max(ratio := attention[SIZE][a] / outputs[SIZE][b], 1 / ratio) <= factor
    }
    leads = pd.Series(leads, dtype=float).dropna()
    if leads.empty:
        raise LackingError(f"students of both kinds within {factor:g} times of each other's size")
    return Finding(
        verdict=choose(holds=leads.min() > 0, fails=leads.max() <= 0),
        evidence=rows.evidence([row for pair in leads.index for row in pair]),
        value=leads.mean(),
        decided_by=f"mean lead {number(leads.mean(), '+.2f')} points",
        comparisons=len(leads),
    )


@kind
def compound_is_extreme(material: Material, *, size: float = 5, points: float = 2) -> Finding:
    """Tell whether a row of several techniques with at most this size loses at most so much."""
    rows = rows_of(material)
    several = rows.frame[chains(rows)]
    small = several[(several[SIZE] <= size) & several[AVERAGE].notna()]
    if small.empty:
        raise LackingError(f"a row of several techniques with at most {size:g} % of the size")
    best = small[AVERAGE].idxmax()
    return Finding(
        verdict=HOLDS if -small[AVERAGE][best] <= points else FAILS,
        evidence=rows.evidence(small.index, (SIZE, AVERAGE, *TASKS)),
        value=-small[AVERAGE][best],
        decided_by=f"{best} at {small[SIZE][best]:g} % loses {-small[AVERAGE][best]:.2f} points "
        f"in the mean, {_worst_task(rows, best)}",
        comparisons=len(small),
    )


def _worst_task(rows: Rows, row: str) -> str:
    """Say on which task a row loses most against the poster's baseline."""
    change = (rows.frame.loc[row, TASKS] - rows.base[TASKS]).astype(float)
    task = change.idxmin()
    return f"{number(change[task], '+.1f')} at worst, {task}"


@kind
def compound_beats_single(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether the smallest row of several techniques beats the smallest of a single one.

    Rows without a score that counts are left out.
    """
    rows = rows_of(material)
    several, scored = chains(rows), rows.frame[TASKS].notna().any(axis=1)
    chain, lone = (rows.frame.loc[mask & scored, SIZE].idxmin() for mask in (several, ~several))
    lead = rows.lead(chain, lone)
    return Finding(
        verdict=HOLDS if rows.beats(chain, lone, equal) else FAILS,
        evidence=rows.evidence([chain, lone]),
        value=lead,
        decided_by=f"{chain} against {lone}: {number(lead, '+.2f')} points over shared tasks",
        comparisons=1,
    )


@kind
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


@kind
def baseline_decides(material: Material, *, least: int = 1) -> Finding:
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


@kind
def device_decides(material: Material, *, least: int = 1) -> Finding:
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


@kind
def shape_decides(material: Material, *, factor: float = 1.1, least: float = 1.5) -> Finding:
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
