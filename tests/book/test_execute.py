"""Small notebooks, made here, executed by papermill in real kernels."""

import json
import sys

import nbformat
import pytest

from smallbert.book import execute, forks, notebooks
from smallbert.data.faults import UserError


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


def test_a_notebook_runs_with_the_parameters_given(tmp_path):
    notebook = write(tmp_path / "a.ipynb", "print(x + 1)")
    execute.execute(notebook, tmp_path / "out" / "a.ipynb", {"x": 41})
    assert texts(tmp_path / "out" / "a.ipynb") == ["42\n"]


@pytest.mark.parametrize("cold", [True, False])
def test_the_users_own_start_up_files_are_left_out(tmp_path, monkeypatch, cold):
    startup = tmp_path / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00.py").write_text("planted = 1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = write(tmp_path / "a.ipynb", "print('planted' in globals())")
    execute.execute(notebook, tmp_path / "out.ipynb", cold=cold or not forks.can_fork())
    assert texts(tmp_path / "out.ipynb") == ["False\n"]


def execute_quickly(notebook, output):
    """Execute in a fork, where there can be one."""
    execute.execute(notebook, output, cold=not forks.can_fork())


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("1 / 0", r"a.ipynb: cell 2: ZeroDivisionError: division by zero"),
        ("import sys; print('careful', file=sys.stderr)", "code cell 2 wrote to stderr: careful"),
        ("import warnings; warnings.warn('old')", "code cell 2 wrote to stderr: .*old"),
    ],
)
def test_a_failing_notebook_is_named_with_its_cell_and_leaves_nothing(tmp_path, cell, message):
    notebook = write(tmp_path / "a.ipynb", cell)
    with pytest.raises(UserError, match=message):
        execute_quickly(notebook, tmp_path / "out" / "a.ipynb")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_failure_leaves_the_last_good_run_in_place(tmp_path):
    output = tmp_path / "out" / "a.ipynb"
    execute_quickly(write(tmp_path / "a.ipynb", "print(x)"), output)
    before = output.read_bytes()
    with pytest.raises(UserError):
        execute_quickly(write(tmp_path / "a.ipynb", "1 / 0"), output)
    assert output.read_bytes() == before


def test_a_killed_kernel_is_reported_by_notebook(tmp_path):
    notebook = write(
        tmp_path / "a.ipynb", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    )
    with pytest.raises(UserError, match="a.ipynb: cell 2: its kernel died"):
        execute.execute(notebook, tmp_path / "out" / "a.ipynb")


def test_a_notebook_for_another_kernel_is_refused_before_anything_is_written(tmp_path):
    notebook, out = write(tmp_path / "a.ipynb", "print(1)"), tmp_path / "out"
    notebook.write_text(notebook.read_text().replace('"name": "python3"', '"name": "ir"'))
    with pytest.raises(UserError, match="a.ipynb: its kernel is 'ir'; change it to 'python3'"):
        execute.execute(notebook, out / "a.ipynb")
    assert not out.exists()


def test_a_cell_that_hangs_in_a_kernel_is_named(tmp_path, monkeypatch):
    require_end(tmp_path, monkeypatch, "CELL_TIMEOUT", 1, cold=True)


@pytest.mark.parametrize(("seconds", "cell"), [(0, "1"), (4, "[12]")])
def test_a_notebook_that_hangs_in_a_kernel_is_named_with_its_cell(
    tmp_path, monkeypatch, seconds, cell
):
    """A notebook's time includes the start of its kernel, which may need all of 4 s."""
    require_end(tmp_path, monkeypatch, "NOTEBOOK_TIMEOUT", seconds, cold=True, cell=cell)


@pytest.mark.skipif(not forks.can_fork(), reason="nothing forks")
@pytest.mark.parametrize("limit", ["CELL_TIMEOUT", "NOTEBOOK_TIMEOUT"])
def test_what_hangs_in_a_fork_is_named_with_its_cell(tmp_path, monkeypatch, limit):
    execute_quickly(write(tmp_path / "b.ipynb"), tmp_path / "b")  # what forks has imported all
    require_end(tmp_path, monkeypatch, limit, 1, cold=False)


def require_end(tmp_path, monkeypatch, limit, seconds, *, cold, cell="2"):
    """Require that a hanging cell is ended, named with its limit, and leaves nothing."""
    notebook, out = write(tmp_path / "a.ipynb", "import time; time.sleep(60)"), tmp_path / "out"
    monkeypatch.setattr(execute, limit, seconds)
    said = rf"a.ipynb: cell {cell}: took over {seconds} s; make it shorter"
    with pytest.raises(UserError, match=said):
        execute.execute(notebook, out / "a.ipynb", cold=cold)
    assert list(out.iterdir()) == []


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("/bin/false", "a.ipynb: cell 1: no kernel: Kernel died before replying"),
        ("/nowhere/python", "a.ipynb: cell 1: no kernel: /nowhere/python is missing"),
    ],
)
def test_a_missing_kernel_gets_one_line_and_leaves_nothing(tmp_path, monkeypatch, python, said):
    notebook, out = write(tmp_path / "a.ipynb", "print(1)"), tmp_path / "out"
    monkeypatch.setattr(sys, "executable", python)
    with pytest.raises(UserError, match=said) as caught:
        execute.execute(notebook, out / "a.ipynb")
    assert "\n" not in str(caught.value)
    assert list(out.iterdir()) == []


def test_an_unknown_notebook_is_refused_with_the_list():
    with pytest.raises(UserError, match="notebook 'zao2019' is unknown; use one of .*zhao2019"):
        notebooks.find("zao2019")
