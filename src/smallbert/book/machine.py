"""What forks and kernels need of the machine: open files, matplotlib's home, room for sockets."""

import os
import shutil
import sys
import tempfile
from functools import lru_cache
from multiprocessing import util
from pathlib import Path

from smallbert.book import strays
from smallbert.data import paths
from smallbert.data.faults import UserError

FILES = 512
"""Files open at once: some forty a kernel, and what is read."""

SOCKET = 100
"""Characters that the path of a socket may have; systems allow 103 to 107."""

OWN = "sb-"
"""Begins the name of a process's own folder; the number of the process follows."""

LONGEST = f"/{OWN}1234567-12345678/pymp-12345678/listener-12345678"
"""What comes behind the folder for temporary files in the path of a socket."""


def prepare() -> None:
    """Make the machine fit for forks and kernels, in this process and those that it starts.

    Raises
    ------
    UserError
        Too few files may be open at once.
    """
    _open_files()
    _own_sockets()
    _home_of_matplotlib()


def own_folder() -> str:
    """Return the folder for what this process writes for the moment; it goes with the process.

    Only this user can enter it, and its path is short enough for sockets. What killed processes
    left of theirs goes as well.
    """
    return _own(os.getpid())


@lru_cache(1)
def _own(process: int) -> str:
    base = tempfile.gettempdir()
    base = "/tmp" if len(base + LONGEST) > SOCKET and sys.platform != "win32" else base
    strays.sweep_processes(Path(base), OWN)
    folder = tempfile.mkdtemp(prefix=f"{OWN}{process}-", dir=base)
    last = -200  # multiprocessing's own go first
    util.Finalize(None, shutil.rmtree, [folder], {"ignore_errors": True}, exitpriority=last)
    return folder


def _own_sockets() -> None:
    """Let multiprocessing make its sockets in this process's own folder."""
    before, tempfile.tempdir = tempfile.tempdir, own_folder()
    try:
        util.get_temp_dir()  # it stays the same from now on
    finally:
        tempfile.tempdir = before


def _open_files() -> None:
    if sys.platform == "win32":
        return
    import resource  # there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < FILES:
        if hard != resource.RLIM_INFINITY and hard < FILES:
            raise UserError(f"{hard} files may be open at once; allow {FILES}: ulimit -n {FILES}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))


def _home_of_matplotlib() -> None:
    """Keep matplotlib's list of fonts below the build where the home cannot be written."""
    home = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser() / "matplotlib"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        pass
    else:
        if os.access(home, os.W_OK):
            return
    own = paths.build() / "matplotlib"
    own.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("MPLCONFIGDIR", str(own))
