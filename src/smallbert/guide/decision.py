"""Which models meet a reader's requirements, by the exported evidence alone.

``decision.js`` computes the same in the browser; a test compares the two over a grid of wishes.
Both read one export (`smallbert.guide.export`), whose numbers are rounded already. `data` and
`wishes` are those of `answer`; a limit is an item of ``data["limits"]`` or ``data["can"]``; an
entry is a model with the row that decides for it.
"""

import math
from collections.abc import Callable

APART = 1.96
"""Standard deviations of a difference beyond which two shares are told apart."""

OFFERS = 3
"""How many near models are offered."""

SHARE_COUNTS = 10
"""One per cent of the share asked for counts as much as so many per cent of a cost."""


def answer(data: dict, wishes: dict) -> dict:
    """Return the models that meet the wishes, ranked, and what the others miss.

    Parameters
    ----------
    data : dict
        Of `smallbert.guide.data`.
    wishes : dict
        Of `smallbert.guide.complete`.

    Returns
    -------
    dict
        ``summary`` and ``notes``, sentences; ``entries``, the methods that meet the wishes, ranked
        by the share kept less its standard error, variants folded into one; ``groups`` of entries
        on common ground; ``unknown``, the models of which a measurement is missing; ``missed``,
        the first requirement that each other model is known to miss; ``trouble`` and ``nearest``,
        what stands in the way and what comes near; ``rules`` that apply.
    """
    asked = [each for each in data["limits"] if wishes[each["wish"]] is not None]
    scored = _entries(data, wishes)
    for entry in scored:
        entry["misses"] = _misses(data, wishes, asked, entry)
    met = sorted([entry for entry in scored if not entry["misses"]], key=_order)
    pooled = _pooled(data, wishes, met, scored)
    unknown = _unknown(data, wishes, met, scored)
    missed = _missed(data, wishes, scored, {each["model"] for each in [*met, *unknown]})
    return {
        "summary": _summary(data, wishes, met, unknown, scored),
        "notes": _notes(data, wishes, asked, pooled),
        "entries": pooled,
        "groups": _groups(data, wishes, met, scored),
        "unknown": unknown,
        "missed": missed,
        "trouble": [] if met else _trouble(data, wishes, asked, scored),
        "nearest": [] if met else _nearest(data, wishes, asked, scored),
        "rules": _rules(data, wishes, asked, met, missed),
    }


def _entries(data: dict, wishes: dict) -> list[dict]:
    """Return one entry for each model and group: its strongest row there decides."""
    entries = []
    for method in data["methods"]:
        groups = {}
        for row in method["scores"].get(wishes["task"], []):
            groups.setdefault(row["group"], method | {"row": row, "group": row["group"]})
        entries += groups.values()
    return entries


def _pooled(data: dict, wishes: dict, met: list[dict], scored: list[dict]) -> list[dict]:
    """Return one entry for each method and technique: its best, with its other variants."""
    wanted, own, best = {id(each) for each in met}, {}, {}
    for entry in scored:  # the strongest row of a model on a met ground decides
        if id(entry) in wanted:
            own.setdefault(entry["model"], entry)
    for entry in [each for each in met if own[each["model"]] is each]:
        best.setdefault(_kind(entry), []).append(entry)
    firsts = [variants[0] for variants in best.values()]
    return [
        _shown(data, wishes, variants[0], place, scored)
        | {"also": [each["model"] for each in variants[1:]]}
        for variants, place in zip(best.values(), _places(firsts), strict=True)
    ]


def _places(ranked: list[dict]) -> list[dict]:
    """Return where each entry of a ranked list may stand, as far as the errors tell.

    ``ranks`` are the first and the last that it can have; ``tie`` counts the groups of ties: a new
    one begins with the entry that can be told from the first of the one before.
    """
    places, tie, first = [], 0, None
    for entry in ranked:
        if first is None or _ahead(first, entry):
            tie, first = tie + 1, entry
        above = sum(_ahead(each, entry) for each in ranked)
        below = sum(_ahead(entry, each) for each in ranked)
        places.append({"ranks": [1 + above, len(ranked) - below], "tie": tie})
    return places


def _ahead(one: dict, other: dict) -> bool:
    """Tell whether an entry surely keeps more than another."""
    a, b = one["row"], other["row"]
    margin = APART * math.sqrt(a["error"] * a["error"] + b["error"] * b["error"])
    return a["kept"] - b["kept"] > margin


def _groups(data: dict, wishes: dict, met: list[dict], scored: list[dict]) -> list[dict]:
    groups = []
    for key, group in data["groups"].items():
        entries = [entry for entry in met if entry["group"] == key]
        if entries:
            pairs = zip(entries, _places(entries), strict=True)
            shown = [_shown(data, wishes, entry, place, scored) for entry, place in pairs]
            groups.append({"key": key, "title": group["title"], "entries": shown})
    return groups


def _shown(data: dict, wishes: dict, entry: dict, place: dict, scored: list[dict]) -> dict:
    time = _value_of(wishes, {"name": "time"}, entry) if wishes["device"] else None
    return {
        "model": entry["model"],
        "method": entry["method"],
        "technique": entry["technique"],
        "ground": entry["group"],
        "row": entry["row"]["id"],
        "time": time,
        **place,
        "close": _close(wishes, entry),
        "flags": _flags(data, wishes, entry, scored),
        "evidence": [each["id"] for each in entry["scores"][wishes["task"]]],
    }


def _flags(data: dict, wishes: dict, entry: dict, scored: list[dict]) -> list[str]:
    """Say what a reader should know of an entry before trusting it."""
    row, words, flags = entry["row"], data["words"], []
    if _close(wishes, entry):
        value, error = _plain(row["kept"]), _plain(row["error"])
        flags.append(_fill(words["within"], value=value, error=error))
    if start := _way(wishes, entry)["start"]:
        flags.append(_fill(words["start"], **start))
    if wishes["device"]:
        timed = _speedup(wishes, entry, wishes["device"])
        if not timed:
            flags += _unstated(data, wishes, entry)
        elif timed["note"]:
            flags.append(_fill(words[timed["note"]], device=_device(data, wishes)))
    others = [e for e in scored if e["model"] == entry["model"] and _known(e)]
    if others:
        flags.append(_fill(words["disagree"], text=_known(others[0])[0]["text"]))
    return flags + row["flags"]


def _unknown(data: dict, wishes: dict, met: list[dict], scored: list[dict]) -> list[dict]:
    """Return the models that are known to miss nothing, with the measurements that are missing."""
    seen, unknown = {each["model"] for each in met}, []
    for entry in scored:
        if entry["model"] not in seen and not _known(entry):
            seen.add(entry["model"])
            text = "; ".join(miss["text"] for miss in entry["misses"])
            unknown.append({"model": entry["model"], "technique": entry["technique"], "text": text})
    return unknown


def _missed(data: dict, wishes: dict, scored: list[dict], shown: set[str]) -> list[dict]:
    """Return each other model with the first requirement that it is known to miss."""
    missed, words = [], data["words"]
    for method in data["methods"]:
        if method["model"] in shown:
            continue
        own = next((entry for entry in scored if entry["model"] == method["model"]), None)
        text = _fill(words["no_score"], task=data["tasks"][wishes["task"]])
        miss = _known(own)[0] if own else {"requirement": "task", "text": text}
        line = {"model": method["model"], "technique": method["technique"]}
        line |= {"requirement": miss["requirement"], "text": miss["text"]}
        line["lacking"] = _lacking(wishes, method) if miss["requirement"] == "can" else []
        missed.append(line)
    return missed


def _summary(
    data: dict, wishes: dict, met: list[dict], unknown: list[dict], scored: list[dict]
) -> str:
    """Count models, and methods of which they are variants."""
    words, sure = data["words"], [each for each in met if not _close(wishes, each)]
    near = _models(met) - _models(sure)
    counts = {"met": _models(sure), "scored": _models(scored)}
    counts |= {"methods": len(set(map(_kind, sure))), "known": len(set(map(_kind, scored)))}
    parts = [_fill(words["met" if sure else "none"], task=data["tasks"][wishes["task"]], **counts)]
    parts += [_fill(words["close"], n=near)] if near else []
    parts += [_fill(words["untold"], n=len(unknown))] if unknown else []
    return " ".join(parts)


def _kind(entry: dict) -> tuple[str, str]:
    """Return what variants of one method share."""
    return entry["method"], entry["technique"]


def _models(entries: list[dict]) -> int:
    return len({entry["model"] for entry in entries})


def _notes(data: dict, wishes: dict, asked: list[dict], pooled: list[dict]) -> list[str]:
    """Say where the uncompressed model is within the limits, and where one source says it all."""
    whole = data["whole"] | {"row": {"kept": 100}}
    whole["speedups"] = [{"device": wishes["device"], "task": "", "times": 1}]
    fits = [_meets(each, _value_of(wishes, each, whole), wishes[each["wish"]]) for each in asked]
    notes = [_fill(data["words"]["whole"], model=whole["model"])] if all(fits) else []
    credits = [data["credits"][entry["row"].split("/")[0]] for entry in pooled]
    most = max(sorted(set(credits)), key=credits.count, default="")
    if len(credits) > 2 and 2 * credits.count(most) > len(credits):
        counts = {"n": credits.count(most), "all": len(credits), "credit": most}
        notes.append(_fill(data["words"]["one_source"], **counts))
    return notes


def _rules(
    data: dict, wishes: dict, asked: list[dict], met: list[dict], missed: list[dict]
) -> list[dict]:
    """Return the suggestions that apply to this answer, in the words of the guide."""
    parts = {_kind(entry): entry["technique"].split("+") for entry in met}
    lacked = [each["lacking"] for each in missed]
    sized = [entry for entry in met if entry["costs"].get("size") is not None]
    smallest = min(sized, key=lambda e: (e["costs"]["size"], e["model"]), default=None)

    def methods(holds: Callable[[list[str]], bool]) -> int:
        return sum(holds(each) for each in parts.values())

    counts = {
        "always": 1,
        "unlimited": int(all(each["name"] == "keep" for each in asked)),
        "timed": int(wishes["max_ms"] is not None),
        "kernels": sum("sparse" in each or "integer" in each for each in lacked),
        "shapes": sum("architecture" in each for each in lacked),
        "compound": methods(lambda each: len(each) > 1),
        "combined": int(smallest is not None and "+" in smallest["technique"]),
        "guided": methods(lambda each: len(each) > 1 and "distillation" in each),
    }
    values = {"device": _device(data, wishes), "smallest": smallest["model"] if smallest else ""}
    applies = [each for each in data["suggestions"] if counts[each["when"]]]
    texts = [_fill(each["says"], n=counts[each["when"]], **values) for each in applies]
    return [
        {"suggestion": each["suggestion"], "text": text}
        for each, text in zip(applies, texts, strict=True)
    ]


def _plain(number: float) -> str:
    """Return a number as a reader writes it; JavaScript's ``plain`` gives the same."""
    return f"{number:.10g}"


def _fill(template: str, **values: str) -> str:
    """Put values in the place of their names in braces."""
    for name, value in values.items():
        template = template.replace("{" + name + "}", str(value))
    return template


def _value_of(wishes: dict, limit: dict, entry: dict) -> float | None:
    """Return what an entry has of the limited quantity, or None where nothing tells it."""
    if limit["name"] == "keep":
        return entry["row"]["kept"]
    if limit["name"] == "time":
        return _time(wishes, _speedup(wishes, entry, wishes["device"]))
    return entry["costs"].get(limit["name"])


def _speedup(wishes: dict, entry: dict, device: str) -> dict | None:
    """Return the speedup measured on a device, or on one not stated: the task's own before any."""
    tasks = (wishes["task"], "")
    fit = (e for e in entry["speedups"] if e["device"] == device and e["task"] in tasks)
    return next(fit, None)


def _time(wishes: dict, timed: dict | None) -> float | None:
    """Return BERT_BASE's time over a speedup [ms], with one decimal."""
    return math.floor(wishes["base_ms"] / timed["times"] * 10 + 0.5) / 10 if timed else None


def _meets(limit: dict, value: float | None, wanted: float) -> bool:
    """Tell whether a value is known and within a limit."""
    return value is not None and (value <= wanted if limit["sense"] == "most" else value >= wanted)


def _close(wishes: dict, entry: dict) -> bool:
    """Tell whether the share kept misses its limit by no more than one standard error."""
    wanted, row = wishes["keep"], entry["row"]
    return wanted is not None and row["kept"] < wanted <= row["hopeful"]


def _asks(data: dict, wishes: dict, limit: dict) -> str:
    """Return a limit in words."""
    if limit["name"] == "can":
        return _fill(limit["asks"], can=_names(data, wishes["can"]) or data["words"]["nothing"])
    return _fill(limit["asks"], limit=_plain(wishes[limit["wish"]]), device=_device(data, wishes))


def _device(data: dict, wishes: dict) -> str:
    """Return the device asked for in words, or an empty string."""
    return data["devices"][wishes["device"]]["label"] if wishes["device"] else ""


def _names(data: dict, abilities: list[str]) -> str:
    return ", ".join(data["abilities"][each]["name"] for each in abilities)


def _way(wishes: dict, entry: dict) -> dict:
    """Return the way to a model of which a reader lacks least."""
    return min(entry["ways"], key=lambda each: len(set(each["needs"]) - set(wishes["can"])))


def _lacking(wishes: dict, entry: dict) -> list[str]:
    """Return the abilities that a model needs, by its nearest way, and the reader lacks."""
    return [each for each in _way(wishes, entry)["needs"] if each not in wishes["can"]]


def _misses(data: dict, wishes: dict, asked: list[dict], entry: dict) -> list[dict]:
    """Return what an entry misses, or is not known to meet, in the order of the limits."""
    missed, words = [], data["words"]
    if short := _lacking(wishes, entry):
        text = _fill(words["needs"], names=_names(data, short))
        missed.append({"requirement": "can", "text": text, "value": len(short)})
    for limit in asked:
        value = _value_of(wishes, limit, entry)
        near = limit["name"] == "keep" and _close(wishes, entry)
        if near or _meets(limit, value, wishes[limit["wish"]]):
            continue
        if value is None:
            text = _unmeasured(data, wishes, limit, entry)
        else:
            says = _fill(limit["says"], value=_plain(value))
            text = _fill(words["misses"], says=says, asks=_asks(data, wishes, limit))
        text = _fill(text, device=_device(data, wishes))
        missed.append({"requirement": limit["name"], "text": text, "value": value})
    return missed


def _unmeasured(data: dict, wishes: dict, limit: dict, entry: dict) -> str:
    """Name the measurement that is missing; of a time, also what is known instead."""
    if limit["name"] != "time":
        return limit["unknown"]
    missing = limit["unknown"]
    if others := [each for each in entry["speedups"] if each["device"] == wishes["device"]]:
        task, times = others[0]["task"], _plain(others[0]["times"])
        missing = _fill(
            data["words"]["elsewhere"], tasks=data["tasks"].get(task, task), times=times
        )
    return "; ".join([missing, *_unstated(data, wishes, entry)])


def _unstated(data: dict, wishes: dict, entry: dict) -> list[str]:
    """Say which speedup is printed without a device, and the time that it would give, if any."""
    printed = _speedup(wishes, entry, "")
    if not printed:
        return []
    values = {"times": _plain(printed["times"]), "time": _plain(_time(wishes, printed))}
    return [_fill(data["words"]["unstated"], device=_device(data, wishes), **values)]


def _known(entry: dict) -> list[dict]:
    """Return what an entry is known to miss."""
    return [miss for miss in entry["misses"] if miss["value"] is not None]


def _order(entry: dict) -> tuple:
    """Return what ranks an entry: share kept less its error, then size, then name."""
    size = entry["costs"].get("size")
    return (-entry["row"]["cautious"], math.inf if size is None else size, entry["model"])


def _trouble(data: dict, wishes: dict, asked: list[dict], scored: list[dict]) -> list[str]:
    """Say which requirement nothing meets, or which two nothing meets together."""
    words, every = data["words"], [data["can"], *asked]

    def meet(*limits: dict) -> tuple[int, int]:
        """Count the models known to meet the limits, and those not known to miss one."""
        names = [each["name"] for each in limits]
        sure = [e for e in scored if all(m["requirement"] not in names for m in e["misses"])]
        maybe = [e for e in scored if all(m["requirement"] not in names for m in _known(e))]
        return len({e["model"] for e in sure}), len({e["model"] for e in maybe})

    sentences = []
    for limit in every:
        sure, maybe = meet(limit)
        if not sure:
            name = "unshown" if maybe else "impossible"
            sentences.append(_fill(words[name], asks=_asks(data, wishes, limit), n=maybe))
    if sentences:
        return sentences
    for at, one in enumerate(every):
        for two in every[at + 1 :]:
            sure, maybe = meet(one, two)
            if not sure:
                both = {"one": _asks(data, wishes, one), "two": _asks(data, wishes, two)}
                sentences.append(_fill(words["apart" if maybe else "contradict"], **both, n=maybe))
    _, maybe = meet(*every)
    return sentences or [_fill(words["open" if maybe else "together"], n=maybe)]


def _nearest(data: dict, wishes: dict, asked: list[dict], scored: list[dict]) -> list[dict]:
    """Return the models that come nearest to what was asked for."""
    near, able, tried = [], [], []
    for entry in scored:
        missed = [miss["requirement"] for miss in entry["misses"]]
        if missed == ["can"]:
            able.append((entry["misses"][0]["value"], *_order(entry), entry))
        elif missed == ["time"] and not _known(entry):
            time = _time(wishes, _speedup(wishes, entry, ""))
            if time is not None and time <= wishes["max_ms"]:
                tried.append((*_order(entry), entry))
        elif len(_known(entry)) == len(entry["misses"]) and not _lacking(wishes, entry):
            near.append((_distance(wishes, asked, entry), *_order(entry), entry))
    offered = {"near": near, "able": able, "tried": tried}
    return [each for name, keyed in offered.items() for each in _offers(data["words"][name], keyed)]


def _offers(words: str, keyed: list[tuple]) -> list[dict]:
    """Return the first offers by key, a method once."""
    first = {}
    for *_, entry in sorted(keyed, key=lambda each: each[:-1]):
        texts = "; ".join(miss["text"] for miss in entry["misses"])
        values = {"model": entry["model"], "kept": _plain(entry["row"]["kept"]), "text": texts}
        offer = {"model": entry["model"], "text": _fill(words, **values)}
        first.setdefault(_kind(entry), offer)
    return list(first.values())[:OFFERS]


def _distance(wishes: dict, asked: list[dict], entry: dict) -> float:
    """Return how far an entry is from the limits; rounded, so that the browser's is the same."""
    limits, total = {each["name"]: each for each in asked}, 0.0
    for miss in entry["misses"]:
        limit = limits[miss["requirement"]]
        ratio = max(miss["value"], 1e-9) / wishes[limit["wish"]]
        total += abs(math.log(ratio)) * (SHARE_COUNTS if limit["name"] == "keep" else 1)
    return math.floor(total * 1e6 + 0.5) / 1e6
