"""What is wrong with an input, said in one line each."""

from dataclasses import dataclass
from pathlib import Path

from smallbert.data import paths


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
    """All the faults of the data, gathered before failing once."""

    def __init__(self, faults: list[Fault]):
        self.faults = sorted(set(faults))
        super().__init__("\n".join(map(str, self.faults)))
