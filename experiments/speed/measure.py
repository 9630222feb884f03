"""Time what can be called, one after the other in rounds."""

import gc
import random
import time
from collections.abc import Callable, Mapping

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

    They are in the order of the rounds: times of one round were taken close together, so ratios
    are best taken round by round. After each round that counts, `after` is given the times so far
    and what the last calls returned.
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
