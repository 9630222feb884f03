"""A choice: what a reader asks of a model, checked and complete, and its answer by the rule."""

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from smallbert.answers import device_times, tasks
from smallbert.answers.candidates import all_candidates
from smallbert.answers.parts_of_answers import Answer, Candidate, Choice, Limit
from smallbert.answers.rule import answer_by_rule
from smallbert.errors import UsageError

CAN = {
    "finetune": ("fine-tune", "train a pre-trained model on your task's data: hours on one GPU"),
    "distil": ("run a teacher", "have a large fine-tuned model teach the small one"),
    "pretrain": ("pre-train", "train on general text first: days on many accelerators"),
}
"""What a reader may be able to do: name and meaning of each ability."""


class Wish(NamedTuple):
    """A limit that a reader may set: its name there and in a candidate, and its words.

    ``says`` names a candidate's value and ``missing`` that nobody knows it.
    """

    wish: str
    name: str
    least: bool
    says: str
    missing: str


LIMITS = [
    Wish("max_mb", "size", False, "{value} MB", "its size is not known"),
    Wish(
        "max_millions", "parameters", False, "{value} million weights", "nobody counts its weights"
    ),
    Wish("max_gops", "operations", False, "{value} G operations", "nobody counts its operations"),
    Wish("min_factor", "factor", True, "BERT-base is {value} times as large", "no size is known"),
    Wish("max_ms", "time", False, "{value} ms", "its time there is not known"),
    Wish("keep", "kept", True, "{value} % of BERT-base's score", "that of BERT-base is not known"),
    Wish("score", "score", True, "a score of {value} %", "its score is not known"),
]
"""The limits, in the order in which they are checked."""

LEAST_WISH, MOST_WISHED = 0.001, {"keep": 200, "score": 100}
"""The lowest number that a wish may be, and the highest, where there is one besides `MOST_WISH`.

BERT-base scores more than half on each task, so 100 % are less than 200 % of its score.
"""

MOST_WISH = 1e9


def most_wished(wish: str) -> float:
    """Return the highest number that a wish may be."""
    return MOST_WISHED.get(wish, MOST_WISH)


def base_times() -> dict[str, float]:
    """Return the time of BERT-base by "device/tokens", in 32 bits or what stands for it [ms]."""
    timed = device_times.model_times(device_times.BASELINE_MODEL, bits=32)
    return {setting: ms for setting, (ms, *_) in timed.items()}


def complete(
    *,
    task: str = "mnli",
    can: str = "all",
    device: str = "cpu",
    tokens: int = 128,
    released: bool = False,
    base_ms: float | None = None,
    **limits: float | None,
) -> Choice:
    """Return a choice with nothing missing.

    Parameters
    ----------
    task : str
        A key of `smallbert.answers.TASKS`.
    can : str
        Keys of `CAN` joined by ``,`` or ``+``; all; or none.
    device : str
        A key of ``data/survey/devices.csv``.
    tokens : int
        Length of a text, one that was measured on the device.
    released : bool
        Whether weights must be released.
    base_ms : float, optional
        What BERT-base takes on the reader's machine [ms]: the device's times are scaled to it.
    **limits : float, optional
        ``max_mb`` [MiB], ``max_millions`` [parameters], ``max_gops`` [1e9 operations in a pass of
        128 tokens, a multiply-add counted as two], ``min_factor`` [times smaller than BERT-base],
        ``max_ms`` [ms], ``keep`` [% of BERT-base's score; not asked of a task that one work alone
        scores, where BERT-base has no score], ``score`` [%].

    Raises
    ------
    UsageError
        A word or a length is unknown, or a number is one that no model could ever meet or miss.
    """
    devices, wishes = device_times.devices(), [limit.wish for limit in LIMITS]
    _require_word("task", task, tasks.TASKS)
    _require_word("device", device, devices)
    if tokens not in devices[device]["tokens"]:
        lengths = ", ".join(map(str, devices[device]["tokens"]))
        raise UsageError(
            f"tokens is {tokens}; on {device} {lengths} were measured, use one of them"
        )
    if extra := [name for name in limits if name not in wishes]:
        raise UsageError(f"no requirement {extra[0]!r}; use one of {', '.join(wishes)}")
    for name, value in (limits | {"base_ms": base_ms}).items():
        most = most_wished(name)
        if value is not None and not (math.isfinite(value) and LEAST_WISH <= value <= most):
            raise UsageError(f"{name} is {value}; give a number from {LEAST_WISH} to {most:.10g}")
    base = base_times().get(f"{device}/{tokens}")
    if base_ms and not base:
        raise UsageError(
            f"base_ms is {base_ms}, but BERT-base was not timed on {device} at {tokens} tokens; "
            "leave it out, or choose another device"
        )
    if tasks.TASKS[task].alone:  # its work has no score of BERT-base
        limits.pop("keep", None)
    return Choice(
        task=task,
        pool=tasks.pool(task),
        can=_abilities(can),
        device=device,
        tokens=tokens,
        released=bool(released),
        base_ms=base_ms,
        scale=base_ms / base if base_ms else None,
        limits=[
            Limit(limit.name, limit.least, float(asked))
            for limit in LIMITS
            if (asked := limits.get(limit.wish)) is not None
        ],
    )


def _abilities(can: str) -> list[str]:
    """Return the abilities in the order of `CAN`."""
    if can in ("all", "none"):
        return list(CAN) if can == "all" else []
    wanted = {each.strip() for each in re.split("[,+]", can)}
    for each in sorted(wanted):
        _require_word("can", each, [*CAN, "all", "none"])
    if wanted & {"all", "none"}:
        raise UsageError(f"can is {', '.join(sorted(wanted))}; use all or none by itself")
    return [each for each in CAN if each in wanted]


def _require_word(name: str, word: str, allowed: Iterable[str]) -> None:
    if word not in allowed:
        raise UsageError(f"{name} is {word!r}; use one of {', '.join(allowed)}")


def answer(choice: Choice, candidates: Sequence[Candidate] | None = None) -> Answer:
    """Return the answer of the rule to a choice, over `candidates`, or else over all."""
    return answer_by_rule(choice, all_candidates() if candidates is None else candidates)
