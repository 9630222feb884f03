"""The poster's two columns of sizes beside what shapes give, and what they imply of embeddings."""

from dataclasses import replace

import pandas as pd

from smallbert.cost.figures import DEFAULT, judge
from smallbert.cost.shapes import Architecture, architecture
from smallbert.cost.storage import stored
from smallbert.cost.weights import parameters, without_embeddings
from smallbert.data import sources

POSTER = {
    "q-bert": ("bert-base", {"weight_bits": 4, "embedding_bits": 8, "rest_bits": 8}),
    "gobo": ("bert-base", {"weight_bits": 3, "embedding_bits": 4}),
    "gobo-distilbert": ("distilbert", {"weight_bits": 3, "embedding_bits": 4}),
    "mobilebert-8-bit": (
        "mobilebert",
        {"weight_bits": 8, "embedding_bits": 8, "rest_bits": 8},
    ),
}
"""Shape and bits of the poster's quantised rows, as the works state them (Shen et al. 2020; Zadeh
et al. 2020; Sun et al. 2020)."""

COLUMNS = {"with": "size_with_embeddings", "without": "size_without_embeddings"}

LIGHTPAFF = {"layers": 3, "hidden": 512, "feed_forward": 2048, "heads": 8}
"""How LightPAFF's student differs from BERT_BASE (Song et al. 2020)."""


def sizes(*, corrected: bool = True) -> pd.DataFrame:
    """Return the poster's sizes, each with the number that its shape gives.

    Parameters
    ----------
    corrected : bool
        Whether corrections apply.

    Returns
    -------
    pandas.DataFrame
        One row a model: name, work, ``shape`` in words, then for both columns (``with`` and
        ``without`` embeddings) the printed size, ``counted`` and ``ratio``, verdict and rule,
        and ``embeddings_kept`` with its half-width; sizes in per cent of BERT_BASE.

    Notes
    -----
    ``embeddings_kept = (p N − q n) / (N − n)`` for printed shares p with and q without
    embeddings, of BERT_BASE's N and n parameters: what of the embeddings both columns imply.
    """
    table = sources.values("ganesh2021case", "effectiveness", corrected=corrected)
    return pd.DataFrame([_poster_line(row, cells) for row, cells in table.iterrows()], table.index)


def _poster_line(row: str, cells: pd.Series) -> dict:
    shape, bits = _poster_shape(row, cells)
    line = {"name": cells["name"], "work": cells["work"], "shape": _words(shape, bits)}
    for column, metric in COLUMNS.items():
        value, half = cells[metric], cells[f"{metric}_half_width"]
        counted = {} if shape is None else _shares(shape, bits, column)
        line |= {column: value, f"{column}_counted": counted.get(DEFAULT, float("nan"))}
        line[f"{column}_ratio"] = line[f"{column}_counted"] / value
        known = judge(value, half, counted) if counted else ("not countable", "shape not stated")
        line[f"{column}_verdict"], line[f"{column}_rule"] = known
    return line | embeddings_kept(cells)


def _poster_shape(row: str, cells: pd.Series) -> tuple[Architecture | None, dict]:
    if row in POSTER:
        name, bits = POSTER[row]
        return architecture(name), bits
    if row == "lightpaff":
        return replace(architecture("bert-base"), **LIGHTPAFF), {}
    return (architecture(cells["architecture"]) if cells["architecture"] else None), {}


def _words(shape: Architecture | None, bits: dict) -> str:
    """Return a shape and its bits in words."""
    if shape is None:
        return ""
    words = f"{shape.layers} × {shape.hidden}"
    if shape.layer_sets:
        words += ", shared"
    return words + (f", {bits['weight_bits']}/{bits['embedding_bits']} bits" if bits else "")


def _shares(shape: Architecture, bits: dict, column: str) -> dict[str, float]:
    """Return the size in per cent of BERT_BASE's by several rules."""
    base = architecture("bert-base")
    bare, bare_base = replace(shape, pooler=False), replace(base, pooler=False)
    same = {"weight_bits": bits.get("embedding_bits"), "embedding_bits": bits.get("embedding_bits")}
    found = {
        DEFAULT: (stored(shape, **bits), stored(base)),
        "poolers left out": (stored(bare, **bits), stored(bare_base)),
        "the model's pooler left out": (stored(bare, **bits), stored(base)),
    }
    if bits:
        all_same = stored(shape, **same, rest_bits=bits["embedding_bits"])
        found[f"{bits['embedding_bits']} bits throughout"] = (all_same, stored(base))
    total = without_embeddings if column == "without" else pd.Series.sum
    return {name: 100 * total(own) / total(whole) for name, (own, whole) in found.items()}


def embeddings_kept(cells: pd.Series) -> dict[str, float]:
    """Return what of BERT_BASE's embeddings both sizes of a row imply [%], with its half-width."""
    count = parameters(architecture("bert-base"))
    whole, inside = count.sum(), without_embeddings(count)
    values = [cells[metric] for metric in COLUMNS.values()]
    halves = [cells[f"{metric}_half_width"] for metric in COLUMNS.values()]
    kept = (values[0] * whole - values[1] * inside) / (whole - inside)
    spread = (halves[0] * whole + halves[1] * inside) / (whole - inside)
    return {"embeddings_kept": kept, "embeddings_kept_half_width": spread}
