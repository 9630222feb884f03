"""A number together with all values that its print, or its reading, allows."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """A number and the range in which it may truly lie.

    Attributes
    ----------
    value : float
        As printed, or as computed from printed numbers.
    low, high : float
        The ends of the range, in the same unit.

    Notes
    -----
    Interval arithmetic (Moore 1966): the range of a result holds every value that its inputs'
    ranges allow, and is no wider than needed where each input is used once. All rules of the
    audit are written so. Ranges of factors and divisors lie above 0.
    """

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, half_width: float = 0.0) -> "Interval":
        """Return the number `value` with a range of `half_width` to either side."""
        return cls(value, value - half_width, value + half_width)

    def __add__(self, other: "Interval | float") -> "Interval":
        """Add; ranges add up."""
        other = _interval(other)
        return Interval(self.value + other.value, self.low + other.low, self.high + other.high)

    def __sub__(self, other: "Interval | float") -> "Interval":
        """Subtract; ranges add up."""
        other = _interval(other)
        return Interval(self.value - other.value, self.low - other.high, self.high - other.low)

    def __mul__(self, other: "Interval | float") -> "Interval":
        """Multiply by a number above 0."""
        other = _interval(other)
        return Interval(self.value * other.value, self.low * other.low, self.high * other.high)

    def __truediv__(self, other: "Interval | float") -> "Interval":
        """Divide by a number above 0."""
        other = _interval(other)
        return Interval(self.value / other.value, self.low / other.high, self.high / other.low)


def mean(numbers: Sequence[Interval]) -> Interval:
    """Return the mean of some numbers.

    Examples
    --------
    >>> mean([Interval(1, 0.5, 1.5), Interval(2, 1.5, 2.5)])
    Interval(value=1.5, low=1.0, high=2.0)
    """
    total = numbers[0]
    for each in numbers[1:]:
        total = total + each
    return total / len(numbers)


def _interval(number: Interval | float) -> Interval:
    return number if isinstance(number, Interval) else Interval.around(number)
