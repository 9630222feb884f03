"""Claims on sizes and operations that can be counted from a model's shape."""

import pandas as pd

from smallbert import cost
from smallbert.claims.effectiveness import TABLE
from smallbert.claims.finding import FAILS, HOLDS, Finding, LackingError
from smallbert.claims.material import Material, listed
from smallbert.cost import figures, poster

DECIDED = ("agrees", "close")
"""What the verdict on an explained figure begins with; see `smallbert.cost.figures.judge`."""


def met_to_the_digit(material: Material, *, results: str) -> Finding:
    """Tell whether each of the figures follows from its shape to the last digit, by some rule."""
    wanted = listed(results)
    rows = pd.DataFrame([material.result(each) for each in wanted])
    found = figures.against_shapes(rows)
    met = found["verdict"].str.startswith("agrees")
    worst = (found["ratio"] - 1).abs().max()
    return Finding(
        verdict=HOLDS if met.all() else FAILS,
        evidence=tuple(found["id"]),
        value=float(met.sum()),
        decided_by=f"{met.sum()} of {len(found)} met; the book's own rule is up to "
        f"{100 * worst:.0f} % off",
        comparisons=len(found),
    )


def mostly_explained(material: Material, *, least: float) -> Finding:
    """Tell whether such a share of the documents' countable figures is met or nearly so."""
    found = figures.against_shapes(material.results)
    found = found[found["origin"].ne("published") & found["verdict"].ne("not countable")]
    if found.empty:
        raise LackingError("a figure that can be counted")
    explained = found["verdict"].str.startswith(DECIDED)
    return Finding(
        verdict=HOLDS if explained.mean() >= least else FAILS,
        evidence=tuple(found["id"]),
        value=explained.mean(),
        decided_by=f"{explained.sum()} of {len(found)} agree or are close by some rule",
        comparisons=len(found),
    )


def columns_show_width(material: Material, *, rows: str, within: float) -> Finding:
    """Tell whether both sizes of each row imply the share of word vectors that its width leaves.

    `rows` names rows of the poster and the width of their word vectors, ``row:width``.
    """
    widths = {row: float(width) for row, width in (each.split(":") for each in listed(rows))}
    values, halves = (material.wide(TABLE, each) for each in ("value", "half_width"))
    if missing := [row for row in widths if row not in values.index]:
        raise LackingError(f"{missing[0]} in {TABLE}")
    wide = values.join(halves.add_suffix("_half_width")).loc[list(widths)]
    wide.columns = wide.columns.str.replace("-", "_")
    implied = [poster.embeddings_kept(cells)["embeddings_kept"] for _, cells in wide.iterrows()]
    own = 100 * pd.Series(widths) / cost.architecture("bert-base").hidden
    off = (pd.Series(implied, wide.index) - own).abs()
    tidy = material.tidy(TABLE)
    sizes = tidy["row"].isin(wide.index) & tidy["quantity"].str.startswith("size-")
    return Finding(
        verdict=HOLDS if off.max() <= within else FAILS,
        evidence=tuple(tidy.loc[sizes, "id"]),
        value=off.max(),
        decided_by=f"at most {off.max():.1f} points off, {off.idxmax()}",
        comparisons=len(off),
    )


def no_one_width(material: Material, *, table: str, rows: str, spread: float) -> Finding:
    """Tell whether neither one feed-forward width nor one multiple of the hidden size fits all.

    Of twelve layers and heads, as BERT_BASE has; what a factor implies differs between the rows
    by more than `spread` times, both as a width and as a multiple.
    """
    factor = material.column(table, "compression-factor", listed(rows))
    hidden = material.column(table, "hidden-size", listed(rows))
    pieces = int(material.column(table, "vocabulary-size", listed(rows))["value"].iloc[0])
    pairs = zip(hidden["value"], factor["value"], strict=True)
    width = pd.Series([_width(int(h), pieces, f) for h, f in pairs], factor.index)
    ranges = [each.max() / each.min() for each in (width, width / hidden["value"])]
    return Finding(
        verdict=HOLDS if min(ranges) > spread else FAILS,
        evidence=(*factor["id"], *hidden["id"]),
        value=min(ranges),
        decided_by=f"widths differ {ranges[0]:.1f} times and multiples {ranges[1]:.1f} times",
        comparisons=len(width),
    )


def _width(hidden: int, pieces: int, factor: float) -> float:
    """Return the feed-forward width at which a student is so many times smaller than BERT_BASE."""
    sizes = {"hidden": hidden, "layers": 12, "heads": 12, "vocabulary": pieces}
    one, two = (
        cost.parameters(cost.Architecture(**sizes, feed_forward=width)).sum() for width in (1, 2)
    )
    wanted = cost.parameters(cost.architecture("bert-base")).sum() / factor
    return 1 + (wanted - one) / (two - one)
