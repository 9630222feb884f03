"""What a predicate found: a verdict, the rows behind it, and the number that decided."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

import numpy as np

HOLDS, FAILS, UNDECIDABLE = "holds", "fails", "undecidable"
NOT_TESTABLE = "not testable"
"""Of advice, and of what no result can show."""

VERDICTS = (HOLDS, FAILS, UNDECIDABLE, NOT_TESTABLE)


class LackingError(Exception):
    """A number that a predicate needs is not among the results; its text names what."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A verdict with all that a reader needs to judge it.

    Attributes
    ----------
    verdict : str
        One of `VERDICTS`.
    evidence : tuple of str
        Ids of the results that were looked at.
    value : float or None
        The number that decided; None where there is none.
    decided_by : str
        What the number is, in words; for an undecidable claim, what is missing.
    comparisons : int
        Independent comparisons behind the verdict: pairs of models, steps of a series, or the
        points of a statistic. Several scores of one pair of models count once, and so do the
        settings of one measured model; of the pairs that k models form, k - 1 are independent.

    Raises
    ------
    ValueError
        The verdict is none of the four.
    """

    verdict: str
    evidence: tuple[str, ...]
    value: float | None
    decided_by: str
    comparisons: int

    def __post_init__(self):
        if self.verdict not in VERDICTS:
            raise ValueError(f"verdict is {self.verdict!r}; use one of {', '.join(VERDICTS)}")


def lacking(what: str, evidence: tuple[str, ...] = ()) -> Finding:
    """Return the finding of a claim for which `what` is missing."""
    return Finding(
        verdict=UNDECIDABLE,
        evidence=evidence,
        value=None,
        decided_by=f"missing: {what}",
        comparisons=0,
    )


def choose(*, holds: bool, fails: bool) -> str:
    """Return the word for what was shown; undecidable if neither was.

    Examples
    --------
    >>> choose(holds=False, fails=False)
    'undecidable'
    """
    return HOLDS if holds else FAILS if fails else UNDECIDABLE


def above(difference: float, margin: float) -> str:
    """Tell whether a difference is above zero by its margin: yes, no, or empty if unclear.

    Parameters
    ----------
    difference : float
        Of two numbers.
    margin : float
        Sum of what the two may be off, in the same unit; ranges that only touch are apart.
        With 0 the numbers are taken as they stand, and equal ones are not above each other.

    Examples
    --------
    >>> above(2.0, 2.0), above(0.6, 0.8), above(0.0, 0.0)
    ('yes', '', 'no')
    """
    slack = 1e-9
    if difference > slack and difference >= margin - slack:
        return "yes"
    return "no" if difference <= slack - margin else ""


def each_above(differences: Iterable[float], margins: Iterable[float]) -> list[str]:
    """Return what `above` says of each difference."""
    return [above(*pair) for pair in zip(differences, margins, strict=True)]


def all_above(differences: Iterable[float], margins: Iterable[float]) -> str:
    """Return holds if all differences are above zero, fails if one is not, else undecidable."""
    answers = each_above(differences, margins)
    if not answers:
        raise LackingError("rows to compare")
    return choose(holds=set(answers) == {"yes"}, fails="no" in answers)


def independent(pairs: Iterable[tuple[str, str]]) -> int:
    """Return how many of the differences between pairs of rows do not follow from the others.

    Examples
    --------
    >>> independent([("a", "b"), ("b", "c"), ("a", "c")]), independent([("a", "b"), ("c", "d")])
    (2, 2)
    """
    pairs = list(pairs)
    rows = dict.fromkeys(chain.from_iterable(pairs))
    signs = [[(row == one) - (row == other) for row in rows] for one, other in pairs]
    return int(np.linalg.matrix_rank(signs)) if pairs else 0


def number(value: float, form: str = ".2f") -> str:
    """Return a number with a true minus sign."""
    return f"{value:{form}}".replace("-", "−")
