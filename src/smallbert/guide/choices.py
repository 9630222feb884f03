"""What can be chosen: tasks, limits, what a reader can do and uses; and what each method asks.

All of it is data, below ``data/survey/guide`` and in the works' folders; each row says whose it is.
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import pandas as pd

from smallbert import data, paths
from smallbert.data import bibliography, sources, survey
from smallbert.errors import Fault, UsageError, UserError
from smallbert.paths import cached

TASKS = {
    "mnli": "MNLI",
    "sst-2": "SST-2",
    "qqp": "QQP",
    "mrpc": "MRPC",
    "qnli": "QNLI",
    "squad": "SQuAD 1.1",
    "glue": "GLUE average",
}
"""The tasks to choose from, named as in `smallbert.compare.SCORES`."""

# the requirement of ability, beside LIMITS
CAN = {"name": "can", "sense": "most", "asks": "only what you can do ({can})"}
LIMITS = [
    {
        "name": "size",
        "wish": "max_mb",
        "sense": "most",
        "asks": "at most {limit} MB",
        "says": "{value} MB",
        "unknown": "no source prints its size",
    },
    {
        "name": "factor",
        "wish": "min_factor",
        "sense": "least",
        "asks": "at least {limit} times smaller",
        "says": "{value} times smaller than its baseline",
        "unknown": "no source prints its compression",
    },
    {
        "name": "operations",
        "wish": "max_gops",
        "sense": "most",
        "asks": "at most {limit} G operations",
        "says": "{value} G operations",
        "unknown": "no source counts its operations",
    },
    {
        "name": "time",
        "wish": "max_ms",
        "sense": "most",
        "asks": "at most {limit} ms on the {device}",
        "says": "about {value} ms on the {device}",
        "unknown": "no source timed it on a {device}",
    },
    {
        "name": "keep",
        "wish": "keep",
        "sense": "least",
        "asks": "at least {limit} % of the score",
        "says": "keeps {value} % of the score",
        "unknown": "no source prints the score",
    },
]
"""The limits in the order in which they are checked, and how a sentence speaks of each."""

WORDS = {
    "nothing": "nothing",
    "needs": "you would have to: {names}",
    "misses": "{says}; you ask for {asks}",
    "elsewhere": "timed on a {device} only for {tasks}, {times} times as fast",
    "no_score": "no source has a score on {task} with its baseline",
    "met": "Methods with a score on {task} that meet it: {methods} of {known}; models: {met} of "
    "{scored}.",
    "close": "Models within the error of your limit: {n}.",
    "untold": "Models with a missing measurement: {n}.",
    "none": "None of the {scored} models with a score on {task} is known to meet it.",
    "whole": "{model} itself is within these limits; nothing needs to be compressed.",
    "one_source": "{n} of these {all} rows come from one source, {credit}.",
    "within": "within the error of your limit: keeps {value} ± {error} %",
    "disagree": "another of its rows misses your limits: {text}",
    "start": "start from {start}, {licence} ({repository})",
    "unstated": "its speedup of {times} is printed without a device; on a {device} it would give "
    "about {time} ms",
    "measured": "timed on a {device} only by this book, with random weights",
    "impossible": "Nothing in this book offers {asks}, whatever else you allow.",
    "unshown": "No row shows {asks}. Models for which it is not known: {n}.",
    "contradict": "Each is possible, but not both together: {one}; {two}.",
    "apart": "Each is possible, but no row shows both together: {one}; {two}. Models for which it "
    "is not known: {n}.",
    "together": "Any two of the requirements are possible together, but not all of them.",
    "open": "Any two of the requirements are possible together, but no row shows all of them. "
    "Models for which it is not known: {n}.",
    "near": "{model} comes close, keeping {kept} % of the score: {text}.",
    "able": "{model} is within your limits, keeping {kept} % of the score; {text}.",
    "tried": "{model} could be tried, keeping {kept} % of the score: {text}.",
}
"""The sentences of an answer; names in braces are filled in."""


WHEN = ("always", "unlimited", "timed", "kernels", "shapes", "compound", "combined", "guided")
"""Conditions under which a suggestion is said; `smallbert.guide.decision` counts each."""


def abilities() -> dict[str, dict]:
    """Return what a reader may be able to do: name and meaning of each ability."""
    return _read("abilities").set_index("ability").to_dict("index")


def devices() -> dict[str, dict]:
    """Return the devices: label, name, ``base_ms`` of BERT_BASE, tokens, place, credit."""
    frame = _read("devices").set_index("device")
    frame["credit"] = frame.pop("cites").map(bibliography.short)
    return frame.astype({"base_ms": float, "tokens": int}).to_dict("index")


def needed() -> pd.DataFrame:
    """Return what each technique and method asks: technique, model, needs, reason, cites."""
    return _read("needs")


def needs(technique: str, model: str) -> list[str]:
    """Return the abilities that a method asks of the reader: its own line's, or its families'.

    >>> needs("quantization+distillation", "a student in 3 bits")
    ['finetune', 'distil', 'integer']
    """
    frame, known = needed(), list(abilities())
    own = frame[frame["model"] == model]
    parts = technique.split("+")
    used = own if len(own) else frame[frame["technique"].isin(parts) & (frame["model"] == "")]
    if own.empty and len(used) < len(set(parts)):
        raise UserError(f"data/survey/guide/needs.csv has no line for {technique!r}; add it")
    named = {each for cell in used["needs"] for each in cell.split("+")}
    if unknown := named - set(known):
        what = f"ability {min(unknown)!r} is unknown; use one of {', '.join(known)}"
        raise UserError(f"data/survey/guide/needs.csv: {what}")
    return [each for each in known if each in named]


def ways(technique: str, model: str) -> list[dict]:
    """Return the ways to a method: its ``needs``, and a released checkpoint to ``start`` from."""
    routes = [{"needs": needs(technique, model), "start": None}]
    released = releases()
    if model in released.index:
        line = released.loc[model]
        known = [each for each in abilities() if each in line["needs"].split("+")]
        start = dict(line[["start", "repository", "licence"]])
        routes.append({"needs": known, "start": start})
    return routes


def releases() -> pd.DataFrame:
    """Return the checkpoints that were released: by model, as ``releases.csv`` has them."""
    return _read("releases").set_index("model")


def variants() -> dict[str, str]:
    """Return the method of each model that is a variant of one."""
    frame = survey.gather("variants")
    return dict(zip(frame["model"], frame["method"], strict=True))


def timed() -> dict[str, str]:
    """Return the task of each row whose speedup is of one task, by work/table/row."""
    frame = survey.gather("timed")
    rows = frame[["source", "table", "row"]].agg("/".join, axis=1)
    return dict(zip(rows, frame["task"], strict=True))


def suggestions() -> list[dict]:
    """Return the sources' practical suggestions with the guide's rule for each, of the same source.

    A suggestion without a rule, or a rule without a suggestion, is a `UserError`.
    """
    found = []
    for key, rule in survey.gather("guide_suggestions").groupby("source", sort=False):
        rule = rule.drop(columns=["document", "source"]).set_index("suggestion")
        statements = sources.table_of(key, "suggestions")
        if odd := ", ".join(sorted(set(statements.index) ^ set(rule.index))):
            path = f"data/sources/{key}/guide_suggestions.csv"
            raise UserError(f"{path} does not match its suggestions.csv: {odd}")
        rule["statement"] = statements["statement"]
        place = sources.tables(key)["suggestions"]["place"]
        rule["place"] = f"{bibliography.short(key)}, {place}, line " + statements["line"]
        found += rule.reset_index().to_dict("records")
    return found


def same() -> dict[str, str]:
    """Return the method behind a model that one of the sources calls otherwise."""
    names = survey.gather("aliases")
    names = names[names["same_method"] == "yes"]
    return dict(zip(names["model"], names["known_as"], strict=True))


@cached
def _read(name: str) -> pd.DataFrame:
    return sources.read_csv(paths.data() / "survey" / "guide" / f"{name}.csv")


def complete(
    *,
    task: str = "mnli",
    can: str = "all",
    device: str | None = None,
    base_ms: float | None = None,
    **limits: float | None,
) -> dict:
    """Return the wishes with nothing missing, as `smallbert.guide.answer` takes them.

    Parameters
    ----------
    task : str
        A key of `TASKS`.
    can : str
        Abilities of ``data/survey/guide/abilities.csv`` joined by ``,`` or ``+``; all; or none.
    device : str, optional
        A key of ``data/survey/guide/devices.csv``.
    base_ms : float, optional
        Time of BERT_BASE on the reader's device [ms]; by default the one of `device`.
    **limits : float, optional
        ``max_mb`` [MiB], ``min_factor`` [times], ``max_gops`` [1e9 operations in a pass of 128
        tokens, a multiply-add counted as two], ``max_ms`` [ms], ``keep`` [% of the baseline's
        score].

    Raises
    ------
    UsageError
        A word is unknown, a number is not above 0, or a time comes without its device.
    """
    known = devices()
    _require("task", task, TASKS)
    if device is None:
        for name, value in (("max_ms", limits.get("max_ms")), ("base_ms", base_ms)):
            if value is not None:
                raise UsageError(
                    f"{name} is {value:g} without a device; add one of {', '.join(known)}"
                )
    else:
        _require("device", device, known)
        base_ms = known[device]["base_ms"] if base_ms is None else base_ms
    wanted = [each["wish"] for each in LIMITS]
    if extra := [name for name in limits if name not in wanted]:
        raise UsageError(f"no requirement {extra[0]!r}; use one of {', '.join(wanted)}")
    numbers = {name: limits.get(name) for name in wanted} | {"base_ms": base_ms}
    for name, value in numbers.items():
        if value is not None and not (math.isfinite(value) and 0.001 <= value <= 1e9):
            raise UsageError(f"{name} is {value}; give a number from 0.001 to 1e9")
        numbers[name] = None if value is None else float(value)
    return {"task": task, "can": _abilities(can), "device": device} | numbers


def _abilities(can: str) -> list[str]:
    """Return the abilities in the order of the file."""
    known = abilities()
    if can in ("all", "none"):
        return list(known) if can == "all" else []
    wanted = {each.strip() for each in re.split("[,+]", can)}
    for each in sorted(wanted):
        _require("can", each, [*known, "all", "none"])
    if wanted & {"all", "none"}:
        raise UsageError(f"can is {', '.join(sorted(wanted))}; use all or none by itself")
    return [each for each in known if each in wanted]


def _require(name: str, word: str, allowed: Iterable[str]) -> None:
    if word not in allowed:
        raise UsageError(f"{name} is {word!r}; use one of {', '.join(allowed)}")


def faults() -> list[Fault]:
    """Return each name that nothing has, with its place."""
    results = data.results()
    models = {*results["model"], *variants().values()}
    models |= {each.partition(",")[0] for each in models}  # a method, by its variants' names
    rows = {
        f"{key}/{name}/{row}"
        for key in sources.keys()
        for name in sources.tables(key)
        for row in ["", *sources.table_of(key, name).index]  # an empty one is the whole table
    }
    documents = {sources.document_name(key) for key in sources.keys()} | {"-", ""}
    of_document = documents, "document of a source"
    of_results, of_needs = (models, "model of the results"), (list(abilities()), "ability")
    cited = set(bibliography.bibliography().entries), "key of sources.bib"
    survey = paths.data() / "survey"
    asked = [
        (survey / "exhibits.csv", "document", *of_document),
        (survey / "errata.csv", "document", *of_document),
        *((survey / f"guide/{name}.csv", "needs", *of_needs) for name in ("needs", "releases")),
        *((survey / f"guide/{name}.csv", "model", *of_results) for name in ("needs", "releases")),
        *((survey / f"guide/{name}.csv", "cites", *cited) for name in ("needs", "devices")),
    ]
    tables = {row.rpartition("/")[0] for row in rows}
    faults = list(_families(survey / "guide" / "needs.csv"))
    for key in sources.keys():
        folder, own = sources.folder(key), set(results.loc[results["source"] == key, "model"])
        asked += [
            (folder / "variants.csv", "model", own, "model of the work"),
            (folder / "aliases.csv", "model", own, "model of the work"),
            (folder / "aliases.csv", "known_as", *of_results),
            (folder / "guide_suggestions.csv", "when", WHEN, "condition"),
            (folder / "baselines.csv", "table", tables, "table: source/table"),
            (folder / "baselines.csv", "baseline", rows, "row of a table: source/table/row"),
        ]
        faults += _rowless(folder / "timed.csv", rows, f"{key}/")
        faults += [*_rowless(folder / "grounds.csv", rows), *_rowless(folder / "ranked.csv", rows)]
    return [fault for each in asked for fault in _unknown(*each)] + faults


def _unknown(path: Path, column: str, known: Collection[str], what: str) -> Iterator[Fault]:
    """Yield the cells of a column that name nothing known; an empty one names nothing."""
    if not path.is_file():
        return
    frame = sources.read_csv(path)
    ask = f"use one of {', '.join(known)}" if len(known) <= 12 else f"it should be a {what}"
    parted = column == "needs"  # abilities, joined by a plus sign, at least one
    for record, cell in enumerate(frame[column], start=1):
        for part in cell.split("+") if parted else [cell]:
            if (part or parted) and part not in known:
                yield Fault.of_cell(path, record, column, f"{part!r} is unknown; {ask}")


def _rowless(path: Path, known: set[str], before: str = "") -> Iterator[Fault]:
    """Yield the lines that speak of a row that no table has."""
    if not path.is_file():
        return
    frame = sources.read_csv(path)
    for record, (table, row) in enumerate(zip(frame["table"], frame["row"], strict=True), start=1):
        if f"{before}{table}/{row}" not in known:
            words = f"{before}{table} has no row {row!r}; name one"
            yield Fault.of_cell(path, record, "row", words)


def _families(path: Path) -> Iterator[Fault]:
    """Yield each technique of the results for which no line says what it needs."""
    used = {part for each in data.results()["technique"] for part in each.split("+")}
    frame = sources.read_csv(path)
    for each in sorted(used - {"none"} - set(frame.loc[frame["model"] == "", "technique"])):
        yield Fault(path, 1, f"no line says what {each!r} needs; add one without a model")
