"""The answer to a choice: which lines meet it, which may, and what rules out the others.

The script of the page, ``choose.js``, does the same with the same words; both are kept simple.
"""

import math
import re
from collections.abc import Iterable

from smallbert.answers import loading, table
from smallbert.compare import device_times
from smallbert.data import survey
from smallbert.errors import UsageError

CAN = {
    "finetune": ("fine-tune", "train a pre-trained model on your task's data: hours on one GPU"),
    "distil": ("run a teacher", "have a large fine-tuned model teach the small one"),
    "pretrain": ("pre-train", "train on general text first: days on many accelerators"),
}
"""What a reader may be able to do: name and meaning of each ability."""

LIMITS = [
    ("size", "max_mb", "most", "{value} MB", "its size is not known"),
    ("parameters", "max_millions", "most", "{value} million weights", "nobody counts its weights"),
    ("operations", "max_gops", "most", "{value} G operations", "nobody counts its operations"),
    ("factor", "min_factor", "least", "BERT-base is {value} times as large", "no size is known"),
    ("time", "max_ms", "most", "{value} ms ({how})", "its time there is not known"),
    ("kept", "keep", "least", "{value} % of BERT-base's score", "that of BERT-base is not known"),
    ("score", "score", "least", "a score of {value} %", "its score is not known"),
]
"""Name, wish, sense and words of each limit, in the order in which they are checked."""

LEAST, MOST = 0.001, {"keep": 150, "score": 100}
"""The lowest number that a limit may be, and the highest, where there is one besides `HUGE`.

BERT-base scores more than two thirds on each task, so 100 % are less than 150 % of its score.
"""

HUGE = 1e9

STATUS = ("meets", "close", "not known", "misses")

SPEEDS = (False, None, True)
"""Whether a model is no faster than BERT-base, in the order of lines: what is not known between."""

FLAGS = 5
"""How many parts of the order come before the score."""

WORDS = {
    "most": "at most {limit}",
    "least": "at least {limit}",
    "misses": "{says}; you ask for {asks}",
    "close": "within its error of ± {half}: {says}; you ask for {asks}",
    "unscored": "no work in this book scores it on {task}",
    "needs": "you would have to {needs}",
    "unreleased": "{weights}: you would have to {needs}",
    "start": "Start with {model}.",
    "why": "{rank} the models that {why}.",
    "highest": "It scores highest among",
    "smallest": "None surely scores higher, and it is the smallest (those on the Hugging Face Hub "
    "first), among",
    "caution": "But beware: {caution}.",
    "catch": "Note: {last}.",
    "instead": "Or test {model}: {why}.",
    "meets": "meet your choice",
    "may": "may meet your choice",
    "can": "can be downloaded and run",
    "fast": "are faster or compute less than BERT-base",
    "guess": "Its score in 8 bits is an estimate: test it yourself.",
    "unclocked": "Whether it is faster than BERT-base is not known here.",
    "measured": "were measured as they are",
    "repeated": "works here only repeat its score: test it yourself",
    "estimate": "its score in 8 bits is an estimate: test it yourself",
    "count": "{meets} of {all} lines (a model in 32 or in 8 bits) meet your choice; {close} miss "
    "it by less than their error; of {unknown} something is not known.",
    "ties": "{ties} more of those that meet it may score as well: compared two at a time, they "
    "differ by less than chance.",
    "signs": "≈: estimated.",
    "none": "Nothing is known to meet your choice.",
    "test": "Test {model} first: {why}.",
    "near": "{model} comes closest: {why}.",
}
"""The sentences of an answer; names in braces are filled in."""


def choice() -> dict:
    """Return all that the page's script needs to answer as `answer` does, as JSON holds it."""
    names = ("name", "wish", "sense", "says", "missing")
    limits = [dict(zip(names, each, strict=True)) for each in LIMITS]
    return {
        "tasks": table.TASKS,
        "devices": device_times.devices(),
        "can": {key: name for key, (name, _) in CAN.items()},
        "limits": [each | {"least": LEAST, "most": most(each["wish"])} for each in limits],
        "weights": survey.NO_WEIGHTS,
        "status": STATUS,
        "words": WORDS,
        "snippets": table.SNIPPETS,
        "own": loading.OWN,
        "eight": {kind: text for kind, (_, _, text) in loading.PLACES.items()},
        "heads": {task: table.head(task) for task in table.TASKS},
        "lines": table.lines(),
    }


def most(wish: str) -> float:
    """Return the highest number that a limit may be."""
    return MOST.get(wish, HUGE)


def complete(
    *,
    task: str = "mnli",
    can: str = "all",
    device: str = "cpu",
    tokens: int = 128,
    released: bool = False,
    **limits: float | None,
) -> dict:
    """Return the wishes with nothing missing, as `answer` takes them.

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
    **limits : float, optional
        ``max_mb`` [MiB], ``max_millions`` [parameters], ``max_gops`` [1e9 operations in a pass of
        128 tokens, a multiply-add counted as two], ``min_factor`` [times smaller than BERT-base],
        ``max_ms`` [ms], ``keep`` [% of BERT-base's score], ``score`` [%].

    Raises
    ------
    UsageError
        A word or a length is unknown, or a number is one that no model could ever meet or miss.
    """
    known, wanted = device_times.devices(), [wish for _, wish, *_ in LIMITS]
    _require("task", task, table.TASKS)
    _require("device", device, known)
    if tokens not in known[device]["tokens"]:
        lengths = ", ".join(map(str, known[device]["tokens"]))
        raise UsageError(
            f"tokens is {tokens}; on {device} {lengths} were measured, use one of them"
        )
    if extra := [name for name in limits if name not in wanted]:
        raise UsageError(f"no requirement {extra[0]!r}; use one of {', '.join(wanted)}")
    numbers = {name: limits.get(name) for name in wanted}
    for name, value in numbers.items():
        if value is not None and not (math.isfinite(value) and LEAST <= value <= most(name)):
            raise UsageError(
                f"{name} is {value}; give a number from {LEAST} to {_plain(most(name))}"
            )
        numbers[name] = None if value is None else float(value)
    wishes = {"task": task, "can": _abilities(can), "device": device, "tokens": tokens}
    return wishes | {"released": bool(released)} | numbers


def _abilities(can: str) -> list[str]:
    """Return the abilities in the order of `CAN`."""
    if can in ("all", "none"):
        return list(CAN) if can == "all" else []
    wanted = {each.strip() for each in re.split("[,+]", can)}
    for each in sorted(wanted):
        _require("can", each, [*CAN, "all", "none"])
    if wanted & {"all", "none"}:
        raise UsageError(f"can is {', '.join(sorted(wanted))}; use all or none by itself")
    return [each for each in CAN if each in wanted]


def _require(name: str, word: str, allowed: Iterable[str]) -> None:
    if word not in allowed:
        raise UsageError(f"{name} is {word!r}; use one of {', '.join(allowed)}")


def answer(wishes: dict, lines: list[dict] | None = None) -> dict:
    """Return the answer to wishes of `complete`.

    ``summary`` are the first sentences and ``aside`` those that may come last. ``lines`` are of
    all lines ``at``, their place in the table, ``status``, one of `STATUS`, and ``text``, what it
    rests on. What meets the wishes comes before what does not, what can be had and run before what
    cannot, measured before estimated or repeated from elsewhere, faster than BERT-base before what
    may be and this before what is not (unless the wishes limit time or operations), then the higher
    share of BERT-base's score, then the smaller. Where no wish limits the size, those that may
    score as well as the first come first, what is on the Hugging Face Hub and small before others.
    """
    lines = table.lines() if lines is None else lines
    judged = [_judge(wishes, line) | {"at": at} for at, line in enumerate(lines)]
    judged.sort(key=lambda each: (*_order(wishes, lines[each["at"]], each), each["at"]))
    highest, tied = judged[0], _tied(wishes, lines, judged)
    judged = [*tied, *(each for each in judged if each not in tied)]
    return _summary(wishes, lines, judged, highest) | {"lines": judged}


def _tied(wishes: dict, lines: list[dict], judged: list[dict]) -> list[dict]:
    """Return those that may score as well as the first, the smallest first, if no size is asked."""
    asked = any(wishes[name] is not None for name in ("max_mb", "max_millions", "min_factor"))
    if asked or judged[0]["status"] != STATUS[0]:
        return []
    first = lines[judged[0]["at"]]
    own, flags = first["scores"][wishes["task"]], _order(wishes, first, judged[0])[:FLAGS]
    tied = [
        each
        for each in judged
        if _order(wishes, lines[each["at"]], each)[:FLAGS] == flags
        and _tie(own, lines[each["at"]]["scores"][wishes["task"]])
    ]
    found = {each["at"]: lines[each["at"]] for each in tied}
    order = {at: (not _get(wishes, line)["hub"], line["size"] or 1e9) for at, line in found.items()}
    return sorted(tied, key=lambda each: order[each["at"]])


def _get(wishes: dict, line: dict) -> dict:
    """Return what a line takes: weights to fine-tune if the reader can, else those of the task."""
    ready, plain = line["get"].get(wishes["task"]), line["get"][""]
    able = plain["checkpoint"] and {*plain["needs"]} <= {*wishes["can"]}
    return plain if able or not ready else ready


def _time(wishes: dict, line: dict) -> tuple:
    return line["times"].get(f"{wishes['device']}/{wishes['tokens']}", (None, "", ""))


def _value(wishes: dict, line: dict, name: str) -> float | None:
    """Return what a line has of a limited quantity; None where nothing tells it."""
    if name == "time":
        return _time(wishes, line)[0]
    if name in ("kept", "score"):
        return line["scores"][wishes["task"]][name]
    return line[name]


def _judge(wishes: dict, line: dict) -> dict:
    """Return status and text of a line: its first miss, else what is not known or close.

    ``missed`` counts the wishes that it misses; ``off`` is the largest factor by which it does.
    """
    found = {status: [] for status in STATUS}
    get, score = _get(wishes, line), line["scores"].get(wishes["task"])
    if _unreleased(wishes, line):
        found["not known"].append(get["last"])
    if lacking := [CAN[each][0] for each in get["needs"] if each not in wishes["can"]]:
        how = "needs" if get["checkpoint"] else "unreleased"
        found["misses"].append(_fill(how, needs=", ".join(lacking), weights=survey.NO_WEIGHTS))
    if not score:
        found["not known"].append(_fill("unscored", task=table.TASKS[wishes["task"]]))
    missed = len(found["misses"])
    off = 1e9 if missed else 1.0
    for name, wish, sense, says, missing in LIMITS:
        limit, of_score = wishes[wish], name in ("kept", "score")
        if limit is None or (of_score and not score):
            continue
        value = _value(wishes, line, name)
        if value is None:
            found["not known"].append(missing)
            continue
        how = _time(wishes, line)[1] if name == "time" else ""
        says = says.replace("{value}", _plain(value)).replace("{how}", how)
        words = {"says": says, "asks": _fill(sense, limit=_plain(limit))}
        half = (score["half"] or 0) if of_score else 0
        if of_score and not score["works"] and value + half >= limit:
            found["not known"].append(WORDS["repeated"])
        elif value > limit if sense == "most" else value < limit:
            near = "close" if of_score and value + half >= limit else "misses"
            found[near].append(_fill(near, half=_plain(half), **words))
        elif of_score and score["estimated"]:
            found["meets"].append(WORDS["estimate"])
        if len(found["misses"]) > missed:
            missed, off = missed + 1, max(off, value / limit, limit / value)
    status = next((each for each in STATUS[::-1] if found[each]), STATUS[0])
    texts = found[status][:1] if status == "misses" else found[status]
    return {"status": status, "text": "; ".join(texts), "missed": missed, "off": off}


def _unreleased(wishes: dict, line: dict) -> bool:
    """Tell whether weights must be released and none are known here; somebody may have them."""
    return wishes["released"] and not _get(wishes, line)["checkpoint"]


def _estimated(wishes: dict, line: dict) -> bool:
    """Tell whether a number that decides about a line is an estimate, or only repeated here."""
    score = line["scores"].get(wishes["task"]) or {"estimated": False, "works": 1}
    timed = wishes["max_ms"] is not None and _time(wishes, line)[1] == "estimated"
    return score["estimated"] or not score["works"] or timed


def _order(wishes: dict, line: dict, judged: dict) -> tuple:
    score = line["scores"].get(wishes["task"]) or {"kept": None}
    limited = wishes["max_ms"] is not None or wishes["max_gops"] is not None
    fast = limited and judged["status"] == STATUS[0]
    return (
        STATUS.index(judged["status"]),
        score["kept"] is None,
        bool(_get(wishes, line)["last"]),
        _estimated(wishes, line),
        0 if fast else SPEEDS.index(line["slow"]),
        -(score["kept"] or score.get("score") or 0),
        line["size"] or 1e9,
    )


def _summary(wishes: dict, lines: list[dict], judged: list[dict], highest: dict) -> dict:
    """Say where to start, why and what else to test; aside, what to know and how much there is."""
    counts = [sum(one["status"] == each for one in judged) for each in STATUS]
    first, line = judged[0], lines[judged[0]["at"]]
    names = dict(zip(("meets", "close", "unknown"), counts, strict=False))
    count = _fill("count", all=len(lines), **names)
    if first["status"] in ("meets", "close"):
        flags = {
            "meets": first["status"] == STATUS[0],
            "may": first["status"] == STATUS[1],
            "can": not _get(wishes, line)["last"],
            "fast": line["slow"] is False,
            "measured": not _estimated(wishes, line),
        }
        *parts, last = [WORDS[name] for name, holds in flags.items() if holds]
        why = ", ".join(parts) + " and " * bool(parts) + last
        own, rank = line["scores"][wishes["task"]], "highest" if first is highest else "smallest"
        said = [_fill("start", model=line["model"]), _fill("why", why=why, rank=WORDS[rank])]
        catch = _get(wishes, line)["last"]
        said += [_fill("catch", last=catch)] if catch else []
        said += [WORDS["guess"]] if own["estimated"] else []
        said += [WORDS["unclocked"]] if line["slow"] is None else []
        said += _instead(wishes, lines, judged) if catch or line["slow"] is not False else []
        aside = [_fill("caution", caution=own["caution"])] if own["caution"] else []
        met = [lines[one["at"]] for one in judged if one["status"] == STATUS[0]]
        met = [each["scores"][wishes["task"]] for each in met]
        ties = sum(_tie(own, each) for each in met) - flags["meets"]
        tied = [_fill("ties", ties=ties)] if ties > 0 else []
        return {"summary": said, "aside": [*aside, count, *tied]}
    test = first["status"] == "not known" and not _unreleased(wishes, line)
    near = first if test else min(judged, key=lambda each: (each["missed"], each["off"]))
    said = _fill("test" if test else "near", model=lines[near["at"]]["model"], why=near["text"])
    return {"summary": [WORDS["none"], said], "aside": [count]}


def _instead(wishes: dict, lines: list[dict], judged: list[dict]) -> list[str]:
    """Name the first line that can be had, is fast and may meet what is not known of it."""
    for one in judged:
        line = lines[one["at"]]
        ready = not _get(wishes, line)["last"] and line["slow"] is False
        if one["status"] == STATUS[2] and ready:
            return [_fill("instead", model=line["model"], why=one["text"])]
    return []


def _tie(own: dict, other: dict) -> bool:
    """Tell whether another score on the same set is no further behind than both may be off."""
    if own["examples"] != other["examples"] or None in (own["half"], other["half"]):
        return False
    reach = own["half"] * own["half"] + other["half"] * other["half"]
    behind = own["score"] - other["score"]
    return behind <= 0 or behind * behind <= reach


def _plain(number: float) -> str:
    """Return a number as a reader writes it; JavaScript's ``plain`` gives the same."""
    return f"{number:.10g}"


def _fill(name: str, /, **values) -> str:
    """Put values in the place of their names in braces."""
    text = WORDS[name]
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    return text
