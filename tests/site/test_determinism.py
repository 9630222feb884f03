"""A notebook gives the same bytes whenever and however it runs."""

import os
import subprocess
import sys

import nbformat
import pytest

from smallbert.book import notebooks

pytestmark = pytest.mark.site

SEED = {"PYTHONHASHSEED": "1"}

NAMES = (
    *("audit", "choose", "claims", "compare_fronts", "compare_ranking", "models"),
    *("distillation", "zhao2019extreme", "lagunas2021block", "sanh2019distilbert"),
)
"""Notebooks of each kind."""

ANEW = """
import sys
if __name__ == "__main__":  # each process imports what stands before this line
    from pathlib import Path
    from smallbert.book import execute, notebooks
    execute.preload(*execute.IMPORTS)
    chosen = [notebooks.find(name) for name in sys.argv[2:]]
    folder = Path(sys.argv[1])
    execute.execute([execute.Job(each, folder / each.name, {}, "") for each in chosen])
"""
"""Runs with another hash seed, in which each finds nothing made of the data."""


@pytest.fixture(scope="module")
def executed(tmp_path_factory, site):
    """Return two folders of notebooks: as the book has them, and executed anew."""
    folder = tmp_path_factory.mktemp("executed")
    program = folder / "anew.py"
    program.write_text(ANEW)
    command = [sys.executable, program, folder / "anew", *NAMES]
    subprocess.run(command, env=os.environ | SEED, check=True)
    return {"book": site.with_name("executed"), "anew": folder / "anew"}


def without_prose(path) -> str:
    """Return a notebook without its prose, of which a change runs nothing anew."""
    notebook = notebooks.read(path)
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type != "markdown"]
    return nbformat.writes(notebook)


@pytest.mark.parametrize("name", NAMES)
def test_a_run_with_another_hash_seed_agrees_to_the_byte(name, executed):
    book, anew = (without_prose(executed[where] / f"{name}.ipynb") for where in ("book", "anew"))
    assert book == anew
