"""Each notebook with other values of each parameter: it runs, and the parameter bites."""

import ast
import re
from pathlib import Path

import pytest

from smallbert.book import execute, notebooks
from smallbert.book.execute import TABLES
from smallbert.data import notebook_parameters

from ..built import Run
from .test_expected import LINES, missed

pytestmark = pytest.mark.values

GIVEN = sorted({line["given"] for line in LINES if line["given"]})
REFUSED = r": cell \d+: (?:User|Usage|Data)Error: "
CELL = re.compile(r"<t[dh][ >].*?</t[dh]>", re.DOTALL)
MARK = re.compile(r"<(?:use|path) [^>]*>")


def given(path: Path, text: str) -> dict:
    """Return parameters that ``expected.csv`` names."""
    return notebook_parameters.convert(path, dict(each.split("=") for each in text.split()))


def others(name: str, declared: dict) -> list:
    """Return the values that are tried: of words the first and the last, or all would take long.

    Of a range they are its ends and what its page names.
    """
    entry = notebook_parameters.entry(name, declared["help"])
    kind, allowed = notebook_parameters.TYPES[entry["type"]], entry["allowed"]
    words = [word for word in allowed.split(".." if ".." in allowed else "|") if word]
    default = ast.literal_eval(declared["default"])
    values = [True, False] if kind is bool else [*map(kind, words)]
    if ".." in allowed:
        values.append(notebook_parameters.another(entry, default))
    left = [value for value in dict.fromkeys(values) if value != default]
    return left if ".." in allowed else [*dict.fromkeys([*left[:1], *left[-1:]])]


def alone(path: Path) -> list[dict]:
    """Return sets of values in each of which one parameter has another value than its default."""
    declared = notebook_parameters.declared(path)
    return [{name: value} for name in declared for value in others(name, declared[name])]


def seen(run: Run) -> tuple[list[str], list[str], list[str]]:
    """Return what a reader sees of a run: numbers in prose, cells of tables, marks of charts."""
    cells = notebooks.read(run.folder / "page.ipynb").cells
    prose = "".join(cell.source for cell in cells if cell.cell_type == "markdown")
    shown = "".join(
        "".join(output.get("data", {}).get("text/html", ""))
        for cell in cells
        for output in cell.get("outputs", [])
    )
    said = [text for name, text in run.about["said"].items() if f"`{name}`" in prose]
    return said, CELL.findall(shown), MARK.findall(shown)


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
    """Return the runs, several at once, and a line for each that failed and refused no value."""
    folder = tmp_path_factory.mktemp("values")
    wanted = []
    for path in notebooks.every():
        wanted += [(path, given(path, text)) for name, text in lines if name == path.stem]
        wanted += [(path, values) for values in alone(path) if (path, values) not in wanted]
    jobs = [
        execute.Job(path, folder / str(at) / path.name, values, "", publish=True)
        for at, (path, values) in enumerate(wanted)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SMALLBERT_ROOT")  # no data change here: what is read of them may be kept
        execute.preload(*execute.IMPORTS, TABLES)
        failed = execute.execute(jobs)
    return jobs, [line for line in failed if not re.search(rf"=(.+){REFUSED}.*\1", line)]


def test_a_notebook_runs_with_other_values_of_a_parameter_or_refuses_them(ran):
    jobs, failed = ran
    assert failed == []
    for job in jobs:
        if job.output.is_file():
            said = Run(job.output.with_suffix("")).about["said"]
            assert not [name for name, text in said.items() if "nan" in text.split()], job.name


def test_each_parameter_changes_a_number_or_a_mark_that_a_reader_sees(ran, runs, capsys):
    parameters, bites = set(), set()
    for job in ran[0]:
        if len(job.parameters) != 1:
            continue
        parameter, run = (job.notebook.stem, *job.parameters), Run(job.output.with_suffix(""))
        parameters.add(parameter)
        if job.output.is_file() and seen(run) != seen(runs[job.notebook.stem]):
            bites.add(parameter)
    with capsys.disabled():
        pages = {page for page, _ in parameters}
        print(f"\n{len(parameters)} parameters of {len(pages)} notebooks in {len(ran[0])} runs")
    assert parameters - bites == set()


@pytest.mark.parametrize("text", GIVEN)
def test_a_run_with_other_parameters_has_the_values_expected(ran, lines, text):
    own = {name: expected for (name, other), expected in lines.items() if other == text}
    assert own
    for name, expected in own.items():
        values = given(notebooks.find(name), text)
        [run] = [job for job in ran[0] if (job.notebook.stem, job.parameters) == (name, values)]
        assert missed(Run(run.output.with_suffix("")), expected) == []
