"""From a printed cell to the numbers that it holds."""

import math
import re
from dataclasses import dataclass, replace

SUFFIXES = {
    "%": ("%",),
    "x": ("x", "X"),
    "s": ("s", "ms"),
    "ms": ("s", "ms"),
    "MB": ("KB", "MB", "GB"),
}
"""Signs that may follow a number, by unit; none need follow, and a star leads to a note."""

POWERS = {"1": 0, "tokens": 0, "1/s": 0, "k": 3, "M": 6, "B": 9, "G": 9}
"""Units of what is counted, each as a power of ten; signs of such a power may follow a number."""

SIGNS = {"k": 3, "K": 3, "M": 6, "B": 9, "G": 9, "T": 12}
SIGNS |= {"thousand": 3, "million": 6, "billion": 9}

SCALES = {("s", "ms"): 0.001, ("ms", "s"): 1000, ("MB", "KB"): 1 / 1024, ("MB", "GB"): 1024}
"""What a number is multiplied by, by unit and sign."""

MEASURES = ("s", "ms", "MB", "M", "B", "G")
"""Units of which a number needs to say its own: of its metric there are several."""

THOUSANDS = ("ms", "MB", "M", "k", "1/s", "tokens", "1")
"""Units of which thousands are printed; with any other one a comma may be a decimal point."""

_NUMBER = re.compile(
    r"(?a)(?P<number>[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?)"
    r"(?:(?:[eE]|\s?x\s?10\s?\^\s?)\{?(?P<exponent>[+-]?\d{1,3})\b\}?)?"
    r"(?:\s?(?P<word>(?:thousand|million|billion)|[KMG]i?B|m?s)\b|(?P<sign>[%xXMBGTkK*])?)"
)
SWAPPED = str.maketrans(",.", ".,")

_FRACTION = re.compile(r"(?a)(?P<over>\d+)/(?P<under>\d+(?:\.\d+)?)")
_BETWEEN = re.compile(r"\s*/\s*|\s*\(\s*|\s*\)\s*|\s+")
_ALONE = re.compile(r"(?<![\w.])(?:[–—]|-{2,3})(?![\w.])")
_DOUBT = "(?)"
NOT_REPORTED = ("", "-", "–", "—", "--", "---", "?", "N/A", "n/a", "n.a.")


@dataclass(frozen=True)
class Number:
    """A number in its quantity's unit, the part of the cell that prints it, and its rounding.

    A fraction such as ``1/6`` is divided out. ``half_width`` is half a unit in the last place.
    """

    value: float
    printed: str
    half_width: float


def plain(cell: str) -> str:
    r"""Return a cell without the marks of formulas; what is set below a number is its spread.

    Examples
    --------
    >>> plain(r"$92.9_{\pm 0.2}$"), plain("90.5<sub>0.3</sub>"), plain(r"$1.1 \times 10^{8}$")
    ('92.9±0.2', '90.5±0.3', '1.1 × 10^{8}')
    """
    cell = re.sub(r"\s*<sub>\s*±?\s*([\d.]+)\s*</sub>", r"±\1", cell.replace("$", ""))
    cell = re.sub(r"\s*_?\{?\s*\\pm\s*([\d.]+)\s*\}?", r"±\1", cell)
    return cell.replace(r"\times", "×")


def parse(
    cell: str, units: list[str], *, optional: list[bool] | None = None, decimal: str = "."
) -> list[Number | None]:
    """Read the numbers of one printed cell, such as ``88.5/84.3``, ``90.23 (-0.67)``, ``2.1 ×``.

    There is one for each unit, or None for one of several that is not reported; none at all where
    the cell reports nothing (``-``, ``N/A``, empty). Other signs or counts are a ValueError. Those
    that are `optional` may be absent: the last ones, or those in brackets, where others follow.
    With the `decimal` sign ``,`` a point parts thousands. A power of ten, ``1.1e8``, is of units,
    not of millions.
    """
    text = re.sub(r"\s?×|(?<=\d) x\b", "x", _ALONE.sub("-", cell.strip()).replace("−", "-"))
    text = text.replace("~", "").replace("≈", "")  # about: the digits say how exact it is
    if text in NOT_REPORTED:
        return []
    if decimal == ",":
        points = parse(text.translate(SWAPPED), units, optional=optional)
        return [each and replace(each, printed=each.printed.translate(SWAPPED)) for each in points]
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
    optional = optional or [False] * len(units)
    placed = _placed(matches, optional)
    if placed is None:
        raise ValueError(f"{cell!r} holds {len(matches)} numbers where {len(units)} are expected")
    pairs = zip(placed, units, strict=False)
    return [match and _number(match, unit, cell) for match, unit in pairs]


def _placed(matches: list[re.Match], optional: list[bool]) -> list[re.Match | None] | None:
    """Return the number of each place, None for one that is absent, or nothing if they do not fit.

    Where an optional number stands before another one, only brackets tell which of them is absent.
    """
    if optional == sorted(optional) or len(matches) == len(optional):
        return matches if optional.count(False) <= len(matches) <= len(optional) else None
    left, placed = [*matches], []
    for may_lack in optional:
        fits = bool(left) and _in_brackets(left[0]) == may_lack
        if not fits and not may_lack:
            return None
        placed.append(left.pop(0) if fits else None)
    return None if left else placed


def _in_brackets(match: re.Match) -> bool:
    before = match.string[: match.start()]
    return before.count("(") > before.count(")")


def bracketed(cell: str) -> list[bool]:
    """Tell of each number of a cell whether it is in brackets.

    Examples
    --------
    >>> bracketed("65.5 (64.4) / 84.5 (84.0)")
    [False, True, False, True]
    """
    return [_in_brackets(each) for each in _NUMBER.finditer(plain(cell))]


def count(cell: str) -> int:
    """Return how many numbers a printed cell holds, whatever they measure; of words, none.

    Examples
    --------
    >>> count("89.4 / 85.3"), count("1060 (100%)"), count("<1, 32>"), count("OOM")
    (2, 2, 0, 0)
    """
    text = plain(cell).replace("−", "-").replace(_DOUBT, "")
    text = re.sub(r"\s?×|(?<=\d) x\b", "x", text)
    text = re.sub(r"[~≈]|\s?±\s?[\d.]+", "", text)
    rest = _BETWEEN.sub("", _NUMBER.sub("", text).replace(",", "").replace("-", ""))
    return 0 if rest else len(_NUMBER.findall(re.sub(r"(\d),(\d{1,2}\b)", r"\1.\2", text)))


def has_unit(cell: str, unit: str) -> bool:
    """Tell whether each number of a cell says its own unit, as ``714 MB`` or ``1.1e8`` do."""
    signs = SUFFIXES.get(unit, (*SIGNS,))
    found = [*_NUMBER.finditer(cell)]
    named = (_suffix(each) in signs or (unit in POWERS and each["exponent"]) for each in found)
    return bool(found) and all(named)


def alike(unit: str, other: str) -> bool:
    """Tell whether two units are of one kind."""
    return unit == other or {unit, other} <= {"s", "ms"} or {unit, other} <= {"M", "B", "k"}


def _suffix(match: re.Match) -> str:
    suffix = (match["word"] or match["sign"] or "").replace("*", "")
    return suffix.replace("iB", "B")


def _number(match: re.Match, unit: str, cell: str) -> Number:
    suffix = _suffix(match)
    if "," in match["number"] and not {unit, suffix} & {*THOUSANDS}:
        raise ValueError(f"{cell!r} does not parse: ',' is no part of a number")
    power = SIGNS.get(suffix) if unit in POWERS else None
    if suffix and power is None and suffix not in SUFFIXES.get(unit, ()):
        raise ValueError(f"{cell!r}: the sign {suffix!r} does not belong to the unit {unit!r}")
    scale = SCALES.get((unit, suffix), 1)
    if power is not None:
        scale = 10.0 ** (power - POWERS[unit])
    if match["exponent"]:
        scale *= _of_ten(int(match["exponent"]), unit, suffix, cell)
    number = match["number"].replace(",", "")
    if math.isinf(float(number)):
        raise ValueError(f"a number of {len(number)} digits is more than a float can hold")
    return Number(scale * float(number), match[0].strip(), scale * half_unit(number))


def _of_ten(exponent: int, unit: str, suffix: str, cell: str) -> float:
    """Return what a power of ten is in its unit: of millions, ``1e8`` is a hundred."""
    least = 0 if suffix else POWERS.get(unit, 0)
    if 0 < least > exponent:
        raise ValueError(f"{cell!r} is less than one {unit}; give the quantity the unit '1'")
    return 10.0 ** (exponent - least)


def _fraction(match: re.Match) -> Number:
    if not float(match["under"]):
        raise ValueError(f"{match[0]!r} divides by zero")
    value = int(match["over"]) / float(match["under"])
    return Number(value, match[0], value * half_unit(match["under"]) / float(match["under"]))


def half_unit(number: str) -> float:
    """Return half a unit in the last printed place: 0.05 of ``88.5``, 0.5 of ``84``."""
    decimals = len(number.partition(".")[2])
    return round(0.5 * 10**-decimals, decimals + 1)
