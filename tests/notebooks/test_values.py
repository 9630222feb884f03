"""Each notebook with each value that its parameters allow: it runs, or says in a line why not."""

import ast
from itertools import zip_longest
from pathlib import Path

import pytest

from smallbert.book import execute, notebooks
from smallbert.data import parameters, vocabulary
from smallbert.errors import UserError

from ..built import Run
from .test_expected import LINES, missed

DECLARED = {path: parameters.declared(path) for path in notebooks.every()}
REFUSED = ("UserError: ", "UsageError: ", "DataError: ")


def others(name: str, default: str) -> list:
    """Return the values of a parameter that are tried: each of a few, or a range's ends."""
    entry = vocabulary.table("parameters").loc[name]
    kind, allowed = parameters.TYPES[entry["type"]], entry["allowed"]
    words = [word for word in allowed.split(".." if ".." in allowed else "|") if word]
    values = [True, False] if kind is bool else map(kind, words)
    return [value for value in values if value != ast.literal_eval(default)]


def sets(path: Path) -> list[dict]:
    """Return the fewest sets of values in which each that is no default is there once."""
    tried = {name: others(name, each["default"]) for name, each in DECLARED[path].items()}
    rows = zip_longest(*tried.values())
    return [
        {name: value for name, value in zip(tried, row, strict=True) if value is not None}
        for row in rows
    ]


@pytest.fixture(scope="module", autouse=True)
def _warm():
    execute.preload(*execute.IMPORTS)


@pytest.mark.values
@pytest.mark.parametrize("path", [path for path in DECLARED if sets(path)], ids=lambda p: p.stem)
def test_a_notebook_runs_with_each_value_or_refuses_it(path, tmp_path):
    """Values that exclude each other are refused; then each is tried alone."""
    for given in sets(path):
        if refusal(path, given, tmp_path):
            for name, value in given.items():
                alone = refusal(path, {name: value}, tmp_path)
                assert f"{value}" in alone or not alone, alone


def refusal(path: Path, given: dict, folder: Path) -> str:
    """Run a notebook and look at what it says; return why it refuses its parameters, if it does."""
    job = execute.Job(path, folder / "run.ipynb", given, "", publish=True)
    try:
        execute.apart(execute.run, job)
    except UserError as error:
        if any(kind in str(error) for kind in REFUSED):
            return str(error).partition("cell ")[2]
        raise
    said = Run(folder / "run").about["said"]
    assert not [name for name, text in said.items() if "nan" in text.split()], job.name
    return ""


GIVEN = sorted({line["given"] for line in LINES if line["given"]})


@pytest.mark.values
@pytest.mark.parametrize("given", GIVEN)
def test_a_run_with_other_parameters_has_the_values_expected(given, runs, tmp_path):
    own = [line for line in LINES if line["given"] == given]
    for name, run in runs.items():
        if lines := [each for each in own if each["exhibit"] in (name, *run.listing)]:
            path = notebooks.find(name)
            values = parameters.convert(path, dict(each.split("=") for each in given.split()))
            job = execute.Job(path, tmp_path / "run.ipynb", values, "", publish=True)
            execute.apart(execute.run, job)
            assert missed(Run(tmp_path / "run"), lines) == []
