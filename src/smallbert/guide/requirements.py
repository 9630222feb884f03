"""What a reader requires, what an entry has of it, and what it misses.

`data` and `wishes` are those of `smallbert.guide.decision.answer`. A limit is an item of
``data["limits"]`` or ``data["can"]``; an entry is a model with the row that decides for it.
"""

import math


def plain(number: float) -> str:
    """Return a number as a reader writes it; JavaScript's ``plain`` gives the same."""
    return f"{number:.10g}"


def fill(template: str, **values: str) -> str:
    """Put values in the place of their names in braces."""
    for name, value in values.items():
        template = template.replace("{" + name + "}", str(value))
    return template


def value_of(wishes: dict, limit: dict, entry: dict) -> float | None:
    """Return what an entry has of the limited quantity, or None where nothing tells it."""
    if limit["name"] == "keep":
        return entry["row"]["kept"]
    if limit["name"] == "time":
        return _time(wishes, speedup(wishes, entry))
    return entry["costs"].get(limit["name"])


def speedup(wishes: dict, entry: dict) -> dict | None:
    """Return the speedup that was measured on the device: the task's own before any."""
    return _speedup(wishes, entry, wishes["device"])


def untimed(wishes: dict, entry: dict) -> float | None:
    """Return the time that a speedup without a device would give, or None where there is none."""
    return _time(wishes, _speedup(wishes, entry, ""))


def _speedup(wishes: dict, entry: dict, device: str) -> dict | None:
    tasks = (wishes["task"], "")
    fit = (e for e in entry["speedups"] if e["device"] == device and e["task"] in tasks)
    return next(fit, None)


def _time(wishes: dict, timed: dict | None) -> float | None:
    """Return BERT_BASE's time over a speedup [ms], with one decimal."""
    return math.floor(wishes["base_ms"] / timed["times"] * 10 + 0.5) / 10 if timed else None


def meets(limit: dict, value: float | None, wanted: float) -> bool:
    """Tell whether a value is known and within a limit."""
    return value is not None and (value <= wanted if limit["sense"] == "most" else value >= wanted)


def close(wishes: dict, entry: dict) -> bool:
    """Tell whether the share kept misses its limit by no more than one standard error."""
    wanted, row = wishes["keep"], entry["row"]
    return wanted is not None and row["kept"] < wanted <= row["hopeful"]


def asks(data: dict, wishes: dict, limit: dict) -> str:
    """Return a limit in words."""
    if limit["name"] == "can":
        return fill(limit["asks"], can=_names(data, wishes["can"]) or data["words"]["nothing"])
    return fill(limit["asks"], limit=plain(wishes[limit["wish"]]), device=device(data, wishes))


def device(data: dict, wishes: dict) -> str:
    """Return the device asked for in words, or an empty string."""
    return data["devices"][wishes["device"]]["label"] if wishes["device"] else ""


def _names(data: dict, abilities: list[str]) -> str:
    return ", ".join(data["abilities"][each]["name"] for each in abilities)


def way(wishes: dict, entry: dict) -> dict:
    """Return the way to a model of which a reader lacks least."""
    return min(entry["ways"], key=lambda each: len(_short(wishes, each)))


def lacking(wishes: dict, entry: dict) -> list[str]:
    """Return the abilities that a model needs, by its nearest way, and the reader lacks."""
    return _short(wishes, way(wishes, entry))


def _short(wishes: dict, way: dict) -> list[str]:
    return [each for each in way["needs"] if each not in wishes["can"]]


def misses(data: dict, wishes: dict, asked: list[dict], entry: dict) -> list[dict]:
    """Return the requirements that an entry misses or is not known to meet, in their fixed order.

    Returns
    -------
    list of dict
        ``requirement`` (the limit's name), ``text``, and ``value``, None where it is not known;
        for abilities the number that is lacking. A share within its error of the limit is none.
    """
    missed, words = [], data["words"]
    if short := lacking(wishes, entry):
        text = fill(words["needs"], names=_names(data, short))
        missed.append({"requirement": "can", "text": text, "value": len(short)})
    for limit in asked:
        value = value_of(wishes, limit, entry)
        if meets(limit, value, wishes[limit["wish"]]):
            continue
        if limit["name"] == "keep" and close(wishes, entry):
            continue
        if value is None:
            text = _unknown(data, wishes, limit, entry)
        else:
            says = fill(limit["says"], value=plain(value))
            text = fill(words["misses"], says=says, asks=asks(data, wishes, limit))
        text = fill(text, device=device(data, wishes))
        missed.append({"requirement": limit["name"], "text": text, "value": value})
    return missed


def _unknown(data: dict, wishes: dict, limit: dict, entry: dict) -> str:
    """Name the measurement that is missing; of a time, also what is known instead."""
    if limit["name"] != "time":
        return limit["unknown"]
    others = [each for each in entry["speedups"] if each["device"] == wishes["device"]]
    missing = limit["unknown"]
    if others:
        task, times = others[0]["task"], plain(others[0]["times"])
        missing = fill(data["words"]["elsewhere"], tasks=data["tasks"].get(task, task), times=times)
    return "; ".join([missing, *unstated(data, wishes, entry)])


def unstated(data: dict, wishes: dict, entry: dict) -> list[str]:
    """Say which speedup is printed without a device, and the time that it would give, if any."""
    printed = _speedup(wishes, entry, "")
    if not printed:
        return []
    values = {"times": plain(printed["times"]), "time": plain(_time(wishes, printed))}
    return [fill(data["words"]["unstated"], device=device(data, wishes), **values)]


def known(entry: dict) -> list[dict]:
    """Return what an entry is known to miss."""
    return [miss for miss in entry["misses"] if miss["value"] is not None]


def order(entry: dict) -> tuple:
    """Return what ranks an entry: share kept less its error, then size, then name."""
    size = entry["costs"].get("size")
    return (-entry["row"]["cautious"], math.inf if size is None else size, entry["model"])
