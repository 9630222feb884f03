"""What kernels need of the machine: open files, a home for matplotlib, room for sockets."""

import os
import sys
import tempfile
from pathlib import Path

from smallbert.data import paths
from smallbert.data.faults import UserError

FILES = 512
"""Files open at once: some forty a kernel, and what is read."""

SOCKET = 100
"""Characters that the path of a socket may have; systems allow 103 to 107."""

LONGEST = "/pymp-12345678/listener-12345678"
"""What comes behind the folder for temporary files in the path of a socket."""


def prepare() -> None:
    """Make the machine fit for kernels, in this process and those that it starts.

    Raises
    ------
    UserError
        Too few files may be open at once.
    """
    _open_files()
    _room_for_sockets()
    _home_of_matplotlib()


def folder_for_sockets() -> str:
    """Return a new folder that only this user can enter, with a path short enough for sockets."""
    _room_for_sockets()
    return tempfile.mkdtemp(prefix="sb-")


def _room_for_sockets() -> None:
    """Let this process have its temporary files where the paths of sockets are short enough."""
    if len(tempfile.gettempdir() + LONGEST) > SOCKET:
        tempfile.tempdir = "/tmp"


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
