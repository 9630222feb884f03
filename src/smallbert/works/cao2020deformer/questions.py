"""The length of the question that a printed saving implies."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from smallbert import cost
from smallbert.charts import publish

IN_LAYERS = ["query, key, value", "attention itself", "attention output"]
IN_LAYERS += ["feed-forward", "layer norms"]


def layer_results(shape: cost.Architecture, *, tokens: int) -> float:
    """Return the memory of the results of one layer on so many tokens [MiB]."""
    return cost.activations(shape, tokens=tokens, keep="all")[IN_LAYERS].sum() / shape.layers


PER_LAYER = {"time": cost.layer_operations, "memory": layer_results}
"""What one layer costs, where time follows the operations and memory the results."""


def implied_questions(rows: pd.DataFrame, *, remains: str) -> list[float]:
    """Return the question length at which as much of the whole model's cost remains as printed.

    Parameters
    ----------
    rows : pandas.DataFrame
        Columns architecture, tokens (of an input), cached (layers), and `remains`.
    remains : {"time", "memory"}
        The column with the share that remains.

    Returns
    -------
    list of float
        In tokens; NaN where even a question of one token leaves more.

    Notes
    -----
    The q with ``k c(q) + (L - k) c(n)`` nearest to that share of ``L c(n)``, where c is the cost
    of one layer as in `PER_LAYER`.
    """
    return [
        _question(row.architecture, row.tokens, row.cached, share, PER_LAYER[remains])
        for row, share in zip(rows.itertuples(), rows[remains], strict=True)
    ]


def _question(name: str, tokens: int, cached: int, remains: float, per_layer: Callable) -> float:
    """Return the question length of one row, in tokens."""
    if not cached:
        return np.nan
    shape = cost.architecture(name)
    share = 1 - (1 - remains) * shape.layers / cached  # of a cached layer's cost
    shares = _costs(per_layer, shape, tokens) / per_layer(shape, tokens=tokens)
    return 1 + np.abs(shares - share).argmin() if share >= shares[0] else np.nan


def _costs(per_layer: Callable, shape: cost.Architecture, tokens: int) -> np.ndarray:
    """Return what a layer costs at each length below `tokens`: a polynomial of degree two."""
    known = np.array([1, tokens // 2, tokens])
    through = np.polyfit(known, [per_layer(shape, tokens=int(q)) for q in known], deg=2)
    return np.polyval(through, np.arange(1, tokens))


HEADS = ["Task", "Tokens", "Layers cached", "Time or operations left [%]", "Memory left [%]"]
HEADS += ["Question by time", "Question by memory"]


def show_questions(rows: pd.DataFrame) -> None:
    """Show what remains of time and memory, and the questions that this implies [tokens]."""
    shown = rows.set_axis(HEADS, axis=1)
    for name in HEADS[3:5]:
        shown[name] = (100 * shown[name]).map("{:.1f}".format)
    for name in HEADS[5:]:
        shown[name] = shown[name].map("{:.0f}".format).replace("nan", "none")
    publish.table("cao2020deformer-lengths", shown, data=rows)
