"""A number with its unit, as a sentence has them."""

import string

UNITS = {"1": "", "x": "times"}
"""Units that a sentence writes otherwise."""


def amount(value: float, unit: str, printed: str = "") -> str:
    """Return a number with its unit as a sentence has them, with the decimals of its print.

    Examples
    --------
    >>> amount(5.74, "x"), amount(-1.0, "points", "-1.0"), amount(192.0, "1")
    ('5.74 times', '−1.0 points', '192')
    """
    exact = f"{value:.{len(printed.partition('.')[2].rstrip(string.ascii_letters + '%'))}f}"
    text = exact if float(exact) == value else f"{value:.6g}"
    return f"{text} {UNITS.get(unit, unit)}".strip().replace("-", "−")
