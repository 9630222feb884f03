"""What a forward pass holds and moves, and the time that a device needs for it at least."""

from dataclasses import replace

import pandas as pd

from smallbert.cost.operations import operations
from smallbert.cost.shapes import COMPONENTS, Architecture, require_one_of, require_pass
from smallbert.cost.storage import MIB
from smallbert.cost.weights import norms, parameters, products
from smallbert.errors import UserError

BYTES_OF_NUMBER = 4
"""Bytes of a weight and of a result."""


def activations(
    shape: Architecture, *, tokens: int, batch: int = 1, keep: str = "layer"
) -> pd.Series:
    """Return the memory of the results that each component makes [MiB of 2²⁰ bytes].

    Parameters
    ----------
    keep : {"layer", "all"}
        Whether the results of one layer are held at a time, as when a trained model runs, or
        those of all layers, as when it is trained or nothing is freed.

    Returns
    -------
    pandas.Series
        Indexed by `COMPONENTS`, 32 bits a number. Left out: weights, masks, buffers of a library.
        Softmax, activation and residual sums work in place.

    Notes
    -----
    A product writes n vectors of its outputs, a norm n of its width, attention itself
    ``a n² + nA`` numbers with a heads (Korthikanti et al. 2023, section 4, without dropout), and
    ``2anR`` more with R relative positions.
    """
    require_pass(shape, tokens, batch)
    require_one_of("keep", keep, ("layer", "all"))
    held = replace(shape, layers=1, layer_sets=None) if keep == "layer" else shape
    return BYTES_OF_NUMBER * _numbers_by_component(held, tokens, batch)["written"] / MIB


def _numbers_by_component(shape: Architecture, tokens: int, batch: int) -> pd.DataFrame:
    """Return how many numbers, weights left out, each component reads and writes in one pass."""
    read, written = dict.fromkeys(COMPONENTS, 0), dict.fromkeys(COMPONENTS, 0)
    inputs = batch * tokens
    written["word embeddings"] = inputs * shape.word_width
    for side in (read, written):
        side["position and type embeddings"] = inputs * shape.looked_up_width
        for norm in norms(shape):
            side[norm.component] += inputs * norm.times * norm.width
    for product in products(shape):
        vectors = product.times * product.vectors(tokens, batch)
        factor = product.rank or 0  # what the first factor writes and the second one reads
        read[product.component] += vectors * (product.inputs + factor)
        written[product.component] += vectors * (product.outputs + factor)
    scores, heads = (tokens + 2 * shape.relative) * shape.heads, shape.attention_width
    read["attention itself"] = shape.layers * inputs * (scores + 3 * heads)
    written["attention itself"] = shape.layers * inputs * (scores + heads)
    return pd.DataFrame({"read": read, "written": written})


def _bytes_moved(shape: Architecture, tokens: int, batch: int) -> pd.Series:
    """Return the bytes that each component moves to and from memory in one pass."""
    weights = parameters(replace(shape, layer_sets=None))  # shared ones are read anew in each layer
    weights["word embeddings"] = batch * tokens * shape.word_width
    weights["position and type embeddings"] = tokens * shape.looked_up_width
    return BYTES_OF_NUMBER * (weights + _numbers_by_component(shape, tokens, batch).sum(axis=1))


def latency(
    shape: Architecture, *, tokens: int, bandwidth: float, peak: float, batch: int = 1
) -> pd.DataFrame:
    """Return the roofline's bound: the least time that each component takes on a device.

    Parameters
    ----------
    bandwidth : float
        Of the device's memory [GB/s, 1e9 bytes].
    peak : float
        Operations of the device [GFLOP/s, 1e9 operations, two a multiply-add].

    Returns
    -------
    pandas.DataFrame
        Indexed by `COMPONENTS`: ``operations`` [G], ``moved`` [MB, 1e6 bytes], ``time`` [ms] and
        ``bound``, ``compute`` or ``memory``, whichever takes longer.

    Notes
    -----
    ``max(operations / peak, bytes / bandwidth)`` for each component, one after another (Williams
    et al. 2009). Every weight moves once a layer and batch, every operand and result once, 32 bits
    each; of word and position vectors only the rows that are looked up. Nothing is fused or kept in
    a cache, and launching takes no time: a real device may beat the bytes and will miss the peak.
    """
    for name, value in {"bandwidth": bandwidth, "peak": peak}.items():
        if not value > 0:
            raise UserError(f"{name} is {value}; give a number above 0")
    work = operations(shape, tokens=tokens, batch=batch, elementwise=True)
    bytes_ = _bytes_moved(shape, tokens, batch)
    compute, memory = work / peak / 1e6, bytes_ / bandwidth / 1e6
    bound = (compute >= memory).map({True: "compute", False: "memory"})
    frame = {"operations": work / 1e9, "moved": bytes_ / 1e6, "time": compute.combine(memory, max)}
    return pd.DataFrame(frame | {"bound": bound})
