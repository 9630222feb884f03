"""Which methods meet a reader's requirements, by the exported evidence alone.

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
    """Return the methods that meet the wishes, ranked, and what the others miss.

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
        ``summary`` and ``note``, sentences; ``groups`` of comparable ``entries``, ranked;
        ``missed``, the first requirement that each other method misses; ``trouble`` and
        ``nearest``, what stands in the way and what can be had instead; ``rules`` that apply.

    Notes
    -----
    Within a group the rank follows the share kept less its standard error; ties go to the
    smaller model. Groups are never ranked against each other.
    """
    asked = [each for each in data["limits"] if wishes[each["wish"]] is not None]
    found = _entries(data, wishes)
    for entry in found:
        entry["misses"] = requirements.misses(data, wishes, asked, entry)
    met = [entry for entry in found if not entry["misses"]]
    groups = _groups(data, wishes, met, found)
    missed = _missed(data, wishes, found, {entry["model"] for entry in met})
    return {
        "summary": _summary(data, wishes, met, found, len(groups)),
        "note": _note(data, wishes, asked),
        "groups": groups,
        "missed": missed,
        "trouble": [] if met else remedy.trouble(data, wishes, asked, found),
        "nearest": [] if met else remedy.nearest(data, wishes, asked, found),
        "rules": _rules(data, wishes, asked, met, missed),
    }


def _entries(data: dict, wishes: dict) -> list[dict]:
    """Return one entry for each method and group: its strongest row there decides."""
    found = []
    for method in data["methods"]:
        groups = {}
        for row in method["scores"].get(wishes["task"], []):
            groups.setdefault(row["group"], method | {"row": row, "group": row["group"]})
        found += groups.values()
    return found


def _groups(data: dict, wishes: dict, met: list[dict], found: list[dict]) -> list[dict]:
    groups = []
    for key, group in data["groups"].items():
        entries = sorted([entry for entry in met if entry["group"] == key], key=requirements.order)
        if entries:
            shown = [_shown(data, wishes, entry, entries[0], found) for entry in entries]
            groups.append({"key": key, "title": group["title"], "entries": shown})
    return groups


def _shown(data: dict, wishes: dict, entry: dict, first: dict, found: list[dict]) -> dict:
    row, best, words = entry["row"], first["row"], data["words"]
    margin = APART * math.sqrt(row["error"] * row["error"] + best["error"] * best["error"])
    flags = list(row["flags"])
    if wishes["keep"] is not None and row["cautious"] < wishes["keep"]:
        flags.append(words["close"])
    others = [other for other in found if other["model"] == entry["model"] and other["misses"]]
    if others:
        flags.append(fill(words["disagree"], text=others[0]["misses"][0]["text"]))
    time = requirements.value_of(wishes, {"name": "time"}, entry) if wishes["device"] else None
    return {
        "model": entry["model"],
        "technique": entry["technique"],
        "row": row["id"],
        "time": time,
        "apart": best["kept"] - row["kept"] > margin,
        "flags": flags,
        "evidence": [each["id"] for each in entry["scores"][wishes["task"]]],
    }


def _missed(data: dict, wishes: dict, found: list[dict], met: set[str]) -> list[dict]:
    """Return each method that does not meet the wishes with the first requirement it misses."""
    missed, words = [], data["words"]
    for method in data["methods"]:
        if method["model"] in met:
            continue
        own = next((entry for entry in found if entry["model"] == method["model"]), None)
        text = fill(words["no_score"], task=data["tasks"][wishes["task"]])
        miss = own["misses"][0] if own else {"requirement": "task", "text": text}
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


def _summary(data: dict, wishes: dict, met: list[dict], found: list[dict], groups: int) -> str:
    counts = {"met": _models(met), "scored": _models(found), "groups": groups}
    name = "none" if not met else "one_group" if groups == 1 else "several_groups"
    return fill(data["words"][name], task=data["tasks"][wishes["task"]], **counts)


def _models(entries: list[dict]) -> int:
    return len({entry["model"] for entry in entries})


def _note(data: dict, wishes: dict, asked: list[dict]) -> str:
    """Say so where the uncompressed model is within the limits already."""
    whole = data["whole"] | {"row": {"kept": 100}, "speedups": {wishes["device"]: 1}}
    fits = [
        requirements.meets(each, requirements.value_of(wishes, each, whole), wishes[each["wish"]])
        for each in asked
    ]
    return fill(data["words"]["whole"], model=whole["model"]) if all(fits) else ""


def _rules(
    data: dict, wishes: dict, asked: list[dict], met: list[dict], missed: list[dict]
) -> list[dict]:
    """Return the suggestions that apply to this answer, in the words of the guide."""
    parts = {entry["model"]: entry["technique"].split("+") for entry in met}
    costs = [each for each in asked if each["name"] != "keep"]
    lacking = [each["lacking"] for each in missed]
    sized = [entry for entry in met if entry["costs"].get("size") is not None]
    smallest = min(sized, key=lambda e: (e["costs"]["size"], e["model"]), default=None)

    def models(holds: Callable[[list[str]], bool]) -> int:
        return sum(holds(each) for each in parts.values())

    counts = {
        "always": 1,
        "unlimited": int(not costs),
        "timed": int(wishes["max_ms"] is not None),
        "kernels": sum("sparse" in each or "integer" in each for each in lacking),
        "shapes": sum("architecture" in each for each in lacking),
        "compound": models(lambda each: len(each) > 1),
        "combined": int(smallest is not None and "+" in smallest["technique"]),
        "guided": models(lambda each: len(each) > 1 and "distillation" in each),
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
