"""Sizes in per cent of a baseline beside what shapes give, and what they imply of embeddings."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from smallbert import data
from smallbert.audit.figures import DEFAULT, explain
from smallbert.audit.verdict import NOISE, truncate
from smallbert.cost.shapes import Architecture, architecture
from smallbert.cost.storage import stored
from smallbert.cost.weights import parameters
from smallbert.data import sources, survey

SIDES = ("layers", "hidden", "feed_forward", "heads")
BITS = ("weight_bits", "embedding_bits", "rest_bits")
COLUMNS = {"with": "size_with_embeddings", "without": "size_without_embeddings"}

WORDS = ("word embeddings",)
LOOKED_UP = (*WORDS, "position and type embeddings")
"""What a column "without embeddings" may leave out: the word vectors alone, or all that is looked
up. `embeddings_kept` tells which of the two the rows fit whose method leaves the vectors alone."""


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
        and what is left of the word vectors, ``embeddings_kept`` with its half-width, and of all
        that is looked up, ``looked_up_kept``; sizes in per cent of BERT_BASE; and the source.
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
    table, stated = data.values(key, name, corrected=corrected), survey.own("shapes", key)
    shapes = {each["row"]: each for each in stated.to_dict("records")}
    cuts = sources.tables(key)[name].get("cuts_digits", False)
    lines = [_line(cells, shapes.get(row, {}), cuts) for row, cells in table.iterrows()]
    return pd.DataFrame(lines, table.index).assign(source=key)


def _line(cells: pd.Series, stated: dict, cuts: bool) -> dict:
    shape, bits = _shape(cells, stated)
    line = {"name": cells["name"], "work": cells.get("work", ""), "shape": _words(shape, bits)}
    for column, metric in COLUMNS.items():
        value, half = cells[metric], cells[f"{metric}_half_width"]
        counted = {} if shape is None else _shares(shape, bits, column)
        if cuts:
            cut = {f"{name}, digits cut off": truncate(n, 2 * half) for name, n in counted.items()}
            counted |= {
                name: number for name, number in cut.items() if abs(number - value) <= NOISE
            }
        line |= {column: value, f"{column}_counted": counted.get(DEFAULT, float("nan"))}
        line[f"{column}_ratio"] = line[f"{column}_counted"] / value
        known = explain(value, half, counted) if counted else ("not countable", "shape not stated")
        line[f"{column}_verdict"], line[f"{column}_rule"] = known
    looked_up = embeddings_kept(cells, left_out=LOOKED_UP)
    looked_up = {
        each.replace("embeddings", "looked_up"): value for each, value in looked_up.items()
    }
    return line | embeddings_kept(cells) | looked_up


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
    """Return the size in per cent of BERT_BASE's by several rules, that of the column first."""
    base = architecture("bert-base")
    bare, bare_base = replace(shape, pooler=False), replace(base, pooler=False)
    same = {"weight_bits": bits.get("embedding_bits"), "embedding_bits": bits.get("embedding_bits")}
    pairs = {
        DEFAULT: (stored(shape, **bits), stored(base)),
        "poolers left out": (stored(bare, **bits), stored(bare_base)),
        "the model's pooler left out": (stored(bare, **bits), stored(base)),
    }
    if bits:
        all_same = stored(shape, **same, rest_bits=bits["embedding_bits"])
        pairs[f"{bits['embedding_bits']} bits throughout"] = (all_same, stored(base))
    left_out = list(WORDS) if column == "without" else []
    rules = {name: (pair, left_out) for name, pair in pairs.items()}
    if left_out:
        rules["position and type vectors left out, too"] = pairs[DEFAULT], list(LOOKED_UP)
    return {
        name: 100 * own.drop(out).sum() / whole.drop(out).sum()
        for name, ((own, whole), out) in rules.items()
    }


def whole(sized: pd.DataFrame, kept: str = "embeddings_kept") -> pd.Series:
    """Tell of each row of `sizes` whether all vectors are left, within the rounding of its sizes.

    Parameters
    ----------
    sized : pandas.DataFrame
        Of `sizes`.
    kept : {"embeddings_kept", "looked_up_kept"}
        What is left if the second size leaves out the word vectors alone, or all vectors.
    """
    return (sized[kept] - 100).abs() <= sized[f"{kept}_half_width"] + NOISE


def counted_left(sized: pd.DataFrame) -> pd.Series:
    """Return what of the word vectors the counted sizes of each row of `sizes` leave [%]."""
    count = parameters(architecture("bert-base"))
    words = count[list(WORDS)].sum()
    inside = count.sum() - words
    return (sized["with_counted"] * count.sum() - sized["without_counted"] * inside) / words


def embeddings_kept(cells: pd.Series, *, left_out: tuple[str, ...] = WORDS) -> dict[str, float]:
    """Return what of BERT_BASE's embeddings both sizes of a row imply [%], with its half-width.

    Parameters
    ----------
    cells : pandas.Series
        A row with both sizes and their half-widths.
    left_out : tuple of str
        Components that the column without embeddings leaves out.

    Notes
    -----
    ``(p N − q n) / (N − n)`` for printed shares p with and q without embeddings, of BERT_BASE's N
    parameters and the n that are not left out.
    """
    count = parameters(architecture("bert-base"))
    whole, inside = count.sum(), count.drop(list(left_out)).sum()
    values = [cells[metric] for metric in COLUMNS.values()]
    halves = [cells[f"{metric}_half_width"] for metric in COLUMNS.values()]
    kept = (values[0] * whole - values[1] * inside) / (whole - inside)
    spread = (halves[0] * whole + halves[1] * inside) / (whole - inside)
    return {"embeddings_kept": kept, "embeddings_kept_half_width": spread}
