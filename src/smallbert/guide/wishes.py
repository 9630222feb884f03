"""What a reader asks of a method: the task, limits, and what the reader can do."""

import math
import re
from collections.abc import Iterable

from smallbert.errors import UsageError
from smallbert.guide import rules

LIMITS = ("max_mb", "min_factor", "max_gops", "max_ms", "keep")
"""The wishes that are numbers; None sets no limit."""


def complete(
    *,
    task: str = "mnli",
    can: str | Iterable[str] = "all",
    device: str | None = None,
    base_ms: float | None = None,
    **limits: float | None,
) -> dict:
    """Return the wishes with nothing missing, as `smallbert.guide.answer` takes them.

    Parameters
    ----------
    task : str
        A key of `smallbert.guide.rules.TASKS`.
    can : str or iterable of str
        Abilities of ``data/survey/guide/abilities.csv``, joined by ``,`` or ``+``; ``all`` or
        ``none``.
    device : str, optional
        A key of ``data/survey/guide/devices.csv``.
    base_ms : float, optional
        Time of BERT_BASE on the reader's device [ms]; by default the one of `device`.
    **limits : float, optional
        ``max_mb`` [MiB], ``min_factor`` [times], ``max_gops`` [1e9 operations in a pass of 128
        tokens, a multiply-add counted as two], ``max_ms`` [ms], ``keep`` [% of the baseline's
        score].

    Raises
    ------
    UsageError
        A word is unknown, a number is not above 0, or a time comes without its device.

    Examples
    --------
    >>> complete(max_mb=60, can="none")["can"]
    []
    """
    known = rules.devices()
    _require("task", task, rules.TASKS)
    if device is None:
        for name, value in (("max_ms", limits.get("max_ms")), ("base_ms", base_ms)):
            if value is not None:
                raise UsageError(f"{name} is {value:g} without a device; add one of {_list(known)}")
    else:
        _require("device", device, known)
        base_ms = known[device]["base_ms"] if base_ms is None else base_ms
    if extra := [name for name in limits if name not in LIMITS]:
        raise UsageError(f"no requirement {extra[0]!r}; use one of {', '.join(LIMITS)}")
    numbers = {name: limits.get(name) for name in LIMITS} | {"base_ms": base_ms}
    for name, value in numbers.items():
        numbers[name] = _number(name, value)
    return {"task": task, "can": _abilities(can), "device": device} | numbers


def _number(name: str, value: float | None) -> float | None:
    """Return a limit as a float; what is no size, time or share is refused."""
    if value is None:
        return None
    if not (math.isfinite(value) and 0.001 <= value <= 1e9):
        raise UsageError(f"{name} is {value}; give a number from 0.001 to 1e9")
    return float(value)


def _abilities(can: str | Iterable[str]) -> list[str]:
    """Return the abilities in the order of the file."""
    known = rules.abilities()
    if can == "all":
        return list(known)
    named = [] if can == "none" else re.split("[,+]", can) if isinstance(can, str) else list(can)
    wanted = {each.strip() for each in named}
    for each in sorted(wanted):
        _require("can", each, [*known, "all", "none"])
    if wanted & {"all", "none"}:
        raise UsageError(f"can is {_list(sorted(wanted))}; use all or none by itself")
    return [each for each in known if each in wanted]


def _require(name: str, word: str, allowed: Iterable[str]) -> None:
    if word not in allowed:
        raise UsageError(f"{name} is {word!r}; use one of {_list(allowed)}")


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
