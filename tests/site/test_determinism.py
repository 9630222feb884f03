"""A notebook gives the same bytes whenever and however it runs."""

import os
import subprocess
import sys

import nbformat
import pytest

from smallbert.book import notebooks

pytestmark = pytest.mark.site

NAMES = ["audit", "choose", "claims", "compare_fronts", "compare_ranking", "models"]
NAMES += ["distillation", "zhao2019extreme", "lagunas2021block", "sanh2019distilbert"]
"""Notebooks of each kind."""


@pytest.fixture(scope="module")
def anew(tmp_path_factory):
    """Return a folder of notebooks that ran by themselves, with another hash seed."""
    folder = tmp_path_factory.mktemp("anew")
    smallbert = os.path.join(os.path.dirname(sys.executable), "smallbert")
    for name in NAMES:
        command = [smallbert, "run", name, "--output", folder / f"{name}.ipynb"]
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": "1"}, check=True)
    return folder


def without_prose(path) -> str:
    """Return a notebook without its prose, of which a change runs nothing anew."""
    notebook = notebooks.read(path)
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type != "markdown"]
    return nbformat.writes(notebook)


@pytest.mark.parametrize("name", NAMES)
def test_a_run_with_another_hash_seed_agrees_to_the_byte(name, anew, site):
    book = site.with_name("executed") / f"{name}.ipynb"
    assert without_prose(anew / f"{name}.ipynb") == without_prose(book)
