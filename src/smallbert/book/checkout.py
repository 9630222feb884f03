"""What git knows of the checkout."""

import shutil
import subprocess

from smallbert import paths


def git(*words: str) -> str:
    """Return what a command of git prints of the checkout; nothing where it fails or is no git."""
    root = paths.root()
    if not ((root / ".git").exists() and shutil.which("git")):
        return ""
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def last_change() -> str:
    """Return the day of the last commit, or nothing."""
    return git("log", "-1", "--format=%cs")
