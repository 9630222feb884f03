"""From a printed cell to the numbers that it holds."""

import math
import re
from dataclasses import dataclass

SUFFIXES = {
    "%": ("%",),
    "x": ("x", "X"),
    "M": ("M", "B"),
    "B": ("B", "M"),
    "G": ("B", "G"),
    "k": ("k",),
    "s": ("s", "ms"),
    "ms": ("s", "ms"),
    "MB": ("KB", "MB", "GB"),
}
"""Signs that may follow a number, by unit; none need follow, and a star leads to a note."""

SCALES = {("M", "B"): 1000, ("B", "M"): 0.001, ("s", "ms"): 0.001, ("ms", "s"): 1000}
SCALES |= {("MB", "KB"): 1 / 1024, ("MB", "GB"): 1024}
"""What a number is multiplied by, by unit and sign."""

THOUSANDS = ("ms", "MB", "M", "k", "1/s", "tokens", "1")
"""Units of which thousands are printed; with any other one a comma may be a decimal point."""

_NUMBER = re.compile(
    r"(?a)(?P<number>[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?)"
    r"(?:\s?(?P<word>[KMG]i?B|m?s)\b|(?P<sign>[%xXMBGk*])?)"
)
_FRACTION = re.compile(r"(?a)(?P<over>\d+)/(?P<under>\d+(?:\.\d+)?)")
_BETWEEN = re.compile(r"\s*/\s*|\s*\(\s*|\s*\)\s*|\s+")
_ALONE = re.compile(r"(?<![\w.])[–—](?![\w.])")
_DOUBT = "(?)"
NOT_REPORTED = ("", "-", "–", "—", "N/A", "n/a", "n.a.")


@dataclass(frozen=True)
class Number:
    """A number in its quantity's unit, the part of the cell that prints it, and its rounding.

    A fraction such as ``1/6`` is divided out. ``half_width`` is half a unit in the last place.
    """

    value: float
    printed: str
    half_width: float


def parse(cell: str, units: list[str]) -> list[Number | None]:
    """Read the numbers of one printed cell, such as ``88.5/84.3``, ``90.23 (-0.67)``, ``2.1 ×``.

    There is one for each unit, or None for one of several that is not reported; none at all where
    the cell reports nothing (``-``, ``N/A``, empty). Other signs or counts are a ValueError.
    """
    text = re.sub(r"\s?×|(?<=\d) x\b", "x", _ALONE.sub("-", cell.strip()).replace("−", "-"))
    text = text.replace("~", "")  # about: the digits say how exact it is
    if text in NOT_REPORTED:
        return []
    if len(units) == 1 and (match := _FRACTION.fullmatch(text)):
        return [_fraction(match)]
    parts = re.split(r"\s*/\s*", text)
    if "-" in parts and len(parts) == len(units):
        pairs = zip(parts, units, strict=True)
        return [None if part == "-" else parse(part, [unit])[0] for part, unit in pairs]
    matches = list(_NUMBER.finditer(text.replace(_DOUBT, "")))
    rest = _BETWEEN.sub("", _NUMBER.sub("", text.replace(_DOUBT, "")))
    if rest:
        raise ValueError(f"{cell!r} does not parse: {rest!r} is no part of a number")
    if len(matches) != len(units):
        raise ValueError(f"{cell!r} holds {len(matches)} numbers where {len(units)} are expected")
    return [_number(match, unit, cell) for match, unit in zip(matches, units, strict=True)]


def _number(match: re.Match, unit: str, cell: str) -> Number:
    suffix = (match["word"] or match["sign"] or "").replace("i", "").replace("*", "")
    if "," in match["number"] and not {unit, suffix} & {*THOUSANDS}:
        raise ValueError(f"{cell!r} does not parse: ',' is no part of a number")
    if suffix and suffix not in SUFFIXES.get(unit, ()):
        raise ValueError(f"{cell!r}: the sign {suffix!r} does not belong to the unit {unit!r}")
    scale = SCALES.get((unit, suffix), 1)
    number = match["number"].replace(",", "")
    if math.isinf(float(number)):
        raise ValueError(f"a number of {len(number)} digits is more than a float can hold")
    return Number(scale * float(number), match[0], scale * half_unit(number))


def _fraction(match: re.Match) -> Number:
    if not float(match["under"]):
        raise ValueError(f"{match[0]!r} divides by zero")
    value = int(match["over"]) / float(match["under"])
    return Number(value, match[0], value * half_unit(match["under"]) / float(match["under"]))


def half_unit(number: str) -> float:
    """Return half a unit in the last printed place: 0.05 of ``88.5``, 0.5 of ``84``."""
    decimals = len(number.partition(".")[2])
    return round(0.5 * 10**-decimals, decimals + 1)
