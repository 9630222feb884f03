"""What a test of a claim finds: verdict, evidence, and the number that decided."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

HOLDS, FAILS, UNDECIDABLE = "holds", "fails", "undecidable"
NOT_TESTABLE = "not testable"
"""Of advice, and of what no result can show."""

CLAIM_VERDICTS = (HOLDS, FAILS, UNDECIDABLE, NOT_TESTABLE)


AGREES, CONTRADICTS, MIXED = "agrees", "contradicts", "mixed"
"""What the numbers say, whether or not chance may explain it."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A verdict with all that a reader needs to judge it.

    ``evidence`` are ids of the results looked at; ``value`` is the number that decided, and
    ``decided_by`` what it is, or what is missing. ``comparisons`` counts what is independent: pairs
    of models, or points of a statistic. Several scores of one pair count once, and so do the
    settings of one measured model; of the pairs that k models form, k - 1 are independent.
    ``shows`` says what the numbers say as they stand, and ``chance`` how much of the value chance
    alone explains; empty and missing where no number tells.
    """

    verdict: str
    evidence: tuple[str, ...] = ()
    value: float | None = None
    decided_by: str
    comparisons: int = 0
    shows: str = ""
    chance: float | None = None

    @property
    def words(self) -> str:
        """The verdict as a page has it: an open one says what the numbers show.

        Examples
        --------
        >>> Finding(verdict="holds", decided_by="", shows="agrees").words
        'holds'
        >>> found = Finding(
        ...     verdict="undecidable", decided_by="", shows="agrees", value=0.6, chance=1.1
        ... )
        >>> found.words
        'agrees: +0.6, chance explains 1.1'
        """
        if self.verdict != UNDECIDABLE or not self.shows:
            return self.verdict
        if self.chance is None or self.value is None:
            return f"{self.shows}, perhaps by chance"
        return f"{self.shows}: {with_minus(self.value, '+.1f')}, chance explains {self.chance:.1f}"


def lacking(what: str) -> Finding:
    """Return the finding of a claim for which `what` is missing."""
    return Finding(verdict=UNDECIDABLE, decided_by=f"missing: {what}")


def verdict_of(*, holds: bool, fails: bool) -> str:
    """Return the word for what was shown; undecidable if neither was.

    Examples
    --------
    >>> verdict_of(holds=False, fails=False)
    'undecidable'
    """
    return HOLDS if holds else FAILS if fails else UNDECIDABLE


def direction(leads: Iterable[float]) -> str:
    """Return what leads over some numbers say as they stand.

    Examples
    --------
    >>> direction([0.6, 0.1]), direction([-0.2]), direction([0.6, -0.1]), direction([])
    ('agrees', 'contradicts', 'mixed', '')
    """
    signs = {lead > 0 for lead in leads if lead == lead}
    return (
        MIXED
        if len(signs) > 1
        else {True: AGREES, False: CONTRADICTS}[signs.pop()]
        if signs
        else ""
    )


def above(difference: float, margin: float) -> str:
    """Tell whether a difference is above zero by its margin: yes, no, or empty if unclear.

    With a margin of 0 the numbers are taken as they stand, and equal ones are not above each other;
    an unknown margin (NaN) leaves it unclear.

    Examples
    --------
    >>> above(2.0, 2.0), above(0.6, 0.8), above(0.0, 0.0)
    ('yes', '', 'no')
    """
    slack = 1e-9
    if difference > slack and difference >= margin - slack:
        return "yes"
    return "no" if difference <= slack - margin else ""


def independent(pairs: Iterable[tuple[str, str]]) -> int:
    """Return how many of the differences between pairs of rows do not follow from the others.

    Examples
    --------
    >>> independent([("a", "b"), ("b", "c"), ("a", "c")]), independent([("a", "b"), ("c", "d")])
    (2, 2)
    """
    pairs = list(pairs)
    rows = {row for pair in pairs for row in pair}
    signs = [[(row == one) - (row == other) for row in rows] for one, other in pairs]
    return int(np.linalg.matrix_rank(signs)) if pairs else 0


def with_minus(value: float, form: str = ".2f") -> str:
    """Return a number with a true minus sign."""
    return f"{value:{form}}".replace("-", "−")
