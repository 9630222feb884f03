"""Where a file is from, as the clone of a repository that holds it tells."""

import re
import subprocess
from pathlib import Path

from smallbert.data import paths

GITHUB = re.compile(r"github\.com[:/](?P<repository>[\w.-]+/[\w.-]+?)(\.git)?/?$")
"""How the address of a remote ends, whatever the protocol and the user."""


def place(file: Path) -> dict[str, str]:
    """Return repository, commit and path of a file that stands as committed in a clone from GitHub.

    Elsewhere nothing is known: outside a clone, in the book's own, of a file that was changed.
    """
    top = _git(file, "rev-parse", "--show-toplevel")
    remote = GITHUB.search(_git(file, "remote", "get-url", "origin"))
    if not top or not remote or Path(top).samefile(paths.root()):
        return {}
    path = _git(file, "ls-files", "--full-name", "--", file.name)
    if not path or _git(file, "status", "--porcelain", "--", file.name):
        return {}
    commit = _git(file, "rev-parse", "HEAD")
    return {"repository": remote["repository"], "commit": commit, "path": path}


def _git(file: Path, *words: str) -> str:
    """Return what git says where a file stands: nothing if it is not there or knows no answer."""
    command = ["git", "-C", str(file.absolute().parent), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
