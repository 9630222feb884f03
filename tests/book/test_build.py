"""What runs again and what does not; what is left after a fault or a stop."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import nbformat
import pytest

from smallbert.book import build, execute, keys, notebooks
from smallbert.errors import UserError

from .test_execute import texts, write

READ = (
    "import pandas as pd; from smallbert import paths; print(len(pd.read_csv(paths.data() / '{}')))"
)


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Return a small book: three notebooks, of which two read a file of their own."""
    root = tmp_path / "book"
    (root / "data").mkdir(parents=True)
    (root / "notebooks").mkdir()
    (root / "requirements.txt").write_text("pandas\n")
    for name in ("one", "two"):
        (root / "data" / f"{name}.csv").write_text("a\n1\n")
        write(root / "notebooks" / f"{name}.ipynb", READ.format(f"{name}.csv"))
    write(root / "notebooks" / "three.ipynb", "print(3)")
    monkeypatch.setenv("SMALLBERT_ROOT", str(root))
    execute.preload(build.IMPORTS)
    return root


def run() -> list[str]:
    """Run what has to, without the charts' pages, which need the book's data; name it."""
    common = keys.common()
    jobs = [job._replace(publish=False) for job in build.stale(common)]
    build.run(jobs, common)
    return sorted(job.notebook.stem for job in jobs)


def said(book, name: str) -> list[str]:
    return texts(book / "_build" / "executed" / f"{name}.ipynb")


def test_nothing_that_is_unchanged_runs_again(book):
    assert run() == ["one", "three", "two"]
    assert run() == []


def test_a_changed_number_runs_all_and_a_changed_cell_its_notebook(book):
    run()
    (book / "data" / "one.csv").write_text("a\n1\n2\n")
    assert run() == ["one", "three", "two"]
    assert said(book, "one") == ["2\n"]
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
    page = notebooks.joined(nbformat.read(book / "_build" / "executed" / "one.ipynb", 4), path)
    assert [cell.cell_type for cell in page.cells] == ["markdown", "code", "code"]
    assert page.cells[2].outputs[0].text == "1\n"


def test_a_failed_notebook_is_named_and_spares_the_others_and_the_site(book, monkeypatch):
    index = book / "_build" / "html" / "index.html"
    index.parent.mkdir(parents=True)
    index.write_text("old")
    write(book / "notebooks" / "bad.ipynb", "1 / 0")
    monkeypatch.setattr(build, "check", lambda common: None)
    with pytest.raises(UserError, match=r"notebooks/bad\.ipynb: cell 2: ZeroDivisionError"):
        run()
    assert index.read_text() == "old"
    write(book / "notebooks" / "bad.ipynb", "print('mended')")
    assert run() == ["bad"]


def test_data_that_change_while_notebooks_run_are_read_again(book):
    change = "from smallbert import paths; _ = (paths.data() / 'one.csv').write_text('a\\n')"
    write(book / "notebooks" / "three.ipynb", change)
    with pytest.raises(UserError, match="something was changed meanwhile; build again"):
        run()
    assert run() == ["one", "three", "two"]
    assert said(book, "one") == ["0\n"]


def test_half_a_notebook_gets_one_line(book):
    path = book / "notebooks" / "one.ipynb"
    path.write_text(path.read_text()[:100])
    with pytest.raises(UserError, match=r"notebooks/one.ipynb: no notebook can be read \(.*\); s"):
        run()


def test_a_second_build_beside_the_first_is_refused(book):
    with build.alone(), pytest.raises(UserError, match="another build of this checkout is under"):
        build.alone()


def test_where_processes_are_not_forked_they_start_anew(tmp_path):
    job = execute.Job(write(tmp_path / "a.ipynb", "print(x)"), tmp_path / "b.ipynb", {}, "")
    execute.execute(job, method="spawn")
    assert texts(job.output) == ["1\n"]


def patience(seconds: float) -> float:
    """Return how long a free processor's `seconds` may take on this machine as it is now."""
    return seconds * max(1, os.getloadavg()[0] / os.cpu_count())


BUILDER = """
from smallbert.book import build, keys
from smallbert import cli
if __name__ == "__main__":
    stale = build.stale
    build.check = lambda common: None
    build.stale = lambda common: [job._replace(publish=False) for job in stale(common)]
    build.TABLES = build.IMPORTS
    cli.main(["build"])
"""


def processes(mark):
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


def assert_none_left(mark):
    """Give the server a moment: it ends once it sees that its parent is gone."""
    deadline = time.monotonic() + 10
    while processes(mark) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert processes(mark) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_build_keeps_finished_notebooks_and_the_old_site(book, tmp_path, number):
    index = book / "_build" / "html" / "index.html"
    index.parent.mkdir(parents=True)
    index.write_text("old")
    for name in ("one", "two"):
        write(book / "notebooks" / f"{name}.ipynb", "import time; time.sleep(60)", f"'{name}' * 99")
    (book / "data" / "sources").mkdir()
    write(book / "notebooks" / "three.ipynb", "#" * 999, "print(3)")  # the longest comes first
    program = tmp_path / "builder.py"
    program.write_text(BUILDER)
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    builder = subprocess.Popen([sys.executable, str(program)], env=os.environ, **pipes)
    key = book / "_build" / "executed" / "three.ipynb.key"
    while not key.exists():
        time.sleep(0.05)
        assert builder.poll() is None, builder.stderr.read()
    began = time.monotonic()
    builder.send_signal(number)
    builder.wait(timeout=patience(10))
    assert time.monotonic() - began < patience(2)
    if number != signal.SIGKILL:
        assert builder.stderr.read().endswith("stopped; finished notebooks are kept\n")
        assert builder.returncode == 130
        assert_none_left(book)
    builder.stderr.close()
    for left in processes(book):
        os.kill(left, signal.SIGKILL)
    assert index.read_text() == "old"
    assert {job.notebook.stem for job in build.stale(keys.common())} == {"one", "two"}


def site(book, text: str) -> Path:
    """Put a site of one page in place."""
    fresh = book / "_build" / "fresh"
    fresh.mkdir(parents=True, exist_ok=True)
    (fresh / "index.html").write_text(text)
    build.put_in_place(fresh)
    return book / "_build" / "html" / "index.html"


def test_a_reader_meanwhile_sees_the_old_site_or_the_new_one(book):
    page, seen, ended = site(book, "0"), set(), Event()

    def read():
        while not ended.is_set():
            seen.add(page.read_text())

    with ThreadPoolExecutor(1) as pool:
        reader = pool.submit(read)
        for number in range(1, 20):
            site(book, str(number))
        ended.set()
        reader.result()  # it always found a page
    assert len(seen) > 1
    assert len(list((book / "_build" / "sites").iterdir())) == 2  # the last one, too


def test_a_folder_from_before_is_replaced_too_and_a_web_server_may_enter(book):
    old = book / "_build" / "html"
    old.mkdir(parents=True)
    (old / "stale.html").write_text("old")
    page = site(book, "new")
    assert [path.name for path in page.parent.iterdir()] == ["index.html"]
    (home,) = (book / "_build" / "sites").iterdir()
    assert home.stat().st_mode & 0o055 == 0o055
