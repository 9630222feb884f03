"""Whether a result still holds: beside it lies its key, a hash of all that it was made from."""

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from smallbert import paths
from smallbert.paths import write_atomically

PACKAGE = Path(__file__).parents[1]


def common() -> str:
    """Return a hash of what every result is made from: data, package, lock, Python's version."""
    return of(
        tree(paths.data()), tree(PACKAGE), file(paths.root() / "requirements.txt"), sys.version
    )


def of(*parts) -> str:
    """Return a hash of plain data."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def file(path: Path) -> str:
    """Return a hash of a file's content; nothing where there is no file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:  # missing, or replaced just now
        return ""


def tree(folder: Path) -> str:
    """Return a hash of all files below a folder, names and contents."""
    return files(folder, (path for path in folder.rglob("*") if "__pycache__" not in path.parts))


def files(folder: Path, chosen: Iterable[Path]) -> str:
    """Return a hash of some files of a folder, names and contents."""
    found = sorted(path for path in chosen if path.is_file())
    return of([[path.relative_to(folder).as_posix(), file(path)] for path in found])


def holds(result: Path, key: str) -> bool:
    """Tell whether a file or folder is there and was made from what `key` says."""
    try:
        return result.exists() and _beside(result).read_text(encoding="utf-8") == key
    except OSError:
        return False


def leave(result: Path, key: str) -> None:
    """Say that a result is whole, and what it was made from."""
    write_atomically(_beside(result), key)


def drop(result: Path) -> None:
    """Say that a result is not to be believed any more."""
    _beside(result).unlink(missing_ok=True)


def _beside(result: Path) -> Path:
    return result.with_name(f"{result.name}.key")
