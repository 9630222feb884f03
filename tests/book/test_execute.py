"""Small notebooks, made here, run by papermill in processes of their own."""

import json
import os
import stat
import sys

import nbformat
import pytest

from smallbert.book import build, execute, notebooks
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


@pytest.fixture(autouse=True)
def warm():
    """Fork from a server that has imported all, once in a worker."""
    execute.preload(build.IMPORTS)


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a notebook into a folder, which it returns."""

    def run(notebook, **parameters):
        output = tmp_path / "out" / notebook.name
        execute.execute(execute.Job(notebook, output, parameters, "key"))
        return output

    return run


def test_a_notebook_runs_with_the_parameters_given(tmp_path, run):
    output = run(write(tmp_path / "a.ipynb", "print(x + 1)"), x=41)
    assert texts(output) == ["42\n"]
    injected = nbformat.read(output, 4).cells[1]
    assert injected.metadata.tags == ["injected-parameters", "remove-input"]


def test_the_users_own_start_up_files_are_left_out(tmp_path, monkeypatch, run):
    startup = tmp_path / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00.py").write_text("planted = 1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    assert texts(run(write(tmp_path / "a.ipynb", "print('planted' in globals())"))) == ["False\n"]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("1 / 0", r"a.ipynb with x=2: cell 2: ZeroDivisionError: division by zero"),
        ("def f(:", r"a.ipynb with x=2: cell 2: SyntaxError: "),
        ("import sys; print('careful', file=sys.stderr)", "cell 2: wrote to stderr: careful"),
        ("import warnings; warnings.warn('old')", "cell 2: wrote to stderr: .*old"),
        (
            "import os; os.kill(os.getpid(), 9)",
            "a.ipynb with x=2: its process was ended; run it alone",
        ),
    ],
)
def test_a_cell_that_must_not_be_published_is_named(tmp_path, run, cell, message):
    with pytest.raises(UserError, match=message) as caught:
        run(write(tmp_path / "a.ipynb", cell), x=2)
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "out").glob("[!.]*")) == []


def test_a_failure_leaves_the_last_good_run_in_place(tmp_path, run):
    before = run(write(tmp_path / "a.ipynb", "print(x)")).read_bytes()
    with pytest.raises(UserError):
        run(write(tmp_path / "a.ipynb", "1 / 0"))
    assert (tmp_path / "out" / "a.ipynb").read_bytes() == before


def run_strictly(job):
    """Run a notebook in this process, with a limit of a second and a strict umask."""
    from smallbert.book import engine

    os.umask(0o027)
    engine.CELL_TIMEOUT = 1
    engine.run(job)


@pytest.mark.skipif(sys.platform == "win32", reason="has no alarms")
def test_a_cell_that_hangs_is_named(tmp_path):
    job = execute.Job(write(tmp_path / "a.ipynb", "while True: pass"), tmp_path / "b.ipynb", {}, "")
    with pytest.raises(UserError, match="a.ipynb: cell 2: TimeoutError: took over 1 s; make it"):
        execute.apart(run_strictly, job)
    assert not job.output.exists()


def test_a_notebook_that_hears_no_alarm_is_ended(tmp_path, monkeypatch, run):
    monkeypatch.setattr(execute, "NOTEBOOK_TIMEOUT", 2)
    deaf = "import signal, time; signal.pthread_sigmask(0, {signal.SIGALRM}); time.sleep(60)"
    with pytest.raises(UserError, match="a.ipynb: took over 2 s; make it shorter"):
        run(write(tmp_path / "a.ipynb", deaf))


def test_a_notebook_for_another_kernel_is_refused_before_anything_is_written(tmp_path, run):
    notebook = write(tmp_path / "a.ipynb", "print(1)")
    notebook.write_text(notebook.read_text().replace('"name": "python3"', '"name": "ir"'))
    with pytest.raises(UserError, match="a.ipynb: its kernel is 'ir'; change it to 'python3'"):
        run(notebook)
    assert not (tmp_path / "out").exists()


def test_runs_draw_different_random_numbers(tmp_path, run):
    cell = "import random, numpy as np; print(np.random.random(), random.random())"
    drawn = [texts(run(write(tmp_path / name, cell))) for name in ("a.ipynb", "b.ipynb")]
    assert drawn[0] != drawn[1]


@pytest.mark.skipif(os.name != "posix", reason="has no modes")
def test_who_may_read_what_is_executed_is_for_the_umask_to_say(tmp_path):
    job = execute.Job(write(tmp_path / "a.ipynb", "print(1)"), tmp_path / "b.ipynb", {}, "")
    execute.apart(run_strictly, job)
    assert stat.S_IMODE(job.output.stat().st_mode) == 0o640


def test_an_unknown_notebook_is_refused_with_the_list():
    with pytest.raises(UserError, match="notebook 'zao2019' is unknown; use one of .*zhao2019"):
        notebooks.find("zao2019")
