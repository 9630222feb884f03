"""What of Gordon et al. is code: a kind of claim on the caption's statements."""

from smallbert.claims.finding import FAILS, HOLDS, Finding, Material

FACTS = "gordon2020compressing/facts"


def clash_on_loss(material: Material) -> Finding:
    """Tell whether a series is said to be below one that is said to be lowest of all."""
    loss = material.labels(FACTS).query("measure == 'training loss'")
    lowest = loss[loss["relation"] == "lowest"]
    clash = loss[loss["relation"].eq("lower") & loss["against"].isin(lowest["series"])]
    named = " and ".join([*clash.index, *lowest.index]) or "none"
    unpruned = material.column("gordon2020compressing/published_anchors", "glue-5-training-loss")
    return Finding(
        verdict=HOLDS if len(clash) else FAILS,
        evidence=tuple(unpruned["id"]),
        value=float(len(clash)),
        decided_by=f"{len(clash)} of {len(loss)} statements contradict each other: {named}",
        comparisons=len(loss) - 1,
    )
