"""Time what can be called, one after the other in rounds, and say what the times are worth."""

import gc
import random
import time
from collections.abc import Callable, Mapping

import numpy as np
from scipy.stats import binom

LEAST = 30
"""Rounds from which on a measurement is recorded."""

SHORT = 0.1
"""Seconds below which a call is made once untimed, so that all find their weights as near."""

Times = dict[str, list[float]]


def rounds(
    calls: Mapping[str, Callable[[], object]],
    *,
    repeats: int,
    warm_up: int = 1,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
    after: Callable[[Times, dict], None] = lambda times, results: None,
) -> Times:
    """Call all in each round, in an order drawn anew, and return the seconds of each call.

    Parameters
    ----------
    calls : mapping of str to callable
        What is measured, by name.
    repeats : int
        Rounds that count.
    warm_up : int
        Rounds before them, from 1.
    seed : int
        Of the orders.
    clock : callable
        Returns seconds.
    after : callable
        Given the times so far and what the last calls returned, after each round that counts.

    Returns
    -------
    dict of str to list of float
        Seconds, one for each round that counts, in the order of the rounds: times of one round
        were taken close together, so ratios are best taken round by round.
    """
    draw, last, times = random.Random(seed), {}, {name: [] for name in calls}
    gc.disable()
    try:
        for number in range(warm_up + repeats):
            results = {}
            for name in draw.sample(list(calls), len(calls)):
                if last.get(name, SHORT) < SHORT:
                    calls[name]()
                began = clock()
                results[name] = calls[name]()
                last[name] = clock() - began
            gc.collect()
            if number >= warm_up:
                for name, seconds in last.items():
                    times[name].append(seconds)
                after(times, results)
    finally:
        gc.enable()
    return times


def interval(values, *, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return the median and an interval for it.

    Parameters
    ----------
    values : sequence of float
        Independent values of one quantity, at least six for 95 per cent.
    confidence : float
        Least probability that the interval holds the median.

    Returns
    -------
    tuple of float
        Median, lower end, upper end, in the values' unit.

    Notes
    -----
    The ends are the values of rank k + 1 from below and from above, with the largest k for which
    ``P(B ≤ k) ≤ (1 − confidence)/2``, B binomial with n trials of one half. No distribution of
    the values is assumed. With fewer values than the confidence needs, the ends are their range.

    Examples
    --------
    >>> interval(range(1, 32))
    (16.0, 10.0, 22.0)
    """
    ordered = np.sort(np.asarray(list(values), dtype=float))
    tail = (1 - confidence) / 2
    cut = int(binom.ppf(tail, len(ordered), 0.5))
    cut = max(cut - (binom.cdf(cut, len(ordered), 0.5) > tail), 0)
    return float(np.median(ordered)), float(ordered[cut]), float(ordered[-1 - cut])


def speedup(baseline, values) -> tuple[float, float, float]:
    """Return median and interval of the speed-up, taken round by round.

    Parameters
    ----------
    baseline, values : sequence of float
        Times of both in the same rounds and the same unit.

    Examples
    --------
    >>> speedup([4.0, 6.0, 5.0], [2.0, 3.0, 2.0])
    (2.0, 2.0, 2.5)
    """
    return interval(np.asarray(baseline, dtype=float) / np.asarray(values, dtype=float))
