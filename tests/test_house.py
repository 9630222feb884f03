"""The house: imports run one way, what is known of one work lies with that work, names say it."""

import ast
import re
import textwrap
from functools import cache

import pytest

from smallbert.data import paths, sources

FLOORS = ("data", "cost", "compare", "charts", "audit", "claims", "works", "guide", "book", "cli")
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


ABOVE_DATA = ("book", "cli")
ASKS = {"exists", "is_file", "isfile"}
ASKING = "data/reads.py"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_who_asks_whether_data_are_there_is_heard_of(path):
    """Through `reads.is_file`: else what was made without a file is kept when that appears."""
    name, tree = path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
    asked = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    asked = [node for node in asked if node.attr in ASKS and ast.unparse(node) != "reads.is_file"]
    assert not asked or name == ASKING or package(name) in ABOVE_DATA


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


VAGUE = {"each", "found", "said"}
"""They say nothing of what they hold, which is good for a line and the next."""


def vague(function: ast.FunctionDef) -> set[str]:
    """Return the vague names of a function that are parameters or live longer than two lines."""
    parameters = [*function.args.args, *function.args.kwonlyargs]
    lived = {name: lines(function, name) for name in VAGUE}
    return {name for name, at in lived.items() if at and max(at) - min(at) > 1} | (
        VAGUE & {parameter.arg for parameter in parameters}
    )


def lines(node: ast.AST, name: str) -> list[int]:
    """Return on which lines a name is used, where no comprehension or lambda gives it anew."""
    anew = [part.target for part in getattr(node, "generators", [])]
    anew += [node.args] if isinstance(node, ast.Lambda) else []
    given = {getattr(each, "id", getattr(each, "arg", "")) for a in anew for each in ast.walk(a)}
    own = [node.lineno] if isinstance(node, ast.Name) and node.id == name else []
    within = [] if name in given else list(ast.iter_child_nodes(node))
    return own + [line for child in within for line in lines(child, name)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_name_that_lives_longer_than_two_lines_says_what_it_holds(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert {each.name: vague(each) for each in functions if vague(each)} == {}


def test_the_rule_on_names_sees_a_loop_a_parameter_and_no_comprehension():
    text = """
        def one(found): return found
        def two():
            for each in ():
                pass
                print(each)
        def three():
            found = [each
                     for each in ()
                     if each]
            return found[0]
    """
    functions = ast.parse(textwrap.dedent(text)).body
    assert [vague(function) for function in functions] == [{"found"}, {"each"}, {"found"}]
