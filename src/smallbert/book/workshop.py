"""The folder in which Sphinx works, kept between builds: one changed page is one page's work.

It is trusted only while the frame of the book is the same, that is, everything but the outputs
of notebooks: Sphinx does not renew what other pages show of a changed title. A build that was
cut off, or one beside it, leaves nothing to trust and starts from an empty folder.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from smallbert.book import cache
from smallbert.data import paths

TOP = ("_config.yml", "_toc.yml", "CHANGELOG.md", "requirements.txt", "data/sources.bib")
"""Files that frame every page."""


def frame() -> str:
    """Return a hash of all that frames the pages, whatever the notebooks' outputs are."""
    root, state = paths.root(), hashlib.sha256(sys.version.encode())
    for name in TOP:
        state.update(cache.digest(root / name).encode())
    state.update(cache.tree(root / "book", root / "notebooks", Path(__file__).parents[1]).encode())
    return state.hexdigest()


@contextmanager
def lend() -> Iterator[Path]:
    """Lend the kept folder, or an empty one where it cannot be trusted or is in use."""
    kept, key = paths.build() / "sphinx", frame()
    with _lock(paths.build() / "sphinx.lock") as free:
        if not free:
            with tempfile.TemporaryDirectory(prefix="sphinx-", dir=paths.build()) as folder:
                yield Path(folder)
            return
        mark = kept / "frame"
        if not (mark.is_file() and mark.read_text() == key):
            shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True)
        mark.unlink(missing_ok=True)
        yield kept
        mark.write_text(key)


@contextmanager
def _lock(path: Path) -> Iterator[bool]:
    """Hold a lock while the block runs; tell whether it was free."""
    try:
        import fcntl  # not on Windows, where every rendering starts from an empty folder
    except ImportError:
        yield False
        return
    handle = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(handle)


def sync(fresh: Path, kept: Path) -> None:
    """Make `kept` equal to `fresh` and leave the files that are equal already untouched."""
    wanted = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for path in [path for path in kept.rglob("*") if path.is_file()]:
        if path.relative_to(kept) not in wanted:
            path.unlink()
    for name in wanted:
        target = kept / name
        if not target.is_file() or target.read_bytes() != (fresh / name).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(fresh / name, target)
