"""What a descriptor may say: its JSON Schema, ``data/vocabulary/datapackage.schema.json``.

Editors complete from it and `smallbert.data.check` asks it. Its formats are asked later than the
rest: the words of a vocabulary, and names of columns, once it is known which columns there are.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator, FormatChecker, ValidationError

from smallbert import paths
from smallbert.data import bibliography, sources
from smallbert.data.sources import DESCRIPTOR
from smallbert.data.table_under_check import TODO, unknown_word
from smallbert.errors import Fault
from smallbert.memo import cached

FILE = "datapackage.schema.json"

KINDS = {"string": "text", "object": "map", "array": "list", "integer": "whole number"}
KINDS |= {"boolean": "true", "number": "number"}
"""What messages call a type: a setting that is either said or not is true, or left out."""

COLUMN, CELL, BIBLIOGRAPHY = "column", "cell", "sources.bib"
"""Formats that are no vocabulary: a column's name, a text or its ``$column``, keys of an entry."""


def meaning(setting: str, part: str = "") -> str:
    """Return what a setting of a part means, or of the first that has it; nothing if none has."""
    parts = [each for each in _root()["definitions"].values() if "additionalProperties" in each]
    having = {
        each["title"]: _known_settings(each)[setting]["description"]
        for each in parts
        if setting in _known_settings(each)
    }
    return having.get(part, next(iter(having.values()), ""))


def faults(folder: Path) -> Iterator[Fault]:
    """Each setting is known and of its type; those needed are there."""
    of_work = folder.parent.name == "sources"
    schema = _root() if of_work else _root()["definitions"]["package"]
    for error in _validator().evolve(schema=schema).iter_errors(_with_text_keys(folder)):
        part, meant = _part_and_meaning(schema, error)
        for place, message in _messages(error, part, meant):
            yield Fault.of_setting(folder / DESCRIPTOR, place, f"{place[-1]}: {message}")


def faults_of_words(folder: Path) -> Iterator[Fault]:
    """The words of a setting are of its vocabulary, or name columns of the table."""
    package = _with_text_keys(folder)
    for place, message in _wrong_words("package", package | {"resources": []}, []):
        yield Fault.of_setting(folder / DESCRIPTOR, place, f"{place[-1]}: {message}")
    for index, table in enumerate(package["resources"]):
        columns = [column["name"] for column in table["schema"]["fields"]]
        for inner, message in _wrong_words("table", table, columns):
            place = ("resources", index, *inner)
            yield Fault.of_setting(folder / DESCRIPTOR, place, f"{_name(place)}: {message}")


@cached
def _root() -> dict[str, Any]:
    path = paths.data() / "vocabulary" / FILE
    return json.loads(path.read_text(encoding="utf-8"))


@cached
def _validator() -> Draft7Validator:
    return Draft7Validator(_root())


def _with_text_keys(folder: Path) -> dict[str, Any]:
    """Return a descriptor as JSON has it: YAML takes ``2019:`` for a number."""

    def as_json(value: Any) -> Any:
        if isinstance(value, dict):
            return {str(key): as_json(inner) for key, inner in value.items()}
        return [as_json(inner) for inner in value] if isinstance(value, list) else value

    return as_json(sources.described(folder))


def _known_settings(part: Mapping[str, Any]) -> dict[str, dict]:
    """Return the settings of a part; a table may be ``shown`` in several ways."""
    return {**part.get("properties", {}), **part.get("patternProperties", {})}


def _kind(setting: Mapping[str, Any]) -> str:
    """Return the type of a setting, as messages call it."""
    if "allOf" in setting:  # a part of its own
        return "map"
    if setting.get("type") == "array" and setting.get("items", {}).get("type") == "string":
        return "texts"
    types = setting.get("type", [])
    types = [types] if isinstance(types, str) else types
    return " or ".join(KINDS[name] for name in types) or "anything"


def _part_and_meaning(schema: dict, error: ValidationError) -> tuple[dict, str]:
    """Return the part of a descriptor in which an error is, and what the setting means."""
    node, part, meant = schema, {}, ""
    for step in (None, *error.absolute_schema_path):
        node = node if step is None else node[step]
        if not isinstance(node, dict):
            continue
        while "$ref" in node:
            node = _root()["definitions"][node["$ref"].rpartition("/")[2]]
        part = node if "title" in node else part
        meant = node.get("description", meant)
    return part, meant


def _messages(error: ValidationError, part: dict, meant: str) -> Iterator[tuple[tuple, str]]:
    """Yield the place of each fault that an error stands for, and what to say of it."""
    place, kind, seen = tuple(error.absolute_path), error.validator, error.instance
    if kind == "additionalProperties":
        known = _known_settings(part)
        listed = ", ".join(name.removeprefix("^") for name in known)
        for name in seen:
            if name not in known and not ("^shown" in known and name.startswith("shown")):
                message = f"a {part['title']} has no such setting; use one of {listed}"
                yield (*place, name), message
    elif kind == "required":
        for name in error.validator_value:
            if name not in seen:
                needed = meaning(name, part["title"])
                yield (*place, name), f"a {part['title']} without it; {needed}"
    elif kind in ("minLength", "minItems"):
        yield place, f"a {part['title']} without it; {meant}"
    elif kind in ("enum", "pattern", "anyOf"):
        if seen != TODO:  # which is named as such
            yield place, f"{seen!r}; {meant}"
    else:
        of_setting = place if isinstance(place[-1], str) else place[:-1]
        yield of_setting, f"{str(seen)[:60]!r} should be {_kind(error.schema)}: {meant}"


def _wrong_words(
    definition: str, described: dict, columns: list[str]
) -> Iterator[tuple[tuple, str]]:
    """Yield the place of each word of a part that is not of its format, and what is wrong."""
    formats = [COLUMN, CELL, BIBLIOGRAPHY, "origins", "metrics", "tasks", "splits", "units"]
    formats += ["protocols", "techniques"]
    checker = FormatChecker(formats=())
    for name in formats:
        checker.checks(name)(partial(_is_of_format, name, columns))
    schema = _root()["definitions"][definition]
    validator = _validator().evolve(schema=schema, format_checker=checker)
    for error in validator.iter_errors(described):
        if error.validator == "format":
            wrong = _wrong_word(error.validator_value, columns, error.instance)
            yield tuple(error.absolute_path), wrong


def _is_of_format(name: str, columns: list[str], word: Any) -> bool:
    return not isinstance(word, str) or not _wrong_word(name, columns, word)


def _wrong_word(name: str, columns: Iterable[str], word: str) -> str:
    """Return what is wrong with a word of a format, or nothing."""
    if name == COLUMN or word[:1] == "$":
        column = word.removeprefix("$")
        use = f"no column of the table; use one of {', '.join(columns)}"
        return "" if column in columns else f"{column!r} is {use}"
    if name == CELL:
        return ""
    if name == BIBLIOGRAPHY:
        entries = bibliography.bibliography().entries
        lost = [key for key in word.split(",") if key not in entries]
        return f"{lost[0]!r} is not in sources.bib; add it there" if lost else ""
    parts = word.split("+") if name == "techniques" else [word]
    return "".join(filter(None, (unknown_word(name, part) for part in parts[:9])))


def _name(place: tuple) -> str:
    """Return the setting of a place, which may end in the index of one of its texts."""
    return next(step for step in reversed(place) if isinstance(step, str))
