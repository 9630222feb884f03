"""Remarks on slides, held against the tables."""

import pandas as pd

from smallbert import compare
from smallbert.claims import remarks
from smallbert.claims.finding import Finding
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material, once
from smallbert.claims.ranking import on_mnli


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
        f"{part} {value:{form}} for {slide} ({own[f'{part}_agrees']})"
        for part, (value, slide, form) in numbers.items()
        if pd.notna(value)
    ]
    missing = [part for part, (value, *_) in numbers.items() if pd.isna(value)]
    words = [", ".join(parts)] if parts else []
    words += [f"missing: a row that gives {' and '.join(missing)}"] if missing else []
    return Finding(
        verdict=own["verdict"],
        evidence=evidence,
        value=None if pd.isna(own["score"]) else float(own["score"]),
        decided_by="; ".join(words),
        comparisons=int(pd.notna(own["score"])),
    )


@once
def _judged(material: Material) -> pd.DataFrame:
    """Return the remarks with the rows that they speak of and the verdict on each."""
    works = remarks.works()
    rows = on_mnli(material, without_baseline=True).rename(columns={"with_embeddings": "factor"})
    rows = rows[rows["task"].isin(compare.SCORES["mnli"]) & rows["technique"].ne("none")]
    rows = rows[rows["source"].isin(works)]
    statements = remarks.with_rows(remarks.read(works, corrected=material.corrected), rows, rows)
    answers = remarks.agreement(statements)
    agrees = answers.drop(columns="verdict").add_suffix("_agrees")
    return statements.join(agrees).assign(verdict=answers["verdict"])
