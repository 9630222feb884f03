"""The server of who edits, on a book of one page whose build is made up."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from .test_build import assert_none_left

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

SERVER = """
import sys, time
from smallbert import cli
from smallbert.book import build, execute
from smallbert import paths
from smallbert.errors import UserError

def site(*pages, keep_going, say=None):
    text = (paths.root() / "notebooks" / "page.ipynb").read_text()
    if text == "wrong":
        print("page: wrong", flush=True)
        raise UserError("page: wrong")
    html = paths.site() / "notebooks" / "page.html"
    html.parent.mkdir(parents=True, exist_ok=True)
    (paths.site() / "index.html").touch()
    html.write_text(f"<body>{text}</body>")
    try:
        if text == "slow":
            (paths.root() / "begun").touch()
            time.sleep(60)
    finally:
        (paths.root() / "tidied").write_text(text)
    print("built", pages, sys.argv[5:], flush=True)
    return html

if sys.argv[1] == "-m":
    print("begun", sys.argv[5:], flush=True)

build.build = site
execute.preload = lambda *modules: None
sys.executable = __file__
cli.main(sys.argv[1:] if sys.argv[1] != "-m" else sys.argv[3:])
"""


@pytest.fixture
def editing(tmp_path):
    """Return a running server, the page's source, and a function that asks the server."""
    page = tmp_path / "notebooks" / "page.ipynb"
    page.parent.mkdir()
    for name in ("book", "src"):
        (tmp_path / name).mkdir()
    page.write_text("first")
    (tmp_path / "data" / "sources").mkdir(parents=True)
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\n{SERVER}")
    program.chmod(0o755)
    server = subprocess.Popen(
        [str(program), "serve", "--port", "0"],
        env=os.environ | {"SMALLBERT_ROOT": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    address = server.stdout.readline().split()[1]

    def ask(path: str, method: str = "GET"):
        request = urllib.request.Request(f"{address}{path}", method=method)
        return urllib.request.urlopen(request, timeout=10)

    wait_for(server, "begun ['-']")  # the first build has ended: another waits for names of pages
    yield server, page, ask
    server.kill()
    server.communicate()


def wait_for(server, line: str) -> None:
    while line not in server.stdout.readline():
        assert server.poll() is None


def test_a_page_has_a_script_that_sees_that_it_is_another_one(editing, tmp_path):
    server, source, ask = editing
    os.utime(tmp_path / "_build/html/notebooks/page.html", (0, 0))  # the header counts seconds
    first = ask("notebooks/page.html", "HEAD").headers["Last-Modified"]
    assert "location.reload()" in ask("notebooks/page.html").read().decode()
    assert "script" not in (tmp_path / "_build/html/notebooks/page.html").read_text()
    source.write_text("wrong")
    wait_for(server, "page: wrong")
    assert ask("notebooks/page.html", "HEAD").headers["Last-Modified"] == first
    source.write_text("second")
    wait_for(server, "built ('page',)")  # of a notebook that changed, its page alone
    assert "second" in ask("notebooks/page.html").read().decode()
    assert ask("notebooks/page.html", "HEAD").headers["Last-Modified"] != first


def test_a_saved_text_builds_its_page_alone_and_a_part_of_others_all(editing, tmp_path):
    server, _, _ = editing
    (tmp_path / "book" / "reading_guide.md").write_text("# Reading guide")
    wait_for(server, "built ('reading_guide',)")
    (tmp_path / "book" / "_numbers.md").write_text("# Numbers")
    wait_for(server, "built ()")


def test_of_the_whole_book_the_page_that_is_read_is_built_first(editing, tmp_path):
    server, _, ask = editing
    ask("notebooks/page.html", "HEAD")
    (tmp_path / "data" / "sources" / "made.csv").write_text("changed")
    wait_for(server, "built ('page',) ['-']")
    wait_for(server, "built () []")


def test_a_change_of_the_package_begins_anew_what_waits(editing, tmp_path):
    server, page, _ = editing
    (tmp_path / "src" / "made.py").write_text("changed")
    wait_for(server, "built () []")
    wait_for(server, "begun ['-']")
    page.write_text("second")
    wait_for(server, "built ('page',) ['-']")


def test_a_name_that_no_file_can_have_is_not_found(editing):
    server, _, ask = editing
    with pytest.raises(urllib.error.HTTPError, match="404"):
        ask("%00.html")
    server.terminate()
    assert "Traceback" not in server.communicate(timeout=20)[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_ends_a_build_that_is_under_way_and_leaves_nothing(editing, tmp_path, number):
    server, source, _ = editing
    source.write_text("slow")
    while not (tmp_path / "begun").exists():
        time.sleep(0.05)
    server.send_signal(number)
    assert set(server.communicate(timeout=20)[1].splitlines()) == {
        "stopped; finished notebooks are kept"
    }
    assert server.returncode == 130
    assert (tmp_path / "tidied").read_text() == "slow"
    assert_none_left(tmp_path)
