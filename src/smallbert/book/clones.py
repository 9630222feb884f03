"""Where a file is from, as the clone of a repository that holds it tells."""

import re
import subprocess
from pathlib import Path

from smallbert import paths

GITHUB = re.compile(r"github\.com[:/](?P<repository>[\w.-]+/[\w.-]+?)(\.git)?/?$")
"""How the address of a remote ends, whatever the protocol and the user."""


def place(file: Path) -> dict[str, str]:
    """Return repository, commit and path of a file that is committed in a clone from GitHub.

    Elsewhere nothing is known: outside a clone, in the book's own.
    """
    top = _git(file, "rev-parse", "--show-toplevel")
    remote = GITHUB.search(_git(file, "remote", "get-url", "origin"))
    if not top or not remote or Path(top).samefile(paths.root()):
        return {}
    path = _git(file, "ls-files", "--full-name", "--", file.name)
    commit = _git(file, "rev-parse", "--verify", "HEAD")
    if not path or not _git(file, "ls-tree", "HEAD", "--", file.name):
        return {}
    return {"repository": remote["repository"], "commit": commit, "path": path}


def is_edited(file: Path) -> bool:
    """Tell whether a file of a clone differs from the one that its commit has."""
    return bool(_git(file, "status", "--porcelain", "--", file.name))


def _git(file: Path, *words: str) -> str:
    """Return what git says where a file stands: nothing if it is not there or knows no answer."""
    command = ["git", "-C", str(file.absolute().parent), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
