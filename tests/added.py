"""The made-up work of *How to add a paper*, entered from the blocks of that page.

A block with a caption is a file: a CSV or a descriptor is written, lines for a list are added to
it, and the blocks of a notebook are its cells, in order.
"""

import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import nbformat
from nbformat import v4

from smallbert import paths

KEY = "doe2030tiny"
DOCUMENT = "005_example.txt"
BLOCK = re.compile(r"```\{code-block\} (\w+)\n:caption: (\S+)\n(.*?)```", re.DOTALL)
LAST_WORK = "      - file: notebooks/turc2019wellread\n"


def blocks() -> list[tuple[str, str, str]]:
    """Return language, file and content of each block that is a file, in the page's order."""
    return BLOCK.findall((paths.CHECKOUT / "book" / "add_a_paper.md").read_text(encoding="utf-8"))


FOLDERS = ("book", "data", "notebooks")
FILES = ("_config.yml", "_toc.yml", "CHANGELOG.md", "CITATION.cff", "requirements.txt")
"""What a checkout holds of the book, without the library."""


def copy(root: Path) -> Path:
    """Copy the book of the checkout into a folder."""
    for name in FOLDERS:
        shutil.copytree(paths.CHECKOUT / name, root / name)
    for name in FILES:
        shutil.copy2(paths.CHECKOUT / name, root)
    return root


@contextmanager
def anew() -> Iterator[None]:
    """Let nothing be known in the block of what was made of the data, nor of the block after it."""
    before = paths.made.copy()
    paths.made.clear()
    try:
        yield
    finally:
        paths.made.clear()
        paths.made.update(before)


def forget(edited: Path) -> None:
    """Forget what was made of a file; what reads other works alone is kept."""
    for asked in [each for each in paths.made if not _is_elsewhere(each, edited)]:
        del paths.made[asked]


OF_ONE_WORK = ("smallbert.data.sources", "smallbert.data.form")
"""What reads one work or one file, besides the words that all use."""


def _is_elsewhere(asked: tuple, edited: Path) -> bool:
    function, _, arguments, _ = asked
    of_one = function.__module__ in OF_ONE_WORK or function.__name__ == "of_table"
    if not (of_one and arguments) or "vocabulary" in edited.parts:
        return False
    places = [each for each in arguments if isinstance(each, Path)]
    inside = any(each == edited or each in edited.parents for each in places)
    return not inside and edited.parent.name not in arguments


def restore(root: Path) -> None:
    """Make a copy what it was, all in it with the moment at which its own was written."""
    own, now = _own(), _states(root, os.listdir(root))
    for name in sorted(now, reverse=True):  # what a folder holds comes before it
        if own.get(name) != now[name]:
            (shutil.rmtree if stat.S_ISDIR(now[name][0]) else os.unlink)(root / name)
    folders = [name for name, (mode, *_) in own.items() if stat.S_ISDIR(mode)]
    for name in sorted(own):
        if not os.path.lexists(f"{root}/{name}"):
            folder = name in folders
            (root / name).mkdir() if folder else shutil.copy2(paths.CHECKOUT / name, root / name)
    for name in folders:
        shutil.copystat(f"{paths.CHECKOUT}/{name}", f"{root}/{name}")


@cache
def _own() -> dict[str, tuple]:
    return _states(paths.CHECKOUT, [*FOLDERS, *FILES])


def _states(root: Path, names: list[str]) -> dict[str, tuple]:
    """Return what lies in a folder, by path: the mode, and of a file its length and moment."""
    states, names = {}, [*names]
    while names:
        name = names.pop()
        now = os.lstat(f"{root}/{name}")
        file = stat.S_ISREG(now.st_mode)
        states[name] = now.st_mode, *((now.st_size, now.st_mtime_ns) if file else ())
        if stat.S_ISDIR(now.st_mode):
            names += [f"{name}/{each}" for each in os.listdir(f"{root}/{name}")]
    return states


def enter(root: Path) -> None:
    """Do to the copy `root` what the page says, and nothing else."""
    cells = []
    for language, name, content in blocks():
        path = root / name
        if path.suffix == ".ipynb":
            cells.append(_cell(language, content, first="python" not in dict(cells)))
        elif name == "_toc.yml":
            path.write_text(path.read_text().replace(LAST_WORK, LAST_WORK + content))
        elif name != DOCUMENT:
            path.parent.mkdir(exist_ok=True)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(before + content, encoding="utf-8")
    notebook = v4.new_notebook(cells=[cell for _, cell in cells])
    notebook.metadata = _metadata(root)
    nbformat.write(notebook, root / "notebooks" / f"{KEY}.ipynb")


def _cell(language: str, content: str, *, first: bool) -> tuple[str, nbformat.NotebookNode]:
    if language == "markdown":
        return language, v4.new_markdown_cell(content.rstrip("\n"))
    tags = {"tags": ["parameters"]} if first else {}
    return language, v4.new_code_cell(content.rstrip("\n"), metadata=tags)


def _metadata(root: Path) -> nbformat.NotebookNode:
    """Return the kernel and language that a notebook of the book names."""
    return nbformat.read(root / "notebooks" / "zhao2019extreme.ipynb", 4).metadata


def document() -> bytes:
    """Return the document of the made-up work."""
    (content,) = [content for _, name, content in blocks() if name == DOCUMENT]
    return content.encode()
