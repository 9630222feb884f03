"""Claims on bits, layers and bytes: what quantization does and what leaving out layers does."""

import pandas as pd

from smallbert import cost
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError, choose, number
from smallbert.claims.material import Material

POINTS = "wu2022xtc/points"
SIZES = "wu2022xtc/published_sizes"
SCORES = "wu2022xtc/published_scores"
FULL = "12"
"""Layers of the model that all of them come from."""


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


def series_on_both_sides(material: Material) -> Finding:
    """Tell whether some series of the legend has points on both sides of the bar."""
    labels = material.labels_of_results(POINTS)
    sides = labels.groupby("series")["side"].nunique()
    both = int((sides > 1).sum())
    return Finding(
        verdict=HOLDS if both else FAILS,
        evidence=tuple(material.column(POINTS, "size")["id"]),
        value=float(both),
        decided_by=f"{both} of {len(sides)} series stand on both sides",
        comparisons=len(sides),
    )


def quantization_keeps(material: Material, *, points: float) -> Finding:
    """Tell whether most networks lose at most so many points in the mean when quantised."""
    losses, evidence = _losses(material)
    within = (losses <= points).sum()
    return Finding(
        verdict=choose(holds=within > len(losses) / 2, fails=within <= len(losses) / 2),
        evidence=evidence,
        value=losses.median(),
        decided_by=f"median loss {losses.median():.2f} points; within in {within} of {len(losses)}",
        comparisons=len(losses),
    )


def quantization_improves(material: Material, *, points: float) -> Finding:
    """Tell whether some network gains more than so many points in the mean when quantised."""
    losses, evidence = _losses(material)
    best = losses.idxmin()
    return Finding(
        verdict=choose(holds=-losses[best] > points, fails=-losses[best] <= points),
        evidence=evidence,
        value=-losses[best],
        decided_by=f"best change {number(-losses[best], '+.2f')} points, {best}",
        comparisons=len(losses),
    )


def quantised_pairs_lose(material: Material, *, table: str, pairs: str, most: float) -> Finding:
    """Tell whether each network loses at most so many points of MNLI when quantised.

    `pairs` names rows of the table, ``quantised:full``; XTC's published rows are added.
    """
    named = [pair.split(":") for pair in pairs.split("+")]
    mnli = material.column(table, "mnli-accuracy")
    xtc = material.column(SCORES, "mnli-m-accuracy")
    full = _full(material)
    found = [(mnli.loc[a], mnli.loc[b]) for a, b in named]
    found += [(xtc.loc[a], xtc.loc[b]) for a, b in full.items()]
    losses = [before["value"] - after["value"] for after, before in found]
    return Finding(
        verdict=HOLDS if max(losses) <= most else FAILS,
        evidence=tuple(dict.fromkeys(each["id"] for pair in found for each in pair)),
        value=max(losses),
        decided_by=f"largest loss {max(losses):.1f} points of MNLI",
        comparisons=len(losses),
    )


def counts_a_pass(material: Material, *, table: str, tokens: float, within: float) -> Finding:
    """Tell whether the operations of a table are more a second than for one pass.

    Fails if, in the median over models of known shape that are not compressed further, the
    printed number is within so many per cent of the operations that one input takes.
    """
    labels = material.labels(table)
    labels = labels[labels["architecture"] != ""]
    if table.startswith("cao"):
        labels = labels[labels["technique"] == "none"]
    found = material.column(table, "operations").reindex(labels.index).dropna()
    if found.empty:
        raise LackingError(f"operations of a known shape in {table}")
    ratio = pd.Series({row: _nearest(found, labels, row, int(tokens)) for row in found.index})
    off = 100 * (ratio - 1).abs().median()
    return Finding(
        verdict=choose(holds=off > within, fails=off <= within),
        evidence=tuple(found["id"]),
        value=off,
        decided_by=f"one pass of {tokens:g} tokens explains them within {off:.0f} % in the median",
        comparisons=len(found),
    )


def _nearest(found: pd.DataFrame, labels: pd.DataFrame, row: str, tokens: int) -> float:
    """Return printed by counted operations, under the rule for word vectors that fits better."""
    shape = cost.architecture(labels["architecture"][row])
    ways = [
        found["value"][row] / (cost.operations(shape, tokens=tokens, embed=embed).sum() / 1e9)
        for embed in ("lookup", "product")
    ]
    return min(ways, key=lambda ratio: abs(ratio - 1))


def _full(material: Material) -> dict[str, str]:
    """Return for each quantised row of XTC's scores the row with as many layers at 32 bits."""
    labels = material.labels_of_results(SCORES)
    full = labels[labels["bits"] == "32"].reset_index().set_index("layers")["row"]
    few = labels.loc[labels["bits"] != "32", "layers"]
    return {row: full[layers] for row, layers in few.items() if layers in full}


def _losses(material: Material) -> tuple[pd.Series, tuple[str, ...]]:
    """Return the mean loss of each network when quantised [points], and the ids behind them."""
    scores, full = material.wide(SCORES), _full(material)
    if not full:
        raise LackingError(f"a network with and without quantization in {SCORES}")
    losses = pd.Series({row: (scores.loc[b] - scores.loc[row]).mean() for row, b in full.items()})
    tidy = material.tidy(SCORES)
    return losses, tuple(tidy.loc[tidy["row"].isin([*full, *full.values()]), "id"])
