"""What an arm computes, counted: the number beside which its time is set."""

from functools import cache

import pandas as pd

from smallbert import cost
from smallbert.speed import plan
from smallbert.speed.arms import Run

LAYERS = ["query, key, value", "attention output", "feed-forward", "bottlenecks"]
"""Components whose products are sparse in a sparse arm."""


def operations(run: Run) -> float:
    """Return the operations of one call, in 1e9; a multiply-add counts as two.

    Parameters
    ----------
    run : smallbert.speed.arms.Run

    Notes
    -----
    By `smallbert.cost.operations`, embeddings looked up; with cached layers by
    `smallbert.cost.decomposed`. Zeros that are stored are computed, zeros that are left out are
    not. Codes of 8 bits count like floats.
    """
    arm, shape = run.arm, run.arm.shape
    count = cost.operations(shape, tokens=run.tokens, batch=run.batch)
    if arm.cached_layers:
        layers = cost.decomposed(
            shape, tokens=run.tokens, question=arm.question, cached=arm.cached_layers
        )
        return float(run.batch * layers + count["pooler"]) / 1e9
    left_out = arm.share / 100 if arm.product == "csr" else 0
    return float(count.sum() - left_out * count[LAYERS].sum()) / 1e9


def fewer(bases: pd.Series) -> pd.Series:
    """Return by what factor the operations of runs fall against their bases.

    Parameters
    ----------
    bases : pandas.Series
        Name of each run's base, indexed by the name of the run.
    """
    count = _by_run()
    return pd.Series(count[bases].to_numpy() / count[bases.index].to_numpy(), bases.index)


@cache
def _by_run() -> pd.Series:
    return pd.Series({run.name: operations(run) for run in plan.runs()})
