"""Small notebooks, made here, run by papermill in processes of their own."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import smallbert
from smallbert.book import execute, notebooks
from smallbert.errors import UserError


def write(path, *cells, parameters="x: int = 1  # a number"):
    notebook = nbformat.v4.new_notebook()
    first = nbformat.v4.new_code_cell(parameters, metadata={"tags": ["parameters"]})
    notebook.cells = [first, *map(nbformat.v4.new_code_cell, cells)]
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    nbformat.write(notebook, path)
    return path


def texts(path):
    cells = json.loads(path.read_text())["cells"]
    return ["".join(output["text"]) for cell in cells for output in cell.get("outputs", [])]


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a notebook into a folder and returns the result."""
    execute.preload(*execute.IMPORTS)

    def run(notebook, **parameters):
        output = tmp_path / "out" / notebook.name
        execute.apart(execute.RUN, execute.job(notebook, output, parameters, "common"))
        return output

    return run


def test_a_notebook_runs_with_the_parameters_given_and_without_the_users_start_up_files(
    tmp_path, monkeypatch, run
):
    startup = tmp_path / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00.py").write_text("planted = 1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    output = run(write(tmp_path / "a.ipynb", "print(x + 1, 'planted' in globals())"), x=41)
    assert texts(output) == ["42 False\n"]
    injected = nbformat.read(output, 4).cells[1]
    assert injected.metadata.tags == ["injected-parameters", "remove-input"]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError: "),
        ("import sys; print('careful', file=sys.stderr)", "wrote to stderr: careful"),
    ],
)
def test_a_cell_that_must_not_be_published_is_named_and_the_last_good_run_stays(
    tmp_path, run, cell, message
):
    before = run(write(tmp_path / "a.ipynb", "print(x)")).read_bytes()
    with pytest.raises(UserError, match=f"a.ipynb with x=2: cell 2: {message}") as caught:
        run(write(tmp_path / "a.ipynb", cell), x=2)
    assert "\n" not in str(caught.value)
    assert (tmp_path / "out" / "a.ipynb").read_bytes() == before


SLOW_LEGEND = """
import matplotlib.legend, matplotlib.pyplot as plt
from types import SimpleNamespace
seconds = iter(range(0, 100, 2))  # each look at the clock is two seconds after the last
matplotlib.legend.time = SimpleNamespace(perf_counter=lambda: next(seconds))
fig, ax = plt.subplots()
ax.plot([0, 1], label="a")
ax.legend(loc="best")
fig.canvas.draw()
print(next(seconds) > 2)
"""


def test_a_machine_that_places_a_legend_slowly_fails_no_notebook(tmp_path, run):
    assert texts(run(write(tmp_path / "a.ipynb", SLOW_LEGEND))) == ["True\n"], "a clock was read"


ANSWERS = """
import multiprocessing
from smallbert.book.execute import _answer
ours, theirs = multiprocessing.Pipe(duplex=False)
ours.close()
_answer(theirs, {}, "smallbert.paths:root", ())
"""


def test_a_process_whose_answer_nobody_waits_for_ends_without_a_traceback():
    done = subprocess.run([sys.executable, "-c", ANSWERS], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_for_its_reader_has_its_numbers_in_prose_and_page(tmp_path, run):
    path = write(tmp_path / "a.ipynb", "from smallbert import charts; charts.say(twice=2 * x)")
    whole = nbformat.read(path, 4)
    whole.cells.append(nbformat.v4.new_markdown_cell("# A\n\nTwice is {glue:text}`twice`."))
    nbformat.write(whole, path)
    before, output = path.read_bytes(), run(path, x=21)
    assert nbformat.read(output, 4).cells[-1].source == "# A\n\nTwice is 42."
    assert "<p>Twice is 42.</p>" in output.with_suffix(".html").read_text()
    assert path.read_bytes() == before


def test_a_notebook_whose_process_is_ended_is_named(tmp_path):
    notebook = write(tmp_path / "a.ipynb", "import os; os.kill(os.getpid(), 9)")
    failures = execute.execute([execute.job(notebook, tmp_path / "out.ipynb", {}, "common")])
    assert failures == [f"{notebook}: its process was ended, perhaps for want of memory"]


def test_half_a_notebook_gets_one_line(tmp_path):
    path = write(tmp_path / "one.ipynb")
    path.write_text(path.read_text()[:100])
    with pytest.raises(UserError, match=r"one.ipynb: no notebook can be read \(.*\); save it"):
        notebooks.code(path)


def test_results_are_made_anew_for_a_change_of_the_library_and_of_nothing_beside_it():
    assert Path(smallbert.__file__).parent == execute.PACKAGE
