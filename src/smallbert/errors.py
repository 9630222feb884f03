"""What is wrong with an input, in one line each: file, line, field, what was seen, what to do."""

import csv
import difflib
import errno
import os
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import yaml

from smallbert import paths

REMEDIES = dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "free some space")
REMEDIES |= dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "change its permissions")
REMEDIES |= {errno.EFBIG: "raise the limit on the size of files: ulimit -f"}


FEW = 12
"""Allowed words up to which a message names them all."""


class UserError(Exception):
    """The input is at fault: exit status 1, one line, no traceback."""

    status = 1


class UsageError(UserError):
    """The call is at fault: exit status 2."""

    status = 2


def use(word: str, known: Iterable[str]) -> str:
    """Return what to write instead of an unknown word: one of a few, or the nearest of many."""
    known = list(known)
    if len(known) <= FEW:
        return f"use one of {', '.join(known)}"
    near = difflib.get_close_matches(word, known, FEW, 0)
    return f"use one of {', '.join(near)} or {len(known) - FEW} more"


@dataclass(frozen=True, order=True)
class Fault:
    """One fault in one file, at a line counted from 1: field, what is wrong, what to do."""

    path: Path
    line: int
    message: str

    @classmethod
    def of_cell(cls, path: Path, record: int, column: str, message: str) -> "Fault":
        """Return a fault of a cell of a CSV, whose records are counted from 1."""
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            list(islice(rows, record))  # a quoted cell may have several lines
            line = rows.line_num + 1
        return cls(path, line, f"{column}: {message}" if column else message)

    @classmethod
    def of_setting(cls, path: Path, at: tuple[str | int, ...], message: str) -> "Fault":
        """Return a fault of a setting of a YAML file, or of the last part of `at` that it has."""
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        mark = node.start_mark
        for key in at:
            if isinstance(node, yaml.MappingNode):
                children = {name.value: (name.start_mark, value) for name, value in node.value}
            else:
                children = {str(n): (each.start_mark, each) for n, each in enumerate(node.value)}
            if str(key) not in children:
                break
            mark, node = children[str(key)]
        return cls(path, mark.line + 1, message)

    def __str__(self) -> str:
        return f"{paths.shown(self.path)}:{self.line}: {' '.join(self.message.split())}"


class DataError(UserError):
    """All the faults of the data, gathered before failing once."""

    def __init__(self, faults: list[Fault]):
        self.faults = sorted(set(faults))
        super().__init__("\n".join(map(str, self.faults)))


def of_machine(error: OSError) -> str:
    """Return the line for one of `REMEDIES`, or an empty string for another error."""
    number, place = error.errno, error.filename
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        _, place, why = error.args[0][0]  # of each file of a folder that was copied
        number = int((re.match(r"\[Errno (\d+)\]", why) or [0, 0])[1])
    if number not in REMEDIES:
        return ""
    return f"{place or 'the disk'}: {os.strerror(number)}; {REMEDIES[number]}"
