"""The deck's order of papers, pair by pair.

Its places are tested on the axes of its lost chart, compression of the weights, embeddings
counted, and accuracy on MNLI, with rows on the same ground; what the book says of a pair, under
every choice. What stands for a paper and what a choice is, says `smallbert.compare.ranking`.
"""

from itertools import combinations

import pandas as pd

from smallbert import compare
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material, once
from smallbert.compare import ranking

TASKS = ("mnli-m", "mnli-mm", "mnli")


@kind
def placed_above(
    material: Material,
    *,
    upper: str,
    lower: list[str],
    axis: str = "with_embeddings",
    margin: float = 0,
    level: float = 0.95,
) -> Finding:
    """Tell whether a paper beats each of those placed below it, whatever the reader's budget.

    Under a budget each paper sends its best model of at least that factor. Holds if the upper
    surely scores more, by the margin at least, under every choice; fails if it does so against
    one of the others under none; else it depends on the choice or cannot be told.
    """
    sent = _sent(material, axis)
    duels = [ranking.duels(sent, upper, paper, level=level, margin=margin) for paper in lower]
    judged = pd.DataFrame([ranking.outcomes(each) for each in duels], index=lower)
    if missing := list(judged.index[judged["choices"] == 0]):
        ground = compare.GROUNDS["same_ground"].removesuffix(" are the same")
        raise LackingError(f"rows of {upper} and {missing[0]} that share {ground}")
    met = pd.concat(duels).dropna(subset="ahead")
    ahead, behind, choices = judged[["ahead", "behind", "choices"]].sum()
    return Finding(
        verdict=choose(
            holds=judged["order"].eq("every").all(), fails=judged["order"].eq("none").any()
        ),
        evidence=_both(met),
        value=ahead / choices,
        decided_by=f"ahead under {ahead} of {choices} choices and behind under {behind}",
        comparisons=int(judged["comparisons"].sum()),
    )


@once
def _sent(material: Material, axis: str) -> pd.DataFrame:
    """Return the model that each paper sends on MNLI under each choice, on the same ground."""
    found = ranking.entries(on_mnli(material), ranking.ranked())
    sent = ranking.choices({"corrected": found})
    return sent[sent["ground"].eq("same_ground") & sent["axis"].eq(axis)]


@once
def on_mnli(material: Material, *, without_baseline: bool = False) -> pd.DataFrame:
    """Return the rows on MNLI of every table that a paper of the order stands in."""
    return compare.of_tidy(_tidy(material), tasks=TASKS, without_baseline=without_baseline)


def _tidy(material: Material) -> pd.DataFrame:
    """Return the results of the tables that a paper of the order stands in."""
    works = ranking.ranked()
    tidy = material.source(*ranking.stand_in(works))
    return tidy[(tidy["source"] + "/" + tidy["table"]).isin(works["table"])]


@kind
def mostly_apart(material: Material, *, share: float = 0.5) -> Finding:
    """Tell whether more than such a share of the order's pairs has no rows on the same ground."""
    sent = _every(material)
    here = sent[sent["ground"] == "same_ground"]
    works = list(dict.fromkeys(ranking.ranked()["work"]))
    pairs = [ranking.duels(here, *pair) for pair in combinations(works, 2)]
    met = [each for each in pairs if each["ahead"].notna().any()]
    if here.empty:
        raise LackingError("rows of the order's papers")
    without = 1 - len(met) / len(pairs)
    return Finding(
        verdict=HOLDS if without > share else FAILS,
        evidence=tuple(dict.fromkeys(here["id"])),
        value=without,
        decided_by=f"{len(pairs) - len(met)} of {len(pairs)} pairs share no ground",
        comparisons=len(pairs),
    )


@kind
def never_ahead(
    material: Material, *, upper: str, lower: str, ground: str, level: float = 0.95
) -> Finding:
    """Tell whether a paper is surely ahead of another under no choice on a ground."""
    met = _met(material, upper, lower, ground, level)
    judged = ranking.outcomes(met)
    return Finding(
        verdict=HOLDS if judged["ahead"] == 0 else FAILS,
        evidence=_both(met),
        value=float(judged["share"]),
        decided_by=f"ahead under {judged['ahead']} of {judged['choices']} choices and behind "
        f"under {judged['behind']}",
        comparisons=int(judged["comparisons"]),
    )


@kind
def turns_with_budget(
    material: Material,
    *,
    upper: str,
    lower: str,
    ground: str,
    axis: str,
    not_on: str,
    level: float = 0.95,
    factor: float,
) -> Finding:
    """Tell whether a budget turns which of two papers is ahead on one axis and not on another.

    It does if the upper is ahead more often than behind below a factor, and less from it on; the
    factor is what a budget asks for on its axis at least.
    """
    met = _met(material, upper, lower, ground, level)
    counted = {each: _below_and_from(met[met["axis"] == each], factor) for each in (axis, not_on)}
    for name, parts in counted.items():
        if not all(part["choices"] for part in parts):
            raise LackingError(f"rows of {upper} and {lower} on both sides of {factor:g} on {name}")
    turns = {
        each: large["ahead"] > large["behind"] and small["ahead"] < small["behind"]
        for each, (large, small) in counted.items()
    }
    words = [
        f"on {each}, ahead under {large['ahead']} of {large['choices']} choices below a factor of "
        f"{factor:g} and under {small['ahead']} of {small['choices']} at or above it"
        for each, (large, small) in counted.items()
    ]
    large, small = counted[axis]
    return Finding(
        verdict=HOLDS if turns[axis] and not turns[not_on] else FAILS,
        evidence=_both(met[met["axis"].isin(counted)]),
        value=float(large["share"] - small["share"]),
        decided_by="; ".join(words),
        comparisons=int(sum(part["comparisons"] for parts in counted.values() for part in parts)),
    )


def _below_and_from(met: pd.DataFrame, factor: float) -> list[pd.Series]:
    """Judge the choices whose budget is below a factor, and the others."""
    return [ranking.outcomes(met[met["at_least"].ge(factor) == small]) for small in (False, True)]


def _met(
    material: Material, upper: str, lower: str, ground: str, level: float = 0.95
) -> pd.DataFrame:
    """Return the choices on a ground under which both papers send a model."""
    sent = _every(material)
    found = ranking.duels(sent[sent["ground"] == ground], upper, lower, level=level)
    met = found.dropna(subset="ahead")
    if met.empty:
        raise LackingError(f"rows of {upper} and {lower} with {compare.GROUNDS[ground]}")
    return met


def _both(met: pd.DataFrame) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*met["id_upper"], *met["id_lower"]]))


@once
def _every(material: Material) -> pd.DataFrame:
    """Return the model that each paper sends under each choice, on every task."""
    found = ranking.entries(compare.of_tidy(_tidy(material)), ranking.ranked())
    return ranking.choices({"corrected": found})
