"""Rules for the slides' remarks "1/k: a => b"."""

from smallbert.audit.copies import as_copy
from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result

MNLI = ("mnli-m-accuracy", "mnli-accuracy", "mnli/deformer")
"""The last parts of the ids of an accuracy on MNLI, the matched half first."""

DECK_TEACHER = "sun2020mobilebert/table3/bert-base"
BASELINES = {
    "zhao2019extreme": "zhao2019extreme/table3/teacher/mnli-m-accuracy",
    "sun2020mobilebert": f"{DECK_TEACHER}/mnli-m-accuracy",
    "cao2020deformer": "cao2020deformer/table1/mnli/bert-base",
    "turc2019wellread": f"{DECK_TEACHER}/mnli-m-accuracy",
}
"""BERT_BASE beside each slide's students; the last table has none and borrows one, as
data/survey/baselines.csv says."""

RETRAINED = "retrained teacher"
NO_TEACHER = "no table of the slide has a row for the retrained teacher"


def remark_before(numbers: Numbers, own: Result) -> Interval:
    """Recompute the number before the arrow as the baseline's accuracy on MNLI, rounded.

    It is the matched half where the halves are told apart. Of a baseline without a row it is the
    score that the model's bracket implies.
    """
    if own.source == "guo2019rpp":
        score = numbers.number(
            numbers.of_model(own.source, numbers.label(own, "name"), "mnli-accuracy")
        )
        bracket = numbers.of_model(own.source, numbers.label(own, "name"), "mnli-change")
        return score - numbers.number(bracket)
    if own.model == RETRAINED:
        raise MissingError(NO_TEACHER)
    return as_copy(own, numbers.get(BASELINES[own.source]))


def remark_after(numbers: Numbers, own: Result) -> Interval:
    """Recompute the number after the arrow as the model's accuracy on MNLI, rounded.

    It is the matched half where the halves are told apart.
    """
    return as_copy(own, numbers.get(_model(numbers, own, *MNLI)))


def remark_size(numbers: Numbers, own: Result) -> Interval:
    """Recompute the fraction as what is left of the weights.

    That is one over the printed factor, the ratio of the printed parameters, or the share that is
    not pruned. Zeros at the end of k are not counted as digits.
    """
    if own.source == "cao2020deformer":
        raise MissingError(
            "DeFormer keeps all weights; the slide does not say of what it is a fraction"
        )
    if own.source == "guo2019rpp":
        pruned = numbers.number(_model(numbers, own, "prune-ratio"))
        return (Interval.around(100) - pruned) / 100
    if own.source == "zhao2019extreme":
        return Interval.around(1) / numbers.number(_model(numbers, own, "compression-factor"))
    if numbers.label(own, "base") == RETRAINED:
        raise MissingError(NO_TEACHER)
    whole = numbers.number(f"{DECK_TEACHER}/parameters")
    if own.source == "turc2019wellread":
        if not numbers.label(own, "reads"):
            raise MissingError("the slide names no model")
        return numbers.number("sun2020mobilebert/table3/pkd-6/parameters") / whole
    return numbers.number(_model(numbers, own, "parameters")) / whole


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
    return Interval(*(int(over) / each for each in (k, k + unit / 2, k - below / 2)))


def _model(numbers: Numbers, own: Result, *quantities: str) -> str:
    """Return the id of a number of the model that a remark is about."""
    if own.source == "turc2019wellread":
        if not (row := numbers.label(own, "reads")):
            raise MissingError("the slide names no model")
        return f"turc2019wellread/table3/{row}/{quantities[0]}"
    return numbers.of_model(own.source, numbers.label(own, "name"), *quantities)
