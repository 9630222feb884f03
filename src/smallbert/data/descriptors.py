"""The form of a descriptor: which settings it may have, and of what kind each is.

``descriptors.yaml`` beside this module is its JSON Schema. It is asked before anything else reads a
descriptor, so that all else can rely on it.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml


def faults(descriptor: dict) -> Iterator[tuple]:
    """Yield what is wrong with the form of a descriptor, and the path of the setting at fault."""
    from jsonschema import Draft202012Validator  # a tenth of a second for checks

    if odd := list(_unquoted(descriptor)):
        yield from odd  # a schema knows names that are texts
        return
    for error in Draft202012Validator(schema("descriptors")).iter_errors(descriptor):
        yield from of_form(error)


@cache
def schema(name: str) -> dict:
    """Return a JSON Schema that lies beside this module."""
    text = Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)


def _unquoted(value, *at) -> Iterator[tuple]:
    """Yield each name of a setting that YAML takes for a number, a date or nothing."""
    children = value.items() if isinstance(value, dict) else []
    for name, child in enumerate(value) if isinstance(value, list) else children:
        if isinstance(value, dict) and not isinstance(name, str):
            yield f"{name!r} is a name and no text; put it in quotes", *at
        yield from _unquoted(child, *at, name)


def of_form(error, table: str = "") -> Iterator[tuple]:
    """Yield a setting that is unknown, missing or of a wrong kind as one line, and its path.

    Parameters
    ----------
    error : jsonschema.ValidationError
    table : str, optional
        Whose setting it is, where the line alone does not say it.
    """
    at = [*error.absolute_path]
    of = next((each for each in reversed(at) if isinstance(each, str)), "the descriptor")
    if error.validator == "additionalProperties":
        known, open_ = error.schema.get("properties", {}), error.schema.get("patternProperties", {})
        begins = tuple(each.removeprefix("^") for each in open_)
        for extra in sorted(set(error.instance) - set(known)):
            if not extra.startswith(begins):
                yield f"{of} has no setting {extra!r}; use one of {', '.join(known)}", *at, extra
    elif error.validator == "enum":
        allowed = ", ".join(error.validator_value)
        yield f"{at[-1]} is {error.instance!r}; use one of {allowed}", *at
    elif "description" in error.schema:
        yield f"{at[-1]} is {error.instance!r}; {error.schema['description']}", *at
    else:
        yield f"{table or of}: {error.message}; mend the setting", *at
