"""The server of who edits; a small site stands in for the book's."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from functools import partial
from http.server import ThreadingHTTPServer

import psutil
import pytest

from smallbert.book import serve

from .test_build import assert_none_left

PAGE = "<html><body><p>{}</p></body></html>"


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Return the page's file, what the server knows, and a function that asks it."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    page = tmp_path / "_build" / "html" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE.format("old"))
    state = serve.State()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(serve.Handler, state=state))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def ask(address, **headers):
        url = f"http://127.0.0.1:{server.server_port}{address}"
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10)

    yield page, state, ask
    state.stopped = True
    server.shutdown()
    server.server_close()


def news(stream):
    """Return the next thing that an open page is told."""
    for line in stream:
        if line.startswith(b"data: "):
            return json.loads(line[6:])
    return None


def test_a_page_comes_with_the_script_and_its_file_stays_as_published(served):
    page, _, ask = served
    text = ask("/").read().decode()
    assert '<script src="/_live/live.js" data-page="' in text
    assert "script" not in page.read_text()
    assert b"EventSource" in ask("/_live/live.js").read()


def test_an_open_page_hears_of_a_fault_of_its_end_and_of_its_new_text(served):
    page, state, ask = served
    state.fault = ""
    with ask("/_live/changes?/index.html") as stream:
        first = news(stream)
        assert first["fault"] == ""
        assert f'data-page="{first["page"]}"' in ask("/").read().decode()
        assert state.viewed == ["index"]
        state.fault = "one.csv:2: <b>no number</b>"
        assert news(stream) == first | {"fault": state.fault}
        state.fault = ""
        assert news(stream) == first
        page.write_text(PAGE.format("new"))
        assert news(stream)["page"] != first["page"]


def test_a_page_of_another_name_learns_nothing(served):
    """A name that somebody else's server gives to this machine is not this machine's."""
    _, _, ask = served
    with pytest.raises(urllib.error.HTTPError, match="403"):
        ask("/", Host="attacker.example:80")


def test_without_a_site_a_page_waits_for_it(served):
    page, _, ask = served
    page.unlink()
    page.parent.rmdir()
    assert b"Not built yet" in ask("/notebooks/one.html").read()


SERVER = """
import sys, time
from smallbert import cli
from smallbert.book import build, execute
from smallbert import paths
from smallbert.errors import UserError

def site(**_):
    text = (paths.root() / "book" / "page.md").read_text()
    if text == "wrong":
        raise UserError("page.md: wrong")
    paths.site().mkdir(parents=True, exist_ok=True)
    (paths.site() / "index.html").write_text(f"<body>{text}</body>")
    try:
        if text == "slow" and "build" in sys.argv:
            (paths.root() / "begun").touch()
            time.sleep(60)
    finally:
        (paths.root() / "tidied").write_text(text)
    return paths.site() / "index.html"

build.build, build.preview = site, lambda names: site()
execute.preload = lambda *modules: None
sys.executable, program = __file__, sys.executable
if __name__ == "__main__":
    cli.main(sys.argv[1:] if sys.argv[1] != "-m" else sys.argv[3:])
"""


@pytest.fixture
def editing(tmp_path):
    """Return a running server of a book of one page, and the page's source."""
    page = tmp_path / "book" / "page.md"
    page.parent.mkdir()
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
    assert server.stdout.readline().startswith("open http://127.0.0.1:")
    assert server.stdout.readline().startswith("the whole book is built")
    yield server, page
    server.kill()
    server.communicate()


def test_it_listens_on_this_machine_alone(editing):
    server, _ = editing
    family = [psutil.Process(server.pid), *psutil.Process(server.pid).children(recursive=True)]
    found = [each for process in family for each in process.net_connections("inet")]
    listening = [each.laddr.ip for each in found if each.status == psutil.CONN_LISTEN]
    assert listening == ["127.0.0.1"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_change_is_built_a_fault_is_said_and_a_stop_leaves_nothing(editing, tmp_path, number):
    server, page = editing
    page.write_text("wrong")
    while "page.md: wrong" not in server.stdout.readline():
        pass
    page.write_text("second")
    while "the page in view" not in server.stdout.readline():
        pass
    assert (tmp_path / "_build" / "html" / "index.html").read_text() == "<body>second</body>"
    server.send_signal(number)
    assert server.communicate(timeout=20)[1] == "stopped; finished notebooks are kept\n"
    assert server.returncode == 130
    assert_none_left(tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_stop_ends_a_build_that_is_under_way(editing, tmp_path):
    server, page = editing
    page.write_text("slow")
    while not (tmp_path / "begun").exists():
        time.sleep(0.05)
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=20)
    assert (tmp_path / "tidied").read_text() == "slow"
    assert_none_left(tmp_path)
