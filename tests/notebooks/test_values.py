"""Each notebook with each value that its parameters allow: it runs, or says in a line why not."""

import ast
import re
from itertools import zip_longest
from pathlib import Path

import pytest

from smallbert.book import execute, notebooks
from smallbert.book.execute import TABLES
from smallbert.data import notebook_parameters, vocabulary

from ..built import Run
from .test_expected import LINES, missed

pytestmark = pytest.mark.values

GIVEN = sorted({line["given"] for line in LINES if line["given"]})
REFUSED = r": cell \d+: (?:User|Usage|Data)Error: "


def given(path: Path, text: str) -> dict:
    """Return parameters that ``expected.csv`` names."""
    return notebook_parameters.convert(path, dict(each.split("=") for each in text.split()))


def others(name: str, default: str) -> list:
    """Return the values that are tried: each of a few, or a range's ends and what a page names."""
    entry = vocabulary.entries("parameters").loc[name]
    kind, allowed = notebook_parameters.TYPES[entry["type"]], entry["allowed"]
    words = [word for word in allowed.split(".." if ".." in allowed else "|") if word]
    values, own = [True, False] if kind is bool else [*map(kind, words)], ast.literal_eval(default)
    values += [notebook_parameters.another(name, own)] if ".." in allowed else []
    return [value for value in dict.fromkeys(values) if value != own]


def covering(path: Path, sets: list[dict]) -> list[dict]:
    """Return some sets of values, and few more in which each other one is that is no default."""
    left = {}
    for name, each in notebook_parameters.declared(path).items():
        known = [values[name] for values in sets if name in values]
        left[name] = [value for value in others(name, each["default"]) if value not in known]
    rows = [zip(left, row, strict=True) for row in zip_longest(*left.values())]
    return sets + [{name: value for name, value in row if value is not None} for row in rows]


def run(folder: Path, wanted: list[tuple[Path, dict]]) -> tuple[list[execute.Job], list[str]]:
    """Run notebooks with values, several at once; return the runs, and a line for each failure."""
    jobs = [
        execute.Job(path, folder / str(at) / path.name, values, "", publish=True)
        for at, (path, values) in enumerate(wanted)
    ]
    return jobs, execute.execute(jobs)


@pytest.fixture(scope="module")
def lines(runs):
    """Return the lines of ``expected.csv`` for other parameters, by notebook and parameters."""
    found = {}
    for line in LINES:
        for name, built in runs.items():
            if line["given"] and line["exhibit"] in (name, *built.listing):
                found.setdefault((name, line["given"]), []).append(line)
    return found


@pytest.fixture(scope="module")
def ran(lines, tmp_path_factory):
    """Return the runs with all values, and a line for each that failed and refused no value.

    Values that exclude each other are refused together; then each is tried alone.
    """
    folder = tmp_path_factory.mktemp("values")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SMALLBERT_ROOT")  # no data change here: what is read of them may be kept
        execute.preload(*execute.IMPORTS, TABLES)
        wanted = []
        for path in notebooks.every():
            first = [given(path, text) for name, text in lines if name == path.stem]
            wanted += [(path, values) for values in covering(path, first)]
        jobs, failed = run(folder / "together", wanted)
        refused = {re.split(REFUSED, line)[0] for line in failed if re.search(REFUSED, line)}
        parts = [
            (job.notebook, {name: value})
            for job in jobs
            if job.name in refused
            for name, value in job.parameters.items()
        ]
        alone, more = run(folder / "alone", parts)
    failed = [line for line in failed if not re.search(REFUSED, line)]
    return jobs + alone, failed + [
        line for line in more if not re.search(rf"=(.+){REFUSED}.*\1", line)
    ]


def test_a_notebook_runs_with_each_value_of_a_parameter_or_refuses_it(ran):
    jobs, failed = ran
    assert failed == []
    for job in jobs:
        if job.output.is_file():
            said = Run(job.output.with_suffix("")).about["said"]
            assert not [name for name, text in said.items() if "nan" in text.split()], job.name


@pytest.mark.parametrize("text", GIVEN)
def test_a_run_with_other_parameters_has_the_values_expected(ran, lines, text):
    own = {name: expected for (name, other), expected in lines.items() if other == text}
    assert own
    for name, expected in own.items():
        values = given(notebooks.find(name), text)
        [run] = [job for job in ran[0] if (job.notebook.stem, job.parameters) == (name, values)]
        assert missed(Run(run.output.with_suffix("")), expected) == []
