"""What stands in the way where nothing meets the wishes, and what comes near."""

import math

from smallbert.guide.requirements import asks, fill, known, lacking, order, plain, untimed

OFFERS = 3
"""How many near models are offered."""

SHARE_COUNTS = 10
"""One per cent of the share asked for counts as much as so many per cent of a cost."""


def trouble(data: dict, wishes: dict, asked: list[dict], scored: list[dict]) -> list[str]:
    """Say which requirement nothing meets, or which two nothing meets together.

    Parameters are those of `smallbert.guide.decision.answer`, the limits asked for, and all
    entries with their ``misses``. Where a measurement is missing nothing is called impossible.
    """
    words, every = data["words"], [data["can"], *asked]

    def meet(*limits: dict) -> tuple[int, int]:
        """Count the models known to meet the limits, and those not known to miss one."""
        names = [each["name"] for each in limits]
        sure = [e for e in scored if all(m["requirement"] not in names for m in e["misses"])]
        maybe = [e for e in scored if all(m["requirement"] not in names for m in known(e))]
        return len({e["model"] for e in sure}), len({e["model"] for e in maybe})

    sentences = []
    for limit in every:
        sure, maybe = meet(limit)
        if not sure:
            name = "unshown" if maybe else "impossible"
            sentences.append(fill(words[name], asks=asks(data, wishes, limit), n=maybe))
    if sentences:
        return sentences
    for at, one in enumerate(every):
        for two in every[at + 1 :]:
            sure, maybe = meet(one, two)
            if not sure:
                both = {"one": asks(data, wishes, one), "two": asks(data, wishes, two)}
                sentences.append(fill(words["apart" if maybe else "contradict"], **both, n=maybe))
    _, maybe = meet(*every)
    return sentences or [fill(words["open" if maybe else "together"], n=maybe)]


def nearest(data: dict, wishes: dict, asked: list[dict], scored: list[dict]) -> list[dict]:
    """Return the models that come nearest to what was asked for.

    Parameters are those of `trouble`.

    Returns
    -------
    list of dict
        ``model`` and ``text``: up to `OFFERS` that the reader is able to use, the nearest first,
        then as many within all limits that ask for the fewest further abilities, then as many
        that would be within all limits if a speedup printed without a device held on the reader's.

    Notes
    -----
    The distance is the sum, over the limits missed, of the logarithm of value over limit, the
    share kept weighted by `SHARE_COUNTS`. An entry with a value that is not known has none.
    """
    near, able, tried = [], [], []
    for entry in scored:
        missed = [miss["requirement"] for miss in entry["misses"]]
        if missed == ["can"]:
            able.append((entry["misses"][0]["value"], *order(entry), entry))
        elif missed == ["time"] and not known(entry):
            time = untimed(wishes, entry)
            if time is not None and time <= wishes["max_ms"]:
                tried.append((*order(entry), entry))
        elif len(known(entry)) == len(entry["misses"]) and not lacking(wishes, entry):
            near.append((_distance(wishes, asked, entry), *order(entry), entry))
    offered = {"near": near, "able": able, "tried": tried}
    return [each for name, keyed in offered.items() for each in _offers(data["words"][name], keyed)]


def _offers(words: str, keyed: list[tuple]) -> list[dict]:
    """Return the first offers by key, a method once."""
    first = {}
    for *_, entry in sorted(keyed, key=lambda each: each[:-1]):
        first.setdefault((entry["method"], entry["technique"]), entry)
    return [_offer(words, entry) for entry in list(first.values())[:OFFERS]]


def _distance(wishes: dict, asked: list[dict], entry: dict) -> float:
    """Return how far an entry is from the limits; rounded, so that the browser's is the same."""
    limits, total = {each["name"]: each for each in asked}, 0.0
    for miss in entry["misses"]:
        limit = limits[miss["requirement"]]
        ratio = max(miss["value"], 1e-9) / wishes[limit["wish"]]
        total += abs(math.log(ratio)) * (SHARE_COUNTS if limit["name"] == "keep" else 1)
    return math.floor(total * 1e6 + 0.5) / 1e6


def _offer(words: str, entry: dict) -> dict:
    texts = "; ".join(miss["text"] for miss in entry["misses"])
    values = {"model": entry["model"], "kept": plain(entry["row"]["kept"]), "text": texts}
    return {"model": entry["model"], "text": fill(words, **values)}
