"""The poster's findings, held against the rows of its table."""

import pandas as pd

from smallbert.claims.effectiveness import (
    AVERAGE,
    SIZE,
    TASKS,
    Rows,
    beaten,
    chains,
    rows_of,
    weigh,
)
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose, number
from smallbert.claims.material import Material


def quantization_best(material: Material, *, equal: float) -> Finding:
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


def pruning_is_free(material: Material, *, points: float) -> Finding:
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


def pruning_breaks_down(material: Material, *, points: float) -> Finding:
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


def several_losses_help(material: Material, *, equal: float) -> Finding:
    """Tell whether a student of several losses beats one of one loss, and none the other way."""
    rows = rows_of(material)
    many = rows.frame[rows.frame["heading"] == "Multiple KD combined"]
    one = rows.frame[rows.frame["heading"].isin(["KD from Output Logits", "KD from Attn."])]
    won, lost = beaten(rows, many, one, equal), beaten(rows, one, many, equal)
    return weigh(rows, won, lost, len(many) * len(one))


def guided_is_better(material: Material, *, equal: float) -> Finding:
    """Tell whether pruning or quantization with a teacher beats it without, and never loses."""
    rows = rows_of(material)
    won, lost, compared = {}, {}, 0
    for kind in ("pruning", "quantization"):
        guided, plain = rows.alone(f"{kind}+distillation"), rows.alone(kind)
        won |= beaten(rows, guided, plain, equal)
        lost |= beaten(rows, plain, guided, equal)
        compared += len(guided) * len(plain)
    return weigh(rows, won, lost, compared)


def attention_loss_helps(material: Material, *, factor: float) -> Finding:
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


def compound_is_extreme(material: Material, *, size: float, points: float) -> Finding:
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
