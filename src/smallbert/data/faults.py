"""What is wrong with an input, said in one line each."""

import errno
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from smallbert.data import paths

SPACE, PERMISSIONS = "free some space", "change its permissions"
REMEDIES = {
    errno.ENOSPC: SPACE,
    errno.EDQUOT: SPACE,
    errno.EFBIG: "raise the limit on the size of files: ulimit -f",
    errno.EROFS: PERMISSIONS,
    errno.EACCES: PERMISSIONS,
    errno.EPERM: PERMISSIONS,
}
"""For a full disk, a used-up quota, a limit, a read-only or forbidden folder."""


class UserError(Exception):
    """The input is at fault: exit status 1, one line, no traceback."""

    status = 1


class UsageError(UserError):
    """The call is at fault: exit status 2."""

    status = 2


@dataclass(frozen=True, order=True)
class Fault:
    """One fault in one file, at a place that an editor can open.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    line, column : int
        Both counted from 1; the column is that of the cell's first character.
    message : str
        What is wrong and what to do, in one line.
    """

    path: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        path = self.path
        if path.is_relative_to(paths.root()):
            path = path.relative_to(paths.root())
        return f"{path}:{self.line}:{self.column}: {' '.join(self.message.split())}"


class DataError(UserError):
    """All the faults of the data, gathered before failing once; `then` is a last line."""

    def __init__(self, faults: list[Fault], then: str = ""):
        self.faults = sorted(set(faults))
        super().__init__("\n".join([*map(str, self.faults), *filter(None, [then])]))


def of_machine(error: OSError) -> str:
    """Return the line for one of `REMEDIES`, or an empty string for another error."""
    number, place = error.errno, error.filename
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        _, place, why = error.args[0][0]  # of each file of a folder that was copied
        number = int((re.match(r"\[Errno (\d+)\]", why) or [0, 0])[1])
    if number not in REMEDIES:
        return ""
    return f"{place or 'the disk'}: {os.strerror(number)}; {REMEDIES[number]}"
