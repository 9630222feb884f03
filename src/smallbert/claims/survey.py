"""Kinds of claims that span works: the deck's order pair by pair, and what is said of all rows.

The places of the order are tested on the axes of its lost chart, compression of the weights,
embeddings counted, and accuracy on MNLI, with rows on the same ground; what the book says of a
pair, under every choice. What stands for a paper and what a choice is, says
`smallbert.compare.ranking`.
"""

from functools import cache

import pandas as pd

from smallbert import audit, compare
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, Material, choose
from smallbert.compare import ranking
from smallbert.compare.dominance import relation

MNLI = ("mnli-m", "mnli-mm", "mnli")


def placed_above(
    material: Material,
    *,
    upper: str,
    lower: list,
    axis: str = "with_embeddings",
    margin: float = 0,
    level: float = 0.95,
) -> Finding:
    """Tell whether a paper beats each of those placed below it, whatever the reader's budget.

    Under a budget each paper sends its best model of at least that factor. Holds if the upper
    surely scores more, by the margin at least, under every choice; fails if it does so against
    one of the others under none; else it depends on the choice or cannot be told.
    """
    sent = sent_on(material, MNLI)
    sent = sent[sent["ground"].eq("same_ground") & sent["axis"].eq(axis)]
    duels = [ranking.duels(sent, upper, paper, level=level, margin=margin) for paper in lower]
    judged = pd.DataFrame([ranking.outcomes(each) for each in duels], index=lower)
    if missing := list(judged.index[judged["choices"] == 0]):
        ground = compare.GROUNDS["same_ground"].removesuffix(" are the same")
        raise LackingError(f"rows of {upper} and {missing[0]} that share {ground}")
    ahead, behind, choices = judged[["ahead", "behind", "choices"]].sum()
    return Finding(
        verdict=choose(
            holds=judged["order"].eq("every").all(), fails=judged["order"].eq("none").any()
        ),
        evidence=_both(pd.concat(duels).dropna(subset="ahead")),
        value=ahead / choices,
        decided_by=f"ahead under {ahead} of {choices} choices and behind under {behind}",
        comparisons=int(judged["comparisons"].sum()),
    )


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
    sent = sent_on(material)
    met = ranking.duels(sent[sent["ground"] == ground], upper, lower, level=level)
    if (met := met.dropna(subset="ahead")).empty:
        raise LackingError(f"rows of {upper} and {lower} with {compare.GROUNDS[ground]}")
    counted, turns, words = {}, {}, []
    for each in (axis, not_on):
        own = met[met["axis"] == each]
        parts = [ranking.outcomes(own[own["at_least"].ge(factor) == far]) for far in (False, True)]
        large, small = counted[each] = parts
        if not all(part["choices"] for part in parts):
            raise LackingError(f"rows of {upper} and {lower} on both sides of {factor:g} on {each}")
        turns[each] = large["ahead"] > large["behind"] and small["ahead"] < small["behind"]
        words.append(
            f"on {each}, ahead under {large['ahead']} of {large['choices']} choices below a factor "
            f"of {factor:g} and under {small['ahead']} of {small['choices']} at or above it"
        )
    large, small = counted[axis]
    return Finding(
        verdict=HOLDS if turns[axis] and not turns[not_on] else FAILS,
        evidence=_both(met[met["axis"].isin(counted)]),
        value=float(large["share"] - small["share"]),
        decided_by="; ".join(words),
        comparisons=int(sum(part["comparisons"] for parts in counted.values() for part in parts)),
    )


def _both(met: pd.DataFrame) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*met["id_upper"], *met["id_lower"]]))


@cache
def sent_on(material: Material, tasks: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Return the model that each paper of the order sends under each choice; claims share it."""
    chosen = {"tasks": tasks} if tasks else {}
    found = ranking.entries(rows_of_order(material, **chosen), ranking.ranked())
    return ranking.choices({"corrected": found})


def rows_of_order(material: Material, **chosen) -> pd.DataFrame:
    """Return the rows of every table that a paper of the order stands in."""
    works = ranking.ranked()
    tidy = material.source(*ranking.stand_in(works))
    tidy = tidy[(tidy["source"] + "/" + tidy["table"]).isin(works["table"])]
    return compare.of_tidy(tidy, **chosen)


def sampling_outweighs(material: Material, *, times: float = 3) -> Finding:
    """Tell whether the sampling error of printed scores is so many times half their last digit.

    In the median over the scores of compressed models and of their baselines.
    """
    tidy = material.source()
    rows = compare.of_tidy(tidy, without_baseline=True)
    rows = rows[rows["origin"].eq("printed")].dropna(subset=["sampling", "digits"])
    if rows.empty:
        raise LackingError("printed scores on a set of known size")
    ratio = (rows["sampling"] / rows["digits"]).median()
    return Finding(
        verdict=HOLDS if ratio >= times else FAILS,
        evidence=tuple(rows["id"]),
        value=ratio,
        decided_by=f"{ratio:.0f} times in the median of {len(rows)} scores",
        comparisons=len(rows),
    )


def mostly_open(
    material: Material, *, task: str = "mnli", axis: str = "bytes", level: float = 0.95
) -> Finding:
    """Tell whether of most pairs of models on the same ground neither surely beats the other.

    The pairs are compressed models of one key; to beat is to cost no more and score no less, and
    to be better in one of the two.
    """
    tidy = material.source()
    rows = compare.of_tidy(tidy, tasks=compare.SCORES[task])
    rows = rows[rows["technique"].ne("none")].dropna(subset=[axis])
    rows = rows.drop_duplicates(["key", "model", "score"])
    groups = [part for _, part in rows.groupby("key") if len(part) > 1]
    if not groups:
        raise LackingError("two comparable models")
    found = [relation(part, axis=axis, level=level) for part in groups]
    decided = sum(int((each == 1).sum()) for each in found)
    pairs = sum(len(part) * (len(part) - 1) // 2 for part in groups)
    return Finding(
        verdict=HOLDS if decided < pairs / 2 else FAILS,
        evidence=tuple(pd.concat(groups)["id"]),
        value=decided / pairs,
        decided_by=f"{decided} of {pairs} pairs are decided, in {len(groups)} groups",
        comparisons=sum(len(part) - 1 for part in groups),
    )


def mostly_explained(material: Material, *, least: float = 0.5) -> Finding:
    """Tell whether such a share of the documents' countable figures is met or nearly so."""
    counted = audit.counted(material.source())
    counted = counted[counted["origin"].ne("published") & counted["verdict"].ne("not countable")]
    if counted.empty:
        raise LackingError("a figure that can be counted")
    explained = counted["verdict"].str.startswith(("agrees", "close"))
    return Finding(
        verdict=HOLDS if explained.mean() >= least else FAILS,
        evidence=tuple(counted["id"]),
        value=explained.mean(),
        decided_by=f"{explained.sum()} of {len(counted)} agree or are close under some rule",
        comparisons=len(counted),
    )
