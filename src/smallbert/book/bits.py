"""The bits of weights that a column of a table prints, perhaps among others."""

import re
from collections.abc import Iterable

NAME = re.compile(r"(w(eight)?_)?bits(_|$)|(weight_)?precision|w(_e)?_a(_|$)")
"""How the name of a column begins that says the bits of weights, perhaps among others."""

FULL = 16
"""Bits of a weight from which on a model is not quantized."""


def printed(columns: Iterable[str], cells: Iterable[str]) -> str:
    """Return the bits of the weights of a row, or nothing where no column has them.

    Examples
    --------
    >>> printed(["model", "bits_w_a"], ["Fold", "4/8"]), printed(["model", "rte"], ["Fold", "60"])
    ('4', '')
    >>> printed(["w_bits"], ["2/4"])
    '2'
    >>> [printed(["precision"], [cell]) for cell in ("INT8", "FP32", "W4A8", "full")]
    ['8', '32', '4', '']
    """
    found = re.match(rf"{KIND}(\d+)", _cell(columns, cells), re.IGNORECASE)
    return found[1] if found else ""


KIND = r"(?:w|u?int|b?fp?)?-?"
"""What may stand before a number of bits."""


def in_words(columns: Iterable[str], cells: Iterable[str]) -> str:
    """Return what a column of bits says of a row, with their unit if it is one number.

    Examples
    --------
    >>> [in_words(["precision"], [cell]) for cell in ("INT8", "1", "2-2-8", "")]
    ['8 bits', '1 bit', '2-2-8', '']
    """
    cell = _cell(columns, cells)
    one = re.fullmatch(rf"{KIND}(\d+)", cell, re.IGNORECASE)
    return f"{one[1]} bit{'s' * (one[1] != '1')}" if one else cell


def _cell(columns: Iterable[str], cells: Iterable[str]) -> str:
    """Return the first cell of bits, or nothing."""
    held = (cell for name, cell in zip(columns, cells, strict=True) if NAME.match(name))
    return next(held, "")
