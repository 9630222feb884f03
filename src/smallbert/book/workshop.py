"""The folder in which Sphinx works, kept between builds: one changed page is one page's work.

It is trusted only while the frame of the book is the same: Sphinx does not renew what other pages
show of a changed title. A build that was cut off, or one beside it, leaves nothing to trust and
starts from an empty folder; so does one after which somebody has written there.
"""

import json
import re
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
"""Files of which pages are made, besides those of some folders."""

SHARED = re.compile(r"^(?:#{1,6} .*|\([^()\s]+\)=)$", re.MULTILINE)
"""What other pages may show of a page, or link to: headings and labels."""


def inputs() -> dict[str, str]:
    """Return all of which pages are made, but for the data and the notebooks' outputs."""
    root = paths.root()
    files = {name: marks.digest(root / name) for name in TOP}
    folders = {name: marks.tree(root / name) for name in ("book", "notebooks")}
    own = {"the package": marks.tree(PACKAGE), "Python": sys.version}
    return {**files, **folders, **own, "the repository": citing.repository()}


def frame(source: Path) -> dict[str, str]:
    """Return what a change of one page, laid out in a folder with the others, leaves as it is."""
    root, pages = paths.root(), sorted([*source.rglob("*.md"), *source.rglob("*.ipynb")])
    names = ("CITATION.cff", "requirements.txt", "data/sources.bib")
    return {
        **{name: marks.digest(root / name) for name in names},
        **{name: marks.digest(source / name) for name in ("_config.yml", "_toc.yml")},
        "the look": marks.tree(source / "_static"),
        "the outline": marks.of({str(each.relative_to(source)): _shared(each) for each in pages}),
        "the package": marks.tree(PACKAGE, only=_renders),
        "Python": sys.version,
    }


def _renders(path: Path) -> bool:
    """Tell whether Sphinx may run a file of the package; others speak through what they lay out."""
    return path.parts[0] in ("book", "data") or path.name == "__init__.py"


def _shared(page: Path) -> list[str]:
    """Return what other pages may show of one; of a page with terms, that is all."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        prose = ("".join(each["source"]) for each in cells if each["cell_type"] == "markdown")
        text = "\n".join(prose)
    return [text] if "{glossary}" in text else SHARED.findall(text)


def site_mark() -> Path:
    """Return where the mark of the site lies, which was made in the kept folder."""
    return paths.build() / "html.json"


@contextmanager
def lend() -> Iterator[Path]:
    """Lend the kept folder, or an empty one where it is in use."""
    kept = paths.build() / "sphinx"
    lock = FileLock(paths.build() / "sphinx.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        with tempfile.TemporaryDirectory(prefix="sphinx-", dir=paths.build()) as folder:
            yield Path(folder)
        return
    try:
        kept.mkdir(exist_ok=True)
        yield kept
    finally:
        lock.release()


@contextmanager
def trusted(kept: Path, inputs: dict[str, str]) -> Iterator[None]:
    """Empty a folder that is not to be trusted; mark it once the block has ended well."""
    mark = kept / "frame.json"
    if marks.reason(mark, inputs, result=kept):
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
    mark.unlink(missing_ok=True)
    yield
    marks.leave(mark, inputs, result=kept)


@contextmanager
def altered(kept: Path, page: Path) -> Iterator[None]:
    """Let a page be another one for the block; the next rendering makes the page itself anew.

    Where that fails nothing is trusted, and the next build renders the whole site.
    """
    mark, own = kept / "frame.json", page.read_bytes()
    inputs = marks.read(mark)["inputs"]
    mark.unlink()
    try:
        yield
    except BaseException:
        site_mark().unlink(missing_ok=True)
        raise
    page.write_bytes(own)
    marks.leave(mark, inputs, result=kept)


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
