"""What was made from what, and whether that is still so.

Whatever is costly to make, an executed page, a sound check, Sphinx's folder, the site, leaves a
mark: the hash of every value and file that it was made from. It holds while all of them are as
they were; a torn or altered mark counts as none.
"""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from pathlib import Path

from smallbert.data import paths
from smallbert.data.files import write_atomically

PARTS = {"inputs", "reads", "result", "seconds"}


def digest(path: Path) -> str:
    """Return a hash of a file's content, of a folder's names, or ``missing``."""
    try:
        if path.is_dir():
            content = "\n".join(sorted(each.name for each in path.iterdir())).encode()
        else:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "missing"
    return hashlib.sha256(content).hexdigest()


def of(value) -> str:
    """Return a hash of plain data."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def spare(folder: Path, names: str, count: int) -> None:
    """Remove the files of a folder that fit a pattern, but for those written or used last.

    Parameters
    ----------
    folder : pathlib.Path
    names : str
        A pattern, such as ``"*.json"``; files of one stem go together.
    count : int
        How many stay.
    """
    found = sorted(folder.glob(names), key=lambda path: -path.stat().st_mtime)
    for path in found[count:]:
        for each in folder.glob(f"{path.stem}.*"):
            each.unlink(missing_ok=True)


def tree(folder: Path, *, only: Callable[[Path], bool] = lambda path: True) -> str:
    """Return a hash of all files below a folder, names and contents.

    Parameters
    ----------
    folder : pathlib.Path
    only : callable
        Tells by its path, relative to the folder, whether a file counts.
    """
    state = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and "__pycache__" not in name.parts and only(name):
            state.update(f"{name}\0{digest(path)}\n".encode())
    return state.hexdigest()


def stamp(folder: Path, *, but: Path | None = None) -> str:
    """Return a hash of all files below a folder by name, size and moments of the last change.

    It tells files that were deleted, cut or written, in a tenth of the time of `tree`; also where
    somebody set the moment of writing back, which is a change of its own.

    Parameters
    ----------
    folder : pathlib.Path
    but : pathlib.Path, optional
        A file that does not count.
    """
    states, folders = [], [str(folder)] * folder.is_dir()
    while folders:
        with suppress(FileNotFoundError), os.scandir(folders.pop()) as entries:  # just replaced
            for entry in entries:
                if entry.is_dir():
                    folders.append(entry.path)
                elif entry.path != str(but):
                    state = entry.stat()
                    told = state.st_size, state.st_mtime_ns, state.st_ctime_ns
                    states.append((entry.path[len(str(folder)) :], *told))
    return of(sorted(states))


def _state(result: Path, mark: Path) -> str:
    """Return the hash of a file, or the stamp of a folder, in which the mark itself may lie."""
    return stamp(result, but=mark) if result.is_dir() else digest(result)


def reason(
    mark: Path,
    inputs: dict[str, str],
    *,
    result: Path | None = None,
    hashed: Callable[[Path], str] = digest,
) -> str:
    """Return why what a mark speaks of has to be made anew, or an empty string.

    Parameters
    ----------
    mark : pathlib.Path
        As `leave` left it.
    inputs : dict of str
        What it would be made from now, by name.
    result : pathlib.Path, optional
        What was made, a file or a folder, which must be as it was.
    hashed : callable
        Returns the `digest` of a path that was read; who asks for many marks may keep it.
    """
    known = read(mark)
    if known is None:
        return "its manifest is missing or damaged"
    if name := changed(known["inputs"], inputs, known["reads"], hashed):
        return f"{name} changed"
    if result and _state(result, mark) != known["result"]:
        return "its result is missing or damaged"
    return ""


def changed(
    then: dict[str, str],
    now: dict[str, str],
    reads: dict[str, str],
    hashed: Callable[[Path], str] = digest,
) -> str:
    """Return the first input, or path that was read, that is another one now, or nothing.

    Parameters
    ----------
    then, now : dict of str
        The inputs by name, as they were and as they are.
    reads : dict of str
        Hash of each path below the root, as it was read.
    hashed : callable
        As for `reason`.
    """
    inputs = (name for name in {**now, **then} if then.get(name) != now.get(name))
    files = (name for name, was in reads.items() if hashed(paths.root() / name) != was)
    return next(chain(inputs, files), "")


def leave(
    mark: Path,
    inputs: dict[str, str],
    *,
    reads: dict[str, str] | None = None,
    result: Path | None = None,
    seconds: float = 0,
) -> None:
    """Leave a mark for what was just made; it appears whole or not at all.

    Parameters
    ----------
    mark : pathlib.Path
    inputs : dict of str
        What it was made from, by name, as it was then.
    reads : dict of str, optional
        Hash of each file below the root that was read besides.
    result : pathlib.Path, optional
        What was made, a file or a folder.
    seconds : float
        That it took.
    """
    known = {
        "inputs": inputs,
        "reads": reads or {},
        "result": _state(result, mark) if result else "",
        "seconds": round(seconds, 3),
    }
    write_atomically(mark, json.dumps(known, indent=1))


def read(mark: Path) -> dict | None:
    """Return what a mark says, or None where it is missing, torn or altered."""
    try:
        known = json.loads(mark.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return known if isinstance(known, dict) and known.keys() >= PARTS else None
