"""The deck's order of papers, pair by pair, on the axes of its lost chart.

Those are compression of the weights, embeddings counted, and accuracy on MNLI. What stands for a
paper and what a choice is, says `smallbert.compare.ranking`; compared are rows of one key.
"""

from functools import lru_cache

import pandas as pd

from smallbert import compare
from smallbert.claims.finding import Finding, LackingError, choose
from smallbert.claims.material import Material, listed
from smallbert.compare import ranking

TASKS = ("mnli-m", "mnli-mm", "mnli")


def placed_above(
    material: Material, *, upper: str, lower: str, axis: str, margin: float, level: float
) -> Finding:
    """Tell whether a paper beats each of those placed below it, whatever the reader's budget.

    Under a budget each paper sends its best model of at least that factor. Holds if the upper
    surely scores more, by the margin at least, under every choice; fails if it does so against
    one of the others under none; else it depends on the choice or cannot be told.
    """
    sent = _sent(material, axis)
    duels = [
        ranking.duels(sent, upper, paper, level=level, margin=margin) for paper in listed(lower)
    ]
    judged = pd.DataFrame([ranking.judge(each) for each in duels], index=listed(lower))
    if missing := list(judged.index[judged["choices"] == 0]):
        ground = ranking.GROUNDS["same_key"].removesuffix(" are the same")
        raise LackingError(f"rows of {upper} and {missing[0]} that share {ground}")
    met = pd.concat(duels).dropna(subset="ahead")
    ahead, behind, choices = judged[["ahead", "behind", "choices"]].sum()
    return Finding(
        verdict=choose(
            holds=judged["order"].eq("every").all(), fails=judged["order"].eq("none").any()
        ),
        evidence=tuple(dict.fromkeys([*met["id_upper"], *met["id_lower"]])),
        value=ahead / choices,
        decided_by=f"ahead under {ahead} of {choices} choices and behind under {behind}",
        comparisons=int(judged["comparisons"].sum()),
    )


@lru_cache(maxsize=1)  # four claims ask for it, one after another, with the same material
def _sent(material: Material, axis: str) -> pd.DataFrame:
    """Return the model that each paper sends on MNLI under each choice, rows of one key."""
    found = ranking.entries(on_mnli(material), ranking.ranked())
    sent = ranking.choices({"corrected": found})
    return sent[sent["ground"].eq("same_key") & sent["axis"].eq(axis)]


@lru_cache(maxsize=1)
def on_mnli(material: Material) -> pd.DataFrame:
    """Return the rows on MNLI of every table that a paper of the order stands in."""
    tidy = material.results
    tables = (tidy["source"] + "/" + tidy["table"]).isin(ranking.ranked()["table"])
    return compare.of_tidy(tidy[tables], tasks=TASKS)
