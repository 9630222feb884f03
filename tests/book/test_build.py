"""What runs again and what does not; what is left after a kill."""

import errno
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from functools import partial
from multiprocessing import forkserver
from pathlib import Path

import nbformat
import pytest

from smallbert.book import build, cache, forks, notebooks
from smallbert.data import paths
from smallbert.data.faults import UserError

from .test_execute import texts, write

READ = (
    "import pandas as pd; from smallbert.data import paths; "
    "print(len(pd.read_csv(paths.data() / '{}')))"
)


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Return a small book: two notebooks, each reading a file of its own."""
    root = tmp_path / "book"
    (root / "data").mkdir(parents=True)
    (root / "notebooks").mkdir()
    (root / "requirements.txt").write_text("pandas\n")
    for name in ("one", "two"):
        (root / "data" / f"{name}.csv").write_text("a\n1\n")
        write(root / "notebooks" / f"{name}.ipynb", READ.format(f"{name}.csv"))
    monkeypatch.setenv("SMALLBERT_ROOT", str(root))
    return root


def run(book, **options):
    folder = book / "_build" / "executed"
    stale = cache.stale(notebooks.every(), folder=folder, explain=True)
    build.execute_all(stale, folder=folder, **options)
    return sorted(path.stem for path in stale)


def test_nothing_that_is_unchanged_runs_again(book):
    assert run(book) == ["one", "two"]
    assert run(book) == []


def note(executed, notebook):
    (paths.data() / f"{notebook.stem}.csv").with_stem("other").read_text()
    notebook.with_suffix(".txt").write_text(f"{texts(executed)}, {executed.exists()}")


@pytest.mark.parametrize("cold", [False, True])
def test_each_notebook_is_handed_on_as_soon_as_it_is_executed(book, cold):
    (book / "data" / "other.csv").write_text("a\n")
    run(book, then=note, cold=cold)
    for name in ("one", "two"):
        assert (book / "notebooks" / f"{name}.txt").read_text() == r"['1\n'], True"
        manifest = json.loads((book / "_build" / "executed" / f"{name}.json").read_text())
        assert set(manifest["reads"]) == {"data", f"data/{name}.csv"}  # what was noted is not read


def fill_disk(executed, notebook):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(executed))


@pytest.mark.parametrize("cold", [False, True])
def test_a_disk_that_fills_while_a_notebook_runs_is_told_as_such(book, cold):
    with pytest.raises(OSError, match="No space left on device: '.*(one|two).ipynb'"):
        run(book, then=fill_disk, cold=cold)


def test_a_changed_file_runs_the_notebooks_that_read_it_and_no_other(book):
    run(book)
    (book / "data" / "one.csv").write_text("a\n1\n2\n")
    assert run(book) == ["one"]
    assert texts(book / "_build" / "executed" / "one.ipynb") == ["2\n"]


MEANWHILE = (
    "from smallbert.data import paths\npath = paths.data() / 'one.csv'\n{} = path.write_text({})"
)
"""A cell that does to a file what an editor may do while a kernel reads it."""


def test_a_file_written_while_a_kernel_reads_it_is_read_again(book):
    cells = READ.format("one.csv"), MEANWHILE.format("_", r"'a\n1\n2\n'")
    write(book / "notebooks" / "one.ipynb", *cells)
    run(book)
    assert texts(book / "_build" / "executed" / "one.ipynb") == ["2\n"]
    assert run(book) == []


def test_a_file_that_keeps_changing_while_it_is_read_is_named(book):
    cells = READ.format("one.csv"), MEANWHILE.format("_", r"path.read_text() + '3\n'")
    write(book / "notebooks" / "one.ipynb", *cells)
    with pytest.raises(UserError, match=r"one.ipynb: data/one.csv changes while it is read"):
        run(book)
    assert "one" in run_names(book)


def run_names(book) -> list[str]:
    """Return the notebooks that a build would run now."""
    folder = book / "_build" / "executed"
    return [path.stem for path in cache.stale(notebooks.every(), folder=folder)]


def test_data_behind_a_link_are_noted_too(book):
    (book / "data").rename(book.parent / "elsewhere")
    (book / "data").symlink_to(book.parent / "elsewhere")
    assert run(book) == ["one", "two"]
    (book.parent / "elsewhere" / "one.csv").write_text("a\n1\n2\n")
    assert run(book) == ["one"]


def test_an_undone_change_runs_nothing(book):
    path, out = book / "data" / "one.csv", book / "_build" / "executed" / "one.ipynb"
    run(book)
    path.write_text("a\n1\n2\n")
    assert run(book) == ["one"]
    path.write_text("a\n1\n")
    assert run(book) == []
    assert texts(out) == ["1\n"]
    path.write_text("a\n1\n2\n")
    assert run(book) == []
    assert texts(out) == ["2\n"]


def test_a_bounded_number_of_results_is_kept_the_last_ones(book):
    for rows in range(1, cache.KEPT + 3):
        (book / "data" / "one.csv").write_text("a\n" + "1\n" * rows)
        run(book)
    kept = book / "_build" / "executed" / "kept" / "one"
    found = sorted(int(texts(path)[0]) for path in kept.glob("*.ipynb"))
    assert found == list(range(3, cache.KEPT + 3))
    assert len(list(kept.iterdir())) == 2 * cache.KEPT


def test_a_changed_sentence_runs_nothing_and_stands_on_the_page(book):
    path, out = book / "notebooks" / "one.ipynb", book / "_build" / "executed" / "one.ipynb"
    run(book)
    notebook = nbformat.read(path, 4)
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell("# One, in other words"))
    nbformat.write(notebook, path)
    assert run(book) == []
    page = notebooks.joined(nbformat.read(out, 4), path)
    assert [cell.cell_type for cell in page.cells] == ["markdown", "code", "code"]
    assert page.cells[2].outputs[0].text == "1\n"


def test_a_page_whose_code_has_to_run_again_stays_as_it_was(book):
    path, out = book / "notebooks" / "one.ipynb", book / "_build" / "executed" / "one.ipynb"
    run(book)
    write(path, "print('other code')")
    assert notebooks.joined(nbformat.read(out, 4), path) == nbformat.read(out, 4)


def test_half_a_notebook_gets_one_line(book):
    path = book / "notebooks" / "one.ipynb"
    path.write_text(path.read_text()[:100])
    with pytest.raises(UserError, match=r"notebooks/one.ipynb: no notebook can be read \(.*\); s"):
        run(book)


def test_a_changed_lock_file_runs_everything(book):
    run(book)
    (book / "requirements.txt").write_text("pandas>3\n")
    assert run(book) == ["one", "two"]


def test_changed_code_of_the_package_runs_everything(book, monkeypatch):
    run(book)
    monkeypatch.setattr(cache, "package", lambda: "other code")
    assert run(book) == ["one", "two"]


def test_each_page_says_why_it_runs(book, capsys):
    run(book)
    capsys.readouterr()
    (book / "data" / "two.csv").write_text("a\n")
    run(book)
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["one: unchanged", "two: runs: data/two.csv changed"]


def cut(path):
    path.write_bytes(path.read_bytes()[:-20])


def alter(path):
    path.write_text(path.read_text().replace('"1\\n"', '"7\\n"'))


@pytest.mark.parametrize(
    ("damage", "name"),
    [(cut, "one.ipynb"), (alter, "one.ipynb"), (cut, "one.json"), (Path.unlink, "one.json")],
)
def test_a_damaged_entry_is_thrown_away_and_comes_from_what_was_kept(book, damage, name):
    executed = book / "_build" / "executed"
    run(book)
    damage(executed / name)
    assert run(book) == []
    assert texts(executed / "one.ipynb") == ["1\n"]


@pytest.mark.parametrize("damage", [cut, alter])
def test_what_was_kept_is_not_believed_when_it_is_damaged_too(book, damage):
    executed = book / "_build" / "executed"
    run(book)
    for path in (executed / "one.ipynb", *(executed / "kept" / "one").glob("*.ipynb")):
        damage(path)
    assert run(book) == ["one"]
    assert texts(executed / "one.ipynb") == ["1\n"]


def test_a_manifest_that_names_nothing_read_is_not_believed(book, capsys):
    executed = book / "_build" / "executed"
    run(book)
    for path in (executed / "one.json", *(executed / "kept" / "one").glob("*.json")):
        path.write_text(json.dumps(json.loads(path.read_text()) | {"reads": {}}))
    assert run(book) == ["one"]
    assert "one: runs: its manifest names nothing that it read" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="has no modes")
def test_who_may_read_what_is_executed_is_for_the_umask_to_say(book):
    before = os.umask(0o027)
    try:
        run(book)
    finally:
        os.umask(before)
    made = [path for path in (book / "_build" / "executed").rglob("*.*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o640}


def test_a_failure_spares_the_others(book):
    write(book / "notebooks" / "bad.ipynb", "1 / 0")
    with pytest.raises(UserError, match="notebooks/bad.ipynb: cell 2: ZeroDivisionError"):
        run(book)
    write(book / "notebooks" / "bad.ipynb", "print('mended')")
    assert run(book) == ["bad"]


def test_a_killed_kernel_is_named_and_the_others_finish(book):
    write(book / "notebooks" / "bad.ipynb", "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(UserError, match="notebooks/bad.ipynb: cell 2: its kernel died"):
        run(book)
    assert (book / "_build" / "executed" / "two.json").is_file()


SHOWN = (
    "import pandas as pd; pd.DataFrame([range(10_000, 10_016)])",
    "print('before', end=' '); print('it'); display({'image/png': b'1'}, raw=True); print('after')",
    "import matplotlib.pyplot as plt; plt.figure(); [*range(3)]",
    "await __import__('asyncio').sleep(0); _",
    "%precision 3\n1 / 3",
    "!echo said by a shell",
    "",
    "from IPython.display import HTML; display('one', display_id=True); HTML('<b>')",
)
"""Cells that show things in all ways that a kernel has."""


def test_warm_and_cold_kernels_give_the_same_bytes(book):
    write(book / "notebooks" / "one.ipynb", *SHOWN)
    out = book / "_build" / "executed"
    run(book)
    warm = (out / "one.ipynb").read_bytes()
    shutil.rmtree(out)
    run(book, cold=True)
    assert (out / "one.ipynb").read_bytes() == warm


def test_what_kernels_find_imported_has_read_no_data(tmp_path):
    """What an import reads would be missing from the list of what a notebook read."""
    environment = os.environ | {"SMALLBERT_ROOT": str(tmp_path)}
    command = [sys.executable, "-c", "import smallbert.book.warm"]
    assert subprocess.run(command, env=environment, check=False).returncode == 0


def test_where_there_is_no_fork_kernels_start_cold(book, monkeypatch):
    monkeypatch.setattr(forks, "can_fork", lambda: False)
    monkeypatch.setattr(forks, "_fork", None)  # a fork would now fail
    assert run(book) == ["one", "two"]
    assert texts(book / "_build" / "executed" / "one.ipynb") == ["1\n"]


@pytest.mark.skipif(not forks.can_fork(), reason="nothing forks kernels")
def test_a_server_that_does_not_answer_gets_a_line_and_the_next_build_another_server(
    book, monkeypatch
):
    run(book)
    (book / "data" / "one.csv").write_text("a\n1\n2\n")
    os.kill(forkserver._forkserver._forkserver_pid, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(forks, "START_WITHIN", 1)
        with pytest.raises(UserError, match="one.ipynb: .*no kernel: what forks kernels was ended"):
            run(book)
    assert run(book) == ["one"]


@pytest.mark.skipif(not forks.can_fork(), reason="nothing forks kernels")
def test_a_server_that_made_its_tables_of_older_data_gives_way(monkeypatch):
    written = [("one.csv", 1)]
    monkeypatch.setattr(forks.files, "every", lambda: list(written))
    monkeypatch.setattr(forks, "_server", lambda *_: forkserver.set_forkserver_preload([]))

    def server():
        forks.warm_up()
        return forkserver._forkserver._forkserver_pid

    first = server()
    assert server() == first
    written[0] = ("one.csv", 2)
    assert server() != first
    forks._end_server(wait=True)  # it has nothing imported


def only_here(process: int, elsewhere) -> str:
    if os.getpid() != process:
        elsewhere()
    return "here"


@pytest.mark.skipif(not forks.can_fork(), reason="nothing forks kernels")
def test_a_question_is_answered_by_a_fork_and_here_if_that_fails():
    assert forks.ask(os.getpid) != os.getpid()
    for fails in (partial(int, "none"), os.abort):
        assert forks.ask(partial(only_here, os.getpid(), fails)) == "here"


def test_forked_kernels_draw_different_random_numbers(book):
    for name in ("one", "two"):
        cell = "import random, numpy as np; print(np.random.random(), random.random())"
        write(book / "notebooks" / f"{name}.ipynb", cell)
    run(book)
    drawn = [texts(book / "_build" / "executed" / f"{name}.ipynb") for name in ("one", "two")]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("cold", [False, True])
def test_only_this_user_reaches_a_kernel(book, cold):
    at = "get_ipython().ipython_dir"
    cell = f"import os; print(oct(os.stat({at}).st_mode), os.listdir({at}))"
    write(book / "notebooks" / "one.ipynb", cell)
    run(book, cold=cold)
    (said,) = texts(book / "_build" / "executed" / "one.ipynb")
    mode = int(said.partition(" ")[0], 8)
    assert stat.S_ISDIR(mode)
    assert mode & (stat.S_IRWXG | stat.S_IRWXO) == 0
    assert ("'kernel.json'" in said) == (cold or not forks.can_fork())  # a fork has no sockets


def patience(seconds: float) -> float:
    """Return how long a free processor's `seconds` may take on this machine as it is now."""
    return seconds * max(1, os.getloadavg()[0] / os.cpu_count())


BUILDER = """
if __name__ == "__main__":
    from smallbert.book import build, cache, forks, notebooks  # not again in each kernel
    from smallbert.data import paths
    forks.PRELOADED.clear()
    folder = paths.build() / "executed"
    build.execute_all(cache.stale(notebooks.every(), folder=folder), folder=folder)
"""
"""A build whose forks import what they need by themselves: its notebooks need little."""


def start_builder(book, tmp_path):
    program = tmp_path / "builder.py"
    program.write_text(BUILDER)
    environment = os.environ | {"SMALLBERT_ROOT": str(book)}
    return subprocess.Popen(
        [sys.executable, str(program)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


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
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_build_ends_in_two_seconds_without_kernels_and_keeps_what_is_done(
    book, tmp_path, number
):
    write(book / "notebooks" / "one.ipynb", "import time; time.sleep(60)")
    builder = start_builder(book, tmp_path)
    done = book / "_build" / "executed" / "two.json"
    while not done.exists():
        time.sleep(0.05)
        assert builder.poll() is None
    began = time.monotonic()
    builder.send_signal(number)
    builder.wait(timeout=patience(10))
    assert time.monotonic() - began < patience(2)
    assert builder.returncode != 0
    assert_none_left(book)
    assert run(book_without(book, "one")) == []
    assert [path.name for path in done.parent.glob(".*")] == []


def book_without(book, name):
    (book / "notebooks" / f"{name}.ipynb").unlink()
    return book


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_killed_build_leaves_no_kernel_and_the_next_one_goes_on(book, tmp_path):
    write(book / "notebooks" / "one.ipynb", "import time; time.sleep(60)")
    builder = start_builder(book, tmp_path)
    while not (book / "_build" / "executed" / "two.json").exists():
        time.sleep(0.05)
        assert builder.poll() is None
    builder.kill()
    builder.wait()
    assert_none_left(book)
    write(book / "notebooks" / "one.ipynb", "print('quick')")
    assert run(book) == ["one"]


def test_two_builds_at_once_do_not_harm_each_other(book, tmp_path):
    builders = [start_builder(book, tmp_path) for _ in range(2)]
    assert [builder.wait(timeout=patience(60)) for builder in builders] == [0, 0]
    assert run(book) == []
    for name in ("one", "two"):
        nbformat.read(book / "_build" / "executed" / f"{name}.ipynb", 4)


def test_a_manifest_names_what_was_read(book):
    run(book)
    manifest = json.loads((book / "_build" / "executed" / "one.json").read_text())
    assert set(manifest["reads"]) == {"data", "data/one.csv"}
    assert paths.root() == book
