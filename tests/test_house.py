"""The house: imports run one way, and what is known of one work lies with that work."""

import ast
import re

import pytest

from smallbert.data import paths, sources

FLOORS = ("data", "cost", "charts", "compare", "audit", "claims", "works", "guide", "book", "cli")
"""From the ground up: a package imports itself and what lies below it."""

SOURCE = paths.CHECKOUT / "src" / "smallbert"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")
WORKS = [key for key in sources.keys() if re.fullmatch(r"[a-z]+\d{4}[a-z0-9]+", key)]


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


@pytest.mark.parametrize("work", WORKS)
def test_only_its_own_code_names_a_work(work):
    outside = [path for path in MODULES if "works" not in path.parts]
    assert [path.name for path in outside if work in path.read_text(encoding="utf-8")] == []
