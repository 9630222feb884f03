"""Rules for the slides' remarks "1/k: a => b"."""

from collections.abc import Sequence

from smallbert.audit.copy_rules import as_copy
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result

MNLI = ("mnli-m-accuracy", "mnli-accuracy")
"""The last parts of the ids of an accuracy on MNLI, the matched half first."""


def remark_before(numbers: Numbers, own: Result, *, baseline: str = "") -> Interval:
    """Recompute the number before the arrow as the baseline's accuracy on MNLI, rounded.

    It is the matched half where the halves are told apart. Of a baseline without a row it is the
    score that the model's bracket implies.
    """
    if baseline:
        return as_copy(own, numbers.get(baseline))
    score = numbers.number(_model(numbers, own, "mnli-accuracy"))
    return score - numbers.number(_model(numbers, own, "mnli-change"))


def remark_after(
    numbers: Numbers, own: Result, *, scores: Sequence[str] = MNLI, table: str = ""
) -> Interval:
    """Recompute the number after the arrow as the model's accuracy on MNLI, rounded.

    It is the matched half where the halves are told apart.
    """
    return as_copy(own, numbers.get(_model(numbers, own, *scores, table=table)))


def remark_size(
    numbers: Numbers,
    own: Result,
    *,
    by: str = "",
    whole: str = "",
    part: str = "",
    table: str = "",
) -> Interval:
    """Recompute the fraction as what is left of the weights.

    That is one over the printed factor, the ratio of the printed parameters, or the share that is
    not pruned. A fraction 1/10 may be rounded from 1/9.5 or 1/15: its zero need not be a digit.
    """
    base = numbers.number(whole) if whole else Interval.around(1)
    model = _model(numbers, own, by, table=table)
    if by == "prune-ratio":
        return (Interval.around(100) - numbers.number(model)) / 100
    if by == "compression-factor":
        return base / numbers.number(model)
    return numbers.number(part or model) / base


def written_fraction(printed: str) -> Interval:
    """Return a fraction "1/k" with all values that k may stand for, zeros at its end not counted.

    Examples
    --------
    >>> half = written_fraction("1/2")
    >>> round(1 / half.high, 3), round(1 / half.low, 3)
    (1.5, 2.5)
    >>> tenth = written_fraction("1/10")
    >>> round(1 / tenth.high, 3), round(1 / tenth.low, 3)
    (9.5, 15.0)
    """
    over, _, under = printed.partition("/")
    k = float(under)
    whole, _, decimals = under.partition(".")
    zeros = 0 if decimals else len(whole) - len(whole.rstrip("0"))
    unit = 10.0 ** (zeros - len(decimals))
    below = unit / 10 if k == 10 ** (len(whole) - 1) and zeros else unit  # a shorter number
    return Interval(*(int(over) / under for under in (k, k + unit / 2, k - below / 2)))


def _model(numbers: Numbers, own: Result, *quantities: str, table: str = "") -> str:
    """Return the id of a number of the model that a remark is about.

    With a `table`, the model is the row of it that the remark reads.
    """
    if not table:
        return numbers.of_model(own.source, numbers.label(own, "name"), *quantities)
    if not (row := numbers.label(own, "reads")):
        raise MissingError("the slide names no model")
    return f"{own.source}/{table}/{row}/{quantities[0]}"
