"""Numbers with all values that their print allows, and their arithmetic."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """A number, as printed or as computed, and the range in which it may truly lie.

    Interval arithmetic (Moore 1966): the range of a result holds every value that its inputs'
    ranges allow. Factors are exact; they and the ranges of divisors lie above 0.
    """

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, half_width: float = 0.0) -> "Interval":
        """Return the number `value` with a range of `half_width` to either side."""
        return cls(value, value - half_width, value + half_width)

    def __add__(self, other: "Interval") -> "Interval":
        return Interval(self.value + other.value, self.low + other.low, self.high + other.high)

    def __sub__(self, other: "Interval") -> "Interval":
        return Interval(self.value - other.value, self.low - other.high, self.high - other.low)

    def __mul__(self, factor: float) -> "Interval":
        return Interval(self.value * factor, self.low * factor, self.high * factor)

    def __truediv__(self, other: "Interval | float") -> "Interval":
        if not isinstance(other, Interval):
            other = Interval.around(other)
        return Interval(self.value / other.value, self.low / other.high, self.high / other.low)


def mean(numbers: Sequence[Interval]) -> Interval:
    """Return the mean of some numbers."""
    return sum(numbers[1:], numbers[0]) / len(numbers)


NOISE = 1e-9
"""Of floating-point arithmetic, far below any printed place."""


def truncate(value: float, unit: float) -> float:
    """Return `value` with all that is smaller than `unit` cut off: −1.86 for −1.866 and 0.01."""
    # rounded first: 0.3 / 0.1 is a little less than 3, of which trunc would leave 2
    return math.trunc(round(value / unit, 6)) * unit
