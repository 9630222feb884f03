"""The poster's findings and suggestions as kinds of claims, judged by the rows of its table."""

from itertools import product

import pandas as pd

from smallbert.claims import growth
from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    Finding,
    LackingError,
    choose,
    independent,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.works.ganesh2021case.rows import (
    AVERAGE,
    SIZE,
    TABLE,
    TASKS,
    Rows,
    beaten,
    chains,
    rows_of,
    weigh,
)


@kind
def quantization_best(material: Material, *, equal: float = 0.1) -> Finding:
    """Tell whether each smaller row of another single technique scores less than quantization.

    Over the tasks that both report; a lead of at most `equal` either way is one of rounding, as
    the poster prints tenths.
    """
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
    side = "ahead of" if leads.max() > 0 else "behind"
    return Finding(
        verdict=choose(holds=leads.max() < -equal, fails=leads.max() > equal),
        evidence=rows.evidence([row, rival]),
        value=leads.max(),
        decided_by=f"{rival} is smaller than {row} and {abs(leads.max()):.2f} points {side} it",
        comparisons=independent(leads.index),
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
    return weigh(rows, won, lost, list(product(many.index, one.index)))


@kind
def guided_is_better(material: Material, *, equal: float = 0.1, factor: float = 1.1) -> Finding:
    """Tell whether pruning or quantization with a teacher leads the same method without one.

    The same method is one work's; the two rows may differ in size by the factor at most, or what
    differs is the network and not the teacher. Holds if the guided row of each pair leads by more
    than `equal`; fails if that of none does.
    """
    rows = rows_of(material)
    work = material.labels(TABLE)["work"]
    pairs = [
        (guided, plain)
        for technique in ("pruning", "quantization")
        for guided in rows.alone(f"{technique}+distillation").index
        for plain in rows.alone(technique).index
        if work[guided] == work[plain] and rows.near(guided, plain, factor)
    ]
    return _led(rows, pairs, equal, "one method of one size with a teacher and without")


@kind
def attention_loss_helps(
    material: Material, *, with_it: list[str], equal: float = 0.1, factor: float = 1.5
) -> Finding:
    """Tell whether students of an attention loss lead those without one of about their size.

    `with_it` names the rows whose works have such a loss. Holds if, in each pair whose sizes are
    within the factor, that student leads by more than `equal`; fails if it does in none.
    """
    rows = rows_of(material)
    students = rows.alone("distillation").index
    pairs = [
        (one, other)
        for one in students.intersection(with_it)
        for other in students.difference(with_it)
        if rows.near(one, other, factor)
    ]
    return _led(rows, pairs, equal, "students with and without an attention loss of about one size")


def _led(rows: Rows, pairs: list[tuple[str, str]], equal: float, missing: str) -> Finding:
    """Tell whether the first row of each pair leads the second over the tasks that both report."""
    leads = pd.Series({pair: rows.lead(*pair) for pair in pairs}, dtype=float).dropna()
    if leads.empty:
        raise LackingError(missing)
    ahead = leads > equal
    told = ", ".join(
        f"{one} against {other} {number(lead, '+.2f')}" for (one, other), lead in leads.items()
    )
    return Finding(
        verdict=choose(holds=ahead.all(), fails=not ahead.any()),
        evidence=rows.evidence([row for pair in leads.index for row in pair]),
        value=leads.mean(),
        decided_by=f"ahead in {ahead.sum()} of {len(leads)} pairs: {told}",
        comparisons=independent(leads.index),
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
        f"on average, {_worst_task(rows, best)}",
        comparisons=len(small),
    )


def _worst_task(rows: Rows, row: str) -> str:
    """Say on which task a row loses most against the poster's baseline."""
    change = (rows.frame.loc[row, TASKS] - rows.base[TASKS]).astype(float)
    task = change.idxmin()
    return f"{number(change[task], '+.1f')} at worst, {task}"


@kind
def needs_a_cloud(material: Material, *, share: float = 0.1) -> Finding:
    """Tell whether no model with at least this share of a trillion weights runs on one processor.

    Fails where such a model, uncompressed, was timed on a phone or a CPU. That none was timed
    does not show that none would run, so it never holds.
    """
    tidy = material.results
    weights = growth.of_weights(tidy).groupby("model")["weights"].max()
    small = tidy["metric"].isin(["latency-phone", "latency-cpu"]) & tidy["technique"].eq("none")
    timed = tidy[small].assign(weights=tidy["model"].map(weights)).dropna(subset="weights")
    large = timed[timed["weights"] >= share * growth.TRILLION]
    if large.empty:
        largest = timed.loc[timed["weights"].idxmax()]
        raise LackingError(
            "a time of a model of that size; the largest timed on a phone or a CPU is "
            f"{largest['model']}, {largest['weights'] / 1e9:.2g} B"
        )
    return Finding(
        verdict=FAILS,
        evidence=tuple(large["id"]),
        value=large["weights"].max() / growth.TRILLION,
        decided_by=f"{', '.join(large['model'].unique())} ran there",
        comparisons=large["model"].nunique(),
    )
