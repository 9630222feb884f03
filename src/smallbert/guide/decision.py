"""Which models meet a reader's requirements, by the exported evidence alone.

``decision.js`` computes the same in the browser; a test compares the two over a grid of wishes.
Both read one export (`smallbert.guide.export`), whose numbers are rounded already.
"""

import math
from collections.abc import Callable

from smallbert.guide import remedy, requirements
from smallbert.guide.requirements import fill

APART = 1.96
"""Standard deviations of a difference beyond which two shares are told apart."""


def answer(data: dict, wishes: dict) -> dict:
    """Return the models that meet the wishes, ranked, and what the others miss.

    Parameters
    ----------
    data : dict
        Of `smallbert.guide.export.data`.
    wishes : dict
        ``task``; ``can`` (list of abilities); ``device`` and ``base_ms``; and the limits
        ``max_mb``, ``min_factor``, ``max_gops``, ``max_ms``, ``keep``, each None for no limit.

    Returns
    -------
    dict
        ``summary`` and ``notes``, sentences; ``entries``, the methods that meet the wishes in one
        list, ranked, variants folded into one; ``groups`` of entries on common ground;
        ``unknown``, the models of which a measurement is missing; ``missed``, the first
        requirement that each other model is known to miss; ``trouble`` and ``nearest``, what
        stands in the way and what comes near; ``rules`` that apply.

    Notes
    -----
    The rank follows the share kept less its standard error; ties go to the smaller model. A share
    within its standard error of the limit is shown, and marked as close.
    """
    asked = [each for each in data["limits"] if wishes[each["wish"]] is not None]
    scored = _entries(data, wishes)
    for entry in scored:
        entry["misses"] = requirements.misses(data, wishes, asked, entry)
    met = sorted([entry for entry in scored if not entry["misses"]], key=requirements.order)
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
        "trouble": [] if met else remedy.trouble(data, wishes, asked, scored),
        "nearest": [] if met else remedy.nearest(data, wishes, asked, scored),
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
    own = _decisive(scored, met)
    best = {}
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

    ``ranks`` are the first and the last rank that it can have: surely above it are the entries
    ahead of it by more than `APART` standard errors of the difference, surely below it those as
    far behind. ``tie`` counts the groups of ties: a new one begins with the entry that can be told
    from the first of the one before.
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


def _decisive(scored: list[dict], met: list[dict]) -> dict[str, dict]:
    """Return the entry of each model that its strongest row on a met ground decides."""
    wanted, own = {id(each) for each in met}, {}
    for entry in scored:
        if id(entry) in wanted:
            own.setdefault(entry["model"], entry)
    return own


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
    time = requirements.value_of(wishes, {"name": "time"}, entry) if wishes["device"] else None
    return {
        "model": entry["model"],
        "method": entry["method"],
        "technique": entry["technique"],
        "ground": entry["group"],
        "row": entry["row"]["id"],
        "time": time,
        **place,
        "close": requirements.close(wishes, entry),
        "flags": _flags(data, wishes, entry, scored),
        "evidence": [each["id"] for each in entry["scores"][wishes["task"]]],
    }


def _flags(data: dict, wishes: dict, entry: dict, scored: list[dict]) -> list[str]:
    """Say what a reader should know of an entry before trusting it."""
    row, words, flags = entry["row"], data["words"], []
    if requirements.close(wishes, entry):
        value, error = requirements.plain(row["kept"]), requirements.plain(row["error"])
        flags.append(fill(words["within"], value=value, error=error))
    if start := requirements.way(wishes, entry)["start"]:
        flags.append(fill(words["start"], **start))
    if wishes["device"]:
        timed = requirements.speedup(wishes, entry)
        if not timed:
            flags += requirements.unstated(data, wishes, entry)
        elif timed["note"]:
            device = requirements.device(data, wishes)
            flags.append(fill(words[timed["note"]], device=device))
    others = [e for e in scored if e["model"] == entry["model"] and requirements.known(e)]
    if others:
        text = requirements.known(others[0])[0]["text"]
        flags.append(fill(words["disagree"], text=text))
    return flags + row["flags"]


def _unknown(data: dict, wishes: dict, met: list[dict], scored: list[dict]) -> list[dict]:
    """Return the models that are known to miss nothing, with the measurements that are missing."""
    seen, unknown = {each["model"] for each in met}, []
    for entry in scored:
        if entry["model"] not in seen and not requirements.known(entry):
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
        text = fill(words["no_score"], task=data["tasks"][wishes["task"]])
        miss = requirements.known(own)[0] if own else {"requirement": "task", "text": text}
        lacking = requirements.lacking(wishes, method) if miss["requirement"] == "can" else []
        missed.append(
            {
                "model": method["model"],
                "technique": method["technique"],
                "requirement": miss["requirement"],
                "text": miss["text"],
                "lacking": lacking,
            }
        )
    return missed


def _summary(
    data: dict, wishes: dict, met: list[dict], unknown: list[dict], scored: list[dict]
) -> str:
    """Count models, and methods of which they are variants."""
    words, sure = data["words"], [each for each in met if not requirements.close(wishes, each)]
    close = _models(met) - _models(sure)
    counts = {"met": _models(sure), "scored": _models(scored)}
    counts |= {"methods": _methods(sure), "known": _methods(scored)}
    parts = [fill(words["met" if sure else "none"], task=data["tasks"][wishes["task"]], **counts)]
    parts += [fill(words["close"], n=close)] if close else []
    parts += [fill(words["untold"], n=len(unknown))] if unknown else []
    return " ".join(parts)


def _methods(entries: list[dict]) -> int:
    return len({_kind(entry) for entry in entries})


def _kind(entry: dict) -> tuple[str, str]:
    """Return what variants of one method share."""
    return entry["method"], entry["technique"]


def _models(entries: list[dict]) -> int:
    return len({entry["model"] for entry in entries})


def _notes(data: dict, wishes: dict, asked: list[dict], pooled: list[dict]) -> list[str]:
    """Say where the uncompressed model is within the limits, and where one source says it all."""
    whole = data["whole"] | {"row": {"kept": 100}}
    whole["speedups"] = [{"device": wishes["device"], "task": "", "times": 1}]
    fits = [
        requirements.meets(each, requirements.value_of(wishes, each, whole), wishes[each["wish"]])
        for each in asked
    ]
    notes = [fill(data["words"]["whole"], model=whole["model"])] if all(fits) else []
    credits = [data["credits"][entry["row"].split("/")[0]] for entry in pooled]
    most = max(sorted(set(credits)), key=credits.count, default="")
    if len(credits) > 2 and 2 * credits.count(most) > len(credits):
        counts = {"n": credits.count(most), "all": len(credits), "credit": most}
        notes.append(fill(data["words"]["one_source"], **counts))
    return notes


def _rules(
    data: dict, wishes: dict, asked: list[dict], met: list[dict], missed: list[dict]
) -> list[dict]:
    """Return the suggestions that apply to this answer, in the words of the guide."""
    parts = {_kind(entry): entry["technique"].split("+") for entry in met}
    costs = [each for each in asked if each["name"] != "keep"]
    lacking = [each["lacking"] for each in missed]
    sized = [entry for entry in met if entry["costs"].get("size") is not None]
    smallest = min(sized, key=lambda e: (e["costs"]["size"], e["model"]), default=None)

    def methods(holds: Callable[[list[str]], bool]) -> int:
        return sum(holds(each) for each in parts.values())

    counts = {
        "always": 1,
        "unlimited": int(not costs),
        "timed": int(wishes["max_ms"] is not None),
        "kernels": sum("sparse" in each or "integer" in each for each in lacking),
        "shapes": sum("architecture" in each for each in lacking),
        "compound": methods(lambda each: len(each) > 1),
        "combined": int(smallest is not None and "+" in smallest["technique"]),
        "guided": methods(lambda each: len(each) > 1 and "distillation" in each),
    }
    values = {
        "device": requirements.device(data, wishes),
        "smallest": smallest["model"] if smallest else "",
    }
    return [
        {
            "suggestion": each["suggestion"],
            "text": fill(each["says"], n=counts[each["when"]], **values),
        }
        for each in data["suggestions"]
        if counts[each["when"]]
    ]
