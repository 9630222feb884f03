"""Every notebook gives the same bytes whenever and however it runs."""

import os
import shutil
import subprocess
import sys

import pytest

from smallbert.book import build, cache, marks, notebooks
from smallbert.data import paths

ANEW = """
import sys
if __name__ == "__main__":  # each kernel imports what stands before this line
    from pathlib import Path
    from smallbert.book import build, notebooks
    build.execute_all(notebooks.every(), folder=Path(sys.argv[1]))
"""
"""Kernels of a Python of their own, with another hash seed, that has made nothing yet."""


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
    environment = os.environ | {"PYTHONHASHSEED": "1"}
    subprocess.run([sys.executable, program, folder / "anew"], env=environment, check=True)
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
