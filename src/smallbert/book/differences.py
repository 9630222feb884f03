"""What came, went and turned between two versions of the survey."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pandas as pd

from smallbert.book.markdown import text
from smallbert.book.versions import Version

TOLD = ["value", "unit", "printed"]
"""What a number is; the other columns describe it."""


def between(old: Version, new: Version) -> dict:
    """Return what differs between two versions.

    Parameters
    ----------
    old, new : Version

    Returns
    -------
    dict
        ``numbers``, with lists ``came`` and ``went`` of ids, ``turned`` of dicts (id, old, new)
        and ``described``, ids by the column that says something else of them; ``claims``, with
        ``came``, ``went`` and ``turned`` of dicts (id, statement, old, new); and ``ranks``, by
        task, with ``came``, ``went`` and ``overtook``, pairs whose order was the other one; and
        ``answers``, likewise by budget and task. Both are empty where a version is a site or a
        CSV, which say neither.
    """
    return {
        "numbers": _numbers(old.results, new.results),
        "claims": _claims(old.claims, new.claims),
        "ranks": _orders(old.ranks, new.ranks),
        "answers": _orders(old.answers, new.answers),
    }


def _orders(old: dict[str, list[str]], new: dict[str, list[str]]) -> dict[str, dict]:
    return {name: _ranks(old[name], order) for name, order in new.items() if name in old}


def _numbers(old: pd.DataFrame, new: pd.DataFrame) -> dict:
    both = old.index.intersection(new.index, sort=False)
    shared = [name for name in new.columns if name in old.columns]
    other = old.loc[both, shared].ne(new.loc[both, shared])
    turned = both[other[TOLD].any(axis=1)]
    described = {name: list(both[other[name]]) for name in shared if name not in TOLD}
    return {
        "came": list(new.index.difference(old.index, sort=False)),
        "went": list(old.index.difference(new.index, sort=False)),
        "turned": [
            {"id": id, "old": _told(old.loc[id]), "new": _told(new.loc[id])} for id in turned
        ],
        "described": {name: ids for name, ids in described.items() if ids},
    }


def _told(row: pd.Series) -> str:
    return f"{row['value']} {row['unit']}".strip() + f", printed {row['printed']!r}"


def _claims(old: dict[str, dict], new: dict[str, dict]) -> dict:
    def entry(id: str) -> dict:
        then, now = old.get(id, {}), new.get(id, {})
        statement = (now or then)["statement"]
        words = {"old": then.get("verdict", ""), "new": now.get("verdict", "")}
        return {"id": id, "statement": statement} | words

    every = [entry(id) for id in {**old, **new}]
    return {
        "came": [each for each in every if not each["old"]],
        "went": [each for each in every if not each["new"]],
        "turned": [
            each for each in every if each["old"] and each["new"] != each["old"] and each["new"]
        ],
    }


def _ranks(old: list[str], new: list[str]) -> dict:
    then = {model: rank for rank, model in enumerate(old, start=1)}
    common = [model for model in new if model in then]
    return {
        "came": [
            f"{model} ({rank})" for rank, model in enumerate(new, start=1) if model not in then
        ],
        "went": [f"{model} ({rank})" for model, rank in then.items() if model not in new],
        "overtook": [[a, b] for a, b in combinations(common, 2) if then[a] > then[b]],
    }


def report(differences: dict, *, markdown: bool = False) -> str:
    """Return differences in words, as text or in Markdown.

    Parameters
    ----------
    differences : dict
        Of `between`.
    markdown : bool
        Whether heads and items are Markdown's.
    """
    lines = []
    for level, words in _lines(differences):
        if markdown:
            words = text(words)
            lines += ["", f"## {words}", ""] if level == 0 else [f"{'  ' * (level - 1)}- {words}"]
        else:
            lines.append(f"{'  ' * level}{words}")
    return "\n".join(lines).strip()


NAMED = 10
"""Ids that came or went, up to which all are named."""


def _lines(differences: dict) -> Iterator[tuple[int, str]]:
    numbers, claims = differences["numbers"], differences["claims"]
    yield 0, f"Numbers: {_counts(numbers)}"
    for kind in ("came", "went"):
        if numbers[kind]:
            works = Counter(id.partition("/")[0] for id in numbers[kind])
            yield 1, f"{kind}: " + ", ".join(f"{count} of {key}" for key, count in works.items())
            yield from ((2, id) for id in numbers[kind] if len(numbers[kind]) <= NAMED)
    yield from ((1, f"{each['id']}: {each['old']} → {each['new']}") for each in numbers["turned"])
    for name, ids in numbers["described"].items():
        works = Counter(id.partition("/")[0] for id in ids)
        told = ", ".join(f"{count} of {key}" for key, count in works.items())
        yield 1, f"another {name}: {told}"
    yield 0, f"Claims: {_counts(claims)}"
    for claim in claims["turned"]:
        yield 1, f"{claim['id']}: {claim['old']} → {claim['new']}: {claim['statement']}"
    for kind in ("came", "went"):
        for claim in claims[kind]:
            verdict = claim["old"] or claim["new"]
            yield 1, f"{kind}: {claim['id']} ({verdict}): {claim['statement']}"
    for task, ranks in differences["ranks"].items():
        yield from _of_order(f"Order of methods for {task}", ranks)
    for question, answers in differences["answers"].items():
        if any(answers.values()):
            yield from _of_order(f"Answer for {question}", answers)
    if differences["answers"] and not any(
        any(each.values()) for each in differences["answers"].values()
    ):
        yield 0, "Answers: as they were"


def _of_order(name: str, ranks: dict) -> Iterator[tuple[int, str]]:
    yield 0, f"{name}: {_counts(ranks)}"
    for kind in ("came", "went"):
        if ranks[kind]:
            yield 1, f"{kind}: {'; '.join(ranks[kind])}"
    passed: dict[str, list[str]] = {}
    for a, b in ranks["overtook"]:
        passed.setdefault(a, []).append(b)
    for model, others in passed.items():
        yield 1, f"{model} is now ahead of {'; '.join(others)}"


def _counts(lists: dict[str, list]) -> str:
    """Return how many came, went and turned, in words."""
    kinds = ("came", "went", "turned", "overtook")
    told = [f"{len(lists[kind])} {kind}" for kind in kinds if lists.get(kind)]
    return ", ".join(told) or "as they were"
