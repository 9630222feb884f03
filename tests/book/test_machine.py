"""Few open files, a home that cannot be written, long paths for sockets."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from smallbert.book import machine

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
def test_the_path_of_a_socket_is_short_enough(letters, monkeypatch):
    with tempfile.TemporaryDirectory(dir="/tmp") as short:  # pytest's own folder is long already
        long = Path(short, "x" * letters)
        long.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", f"{long}")
        folder = Path(machine.folder_for_sockets())
        folder.rmdir()
    assert len(tempfile.gettempdir() + machine.LONGEST) <= machine.SOCKET
    assert (folder.parent == long) == (letters == 1)
