"""The kinds of claims: functions that judge a statement by the results.

A kind takes the material first and its thresholds as keywords, whose defaults are those of most
claims. General kinds stand in the modules beside this one and name no work; a kind that fits one
work alone stands in ``smallbert.works.<key>`` and is known to the claims of that work.
"""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import get_type_hints

from smallbert.claims.finding import Finding
from smallbert.data import sources
from smallbert.errors import UserError

Kind = Callable[..., Finding]
KINDS: dict[tuple[str, str], Kind] = {}
"""By module and name."""

GENERAL = "smallbert.claims"


def kind(function: Kind) -> Kind:
    """Let claims name a function as their kind."""
    KINDS[function.__module__, function.__name__] = function
    return function


def named(name: str, work: str = "") -> Kind:
    """Return the kind of that name: the work's own, else a general one.

    Raises
    ------
    UserError
        There is none.
    """
    for module in _modules(work):
        if (module, name) in KINDS:
            return KINDS[module, name]
    raise UserError(
        f"kind {name!r} is unknown; use one of {', '.join(names(work))}, or add a function "
        f"decorated with @kind to src/smallbert/works/{work or '<key>'}.py"
    )


def names(work: str = "") -> list[str]:
    """Return the names of the kinds that claims of a work can have."""
    modules = _modules(work)
    return sorted({name for module, name in KINDS if module in modules})


def parameters(kind: Kind) -> list[str]:
    """Return the names of a kind's thresholds."""
    return list(inspect.signature(kind).parameters)[1:]


def thresholds(kind: Kind, given: dict) -> dict:
    """Return all arguments of a kind but the material: those given, else the defaults.

    Raises
    ------
    TypeError
        One of those given is unknown, or one is needed and not given.
    """
    bound = inspect.signature(kind).bind(None, **given)
    bound.apply_defaults()
    _, *named = bound.arguments.items()
    return {name: value for name, value in named if value not in (None, "")}


def mistyped(kind: Kind, given: dict) -> Iterator[tuple[str, str]]:
    """Yield each threshold whose value is not of the type that its kind says, and a line on it."""
    from pydantic import ConfigDict, TypeAdapter, ValidationError  # for the check alone

    exact, types = ConfigDict(strict=True, allow_inf_nan=False), get_type_hints(kind)
    for name, value in given.items():
        try:
            TypeAdapter(types[name], config=exact).validate_python(value)
        except ValidationError as error:
            wanted = error.errors()[0]["msg"].removeprefix("Input ")
            yield name, f"{kind.__name__}: {name} is {value!r}; it {wanted}"


def _modules(work: str) -> list[str]:
    """Return the modules whose kinds the claims of a work can have, its own first."""
    own = sources.module(work)
    return [*([own.__name__] if own else []), *_general()]


@cache
def _general() -> tuple[str, ...]:
    """Return the modules beside this one, once imported."""
    found = [each.name for each in pkgutil.iter_modules(import_module(GENERAL).__path__)]
    return tuple(import_module(f"{GENERAL}.{name}").__name__ for name in found)
