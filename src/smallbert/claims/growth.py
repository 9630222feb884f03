"""Claims on how large models became, and where they can run."""

import pandas as pd

from smallbert.claims.finding import FAILS, HOLDS, UNDECIDABLE, Finding
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material, dates

TRILLION = 1e12
SCALES = {"parameters": 1e6, "parameters-without-embeddings": 1e9}
"""Weights in the unit of each metric."""


@kind
def largest_grow(
    material: Material, *, table: str, quantity: str, dated: str, times: float = 10
) -> Finding:
    """Tell whether the largest model up to the last date is so many times the first one.

    `dated` names the column of the dates. Models that were made small on purpose do not count
    against growth, so the records are
    compared and not all models.
    """
    chart = material.column(table, quantity).join(dates(material, table, dated))
    records = chart.sort_values("date", kind="stable")
    records = records[records["value"] > records["value"].cummax().shift(fill_value=0)]
    grown = records["value"].iloc[-1] / records["value"].iloc[0]
    years = (records["date"].iloc[-1] - records["date"].iloc[0]) / 365.25
    return Finding(
        verdict=HOLDS if grown >= times else FAILS,
        evidence=tuple(records["id"]),
        value=grown,
        decided_by=f"grown {grown:.0f} times in {years:.1f} years, over {len(records) - 1} records",
        comparisons=len(records) - 1,
    )


@kind
def near_a_trillion(material: Material, *, share: float = 0.1) -> Finding:
    """Tell whether some model of the sources has at least this share of a trillion weights.

    Ten works cannot show that there is none, so it never fails.
    """
    counted = of_weights(material.results)
    largest = counted.loc[counted["weights"].idxmax()]
    reached = largest["weights"] / TRILLION >= share
    words = (
        f"the largest model of the sources, {largest['model']}, has {largest['weights'] / 1e9:g} B"
    )
    return Finding(
        verdict=HOLDS if reached else UNDECIDABLE,
        evidence=(largest["id"],),
        value=largest["weights"] / TRILLION,
        decided_by=words if reached else f"missing: a model of that size; {words}",
        comparisons=1,
    )


def of_weights(tidy: pd.DataFrame) -> pd.DataFrame:
    """Return the results that count a model's weights, with their number under weights."""
    counted = tidy[tidy["metric"].isin(SCALES)]
    return counted.assign(weights=counted["value"] * counted["metric"].map(SCALES))
