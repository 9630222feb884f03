"""The folder in which Sphinx works, kept between builds: one changed page is one page's work.

It is trusted only while the frame of the book is the same, that is, everything but the outputs
of notebooks: Sphinx does not renew what other pages show of a changed title. A build that was
cut off, or one beside it, leaves nothing to trust and starts from an empty folder.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from smallbert.book import citing, marks
from smallbert.book.cache import PACKAGE
from smallbert.data import paths

TOP = (
    "_config.yml",
    "_toc.yml",
    "CHANGELOG.md",
    "CITATION.cff",
    "requirements.txt",
    "data/sources.bib",
)
"""Files that frame every page."""


def frame() -> dict[str, str]:
    """Return all that frames the pages, whatever the notebooks' outputs are."""
    root = paths.root()
    files = {name: marks.digest(root / name) for name in TOP}
    folders = {name: marks.tree(root / name) for name in ("book", "notebooks")}
    own = {"the package": marks.tree(PACKAGE), "Python": sys.version}
    return {**files, **folders, **own, "the repository": citing.repository()}


@contextmanager
def lend() -> Iterator[Path]:
    """Lend the kept folder, or an empty one where it cannot be trusted or is in use."""
    kept, inputs = paths.build() / "sphinx", frame()
    lock = FileLock(paths.build() / "sphinx.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        with tempfile.TemporaryDirectory(prefix="sphinx-", dir=paths.build()) as folder:
            yield Path(folder)
        return
    try:
        with _trusted(kept, inputs):
            yield kept
    finally:
        lock.release()


@contextmanager
def _trusted(kept: Path, inputs: dict[str, str]) -> Iterator[None]:
    """Empty a folder that is not to be trusted; mark it once the block has ended well."""
    mark = kept / "frame.json"
    if marks.reason(mark, inputs):
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
    mark.unlink(missing_ok=True)
    yield
    marks.leave(mark, inputs)


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
