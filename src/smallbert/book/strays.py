"""What killed builds left behind, which nobody else would ever remove."""

import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

AGE = 3600
"""Seconds; what a build writes for the moment lives shorter."""


def sweep(folder: Path, site: Path) -> None:
    """Remove unfinished files and folders that are older than any build.

    Parameters
    ----------
    folder : pathlib.Path
        Where builds write.
    site : pathlib.Path
        The site, whose own folder stays however old it is.
    """
    names = (".*", "executed/**/.*", "sphinx-*", "sites/*")
    begun = {path for name in names for path in folder.glob(name)}
    for path in begun - {site.resolve().parent}:
        try:
            old = time.time() - path.lstat().st_mtime > AGE
        except FileNotFoundError:  # its own build removed it
            continue
        if old and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif old:
            path.unlink(missing_ok=True)


def sweep_processes(folder: Path, prefix: str) -> None:
    """Remove the folders of this user's processes that are no more, because they were killed.

    Parameters
    ----------
    folder : pathlib.Path
        For temporary files.
    prefix : str
        Begins their names; the number of the process and a hyphen follow.
    """
    if sys.platform == "win32":
        return  # nobody can ask for a process there without ending it
    for path in folder.glob(f"{prefix}[0-9]*-*"):
        with suppress(OSError, ValueError, OverflowError):  # gone already, or no name of ours
            number = int(path.name.removeprefix(prefix).partition("-")[0])
            if path.lstat().st_uid == os.getuid() and not _lives(number):
                shutil.rmtree(path, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's, which took the number over
    return True
