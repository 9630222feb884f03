"""Few open files, a home that cannot be written, long paths for sockets."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from smallbert.book import machine, strays

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such limits")

OPEN_FILES = """
import resource, sys
from smallbert.book import machine
from smallbert.data.faults import UserError
resource.setrlimit(resource.RLIMIT_NOFILE, (64, int(sys.argv[1])))
try:
    machine.prepare()
    print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
except UserError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("hard", "said"),
    [(4096, "512"), (64, "64 files may be open at once; allow 512: ulimit -n 512")],
)
def test_more_files_may_be_open_or_a_line_says_so(hard, said):
    run = subprocess.run([sys.executable, "-c", OPEN_FILES, f"{hard}"], capture_output=True)
    assert run.stdout.decode().strip() == said


def test_matplotlib_has_a_home_where_the_users_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "home").touch()  # no folder, so that even root cannot write into it
    monkeypatch.setenv("HOME", f"{tmp_path / 'home'}")
    monkeypatch.setenv("SMALLBERT_ROOT", f"{tmp_path}")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    machine.prepare()
    assert os.environ["MPLCONFIGDIR"] == f"{tmp_path / '_build' / 'matplotlib'}"
    assert (tmp_path / "_build" / "matplotlib").is_dir()
    monkeypatch.delenv("MPLCONFIGDIR")


def test_matplotlib_stays_at_home_where_it_can(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}")
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    machine.prepare()
    assert "MPLCONFIGDIR" not in os.environ


@pytest.mark.parametrize("letters", [1, 120])
def test_the_path_of_a_socket_is_short_enough(letters):
    with tempfile.TemporaryDirectory(dir="/tmp") as short:  # pytest's own folder is long already
        long = Path(short, "x" * letters)
        long.mkdir()
        run = subprocess.run(
            [sys.executable, "-c", OWN_FOLDER], env=os.environ | {"TMPDIR": f"{long}"}, stdout=-1
        )
        own, sockets = map(Path, run.stdout.decode().split())
        assert own == sockets.parent
        assert len(f"{own.parent}{machine.LONGEST}") <= machine.SOCKET
        assert (own.parent == long) == (letters == 1)
        assert not own.exists()  # it went with the process


OWN_FOLDER = """
from multiprocessing import util
from smallbert.book import machine
machine.prepare()
print(machine.own_folder(), util.get_temp_dir(), flush=True)
"""


@pytest.fixture
def process():
    """Return a function that starts a process, and returns it and its own folder."""
    started = []

    def start():
        command = [sys.executable, "-c", f"{OWN_FOLDER}\ninput()"]
        started.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return started[-1], Path(started[-1].stdout.readline().decode().split()[0])

    yield start
    for each in started:
        each.kill()
        each.communicate()


def test_what_a_killed_process_left_goes_at_the_next_start_and_nothing_of_a_living_one(process):
    killed, left = process()
    _, living = process()
    killed.kill()
    killed.wait()
    assert list(left.iterdir())
    other, _ = process()
    assert not left.exists()
    assert living.is_dir()
    other.communicate(b"\n")  # it ends by itself


def test_a_folder_of_another_user_is_left_alone(tmp_path, monkeypatch):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f"sb-{ended.pid}-x"
    left.mkdir()
    monkeypatch.setattr(os, "getuid", lambda: left.stat().st_uid + 1)
    strays.sweep_processes(tmp_path, "sb-")
    assert left.is_dir()
    monkeypatch.undo()
    strays.sweep_processes(tmp_path, "sb-")
    assert not left.exists()
