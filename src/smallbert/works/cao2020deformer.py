"""What of DeFormer is code: rules of the audit for a table whose columns are models."""

from smallbert.audit.interval import Interval
from smallbert.audit.numbers import MissingError, Numbers, Result


def drop(numbers: Numbers, own: Result) -> Interval:
    """Recompute the drop in points as BERT_BASE's score less DeFormer's."""
    return numbers.number(own.beside("bert-base")) - numbers.number(own.beside("deformer"))


def relative_drop(numbers: Numbers, own: Result) -> Interval:
    """Recompute the drop in per cent as 1 less DeFormer's score over BERT_BASE's."""
    kept = numbers.number(own.beside("deformer")) / numbers.number(own.beside("bert-base"))
    return (Interval.around(1) - kept) * 100


def memory_reduction(numbers: Numbers, own: Result) -> Interval:
    """Recompute the reduction as 1 less DeFormer's memory over BERT_BASE's."""
    raise MissingError("the memory of DeFormer made from BERT_BASE is not printed")
