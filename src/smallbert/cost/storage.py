"""How many bytes the weights take: at given bits, with scales, and with zeros left out."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from smallbert.cost.shapes import COMPONENTS, Architecture, require_one_of
from smallbert.cost.weights import matrices, parameters
from smallbert.errors import UserError

MIB = 2**20
"""Bytes of what the papers call a megabyte."""

STORAGES = ("dense", "csr", "bitmap")

POINTER_BITS, SCALE_BITS = 32, 32
"""Of the place at which a row of a sparse matrix begins; of a scale that a group shares."""

LAYERS = [name for name, group in COMPONENTS.items() if group in ("attention", "feed-forward")]


def stored(
    shape: Architecture,
    *,
    weight_bits: float = 32,
    embedding_bits: float = 32,
    rest_bits: float = 32,
    group: int | None = None,
) -> pd.Series:
    """Return the stored bytes of each component.

    Parameters
    ----------
    weight_bits, embedding_bits, rest_bits : float
        Bits of a weight of attention and feed-forward; of the word embeddings; of everything
        else: other embeddings, norms, pooler. Above 0 and at most 32.
    group : int or None
        Weights that share one scale, in what has fewer than 32 bits; None counts no scale.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, in bytes. Names, padding and alignment of a file are left out.

    Notes
    -----
    ``w(b + s / g) / 8`` for w weights of b bits and a scale of s bits for every g of them (Shen
    et al. 2020, section 3). Biases inside attention and feed-forward are counted at the weights'
    bits; they are below one per cent of these.
    """
    bits = pd.Series(rest_bits, index=list(COMPONENTS), dtype=float)
    bits[LAYERS], bits["word embeddings"] = weight_bits, embedding_bits
    _require_bits(weight=weight_bits, embedding=embedding_bits, rest=rest_bits)
    if group is not None and group < 1:
        raise UserError(f"group is {group}; give a whole number from 1, or none for no scales")
    if group:
        bits += SCALE_BITS / group * (bits < 32)
    return parameters(shape) * bits / 8


def _require_bits(**named: float) -> None:
    for name, bits in named.items():
        if not 0 < bits <= 32:
            raise UserError(f"{name} bits are {bits}; give more than 0 and at most 32")


def megabytes(shape: Architecture, **chosen) -> float:
    """Return the size [MiB], which the papers call MB; bits and scales as in `stored`.

    Examples
    --------
    >>> from smallbert import cost
    >>> round(cost.megabytes(cost.architecture("bert-base")), 1)
    417.6
    """
    return float(stored(shape, **chosen).sum()) / MIB


def by_part(shape: Architecture, **chosen) -> pd.Series:
    """Return the stored MiB of layers, word vectors and rest; bits and scales as in `stored`."""
    size = stored(shape, **chosen) / MIB
    parts = {"layers": size[LAYERS].sum(), "word vectors": size["word embeddings"]}
    return pd.Series(parts | {"rest": size.sum() - sum(parts.values())}).rename_axis("part")


def sparse(
    weights: float,
    *,
    rows: int,
    ratio: ArrayLike,
    storage: str = "csr",
    bits: float = 32,
    index_bits: int = 16,
) -> float | np.ndarray:
    """Return the bytes of matrices of which a share is zero.

    Parameters
    ----------
    weights, rows : int
        Of the whole matrices, zeros included.
    ratio : float or array of float
        Share of the weights that is zero [%], 0 to 100.
    storage : {"dense", "csr", "bitmap"}
        Zeros stored as numbers; or the column of each other weight, of `index_bits`, and where
        each row begins; or a bit for every weight.

    Notes
    -----
    With k = (1 − ratio) w weights kept: ``wb`` bits dense, ``kb + w`` as a bitmap,
    ``k(b + i) + 32 rows`` as CSR (compressed sparse rows; Eisenstat et al. 1982).
    """
    share = np.asarray(ratio, dtype=float)
    if not ((share >= 0) & (share <= 100)).all():
        raise UserError(f"ratio is {ratio}; give 0 to 100 per cent")
    require_one_of("storage", storage, STORAGES)
    _require_bits(weight=bits, index=index_bits)
    kept = weights * (1 - share / 100)
    sizes = {
        "dense": weights * bits + 0 * kept,
        "bitmap": kept * bits + weights,
        "csr": kept * (bits + index_bits) + POINTER_BITS * rows,
    }
    return sizes[storage][()] / 8


def pruned_megabytes(shape: Architecture, *, ratio: float, storage: str, **chosen) -> float:
    """Return the MiB of a model of whose layers' matrices a share is zero, as in `sparse`.

    The rest of the model is counted at 32 bits.
    """
    weights, rows = matrices(shape)
    rest = 4 * (parameters(shape).sum() - weights)
    return (rest + sparse(weights, rows=rows, ratio=ratio, storage=storage, **chosen)) / MIB


def pays_from(
    storage: str, *, weights: float, rows: int, bits: float = 32, index_bits: int = 16
) -> float:
    """Return the share of zeros [%] from which ``csr`` or ``bitmap`` is smaller than ``dense``.

    Sizes of `sparse` are linear in the share, and even at ``1 / b`` for a bitmap and
    ``(i + 32 rows / w) / (b + i)`` for CSR.
    """
    require_one_of("storage", storage, STORAGES[1:])
    how = {"rows": rows, "bits": bits, "index_bits": index_bits}
    none, all_zero = (sparse(weights, ratio=share, storage=storage, **how) for share in (0, 100))
    return 100 * (none - weights * bits / 8) / (none - all_zero)
