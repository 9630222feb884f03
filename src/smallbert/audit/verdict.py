"""Whether a printed number follows from the numbers that it is derived from."""

import math
from dataclasses import dataclass

from smallbert.audit.interval import Interval

AGREES, TRUNCATED = "agrees", "agrees if truncated"
DISAGREES, UNKNOWN = "disagrees", "cannot be recomputed"
VERDICTS = (AGREES, TRUNCATED, DISAGREES, UNKNOWN)

DIGITS, CUT, INPUTS = "printed digits", "cut digits", "rounded inputs"
RESTS_ON = {
    DIGITS: "the printed inputs give the printed number, rounded",
    CUT: "the printed inputs give it if digits are cut off instead of rounded",
    INPUTS: "only if the inputs have digits that are not printed",
}
"""What an agreement rests on, the firmest first."""

OTHERWISE = "agrees by another rule"
"""The verdict on a number of weights that another way to count gives."""

COUNTED = "no error if counted another way"
"""What the note on a disagreement begins with if another way to count gives the number."""

NOISE = 1e-9
"""Of floating-point arithmetic, far below any printed place."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one comparison.

    Attributes
    ----------
    difference : float
        Printed less recomputed.
    tolerance : float
        How large a difference rounding can explain on that side.
    verdict : str
        One of `VERDICTS`.
    rests_on : str
        A key of `RESTS_ON`; empty where the numbers disagree.
    """

    difference: float
    tolerance: float
    verdict: str
    rests_on: str


def judge(
    printed: Interval, recomputed: Interval, *, unit: float | None = None, cuts: bool = False
) -> Verdict:
    """Compare a printed number with its recomputation.

    Parameters
    ----------
    printed : Interval
        With half a unit in its last place to either side, or the half-width of a reading.
    recomputed : Interval
        From the printed inputs and their ranges.
    unit : float, optional
        One unit in the last printed place; without it digits cannot have been cut off.
    cuts : bool
        Whether the table is known to cut digits off; then a number may also have been cut off
        that has digits which the print of its inputs hides.

    Notes
    -----
    The tolerance is exact, not of first order: the range of `recomputed` on the side of the
    difference plus the range of `printed` on the other. A difference within it may be rounding,
    a larger one cannot be. Agreement is tested in the order of `RESTS_ON`.
    """
    difference = printed.value - recomputed.value
    own = printed.value - printed.low if difference > 0 else printed.high - printed.value
    given = (
        recomputed.high - recomputed.value if difference > 0 else recomputed.value - recomputed.low
    )
    tolerance = own + given
    if abs(difference) <= own + NOISE:
        return Verdict(difference, tolerance, AGREES, DIGITS)
    if unit and abs(truncate(recomputed.value, unit) - printed.value) <= NOISE:
        return Verdict(difference, tolerance, TRUNCATED, CUT)
    if abs(difference) <= tolerance + NOISE:
        return Verdict(difference, tolerance, AGREES, INPUTS)
    if cuts and unit and _may_be_cut(printed.value, recomputed, unit):
        return Verdict(difference, tolerance, TRUNCATED, INPUTS)
    return Verdict(difference, tolerance, DISAGREES, "")


def _may_be_cut(printed: float, recomputed: Interval, unit: float) -> bool:
    """Tell whether some number in the range gives the printed one with digits cut off."""
    low, high = (truncate(end, unit) for end in (recomputed.low, recomputed.high))
    return low - NOISE <= printed <= high + NOISE


def truncate(value: float, unit: float) -> float:
    """Return `value` with all that is smaller than `unit` cut off.

    Examples
    --------
    >>> truncate(-1.866, 0.01), truncate(82.6, 1)
    (-1.86, 82)
    """
    return math.trunc(round(value / unit, 6)) * unit
