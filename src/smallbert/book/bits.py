"""The bits of weights that a column of a table prints, perhaps among others."""

import re
from collections.abc import Iterable

NAME = re.compile(r"(weight_)?bits(_|$)|(weight_)?precision|w(_e)?_a(_|$)")
"""How the name of a column begins that says the bits of weights, perhaps among others."""

FULL = 16
"""Bits of a weight from which on a model is not quantized."""


def printed(columns: Iterable[str], cells: Iterable[str]) -> str:
    """Return the bits of the weights of a row, or nothing where no column has them.

    Examples
    --------
    >>> printed(["model", "bits_w_a"], ["Fold", "4/8"]), printed(["model", "rte"], ["Fold", "60"])
    ('4', '')
    >>> [printed(["precision"], [cell]) for cell in ("INT8", "FP32", "W4A8", "full")]
    ['8', '32', '4', '']
    """
    held = [cell for name, cell in zip(columns, cells, strict=True) if NAME.match(name)]
    found = re.match(r"(?:w|u?int|b?fp?)?-?(\d+)", held[0], re.IGNORECASE) if held else None
    return found[1] if found else ""
