"""A number with its unit, what it measures, and several words, as a sentence has them."""

import string
from collections.abc import Iterable, Mapping

from smallbert.data import vocabulary

UNITS = {"1": "", "x": "times"}
"""Units that a sentence writes otherwise."""


def amount(value: float, unit: str, printed: str = "") -> str:
    """Return a number with its unit as a sentence has them, with the decimals of its print.

    What is less than a billion is in millions, unless it is printed in billions.

    Examples
    --------
    >>> amount(5.74, "x"), amount(-1.0, "points", "-1.0"), amount(192.0, "1")
    ('5.74 times', '−1.0 points', '192')
    >>> amount(0.085, "B", "85M"), amount(0.3, "B", "0.30B"), amount(2.4, "B", "2.4")
    ('85 M', '0.30 B', '2.4 B')
    """
    if unit == "B" and printed and abs(value) < 1 and f"{value:g}".lstrip("0") not in printed:
        value, unit = value * 1000, "M"
    exact = f"{value:.{len(printed.partition('.')[2].rstrip(string.ascii_letters + '%'))}f}"
    text = exact if float(exact) == value else f"{value:.6g}"
    return f"{text} {UNITS.get(unit, unit)}".strip().replace("-", "−")


def told(row: Mapping) -> dict[str, str]:
    """Return a row of the tidy results in words: ``amount``, and ``what`` it measures."""
    task = vocabulary.names("tasks").get(row["task"], "")
    what = f"{task} {vocabulary.names('metrics')[row['metric']]}".strip()
    what += row["split"] and f", {row['split']}"
    return {"what": what, "amount": amount(row["value"], row["unit"], row["printed"])}


def line(row: Mapping) -> str:
    """Return a row of the tidy results in a line: amount, quantity, model and place."""
    words = told(row)
    return f"{words['amount']}, {words['what']}, {row['model']}; {row['locator']}"


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence lists them.

    Examples
    --------
    >>> listed(["ELECTRA"]), listed(["poster", "deck"]), listed("abc")
    ('ELECTRA', 'poster and deck', 'a, b and c')
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
