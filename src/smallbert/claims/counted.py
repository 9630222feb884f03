"""Claims on sizes and operations that can be counted from a model's shape."""

import pandas as pd

from smallbert import audit, cost
from smallbert.claims.finding import FAILS, HOLDS, UNDECIDABLE, Finding, LackingError
from smallbert.claims.kinds import kind
from smallbert.claims.material import Material

DECIDED = ("agrees", "close")
"""What the verdict on an explained figure begins with; see `smallbert.audit.counted`."""


@kind
def met_to_the_digit(material: Material, *, results: list[str]) -> Finding:
    """Tell whether each of the figures follows from its shape to the last digit, by some rule."""
    rows = pd.DataFrame([material.result(each) for each in results])
    counted = audit.counted(rows)
    met = counted["verdict"].str.startswith("agrees")
    worst = (counted["ratio"] - 1).abs().max()
    return Finding(
        verdict=HOLDS if met.all() else FAILS,
        evidence=tuple(counted["id"]),
        value=float(met.sum()),
        decided_by=f"{met.sum()} of {len(counted)} met; the book's own rule is up to "
        f"{100 * worst:.0f} % off",
        comparisons=len(counted),
    )


@kind
def mostly_explained(material: Material, *, least: float = 0.5) -> Finding:
    """Tell whether such a share of the documents' countable figures is met or nearly so."""
    counted = audit.counted(material.results)
    counted = counted[counted["origin"].ne("published") & counted["verdict"].ne("not countable")]
    if counted.empty:
        raise LackingError("a figure that can be counted")
    explained = counted["verdict"].str.startswith(DECIDED)
    return Finding(
        verdict=HOLDS if explained.mean() >= least else FAILS,
        evidence=tuple(counted["id"]),
        value=explained.mean(),
        decided_by=f"{explained.sum()} of {len(counted)} agree or are close under some rule",
        comparisons=len(counted),
    )


@kind
def columns_show_width(
    material: Material, *, table: str, widths: dict[str, int], within: float = 4
) -> Finding:
    """Tell whether both sizes of each row imply the share of word vectors that its width leaves.

    `widths` names rows and the width of their word vectors.
    """
    wide = material.wide(table, "value")
    if missing := [row for row in widths if row not in wide.index]:
        raise LackingError(f"{missing[0]} in {table}")
    wide, base = wide.loc[list(widths)], cost.architecture("bert-base")
    own = 100 * pd.Series(widths) / base.hidden
    everything, words = cost.parameters(base).sum(), cost.parameters(base)["word embeddings"]
    inside = everything - words
    kept = wide["size-with-embeddings"] * everything - wide["size-without-embeddings"] * inside
    off = (kept / words - own).abs()
    tidy = material.tidy(table)
    sizes = tidy["row"].isin(wide.index) & tidy["quantity"].str.startswith("size-")
    return Finding(
        verdict=HOLDS if off.max() <= within else FAILS,
        evidence=tuple(tidy.loc[sizes, "id"]),
        value=off.max(),
        decided_by=f"at most {off.max():.1f} points off, {off.idxmax()}",
        comparisons=len(off),
    )


@kind
def no_one_width(
    material: Material, *, table: str, rows: list[str], spread: float = 1.2
) -> Finding:
    """Tell whether neither one feed-forward width nor one multiple of the hidden size fits all.

    Of twelve layers and heads, as BERT_BASE has; what a factor implies differs between the rows
    by more than `spread` times, both as a width and as a multiple.
    """
    factor = material.column(table, "compression-factor", rows)
    hidden = material.column(table, "hidden-size", rows)
    pieces = int(material.column(table, "vocabulary-size", rows)["value"].iloc[0])
    pairs = zip(hidden["value"], factor["value"], strict=True)
    width = pd.Series([_width(int(h), pieces, f) for h, f in pairs], factor.index)
    ranges = [each.max() / each.min() for each in (width, width / hidden["value"])]
    return Finding(
        verdict=HOLDS if min(ranges) > spread else FAILS,
        evidence=(*factor["id"], *hidden["id"]),
        value=min(ranges),
        decided_by=f"widths differ by {ranges[0]:.1f} times and multiples by {ranges[1]:.1f} times",
        comparisons=len(width),
    )


@kind
def counts_a_pass(
    material: Material, *, table: str, tokens: int, within: float = 20, technique: str = ""
) -> Finding:
    """Tell whether the operations of a table are for one pass and not a second.

    Fails, as a statement that they are a rate, if in the median over models of known shape (and of
    the technique, if one is named) the printed number is within so many per cent of the operations
    that one input takes. That no pass explains it would not show a rate, so it never holds.
    """
    labels = material.labels(table)
    labels = labels[labels["architecture"] != ""]
    if technique:
        labels = labels[labels["technique"] == technique]
    printed = material.column(table, "operations").reindex(labels.index).dropna()
    if printed.empty:
        raise LackingError(f"operations of a known shape in {table}")
    ratio = pd.Series({row: _nearest(printed, labels, row, tokens) for row in printed.index})
    off = 100 * (ratio - 1).abs().median()
    return Finding(
        verdict=FAILS if off <= within else UNDECIDABLE,
        evidence=tuple(printed["id"]),
        value=off,
        decided_by=f"one pass of {tokens:g} tokens explains them within {off:.0f} % in the median",
        comparisons=len(printed),
    )


@kind
def memory_below_weights(material: Material, *, table: str, row: str) -> Finding:
    """Tell whether the inference memory printed for a model is less than its float32 weights."""
    memory = material.column(table, "memory", [row])
    weights = cost.megabytes(cost.architecture(material.labels(table)["architecture"][row]))
    share = memory["value"].iloc[0] / weights
    return Finding(
        verdict=HOLDS if share < 1 else FAILS,
        evidence=tuple(memory["id"]),
        value=share,
        decided_by=f"{memory['value'].iloc[0]:g} MB, while the weights take {weights:.0f} MiB",
        comparisons=1,
    )


def _width(hidden: int, pieces: int, factor: float) -> float:
    """Return the feed-forward width at which a student is so many times smaller than BERT_BASE."""
    sizes = {"hidden": hidden, "layers": 12, "heads": 12, "vocabulary": pieces}
    one, two = (
        cost.parameters(cost.Architecture(**sizes, feed_forward=width)).sum() for width in (1, 2)
    )
    wanted = cost.parameters(cost.architecture("bert-base")).sum() / factor
    return 1 + (wanted - one) / (two - one)


def _nearest(printed: pd.DataFrame, labels: pd.DataFrame, row: str, tokens: int) -> float:
    """Return printed by counted operations, under the rule for word vectors that fits better."""
    shape = cost.architecture(labels["architecture"][row])
    ways = [
        printed["value"][row] / (cost.operations(shape, tokens=tokens, embed=embed).sum() / 1e9)
        for embed in ("lookup", "product")
    ]
    return min(ways, key=lambda ratio: abs(ratio - 1))
