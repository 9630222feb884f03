"""What the guide knows besides the results: abilities, needs, devices, suggestions, words.

All of it is data, below ``data/survey/guide``; each row says whose it is.
"""

from pathlib import Path

import pandas as pd

from smallbert import paths
from smallbert.data import bibliography, sources, survey
from smallbert.errors import UserError
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

CAN = {"name": "can", "sense": "most", "asks": "only what you can do ({can})"}
"""The requirement of ability, beside `LIMITS`."""

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
    return _read("abilities").to_dict("index")


def devices() -> dict[str, dict]:
    """Return the devices: label, name, ``base_ms`` of BERT_BASE, tokens, place, credit."""
    frame = _read("devices")
    frame["credit"] = frame.pop("cites").map(bibliography.short)
    return frame.astype({"base_ms": float, "tokens": int}).to_dict("index")


def lines() -> pd.DataFrame:
    """Return what each technique and method asks: technique, model, needs, reason, cites."""
    return _read("needs").reset_index()


def needs(technique: str, model: str) -> list[str]:
    """Return the abilities that a method asks of the reader, in the order of the file.

    Parameters
    ----------
    technique : str
        Families joined by ``+``.
    model : str
        A line of its own in ``data/survey/guide/needs.csv`` stands before the families' lines.

    Raises
    ------
    UserError
        A family has no line, or a line names an unknown ability.

    Examples
    --------
    >>> needs("quantization+distillation", "a student in 3 bits")
    ['finetune', 'distil', 'integer']
    """
    frame, known = lines(), list(abilities())
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
    """Return the ways to a method: what one has to be able to do, and where it starts.

    Returns
    -------
    list of dict
        ``needs`` (abilities) and ``start``: None, or, of a released checkpoint, what was released,
        its repository and its licence.
    """
    routes = [{"needs": needs(technique, model), "start": None}]
    released = _read("releases")
    if model in released.index:
        line = released.loc[model]
        known = [each for each in abilities() if each in line["needs"].split("+")]
        start = dict(line[["start", "repository", "licence"]])
        routes.append({"needs": known, "start": start})
    return routes


def releases() -> pd.DataFrame:
    """Return the checkpoints that were released: by model, as ``releases.csv`` has them."""
    return _read("releases")


def variants() -> dict[str, str]:
    """Return the method of each model that is a variant of one."""
    frame = survey.gather("variants")
    return dict(zip(frame["model"], frame["method"], strict=True))


def timed() -> dict[str, str]:
    """Return the task of each row whose speedup is of one task, by work/table/row."""
    frame = survey.gather("timed")
    return dict(
        zip(frame[["source", "table", "row"]].agg("/".join, axis=1), frame["task"], strict=True)
    )


def suggestions() -> list[dict]:
    """Return the sources' practical suggestions with the rule that the guide makes of each.

    The rules stand in ``guide_suggestions.csv`` of a source that has a table ``suggestions``.

    Raises
    ------
    UserError
        A suggestion has no rule, or a rule no suggestion.
    """
    rules = survey.gather("guide_suggestions").drop(columns="document")
    by_source = rules.groupby("source", sort=False)
    return [line for key, rule in by_source for line in _suggestions(key, rule)]


def _suggestions(key: str, rule: pd.DataFrame) -> list[dict]:
    """Return the suggestions of one source."""
    rule = rule.drop(columns="source").set_index("suggestion")
    statements = sources.table(key, "suggestions")
    if set(statements.index) != set(rule.index):
        odd = ", ".join(sorted(set(statements.index) ^ set(rule.index)))
        raise UserError(
            f"data/sources/{key}/guide_suggestions.csv does not match its suggestions.csv: {odd}"
        )
    rule["statement"] = statements["statement"]
    place = sources.tables(key)["suggestions"]["place"]
    rule["place"] = f"{bibliography.short(key)}, {place}, line " + statements["line"]
    return rule.reset_index().to_dict("records")


def same() -> dict[str, str]:
    """Return the method behind a model that one of the sources calls otherwise."""
    names = survey.gather("aliases")
    names = names[names["same_method"] == "yes"]
    return dict(zip(names["model"], names["known_as"], strict=True))


def _path(name: str) -> Path:
    return paths.data() / "survey" / "guide" / f"{name}.csv"


@cached
def _read(name: str) -> pd.DataFrame:
    return sources.read_csv(_path(name)).set_index(_KEYS[name])


_KEYS = {
    "abilities": "ability",
    "devices": "device",
    "needs": "technique",
    "releases": "model",
}
