"""Every notebook of the folder: its form, its size, and each value that its parameters allow."""

import ast
from itertools import takewhile

import nbformat
import numpy as np
import pytest

from smallbert.book import notebooks
from smallbert.data import parameters, vocabulary
from smallbert.errors import UserError

from ..conftest import run_notebook

NAMES = [path.stem for path in notebooks.every()]
TAGS = {"parameters", "hide-input", "hide-output", "hide-cell", "remove-input", "remove-cell"}
TAGS |= {"lead", "fold"}

LINES = 114  # a notebook on average, blank ones not counted: 3,200 in the first 28
MEDIAN = 4  # lines a cell
NINE_IN_TEN = 12
LONGEST = 25
LESSONS = {
    "cao2020deformer": {"saved"},  # what caching a passage saves
    "desislavov2021compute": {"counted"},  # operations of a shape by a rule
    "guo2019rpp": {"size"},  # bytes of a pruned file
    "turc2019wellread": {"orders"},  # the order of two methods by a score
    "wu2022xtc": {"counted"},  # bytes of a shape at some bits
    "zhao2019extreme": {"student"},  # weights of a student
}
"""Functions that are the lesson of their page; a notebook defines no other."""


def code(name: str) -> list:
    cells = nbformat.read(notebooks.find(name), 4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def lines(cell) -> int:
    return sum(bool(line.strip()) for line in cell.source.splitlines())


def functions(name: str) -> set[str]:
    nodes = [node for cell in code(name) for node in ast.walk(ast.parse(cell.source))]
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


def test_notebooks_are_lessons_and_no_programs(capsys):
    cells = [cell for name in NAMES for cell in code(name)]
    counts = [lines(cell) for cell in cells]
    spread = (np.median(counts), np.quantile(counts, 0.9), max(counts))
    sizes = (sum(counts) / len(NAMES), *spread)
    defined = sum(len(functions(name)) for name in NAMES)
    with capsys.disabled():
        words = "{:,} lines of code; a cell: median {:g}, nine in ten {:g}, longest {}"
        told = words.format(sum(counts), *spread)
        print(f"\n{len(NAMES)} notebooks: {told}; {defined} functions")
    assert all(np.array(sizes) <= (LINES, MEDIAN, NINE_IN_TEN, LONGEST))


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_defines_no_function_but_its_lesson(name):
    assert functions(name) == LESSONS.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_known_tags_no_outputs_and_its_parameters_first(name):
    cells = code(name)
    tags = [set(cell.metadata.get("tags", [])) for cell in cells]
    assert set().union(*tags) <= TAGS
    assert not any(cell.outputs or cell.execution_count for cell in cells)
    given = [at for at, each in enumerate(tags) if "parameters" in each]
    assert given in ([0], [])
    for at in given:
        body = ast.parse(cells[at].source).body
        assert all(isinstance(line, ast.AnnAssign) for line in body)
        assert all("  # " in line for line in cells[at].source.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_no_section_is_empty_when_the_lead_has_moved_to_the_verdict(name):
    cells = nbformat.read(notebooks.find(name), 4).cells
    for at, cell in enumerate(cells):
        if cell.cell_type == "markdown" and cell.source.splitlines()[-1].startswith("#"):
            below = [*takewhile(lambda each: each.cell_type == "code", cells[at + 1 :])]
            prose = not cells[at + 1 + len(below)].source.startswith("#")
            stays = prose or any(map(remains, below))
            assert stays, f"nothing is left below {cell.source.splitlines()[-1]!r}"


def remains(cell) -> bool:
    """Tell whether a reader sees something of a cell, its code or what it displays."""
    tags = set(cell.metadata.get("tags", []))
    return "lead" not in tags and ("remove-input" not in tags or "display(" in cell.source)


def values(name: str) -> list:
    """Return the values of a parameter that are tried: each of a few, or a range's ends."""
    entry = vocabulary.table("parameters").loc[name]
    kind, allowed = parameters.TYPES[entry["type"]], entry["allowed"]
    if kind is bool:
        return [True, False]
    return [kind(word) for word in allowed.split(".." if ".." in allowed else "|") if word]


def runs(path) -> list[dict]:
    """Return the fewest runs in which each value that is no default is tried once."""
    others = {
        name: [value for value in values(name) if value != ast.literal_eval(each["default"])]
        for name, each in parameters.declared(path).items()
    }
    longest = max(map(len, others.values()), default=0)
    return [
        {name: tried[at] for name, tried in others.items() if at < len(tried)}
        for at in range(longest)
    ]


CASES = [(path.stem, given) for path in notebooks.every() for given in runs(path)]


@pytest.fixture(scope="module")
def again():
    """Return a function that runs all cells of a notebook, after others in the same kernel."""
    left = {}

    def run(name: str, **given):
        names = left.setdefault(name, {})
        return run_notebook.__wrapped__(name, tuple(given.items()), names)

    return run


@pytest.mark.values
@pytest.mark.parametrize(("name", "given"), CASES)
def test_a_notebook_runs_with_every_value_allowed(name, given, again):
    """Values that exclude each other are refused; then each is tried alone."""
    try:
        published = again(name, **given)
        published.figures.values()
        said = published.said
        assert not [text for text in said.values() if "nan" in text.split()], "a number is none"
    except UserError:
        for parameter, value in given.items():
            require_run_or_refusal(again, name, parameter, value)


def require_run_or_refusal(again, name: str, parameter: str, value) -> None:
    """Run a notebook with one value, which a default may exclude: the message then names it."""
    try:
        again(name, **{parameter: value}).figures.values()
    except UserError as error:
        if f"{value}" not in str(error):
            raise
