"""Every notebook gives the same bytes whenever and however it runs."""

import os
import shutil
import subprocess
import sys

import pytest

from smallbert.book import build, cache, marks, notebooks
from smallbert.data import paths

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

HEARD = """
from smallbert.book import premade
from smallbert.data import paths, reads

def heard(question):
    files = set()
    reads.leave()
    reads.follow(files.add)
    question()
    return {file for file in files if file.startswith(str(paths.data()))}

for question in premade.questions():
    made, kept = heard(question), heard(question)
    assert made and made == kept, f"{question}: {made ^ kept}"
"""
"""What is read while a table is made, and what counts as read where it is found made."""


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Return two folders of all notebooks: as the book has them, and executed anew.

    What the book has not executed yet, or no longer holds, runs here, forked from a server whose
    hash seed is random.
    """
    folder = tmp_path_factory.mktemp("executed")
    book, own, every = paths.build() / "executed", folder / "book", notebooks.every()
    own.mkdir()
    for name in (each.name for each in every if not cache.reason(each, book / each.name)):
        shutil.copy(book / name, own)
        shutil.copy(cache.manifest_path(book / name), own)
    build.execute_all(cache.stale(every, folder=own), folder=own)
    program = folder / "anew.py"
    program.write_text(ANEW)
    command = [sys.executable, program, folder / "anew", *COLD]
    subprocess.run(command, env=os.environ | SEED, check=True)
    return folder


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_a_run_with_another_hash_seed_agrees_to_the_byte(name, executed):
    assert (executed / "book" / name).read_bytes() == (executed / "anew" / name).read_bytes()


@pytest.mark.parametrize("name", [path.name for path in notebooks.every()])
def test_what_was_read_before_a_fork_is_listed_all_the_same(name, executed):
    book, anew = (
        marks.read(cache.manifest_path(executed / where / name))["reads"]
        for where in ("book", "anew")
    )
    assert book == anew


def test_the_notebooks_that_make_all_themselves_are_there():
    assert {*COLD} <= {path.stem for path in notebooks.every()}


def test_a_table_that_is_found_made_counts_as_read_as_when_it_is_made():
    command = [sys.executable, "-c", HEARD]
    run = subprocess.run(command, env=os.environ | SEED, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
