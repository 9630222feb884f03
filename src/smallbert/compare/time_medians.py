"""Medians of measured times and of their ratios, with intervals that assume no distribution."""

import numpy as np
from scipy import special

INTERVAL_LEVEL = 0.95
"""Least probability that an interval holds the median."""


def paired_speedup(baseline, values) -> tuple[float, float, float]:
    """Return median and interval of the speedup from times in the same rounds, round by round."""
    return median_interval(np.asarray(baseline, dtype=float) / np.asarray(values, dtype=float))


def median_interval(values) -> tuple[float, float, float]:
    """Return median and interval, of the confidence `INTERVAL_LEVEL`, of independent values.

    The ends are order statistics, by the binomial distribution of the number of values below the
    median (Conover 1999): no distribution of the values is assumed. The interval of fewer than six
    has no ends (NaN).

    Examples
    --------
    >>> median_interval(range(1, 32))
    (16.0, 10.0, 22.0)
    """
    ordered = np.sort(np.asarray(list(values), dtype=float))
    below = special.bdtr(np.arange(len(ordered)), len(ordered), 0.5)
    outside = (below <= (1 - INTERVAL_LEVEL) / 2).sum()
    low, high = ordered[[outside - 1, len(ordered) - outside]] if outside else (np.nan, np.nan)
    return float(np.median(ordered)), float(low), float(high)
