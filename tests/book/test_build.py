"""A build on a book of three notebooks: what runs again, what a fault or a stop leaves."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from smallbert.book import build, execute, notebook_page
from smallbert.errors import UserError

from .test_execute import texts, write

READ = (
    "import pandas as pd; from smallbert import paths; "
    "print(len(pd.read_csv(paths.data() / 'one.csv')))"
)


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Return a book of three notebooks, of which one reads data, with a site of one page."""
    for folder in ("data/sources", "notebooks", "_build/html"):
        (tmp_path / "book" / folder).mkdir(parents=True)
    root = tmp_path / "book"
    (root / "_build" / "html" / "index.html").write_text("old")
    (root / "data" / "one.csv").write_text("a\n1\n")
    write(root / "notebooks" / "one.ipynb", READ, parameters="pass")
    write(root / "notebooks" / "two.ipynb", "print(2)")
    write(root / "notebooks" / "three.ipynb", "print(3)")
    monkeypatch.setenv("SMALLBERT_ROOT", str(root))
    execute.preload(*execute.IMPORTS)
    return root


def run() -> list[str]:
    """Run what is out of date, and name it."""
    jobs = build.due(execute.common())
    assert execute.execute(jobs) == []
    return sorted(job.notebook.stem for job in jobs)


def test_each_notebook_runs_once_and_again_when_its_code_or_a_number_changed(book):
    assert run() == ["one", "three", "two"]
    assert run() == []
    (book / "data" / "one.csv").write_text("a\n1\n2\n")
    assert run() == ["one", "three", "two"]
    assert texts(book / "_build" / "executed" / "one.ipynb") == ["2\n"]
    write(book / "notebooks" / "three.ipynb", "print('other')")
    assert run() == ["three"]
    (book / "requirements.txt").write_text("pandas>3\n")
    assert len(run()) == 3


def test_a_changed_sentence_runs_nothing_and_stands_on_the_page(book):
    path = book / "notebooks" / "one.ipynb"
    run()
    notebook = nbformat.read(path, 4)
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell("# One, in other words"))
    nbformat.write(notebook, path)
    assert run() == []
    page = notebook_page.page_of_notebook(
        nbformat.read(book / "_build" / "executed" / "one.ipynb", 4), path
    )
    assert [cell.cell_type for cell in page.cells] == ["markdown", "code", "code"]
    assert page.cells[2].outputs[0].text == "1\n"


def smallbert_build(book) -> subprocess.Popen:
    """Start the command on the book, whose data are taken for sound."""
    (book / "_build" / "sound").write_text(execute.common())
    command = [sys.executable, "-m", "smallbert", "build"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def test_a_failed_cell_is_named_and_spares_the_others_and_the_site(book):
    write(book / "notebooks" / "two.ipynb", "print(2)", "1 / 0")
    builder = smallbert_build(book)
    said = builder.communicate()[1]
    assert (builder.returncode, said) == (
        1,
        "notebooks/two.ipynb: cell 3: ZeroDivisionError: division by zero\n",
    )
    assert (book / "_build" / "html" / "index.html").read_text() == "old"
    assert [job.notebook.stem for job in build.due(execute.common())] == ["two"]


def test_to_keep_going_the_others_are_renewed_before_the_failing_page_is_named(book, monkeypatch):
    write(book / "notebooks" / "two.ipynb", "print(2)", "1 / 0")
    apart, rendered = execute.apart, []

    def spy(function, *given):
        return rendered.append(given) if function.endswith(":renew") else apart(function, *given)

    monkeypatch.setattr(execute, "apart", spy)
    with pytest.raises(UserError, match="two.ipynb: cell 3: ZeroDivisionError") as caught:
        build.build("one", "two", keep_going=True)
    assert "the other pages are renewed" in str(caught.value)
    assert rendered == [([book / "notebooks" / "one.ipynb"], True)]
    with pytest.raises(UserError, match="^notebooks/two.ipynb: [^\n]+$"):
        build.build("one", "two")
    assert len(rendered) == 1


def test_what_jupyter_book_complains_of_stops_no_other_page_either(book, monkeypatch):
    def complain(*_):
        raise UserError("two.md:3: WARNING: unknown document")

    monkeypatch.setattr(execute, "execute", lambda jobs: [])
    monkeypatch.setattr(execute, "due", lambda jobs: [])
    monkeypatch.setattr(execute, "apart", complain)
    with pytest.raises(UserError, match="WARNING: unknown document\nthe other pages are renewed"):
        build.build("one", keep_going=True)


def processes(mark) -> list[int]:
    """Return the living processes whose environment or command names `mark`."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
            state = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if str(mark).encode() in text and state != "Z" and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def assert_none_left(mark, before=()):
    """Give the server a moment: it ends once it sees that its parent is gone.

    What ran `before` is this process's own: its server may have begun with the book of this test.
    """
    deadline = time.monotonic() + 20
    while {*processes(mark)} - {*before} and time.monotonic() < deadline:
        time.sleep(0.1)
    assert {*processes(mark)} - {*before} == set()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_build_keeps_finished_notebooks_and_the_old_site(book, tmp_path, number):
    for name in ("one", "two"):
        write(book / "notebooks" / f"{name}.ipynb", "import time; time.sleep(99)")
    write(book / "notebooks" / "three.ipynb", "#" * 999, "print(3)")  # the longest comes first
    before, builder = processes(book), smallbert_build(book)
    key = book / "_build" / "executed" / "three.ipynb.key"
    while not (key.exists() and key.read_text()):
        time.sleep(0.05)
        assert builder.poll() is None, builder.stderr.read()
    builder.send_signal(number)
    assert builder.communicate(timeout=30)[1] == "stopped; finished notebooks are kept\n"
    assert builder.returncode == 130
    assert_none_left(book, before)
    assert (book / "_build" / "html" / "index.html").read_text() == "old"
    assert {job.notebook.stem for job in build.due(execute.common())} == {"one", "two"}


LOADS = """
import os, signal, time
from smallbert.book import execute
execute.preload("loads_slowly")
try:
    time.sleep(60)
except KeyboardInterrupt:
    pass
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux alone forks a server")
def test_ctrl_c_in_a_terminal_does_not_reach_the_server_of_processes(tmp_path):
    """A terminal sends it to all processes of a command."""
    loading = tmp_path / "loading"
    module = f"import time; open({str(loading)!r}, 'w').close(); time.sleep(2)"
    (tmp_path / "loads_slowly.py").write_text(module)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    command = subprocess.Popen(
        [sys.executable, "-c", LOADS],
        env=os.environ | {"PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not loading.exists():
        time.sleep(0.05)
        assert command.poll() is None, command.stderr.read()
    os.killpg(command.pid, signal.SIGINT)
    assert (command.communicate(timeout=60)[1], command.returncode) == ("", 0)


def test_a_new_site_takes_the_place_of_the_old_one_as_a_whole_and_one_build_works_at_a_time(book):
    (book / "_build" / "html" / "stale.html").write_text("old")
    fresh = book / "_build" / "fresh"
    fresh.mkdir()
    (fresh / "index.html").write_text("new")
    build.put_in_place(fresh)
    (page,) = (book / "_build" / "html").iterdir()
    assert page.read_text() == "new"
    assert sorted(path.name for path in (book / "_build").iterdir()) == ["html"]
    with build.alone(), pytest.raises(UserError, match="another build of this checkout is under"):
        build.alone()
