"""What git knows of this checkout, and of a file in a clone of a repository."""

import re
import subprocess
from pathlib import Path

from smallbert import paths
from smallbert.paths import cached


def git(*words: str, folder: Path | None = None) -> str:
    """Return what a command of git prints in a folder, or in this checkout; nothing if it fails."""
    if folder is None and not (paths.root() / ".git").exists():  # it may lie in another's clone
        return ""
    command = ["git", "-C", str(folder or paths.root()), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:  # git is not installed
        return ""


def last_change() -> str:
    """Return the day of the last commit, or nothing."""
    return git("log", "-1", "--format=%cs")


@cached
def repository() -> str:
    """Return the address of the checkout's remote as a browser has it; empty where it has none."""
    return address(git("remote", "get-url", "origin"))


def address(remote: str) -> str:
    """Return a remote as the address of a page; nothing if it is on a disk or has a password.

    Examples
    --------
    >>> address("git@host.org:team/book.git"), address("https://host.org/team/book")
    ('https://host.org/team/book', 'https://host.org/team/book')
    >>> address("/srv/book.git"), address("https://me:secret@host.org/team/book.git")
    ('', '')
    """
    match = re.fullmatch(r"(?:(?:ssh://)?git@|https?://)([\w.-]+)[:/]([\w./-]+)", remote)
    return f"https://{match[1]}/{match[2].removesuffix('.git')}" if match else ""


def place(file: Path) -> dict[str, str]:
    """Return repository, commit and path of a file in a clone from GitHub, if it is committed."""
    folder = file.absolute().parent
    path = git("ls-files", "--full-name", "--", file.name, folder=folder)
    host, _, name = address(git("remote", "get-url", "origin", folder=folder)).partition(".com/")
    edited = git("status", "--porcelain", "--", file.name, folder=folder)
    if not path or edited or host != "https://github":
        return {}
    return {"repository": name, "commit": git("rev-parse", "HEAD", folder=folder), "path": path}
