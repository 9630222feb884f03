"""What killed builds left behind, which nobody else would ever remove."""

import shutil
import time
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
    begun = [*folder.glob("executed/.*"), *folder.glob("sphinx-*"), *folder.glob("sites/*")]
    for path in set(begun) - {site.resolve().parent}:
        try:
            old = time.time() - path.lstat().st_mtime > AGE
        except FileNotFoundError:  # its own build removed it
            continue
        if old and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif old:
            path.unlink(missing_ok=True)
