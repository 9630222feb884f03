"""Copies of the book, and the made-up work of *How to add a paper*, entered from its blocks.

A block with a caption is a file: a CSV or a descriptor is written, lines for a list are added to
it, and the blocks of a notebook are its cells, in order.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from smallbert import claims, memo, paths

KEY = "doe2030tiny"
DOCUMENT = "005_example.txt"
BLOCK = re.compile(r"```\{code-block\} (\w+)\n:caption: (\S+)\n(.*?)```", re.DOTALL)
TURNED = re.compile(r"([\w-]+): .* was accepted as ([\w ]+) and now is ([\w ]+) \(")
LAST_WORK = "          - file: notebooks/turc2019wellread\n"
FOLDERS = ("book", "data", "notebooks")
FILES = ("_config.yml", "_toc.yml", "CHANGELOG.md", "CITATION.cff", "requirements.txt")
"""What a checkout holds of the book, without the library."""


@contextmanager
def book(root: Path) -> Iterator[Path]:
    """Copy the checkout's book into a folder, which is the book as long as the block lasts."""
    for name in FOLDERS:
        shutil.copytree(paths.CHECKOUT / name, root / name)
    for name in FILES:
        shutil.copy2(paths.CHECKOUT / name, root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMALLBERT_ROOT", str(root))
        yield root
    for asked in [each for each in memo.kept if each[1] == root / "data"]:
        del memo.kept[asked]


def blocks() -> list[tuple[str, str, str]]:
    """Return language, file and content of each block that is a file, in the page's order."""
    return BLOCK.findall((paths.CHECKOUT / "book" / "add_a_paper.md").read_text(encoding="utf-8"))


def enter(root: Path) -> None:
    """Do to the copy `root` what the page says, and nothing else."""
    cells = []
    for language, name, content in blocks():
        path = root / name
        if language == "markdown":
            cells.append(v4.new_markdown_cell(content.rstrip("\n")))
        elif path.suffix == ".ipynb":
            cells.append(v4.new_code_cell(content.rstrip("\n")))
        elif name == "_toc.yml":
            path.write_text(path.read_text().replace(LAST_WORK, LAST_WORK + content))
        elif name != DOCUMENT:
            path.parent.mkdir(exist_ok=True)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(before + content, encoding="utf-8")
    notebook = v4.new_notebook(cells=cells)
    notebook.metadata = nbformat.read(root / "notebooks" / "zhao2019extreme.ipynb", 4).metadata
    nbformat.write(notebook, root / "notebooks" / f"{KEY}.ipynb")


def accept(root: Path) -> None:
    """Accept what claims the further numbers turn, as a maintainer does who has read them."""
    for fault in claims.faults_of_claims():
        id, was, now = TURNED.match(fault.message).groups()
        path = root / fault.path.relative_to(paths.root())
        before, own = path.read_text(encoding="utf-8").split(f"- id: {id}\n")
        own = own.replace(f"verdict: {was}", f"verdict: {now}", 1)
        path.write_text(f"{before}- id: {id}\n{own}", encoding="utf-8")
        memo.forget(path)


def document() -> bytes:
    """Return the document of the made-up work."""
    (content,) = [content for _, name, content in blocks() if name == DOCUMENT]
    return content.encode()
