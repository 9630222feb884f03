"""Rank correlations of few points, with their intervals."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import special

from smallbert.claims.material import LackingError

LEAST = 6
"""Points below which no interval is given: its formula needs some degrees of freedom."""


@dataclass(frozen=True, kw_only=True)
class Correlation:
    """A rank correlation, its interval, and the number of points."""

    value: float
    low: float
    high: float
    points: int

    def __str__(self) -> str:
        text = f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f}), n = {self.points}"
        return text.replace("-", "−")


def rank_correlation(x, y, *, given=None, level: float = 0.95) -> Correlation:
    """Return Spearman's correlation of `x` and `y` with its interval, partial where `given` is.

    The interval is that of Fisher's z, with the standard error ``sqrt((1 + r²/2) / (n - 3 - k))``
    of Bonett and Wright (2000, Psychometrika 65, 23-28) and k = 1 where one quantity is held
    fixed. That points of one family depend on each other is left out; it would make the interval
    wider. Raises as `ranked`.
    """
    ranks = ranked(x, y, given=given)
    value = float(np.clip(ranks.corr().loc["x", "y"], -0.999999, 0.999999))  # arctanh(1) is inf
    free = len(ranks) - 3 - (given is not None)
    width = special.ndtri((1 + level) / 2) * np.sqrt((1 + value**2 / 2) / free)
    low, high = np.tanh(np.arctanh(value) + np.array([-width, width]))
    return Correlation(value=value, low=float(low), high=float(high), points=len(ranks))


def ranked(x, y, *, given=None) -> pd.DataFrame:
    """Return the ranks of two quantities, each less its mean, as columns x and y.

    Where a quantity is held fixed, they are what is left of the ranks after the straight line
    through that quantity's: their correlation is the partial one,
    ``(r_xy - r_xz r_yz) / sqrt((1 - r_xz²)(1 - r_yz²))``. Raises `LackingError` if there are fewer
    than `LEAST` points, or one of the quantities does not vary.
    """
    columns = {"x": x, "y": y} | ({} if given is None else {"given": given})
    columns = {name: np.asarray(each, dtype=float) for name, each in columns.items()}
    values = pd.DataFrame(columns, index=x.index if isinstance(x, pd.Series) else None)
    if len(values) < LEAST or (values.max() == values.min()).any():
        raise LackingError(f"{LEAST} points that differ; there are {len(values)}")
    ranks = values.rank()
    ranks -= ranks.mean()
    if given is None:
        return ranks
    fixed = ranks.pop("given")
    return ranks - np.outer(fixed, ranks.T @ fixed / (fixed @ fixed))
