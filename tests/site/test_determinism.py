"""A notebook gives the same bytes whenever and however it runs."""

import subprocess
import sys

import nbformat
import pytest

from smallbert.book import notebooks

pytestmark = pytest.mark.site

NAMES = ["audit", "claims", "models", "pick", "small_bert"]
NAMES += ["distillation", "zhao2019extreme", "lagunas2021block", "sanh2019distilbert"]
"""Notebooks of each kind."""


RUN = """
import sys
from pathlib import Path
from smallbert.book import execute, notebooks

execute.preload(*execute.IMPORTS, execute.TABLES)
folder, *names = sys.argv[1:]
outputs = {name: Path(folder, f"{name}.ipynb") for name in names}
jobs = [
    execute.Job(notebooks.find(name), output, {}, "", publish=True)
    for name, output in outputs.items()
]
sys.exit("\\n".join(execute.execute(jobs)) or None)
"""


def without_prose(path) -> str:
    """Return a notebook without its prose, of which a change runs nothing anew."""
    notebook = notebooks.read(path)
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type != "markdown"]
    return nbformat.writes(notebook)


def test_a_run_with_another_hash_seed_agrees_to_the_byte(site, tmp_path, monkeypatch):
    monkeypatch.delenv("SMALLBERT_ROOT")
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    subprocess.run([sys.executable, "-c", RUN, tmp_path, *NAMES], check=True)
    for name in NAMES:
        book = site.with_name("executed") / f"{name}.ipynb"
        assert without_prose(tmp_path / f"{name}.ipynb") == without_prose(book), name
