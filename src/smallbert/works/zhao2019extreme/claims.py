"""Extreme compression: what its students lose."""

from smallbert.claims.finding import Finding, choose
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material


@kind
def severe(material: Material, *, points: float = 5) -> Finding:
    """Tell whether even the best student of each width loses at least so many points of MNLI."""
    table = "zhao2019extreme/table3"
    scores = material.column(table, "mnli-m-accuracy")
    name = material.labels(table)["name"].reindex(scores.index)
    width = name.str.extract(r", (\d+)$")[0]
    students = scores[width.notna() & ~name.str.startswith("NoKD")]
    best = students.groupby(width.reindex(students.index))["value"].max()
    losses = scores["value"]["teacher"] - best
    least = losses.min()
    return Finding(
        verdict=choose(holds=least >= points, fails=least < points),
        evidence=(scores["id"]["teacher"], *students["id"]),
        value=least,
        decided_by=f"the best of each width loses {least:.1f} to {losses.max():.1f} points",
        comparisons=len(losses),
    )
