"""Whether a printed number agrees with its recomputation, and what the agreement rests on."""

from typing import NamedTuple

from smallbert.audit.interval import NOISE, Interval, truncate

AGREES, TRUNCATED = "agrees", "agrees if truncated"
ANOTHER, DISAGREES = "another measurement", "disagrees"
NOT_RECOMPUTABLE = "cannot be recomputed"
AUDIT_VERDICTS = (AGREES, TRUNCATED, ANOTHER, DISAGREES, NOT_RECOMPUTABLE)
"""A number disagrees if it contradicts its own inputs or what it claims to repeat. Two reports of
one model that differ are other runs, splits, definitions or conventions: another measurement."""

CLOSE = 0.01
"""Of a count from a shape: so near to it a number of weights follows some other convention."""

OFF = (ANOTHER, DISAGREES)
"""Verdicts on numbers that are not those of their rules."""

DIGITS, CUT, INPUTS = "printed digits", "cut digits", "rounded inputs"
OTHERWISE, ROUND = "another count", "zeros at its end"
"""What an agreement rests on. The printed inputs give the printed number; they do if digits are cut
off; they do only if the inputs have digits that are not printed. Of a number of weights also: they
are counted in another way that is named; they were rounded to where the zeros begin."""

COUNTED_OTHERWISE = "no error if counted another way"
"""What the note on a disagreement begins with if weights of another metric give the number."""


class Verdict(NamedTuple):
    """One of `AUDIT_VERDICTS`; what an agreement rests on; printed less recomputed; tolerance."""

    verdict: str
    rests_on: str
    difference: float
    tolerance: float


def judge(
    printed: Interval, recomputed: Interval, *, unit: float | None = None, cuts: bool = False
) -> Verdict:
    """Compare a printed number with its recomputation.

    `unit` is one unit in its last place, without which digits cannot have been cut off; `cuts` says
    that the table is known to cut them off, those too that the print of inputs hides. The tolerance
    is exact: the range of `recomputed` on the side of the difference plus that of `printed` on the
    other. A difference within it may be rounding, a larger one cannot be.
    """
    difference = printed.value - recomputed.value
    if difference > 0:
        slack, input_slack = printed.value - printed.low, recomputed.high - recomputed.value
    else:
        slack, input_slack = printed.high - printed.value, recomputed.value - recomputed.low
    # what asks least of digits that are not printed comes first
    if abs(difference) <= slack + NOISE:
        outcome = AGREES, DIGITS
    elif unit and abs(truncate(recomputed.value, unit) - printed.value) <= NOISE:
        outcome = TRUNCATED, CUT
    elif abs(difference) <= slack + input_slack + NOISE:
        outcome = AGREES, INPUTS
    elif cuts and unit and _is_cut(printed.value, recomputed, unit):
        outcome = TRUNCATED, INPUTS
    else:
        outcome = DISAGREES, ""
    return Verdict(*outcome, difference, slack + input_slack)


def _is_cut(printed: float, recomputed: Interval, unit: float) -> bool:
    """Tell whether some number in the range gives the printed one if digits are cut off."""
    low, high = truncate(recomputed.low, unit), truncate(recomputed.high, unit)
    return low - printed <= NOISE and high - printed >= -NOISE
