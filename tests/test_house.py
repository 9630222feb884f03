"""The house: imports run one way and in no circle; what is known of one work lies with it."""

import ast
import re
from graphlib import TopologicalSorter

import pytest

from smallbert import paths
from smallbert.data import sources

FLOORS = ["paths", "memo", "errors", "data", "cost", "compare", "audit", "charts"]
FLOORS += ["claims", "works", "answers", "book", "cli", "__main__"]
"""From the ground up: a package imports itself and what lies below it."""

SOURCE = paths.CHECKOUT / "src" / "smallbert"
TEXTS = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts): path.read_text(encoding="utf-8")
    for path in sorted(SOURCE.rglob("*.py"))
    if path != SOURCE / "__init__.py"
}
"""Each module by its dotted name."""


def floor(name: str) -> str:
    return name.partition(".")[0]


def imported(name: str) -> set[str]:
    """Return what a module imports of the house, wherever it does so."""
    found = set()
    for node in ast.walk(ast.parse(TEXTS[name])):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("smallbert"):
            own = node.module.removeprefix("smallbert").removeprefix(".")
            found |= {own, *(f"{own}.{each.name}".removeprefix(".") for each in node.names)}
    return found - {name}


SCRIPTS = [*SOURCE.rglob("*.js"), *(paths.CHECKOUT / "book" / "_static").glob("*.js")]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_line_of_a_script_has_at_most_100_columns(path):
    """The formatter breaks code, but no comment and no text in quotes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 100] == []


def test_every_package_has_a_floor():
    assert {floor(name) for name in TEXTS} == set(FLOORS)


@pytest.mark.parametrize("name", TEXTS)
def test_a_module_imports_nothing_from_a_floor_above_its_own(name):
    above = FLOORS[FLOORS.index(floor(name)) + 1 :]
    assert not [each for each in imported(name) if floor(each) in above]


def test_imports_run_in_no_circle():
    graph = {name: {each for each in imported(name) if each in TEXTS} for name in TEXTS}
    assert [*TopologicalSorter(graph).static_order()]  # raises CycleError, which names a circle


def named(text: str, key: str) -> bool:
    """Tell whether code names a work; a key that is a word does so as a string or an address."""
    if re.fullmatch(r"[a-z]+\d{4}[a-z0-9]+", key):
        return key in text
    return re.search(rf'["\'<`]{key}["\'/>`]', text) is not None


@pytest.mark.parametrize("key", sources.keys())
def test_only_its_own_code_names_a_work(key):
    outside = [name for name in TEXTS if not name.startswith("works.")]
    assert [name for name in outside if named(TEXTS[name], key)] == []
