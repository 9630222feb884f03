"""What stands in the way where nothing meets the wishes, and what can be had instead."""

from smallbert.guide.requirements import asks, fill, order


def trouble(data: dict, wishes: dict, asked: list[dict], found: list[dict]) -> list[str]:
    """Say which requirement nothing meets, or which two nothing meets together.

    Parameters are those of `smallbert.guide.decision.answer`, the limits asked for, and all
    entries with their ``misses``.
    """
    words, every = data["words"], [data["can"], *asked]

    def meet(*limits: dict) -> bool:
        names = [each["name"] for each in limits]
        return any(all(miss["requirement"] not in names for miss in e["misses"]) for e in found)

    alone = [each for each in every if not meet(each)]
    said = [fill(words["impossible"], asks=asks(data, wishes, each)) for each in alone]
    if said:
        return said
    for at, one in enumerate(every):
        for two in every[at + 1 :]:
            if not meet(one, two):
                both = {"one": asks(data, wishes, one), "two": asks(data, wishes, two)}
                said.append(fill(words["contradict"], **both))
    return said or [words["together"]]


def nearest(data: dict, wishes: dict, asked: list[dict], found: list[dict]) -> list[dict]:
    """Return what can be had if one requirement alone gives way, else the fewest misses.

    Parameters are those of `trouble`.

    Returns
    -------
    list of dict
        ``requirement`` (``all`` where no single one is in the way), ``model`` and ``text``.
    """
    near = []
    for limit in [data["can"], *asked]:
        sign = -1 if limit["sense"] == "least" else 1
        only = [entry for entry in found if _misses_only(entry, limit["name"])]
        if only:
            best = min(only, key=lambda e, s=sign: (s * e["misses"][0]["value"], *order(e)))
            near.append(_offer(data["words"]["near"], limit, best))
    if near or not found:
        return near
    best = min(found, key=lambda entry: (len(entry["misses"]), *order(entry)))
    return [_offer(data["words"]["fewest"], {"name": "all"}, best)]


def _misses_only(entry: dict, name: str) -> bool:
    """Tell whether an entry misses the requirement `name` alone, by a value that is known."""
    own = entry["misses"]
    return len(own) == 1 and own[0]["requirement"] == name and own[0]["value"] is not None


def _offer(words: str, limit: dict, entry: dict) -> dict:
    texts = "; ".join(miss["text"] for miss in entry["misses"])
    text = fill(words, model=entry["model"], text=texts)
    return {"requirement": limit["name"], "model": entry["model"], "text": text}
