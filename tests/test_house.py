"""The house: imports run one way and in no circle; what is known of one work lies with it."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from smallbert import paths
from smallbert.data import sources

FLOORS = (
    "paths",
    "errors",
    "data",
    "cost",
    "compare",
    "charts",
    "audit",
    "claims",
    "works",
    "guide",
    "book",
    "cli",
    "__main__",
)
"""From the ground up: a package imports itself and what lies below it."""

SOURCE = paths.CHECKOUT / "src" / "smallbert"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def package(name: str) -> str:
    return name.removesuffix(".py").split("/")[0]


def imported(tree: ast.Module) -> set[str]:
    """Return the packages of the house that a module imports, wherever it does so."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("smallbert"):
            own = node.module.split(".")[1:2]
            names |= set(own) if own else {alias.name for alias in node.names}
    return names & set(FLOORS)


def test_every_package_has_a_floor():
    packages = {package(path.relative_to(SOURCE).as_posix()) for path in MODULES}
    assert packages == set(FLOORS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_module_imports_nothing_from_a_floor_above_its_own(path):
    own = package(path.relative_to(SOURCE).as_posix())
    above = set(FLOORS[FLOORS.index(own) + 1 :])
    assert imported(ast.parse(path.read_text(encoding="utf-8"))) & above == set()


def test_imports_run_in_no_circle():
    names = {dotted(path): path for path in MODULES}
    wanted = {name: modules(path) & set(names) for name, path in names.items()}
    assert [*TopologicalSorter(wanted).static_order()]  # raises CycleError, which names a circle


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def modules(path: Path) -> set[str]:
    """Return what a module imports of the house, wherever it does so."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("smallbert"):
            own = node.module.removeprefix("smallbert").removeprefix(".")
            names |= {own, *(f"{own}.{each.name}".removeprefix(".") for each in node.names)}
    return names - {dotted(path), package(path.relative_to(SOURCE).as_posix())}


@cache
def outside_of_works() -> dict[str, tuple[str, set[str]]]:
    """Return each module that is not one of a single work: its text, and its strings."""
    outside = [path for path in MODULES if "works" not in path.parts]
    code = {
        path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in outside
    }
    return {name: (text, strings(ast.parse(text))) for name, text in code.items()}


def strings(tree: ast.Module) -> set[str]:
    """Return the strings of a module that are no docstrings."""
    bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
    words = {id(line.value) for body in bodies for line in body if isinstance(line, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {str(node.value) for node in constants if id(node) not in words}


def names(text: str, own: set[str], key: str) -> bool:
    """Tell whether a module names a source; a key that is a word does so alone or in an address."""
    if re.fullmatch(r"[a-z]+\d{4}[a-z0-9]+", key):
        return key in text
    return any(re.match(rf"{key}($|[/-])", word) or f"<{key}>" in word for word in own)


@pytest.mark.parametrize("key", sources.keys())
def test_only_its_own_code_names_a_work(key):
    assert [name for name, module in outside_of_works().items() if names(*module, key)] == []


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('SOURCE = "speed"', True),
        ('LATENCY = f"speed/{table}"', True),
        ('ANSWER = "see {ref}`the chart <speed>`"', True),
        ('WORDS = "speed of a model"', False),
        ('def speed(): "speed"', False),
    ],
)
def test_a_key_that_is_a_word_is_named_alone_or_in_an_address(line, named):
    assert names(line, strings(ast.parse(line)), "speed") == named
