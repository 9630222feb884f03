"""What a reader requires, what an entry has of it, and what it misses.

`data` and `wishes` are those of `smallbert.guide.decision.answer`. A limit is an item of
``data["limits"]`` or ``data["can"]``; an entry is a method with the row that decides for it.
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
        speedup = entry["speedups"].get(wishes["device"])
        return math.floor(wishes["base_ms"] / speedup * 10 + 0.5) / 10 if speedup else None
    return entry["costs"].get(limit["name"])


def meets(limit: dict, value: float | None, wanted: float) -> bool:
    """Tell whether a value is known and within a limit."""
    return value is not None and (value <= wanted if limit["sense"] == "most" else value >= wanted)


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


def lacking(wishes: dict, entry: dict) -> list[str]:
    """Return the abilities that a method needs and the reader lacks."""
    return [each for each in entry["needs"] if each not in wishes["can"]]


def misses(data: dict, wishes: dict, asked: list[dict], entry: dict) -> list[dict]:
    """Return the requirements that an entry misses, in their fixed order.

    Returns
    -------
    list of dict
        ``requirement`` (the limit's name), ``text``, and ``value``, None where it is not known;
        for abilities the number that is lacking.
    """
    found, words = [], data["words"]
    if short := lacking(wishes, entry):
        text = fill(words["needs"], names=_names(data, short))
        found.append({"requirement": "can", "text": text, "value": len(short)})
    for limit in asked:
        value = value_of(wishes, limit, entry)
        if not meets(limit, value, wishes[limit["wish"]]):
            says = limit["unknown"] if value is None else fill(limit["says"], value=plain(value))
            text = fill(words["misses"], says=says, asks=asks(data, wishes, limit))
            text = fill(text, device=device(data, wishes))
            found.append({"requirement": limit["name"], "text": text, "value": value})
    return found


def order(entry: dict) -> tuple:
    """Return what ranks an entry: share kept less its error, then size, then name."""
    size = entry["costs"].get("size")
    return (-entry["row"]["cautious"], math.inf if size is None else size, entry["model"])
