"""The slide deck's remarks, held against its tables."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pandas as pd

from smallbert import compare, cost
from smallbert.claims import remarks
from smallbert.claims.finding import Finding
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material
from smallbert.claims.ranking import on_mnli
from smallbert.compare import ranking
from smallbert.data import sources

DEVELOPMENT = {"split", "architecture", "name"}
"""Columns of a table whose development scores are of known shapes."""

RETRAINED = "retrained teacher"
"""A base of a remark that no table has a row for."""


@kind
def remark(material: Material, *, work: str, row: str) -> Finding:
    """Tell whether factor and both scores of a remark are those of the row that it speaks of.

    On MNLI and on stored weights with embeddings; `smallbert.claims.remarks` says when numbers
    agree.
    """
    judged = _judged(material)
    own = judged[(judged["source"] == work) & (judged["claim"] == row)].iloc[0]
    table = f"{work}/{remarks.TABLE}"
    tidy = material.tidy(table)
    evidence = tuple(tidy.loc[tidy["row"] == row, "id"])
    if pd.notna(own["table"]):
        there = material.tidy(f"{work}/{own['table']}")
        there = there[there["row"].eq(own["row"]) & there["task"].isin(compare.SCORES["mnli"])]
        evidence += tuple(there["id"])
    numbers = {
        "factor": (own["factor"], own["written"], ".2f"),
        "before": (own["baseline_score"], f"{own['before']:g}", ".1f"),
        "after": (own["score"], f"{own['after']:g}", ".1f"),
    }
    parts = [
        f"{part} {value:{form}} for {said} ({own[f'{part}_agrees']})"
        for part, (value, said, form) in numbers.items()
        if pd.notna(value)
    ]
    missing = [part for part, (value, *_) in numbers.items() if pd.isna(value)]
    words = [", ".join(parts)] if parts else []
    words += [f"missing: {' and '.join(missing)} of such a row"] if missing else []
    return Finding(
        verdict=own["verdict"],
        evidence=evidence,
        value=None if pd.isna(own["score"]) else float(own["score"]),
        decided_by="; ".join(words),
        comparisons=int(pd.notna(own["score"])),
    )


@lru_cache(maxsize=1)  # twelve claims ask for it, one after another, with the same material
def _judged(material: Material) -> pd.DataFrame:
    """Return the deck's remarks with the rows that they speak of and the verdict on each."""
    corrected, works = material.corrected, remarks.works()
    rows = on_mnli(material).rename(columns={"with_embeddings": "factor"})
    rows = rows[rows["task"].isin(compare.SCORES["mnli"]) & rows["technique"].ne("none")]
    rows = rows[rows["source"].isin(works)]
    rows = pd.concat([rows, *_on_development(works, corrected=corrected)], ignore_index=True)
    said = remarks.with_rows(remarks.read(works, corrected=corrected), rows, rows)
    said.loc[said["base"] == RETRAINED, ["baseline_score", "factor"]] = np.nan
    answers = remarks.judge(said)
    agrees = answers.drop(columns="verdict").add_suffix("_agrees")
    return said.join(agrees).assign(verdict=answers["verdict"])


def _on_development(works: list[str], *, corrected: bool) -> Iterator[pd.DataFrame]:
    """Yield the rows of known shape and development scores, which have no baseline beside them."""
    for place in ranking.ranked()["table"].unique():
        source, table = place.split("/")
        if source not in works or not set(sources.table(source, table)) >= DEVELOPMENT:
            continue
        dev = sources.values(source, table, corrected=corrected).reset_index()
        dev = dev[dev["split"] == "dev"].assign(source=source, table=table)
        dev = dev.assign(model=dev["name"], score=dev["mnli_m_accuracy"])
        yield dev.assign(factor=dev["architecture"].map(_factor))


def _factor(shape: str) -> float:
    whole, part = (cost.parameters(cost.architecture(name)).sum() for name in ("bert-base", shape))
    return whole / part
