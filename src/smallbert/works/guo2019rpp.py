"""What of reweighted proximal pruning is code: a kind of claim on its brackets."""

from smallbert.claims.finding import FAILS, HOLDS, Finding, Material


def one_baseline(material: Material) -> Finding:
    """Tell whether score less change gives one baseline a task, but for rounding."""
    off, evidence = {}, []
    for table in ("guo2019rpp/table1a", "guo2019rpp/table1b"):
        tidy = material.tidy(table)
        change = tidy[tidy["metric"] == "change"].set_index(["row", "task"])
        score = tidy[tidy["task"].ne("") & tidy["metric"].ne("change")].set_index(["row", "task"])
        both = score.join(change.add_suffix("_change"), how="inner")
        implied = both["value"] - both["value_change"]
        slack = both["half_width"] + both["half_width_change"]
        spread = (implied - slack).groupby("task").max() - (implied + slack).groupby("task").min()
        off |= dict(spread.round(6))
        evidence += [*both["id"], *both["id_change"]]
    wide = [task for task, spread in off.items() if spread > 0]
    return Finding(
        verdict=FAILS if wide else HOLDS,
        evidence=tuple(evidence),
        value=max(off.values()),
        decided_by=f"{len(wide)} of {len(off)} tasks have several: {', '.join(wide) or 'none'}",
        comparisons=len(off),
    )
