"""The form of every notebook: a lesson, with its parameters first and without outputs."""

import ast
from itertools import groupby, takewhile

import nbformat
import numpy as np
import pytest

from smallbert.book import notebooks

NAMES = [path.stem for path in notebooks.every()]
TAGS = {"parameters", "hide-input", "hide-output", "hide-cell", "remove-input", "remove-cell"}
TAGS |= {"lead", "fold"}
LINES = 92  # of code a notebook on the average, blank ones not counted; 90 before four became one
MEDIAN, NINE_IN_TEN, LONGEST = 6, 20, 45  # lines a cell
IN_A_ROW = 2
"""Cells of code between two texts, but for those at the top and the values at the end."""
MERGED = {"glue_scores"}
"""Pages that become parts of others, whose code is not polished before."""

LESSONS = {
    "cao2020deformer": {"saved"},  # what caching a passage saves
    "desislavov2021compute": {"counted"},  # operations of a shape by a rule
    "guo2019rpp": {"size"},  # bytes of a pruned file
    "long_inputs": {"operations"},  # of a pass in which most layers read a window
    "turc2019wellread": {"orders"},  # the order of two methods by a score
    "wu2022xtc": {"counted"},  # bytes of a shape at some bits
    "zhao2019extreme": {"student", "verdicts"},  # weights of a student; what chance leaves of leads
}
"""Functions that are the lesson of their page; a notebook defines no other."""


def cells(name: str) -> list:
    return [
        each for each in nbformat.read(notebooks.find(name), 4).cells if each.cell_type == "code"
    ]


def test_notebooks_are_lessons_and_no_programs():
    every = [cells(name) for name in NAMES]
    lines = [[sum(map(bool, cell.source.split("\n"))) for cell in page] for page in every]
    assert sum(map(sum, lines)) <= LINES * len(NAMES)
    counts = [count for page in lines for count in page[:-1]]  # the last has values for prose
    assert (np.quantile(counts, [0.5, 0.9, 1]) <= [MEDIAN, NINE_IN_TEN, LONGEST]).all()


@pytest.mark.parametrize("name", [name for name in NAMES if name not in MERGED])
def test_prose_stands_between_runs_of_code(name):
    *lesson, last = nbformat.read(notebooks.find(name), 4).cells
    if last.cell_type != "code":
        lesson.append(last)
    runs = [[*own] for code, own in groupby(lesson, lambda each: each.cell_type == "code") if code]
    longest = max([len(run) for run in runs[1:]], default=0)
    assert longest <= IN_A_ROW


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_that_draws_shows_the_style_once(name):
    text = "\n".join(cell.source for cell in cells(name))
    assert text.count("charts.use_style()") == ("charts.figure(" in text)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_defines_no_function_but_its_lesson(name):
    nodes = [node for cell in cells(name) for node in ast.walk(ast.parse(cell.source))]
    functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    assert functions == LESSONS.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_known_tags_no_outputs_and_its_parameters_first(name):
    code = cells(name)
    tags = [set(cell.metadata.get("tags", [])) for cell in code]
    assert set().union(*tags) <= TAGS
    assert not any(cell.outputs or cell.execution_count for cell in code)
    given = [at for at, each in enumerate(tags) if "parameters" in each]
    assert given in ([0], [])
    for at in given:
        body = ast.parse(code[at].source).body
        assert all(isinstance(line, ast.AnnAssign) for line in body)
        assert all("  # " in line for line in code[at].source.splitlines())
        assert any("data.require" in cell.source for cell in code[1:4])


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
