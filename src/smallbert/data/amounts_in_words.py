"""A number and its unit, what it measures, and a list, in words as a sentence has them."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import isclose, log10

from smallbert.data import vocabulary

UNIT_WORDS = {"1": "", "x": "times"}
"""Units that a sentence writes otherwise."""


def amount(value: float, unit: str, printed: str = "") -> str:
    """Return a number with its unit as a sentence has them.

    A printed number keeps its digits, whatever power of ten its unit or scale puts between; one
    that is derived, such as a fraction or a half-width, has at most four significant digits, or
    those before the point. What is less than a billion is in millions, unless its print says so.

    Examples
    --------
    >>> amount(5.74, "x", "5.74x"), amount(-1.0, "points", "-1.0"), amount(1 / 6, "1", "1/6")
    ('5.74 times', '−1.0 points', '0.1667')
    >>> amount(84, "%", "84,0"), amount(22, "G", "2.2e10")
    ('84.0 %', '22 G')
    >>> amount(0.085, "B", "85M"), amount(0.3, "B", "0.30B"), amount(80.71, "%", "0.8071")
    ('85 M', '0.30 B', '80.71 %')
    """
    if unit == "B" and printed and abs(value) < 1 and f"{value:g}".lstrip("0") not in printed:
        value, unit = value * 1000, "M"
    printed = re.sub(r"(\d),(\d\d?)(?!\d)", r"\1.\2", printed)  # a decimal comma
    digits = re.search(r"\d+(\.\d+)?", printed.replace(",", ""))
    number = Decimal(digits[0]) if digits else Decimal(0)
    tens = round(log10(abs(value / float(number)))) if value and number else 0
    exact = number.scaleb(tens)
    if not digits or "/" in printed or not isclose(float(exact), abs(value)):
        text = f"{abs(value):.4g}" if abs(value) < 1e4 else f"{abs(value):.0f}"
    elif not digits[1] and tens < 0:  # 22,700,000 in millions
        text = f"{exact.normalize():f}"
    else:
        text = f"{exact:f}"
    sign = "−" if value < 0 or (not value and printed.startswith(("-", "−"))) else ""
    return f"{sign}{text} {UNIT_WORDS.get(unit, unit)}".strip().replace("-", "−")


def amount_of(row: Mapping) -> str:
    """Return the number of a row of the tidy results, with its unit."""
    return amount(row["value"], row["unit"], row["printed"])


def measured(row: Mapping) -> str:
    """Return what a row of the tidy results measures: ``MNLI-m accuracy, dev``."""
    task = vocabulary.names("tasks").get(row["task"], "")
    metric = f"{task} {vocabulary.names('metrics')[row['metric']]}".strip()
    return f"{metric}, {row['split']}" if row["split"] else metric


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
