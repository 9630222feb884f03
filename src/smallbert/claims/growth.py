"""Claims on how large models became, and where they can run."""

from smallbert.claims.finding import FAILS, HOLDS, UNDECIDABLE, Finding, LackingError
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
        decided_by=f"{grown:.0f} times within {years:.1f} years, in {len(records) - 1} records",
        comparisons=len(records) - 1,
    )


@kind
def near_a_trillion(material: Material, *, share: float = 0.1) -> Finding:
    """Tell whether some model of the sources has at least this share of a trillion weights.

    Ten works cannot show that there is none, so it never fails.
    """
    counted = material.results[material.results["metric"].isin(SCALES)]
    weights = counted["value"] * counted["metric"].map(SCALES)
    largest = counted.loc[weights.idxmax()]
    reached = weights.max() / TRILLION >= share
    words = f"the largest model of the sources, {largest['model']}, has {weights.max() / 1e9:g} B"
    return Finding(
        verdict=HOLDS if reached else UNDECIDABLE,
        evidence=(largest["id"],),
        value=weights.max() / TRILLION,
        decided_by=words if reached else f"missing: a model of that size; {words}",
        comparisons=1,
    )


@kind
def needs_a_cloud(material: Material) -> Finding:
    """Tell whether no uncompressed model of the sources has run on a phone."""
    tidy = material.results
    phone = tidy[tidy["metric"].eq("latency-phone")]
    if phone.empty:
        raise LackingError("a time on a phone")
    full = phone[phone["technique"] == "none"]
    return Finding(
        verdict=FAILS if len(full) else HOLDS,
        evidence=tuple(full["id"]) or tuple(phone["id"]),
        value=full["value"].min() if len(full) else None,
        decided_by=f"{len(full)} uncompressed models timed on a phone"
        + "".join(f"; {row.model} takes {row.value:g} s" for row in full.itertuples()),
        comparisons=len(full),
    )
