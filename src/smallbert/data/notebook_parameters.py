"""The notebooks' parameters: one name has one meaning, one type and one range in the whole book.

``data/vocabulary/parameters.csv`` is their dictionary; each notebook's ``parameters`` cell holds
its defaults and, where the dictionary says `LISTED`, what is allowed: the comment of its line ends
with ``: one | other``. papermill warns of an unknown name and changes types as YAML does; here both
are refused or converted by the dictionary before papermill sees them, or by the notebook after it.
"""

import ast
import re
from pathlib import Path

from smallbert.data import vocabulary
from smallbert.errors import UsageError

TYPES = {"bool": bool, "int": int, "float": float, "str": str}
WORDS = {"true": True, "false": False}
LISTED = "listed"
"""What the dictionary has as allowed where each notebook lists its own words."""

LINE = re.compile(r"^(\w+): \w+ = .*?  # (.*)$", re.MULTILINE)
"""A parameter in its cell, and its help."""


def declared(notebook: Path) -> dict[str, dict]:
    """Return the parameters that a notebook declares, by name: default, help and more."""
    import papermill  # a second of imports that the dictionary's other readers do not need

    return papermill.inspect_notebook(str(notebook))


def convert(notebook: Path, given: dict[str, str]) -> dict:
    """Turn the words of a command line, by name, into the values that a notebook takes."""
    known, values = declared(notebook), {}
    for name, word in given.items():
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise UsageError(f"{notebook.stem}: no parameter {name!r}; it takes {allowed}")
        allowed = entry(name, known[name]["help"])
        kind = allowed["type"]
        try:
            values[name] = WORDS[word.lower()] if kind == "bool" else TYPES[kind](word)
        except (KeyError, ValueError):
            raise UsageError(f"{name} is {word!r}; {_wanted(allowed)}") from None
        _require(name, values[name], allowed)
    return values


def require(**values) -> None:
    """Refuse, as a `UsageError`, values that the dictionary of parameters does not allow."""
    for name, value in values.items():
        _require(name, value, entry(name))


def _require(name: str, value, known: dict) -> None:
    """Refuse a value that an entry of the dictionary does not allow."""
    exact = type(value) is TYPES[known["type"]]
    whole = known["type"] == "float" and type(value) is int
    if not (exact or whole) or not _within(value, known["allowed"]):
        raise UsageError(f"{name} is {value!r}; {_wanted(known)}")


def require_all(namespace: dict) -> None:
    """Refuse what a notebook's own parameters must not be, and those given that it has not.

    `namespace` is its ``globals()`` behind its cell of parameters and papermill's, if there is one.
    Other names are passed over, also where other notebooks have a parameter so called. papermill's
    command line makes ``-p corrected false`` a word, which becomes the value that it says.
    """
    declared = namespace.get("__annotations__", {})
    cells = [each for each in namespace.get("In", []) if each.startswith("# Parameters")]
    for line in [line for cell in cells for line in ast.parse(cell).body]:
        if isinstance(line, ast.Assign) and line.targets[0].id not in declared:
            name = line.targets[0].id
            raise UsageError(f"no parameter {name!r}; use one of {', '.join(declared)}")
    help = dict(LINE.findall("\n".join(namespace.get("In", []))))
    for name in declared:
        known = entry(name, help.get(name, ""))
        if known["type"] == "bool" and isinstance(namespace[name], str):
            namespace[name] = WORDS.get(namespace[name].lower(), namespace[name])
        _require(name, namespace[name], known)


def entry(name: str, help: str = "") -> dict:
    """Return what the dictionary of parameters says of one: type, allowed, unit, meaning.

    What a notebook lists itself is taken from its `help`.
    """
    table = vocabulary.entries("parameters")
    if name not in table.index:
        file = "data/vocabulary/parameters.csv"
        raise UsageError(f"parameter {name!r} is not in {file}; add it there")
    known = table.loc[name].to_dict()
    if known["allowed"] == LISTED:
        known["allowed"] = help.rpartition(": ")[2].replace(" ", "")
    return known


def another(known: dict, default):
    """Return an allowed value of a parameter that is not its default; none where any text is.

    `known` is its `entry`. Of a range it is half the default, or the range's upper end.
    """
    if known["type"] == "bool":
        return not default
    if ".." in known["allowed"]:
        half, most = default / 2, known["allowed"].split("..")[1]
        half = int(half) if known["type"] == "int" else half
        return (
            half
            if _within(half, known["allowed"]) and half != default
            else TYPES[known["type"]](most)
        )
    words = known["allowed"].split("|")
    return words[(words.index(default) + 1) % len(words)] if default in words else None


def changed(notebook: Path) -> dict:
    """Return a set of values to try: one parameter, a choice of words if there is one."""
    tried = {
        name: another(entry(name, each["help"]), ast.literal_eval(each["default"]))
        for name, each in declared(notebook).items()
    }
    known = {name: value for name, value in tried.items() if value not in (None, "")}
    first = min(known, key=lambda name: not isinstance(known[name], str), default=None)
    return {first: known[first]} if first else {}


def _within(value, allowed: str) -> bool:
    if ".." in allowed:
        low, high = map(float, allowed.split(".."))
        return low <= value <= high
    return not allowed or str(value) in allowed.split("|")


def _wanted(known: dict) -> str:
    """Return what to give for a parameter."""
    if known["type"] == "bool":
        return "use true or false"
    if ".." in known["allowed"]:
        low, high = known["allowed"].split("..")
        return f"give a {'whole ' if known['type'] == 'int' else ''}number from {low} to {high}"
    return f"use one of {', '.join(known['allowed'].split('|'))}"
