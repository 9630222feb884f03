"""Every notebook gives the same bytes whenever and however it runs."""

import os
import subprocess
import sys

import nbformat
import pytest

from smallbert.book import cache, marks, notebooks

pytestmark = pytest.mark.site

SEED = {"PYTHONHASHSEED": "1"}

COLD = (
    *("audit", "choose", "claims", "compare_fronts", "compare_ranking", "models"),
    *("distillation", "zhao2019extreme", "lagunas2021block", "sanh2019distilbert"),
)
"""Notebooks of each kind, which run where nothing is made: what others find made, they make."""

ANEW = """
import sys
if __name__ == "__main__":  # each kernel imports what stands before this line
    from pathlib import Path
    from smallbert.book import build, forks, notebooks
    folder, cold, warm = Path(sys.argv[1]), [], []
    for notebook in notebooks.every():
        (cold if notebook.stem in sys.argv[2:] else warm).append(notebook)
    build.execute_all(cold, folder=folder)
    forks.warm_up()
    build.execute_all(warm, folder=folder)
"""
"""Kernels of a Python with another hash seed, of which the first find nothing made."""


@pytest.fixture(scope="module")
def executed(tmp_path_factory, site):
    """Return two folders of all notebooks: as the book has them, and executed anew."""
    folder = tmp_path_factory.mktemp("executed")
    program = folder / "anew.py"
    program.write_text(ANEW)
    command = [sys.executable, program, folder / "anew", *COLD]
    subprocess.run(command, env=os.environ | SEED, check=True)
    return {"book": site.with_name("executed"), "anew": folder / "anew"}


def parted(path) -> tuple[str, list[str]]:
    """Return a notebook without its prose, and the prose, of which a change runs nothing anew."""
    notebook = notebooks.read(path)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type != "markdown"]
    return nbformat.writes(notebook), prose


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_a_run_with_another_hash_seed_agrees_to_the_byte(name, executed):
    """In all but the prose, which may have changed since the book's run: it is the notebook's."""
    book, (anew, prose) = (parted(executed[where] / name) for where in ("book", "anew"))
    assert book[0] == anew
    assert prose == parted(notebooks.find(name.removesuffix(".ipynb")))[1]


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_what_was_read_before_a_fork_is_listed_all_the_same(name, executed):
    book, anew = (
        marks.read(cache.manifest_path(executed[where] / name))["reads"]
        for where in ("book", "anew")
    )
    assert book == anew


def test_the_notebooks_that_make_all_themselves_are_there():
    assert {*COLD} <= {path.stem for path in notebooks.every()}
