"""XTC: what quantization does to its students, and what leaving out layers does."""

from smallbert.claims.finding import (
    FAILS,
    HOLDS,
    Finding,
    LackingError,
    choose,
    each_above,
    number,
)
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material

POINTS = "wu2022xtc/points"
SIZES = "wu2022xtc/published_sizes"
SCORES = "wu2022xtc/published_scores"
FULL = "12"
"""Layers of the model that all of them come from."""


@kind
def fewer_layers_larger(material: Material) -> Finding:
    """Tell whether a model with fewer layers is mostly larger than one of equal bits with all."""
    size = material.column(SIZES, "size").join(material.labels(SIZES)[["layers", "bits"]])
    few, whole = size[size["layers"] != FULL], size[size["layers"] == FULL]
    pairs = few.merge(whole, on="bits", suffixes=("_few", "_whole"))
    if pairs.empty:
        raise LackingError(f"two models of equal bits in {SIZES}")
    ratio = pairs["value_few"] / pairs["value_whole"]
    larger = (ratio > 1).sum()
    return Finding(
        verdict=choose(holds=larger > len(pairs) / 2, fails=larger <= len(pairs) / 2),
        evidence=tuple(dict.fromkeys([*pairs["id_few"], *pairs["id_whole"]])),
        value=ratio.max(),
        decided_by=f"{ratio.max():.2f} times the size at most; larger in {larger} of {len(pairs)}",
        comparisons=len(pairs),
    )


@kind
def bar_parts_techniques(material: Material) -> Finding:
    """Tell whether no model on the bar's side of quantization also has fewer layers."""
    labels = material.labels_of_results(POINTS)
    left = labels[labels["side"] == "quantization"]
    both = left[left["layers"] != FULL]
    size = material.column(POINTS, "size", list(left.index))
    return Finding(
        verdict=FAILS if len(both) else HOLDS,
        evidence=tuple(size["id"]),
        value=float(len(both)),
        decided_by=f"{len(both)} of {len(left)} models left of the bar have fewer layers too",
        comparisons=len(left),
    )


@kind
def series_on_both_sides(material: Material) -> Finding:
    """Tell whether some series of the legend has points on both sides of the bar."""
    labels = material.labels_of_results(POINTS)
    sides = labels.groupby("series")["side"].nunique()
    both = int((sides > 1).sum())
    return Finding(
        verdict=HOLDS if both else FAILS,
        evidence=tuple(material.column(POINTS, "size")["id"]),
        value=float(both),
        decided_by=f"{both} of {len(sides)} series are on both sides",
        comparisons=len(sides),
    )


@kind
def quantised_gain(material: Material, *, pairs: dict[str, str], points: float) -> Finding:
    """Tell whether some network gains more than so many points of the average by fewer bits.

    `pairs` names quantised rows of the figure, each with the row of its network before. A network
    that has no such row may have gained them, so without it nothing fails.
    """
    score = material.column(POINTS, "glue-8-average")
    known = [pair for pair in pairs.items() if {*pair} <= {*score.index}]
    missing = " and ".join(sorted({*pairs.values()} - {*score.index}))
    if not known:
        raise LackingError(f"the average of {missing}")
    few, full = (score.loc[list(rows)].reset_index() for rows in zip(*known, strict=True))
    gains = few["value"] - full["value"]
    answers = each_above(gains - points, few["half_width"] + full["half_width"])
    words = ", ".join(
        f"{row} {number(gain, '+.1f')}" for row, gain in zip(few["row"], gains, strict=True)
    )
    return Finding(
        verdict=choose(holds="yes" in answers, fails=not missing and set(answers) == {"no"}),
        evidence=(*few["id"], *full["id"]),
        value=gains.max(),
        decided_by=words + (f"; missing: the average of {missing}" if missing else ""),
        comparisons=len(known),
    )


@kind
def quantised_pairs_lose(
    material: Material, *, table: str, pairs: dict[str, str], most: float = 2
) -> Finding:
    """Tell whether each network loses at most so many points of MNLI when quantised.

    `pairs` names quantised rows of the table, each with the full one; the published rows are added.
    """
    mnli = material.column(table, "mnli-accuracy")
    xtc = material.column(SCORES, "mnli-m-accuracy")
    full = _full(material)
    couples = [(mnli.loc[a], mnli.loc[b]) for a, b in pairs.items()]
    couples += [(xtc.loc[a], xtc.loc[b]) for a, b in full.items()]
    losses = [before["value"] - after["value"] for after, before in couples]
    return Finding(
        verdict=HOLDS if max(losses) <= most else FAILS,
        evidence=tuple(dict.fromkeys(each["id"] for pair in couples for each in pair)),
        value=max(losses),
        decided_by=f"largest loss {max(losses):.1f} points of MNLI",
        comparisons=len(losses),
    )


def _full(material: Material) -> dict[str, str]:
    """Return for each quantised row of XTC's scores the row with as many layers at 32 bits."""
    labels = material.labels_of_results(SCORES)
    full = labels[labels["bits"] == "32"].reset_index().set_index("layers")["row"]
    few = labels.loc[labels["bits"] != "32", "layers"]
    return {row: full[layers] for row, layers in few.items() if layers in full}
