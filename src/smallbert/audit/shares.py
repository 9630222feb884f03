"""Sizes in per cent of a baseline beside what shapes give, and what they imply of embeddings."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from smallbert.audit.figures import DEFAULT, judge
from smallbert.cost.shapes import Architecture, architecture
from smallbert.cost.storage import stored
from smallbert.cost.weights import parameters, without_embeddings
from smallbert.data import sources, survey

SIDES = ("layers", "hidden", "feed_forward", "heads")
BITS = ("weight_bits", "embedding_bits", "rest_bits")
COLUMNS = {"with": "size_with_embeddings", "without": "size_without_embeddings"}


def sizes(*, corrected: bool = True) -> pd.DataFrame:
    """Return the sizes that a table prints as shares, each with the number that its shape gives.

    Such a table prints both, with embeddings and without. The shapes of rows that are no plain
    ones of the vocabulary, and the bits of quantised ones, stand in ``shapes.csv`` of its source.

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
    frames = [_of_table(key, name, corrected=corrected) for key, name in _places()]
    return pd.concat(frames) if frames else pd.DataFrame()


def _places() -> Iterator[tuple[str, str]]:
    """Yield the tables that print both shares."""
    wanted = {metric.replace("_", "-") for metric in COLUMNS.values()}
    for key in sources.keys():
        for name, table in sources.tables(key).items():
            if wanted <= {quantity.get("metric") for quantity in sources.quantities(table)}:
                yield key, name


def _of_table(key: str, name: str, *, corrected: bool) -> pd.DataFrame:
    table, stated = sources.values(key, name, corrected=corrected), survey.own("shapes", key)
    shapes = {each["row"]: each for each in stated.to_dict("records")}
    lines = [_line(cells, shapes.get(row, {})) for row, cells in table.iterrows()]
    return pd.DataFrame(lines, table.index)


def _line(cells: pd.Series, stated: dict) -> dict:
    shape, bits = _shape(cells, stated)
    line = {"name": cells["name"], "work": cells.get("work", ""), "shape": _words(shape, bits)}
    for column, metric in COLUMNS.items():
        value, half = cells[metric], cells[f"{metric}_half_width"]
        counted = {} if shape is None else _shares(shape, bits, column)
        line |= {column: value, f"{column}_counted": counted.get(DEFAULT, float("nan"))}
        line[f"{column}_ratio"] = line[f"{column}_counted"] / value
        known = judge(value, half, counted) if counted else ("not countable", "shape not stated")
        line[f"{column}_verdict"], line[f"{column}_rule"] = known
    return line | embeddings_kept(cells)


def _shape(cells: pd.Series, stated: dict) -> tuple[Architecture | None, dict]:
    """Return a row's shape, None where it is not known, and its bits."""
    name = stated.get("architecture") or cells.get("architecture", "")
    sides = {side: int(stated[side]) for side in SIDES if stated.get(side)}
    bits = {part: int(stated[part]) for part in BITS if stated.get(part)}
    return (replace(architecture(name), **sides) if name else None), bits


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
